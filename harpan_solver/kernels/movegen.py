"""Which K+ moves a position allows, as one set of cards for each kind of move."""

from typing import NamedTuple

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO, popcount
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.layout import Layout, Settings, State

# Kinds of moves. A move is one number: kind * 64 + the card's bit number.
UP_FROM_COLUMN = 0
UP_FROM_STOCK = 1
STOCK_TO_COLUMN = 2
UNCOVER = 3
BRING_BACK = 4
KINDS = 5

FIRST_OF_PAIR = np.uint64(0x5555555555555)
FIRST_PAIR = np.uint64(0x3333333333333)
SECOND_PAIR = np.uint64(0xCCCCCCCCCCCCC)
ACES = np.uint64(0xF)
RANK = np.uint64(4)
PAIR = np.uint64(2)


class Moves(NamedTuple):
    """The cards that each kind of move can take.

    Attributes:
        up_from_column, up_from_stock: to their foundations.
        stock_to_column: from the stock onto a host or, kings, to an empty column.
        uncover: heads that can leave, with their run, the card they cover (or an empty column).
        bring_back: foundation tops that can go back to a column.
    """

    up_from_column: np.uint64
    up_from_stock: np.uint64
    stock_to_column: np.uint64
    uncover: np.uint64
    bring_back: np.uint64


@part
def successors(cards: np.uint64) -> np.uint64:
    """The next card of the same suit for each card: in the next rank the pairs swap places."""
    return (((cards & FIRST_PAIR) << PAIR) | ((cards & SECOND_PAIR) >> PAIR)) << RANK


@part
def predecessors(cards: np.uint64) -> np.uint64:
    """The card one rank lower of the same suit for each card that is no ace."""
    lower = cards >> RANK
    return ((lower & FIRST_PAIR) << PAIR) | ((lower & SECOND_PAIR) >> PAIR)


@part
def next_up(found: np.uint64, layout: Layout) -> np.uint64:
    """The cards that their foundations take next."""
    return (successors(found) | ACES) & ~found & layout.deck


@part
def tops(found: np.uint64) -> np.uint64:
    """The last card of each foundation."""
    return found & ~predecessors(found)


@part
def free_pairs_of(hosts: np.uint64, placed: np.uint64) -> np.uint64:
    """Pairs of twins, both bits set, of which one card is or can be made free.

    A pair is covered when as many placed cards (cards that no longer lie where they were dealt) of
    the rank below and the other colour lie on it as it has hosts: runs move freely between the
    twins, so no more needs to be known.
    """
    placed = placed << RANK
    any_host = (hosts | (hosts >> ONE)) & FIRST_OF_PAIR
    two_hosts = hosts & (hosts >> ONE) & FIRST_OF_PAIR
    any_placed = (placed | (placed >> ONE)) & FIRST_OF_PAIR
    two_placed = placed & (placed >> ONE) & FIRST_OF_PAIR
    free = (any_host & ~any_placed) | (two_hosts & ~two_placed)
    return free | (free << ONE)


@part
def free_pairs(state: State) -> np.uint64:
    """The free pairs of a position."""
    return free_pairs_of(state.up, state.up & ~state.heads)


@part
def empty_columns(state: State, layout: Layout) -> np.uint64:
    """How many columns are empty: no original card and no placed king."""
    return layout.columns - popcount(state.heads) - popcount(state.up & layout.kings & ~state.heads)


@part
def moves_of(state: State, stock_cards: np.uint64, layout: Layout, settings: Settings) -> Moves:
    """All K+ moves, given the cards that the stock can offer."""
    free = free_pairs(state)
    takes = next_up(state.found, layout)
    placeable = free >> RANK
    if empty_columns(state, layout) != ZERO:
        placeable |= layout.kings
    back = ZERO
    if settings.worrying_back:
        back = tops(state.found) & placeable
    return Moves(
        state.up & free & takes,
        stock_cards & takes,
        stock_cards & placeable,
        state.heads & placeable & ~(layout.kings & layout.bottoms),
        back,
    )
