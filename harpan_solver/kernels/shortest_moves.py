"""The moves of the search for the shortest solution, each with what it costs.

They are the K+ moves of ``movegen``, but a stock card costs its draws too, and a card that goes up from
under a child whose only other place is the twin costs the child's move as well. The rules that leave moves
out keep a shortest solution; ``docs/shortest.md`` has the proofs.
"""

from typing import NamedTuple

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO, highest, low_bits, lowest, popcount
from harpan_solver.kernels.dominance import safe_cards
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.layout import (
    STOCK_SHIFT,
    TURNED_SHIFT,
    Layout,
    Settings,
    State,
    Words,
)
from harpan_solver.kernels.movegen import (
    BRING_BACK,
    RANK,
    STOCK_TO_COLUMN,
    UNCOVER,
    UP_FROM_STOCK,
    empty_columns,
    free_pairs,
    next_up,
    tops,
)
from harpan_solver.kernels.shortest_detours import detours_of
from harpan_solver.kernels.shortest_hosts import clearable, uncovered, with_child, without_child, without_host
from harpan_solver.kernels.shortest_layout import PASSES_SHIFT, Bounds, Lying
from harpan_solver.kernels.shortest_stock import stock_cost
from harpan_solver.kernels.step import foundation_step, head_leaves
from harpan_solver.kernels.stock import cards_at, stock_of, turned_of

# Columns of a row of children: a position, the move to it, its moves so far, the least for the whole, the
# stock's part of the bound and the duty of the next move (see DUTY).
KEY, FOUND, UP, HEADS, HOSTS, MOVE, SPENT, LEAST, STOCK, DUTY = range(10)
CHILD_COLUMNS = 10

# What the next move must do: anything; bring a king to the empty column; bring back another card or use the
# one just brought back, whose bit number is in the bits above, as a host; only bring back another.
NO_DUTY, KING_DUTY, HOST_DUTY, BACK_DUTY = ZERO, ONE, np.uint64(2), np.uint64(3)
TWO = np.uint64(2)
THREE = np.uint64(3)
# What _draws_to adds when a redeal comes first, and what it answers when nothing helps.
REDEAL_FIRST = np.uint64(64)
OUT_OF_REACH = np.uint64(255)
VECTOR_SHIFT = np.uint64(16)
VECTOR_MASK = np.uint64(0xFFFF)


class Before(NamedTuple):
    """The position that moves are made from.

    Attributes:
        lying: the position.
        spent: moves made so far.
        stock: the stock's part of its bound.
        limit: children that need more in all are left out.
    """

    lying: Lying
    spent: np.uint64
    stock: np.uint64
    limit: np.uint64


@part
def rest_of(lying: Lying, stock: np.uint64, layout: Layout, bounds: Bounds) -> np.uint64:
    """Moves still needed at least: each card's move up, the stock's part and the columns' part."""
    vector = (lying.key >> VECTOR_SHIFT) & VECTOR_MASK
    return popcount(layout.deck & ~lying.found) + stock + detours_of(vector, bounds)


@part
def _write(
    before: Before,
    after: Lying,
    move: np.uint64,
    cost: np.uint64,
    stock: np.uint64,
    duty: np.uint64,
    end: np.int64,
    children: Words,
    layout: Layout,
    bounds: Bounds,
) -> np.int64:
    """Writes a child at ``end`` and returns the new end; the caller drops those beyond the limit."""
    spent = before.spent + cost
    children[end, KEY] = after.key
    children[end, FOUND] = after.found
    children[end, UP] = after.up
    children[end, HEADS] = after.heads
    children[end, HOSTS] = after.hosts
    children[end, MOVE] = move
    children[end, SPENT] = spent
    children[end, LEAST] = spent + rest_of(after, stock, layout, bounds)
    children[end, STOCK] = stock
    children[end, DUTY] = duty
    return end + 1


@part
def _raised(lying: Lying, number: np.uint64, layout: Layout) -> Lying:
    """After the face-up card of this bit number went up."""
    card = ONE << number
    hosts = without_host(lying, number)
    state = State(lying.key + foundation_step(number), lying.found | card, lying.up ^ card, lying.heads)
    if lying.heads & card != ZERO:
        state = head_leaves(state, number, layout)
    elif layout.kings & card == ZERO:
        hosts = without_child(Lying(lying.key, lying.found, lying.up, lying.heads, hosts), number)
    return Lying(state.key, state.found, state.up, state.heads, hosts)


@part
def _laid_hosts(lying: Lying, number: np.uint64, layout: Layout) -> np.uint64:
    if layout.kings & (ONE << number) != ZERO:
        return lying.hosts
    return with_child(lying, number)


@part
def _uncovering(lying: Lying, number: np.uint64, layout: Layout) -> Lying:
    """After the head of this bit number moved to another column."""
    hosts = _laid_hosts(lying, number, layout)
    state = head_leaves(State(lying.key, lying.found, lying.up, lying.heads), number, layout)
    return Lying(state.key, state.found, state.up, state.heads, hosts)


@part
def _from_columns_up(
    before: Before,
    cards: np.uint64,
    cost: np.uint64,
    end: np.int64,
    children: Words,
    layout: Layout,
    bounds: Bounds,
) -> np.int64:
    while cards != ZERO:
        number = lowest(cards)
        cards &= cards - ONE
        after = _raised(before.lying, number, layout)
        end = _write(before, after, number, cost, before.stock, NO_DUTY, end, children, layout, bounds)
    return end


@part
def _key_without(key: np.uint64, place: np.uint64) -> np.uint64:
    """The key after the card at this place was turned up and played."""
    key &= ~(ONE << (STOCK_SHIFT + place)) & low_bits(TURNED_SHIFT)
    waste = stock_of(key) & low_bits(place)
    if waste == ZERO:
        return key
    return key | ((highest(waste) + ONE) << TURNED_SHIFT)


@part
def _draws_to(key: np.uint64, place: np.uint64, passes_left: np.uint64, layout: Layout) -> np.uint64:
    """Draws until the card at this place is on top, plus REDEAL_FIRST when so, or OUT_OF_REACH."""
    stock = stock_of(key)
    before = low_bits(turned_of(key))
    upto = low_bits(place + ONE)
    last = (stock & ~upto) == ZERO
    waste = stock & before
    if (waste >> place) & ONE == ZERO:
        ahead = popcount(stock & ~before & upto)
        if last or ahead % layout.draw == ZERO:
            return (ahead + layout.draw - ONE) // layout.draw
    elif waste & ~upto == ZERO:
        return ZERO
    if passes_left == ZERO or waste == ZERO:
        return OUT_OF_REACH
    ahead = popcount(stock & upto)
    if not last and ahead % layout.draw != ZERO:
        return OUT_OF_REACH
    rest = popcount(stock & ~before)
    rest_draws = (rest + layout.draw - ONE) // layout.draw
    return REDEAL_FIRST + rest_draws + (ahead + layout.draw - ONE) // layout.draw


@part
def _safe_waste_top(lying: Lying, safe: np.uint64, layout: Layout) -> np.uint64:
    """The waste's top, if it is safe and taking it changes nothing for other stock cards: with draw 1."""
    waste = stock_of(lying.key) & low_bits(turned_of(lying.key))
    if waste == ZERO or layout.draw != ONE:
        return ZERO
    return cards_at(ONE << highest(waste), layout) & safe


@part
def _from_stock(
    before: Before,
    up: np.uint64,
    lands: np.uint64,
    end: np.int64,
    children: Words,
    layout: Layout,
    settings: Settings,
    bounds: Bounds,
) -> np.int64:
    """Stock cards go up, if in ``up``, and to a column, if in ``lands``, once turned."""
    lying = before.lying
    left = popcount(layout.deck & ~lying.found)
    passes_left = ONE
    if not settings.unlimited:
        passes_left = lying.hosts >> PASSES_SHIFT
    cards = cards_at(stock_of(lying.key), layout) & (up | lands)
    while cards != ZERO:
        number = lowest(cards)
        card = ONE << number
        cards &= cards - ONE
        place = layout.stock_index[number]
        draws = _draws_to(lying.key, place, passes_left, layout)
        if draws == OUT_OF_REACH:
            continue
        hosts = lying.hosts
        if draws >= REDEAL_FIRST:
            draws -= REDEAL_FIRST
            if not settings.unlimited:
                hosts -= ONE << PASSES_SHIFT
        if before.spent + draws + left > before.limit:
            continue
        key = _key_without(lying.key, place)
        stock = stock_cost(key, layout, bounds)
        if up & card != ZERO:
            raised = Lying(key + foundation_step(number), lying.found | card, lying.up, lying.heads, hosts)
            move = np.uint64(UP_FROM_STOCK << 6) | number
            end = _write(before, raised, move, draws + ONE, stock, NO_DUTY, end, children, layout, bounds)
        if lands & card != ZERO:
            turned_up = Lying(key, lying.found, lying.up, lying.heads, hosts)
            laid_hosts = _laid_hosts(turned_up, number, layout)
            laid = Lying(key, lying.found, lying.up | card, lying.heads, laid_hosts)
            move = np.uint64(STOCK_TO_COLUMN << 6) | number
            end = _write(before, laid, move, draws + ONE, stock, NO_DUTY, end, children, layout, bounds)
    return end


@part
def _uncover(
    before: Before, cards: np.uint64, end: np.int64, children: Words, layout: Layout, bounds: Bounds
) -> np.int64:
    """Heads leave for another column with their runs; one that empties its column does so for a king."""
    while cards != ZERO:
        number = lowest(cards)
        cards &= cards - ONE
        after = _uncovering(before.lying, number, layout)
        move = np.uint64(UNCOVER << 6) | number
        duty = NO_DUTY
        if layout.bottoms & (ONE << number) != ZERO:
            duty = KING_DUTY
        end = _write(before, after, move, ONE, before.stock, duty, end, children, layout, bounds)
    return end


@part
def _bring_back(
    before: Before,
    cards: np.uint64,
    free: np.uint64,
    end: np.int64,
    children: Words,
    layout: Layout,
    bounds: Bounds,
) -> np.int64:
    """Foundation cards come back; one whose twin is free anyway only to release the next of its suit."""
    lying = before.lying
    while cards != ZERO:
        number = lowest(cards)
        card = ONE << number
        cards &= cards - ONE
        key = lying.key - foundation_step(number)
        hosts = _laid_hosts(lying, number, layout)
        after = Lying(key, lying.found ^ card, lying.up | card, lying.heads, hosts)
        move = np.uint64(BRING_BACK << 6) | number
        duty = (number << TWO) | HOST_DUTY
        if free & card != ZERO:
            duty = BACK_DUTY
        end = _write(before, after, move, ONE, before.stock, duty, end, children, layout, bounds)
    return end


@part
def children_of(
    before: Before,
    duty: np.uint64,
    start: np.int64,
    children: Words,
    layout: Layout,
    settings: Settings,
    bounds: Bounds,
) -> np.int64:
    """Writes the positions one move away from row ``start`` on; returns the end.

    1. A safe card that can go up from a column, or with draw 1 from the waste, is the only move.
    2. Cards go up from the columns, from under a child at the cost of the child's move.
    3. Stock cards go up or to a column.
    4. Heads leave for another column.
    5. Foundation cards come back.

    A column is emptied only for a king, at once: whatever is moved in between could be moved before. A card
    comes back, at once before the first move that needs it, to take a card that has no other place or to
    release the next of its suit; a move may need several of them. That is the ``duty`` of the next move.
    """
    lying = before.lying
    end = start
    state = State(lying.key, lying.found, lying.up, lying.heads)
    free = free_pairs(state)
    room = empty_columns(state, layout)
    safe = safe_cards(lying.key, settings)
    up = next_up(lying.found, layout)
    lands = free >> RANK
    if room != ZERO:
        lands |= layout.kings
    back = lands
    if duty == NO_DUTY:
        ready = up & uncovered(lying)
        if ready & safe != ZERO:
            first = ready & safe & (~(ready & safe) + ONE)
            return _from_columns_up(before, first, ONE, end, children, layout, bounds)
        top = up & _safe_waste_top(lying, safe, layout)
        if top != ZERO:
            ready = ZERO
            lands = ZERO
            up = top
            back = ZERO
        else:
            end = _from_columns_up(before, ready, ONE, end, children, layout, bounds)
            end = _from_columns_up(before, up & clearable(lying), TWO, end, children, layout, bounds)
    else:
        if duty == KING_DUTY:
            lands &= layout.kings
            back = lands
        elif duty == BACK_DUTY:
            lands = ZERO
        else:
            pair = THREE << ((duty >> TWO) & ~ONE)
            cleared = up & clearable(lying) & pair
            end = _from_columns_up(before, cleared, TWO, end, children, layout, bounds)
            lands &= pair >> RANK
        up = ZERO
    # What could go up and stay there need not be laid first.
    to_column = lands & ~(up & safe)
    end = _from_stock(before, up, to_column, end, children, layout, settings, bounds)
    heads = lying.heads & lands & ~(layout.kings & layout.bottoms)
    if room != ZERO:
        heads &= ~layout.bottoms
    end = _uncover(before, heads, end, children, layout, bounds)
    if settings.worrying_back:
        back &= tops(lying.found) & ~safe
        end = _bring_back(before, back, free, end, children, layout, bounds)
    return end
