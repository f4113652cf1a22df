"""Cutting rules: moves that need not be tried, one function each.

Ranks count from 1 here, ``f`` is a foundation's height. ``docs/cutting-rules.md`` has the proofs and
checks.
"""

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO, low_bits
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.layout import NIBBLE, Layout, Settings, State
from harpan_solver.kernels.movegen import (
    FIRST_OF_PAIR,
    RANK,
    Moves,
    free_pairs,
    next_up,
    successors,
)

FOUR = np.uint64(4)
EIGHT = np.uint64(8)
TWELVE = np.uint64(12)
TWO = np.uint64(2)
THREE = np.uint64(3)
# The cards of suits 0..3 (clubs, spades, diamonds, hearts): the pairs swap places with each rank.
SUIT_0 = np.uint64(0x1111111111111 & 0x0F0F0F0F0F0F0F | 0x4444444444444 & 0xF0F0F0F0F0F0F0)
SUIT_1 = np.uint64(0x2222222222222 & 0x0F0F0F0F0F0F0F | 0x8888888888888 & 0xF0F0F0F0F0F0F0)
SUIT_2 = np.uint64(0x4444444444444 & 0x0F0F0F0F0F0F0F | 0x1111111111111 & 0xF0F0F0F0F0F0F0)
SUIT_3 = np.uint64(0x8888888888888 & 0x0F0F0F0F0F0F0F | 0x2222222222222 & 0xF0F0F0F0F0F0F0)


@part
def _up_to(rank: np.uint64) -> np.uint64:
    """All cards of the lowest ``rank`` ranks."""
    return low_bits(min(rank, np.uint64(13)) << TWO)


@part
def _limit(others: np.uint64, twin: np.uint64, stronger: bool) -> np.uint64:
    """The highest rank of a suit that is safe, given the other colour's lower f and the twin suit's f."""
    limit = min(others + TWO, twin + THREE)
    if stronger:
        limit = max(limit, others + ONE)
    return limit


@part
def safe_cards(key: np.uint64, settings: Settings) -> np.uint64:
    """Cards that nobody needs in the tableau once they can go up.

    A card of rank r is safe when both foundations of the other colour have f >= r - 2 and that of
    its twin's suit has f >= r - 3: all cards that could want to lie on it can go up themselves.
    Without worrying back f >= r - 1 of the other colour is enough.
    """
    f0 = key & NIBBLE
    f1 = (key >> FOUR) & NIBBLE
    f2 = (key >> EIGHT) & NIBBLE
    f3 = (key >> TWELVE) & NIBBLE
    black = min(f0, f1)
    red = min(f2, f3)
    stronger = settings.faults.stronger_safe or not settings.worrying_back
    return (
        (SUIT_0 & _up_to(_limit(red, f1, stronger)))
        | (SUIT_1 & _up_to(_limit(red, f0, stronger)))
        | (SUIT_2 & _up_to(_limit(black, f3, stronger)))
        | (SUIT_3 & _up_to(_limit(black, f2, stronger)))
    )


@part
def lowest_card(cards: np.uint64) -> np.uint64:
    """The lowest card of a set, as a bit; zero for none."""
    return cards & (~cards + ONE)


@part
def forced_up(moves: Moves, state: State, layout: Layout, settings: Settings) -> Moves:
    """Where a card must go up: that move alone; otherwise the moves as they are.

    With returns on demand every placed card goes up as soon as it can; other cards when safe.
    """
    safe = safe_cards(state.key, settings)
    from_column = ZERO
    if settings.cuts.safe_up:
        from_column = moves.up_from_column & safe
    if settings.cuts.returns_on_demand and settings.worrying_back:
        from_column |= moves.up_from_column & ~state.heads
    if from_column != ZERO:
        return Moves(lowest_card(from_column), ZERO, ZERO, ZERO, ZERO)
    draws_fit = layout.draw == ONE or settings.faults.safe_from_stock
    from_stock = moves.up_from_stock & safe
    if settings.cuts.safe_up and settings.unlimited and draws_fit and from_stock != ZERO:
        return Moves(ZERO, lowest_card(from_stock), ZERO, ZERO, ZERO)
    if settings.cuts.never_bring_back_safe:
        return Moves(
            moves.up_from_column,
            moves.up_from_stock,
            moves.stock_to_column,
            moves.uncover,
            moves.bring_back & ~safe,
        )
    return moves


@part
def is_forced(moves: Moves) -> bool:
    """Whether the only move is one card going up."""
    ups = moves.up_from_column | moves.up_from_stock
    others = moves.stock_to_column | moves.uncover | moves.bring_back
    return bool(others == ZERO and ups & (ups - ONE) == ZERO and ups != ZERO)


@part
def stock_is_virtual(layout: Layout, settings: Settings) -> bool:
    """Whether stock cards are laid on columns on demand: they must be at hand at any time."""
    return (
        settings.cuts.stock_on_demand
        and (settings.cuts.returns_on_demand or not settings.worrying_back)
        and settings.unlimited
        and layout.draw == ONE
    )


@part
def pairs_of(cards: np.uint64) -> np.uint64:
    """The pairs of twins, both bits set, that these cards belong to."""
    either = (cards | (cards >> ONE)) & FIRST_OF_PAIR
    return either | (either << ONE)


@part
def in_demand(state: State, stock_cards: np.uint64, layout: Layout, settings: Settings) -> np.uint64:
    """Cards on the foundations (or in a stock on demand) that could serve a use in this position.

    A use is a head or stock card that finds no host, or a card that could go up but is covered by a
    run that finds no twin. What it needs is one of a pair; to lay that one, the cards above it on
    its foundation must come back first, and each needs a host of its own.
    """
    free = free_pairs(state)
    at_hand = state.found
    seekers = state.heads
    if stock_is_virtual(layout, settings):
        at_hand |= stock_cards
    else:
        seekers |= stock_cards
    covered = state.up & next_up(state.found, layout) & ~free
    wanted = ((pairs_of(seekers) << RANK) | pairs_of(covered)) & ~free & at_hand
    while True:
        more = wanted | (successors(wanted & state.found) & state.found)
        more |= (pairs_of(wanted) << RANK) & ~free & at_hand
        if more == wanted:
            return wanted
        wanted = more


@part
def on_demand(
    moves: Moves, state: State, stock_cards: np.uint64, layout: Layout, settings: Settings
) -> Moves:
    """Only those cards are brought back (or laid from a stock on demand) that could serve a use."""
    wanted = in_demand(state, stock_cards, layout, settings)
    from_stock = moves.stock_to_column
    if stock_is_virtual(layout, settings):
        from_stock &= wanted
    back = moves.bring_back
    if settings.cuts.returns_on_demand:
        back &= wanted
    return Moves(moves.up_from_column, moves.up_from_stock, from_stock, moves.uncover, back)


@part
def uses_of(moves: Moves, last: np.uint64, layout: Layout, settings: Settings) -> Moves:
    """After a card was laid on demand: its uses, and further cards on demand, each lower than the last.

    A use is its twin going up, or a card laid on the pair. Cards laid together for one use can
    always be laid from high to low, the one that is used last.
    """
    pair = pairs_of(ONE << last)
    lower = low_bits(last)
    from_stock = moves.stock_to_column
    if stock_is_virtual(layout, settings):
        from_stock &= lower
    else:
        from_stock &= pair >> RANK
    return Moves(
        moves.up_from_column & pair & ~(ONE << last),
        ZERO,
        from_stock,
        moves.uncover & (pair >> RANK),
        moves.bring_back & lower,
    )
