"""One deal under many rule sets: as few searches as settle them all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from harpan_solver.batch.grid import easiest_first, no_harder
from harpan_solver.batch.sample import deal_of
from harpan_solver.deals import Deal
from harpan_solver.limits import Limits
from harpan_solver.moves import REDEAL, MoveKind
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules


class Task(NamedTuple):
    """One deal and what is open about it.

    Attributes:
        dealer, number: the deal, as in ``sample.Span``.
        open: numbers of the rule sets, in the run's grid, that are to be settled.
    """

    dealer: str
    number: int
    open: tuple[int, ...]


class Finding(NamedTuple):
    """The answer for one deal and one rule set.

    Attributes:
        rules: number of the rule set in the run's grid.
        verdict: a value of ``Verdict``.
        reason: a value of ``Reason`` when undecided, else ``None``.
        fewest_passes: the fewest passes that win, where the searches happened to prove them.
        moves: length of the solution found; ``None`` unless solvable.
        states: states entered by the search for this rule set; 0 where another one settled it, so that
            the sum over rule sets is the work done.
        seconds: CPU seconds of that search.
    """

    rules: int
    verdict: str
    reason: str | None
    fewest_passes: int | None
    moves: int | None
    states: int
    seconds: float


class _Win(NamedTuple):
    """The hardest rules under which a solution is one, and its length."""

    rules: Rules
    length: int


Solve = Callable[[Deal, Rules], Solution]


@dataclass(frozen=True)
class Settle:
    """The work of an estimate: a deal's verdicts under a grid of rule sets.

    Attributes:
        grid: the rule sets.
        limits: for each search; a rule set that another one settles needs none.
        table_share: part of the memory that one search may take.
    """

    grid: tuple[Rules, ...]
    limits: Limits
    table_share: float = 1.0

    @property
    def searches(self) -> int:
        """Most searches for one deal."""
        return len(self.grid)

    def __call__(self, task: Task) -> list[Finding]:
        """Settle the open rule sets of a deal."""
        from harpan_solver.solver import solve

        return settle(
            deal_of(task.dealer, task.number),
            self.grid,
            task.open,
            lambda deal, rules: solve(deal, rules, self.limits, table_share=self.table_share),
        )

    def lost(self, task: Task) -> list[Finding]:
        """What is recorded of a deal that no worker survives."""
        undecided, lost = str(Verdict.UNDECIDED), str(Reason.WORKER_LOST)
        return [Finding(each, undecided, lost, None, None, 0, 0.0) for each in task.open]


def settle(deal: Deal, grid: Sequence[Rules], open: Sequence[int], solve: Solve) -> list[Finding]:
    """The verdicts of a deal under rule sets of a grid, each searched only if no other settles it.

    Easier rule sets come first. A loss settles all harder ones; a solution settles every rule set of its
    draw count that allows as many passes as it used, and worrying back if it used that.

    Args:
        open: numbers of the rule sets that are asked for.
        solve: the search.

    Returns:
        One finding for each number of ``open``, in that order.
    """
    wins: list[_Win] = []
    losses: list[Rules] = []
    searched: dict[int, Solution] = {}
    for number in (each for each in easiest_first(grid) if each in open):
        rules = grid[number]
        if _win_under(rules, wins) or _lost_under(rules, losses):
            continue
        found = searched[number] = solve(deal, rules)
        if found.verdict is Verdict.SOLVABLE:
            wins.append(_hardest(found))
        elif found.verdict is Verdict.UNSOLVABLE:
            losses.append(rules)
    return [_finding(number, grid[number], wins, losses, searched.get(number)) for number in open]


def _hardest(found: Solution) -> _Win:
    back = any(move.kind is MoveKind.FOUNDATION_TO_COLUMN for move in found.moves)
    return _Win(Rules(found.rules.draw, 1 + found.moves.count(REDEAL), back), len(found.moves))


def _win_under(rules: Rules, wins: Sequence[_Win]) -> _Win | None:
    """The win with the fewest passes that is one under these rules."""
    fitting = (win for win in wins if win.rules.draw == rules.draw and no_harder(rules, win.rules))
    return min(fitting, key=lambda win: (win.rules.passes, win.length), default=None)


def _lost_under(rules: Rules, losses: Sequence[Rules]) -> bool:
    return any(no_harder(lost, rules) for lost in losses)


def _finding(
    number: int, rules: Rules, wins: Sequence[_Win], losses: Sequence[Rules], search: Solution | None
) -> Finding:
    states, seconds = (search.nodes, search.seconds) if search else (0, 0.0)
    if win := _win_under(rules, wins):
        used = win.rules.passes
        assert used is not None
        proven = used == 1 or _lost_under(Rules(rules.draw, used - 1, rules.worrying_back), losses)
        fewest = used if proven else None
        return Finding(number, str(Verdict.SOLVABLE), None, fewest, win.length, states, seconds)
    if _lost_under(rules, losses):
        return Finding(number, str(Verdict.UNSOLVABLE), None, None, None, states, seconds)
    assert search is not None and search.reason is not None
    return Finding(number, str(Verdict.UNDECIDED), str(search.reason), None, None, states, seconds)
