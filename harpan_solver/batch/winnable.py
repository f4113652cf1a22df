"""Winnable deals one after the other, each with a replayed solution and, if asked for, a grade."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from harpan_solver.batch.driver import LARGEST_CHUNK, WINDOW, Driver
from harpan_solver.batch.grading import EASY, HARD, Grade, ease
from harpan_solver.batch.sample import Sample, deal_of, highest_of
from harpan_solver.batch.settle import Task
from harpan_solver.batch.team import Team
from harpan_solver.deals import Deal
from harpan_solver.errors import InputError, ReplayFault
from harpan_solver.game import replay
from harpan_solver.limits import DEFAULT_MEMORY_MB, DEFAULT_SECONDS, Limits
from harpan_solver.moves import parse_move
from harpan_solver.result import Solution, Verdict
from harpan_solver.rules import Rules

DEFAULT_RULES = Rules()
# Deals tried for each one wanted, at a guess, when chunks are cut for few.
SPARE = 2


class Wish(NamedTuple):
    """Which winnable deals are wanted.

    Attributes:
        least_ease, most_ease: bounds of the grade, both included; see ``grading``.
        least_moves, most_moves: bounds of the length of the solution found.
        graded: whether a grade is wanted though it bounds nothing.
    """

    least_ease: float = 0.0
    most_ease: float = 1.0
    least_moves: int = 0
    most_moves: float = math.inf
    graded: bool = False

    @property
    def needs_grade(self) -> bool:
        """Whether deals have to be graded."""
        return self.graded or self.least_ease > 0 or self.most_ease < 1

    def fits(self, won: "Won") -> bool:
        """Whether a deal is wanted."""
        easy = won.ease is None or self.least_ease <= won.ease <= self.most_ease
        return easy and self.least_moves <= len(won.moves) <= self.most_moves


class Won(NamedTuple):
    """What a worker tells of a winnable deal."""

    moves: tuple[str, ...]
    states: int
    seconds: float
    ease: float | None


@dataclass(frozen=True)
class Winnable:
    """A winnable deal.

    Attributes:
        deal: the deal.
        solution: the solution, replayed in the plain rules.
        grade: how hard it is, when asked for.
    """

    deal: Deal
    solution: Solution
    grade: Grade | None

    def row(self) -> dict[str, object]:
        """The JSON row: that of ``harpan-solve``, and the grade."""
        row = {"deal": self.deal.name, "cards": self.deal.text, **self.solution.row()}
        if self.grade is not None:
            row["grade"] = self.grade._asdict()
        return row


@dataclass(frozen=True)
class Search:
    """The work: whether a deal is won, and how.

    Attributes:
        rules: of the game.
        limits: of each search.
        graded: whether to grade winnable deals.
        table_share: part of the memory that one search may take.
    """

    rules: Rules
    limits: Limits
    graded: bool
    table_share: float = 1.0

    @property
    def searches(self) -> int:
        """One search for each deal."""
        return 1

    def __call__(self, task: Task) -> Won | None:
        """Solve a deal; None unless it is won."""
        from harpan_solver.solver import solve

        found = solve(
            deal_of(task.dealer, task.number), self.rules, self.limits, table_share=self.table_share
        )
        if found.verdict is not Verdict.SOLVABLE:
            return None
        grade = ease(found.position, self.rules) if self.graded else None
        return Won(tuple(map(str, found.moves)), found.nodes, found.seconds, grade)

    def lost(self, task: Task) -> Won | None:
        """A deal that no worker survives is not known to be winnable."""
        return None


class WinnableDeals:
    """Goes through a dealer's deals from one on and finds winnable ones, in order.

    Args:
        start: the first deal, by name.
        count: how many are wanted.
        rules: of the game.
        team: who works, and with which limits.
        wish: which of the winnable deals are wanted.

    Attributes:
        tried: deals gone through so far.
        found: how many of them were wanted.
    """

    def __init__(self, start: str | int, count: int, rules: Rules, team: Team, wish: Wish) -> None:
        if count < 1:
            raise InputError(f"count {count!r}: a whole number from 1 up is needed")
        sample = Sample.of(start)
        if sample.count > 1:
            raise InputError(f"start {start!r}: a range of deals; the first one is needed")
        [(self.dealer, self.first, _)] = sample.spans
        self.count = count
        self.rules = rules
        self.tried = 0
        self.found = 0
        self._team = team
        self._wish = wish

    def __iter__(self) -> Iterator[Winnable]:
        return self.run()

    def run(
        self, should_stop: Callable[[], bool] = lambda: False, tick: Callable[[], None] = lambda: None
    ) -> Iterator[Winnable]:
        """The deals, in the order of their numbers; ends at the dealer's last deal, or when asked to stop.

        Raises:
            WorkersFailed: there are no workers.
            ReplayFault: a solution does not win; a bug, never a deal that is listed.
        """
        workers = self._team.size
        driver: Driver[Won | None] = Driver(
            self._team.workers,
            lambda share: Search(self.rules, self._team.limits_each, self._wish.needs_grade, share),
            self._tasks(),
            should_stop=should_stop,
            tick=tick,
            largest=min(LARGEST_CHUNK, 1 + SPARE * self.count // (WINDOW * workers)),
        )
        early: dict[int, Won | None] = {}
        answers = driver.answers()
        try:
            for chunk in answers:
                early.update((task.number, won) for task, won in chunk)
                while (number := self.first + self.tried) in early:
                    won = early.pop(number)
                    self.tried += 1
                    if won is None or not self._wish.fits(won):
                        continue
                    self.found += 1
                    yield self._winnable(number, won)
                    if self.found == self.count:
                        return
        finally:
            answers.close()

    def _tasks(self) -> Iterator[Task]:
        highest = highest_of(self.dealer)
        numbers = count(self.first) if highest is None else range(self.first, highest + 1)
        return (Task(self.dealer, number, (0,)) for number in numbers)

    def _winnable(self, number: int, won: Won) -> Winnable:
        deal = deal_of(self.dealer, number)
        moves = tuple(map(parse_move, won.moves))
        verify(deal, self.rules, won.moves)
        solution = Solution(deal.position, self.rules, Verdict.SOLVABLE, None, moves, won.states, won.seconds)
        grade = None if won.ease is None else Grade(won.ease, len(moves), won.states)
        return Winnable(deal, solution, grade)


def verify(deal: Deal, rules: Rules, moves: Iterable[str]) -> None:
    """Replay a solution in the plain rules.

    Raises:
        ReplayFault: it does not win.
    """
    try:
        game = replay(deal, rules, moves)
    except InputError as error:
        raise ReplayFault(f"{deal.name}: {error}") from None
    if not game.won:
        raise ReplayFault(
            f"{deal.name}: not won after the last move: {sum(game.foundations)} cards are on the foundations"
        )


def winnable(
    count: int,
    start: str | int = 1,
    rules: Rules = DEFAULT_RULES,
    *,
    easy: bool = False,
    hard: bool = False,
    min_moves: int = 0,
    graded: bool = True,
    max_nodes: int | None = None,
    max_seconds: float | None = DEFAULT_SECONDS,
    memory_mb: int = DEFAULT_MEMORY_MB,
    workers: int | None = None,
    cluster: str | None = None,
    bar: bool | None = None,
) -> Iterator[Winnable]:
    """The next ``count`` winnable deals from ``start`` on, in order, each with a verified solution.

    Args:
        count: how many.
        start: name or number of the first deal that is tried.
        rules: of the game.
        easy, hard: only deals whose ease is at least ``grading.EASY``, or at most ``grading.HARD``.
        min_moves: only deals whose solution found has so many moves.
        graded: grade the deals, which takes some milliseconds each.
        max_nodes, max_seconds, memory_mb, workers, cluster, bar: as for ``estimate``; a deal that is not
            decided within its limits is not known to be winnable, and left out.

    Raises:
        InputError: something that cannot be used, or no workers.
    """
    from harpan_solver.batch.bar import Bar

    wish = Wish(EASY if easy else 0.0, HARD if hard else 1.0, min_moves, graded=graded)
    deals = WinnableDeals(
        start, count, rules, Team(Limits(max_nodes, max_seconds, memory_mb), workers, cluster), wish
    )

    def found() -> Iterator[Winnable]:
        with Bar(count, bar) as shown:
            yield from deals.run(tick=lambda: shown.show(deals.found))
            shown.finish(deals.found)

    return found()
