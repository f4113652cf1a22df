"""The transposition table of the search for the shortest solution.

It remembers, for a position, with how much to spare beyond its bound it was searched in vain. An entry is
two words, the inverted key and the hosts, with the spare moves plus one in the seven bits above them. Four
entries make a bucket of 64 bytes, one cache line. A full bucket forgets the entry with the least to spare,
which only costs work: the search is complete without any table.
"""

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO, prefetch
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import Words
from harpan_solver.kernels.shortest_layout import HOSTS_MASK

BUCKET_WORDS = np.uint64(8)
TWO = np.uint64(2)
SPARE_SHIFT = np.uint64(57)
MOST_SPARE = np.uint64(126)
SPREAD = np.uint64(0x9E3779B97F4A7C15)
OTHER_SPREAD = np.uint64(0xD1342543DE82EF95)
MIX = np.uint64(29)
TOP_BITS = np.uint64(20)


@part
def bucket_of(slots: Words, key: np.uint64, hosts: np.uint64) -> np.uint64:
    """Where the bucket of a position begins."""
    mixed = (key * SPREAD) ^ (hosts * OTHER_SPREAD)
    mixed ^= mixed >> MIX
    mixed *= SPREAD
    buckets = np.uint64(slots.size) // BUCKET_WORDS
    return np.uint64(((mixed >> TOP_BITS) & (buckets - ONE)) * BUCKET_WORDS)


@part
def ask_for(slots: Words, key: np.uint64, hosts: np.uint64) -> None:
    """Asks for a position's bucket ahead of its use."""
    prefetch(slots, bucket_of(slots, key, hosts))


@part
def searched(slots: Words, key: np.uint64, hosts: np.uint64) -> np.uint64:
    """The moves to spare, plus one, with which a position was searched; 0 for never."""
    bucket = bucket_of(slots, key, hosts)
    for slot in range(bucket, bucket + BUCKET_WORDS, TWO):
        slot_ = np.uint64(slot)
        if slots[slot_] == ~key and slots[slot_ + ONE] & HOSTS_MASK == hosts:
            return np.uint64(slots[slot_ + ONE] >> SPARE_SHIFT)
    return ZERO


@part
def remember(slots: Words, key: np.uint64, hosts: np.uint64, spare: np.uint64) -> bool:
    """Notes that a position is being searched with so many moves to spare; whether an entry was added."""
    bucket = bucket_of(slots, key, hosts)
    spare = min(spare, MOST_SPARE) + ONE
    best = bucket
    least = np.uint64(255)
    added = True
    for slot in range(bucket, bucket + BUCKET_WORDS, TWO):
        slot_ = np.uint64(slot)
        if slots[slot_ + ONE] == ZERO:
            if least != ZERO:
                best = slot_
                least = ZERO
        elif slots[slot_] == ~key and slots[slot_ + ONE] & HOSTS_MASK == hosts:
            best = slot_
            added = False
            break
        elif slots[slot_ + ONE] >> SPARE_SHIFT < least:
            best = slot_
            least = slots[slot_ + ONE] >> SPARE_SHIFT
    slots[best] = ~key
    slots[best + ONE] = hosts | (spare << SPARE_SHIFT)
    return added


@kernel
def move_entries(slots: Words, larger: Words) -> None:
    """Copies every entry into a larger, empty table, which is modified in place."""
    for slot in range(0, slots.size, 2):
        word = slots[slot + 1]
        if word != ZERO:
            remember(larger, ~slots[slot], word & HOSTS_MASK, (word >> SPARE_SHIFT) - ONE)
