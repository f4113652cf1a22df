"""What a player who does not see all cards can choose from: every move for good that is in reach.

A placed card that goes up can come back, and one that came back can go up again, so such moves decide
nothing. A choice is a chain of them and then one move that cannot be taken back: it turns a card up, empties
a column or takes a card from the stock.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ONE, ZERO, highest_bit, low_bits, lowest
from harpan_solver.kernels.dominance import lowest_card, safe_cards
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.layout import TURNED_SHIFT, Layout, Settings, State, Words
from harpan_solver.kernels.movegen import (
    BRING_BACK,
    KINDS,
    STOCK_TO_COLUMN,
    UNCOVER,
    UP_FROM_COLUMN,
    UP_FROM_STOCK,
    free_pairs,
    moves_of,
    next_up,
)
from harpan_solver.kernels.step import after
from harpan_solver.kernels.stock import cards_at, needs_redeal, reachable, stock_of, turned_of

#: A move of its own kind, beside those of ``movegen``: turning stock cards that were never seen.
TURN = KINDS

# Columns of a row of Choices.positions.
KEY, FOUND, UP, HEADS = 0, 1, 2, 3
POSITION_COLUMNS = 4

# Columns of a row of Choices.ways: the position from which one was reached, and the move (kind * 64 + bit).
FROM, MOVE = 0, 1
WAY_COLUMNS = 2

# Places in Choices.counts.
POSITIONS, MOVES = 0, 1
COUNTS = 2

CARD_BITS = 6
START = -1


class Choices(NamedTuple):
    """The choices of one decision; the arrays are filled in place.

    Attributes:
        positions: (room, POSITION_COLUMNS) uint64, positions in reach by moves that can be taken back.
        ways: (room, WAY_COLUMNS) int64, how each position is reached; the first from ``START``.
        moves: (room, WAY_COLUMNS) int64, the choices: a move for good and the position it is made from.
        wins: (room,) float64, what each choice has won so far.
        order: (room,) int64, the numbers of the choices, the best first.
        counts: (COUNTS,) int64: positions, choices.
    """

    positions: Words
    ways: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]
    wins: npt.NDArray[np.float64]
    order: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]


@part
def position_at(index: int, choices: Choices) -> State:
    """A position that was noted."""
    row = choices.positions
    return State(row[index, KEY], row[index, FOUND], row[index, UP], row[index, HEADS])


@part
def _note_position(state: State, origin: int, move: np.int64, choices: Choices) -> None:
    """Notes a position unless it is known; foundations tell apart what is reached without moves for good."""
    count = choices.counts[POSITIONS]
    if count == choices.positions.shape[0]:
        return
    for known in range(count):
        if choices.positions[known, FOUND] == state.found:
            return
    choices.positions[count, KEY] = state.key
    choices.positions[count, FOUND] = state.found
    choices.positions[count, UP] = state.up
    choices.positions[count, HEADS] = state.heads
    choices.ways[count, FROM] = origin
    choices.ways[count, MOVE] = move
    choices.counts[POSITIONS] = count + 1


@part
def _note_moves(kind: int, cards: np.uint64, origin: int, choices: Choices) -> None:
    """Notes a choice for each card."""
    while cards != ZERO and choices.counts[MOVES] < choices.moves.shape[0]:
        number = lowest(cards)
        cards ^= ONE << number
        count = choices.counts[MOVES]
        choices.moves[count, FROM] = origin
        choices.moves[count, MOVE] = (kind << CARD_BITS) | np.int64(number)
        choices.counts[MOVES] = count + 1


@part
def _put_up(state: State, layout: Layout, settings: Settings, choices: Choices) -> None:
    """Starts from the position in which all placed cards that can go up are up, if they can come back."""
    choices.counts[POSITIONS] = 0
    choices.counts[MOVES] = 0
    _note_position(state, START, np.int64(START), choices)
    while settings.worrying_back:
        ready = state.up & ~state.heads & free_pairs(state) & next_up(state.found, layout)
        if ready == ZERO:
            return
        number = lowest(ready)
        state = after(state, UP_FROM_COLUMN, number, layout, settings)
        move = (UP_FROM_COLUMN << CARD_BITS) | np.int64(number)
        _note_position(state, choices.counts[POSITIONS] - 1, move, choices)


@part
def find_choices(
    state: State,
    passes_left: np.uint64,
    unseen_stock: bool,
    layout: Layout,
    settings: Settings,
    choices: Choices,
) -> None:
    """Finds all choices; a safe card that decides something is the only one.

    Args:
        unseen_stock: whether stock cards ahead were never seen: then only the waste's top can be played,
            and turning on is a choice.
    """
    _put_up(state, layout, settings, choices)
    tried_up, tried_uncover, tried_stock_up, tried_stock_down = ZERO, ZERO, ZERO, ZERO
    at = choices.counts[POSITIONS] - 1
    while at < choices.counts[POSITIONS]:
        # 1. What can be played from here.
        state = position_at(at, choices)
        places = waste_top(state.key) if unseen_stock else reachable(state.key, passes_left, layout, settings)
        moves = moves_of(state, cards_at(places, layout), layout, settings)
        for_good = state.heads if settings.worrying_back else layout.deck
        # 2. A safe card goes up, as nothing can be lost by it.
        safe = safe_cards(state.key, settings)
        safe_up = moves.up_from_column & for_good & safe
        safe_stock_up = ZERO
        if settings.unlimited and layout.draw == ONE:
            safe_stock_up = moves.up_from_stock & safe
        if safe_up | safe_stock_up != ZERO:
            choices.counts[MOVES] = 0
            if safe_up != ZERO:
                _note_moves(UP_FROM_COLUMN, lowest_card(safe_up), at, choices)
            else:
                _note_moves(UP_FROM_STOCK, lowest_card(safe_stock_up), at, choices)
            return
        # 3. Moves for good, each from the first position that allows it.
        _note_moves(UP_FROM_COLUMN, moves.up_from_column & for_good & ~tried_up, at, choices)
        _note_moves(UNCOVER, moves.uncover & ~tried_uncover, at, choices)
        _note_moves(UP_FROM_STOCK, moves.up_from_stock & ~tried_stock_up, at, choices)
        _note_moves(STOCK_TO_COLUMN, moves.stock_to_column & ~tried_stock_down, at, choices)
        tried_up |= moves.up_from_column & for_good
        tried_uncover |= moves.uncover
        tried_stock_up |= moves.up_from_stock
        tried_stock_down |= moves.stock_to_column
        # 4. Positions in reach from here.
        if settings.worrying_back:
            _note_positions(UP_FROM_COLUMN, moves.up_from_column & ~for_good, at, layout, settings, choices)
            _note_positions(BRING_BACK, moves.bring_back & ~safe, at, layout, settings, choices)
        at += 1
    if unseen_stock:
        _note_moves(TURN, ONE, 0, choices)


@part
def _note_positions(
    kind: int, cards: np.uint64, origin: int, layout: Layout, settings: Settings, choices: Choices
) -> None:
    """Notes the positions after moves of one kind that can be taken back."""
    state = position_at(origin, choices)
    while cards != ZERO:
        number = lowest(cards)
        cards ^= ONE << number
        move = (kind << CARD_BITS) | np.int64(number)
        _note_position(after(state, kind, number, layout, settings), origin, move, choices)


@part
def stock_ahead(key: np.uint64) -> np.uint64:
    """The places of the stock cards that are not turned in this pass, as a set."""
    return stock_of(key) & ~low_bits(turned_of(key))


@part
def waste_top(key: np.uint64) -> np.uint64:
    """The place of the waste's top card, as a set; empty for an empty waste."""
    return highest_bit(stock_of(key) & low_bits(turned_of(key)))


@part
def turns_up(choice: int, seen_bottoms: np.uint64, choices: Choices) -> bool:
    """Whether a choice turns up a face-down card."""
    move = choices.moves[choice, MOVE]
    kind = move >> CARD_BITS
    card = ONE << np.uint64(move & (1 << CARD_BITS) - 1)
    heads = choices.positions[choices.moves[choice, FROM], HEADS]
    leaves = kind in (UNCOVER, UP_FROM_COLUMN) and card & heads != ZERO
    return leaves and card & seen_bottoms == ZERO


@part
def after_choice(
    choice: int, passes_left: np.uint64, layout: Layout, settings: Settings, choices: Choices
) -> tuple[State, np.uint64]:
    """The position that a choice leads to in the world of ``layout``, and the redeals then left."""
    state = position_at(choices.moves[choice, FROM], choices)
    move = choices.moves[choice, MOVE]
    kind = move >> CARD_BITS
    number = np.uint64(move & (1 << CARD_BITS) - 1)
    if kind == TURN:
        return turned_on(state, layout), passes_left
    if kind in (UP_FROM_STOCK, STOCK_TO_COLUMN) and not settings.unlimited:
        place = layout.stock_index[number]
        if needs_redeal(state.key, place, layout):
            passes_left -= ONE
    return after(state, kind, number, layout, settings), passes_left


@part
def turned_on(state: State, layout: Layout) -> State:
    """The position after one draw."""
    turned = turned_of(state.key)
    ahead = stock_ahead(state.key)
    for _ in range(layout.draw):
        if ahead != ZERO:
            turned = lowest(ahead) + ONE
            ahead &= ahead - ONE
    return State(
        state.key & low_bits(TURNED_SHIFT) | (turned << TURNED_SHIFT), state.found, state.up, state.heads
    )
