"""``shortest``: a solution of fewest moves, and the proof that none is shorter."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from harpan_solver import warmup
from harpan_solver.cuts import ALL_CUTS, Cuts
from harpan_solver.deals.deal import Deal
from harpan_solver.effort import Effort, Stopped, bytes_before_tables
from harpan_solver.errors import ReplayFault
from harpan_solver.kernels.shortest import (
    COUNTERS,
    DEPTH,
    ENTERED,
    FRAME_COLUMNS,
    MAY_GROW,
    NEXT,
    Hunt,
    begin,
    least_of,
    run,
)
from harpan_solver.kernels.shortest_moves import CHILD_COLUMNS, MOVE
from harpan_solver.kernels.shortest_table import move_entries
from harpan_solver.kernels.status import EXHAUSTED, PATH_FULL, TABLE_FULL, WON
from harpan_solver.limits import Limits
from harpan_solver.moves import REDEAL, Move
from harpan_solver.position import Position
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.shortest_expansion import expand_shortest
from harpan_solver.shortest_setup import Setup, set_up
from harpan_solver.solver import DEFAULT_LIMITS, DEFAULT_RULES, position_of, solve

_log = logging.getLogger(__name__)

T = TypeVar("T", bound=np.generic)

FIRST_ENTRIES = 1 << 12
ENTRY_WORDS = 2
WORD = 8
CACHE_LINE = 64
GROWTH = 4
FIRST_DEPTH = 256
FIRST_CHILDREN = 4096
NOTICE = "Compiling the search for shortest solutions for this machine, once: this takes half a minute."
# Shorter solutions are looked for once the search has entered so many states, each time for so many.
IMPROVE_AFTER = 4_000_000
IMPROVE_STATES = 200_000


@dataclass(frozen=True, slots=True)
class Shortest:
    """The answer to "in how few moves?": each draw and each card or run moved counts 1.

    Attributes:
        solution: the answer to the question as asked, with the shortest moves found. When a limit ended the
            search before they were proven shortest, it is ``solvable`` and its reason names the limit.
        length: how many moves those are, or ``None`` when there is no solution or none was found.
        proven: whether that is certain: ``length`` is the least there is, or there is no solution.
        bound: no solution is shorter than this.
    """

    solution: Solution
    length: int | None
    proven: bool
    bound: int


def length_of(moves: tuple[Move, ...]) -> int:
    """How many moves count: all but redeals."""
    return len(moves) - moves.count(REDEAL)


def shortest(
    question: Deal | Position | int | str,
    rules: Rules = DEFAULT_RULES,
    limits: Limits = DEFAULT_LIMITS,
    *,
    cuts: Cuts = ALL_CUTS,
    table_share: float = 1.0,
    should_stop: Callable[[], bool] | None = None,
) -> Shortest:
    """Looks for a solution of fewest moves.

    Any solution comes first; it bounds the search for the shortest, or there is none and all is said. The
    limits hold for both together.

    Args:
        question, rules, limits, cuts, table_share, should_stop: as for ``solve``; ``cuts`` are those of the
            search for any solution, the other one has its own.

    Raises:
        InputError: as ``solve``.
        ReplayFault: the solution found does not replay in the plain rules; a bug, never an answer.
    """
    position = position_of(question)
    prepare(_log.warning)
    best = solve(position, rules, limits, cuts=cuts, table_share=table_share, should_stop=should_stop)
    setup = set_up(position, rules)
    effort = Effort(_rest(limits, best), table_share, should_stop)
    rounds = _Rounds(setup, best.moves, effort)
    if best.verdict is not Verdict.SOLVABLE:
        return Shortest(best, None, best.verdict is Verdict.UNSOLVABLE, rounds.bound)
    reason = None
    try:
        rounds.run()
    except Stopped as stopped:
        reason = stopped.reason
    except MemoryError:
        reason = Reason.MEMORY
    nodes, seconds = best.nodes + effort.nodes, best.seconds + effort.seconds
    return Shortest(
        replace(best, reason=reason, moves=rounds.best, nodes=nodes, seconds=seconds),
        length_of(rounds.best),
        reason is None,
        rounds.bound,
    )


def _rest(limits: Limits, spent: Solution) -> Limits:
    """What is left of the limits; never nothing, so that the search ends at once with its reason."""
    return replace(
        limits,
        max_nodes=None if limits.max_nodes is None else max(limits.max_nodes - spent.nodes, 1),
        max_seconds=None if limits.max_seconds is None else max(limits.max_seconds - spent.seconds, 1e-6),
    )


class _Rounds:
    """The rounds of iterative deepening.

    Attributes:
        best: the shortest solution known.
        bound: no solution is shorter than this.
    """

    def __init__(self, setup: Setup, best: tuple[Move, ...], effort: Effort) -> None:
        self.best = best
        self.bound = int(least_of(setup.lying, setup.layout, setup.bounds))
        self._setup = setup
        self._effort = effort

    def run(self) -> None:
        """Searches until ``best`` is proven shortest.

        Raises:
            Stopped: a limit was reached.
            ReplayFault: a solution found does not replay.
        """
        hunt = _Hunt(self._setup, self._effort)
        improved = False
        while self.bound < length_of(self.best):
            line = hunt.search(self.bound, None)
            if line is not None:
                self._take(line, self.bound)
            else:
                self.bound += 1
                if self._effort.nodes > IMPROVE_AFTER and not improved:
                    improved = True
                    self._improve()

    def _improve(self) -> None:
        """Looks a short while for shorter solutions: should a limit end the search, they are the answer.

        Each try has a table of its own, for one that is given up or ends in a win leaves positions in it that
        were not searched to their end.
        """
        least = self.bound
        while least < length_of(self.best):
            limit = (least + length_of(self.best)) // 2
            line = _Hunt(self._setup, self._effort).search(limit, IMPROVE_STATES)
            if line is None:
                least = limit + 1
            else:
                self._take(line, limit)

    def _take(self, line: list[int], limit: int) -> None:
        self.best = expand_shortest(self._setup.position, self._setup.rules, line)
        if length_of(self.best) > limit:
            raise ReplayFault(f"a line of at most {limit} moves became one of {length_of(self.best)}")


class _Hunt:
    """A search with a table that may serve several limits, the smaller ones first."""

    def __init__(self, setup: Setup, effort: Effort) -> None:
        self._setup = setup
        self._effort = effort
        self._work = Hunt(
            children=np.zeros((FIRST_CHILDREN, CHILD_COLUMNS), np.uint64),
            frames=np.zeros((FIRST_DEPTH, FRAME_COLUMNS), np.int64),
            counters=np.zeros(COUNTERS, np.int64),
            slots=_table(FIRST_ENTRIES),
        )
        self._work.counters[MAY_GROW] = 1

    def search(self, limit: int, states: int | None) -> list[int] | None:
        """The line of a solution of at most ``limit`` moves, or ``None`` when there is none.

        Args:
            states: how many states to enter before giving up, which gives ``None`` too.

        Raises:
            Stopped: a limit of the effort was reached.
        """
        setup = self._setup
        begin(setup.lying, limit, setup.layout, setup.bounds, self._work)
        first = int(self._work.counters[ENTERED])
        while True:
            entered = int(self._work.counters[ENTERED])
            budget = self._effort.next_slice()
            if states is not None:
                budget = min(budget, states - (entered - first))
                if budget <= 0:
                    return None
            status = run(budget, setup.layout, setup.settings, setup.bounds, self._work)
            self._effort.nodes += int(self._work.counters[ENTERED]) - entered
            if status == WON:
                return self._line()
            if status == EXHAUSTED:
                return None
            if status == TABLE_FULL:
                self._grow_table()
            elif status == PATH_FULL:
                self._work = self._work._replace(
                    children=_doubled(self._work.children), frames=_doubled(self._work.frames)
                )

    def _line(self) -> list[int]:
        """The moves from the root to the won position."""
        on_path = self._work.frames[1 : self._work.counters[DEPTH] + 1, NEXT] - 1
        line: list[int] = self._work.children[on_path, MOVE].tolist()
        return line

    def _grow_table(self) -> None:
        """Gives the table more room, or none for ever when it and the old one do not fit into memory."""
        slots = self._work.slots
        size = slots.size * GROWTH
        while size > slots.size and (size + slots.size) * WORD > self._effort.table_bytes:
            size //= 2
        if size <= slots.size:
            self._work.counters[MAY_GROW] = 0
            return
        larger = _table(size // ENTRY_WORDS)
        move_entries(slots, larger)
        self._work = self._work._replace(slots=larger)


def _table(entries: int) -> npt.NDArray[np.uint64]:
    """An empty table whose buckets are cache lines."""
    words = entries * ENTRY_WORDS
    room = np.zeros(words + CACHE_LINE // WORD, np.uint64)
    first = -(room.ctypes.data // WORD) % (CACHE_LINE // WORD)
    return room[first : first + words]


def _doubled(rows: npt.NDArray[T]) -> npt.NDArray[T]:
    larger = np.zeros((2 * rows.shape[0], *rows.shape[1:]), rows.dtype)
    larger[: rows.shape[0]] = rows
    return larger


def prepare(announce: Callable[[str], None]) -> None:
    """Makes the kernels of this search ready to run, those of ``solve`` apart; see ``warmup.prepare``."""
    warmup.prepare(announce, KERNELS)


def exercise() -> None:
    """Calls every kernel once on a deck of twelve cards, so that it is compiled or loaded."""
    move_entries(_table(2 * ENTRY_WORDS), _table(4 * ENTRY_WORDS))
    setup = set_up(Position.dealt(tuple(range(12)), ranks=3, columns=3), Rules())
    limit = int(least_of(setup.lying, setup.layout, setup.bounds))
    _Hunt(setup, Effort(Limits(), 1.0, None)).search(limit, 1)
    bytes_before_tables.cache_clear()


KERNELS = warmup.Kernels("shortest-ready", exercise, "harpan_solver.shortest", NOTICE)

if __name__ == "__main__":
    warmup.compile_for_parent(exercise)
