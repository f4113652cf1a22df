"""Depth-first search over K+ moves with a transposition table, in slices that can be resumed.

A slice runs until it has an answer or needs something from its caller: a larger table, more room for
the path, or a decision whether to go on. All its state lies in the arrays of its workspace.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ONE, ZERO, highest, lowest
from harpan_solver.kernels.dominance import (
    forced_up,
    is_forced,
    on_demand,
    stock_is_virtual,
    uses_of,
    without_idle_emptying,
)
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import Layout, Settings, State, Words
from harpan_solver.kernels.movegen import BRING_BACK, KINDS, STOCK_TO_COLUMN, UP_FROM_STOCK, Moves, moves_of
from harpan_solver.kernels.status import EXHAUSTED, PATH_FULL, SLICE_OVER, TABLE_FULL, WON
from harpan_solver.kernels.step import after, is_won
from harpan_solver.kernels.stock import cards_at, needs_redeal, reachable
from harpan_solver.kernels.table import slot_of

# Places in Workspace.counters.
DEPTH = 0
ENTERED = 1
FILLED = 2
COUNTERS = 3

# Columns of a row of Workspace.path.
KEY, FOUND, UP, HEADS, PASSES, ORDER, FIRST_KIND = 0, 1, 2, 3, 4, 5, 6
PATH_COLUMNS = FIRST_KIND + KINDS

NO_CARD = np.uint64(64)
ORDER_SPREAD = np.uint64(0xD1342543DE82EF95)
ORDER_SHIFT = np.uint64(48)


class Workspace(NamedTuple):
    """The arrays of one search; all but ``orders`` are modified in place.

    Attributes:
        path: (depth, PATH_COLUMNS) uint64, for each position on the path its state, the passes left
            and the moves not yet tried, kind by kind in the order of trying.
        played: (depth,) uint16, the move that led from each position of the path to the next.
        counters: (COUNTERS,) int64: depth of the path (-1 when the search is over), states
            entered, table slots in use.
        slots, passes: the transposition table, see ``table``.
        orders: (a power of two, KINDS + 1) int64: the kinds of moves in the order of trying, then 1
            to try high ranks first, 0 low ranks. Each position uses the row that its key points to.
    """

    path: Words
    played: npt.NDArray[np.uint16]
    counters: npt.NDArray[np.int64]
    slots: Words
    passes: npt.NDArray[np.uint8]
    orders: npt.NDArray[np.int64]


@part
def _push(state: State, passes_left: np.uint64, moves: Moves, depth: int, work: Workspace) -> None:
    row = work.path[depth]
    row[KEY] = state.key
    row[FOUND] = state.found
    row[UP] = state.up
    row[HEADS] = state.heads
    row[PASSES] = passes_left
    choice = (state.key * ORDER_SPREAD) >> ORDER_SHIFT & np.uint64(work.orders.shape[0] - 1)
    row[ORDER] = choice
    for place in range(KINDS):
        row[FIRST_KIND + place] = moves[work.orders[choice, place]]


@part
def _is_known(slot: np.uint64, passes_left: np.uint64, settings: Settings, work: Workspace) -> bool:
    """Whether the position of this slot was entered before with as many passes left."""
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
    if settings.cuts.no_idle_emptying:
        moves = without_idle_emptying(moves, state, layout, settings)
    if last == NO_CARD:
        moves = forced_up(moves, state, layout, settings)
    else:
        moves = uses_of(moves, last, layout, settings)
    if settings.cuts.returns_on_demand or settings.cuts.stock_on_demand:
        moves = on_demand(moves, state, stock_cards, layout, settings)
    return moves


@kernel
def begin(state: State, passes_left: np.uint64, layout: Layout, settings: Settings, work: Workspace) -> None:
    """Makes a position the start of a search; the table must be empty."""
    work.counters[DEPTH] = 0
    _push(state, passes_left, _moves(state, passes_left, NO_CARD, layout, settings), 0, work)


@kernel
def run(budget: int, layout: Layout, settings: Settings, work: Workspace) -> int:
    """Searches on until an answer, a need or ``budget`` more states; returns how it ended.

    With WON, ``played[: depth + 1]`` is the winning line.
    """
    depth = work.counters[DEPTH]
    entered = work.counters[ENTERED]
    stop_at = entered + budget
    room = work.slots.size // 2 if work.slots.size < 1 << 12 else work.slots.size * 5 // 8
    status = EXHAUSTED
    while depth >= 0:
        # 1. Stop where the caller is needed.
        if entered >= stop_at:
            status = SLICE_OVER
            break
        if work.counters[FILLED] >= room:
            status = TABLE_FULL
            break
        if depth + 1 >= work.path.shape[0]:
            status = PATH_FULL
            break
        # 2. The next move not yet tried; none left: one position back.
        row = work.path[depth]
        place = 0
        while place < KINDS and row[FIRST_KIND + place] == ZERO:
            place += 1
        if place == KINDS:
            depth -= 1
            continue
        untried = row[FIRST_KIND + place]
        order = work.orders[row[ORDER]]
        number = highest(untried) if order[KINDS] else lowest(untried)
        row[FIRST_KIND + place] = untried ^ (ONE << number)
        kind = order[place]
        # 3. Play it.
        state = State(row[KEY], row[FOUND], row[UP], row[HEADS])
        passes_left = row[PASSES]
        if (
            not settings.unlimited
            and (kind == UP_FROM_STOCK or kind == STOCK_TO_COLUMN)  # noqa: SIM109 - no tuples per state
            and needs_redeal(state.key, layout.stock_index[number], layout)
        ):
            passes_left -= ONE
        child = after(state, kind, number, layout, settings)
        entered += 1
        work.played[depth] = np.uint16(kind * 64) | np.uint16(number)
        # 4. Won?
        if is_won(child, layout, settings):
            status = WON
            break
        # 5. Positions that only lead to a use or to a card that must go up are never stored.
        last = number if _is_on_demand(kind, layout, settings) else NO_CARD
        if last == NO_CARD:
            slot = slot_of(work.slots, child.key)
            if _is_known(slot, passes_left, settings, work):
                continue
        moves = _moves(child, passes_left, last, layout, settings)
        if last == NO_CARD and not is_forced(moves):
            _store(slot, child.key, passes_left, settings, work)
        depth += 1
        _push(child, passes_left, moves, depth, work)
    work.counters[DEPTH] = depth
    work.counters[ENTERED] = entered
    return status
