"""``shortest``: a solution of fewest moves, and the proof that none is shorter."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.deals.deal import Deal
from harpan_solver.effort import Effort, Stopped
from harpan_solver.errors import ReplayFault
from harpan_solver.kernels import shortest as kernel
from harpan_solver.kernels import shortest_table
from harpan_solver.kernels.shortest_moves import CHILD_COLUMNS, MOVE
from harpan_solver.kernels.status import EXHAUSTED, PATH_FULL, TABLE_FULL, WON
from harpan_solver.limits import Limits
from harpan_solver.moves import REDEAL, Move
from harpan_solver.position import Position
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.shortest_expansion import expand_shortest
from harpan_solver.shortest_setup import Setup, set_up
from harpan_solver.solver import DEFAULT_LIMITS, DEFAULT_RULES, position_of, solve

FIRST_ENTRIES = 1 << 12
ENTRY_WORDS = 2
WORD = 8
CACHE_LINE = 64
GROWTH = 4
FIRST_DEPTH = 256
FIRST_CHILDREN = 4096


@dataclass(frozen=True, slots=True)
class Shortest:
    """The answer to "in how few moves?": each draw and each card or run moved counts 1.

    Attributes:
        solution: the answer to the question as asked, with the shortest moves found. When a limit ended the search
            before they were proven shortest, it is ``solvable`` and its reason names the limit.
        length: how many moves those are, or ``None`` when there is no solution or none was found.
        proven: whether ``length`` is the least there is.
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
    table_share: float = 1.0,
    should_stop: Callable[[], bool] | None = None,
) -> Shortest:
    """Looks for a solution of fewest moves.

    Any solution comes first; it bounds the search for the shortest, or there is none and all is said. The limits hold
    for both together.

    Args:
        question, rules, limits, table_share, should_stop: as for ``solve``.

    Raises:
        InputError: as ``solve``.
        ReplayFault: the solution found does not replay in the plain rules; a bug, never an answer.
    """
    position = position_of(question)
    best = solve(position, rules, limits, table_share=table_share, should_stop=should_stop)
    setup = set_up(position, rules)
    bound = kernel.least_of(setup.lying, setup.layout, setup.bounds)
    if best.verdict is not Verdict.SOLVABLE:
        return Shortest(best, None, False, bound)
    effort = Effort(_rest(limits, best), table_share, should_stop)
    hunt = _Hunt(setup, effort)
    length = length_of(best.moves)
    reason = None
    try:
        while hunt.bound < length:
            line = hunt.round()
            if line is not None:
                best = replace(best, moves=expand_shortest(position, rules, line))
                length = length_of(best.moves)
                if length != hunt.bound:
                    raise ReplayFault(f"a line of {hunt.bound} moves became one of {length}")
    except Stopped as stopped:
        reason = stopped.reason
    except MemoryError:
        reason = Reason.MEMORY
    nodes, seconds = best.nodes + effort.nodes, best.seconds + effort.seconds
    best = replace(best, reason=reason, nodes=nodes, seconds=seconds)
    return Shortest(best, length, reason is None, min(hunt.bound, length))


def _rest(limits: Limits, spent: Solution) -> Limits:
    """What is left of the limits; never nothing, so that the search ends at once with its reason."""
    return replace(
        limits,
        max_nodes=None if limits.max_nodes is None else max(limits.max_nodes - spent.nodes, 1),
        max_seconds=None if limits.max_seconds is None else max(limits.max_seconds - spent.seconds, 1e-6),
    )


class _Hunt:
    """The rounds of the search, with room given as they need it.

    Attributes:
        bound: no solution is shorter than this.
    """

    def __init__(self, setup: Setup, effort: Effort) -> None:
        self.bound = int(kernel.least_of(setup.lying, setup.layout, setup.bounds))
        self._setup = setup
        self._effort = effort
        self._work = kernel.Hunt(
            children=np.zeros((FIRST_CHILDREN, CHILD_COLUMNS), np.uint64),
            frames=np.zeros((FIRST_DEPTH, kernel.FRAME_COLUMNS), np.int64),
            counters=np.zeros(kernel.COUNTERS, np.int64),
            slots=_table(FIRST_ENTRIES),
        )
        self._work.counters[kernel.MAY_GROW] = 1

    def round(self) -> list[int] | None:
        """Searches for a solution of ``bound`` moves: its line, or ``None`` after raising ``bound``.

        Raises:
            Stopped: a limit was reached.
        """
        lying, layout, settings, bounds = self._setup
        kernel.begin(lying, self.bound, layout, bounds, self._work)
        while True:
            entered = int(self._work.counters[kernel.ENTERED])
            status = kernel.run(self._effort.next_slice(), layout, settings, bounds, self._work)
            self._effort.nodes += int(self._work.counters[kernel.ENTERED]) - entered
            if status == WON:
                return self._line()
            if status == EXHAUSTED:
                self.bound += 1
                return None
            if status == TABLE_FULL:
                self._grow_table()
            elif status == PATH_FULL:
                self._work = self._work._replace(
                    children=_doubled(self._work.children), frames=_doubled(self._work.frames)
                )

    def _line(self) -> list[int]:
        """The moves from the root to the won position."""
        work = self._work
        on_path = work.frames[1 : work.counters[kernel.DEPTH] + 1, kernel.NEXT] - 1
        line: list[int] = work.children[on_path, MOVE].tolist()
        return line

    def _grow_table(self) -> None:
        """Gives the table more room, or none for ever when it and the old one do not fit into memory."""
        slots = self._work.slots
        size = slots.size * GROWTH
        while (size + slots.size) * WORD > self._effort.table_bytes:
            size //= 2
        if size <= slots.size:
            self._work.counters[kernel.MAY_GROW] = 0
            return
        larger = _table(size // ENTRY_WORDS)
        shortest_table.move_entries(slots, larger)
        self._work = self._work._replace(slots=larger)


def _table(entries: int) -> npt.NDArray[np.uint64]:
    """An empty table whose buckets are cache lines."""
    words = entries * ENTRY_WORDS
    room = np.zeros(words + CACHE_LINE // WORD, np.uint64)
    first = -(room.ctypes.data // WORD) % (CACHE_LINE // WORD)
    return room[first : first + words]


_T = np.int64 | np.uint64


def _doubled(rows: "npt.NDArray[_T]") -> "npt.NDArray[_T]":
    larger = np.zeros((2 * rows.shape[0], *rows.shape[1:]), rows.dtype)
    larger[: rows.shape[0]] = rows
    return larger
