"""Iterative deepening for the shortest solution: depth first, but no further than a limit of moves.

Each round searches every position whose moves so far and least moves still needed are within the limit.
When a round finds no solution, none is that short, and the next round's limit is one more.
The search runs in slices; all its state lies in the arrays of its workspace.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ZERO
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import Layout, Settings, Words
from harpan_solver.kernels.shortest_layout import Bounds, Lying
from harpan_solver.kernels.shortest_moves import (
    CHILD_COLUMNS,
    DUTY,
    FOUND,
    HEADS,
    HOSTS,
    KEY,
    LEAST,
    NO_DUTY,
    SPENT,
    STOCK,
    UP,
    Before,
    children_of,
    rest_of,
)
from harpan_solver.kernels.shortest_stock import stock_cost
from harpan_solver.kernels.shortest_table import ask_for, remember, searched
from harpan_solver.kernels.status import EXHAUSTED, PATH_FULL, SLICE_OVER, TABLE_FULL, WON

# Places in Hunt.counters.
DEPTH, ENTERED, FILLED, LIMIT, MAY_GROW = 0, 1, 2, 3, 4
COUNTERS = 5
NEXT, END = 0, 1
FRAME_COLUMNS = 2
MOST_CHILDREN = 160
NEVER = 1 << 62


class Hunt(NamedTuple):
    """The arrays of one search; all are modified in place.

    Attributes:
        children: (room, CHILD_COLUMNS) uint64, a stack of positions yet to be searched or on the
            path; the first is the root.
        frames: (depth, FRAME_COLUMNS) int64, for each position on the path its part of ``children``.
        counters: (COUNTERS,) int64: depth of the path, positions entered, table entries, the limit of this
            round, whether a full table may grow.
        slots: the transposition table.
    """

    children: Words
    frames: npt.NDArray[np.int64]
    counters: npt.NDArray[np.int64]
    slots: Words


@kernel
def least_of(lying: Lying, layout: Layout, bounds: Bounds) -> int:
    """Moves that a position needs at least."""
    return int(rest_of(lying, stock_cost(lying.key, layout, bounds), layout, bounds))


@kernel
def begin(lying: Lying, limit: int, layout: Layout, bounds: Bounds, hunt: Hunt) -> None:
    """Sets up a round; the table stays as it is."""
    children = hunt.children
    stock = stock_cost(lying.key, layout, bounds)
    children[0, KEY] = lying.key
    children[0, FOUND] = lying.found
    children[0, UP] = lying.up
    children[0, HEADS] = lying.heads
    children[0, HOSTS] = lying.hosts
    children[0, SPENT] = ZERO
    children[0, LEAST] = rest_of(lying, stock, layout, bounds)
    children[0, STOCK] = stock
    children[0, DUTY] = NO_DUTY
    hunt.frames[0, NEXT] = 0
    hunt.frames[0, END] = 1
    hunt.counters[DEPTH] = 0
    hunt.counters[LIMIT] = limit


@part
def _sort(start: np.int64, end: np.int64, children: Words) -> None:
    """Sorts a part of ``children``, those with most to spare first; equals keep their order."""
    for row in range(start + 1, end):
        place = row
        while place > start and children[place, LEAST] < children[place - 1, LEAST]:
            for column in range(CHILD_COLUMNS):
                held = children[place, column]
                children[place, column] = children[place - 1, column]
                children[place - 1, column] = held
            place -= 1


@kernel
def run(budget: int, layout: Layout, settings: Settings, bounds: Bounds, hunt: Hunt) -> int:
    """Enters up to ``budget`` positions; returns WON, EXHAUSTED, SLICE_OVER, TABLE_FULL or PATH_FULL."""
    children, frames, counters, slots = hunt.children, hunt.frames, hunt.counters, hunt.slots
    limit = np.uint64(counters[LIMIT])
    depth = counters[DEPTH]
    stop = counters[ENTERED] + budget
    # A table that may not grow is never full: it forgets.
    most = slots.size // 2 * 3 // 4 if counters[MAY_GROW] else NEVER
    status = SLICE_OVER
    while True:
        # 1. The next position, or back along the path.
        row = frames[depth, NEXT]
        if row == frames[depth, END]:
            if depth == 0:
                status = EXHAUSTED
                break
            depth -= 1
            continue
        if counters[ENTERED] >= stop:
            break
        if counters[FILLED] >= most:
            status = TABLE_FULL
            break
        if depth + 2 >= frames.shape[0] or frames[depth, END] + MOST_CHILDREN > children.shape[0]:
            status = PATH_FULL
            break
        frames[depth, NEXT] += 1
        least = children[row, LEAST]
        if least > limit:
            continue
        lying = Lying(
            children[row, KEY],
            children[row, FOUND],
            children[row, UP],
            children[row, HEADS],
            children[row, HOSTS],
        )
        duty = children[row, DUTY]
        # 2. Known to be no good with so many moves? A duty makes another position of it.
        if duty == NO_DUTY:
            if searched(slots, lying.key, lying.hosts) > limit - least:
                continue
            if remember(slots, lying.key, lying.hosts, limit - least):
                counters[FILLED] += 1
        counters[ENTERED] += 1
        if lying.found == layout.deck:
            counters[DEPTH] = depth
            return WON
        # 3. All moves, those within the limit kept, the most promising first.
        start = frames[depth, END]
        before = Before(lying, children[row, SPENT], children[row, STOCK], limit)
        end = children_of(before, duty, start, children, layout, settings, bounds)
        kept = start
        for child in range(start, end):
            least = children[child, LEAST]
            if least > limit:
                continue
            if children[child, DUTY] == NO_DUTY:
                ask_for(slots, children[child, KEY], children[child, HOSTS])
            if kept != child:
                for column in range(CHILD_COLUMNS):
                    children[kept, column] = children[child, column]
            kept += 1
        depth += 1
        frames[depth, NEXT] = start
        frames[depth, END] = kept
        _sort(start, kept, children)
    counters[DEPTH] = depth
    return status
