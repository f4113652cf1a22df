"""The share of deals won, under every rule set of a grid, by the solver or by a player."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from harpan_solver.batch.driver import Driver
from harpan_solver.batch.games import THOUGHTFUL, Play, PlayedGame, Sums, canonical, check_limits, get_ready
from harpan_solver.batch.grid import rule_grid
from harpan_solver.batch.intervals import CONFIDENCE, load_meanwhile
from harpan_solver.batch.sample import Sample, Span
from harpan_solver.batch.settle import Finding, Settle, Task
from harpan_solver.batch.store import Pattern, Store
from harpan_solver.batch.tally import PLAYED, SOLVED, Difference, Share, Tally
from harpan_solver.batch.team import Team
from harpan_solver.batch.workers import Job
from harpan_solver.deals import Deal
from harpan_solver.errors import InputError
from harpan_solver.limits import DEFAULT_MEMORY_MB, DEFAULT_SECONDS, Limits
from harpan_solver.rules import Rules

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

# Most deals that are read from the store, and counted, together.
BLOCK = 10_000
# The first deals are counted by so many, so that there soon is a share to show; with a precision asked for
# all are, and whether it is reached is looked at each time.
LOOK_EVERY = 100


@dataclass
class _Block:
    """Deals that follow each other and are counted when all are settled."""

    span: Span
    patterns: Counter[Pattern] = field(default_factory=Counter)
    known: dict[int, list[str | None]] = field(default_factory=dict)
    sums: list[Sums] = field(default_factory=list)
    waiting: int = 0


class Progress(NamedTuple):
    """How far an estimate has come.

    Attributes:
        done: deals settled under every rule set, now or before.
        solved: deals of which something was searched, or played, in this run.
    """

    done: int
    solved: int


class Estimate:
    """A run over a sample of deals.

    Deals are counted in the order of the sample: what is counted is always its beginning, without gaps,
    so that quick deals do not count before slow ones.

    Args:
        sample: the deals.
        grid: the rule sets.
        team: who works, and with which limits.
        store: where results are kept and taken from.
        precision: stop when the half width of every interval, undecided deals counted both ways, is no
            larger. A stop by width leaves Wilson's interval its coverage; see docs/batch.md.
        confidence: of the intervals.
        player: who plays, as ``players.registry`` names it; ``thoughtful`` for what can be won at all.

    Attributes:
        player: as given.
        tally: what has been counted.
        plays: whether games are played.
        reached: whether ``precision`` was reached.
    """

    def __init__(
        self,
        sample: Sample,
        grid: Sequence[Rules],
        team: Team,
        *,
        store: Store | None = None,
        precision: float | None = None,
        confidence: float = CONFIDENCE,
        player: str = THOUGHTFUL,
    ) -> None:
        if precision is not None and not 0 < precision < 1:
            raise InputError(f"precision {precision!r}: a number between 0 and 1 is needed")
        if not 0 < confidence < 1:
            raise InputError(f"confidence {confidence!r}: a number between 0 and 1 is needed")
        self.sample = sample
        self.grid = tuple(grid)
        self.player = player
        self.plays = canonical(player) != THOUGHTFUL
        if self.plays:
            check_limits(player, team.limits)
        self.tally = Tally(grid, confidence, PLAYED if self.plays else SOLVED)
        self.reached = False
        self.progress = Progress(0, 0)
        self._team = team
        self._store = store
        self._precision = precision
        self._next_look = LOOK_EVERY
        self._blocks: deque[_Block] = deque()
        self._of: dict[Task, _Block] = {}

    def run(
        self, should_stop: Callable[[], bool] = lambda: False, tick: Callable[[], None] = lambda: None
    ) -> bool:
        """Go through the sample; whether it came to an end, or to its precision.

        Raises:
            InputError: the store cannot be written, or there are no workers.
        """

        def tick_and_load() -> None:
            load_meanwhile()  # here, where workers are on their way
            tick()

        driver: Driver[Sequence[Finding | PlayedGame]] = Driver(
            self._team.workers,
            self._job,
            self._tasks(),
            should_stop=lambda: self.reached or should_stop(),
            tick=tick_and_load,
        )
        for answers in driver.answers():
            if self._store is not None:
                self._store.write(answers)
            for task, findings in answers:
                self._settled(task, findings)
            self._count_complete()
        self._count_complete()
        return self.reached or self.tally.total == self.sample.count

    def _job(self, table_share: float) -> Job[Sequence[Finding | PlayedGame]]:
        """What workers do with each deal; what they need is compiled before there are any."""
        limits = self._team.limits_each
        if not self.plays:
            return Settle(self.grid, limits, table_share)
        get_ready(self.player, self.grid, self._team.announce)
        return Play(self.grid, self.player, limits)

    @property
    def unit(self) -> str:
        """What ``size`` and ``done`` count: deals, or the games played with them."""
        return "game" if self.plays else "deal"

    @property
    def size(self) -> int:
        """How many deals, or games, the sample has."""
        return self.sample.count * self._each

    @property
    def done(self) -> int:
        """How many of them are done, now or before."""
        return self.progress.done * self._each

    @property
    def _each(self) -> int:
        return len(self.grid) if self.plays else 1

    @property
    def deals(self) -> Sample:
        """The deals that are counted."""
        return self.sample.head(self.tally.total)

    def _tasks(self) -> Iterator[Task]:
        """What is not in the store, block by block."""
        most = BLOCK if self._precision is None else LOOK_EVERY
        everything = tuple(range(len(self.grid)))
        for span in self.sample.blocks(LOOK_EVERY, most):
            if self.reached:
                return
            block = _Block(span, sums=[Sums() for _ in self.grid])
            self._blocks.append(block)
            if self._store is not None:
                block.sums = self._store.sums(span)
                if patterns := self._store.patterns(span):
                    block.patterns = patterns
                    self.progress = self.progress._replace(done=self.progress.done + span.size)
                    self._count_complete()
                    continue
                block.known = self._store.verdicts(span)
            open_of = {
                number: tuple(n for n, verdict in enumerate(known) if verdict is None)
                for number, known in block.known.items()
            }
            block.waiting = sum(bool(each) for each in open_of.values()) + span.size - len(open_of)
            for number in range(span.first, span.last + 1):
                open = open_of.get(number, everything)
                if open:
                    task = Task(span.dealer, number, open)
                    self._of[task] = block
                    yield task
                else:
                    self._count(block, block.known.pop(number))

    def _settled(self, task: Task, findings: Iterable[Finding | PlayedGame]) -> None:
        block = self._of.pop(task)
        pattern = block.known.pop(task.number, None) or [None] * len(self.grid)
        for found in findings:
            pattern[found.rules] = found.verdict
            if isinstance(found, PlayedGame):
                block.sums[found.rules] = block.sums[found.rules].plus(Sums.of(found))
        block.waiting -= 1
        self.progress = self.progress._replace(solved=self.progress.solved + 1)
        self._count(block, pattern)

    def _count(self, block: _Block, pattern: list[str | None]) -> None:
        block.patterns[tuple(pattern)] += 1
        self.progress = self.progress._replace(done=self.progress.done + 1)

    def _count_complete(self) -> None:
        """Count the blocks at the beginning that are settled as a whole."""
        while self._blocks and not self.reached:
            block = self._blocks[0]
            if block.patterns.total() < block.span.size:
                return
            self._blocks.popleft()
            self.tally.add(block.patterns, block.sums)
            if self._precision is not None and self.tally.total >= self._next_look:
                self._next_look = self.tally.total + LOOK_EVERY
                self.reached = all(
                    each.interval.half_width <= self._precision for each in self.tally.shares()
                )


def share_row(share: Share, deals: Sample, confidence: float, player: str = THOUGHTFUL) -> dict[str, object]:
    """The JSON row of a rule set."""
    return {
        "player": player,
        "rules": share.rules.row(),
        "deals": str(deals),
        "won": share.won,
        "lost": share.lost,
        "undecided": share.undecided,
        "rate": round(share.interval.value, 6),
        "low": round(share.interval.low, 6),
        "high": round(share.interval.high, 6),
        "confidence": confidence,
    }


def difference_row(step: Difference, deals: Sample, confidence: float) -> dict[str, object]:
    """The JSON row of a step from one rule set to an easier one."""
    return {
        "from": step.hard.row(),
        "to": step.easy.row(),
        "deals": str(deals),
        "difference": round(step.interval.value, 6),
        "low": round(step.interval.low, 6),
        "high": round(step.interval.high, 6),
        "confidence": confidence,
    }


def estimate(
    deals: str | int | Deal | range | Iterable[str | int | Deal],
    draw: int | Iterable[int] = 3,
    passes: int | Iterable[int | None] | None = None,
    worrying_back: bool | Iterable[bool] = True,
    *,
    player: str = THOUGHTFUL,
    store: "str | Path | None" = None,
    precision: float | None = None,
    confidence: float = CONFIDENCE,
    max_nodes: int | None = None,
    max_seconds: float | None = DEFAULT_SECONDS,
    memory_mb: int = DEFAULT_MEMORY_MB,
    workers: int | None = None,
    cluster: str | None = None,
    bar: bool | None = None,
) -> "pd.DataFrame":
    """The share of deals that a player wins, for every combination of rules.

    Args:
        deals: names, ranges such as ``"1-1000"`` or deals.
        draw, passes, worrying_back: one value of each rule, or several.
        player: who plays, such as ``"greedy"`` or ``"montecarlo:worlds=100"``; the thoughtful player
            knows every card, and wins what can be won.
        store: a file that keeps results; what it has is not solved, or played, again.
        precision: go on only until the half width of every interval is this small.
        confidence: of the intervals.
        max_nodes, max_seconds: of each search; beyond it a deal is undecided. For a player that is not
            thoughtful only ``max_seconds``, CPU seconds of each game.
        memory_mb: for all processes together; on a cluster, for each worker.
        workers: processes, by default one for each core.
        cluster: address of a Dask scheduler whose workers take the place of processes.
        bar: a progress bar; by default on a terminal or in a notebook.

    Returns:
        One row for each combination, in the order of the lists: ``draw``, ``passes`` (missing for
        unlimited), ``worrying_back``, ``deals`` (their number), ``won``, ``lost``, ``undecided``,
        ``rate``, ``low``, ``high``. For a player that plays games, also what an average game comes to:
        ``moves``, ``seconds`` (CPU), ``up`` (cards on the foundations), the points ``standard``,
        ``windows``, ``patienshuset`` and ``vegas`` (the balance), and ``seconds_per_move``. Its ``attrs``
        hold ``player``, ``deals`` (their names) and ``confidence``.

    Raises:
        InputError: a name, player, rule, limit or store that cannot be used.
        KeyboardInterrupt: interrupted; what was finished is in the store.
    """
    import pandas as pd

    from harpan_solver.batch.bar import Bar

    grid = rule_grid(_several(draw), _several(passes), _several(worrying_back))
    sample = Sample.of(deals)
    team = Team(Limits(max_nodes, max_seconds, memory_mb), workers, cluster)
    with team.store(store, grid, player) as kept:
        run = Estimate(
            sample, grid, team, store=kept, precision=precision, confidence=confidence, player=player
        )
        with Bar(run.size, bar, run.unit) as shown:
            run.run(tick=lambda: shown.show(run.done))
            shown.finish(run.done)
    rows: list[dict[str, Any]] = [
        {
            "draw": each.rules.draw,
            "passes": each.rules.passes,
            "worrying_back": each.rules.worrying_back,
            "deals": each.total,
            "won": each.won,
            "lost": each.lost,
            "undecided": each.undecided,
            "rate": each.interval.value,
            "low": each.interval.low,
            "high": each.interval.high,
            **sums.per_game(),
        }
        for each, sums in zip(run.tally.shares(), run.tally.sums, strict=True)
    ]
    frame = pd.DataFrame(rows).astype({"passes": "Int64"})
    frame.attrs |= {"player": player, "deals": str(run.deals), "confidence": confidence}
    return frame


def _several(value: Any) -> tuple[Any, ...]:
    """A rule's values, given as one or as several."""
    return (value,) if value is None or isinstance(value, int) else tuple(value)
