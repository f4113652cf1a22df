"""Perft: counts of K+ move sequences, with no cutting rule and no table.

A count that moves shows that the moves of some position have changed.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ONE, ZERO, lowest, popcount
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import Layout, Settings, State, Words
from harpan_solver.kernels.movegen import KINDS, STOCK_TO_COLUMN, UP_FROM_STOCK, Moves, moves_of
from harpan_solver.kernels.step import after
from harpan_solver.kernels.stock import cards_at, needs_redeal, reachable

# Columns of a row of the path: a position, the passes left, the moves not yet made.
KEY, FOUND, UP, HEADS, PASSES, FIRST_KIND = 0, 1, 2, 3, 4, 5
PATH_COLUMNS = FIRST_KIND + KINDS


class Room(NamedTuple):
    """The arrays of one count, modified in place.

    Attributes:
        path: (depth, PATH_COLUMNS) uint64, its rows say how long the sequences are.
        counts: (KINDS,) int64, zero at first: sequences by the kind of their last move.
    """

    path: Words
    counts: npt.NDArray[np.int64]


@part
def _moves(state: State, passes_left: np.uint64, layout: Layout, settings: Settings) -> Moves:
    stock_cards = cards_at(reachable(state.key, passes_left, layout, settings), layout)
    return moves_of(state, stock_cards, layout, settings)


@kernel
def perft(state: State, passes_left: np.uint64, layout: Layout, settings: Settings, room: Room) -> None:
    """Counts the sequences of K+ moves that a position allows, as long as ``room`` has rows.

    A position that is won already allows moves like any other.
    """
    path = room.path
    depth = path.shape[0]
    level = 0
    arrived = True
    while level >= 0:
        row = path[level]
        if arrived:
            moves = _moves(state, passes_left, layout, settings)
            if level == depth - 1:
                for kind in range(KINDS):
                    room.counts[kind] += np.int64(popcount(moves[kind]))
                level -= 1
                arrived = False
                continue
            row[KEY], row[FOUND], row[UP], row[HEADS] = state.key, state.found, state.up, state.heads
            row[PASSES] = passes_left
            for kind in range(KINDS):
                row[FIRST_KIND + kind] = moves[kind]
        kind = 0
        while kind < KINDS and row[FIRST_KIND + kind] == ZERO:
            kind += 1
        arrived = kind < KINDS
        if not arrived:
            level -= 1
            continue
        number = lowest(row[FIRST_KIND + kind])
        row[FIRST_KIND + kind] ^= ONE << number
        start = State(row[KEY], row[FOUND], row[UP], row[HEADS])
        passes_left = row[PASSES]
        if (
            not settings.unlimited
            and (kind == UP_FROM_STOCK or kind == STOCK_TO_COLUMN)  # noqa: SIM109 - no tuples per state
            and needs_redeal(start.key, layout.stock_index[number], layout)
        ):
            passes_left -= ONE
        state = after(start, kind, number, layout, settings)
        level += 1
