"""The share of deals won, under every rule set of a grid."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from harpan_solver.batch.driver import Driver
from harpan_solver.batch.grid import rule_grid
from harpan_solver.batch.intervals import CONFIDENCE, load_meanwhile
from harpan_solver.batch.sample import Sample, Span
from harpan_solver.batch.settle import Finding, Settle, Task
from harpan_solver.batch.store import Pattern, Store
from harpan_solver.batch.tally import Difference, Share, Tally
from harpan_solver.batch.team import Team
from harpan_solver.deals import Deal
from harpan_solver.errors import InputError
from harpan_solver.limits import DEFAULT_MEMORY_MB, DEFAULT_SECONDS, Limits
from harpan_solver.rules import Rules

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

THOUGHTFUL = "thoughtful"
PLAYERS = (THOUGHTFUL,)
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
    waiting: int = 0


class Progress(NamedTuple):
    """How far an estimate has come.

    Attributes:
        done: deals settled under every rule set, now or before.
        solved: deals of which something was searched in this run.
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

    Attributes:
        tally: what has been counted.
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
    ) -> None:
        if precision is not None and not 0 < precision < 1:
            raise InputError(f"precision {precision!r}: a number between 0 and 1 is needed")
        if not 0 < confidence < 1:
            raise InputError(f"confidence {confidence!r}: a number between 0 and 1 is needed")
        self.sample = sample
        self.grid = tuple(grid)
        self.tally = Tally(grid, confidence)
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

        driver: Driver[list[Finding]] = Driver(
            self._team.workers,
            lambda table_share: Settle(self.grid, self._team.limits_each, table_share),
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
            block = _Block(span)
            self._blocks.append(block)
            if self._store is not None:
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

    def _settled(self, task: Task, findings: Iterable[Finding]) -> None:
        block = self._of.pop(task)
        pattern = block.known.pop(task.number, None) or [None] * len(self.grid)
        for found in findings:
            pattern[found.rules] = found.verdict
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
            self.tally.add(block.patterns)
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
    """The share of deals that a thoughtful player can win, for every combination of rules.

    Args:
        deals: names, ranges such as ``"1-1000"`` or deals.
        draw, passes, worrying_back: one value of each rule, or several.
        store: a file that keeps results; what it has is not solved again.
        precision: go on only until the half width of every interval is this small.
        confidence: of the intervals.
        max_nodes, max_seconds: of each search; beyond it a deal is undecided.
        memory_mb: for all processes together; on a cluster, for each worker.
        workers: processes, by default one for each core.
        cluster: address of a Dask scheduler whose workers take the place of processes.
        bar: a progress bar; by default on a terminal or in a notebook.

    Returns:
        One row for each combination, in the order of the lists: ``draw``, ``passes`` (missing for
        unlimited), ``worrying_back``, ``deals`` (their number), ``won``, ``lost``, ``undecided``,
        ``rate``, ``low``, ``high``. Its ``attrs`` hold ``deals`` (their names) and ``confidence``.

    Raises:
        InputError: a name, rule, limit or store that cannot be used.
        KeyboardInterrupt: interrupted; what was finished is in the store.
    """
    import pandas as pd

    from harpan_solver.batch.bar import Bar

    grid = rule_grid(_several(draw), _several(passes), _several(worrying_back))
    sample = Sample.of(deals)
    team = Team(Limits(max_nodes, max_seconds, memory_mb), workers, cluster)
    with team.store(store, grid) as kept, Bar(sample.count, bar) as shown:
        run = Estimate(sample, grid, team, store=kept, precision=precision, confidence=confidence)
        run.run(tick=lambda: shown.show(run.progress.done))
        shown.finish(run.progress.done)
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
        }
        for each in run.tally.shares()
    ]
    frame = pd.DataFrame(rows).astype({"passes": "Int64"})
    frame.attrs |= {"deals": str(run.deals), "confidence": confidence}
    return frame


def _several(value: Any) -> tuple[Any, ...]:
    """A rule's values, given as one or as several."""
    return (value,) if value is None or isinstance(value, int) else tuple(value)
