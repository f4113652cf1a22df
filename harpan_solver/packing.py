"""From positions of the game to the numbers of the kernels: the only room that speaks both languages.

The way back, from a winning line to ordinary moves, is ``harpan_solver.expansion``.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.cards import DECK_SIZE, SUIT_COUNT, Card, card, is_red, rank_of, suit_of
from harpan_solver.cuts import Cuts, PlantedFaults
from harpan_solver.errors import InputError
from harpan_solver.kernels.layout import MAX_STOCK, Layout, Settings, State, Words
from harpan_solver.position import Position
from harpan_solver.rules import Rules

HALF_STOCK = 12
# For each of eight places the bytes that hold it, as 0 or 1.
_IN_BYTE = (np.arange(256) >> np.arange(8)[:, None] & 1).astype(np.uint64)


class Packed(NamedTuple):
    """A question as the kernels take it.

    Attributes:
        layout: the deal's tables.
        settings: rules and switches.
        state: the position.
        passes_left: redeals that may still be made and could be of use; 0 or 1 without a limit.
    """

    layout: Layout
    settings: Settings
    state: State
    passes_left: int


def _which(suit: int) -> int:
    """0 for the first suit of a colour (clubs, diamonds), 1 for the second (spades, hearts)."""
    return int(suit >= SUIT_COUNT // 2)


def _kernel_suit(suit: int) -> int:
    return 2 * int(is_red(card(0, suit))) + _which(suit)


def _bit_number(card: Card) -> int:
    pair = int(is_red(card)) ^ (rank_of(card) & 1)
    return 4 * rank_of(card) + 2 * pair + _which(suit_of(card))


#: The kernels' number of each card's bit, and the bit.
BIT_NUMBER = tuple(_bit_number(each) for each in range(DECK_SIZE))
#: The card of a bit number.
CARD_OF_BIT = {number: each for each, number in enumerate(BIT_NUMBER)}
_BIT = tuple(1 << number for number in BIT_NUMBER)


def _set_of(cards: Iterable[Card]) -> int:
    return sum(map(_BIT.__getitem__, cards))


@lru_cache(maxsize=32)
def _draw_tables(draw: int) -> tuple[npt.NDArray[np.uint16], Words, npt.NDArray[np.bool_]]:
    """The tables ``every``, ``carry`` and ``whole_draws`` of a layout, for a draw count."""
    phases = min(draw, HALF_STOCK + 1)
    places = np.arange(1 << HALF_STOCK)[:, None] >> np.arange(HALF_STOCK) & 1
    number = np.cumsum(places, axis=1) - 1
    every = np.zeros((phases, 1 << HALF_STOCK), np.uint16)
    for phase in range(min(phases, HALF_STOCK)):
        picked = places & (number >= phase) & ((number - phase) % draw == 0)
        every[phase] = picked @ (1 << np.arange(HALF_STOCK))
    counts = np.arange(HALF_STOCK + 1)
    carry = np.minimum((draw - 1 - counts) % draw, phases - 1).astype(np.uint64)
    return every, carry, np.arange(MAX_STOCK + 1) % draw == 0


def _stock_tables(places: tuple[Card, ...]) -> tuple[Words, Words]:
    """The tables ``stock_cards`` and ``stock_index`` of a layout."""
    index = np.zeros(64, np.uint64)
    bits = np.zeros(MAX_STOCK, np.uint64)
    for place, each in enumerate(places):
        index[BIT_NUMBER[each]] = place
        bits[place] = _BIT[each]
    return bits.reshape(-1, 8) @ _IN_BYTE, index


def pack(position: Position, rules: Rules, cuts: Cuts, faults: PlantedFaults) -> Packed:
    """Translates a question.

    Raises:
        InputError: more than 24 cards in stock and waste together.
    """
    places = position.waste + position.stock
    if len(places) > MAX_STOCK:
        raise InputError(f"{len(places)} cards in stock and waste: at most {MAX_STOCK} can be solved")
    below = np.zeros(64, np.uint64)
    step = np.zeros(64, np.uint64)
    key = sum(height << 4 * _kernel_suit(suit) for suit, height in enumerate(position.foundations))
    heads, bottoms, weight = 0, 0, 1 << 16
    for column, hidden in zip(position.tableau, position.hidden, strict=True):
        originals = column[: hidden + 1]
        for under, each in pairwise(originals):
            below[BIT_NUMBER[each]] = _BIT[under]
        for each in originals:
            step[BIT_NUMBER[each]] = weight
        if originals:
            heads |= _BIT[originals[-1]]
            bottoms |= _BIT[originals[0]]
            if faults.face_down_key:
                step[BIT_NUMBER[originals[0]]] = 0
                key -= weight
        key += weight * len(originals)
        weight *= len(originals) + 1
    up = _set_of(
        each
        for column, hidden in zip(position.tableau, position.hidden, strict=True)
        for each in column[hidden:]
    )
    found = _set_of(
        card(rank, suit) for suit, height in enumerate(position.foundations) for rank in range(height)
    )
    key |= ((1 << len(places)) - 1) << 32
    turned = len(position.waste)
    unlimited = rules.passes is None
    if unlimited and (turned % rules.draw == 0 or not position.stock):
        turned = 0
    key |= turned << 56
    stock_cards, stock_index = _stock_tables(places)
    every, carry, whole_draws = _draw_tables(rules.draw)
    deck = range(SUIT_COUNT * position.ranks)
    layout = Layout(
        below=below,
        column_step=step,
        stock_index=stock_index,
        stock_cards=stock_cards,
        every=every,
        carry=carry,
        whole_draws=whole_draws,
        deck=np.uint64(_set_of(deck)),
        kings=np.uint64(_set_of(deck[-SUIT_COUNT:])),
        bottoms=np.uint64(bottoms),
        stock_places=np.uint64((1 << len(places)) - 1),
        columns=np.uint64(len(position.tableau)),
        draw=np.uint64(rules.draw),
    )
    settings = Settings(unlimited, rules.worrying_back, cuts, faults)
    state = State(np.uint64(key), np.uint64(found), np.uint64(up), np.uint64(heads))
    # A pass in which nothing is played is of no use, so more redeals than stock cards are not either.
    passes_left = 1 if rules.passes is None else min(rules.passes - position.pass_number, len(places))
    return Packed(layout, settings, state, passes_left)
