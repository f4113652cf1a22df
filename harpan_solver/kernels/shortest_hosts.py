"""Which card of a pair of twins carries which child, kept open as long as nothing depends on it.

The bits are told in ``shortest_layout``; twins are present when they lie face up in a column.
"""

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.movegen import FIRST_OF_PAIR, RANK
from harpan_solver.kernels.shortest_layout import Lying

THREE = np.uint64(3)


@part
def uncovered(lying: Lying) -> np.uint64:
    """Face-up cards on which nothing lies, or on which nothing needs to lie."""
    children = (lying.up & ~lying.heads) << RANK
    some = (children | (children >> ONE)) & FIRST_OF_PAIR
    two = children & (children >> ONE) & FIRST_OF_PAIR
    settled = lying.hosts & FIRST_OF_PAIR
    second = (lying.hosts >> ONE) & FIRST_OF_PAIR
    first_free = ~some | (~two & (~settled | second))
    second_free = ~some | (~two & (~settled | ~second))
    return lying.up & ((first_free & FIRST_OF_PAIR) | ((second_free & FIRST_OF_PAIR) << ONE))


@part
def clearable(lying: Lying) -> np.uint64:
    """Covered cards whose child can move to the card's twin."""
    children = (lying.up & ~lying.heads) << RANK
    one = (children ^ (children >> ONE)) & FIRST_OF_PAIR
    settled = lying.hosts & one & lying.up & (lying.up >> ONE) & FIRST_OF_PAIR
    second = (lying.hosts >> ONE) & settled
    return (settled & ~second) | (second << ONE)


@part
def with_child(lying: Lying, number: np.uint64) -> np.uint64:
    """The hosts once a card of this bit number, no child so far and no king, is laid on one of its hosts."""
    place = (number + RANK) & ~ONE
    placed = lying.up & ~lying.heads
    if (placed >> (number ^ ONE)) & ONE != ZERO:
        settled = (lying.hosts >> place) & ONE
        # The newcomer gets the other twin; if it is the first child, the bit must now tell of it.
        return lying.hosts ^ ((settled & ~number) << (place + ONE))
    present = (lying.up >> place) & THREE
    if present == THREE:
        return lying.hosts
    return lying.hosts | ((ONE | (present & ~ONE)) << place)


@part
def without_child(lying: Lying, number: np.uint64) -> np.uint64:
    """The hosts once a child of this bit number has left its twin."""
    place = (number + RANK) & ~ONE
    placed = lying.up & ~lying.heads
    if (placed >> (number ^ ONE)) & ONE == ZERO:
        return lying.hosts & ~(THREE << place)
    settled = (lying.hosts >> place) & ONE
    return lying.hosts ^ ((settled & ~number) << (place + ONE))


@part
def without_host(lying: Lying, number: np.uint64) -> np.uint64:
    """The hosts once the card of this bit number is gone, and its child, if any, lies on its twin."""
    place = number & ~ONE
    children = ((lying.up & ~lying.heads) << RANK) >> place
    if children & THREE == ZERO:
        return lying.hosts
    other = (number & ONE) ^ ONE
    return (lying.hosts & ~(THREE << place)) | ((ONE | (other << ONE)) << place)
