"""What the net is told of a position: the numbers of the inputs that are on.

One card is drawn at a time, in one pass. Only cards that have been seen count. Each group of inputs begins at
the number given here; a card's input is the group's first number and the card's bit number.
"""

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ONE, ZERO, low_bits, lowest, popcount
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.layout import Layout, State
from harpan_solver.kernels.movegen import FIRST_OF_PAIR, RANK, free_pairs_of, next_up
from harpan_solver.kernels.step import suit_of
from harpan_solver.kernels.stock import card_at, stock_of, turned_of

CARDS = 52
KING = 12
NO_TOP = CARDS + 1
NEW_TOP = CARDS
TOPS = CARDS + 2
COUNTS = 25
MOST_BENEATH = 6
LEVELS = MOST_BENEATH + 1
MOST_FACE_DOWN = 21
MOST_DEAD = 12

# Cards by where they lie: up on foundations; heads with cards face down beneath; other placed cards; in the
# waste, with no lower card of the suit beneath or with one.
ON_FOUNDATION = 0
BURYING = ON_FOUNDATION + CARDS
PLACED = BURYING + CARDS
LOOSE_WASTE = PLACED + CARDS
HELD_WASTE = LOOSE_WASTE + CARDS
# The uppermost cards of the waste.
TOP = HELD_WASTE + CARDS
DEEP = 4
# Counts.
STOCK_COUNT = TOP + DEEP * TOPS
WASTE_COUNT = STOCK_COUNT + COUNTS
HELD_COUNT = WASTE_COUNT + COUNTS
DEAD_COUNT = HELD_COUNT + COUNTS
FACE_DOWN_COUNT = DEAD_COUNT + MOST_DEAD + 1
EMPTY_COUNT = FACE_DOWN_COUNT + MOST_FACE_DOWN + 1
# Columns by how many cards lie face down, also with the rank of their heads, and those turned up just now.
COLUMN = EMPTY_COUNT + LEVELS + 1
HEAD = COLUMN + LEVELS
NEW_HEAD = HEAD + (KING + 1) * LEVELS
# Pairs of twins of which one is free.
FREE_PAIR = NEW_HEAD + LEVELS
# The cards that foundations take next: their rank and where they are.
NEXT = FREE_PAIR + CARDS // 2
PLACES = 10
NEXT_ON_TOP, NEXT_IN_WASTE, NEXT_UNSEEN = 4, 5, 9
# The waste's top: its rank and what can be done with it.
TOP_USE = NEXT + (KING + 1) * PLACES
USES = 4
INPUTS = TOP_USE + (KING + 1) * USES

#: Room for the inputs that can be on at once.
MOST_ON = 192

Numbers = npt.NDArray[np.int64]


@part
def _switch_on(first: int, number: int | np.int64, count: int, on: Numbers) -> int:
    """Notes an input; returns how many are noted."""
    on[count] = first + number
    return count + 1


@part
def _switch_on_cards(first: int, cards: np.uint64, count: int, on: Numbers) -> int:
    """Notes the inputs of cards."""
    while cards != ZERO:
        count = _switch_on(first, np.int64(lowest(cards)), count, on)
        cards &= cards - ONE
    return count


@part
def rank_of(number: np.uint64) -> np.int64:
    """The rank of a card's bit number, from 0."""
    return np.int64(number >> np.uint64(2))


@part
def _columns(state: State, new: np.uint64, beneath: Numbers, count: int, on: Numbers) -> tuple[int, int, int]:
    """Notes what columns hold; returns how many inputs are on, face-down cards and columns in use."""
    face_down, used = 0, 0
    heads = state.heads
    while heads != ZERO:
        number = lowest(heads)
        card = ONE << number
        heads ^= card
        under = min(beneath[number], MOST_BENEATH)
        used += 1
        face_down += under
        if card & new != ZERO:
            face_down += 1
            count = _switch_on(NEW_HEAD, under, count, on)
        elif under > 0:
            count = _switch_on(BURYING, np.int64(number), count, on)
            count = _switch_on(HEAD, rank_of(number) * LEVELS + under, count, on)
            count = _switch_on(COLUMN, under, count, on)
        else:
            count = _switch_on(PLACED, np.int64(number), count, on)
    return count, face_down, used


@part
def _next_in_tableau(state: State, wanted: np.uint64, free: np.uint64, count: int, on: Numbers) -> int:
    """Notes for wanted cards of the tableau whether they are free, and whether they are heads."""
    while wanted != ZERO:
        number = lowest(wanted)
        wanted &= wanted - ONE
        place = 2 * np.int64((free >> number) & ONE) + np.int64((state.heads >> number) & ONE)
        count = _switch_on(NEXT, rank_of(number) * PLACES + place, count, on)
    return count


@part
def _depth_place(above: np.int64) -> int:
    """Where a wanted card of the waste is, as a place of ``NEXT``, by how many cards lie on it."""
    if above == 0:
        return NEXT_ON_TOP
    if above <= 2:
        return NEXT_IN_WASTE
    if above <= 5:
        return NEXT_IN_WASTE + 1
    if above <= 10:
        return NEXT_IN_WASTE + 2
    return NEXT_IN_WASTE + 3


@part
def _waste(
    state: State, new: np.uint64, wanted: np.uint64, layout: Layout, count: int, on: Numbers
) -> tuple[int, np.int64, np.uint64]:
    """Notes what the waste holds; returns how many inputs are on, the top and the wanted cards found.

    A card is held when a lower one of its suit lies beneath it: it has to go to a column first. It is dead
    when the cards that it could lie on are up or beneath it too.
    """
    places = stock_of(state.key) & low_bits(turned_of(state.key))
    left = np.int64(popcount(places))
    size = left
    top, second = np.int64(NO_TOP), np.int64(NO_TOP)
    third, fourth = np.int64(NO_TOP), np.int64(NO_TOP)
    gone = state.found
    lows = ZERO
    found = ZERO
    held, dead = 0, 0
    while places != ZERO:
        number = card_at(lowest(places), layout)
        places &= places - ONE
        left -= 1
        fourth, third, second = third, second, top
        if (new >> number) & ONE != ZERO:
            top = np.int64(NEW_TOP)
            continue
        top = np.int64(number)
        rank = rank_of(number)
        if (wanted >> number) & ONE != ZERO:
            found |= ONE << number
            count = _switch_on(NEXT, rank * PLACES + _depth_place(left), count, on)
        # The lowest rank of each suit so far, plus one, in four bits of ``lows``; 0 for none.
        shift = suit_of(number) << np.uint64(2)
        low = np.int64((lows >> shift) & np.uint64(15))
        if 0 < low <= rank:
            held += 1
            count = _switch_on(HELD_WASTE, top, count, on)
            hosts = np.uint64(3) << ((number & ~ONE) + RANK)
            if rank < KING and hosts & ~gone == ZERO:
                dead += 1
        else:
            lows = (lows & ~(np.uint64(15) << shift)) | (np.uint64(rank + 1) << shift)
            count = _switch_on(LOOSE_WASTE, top, count, on)
        gone |= ONE << number
    count = _switch_on(TOP, top, count, on)
    count = _switch_on(TOP + TOPS, second, count, on)
    count = _switch_on(TOP + 2 * TOPS, third, count, on)
    count = _switch_on(TOP + 3 * TOPS, fourth, count, on)
    count = _switch_on(WASTE_COUNT, size, count, on)
    count = _switch_on(HELD_COUNT, np.int64(held), count, on)
    count = _switch_on(DEAD_COUNT, np.int64(min(dead, MOST_DEAD)), count, on)
    return count, top, found


@part
def inputs_of(state: State, new: np.uint64, layout: Layout, beneath: Numbers, on: Numbers) -> int:
    """Notes the inputs of a position; returns how many are on.

    Args:
        state: the position after a choice.
        new: the cards that the choice turned up or drew, which its player does not know yet.
        beneath: (64,) int64, for a head's bit number how many cards lie face down beneath it.
        on: (``MOST_ON``,) int64, modified in place.
    """
    # 1. Foundations and columns.
    seen = State(state.key, state.found, state.up & ~new, state.heads & ~new)
    count = _switch_on_cards(ON_FOUNDATION, state.found, 0, on)
    count, face_down, used = _columns(state, new, beneath, count, on)
    placed = seen.up & ~seen.heads
    count = _switch_on_cards(PLACED, placed, count, on)
    count = _switch_on(FACE_DOWN_COUNT, np.int64(min(face_down, MOST_FACE_DOWN)), count, on)
    empty = np.int64(layout.columns) - used - np.int64(popcount(placed & layout.kings))
    count = _switch_on(EMPTY_COUNT, empty, count, on)
    # 2. Where cards can lie, and the cards that can go up next.
    free = free_pairs_of(seen.up, placed)
    pairs = free & FIRST_OF_PAIR
    while pairs != ZERO:
        count = _switch_on(FREE_PAIR, np.int64(lowest(pairs) >> ONE), count, on)
        pairs &= pairs - ONE
    wanted = next_up(state.found, layout)
    count = _next_in_tableau(state, wanted & seen.up, free, count, on)
    # 3. The stock.
    count, top, in_waste = _waste(state, new, wanted, layout, count, on)
    ahead = stock_of(state.key) & ~low_bits(turned_of(state.key))
    count = _switch_on(STOCK_COUNT, np.int64(popcount(ahead)), count, on)
    wanted_unseen = wanted & ~(seen.up | in_waste)
    while wanted_unseen != ZERO:
        place = rank_of(lowest(wanted_unseen)) * PLACES + NEXT_UNSEEN
        count = _switch_on(NEXT, place, count, on)
        wanted_unseen &= wanted_unseen - ONE
    if top < CARDS:
        number = np.uint64(top)
        host = empty > 0
        if rank_of(number) < KING:
            host = (free >> (number + RANK)) & ONE != ZERO
        use = (1 if host else 0) + 2 * np.int64((wanted >> number) & ONE)
        count = _switch_on(TOP_USE, rank_of(number) * USES + use, count, on)
    return count
