"""Worlds: one way after another in which the cards that a player has not seen could lie."""

from typing import NamedTuple

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.layout import Layout, Words
from harpan_solver.kernels.search import NO_CARD

# SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
FIRST_SHIFT = np.uint64(30)
SECOND_SHIFT = np.uint64(27)
THIRD_SHIFT = np.uint64(31)
HALF_WORD = np.uint64(32)
LOW_HALF = np.uint64((1 << 32) - 1)

BYTE = np.uint64(8)
IN_BYTE = np.uint64(7)


class Unseen(NamedTuple):
    """The cards and places that a player has not seen; filled by the caller, shuffled in place.

    Face-down places come first, column by column, in each from the top; then stock places.

    Attributes:
        cards: (places,) uint64, bit numbers of the unseen cards, in the order of their places.
        covers: (places,) uint64, for a column's uppermost face-down place the bit number of the face-up
            card on it, for a stock place its number in the stock, else ``NO_CARD``.
        steps: (places,) uint64, the ``column_step`` of a face-down place.
        face_down: how many places are face down.
        random: (1,) uint64, the state of the random numbers.
    """

    cards: Words
    covers: Words
    steps: Words
    face_down: int
    random: Words


@part
def random_below(random: Words, limit: np.uint64) -> np.uint64:
    """A random number from 0 up to, not including, ``limit`` (of 32 bits)."""
    random[0] += GAMMA
    mixed = random[0]
    mixed = (mixed ^ (mixed >> FIRST_SHIFT)) * FIRST_FACTOR
    mixed = (mixed ^ (mixed >> SECOND_SHIFT)) * SECOND_FACTOR
    mixed ^= mixed >> THIRD_SHIFT
    return np.uint64(((mixed & LOW_HALF) * limit) >> HALF_WORD)


@part
def shuffle(cards: Words, random: Words) -> None:
    """Fisher and Yates's shuffle, in place."""
    for last in range(cards.size - 1, 0, -1):
        other = random_below(random, np.uint64(last + 1))
        cards[last], cards[other] = cards[other], cards[last]


@part
def _lay_face_down(layout: Layout, unseen: Unseen) -> np.uint64:
    """Writes the face-down cards into the layout's tables; returns the first cards of their columns."""
    bottoms = ZERO
    above = ZERO
    for place in range(unseen.face_down):
        number = unseen.cards[place]
        if unseen.covers[place] != NO_CARD:
            bottoms |= above
            layout.below[unseen.covers[place]] = ONE << number
        else:
            layout.below[unseen.cards[place - 1]] = ONE << number
        layout.below[number] = ZERO
        layout.column_step[number] = unseen.steps[place]
        above = ONE << number
    return bottoms | above


@part
def join_stock_cards(first_byte: int | np.int64, layout: Layout) -> None:
    """Fills ``stock_cards`` for sets of places, from a byte on, where single places have their cards."""
    for byte in range(first_byte, layout.stock_cards.shape[0]):
        for places in range(1, 256):
            rest = places & (places - 1)
            if rest != 0:
                layout.stock_cards[byte, places] = (
                    layout.stock_cards[byte, rest] | layout.stock_cards[byte, places ^ rest]
                )


@part
def with_bottoms(layout: Layout, bottoms: np.uint64) -> Layout:
    """The same tables with other first cards of columns."""
    return Layout(
        layout.below,
        layout.column_step,
        layout.stock_index,
        layout.stock_cards,
        layout.every,
        layout.carry,
        layout.whole_draws,
        layout.deck,
        layout.kings,
        bottoms,
        layout.stock_places,
        layout.columns,
        layout.draw,
    )


@part
def _lay_stock(layout: Layout, unseen: Unseen) -> None:
    """Writes the unseen stock cards into the layout's tables, byte by byte of places."""
    if unseen.cards.size == unseen.face_down:
        return
    first = unseen.covers[unseen.face_down]
    for place in range(unseen.face_down, unseen.cards.size):
        number = unseen.cards[place]
        spot = unseen.covers[place]
        layout.stock_index[number] = spot
        layout.stock_cards[spot // BYTE, ONE << (spot & IN_BYTE)] = ONE << number
    join_stock_cards(np.int64(first // BYTE), layout)


@part
def lay(layout: Layout, seen_bottoms: np.uint64, unseen: Unseen) -> Layout:
    """The world in which the unseen cards lie in their order: the tables of ``layout`` are modified in place.

    Args:
        seen_bottoms: the columns' first cards, where they are seen.
    """
    bottoms = seen_bottoms | _lay_face_down(layout, unseen)
    _lay_stock(layout, unseen)
    return with_bottoms(layout, bottoms)


@part
def next_world(layout: Layout, seen_bottoms: np.uint64, unseen: Unseen) -> Layout:
    """Shuffles what is unseen and lays it, see ``lay``."""
    shuffle(unseen.cards, unseen.random)
    return lay(layout, seen_bottoms, unseen)


@part
def bring_to(place: int, card: np.uint64, unseen: Unseen) -> None:
    """The unseen card of this bit number and the card at this place change places."""
    for other in range(unseen.cards.size):
        if unseen.cards[other] == card:
            unseen.cards[other] = unseen.cards[place]
            unseen.cards[place] = card
            return
