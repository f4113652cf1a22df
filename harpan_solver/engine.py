"""Runs the kernels' searches slice by slice and gives them room as they grow."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from harpan_solver.cuts import ALL_CUTS, NO_FAULTS
from harpan_solver.effort import Effort, Stopped, bytes_before_tables
from harpan_solver.kernels import relaxation, search, table
from harpan_solver.kernels.movegen import KINDS
from harpan_solver.kernels.relaxation import Relaxation
from harpan_solver.kernels.search import Workspace
from harpan_solver.kernels.status import EXHAUSTED, PATH_FULL, SLICE_OVER, TABLE_FULL, WON
from harpan_solver.limits import Limits
from harpan_solver.packing import Packed, pack
from harpan_solver.position import Position
from harpan_solver.result import Reason, Verdict
from harpan_solver.rules import Rules

T = TypeVar("T", bound=np.generic)

FIRST_SLOTS = 1 << 11
FIRST_DEPTH = 256
FIRST_CHILDREN = 1024
# Tables grow by this factor while small, and double from so many slots on: a doubled table needs less
# room beside the old one.
GROWTH = 4
MANY_SLOTS = 1 << 22
WORD = 8


class Order(NamedTuple):
    """In which order moves are tried.

    Attributes:
        kinds: the kinds of moves.
        high_ranks_first: among moves of one kind.
    """

    kinds: tuple[int, ...]
    high_ranks_first: bool


ANY_ORDER = (Order(tuple(range(KINDS)), False),)


class Outcome(NamedTuple):
    """How a search ended; ``line`` holds the winning K+ moves of a solvable position."""

    verdict: Verdict
    line: list[int]


UNDECIDED = Outcome(Verdict.UNDECIDED, [])
LOST = Outcome(Verdict.UNSOLVABLE, [])


def _doubled(rows: npt.NDArray[T]) -> npt.NDArray[T]:
    larger = np.zeros((2 * rows.shape[0], *rows.shape[1:]), rows.dtype)
    larger[: rows.shape[0]] = rows
    return larger


@lru_cache(maxsize=128)
def _rows_of(orders: tuple[Order, ...]) -> npt.NDArray[np.int64]:
    """The orders as the kernels take them, which only read them; made once for each stage of the plan."""
    return np.array([[*order.kinds, order.high_ranks_first] for order in orders], np.int64)


def search_deal(packed: Packed, orders: Sequence[Order], states: int | None, effort: Effort) -> Outcome:
    """Searches a position with its real rules.

    Args:
        orders: a power of two of them; each position uses one, as if by chance.
        states: how many states to enter before giving up; ``None`` for no such limit.

    Raises:
        Stopped: a limit of ``effort`` was reached.
    """
    limited = not packed.settings.unlimited
    work = Workspace(
        children=np.zeros((FIRST_CHILDREN, search.CHILD_COLUMNS), np.uint64),
        frames=np.zeros((FIRST_DEPTH, search.FRAME_COLUMNS), np.int64),
        counters=np.zeros(search.COUNTERS, np.int64),
        slots=np.zeros(FIRST_SLOTS, np.uint64),
        passes=np.zeros(FIRST_SLOTS if limited else 1, np.uint8),
        orders=_rows_of(tuple(orders)),
    )
    passes_left = np.uint64(packed.passes_left)
    if search.begin(packed.state, passes_left, packed.layout, packed.settings, work) == WON:
        return Outcome(Verdict.SOLVABLE, [])
    while True:
        entered = int(work.counters[search.ENTERED])
        budget = _budget(entered, states, effort)
        if budget <= 0:
            return UNDECIDED
        status = search.run(budget, packed.layout, packed.settings, work)
        progress = int(work.counters[search.ENTERED]) - entered
        effort.nodes += progress
        if status == SLICE_OVER and progress == 0:
            return _stuck(entered, states, effort)
        if status == WON:
            return Outcome(Verdict.SOLVABLE, _line_of(work))
        if status == EXHAUSTED:
            return LOST
        if status == TABLE_FULL:
            work = _with_larger_table(work, limited, effort)
        elif status == PATH_FULL:
            work = work._replace(children=_doubled(work.children), frames=_doubled(work.frames))


def _line_of(work: Workspace) -> list[int]:
    """The K+ moves from the root to the won position, each ``64 * kind + bit number``."""
    on_path = work.frames[1 : work.counters[search.DEPTH] + 1, search.NEXT] - 1
    line: list[int] = work.children[on_path, search.MOVE].tolist()
    return line


def _budget(entered: int, states: int | None, effort: Effort) -> int:
    """How many states the next slice may enter; 0 when the search has had its ``states``."""
    budget = effort.next_slice()
    return budget if states is None else min(budget, states - entered)


def _stuck(entered: int, states: int | None, effort: Effort) -> Outcome:
    """What a slice comes to that had no room for the children of one more position.

    Raises:
        Stopped: it was the limit of nodes that left no room.
    """
    if states is not None and states - entered < effort.next_slice():
        return UNDECIDED
    raise Stopped(Reason.MAX_NODES)


def _larger(size: int, slot_bytes: int, effort: Effort) -> int:
    """The size of a larger table; the old and the new one must fit into memory together.

    Raises:
        Stopped: they do not.
    """
    larger = size * (GROWTH if size < MANY_SLOTS else 2)
    while larger > size and (larger + size) * slot_bytes > effort.table_bytes:
        larger //= 2
    if larger <= size:
        raise Stopped(Reason.MEMORY)
    return larger


def _with_larger_table(work: Workspace, limited: bool, effort: Effort) -> Workspace:
    size = _larger(work.slots.size, WORD + int(limited), effort)
    slots = np.zeros(size, np.uint64)
    passes = np.zeros(size if limited else 1, np.uint8)
    table.rehash(work.slots, work.passes, slots, passes)
    return work._replace(slots=slots, passes=passes)


def search_floating(packed: Packed, states: int | None, effort: Effort) -> Outcome:
    """The floating-stock relaxation of a position; its win proves nothing and has no line.

    Args:
        states: how many states to enter before giving up.

    Raises:
        Stopped: a limit of ``effort`` was reached.
    """
    relax = Relaxation(
        seen=np.zeros((FIRST_SLOTS, relaxation.SEEN_COLUMNS), np.uint64),
        path=np.zeros((FIRST_DEPTH, relaxation.PATH_COLUMNS), np.uint64),
        counters=np.zeros(relaxation.COUNTERS, np.int64),
    )
    relaxation.begin(packed.state, packed.layout, packed.settings, relax)
    while True:
        entered = int(relax.counters[relaxation.ENTERED])
        budget = _budget(entered, states, effort)
        if budget <= 0:
            return UNDECIDED
        status = relaxation.run(budget, packed.layout, packed.settings, relax)
        effort.nodes += int(relax.counters[relaxation.ENTERED]) - entered
        if status == WON:
            return Outcome(Verdict.SOLVABLE, [])
        if status == EXHAUSTED:
            return LOST
        if status == TABLE_FULL:
            seen = np.zeros(
                (_larger(relax.seen.shape[0], 2 * WORD, effort), relaxation.SEEN_COLUMNS), np.uint64
            )
            relaxation.rehash(relax.seen, seen)
            relax = relax._replace(seen=seen)
        elif status == PATH_FULL:
            relax = relax._replace(path=_doubled(relax.path))


def exercise() -> None:
    """Calls every kernel once on a deck of twelve cards, so that it is compiled or loaded."""
    effort = Effort(Limits(), 1.0, None)
    packed = pack(Position.dealt(tuple(range(12)), ranks=3, columns=3), Rules(), ALL_CUTS, NO_FAULTS)
    search_deal(packed, ANY_ORDER, None, effort)
    search_floating(packed, FIRST_SLOTS, effort)
    words, rows = np.zeros(2, np.uint64), np.zeros((2, relaxation.SEEN_COLUMNS), np.uint64)
    table.rehash(words, np.zeros(1, np.uint8), np.zeros(4, np.uint64), np.zeros(1, np.uint8))
    relaxation.rehash(rows, np.zeros((4, relaxation.SEEN_COLUMNS), np.uint64))
    bytes_before_tables.cache_clear()
