"""What the stock costs at least: draws, and cards that go to a column before they go up.

Some of the stock's cards, such as those of two suits, are looked at as if nothing else were in the way.
Then the game is small enough to be played out completely: turn the next card, for a d-th of a draw; turn
the waste over, for nothing; play the waste's top straight up, for nothing, once no lower card of its suit
is left; or lay it on a column, for a whole move, which leaves it free to go up at any time. Costs are
counted in d-ths of a move. Groups without a common card add up: each card pays for its own turns and its
own detour.
"""

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ONE, ZERO, low_bits, popcount
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import HALF_MASK, HALF_STOCK, Layout
from harpan_solver.kernels.shortest_layout import Bounds, Counts
from harpan_solver.kernels.stock import stock_of, turned_of


@kernel
def fill_costs(lower: Counts, draw: int, offset: int, costs: npt.NDArray[np.uint16], room: Counts) -> None:
    """Plays the game of one group of cards, the smaller subsets first.

    Args:
        lower: (cards,) int64, for each card of the group the set of lower ones of its suit.
        draw: the draw count.
        offset: where the group's costs begin.
        costs: (entries,) uint16, filled from ``offset`` on, a row of cards + 1 numbers for each subset: the
            cost when so many of the subset's cards are turned.
        room: (2, cards + 1) int64, scratch.
    """
    cards = lower.size
    width = cards + 1
    costs[offset] = 0
    for subset in range(1, 1 << cards):
        count = 0
        for each in range(cards):
            if (subset >> each) & 1:
                room[0, count] = each
                count += 1
        row = offset + subset * width
        # 1. Play the top of the waste.
        room[1, 0] = 60000
        for turned in range(1, count + 1):
            top = room[0, turned - 1]
            laid = 0 if subset & lower[top] == 0 else draw
            room[1, turned] = laid + costs[offset + (subset ^ (1 << top)) * width + turned - 1]
        # 2. Or turn on; from the last card the way leads over a redeal to the first.
        best = room[1, count]
        for turned in range(count - 1, -1, -1):
            best = min(room[1, turned], best + 1)
        best = min(room[1, count], best)
        costs[row + count] = best
        for turned in range(count - 1, -1, -1):
            best = min(room[1, turned], best + 1)
            costs[row + turned] = best


@part
def stock_cost(key: np.uint64, layout: Layout, bounds: Bounds) -> np.uint64:
    """Moves that the stock needs at least beside one move up for each card."""
    stock = stock_of(key)
    if stock == ZERO:
        return ZERO
    before = low_bits(turned_of(key))
    low = stock & HALF_MASK
    high = stock >> HALF_STOCK
    best = popcount(stock & ~before)
    for partition in range(bounds.first_groups.size - 1):
        total = ZERO
        for group in range(bounds.first_groups[partition], bounds.first_groups[partition + 1]):
            places = bounds.places[group]
            subset = np.uint64(bounds.picks[group, 0, low] + bounds.picks[group, 1, high])
            turned = popcount(stock & before & places)
            entry = np.uint64(bounds.offsets[group]) + subset * (popcount(places) + ONE) + turned
            total += np.uint64(bounds.costs[entry])
        best = max(best, total)
    return (best + layout.draw - ONE) // layout.draw
