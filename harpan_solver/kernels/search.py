"""Depth-first search over K+ moves with a transposition table, in slices that can be resumed.

A slice runs until it has an answer or needs something from its caller: a larger table, more room for
the path, or a decision whether to go on. All its state lies in the arrays of its workspace.

Most positions that a move leads to are in the table already, and looking there costs a trip to memory.
So all children of a position are made at once, the table's cache lines are asked for together, and
only then the known ones are dropped.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ONE, ZERO, highest, lowest, popcount, prefetch
from harpan_solver.kernels.dominance import (
    forced_up,
    is_forced,
    on_demand,
    stock_is_virtual,
    uses_of,
)
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import Layout, Settings, State, Words
from harpan_solver.kernels.movegen import BRING_BACK, KINDS, STOCK_TO_COLUMN, UP_FROM_STOCK, Moves, moves_of
from harpan_solver.kernels.status import EXHAUSTED, PATH_FULL, SLICE_OVER, TABLE_FULL, WON
from harpan_solver.kernels.step import after, is_won
from harpan_solver.kernels.stock import cards_at, needs_redeal, reachable
from harpan_solver.kernels.table import home_of, slot_of

# Places in Workspace.counters.
DEPTH, ENTERED, FILLED = 0, 1, 2
COUNTERS = 3

# Columns of a row of Workspace.children: a state, the redeals left, the card just laid on demand (or
# NO_CARD) and the move that led here. Eight words are one cache line.
KEY, FOUND, UP, HEADS, PASSES, LAST, MOVE = 0, 1, 2, 3, 4, 5, 6
CHILD_COLUMNS = 8

# Columns of a row of Workspace.frames: the next child to search and the end of the children.
NEXT, END = 0, 1
FRAME_COLUMNS = 2

NO_CARD = np.uint64(64)
MOST_CHILDREN = 128
ORDER_SPREAD = np.uint64(0xD1342543DE82EF95)
ORDER_SHIFT = np.uint64(48)
CARD_BITS = np.uint64(6)


class Workspace(NamedTuple):
    """The arrays of one search; all but ``orders`` are modified in place.

    Attributes:
        children: (room, CHILD_COLUMNS) uint64, a stack of positions yet to be searched or on the
            path. The first is the root.
        frames: (depth, FRAME_COLUMNS) int64, for each position on the path its part of ``children``.
        counters: (COUNTERS,) int64: depth of the path (-1 when the search is over), states
            entered, table slots in use.
        slots, passes: the transposition table, see ``table``.
        orders: (a power of two, KINDS + 1) int64: the kinds of moves in the order of trying, then 1
            to try high ranks first, 0 low ranks. Each position uses the row that its key points to.
    """

    children: Words
    frames: npt.NDArray[np.int64]
    counters: npt.NDArray[np.int64]
    slots: Words
    passes: npt.NDArray[np.uint8]
    orders: npt.NDArray[np.int64]


@part
def _is_known(slot: np.uint64, passes_left: np.uint64, settings: Settings, work: Workspace) -> bool:
    """Whether the position of this slot was searched before with as many passes left."""
    if work.slots[slot] == ZERO:
        return False
    return settings.unlimited or bool(np.uint64(work.passes[slot]) > passes_left)


@part
def _store(
    slot: np.uint64, key: np.uint64, passes_left: np.uint64, settings: Settings, work: Workspace
) -> None:
    if work.slots[slot] == ZERO:
        work.slots[slot] = ~key
        work.counters[FILLED] += 1
    if not settings.unlimited:
        work.passes[slot] = np.uint8(passes_left + ONE)


@part
def _is_on_demand(kind: int, layout: Layout, settings: Settings) -> bool:
    """Whether a move of this kind lays a card only for a use that follows at once."""
    if kind == BRING_BACK:
        return settings.cuts.returns_on_demand
    return kind == STOCK_TO_COLUMN and stock_is_virtual(layout, settings)


@part
def _moves(
    state: State, passes_left: np.uint64, last: np.uint64, layout: Layout, settings: Settings
) -> Moves:
    """The moves to try in a position; ``last`` is the card just laid on demand, or NO_CARD."""
    places = reachable(state.key, passes_left, layout, settings)
    stock_cards = cards_at(places, layout)
    moves = moves_of(state, stock_cards, layout, settings)
    if last == NO_CARD:
        moves = forced_up(moves, state, layout, settings)
    else:
        moves = uses_of(moves, last, layout, settings)
    if settings.cuts.returns_on_demand or settings.cuts.stock_on_demand:
        moves = on_demand(moves, state, stock_cards, layout, settings)
    return moves


@part
def _count(moves: Moves) -> np.int64:
    total = ZERO
    for kind in range(KINDS):
        total += popcount(moves[kind])
    return np.int64(total)


@part
def _write(
    child: np.int64, state: State, passes_left: np.uint64, last: np.uint64, move: np.uint64, work: Workspace
) -> None:
    children = work.children
    children[child, KEY] = state.key
    children[child, FOUND] = state.found
    children[child, UP] = state.up
    children[child, HEADS] = state.heads
    children[child, PASSES] = passes_left
    children[child, LAST] = last
    children[child, MOVE] = move


@part
def _make_children(
    parent: np.int64, first: np.int64, moves: Moves, layout: Layout, settings: Settings, work: Workspace
) -> tuple[np.int64, bool]:
    """Writes what these moves lead to from ``first`` on; tells the end, and whether the last one is won."""
    children = work.children
    state = State(
        children[parent, KEY], children[parent, FOUND], children[parent, UP], children[parent, HEADS]
    )
    choice = (state.key * ORDER_SPREAD) >> ORDER_SHIFT & np.uint64(work.orders.shape[0] - 1)
    high_first = work.orders[choice, KINDS] != 0
    end = first
    for place in range(KINDS):
        kind = work.orders[choice, place]
        cards = moves[kind]
        from_stock = kind in (UP_FROM_STOCK, STOCK_TO_COLUMN)
        laid = _is_on_demand(kind, layout, settings)
        while cards != ZERO:
            number = highest(cards) if high_first else lowest(cards)
            cards ^= ONE << number
            passes_left = children[parent, PASSES]
            if (
                from_stock
                and not settings.unlimited
                and needs_redeal(state.key, layout.stock_index[number], layout)
            ):
                passes_left -= ONE
            child = after(state, kind, number, layout, settings)
            last = number if laid else NO_CARD
            _write(end, child, passes_left, last, (np.uint64(kind) << CARD_BITS) | number, work)
            end += 1
            if is_won(child, layout, settings):
                return end, True
            prefetch(work.slots, home_of(work.slots, child.key))
    return end, False


@part
def _drop_known(first: np.int64, end: np.int64, settings: Settings, work: Workspace) -> np.int64:
    """Closes up the children that are not in the table yet; tells their end."""
    children = work.children
    kept = first
    for child in range(first, end):
        key = children[child, KEY]
        if children[child, LAST] == NO_CARD:
            slot = slot_of(work.slots, key, home_of(work.slots, key))
            if _is_known(slot, children[child, PASSES], settings, work):
                continue
        if kept != child:
            for column in range(CHILD_COLUMNS - 1):
                children[kept, column] = children[child, column]
        kept += 1
    return kept


@kernel
def begin(state: State, passes_left: np.uint64, layout: Layout, settings: Settings, work: Workspace) -> int:
    """Makes a position the root of a search; the table must be empty. Returns WON if it is won."""
    _write(np.int64(0), state, passes_left, NO_CARD, ZERO, work)
    work.frames[0, NEXT] = 0
    work.frames[0, END] = 1
    work.counters[DEPTH] = 0
    return WON if is_won(state, layout, settings) else SLICE_OVER


@kernel
def run(budget: int, layout: Layout, settings: Settings, work: Workspace) -> int:
    """Searches on until an answer, a need or ``budget`` more states; returns how it ended.

    Never enters more than ``budget`` states: where a position has more children than are left of it,
    the slice is over before. With WON, the last child searched of every frame but the first makes the
    winning line.
    """
    children = work.children
    frames = work.frames
    depth = work.counters[DEPTH]
    entered = work.counters[ENTERED]
    stop_at = entered + budget
    room = work.slots.size // 2
    status = EXHAUSTED
    while depth >= 0:
        # 1. Stop where the caller is needed.
        if entered >= stop_at:
            status = SLICE_OVER
            break
        if work.counters[FILLED] >= room:
            status = TABLE_FULL
            break
        first = frames[depth, END]
        if depth + 1 >= frames.shape[0] or first + MOST_CHILDREN > children.shape[0]:
            status = PATH_FULL
            break
        # 2. The next child; none left: one position back.
        child = frames[depth, NEXT]
        if child == first:
            depth -= 1
            continue
        frames[depth, NEXT] = child + 1
        # 3. It may have become known since it was made.
        key = children[child, KEY]
        passes_left = children[child, PASSES]
        last = children[child, LAST]
        slot = ZERO
        if last == NO_CARD:
            slot = slot_of(work.slots, key, home_of(work.slots, key))
            if _is_known(slot, passes_left, settings, work):
                continue
        # 4. Its moves. Positions that only lead to a use or to a card that must go up are not stored.
        state = State(key, children[child, FOUND], children[child, UP], children[child, HEADS])
        moves = _moves(state, passes_left, last, layout, settings)
        if entered + MOST_CHILDREN > stop_at and entered + _count(moves) > stop_at:
            frames[depth, NEXT] = child
            status = SLICE_OVER
            break
        if last == NO_CARD and not is_forced(moves):
            _store(slot, key, passes_left, settings, work)
        # 5. Its children, but for the known ones; one of them may be won.
        end, won = _make_children(child, first, moves, layout, settings, work)
        entered += end - first
        depth += 1
        if won:
            frames[depth, NEXT] = end
            status = WON
            break
        frames[depth, NEXT] = first
        frames[depth, END] = _drop_known(first, end, settings, work)
    work.counters[DEPTH] = depth
    work.counters[ENTERED] = entered
    return status
