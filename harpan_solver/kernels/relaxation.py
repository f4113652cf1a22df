"""The floating-stock relaxation: an easier game whose loss proves the real one lost.

In the easier game a stock card, once it could have been played, floats: it serves as a host for ever,
needs no place of its own, and goes up or comes back whenever its foundation allows. What is left of a
position is its foundations, its columns, and the set of stock cards that still wait. A waiting card
can be played when the turning order allows it for some choice of which other cards are gone.

One (foundations, columns) may be reached with different waiting sets. Only their common part is kept,
which makes the game easier still and the search short.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ONE, ZERO, lowest, popcount
from harpan_solver.kernels.dominance import safe_cards
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import RELAXED_MASK, Layout, Settings, State, Words
from harpan_solver.kernels.movegen import RANK, free_pairs_of, next_up, tops
from harpan_solver.kernels.status import EXHAUSTED, PATH_FULL, SLICE_OVER, TABLE_FULL, WON
from harpan_solver.kernels.step import foundation_step
from harpan_solver.kernels.stock import cards_at, stock_of, turned_of

# Kinds of moves in the order of trying.
UNCOVER, UP_FROM_COLUMN, UP_FLOATING, BRING_BACK = 0, 1, 2, 3
KINDS = 4

# Places in Relaxation.counters.
DEPTH, ENTERED, FILLED, START_TURNED = 0, 1, 2, 3
COUNTERS = 4

# Columns of a row of Relaxation.path.
KEY, FOUND, UP, HEADS, WAITING, FIRST_KIND = 0, 1, 2, 3, 4, 5
PATH_COLUMNS = FIRST_KIND + KINDS

# Columns of a row of Relaxation.seen.
SEEN_KEY, SEEN_WAITING = 0, 1
SEEN_COLUMNS = 2

SPREAD = np.uint64(0x9E3779B97F4A7C15)
HALF_WORD = np.uint64(32)


class Relaxation(NamedTuple):
    """The arrays of one search of the easier game; all are modified in place.

    Attributes:
        seen: (slots, SEEN_COLUMNS) uint64, for each (foundations, columns), as key plus one (0:
            empty), the waiting cards common to all visits.
        path: (depth, PATH_COLUMNS) uint64, the positions on the path and their untried moves.
        counters: (COUNTERS,) int64: depth of the path (-1 when the search is over), states entered,
            rows of ``seen`` in use, stock places turned at the start.
    """

    seen: Words
    path: Words
    counters: npt.NDArray[np.int64]


class Place(NamedTuple):
    """A position of the easier game.

    Attributes:
        key: foundations and columns, the low half of a real key.
        found: cards on the foundations.
        up: face-up tableau cards that do not come from the stock.
        heads: as in State.
        waiting: places of the stock cards that do not float.
    """

    key: np.uint64
    found: np.uint64
    up: np.uint64
    heads: np.uint64
    waiting: np.uint64


@part
def openings(waiting: np.uint64, turned: np.uint64, layout: Layout) -> np.uint64:
    """Waiting places that can come on top when each of the other places may be gone or not.

    Walks along the places with the set of possible numbers of cards, modulo the draw count, turned
    since the turning began or since a card was last played from the top; ``turned`` places are
    turned at the outset.
    """
    if layout.draw == ONE:
        return waiting
    turn = layout.draw - ONE
    whole = (ONE << layout.draw) - ONE
    gone = layout.stock_places & ~waiting
    result = waiting & ((gone >> ONE) | ((ONE << turned) >> ONE))
    counts = ONE
    place = ONE
    rest = layout.stock_places
    while rest != ZERO:
        if place == ONE << turned:
            counts |= ONE
        rotated = ((counts << ONE) | (counts >> turn)) & whole
        if waiting & place == ZERO:
            counts |= rotated | ONE
        else:
            if (counts >> turn) & ONE != ZERO or waiting & rest == place:
                result |= place
            counts = rotated
        rest ^= place
        place <<= ONE
    return result


@part
def _placeable(place: Place, floating: np.uint64, layout: Layout) -> tuple[np.uint64, np.uint64]:
    """Pairs with a free card, and the cards that can be laid somewhere."""
    placed = place.up & ~place.heads
    free = free_pairs_of(place.up | floating, placed)
    cards = free >> RANK
    if layout.columns - popcount(place.heads) - popcount(placed & layout.kings) != ZERO:
        cards |= layout.kings
    return free, cards


@part
def _floating(place: Place, layout: Layout) -> np.uint64:
    return cards_at(layout.stock_places & ~place.waiting, layout) & ~place.found


@part
def _let_float(place: Place, turned: np.uint64, layout: Layout) -> Place:
    """Every waiting card that can be played floats from now on."""
    waiting = place.waiting
    while True:
        now = Place(place.key, place.found, place.up, place.heads, waiting)
        _, cards = _placeable(now, _floating(now, layout), layout)
        playable = cards_at(openings(waiting, turned, layout), layout) & (
            cards | next_up(place.found, layout)
        )
        if playable == ZERO:
            return now
        while playable != ZERO:
            waiting &= ~(ONE << layout.stock_index[lowest(playable)])
            playable &= playable - ONE


@part
def _row_of(seen: Words, entry: np.uint64) -> np.uint64:
    """The row that holds an entry, or the empty one where it belongs."""
    mask = np.uint64(seen.shape[0]) - ONE
    mixed = entry * SPREAD
    row = (mixed ^ (mixed >> HALF_WORD)) & mask
    while seen[row, SEEN_KEY] != ZERO and seen[row, SEEN_KEY] != entry:
        row = (row + ONE) & mask
    return row


@kernel
def rehash(seen: Words, larger: Words) -> None:
    """Copies every row into a larger, empty array, which is modified in place."""
    for old in range(seen.shape[0]):
        if seen[old, SEEN_KEY] != ZERO:
            row = _row_of(larger, seen[old, SEEN_KEY])
            larger[row, SEEN_KEY] = seen[old, SEEN_KEY]
            larger[row, SEEN_WAITING] = seen[old, SEEN_WAITING]


@part
def _is_covered(place: Place, relax: Relaxation) -> tuple[bool, np.uint64]:
    """Whether a visit with as few waiting cards was made before; and the common waiting set now."""
    entry = place.key + ONE
    row = _row_of(relax.seen, entry)
    waiting = place.waiting
    if relax.seen[row, SEEN_KEY] == entry:
        if relax.seen[row, SEEN_WAITING] & ~waiting == ZERO:
            return True, waiting
        waiting &= relax.seen[row, SEEN_WAITING]
    else:
        relax.counters[FILLED] += 1
    relax.seen[row, SEEN_KEY] = entry
    relax.seen[row, SEEN_WAITING] = waiting
    return False, waiting


@part
def _push(depth: int, place: Place, layout: Layout, settings: Settings, relax: Relaxation) -> None:
    """Puts a position and its moves on the path; a safe card that can go up is the only move."""
    floating = _floating(place, layout)
    free, cards = _placeable(place, floating, layout)
    takes = next_up(place.found, layout)
    uncover = place.heads & cards & ~(layout.kings & layout.bottoms)
    up_from_column = place.up & free & takes
    up_floating = floating & takes
    back = ZERO
    if settings.worrying_back:
        back = tops(place.found) & (cards | cards_at(layout.stock_places, layout))
    if settings.cuts.safe_up:
        safe = safe_cards(place.key, settings)
        back &= ~safe
        forced = (up_from_column | up_floating) & safe
        if forced != ZERO:
            forced &= ~forced + ONE
            up_from_column &= forced
            up_floating &= forced
            uncover = ZERO
            back = ZERO
    path = relax.path
    path[depth, KEY] = place.key
    path[depth, FOUND] = place.found
    path[depth, UP] = place.up
    path[depth, HEADS] = place.heads
    path[depth, WAITING] = place.waiting
    path[depth, FIRST_KIND + UNCOVER] = uncover
    path[depth, FIRST_KIND + UP_FROM_COLUMN] = up_from_column
    path[depth, FIRST_KIND + UP_FLOATING] = up_floating
    path[depth, FIRST_KIND + BRING_BACK] = back


@part
def _after(place: Place, kind: int, number: np.uint64, layout: Layout) -> Place:
    card = ONE << number
    key, found, up, heads, waiting = place
    if kind == BRING_BACK:
        stock = cards_at(layout.stock_places, layout)
        return Place(key - foundation_step(number), found ^ card, up | (card & ~stock), heads, waiting)
    if kind != UNCOVER:
        key += foundation_step(number)
        found |= card
        up &= ~card
    if heads & card != ZERO:
        beneath = layout.below[number]
        key -= layout.column_step[number]
        heads = (heads ^ card) | beneath
        up |= beneath
    return Place(key, found, up, heads, waiting)


@kernel
def begin(state: State, layout: Layout, settings: Settings, relax: Relaxation) -> None:
    """Makes a position the start of the easier game; ``relax.seen`` must be empty."""
    stock = cards_at(layout.stock_places, layout)
    place = Place(state.key & RELAXED_MASK, state.found, state.up & ~stock, state.heads, stock_of(state.key))
    place = _let_float(place, turned_of(state.key), layout)
    _is_covered(place, relax)
    _push(0, place, layout, settings, relax)
    relax.counters[DEPTH] = 0
    relax.counters[START_TURNED] = np.int64(turned_of(state.key))


@kernel
def run(budget: int, layout: Layout, settings: Settings, relax: Relaxation) -> int:
    """Searches on until an answer, a need or ``budget`` more states; returns how it ended."""
    path = relax.path
    turned = np.uint64(relax.counters[START_TURNED])
    depth = relax.counters[DEPTH]
    last = relax.counters[ENTERED] + budget
    status = EXHAUSTED
    while depth >= 0:
        if relax.counters[ENTERED] >= last:
            status = SLICE_OVER
            break
        if relax.counters[FILLED] * 2 > relax.seen.shape[0]:
            status = TABLE_FULL
            break
        if depth + 1 >= relax.path.shape[0]:
            status = PATH_FULL
            break
        kind = 0
        while kind < KINDS and path[depth, FIRST_KIND + kind] == ZERO:
            kind += 1
        if kind == KINDS:
            depth -= 1
            continue
        number = lowest(path[depth, FIRST_KIND + kind])
        path[depth, FIRST_KIND + kind] ^= ONE << number
        place = Place(
            path[depth, KEY], path[depth, FOUND], path[depth, UP], path[depth, HEADS], path[depth, WAITING]
        )
        place = _let_float(_after(place, kind, number, layout), turned, layout)
        relax.counters[ENTERED] += 1
        if place.heads & ~layout.bottoms == ZERO:
            status = WON
            break
        covered, waiting = _is_covered(place, relax)
        if not covered:
            depth += 1
            place = Place(place.key, place.found, place.up, place.heads, waiting)
            _push(depth, place, layout, settings, relax)
    relax.counters[DEPTH] = depth
    return status
