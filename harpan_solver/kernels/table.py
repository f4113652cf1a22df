"""The transposition table: an exact set of 64-bit keys with open addressing.

An entry is the inverted key, so that zero can mean empty (no key has all bits set). With a pass limit
a second array holds, for each key, the most passes left with which it was entered, plus one.
"""

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import Bytes, Words

SPREAD = np.uint64(0x9E3779B97F4A7C15)
MIX = np.uint64(29)
TOP_BITS = np.uint64(20)


@part
def home_of(slots: Words, key: np.uint64) -> np.uint64:
    """The slot where the search for a key begins."""
    mixed = ~key * SPREAD
    mixed ^= mixed >> MIX
    return ((mixed * SPREAD) >> TOP_BITS) & (np.uint64(slots.size) - ONE)


@part
def slot_of(slots: Words, key: np.uint64, home: np.uint64) -> np.uint64:
    """The slot that holds a key, or the empty one where it belongs."""
    mask = np.uint64(slots.size) - ONE
    entry = ~key
    slot = home
    while slots[slot] != ZERO and slots[slot] != entry:
        slot = (slot + ONE) & mask
    return slot


@kernel
def rehash(slots: Words, passes: Bytes, larger: Words, larger_passes: Bytes) -> None:
    """Copies every entry into larger, empty arrays, which are modified in place.

    ``passes`` and ``larger_passes`` are uint8 of the same size as their slots, or of size 1 when
    there is no pass limit.
    """
    for old in range(slots.size):
        entry = slots[old]
        if entry != ZERO:
            new = slot_of(larger, ~entry, home_of(larger, ~entry))
            larger[new] = entry
            if passes.size > 1:
                larger_passes[new] = passes[old]
