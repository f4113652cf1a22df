"""Bit layouts and the tables of one deal.

A card is one bit of a 64-bit word::

    bit  4 * rank + 2 * pair + which      rank 0 (ace) .. 12 (king)
         pair  = colour ^ (rank & 1)      colour 0 black, 1 red
         which = 0 clubs, diamonds; 1 spades, hearts

So the two cards of one rank and colour ("twins") are neighbours, and the cards that may lie on a pair
of twins are the same bits one rank lower: a shift by four. A suit has the number
``2 * colour + which``.

A position is one 64-bit key, exact and free of collisions::

    bits  0..15  foundations: four bits a suit
    bits 16..31  original cards in place, one mixed-radix number over the columns
    bits 32..55  which stock cards are left
    bits 56..60  stock cards (of the original 24) up to which the waste reaches
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.cuts import Cuts, PlantedFaults

Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]

STOCK_SHIFT = np.uint64(32)
TURNED_SHIFT = np.uint64(56)
STOCK_MASK = np.uint64((1 << 24) - 1)
TURNED_MASK = np.uint64(31)
NIBBLE = np.uint64(15)
RELAXED_MASK = np.uint64((1 << 32) - 1)
MAX_STOCK = 24
HALF_STOCK = np.uint64(12)
HALF_MASK = np.uint64((1 << 12) - 1)


class State(NamedTuple):
    """A position: its key and three sets of cards that follow from it, kept to save work.

    Attributes:
        key: see the module's docstring.
        found: cards on the foundations.
        up: face-up cards in the tableau.
        heads: the topmost original card of each column where one still lies; always face up.
    """

    key: np.uint64
    found: np.uint64
    up: np.uint64
    heads: np.uint64


class Layout(NamedTuple):
    """What one deal under one draw count looks like to the kernels; never modified by them.

    Attributes:
        below: (64,) uint64, for a card's bit number the original card beneath it, as a bit, or 0.
        column_step: (64,) uint64, what the key loses when that original card leaves its place.
        stock_index: (64,) uint64, a stock card's place in the original stock.
        stock_cards: (3, 256) uint64, stock places to cards, byte by byte.
        every: (phases, 4096) uint16, of a set of twelve stock places those turned up when the
            first draw shows the card number ``phase``.
        carry: (13,) uint64, the phase in the upper half after that many cards in the lower.
        whole_draws: (25,) bool, whether a number of cards is a multiple of the draw count.
        deck, kings, bottoms: all cards, the kings, each column's first card.
        stock_places: all places of the original stock, a low bit for each card.
        columns: number of columns.
        draw: the draw count.
    """

    below: Words
    column_step: Words
    stock_index: Words
    stock_cards: Words
    every: npt.NDArray[np.uint16]
    carry: Words
    whole_draws: npt.NDArray[np.bool_]
    deck: np.uint64
    kings: np.uint64
    bottoms: np.uint64
    stock_places: np.uint64
    columns: np.uint64
    draw: np.uint64


class Settings(NamedTuple):
    """The rules and switches of one search.

    Attributes:
        unlimited: no pass limit.
        worrying_back: cards may come back from the foundations.
        cuts, faults: see ``harpan_solver.cuts``.
    """

    unlimited: bool
    worrying_back: bool
    cuts: Cuts
    faults: PlantedFaults
