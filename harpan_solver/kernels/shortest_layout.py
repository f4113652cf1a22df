"""What the search for the shortest solution knows beside the ordinary kernels' layout.

A position is a ``Lying``: the ordinary ``State``, with its stock position always exact, and a word of
hosts::

    bit  p      the children of the pair of twins at bits p, p + 1 lie as bit p + 1 says
    bit  p + 1  which of the twins carries the lone child, or, of two children, the first one

for each pair of twins (p even), and, when passes are limited, in bits 52..56 the redeals left. A
child is a placed card of the rank below and the other colour. While bit p is 0 nobody needs to know which
child lies on which twin: every way they can lie cost the same, and the first move that needs one of them
settles it. Such a position stands for all the ways, and the moves to win are those of the best.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.layout import Words

Counts = npt.NDArray[np.int64]

PASSES_SHIFT = np.uint64(52)
HOSTS_MASK = np.uint64((1 << 57) - 1)
UNKNOWN = np.uint8(255)


class Lying(NamedTuple):
    """A position with the way its cards lie.

    Attributes:
        key, found, up, heads: as in ``harpan_solver.kernels.layout.State``.
        hosts: see the module's docstring.
    """

    key: np.uint64
    found: np.uint64
    up: np.uint64
    heads: np.uint64
    hosts: np.uint64


class Bounds(NamedTuple):
    """Tables of lower bounds of one question; only ``detours`` and ``scratch`` are modified by kernels.

    Attributes:
        detours: (vectors,) uint8, for the key's number of original cards in place the moves from column
            to column that they need at least, or UNKNOWN until asked for.
        originals: (columns, longest) int64, bit numbers of the original cards of each column.
        lengths: (columns,) int64, original cards of each column at the start.
        scratch: (64, 64) uint64, room for the sets of ``shortest_detours``.
        picks: (groups, 2, 4096) uint32, for twelve stock places the part of a group's subset they hold.
        places: (groups,) uint64, the stock places of each group of stock cards.
        offsets: (groups,) int64, where a group's costs begin in ``costs``.
        costs: (entries,) uint16, for a group, subset and number turned its cost in draws of one card; see
            ``shortest_stock``.
        first_groups: (partitions + 1,) int64, the groups of each partition of the stock.
    """

    detours: npt.NDArray[np.uint8]
    originals: Counts
    lengths: Counts
    scratch: Words
    picks: npt.NDArray[np.uint32]
    places: Words
    offsets: Counts
    costs: npt.NDArray[np.uint16]
    first_groups: Counts
