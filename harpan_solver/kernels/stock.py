"""Which stock cards can be turned up, as sets of places in the original stock (bit 0 turned first).

A K+ move plays stock card X as one move: "turn until X is on top, then play it". On top can come: the
waste's top now, every draw-count-th card ahead, the last card, and after a redeal what a fresh pass
shows.
"""

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO, highest, highest_bit, low_bits, lowest, popcount
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.layout import (
    HALF_MASK,
    HALF_STOCK,
    STOCK_MASK,
    STOCK_SHIFT,
    TURNED_MASK,
    TURNED_SHIFT,
    Layout,
    Settings,
)

BYTE = np.uint64(255)
EIGHT = np.uint64(8)
IN_BYTE = np.uint64(7)
SIXTEEN = np.uint64(16)


@part
def stock_of(key: np.uint64) -> np.uint64:
    """The stock cards left, waste included, as a set of places."""
    return (key >> STOCK_SHIFT) & STOCK_MASK


@part
def turned_of(key: np.uint64) -> np.uint64:
    """The place up to which the waste reaches: cards left below it are turned."""
    return (key >> TURNED_SHIFT) & TURNED_MASK


@part
def shown(places: np.uint64, layout: Layout) -> np.uint64:
    """What comes on top when these places are turned from the first to the last."""
    lower = places & HALF_MASK
    phase = layout.draw - ONE
    picked = np.uint64(layout.every[min(phase, HALF_STOCK), lower])
    upper_phase = layout.carry[popcount(lower)]
    picked |= np.uint64(layout.every[upper_phase, places >> HALF_STOCK]) << HALF_STOCK
    return picked | highest_bit(places)


@part
def shown_this_pass(stock: np.uint64, turned: np.uint64, layout: Layout) -> np.uint64:
    """What can be on top without a redeal."""
    before = low_bits(turned)
    return highest_bit(stock & before) | shown(stock & ~before, layout)


@part
def reachable(key: np.uint64, passes_left: np.uint64, layout: Layout, settings: Settings) -> np.uint64:
    """The places whose card can be played next, in this pass or after one redeal."""
    stock = stock_of(key)
    if settings.unlimited and layout.draw == ONE:
        return stock
    turned = turned_of(key)
    now = shown_this_pass(stock, turned, layout)
    if turned != ZERO and passes_left != ZERO:
        now |= shown(stock, layout)
    return now


@part
def cards_at(places: np.uint64, layout: Layout) -> np.uint64:
    """The cards at these places of the original stock, as a set of card bits."""
    table = layout.stock_cards
    lower = table[0, places & BYTE]
    middle = table[1, (places >> EIGHT) & BYTE]
    return np.uint64(lower | middle | table[2, (places >> SIXTEEN) & BYTE])


@part
def card_at(place: np.uint64, layout: Layout) -> np.uint64:
    """The bit number of the card at this place of the original stock."""
    return lowest(layout.stock_cards[place // EIGHT, ONE << (place & IN_BYTE)])


@part
def needs_redeal(key: np.uint64, place: np.uint64, layout: Layout) -> bool:
    """Whether the card at this reachable place comes on top only after a redeal."""
    return bool((shown_this_pass(stock_of(key), turned_of(key), layout) >> place) & ONE == ZERO)


@part
def without(key: np.uint64, place: np.uint64, layout: Layout, settings: Settings) -> np.uint64:
    """The key after the card at this place was turned up and played.

    With unlimited passes a waste of whole draws, or a waste of all cards, offers nothing that an
    empty one does not, so both get the key of the empty waste.
    """
    key &= ~(ONE << (STOCK_SHIFT + place)) & low_bits(TURNED_SHIFT)
    stock = stock_of(key)
    waste = stock & low_bits(place)
    if waste == ZERO:
        return key
    if settings.unlimited and (layout.whole_draws[popcount(waste)] or waste == stock):
        return key
    return key | ((highest(waste) + ONE) << TURNED_SHIFT)
