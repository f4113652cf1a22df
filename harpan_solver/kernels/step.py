"""What a K+ move does to a position."""

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.layout import Layout, Settings, State
from harpan_solver.kernels.movegen import (
    BRING_BACK,
    UNCOVER,
    UP_FROM_COLUMN,
    UP_FROM_STOCK,
)
from harpan_solver.kernels.stock import stock_of, without

TWO = np.uint64(2)
THREE = np.uint64(3)


@part
def suit_of(number: np.uint64) -> np.uint64:
    """The suit of the card of this bit number, as ``layout`` counts suits."""
    return (number & THREE) ^ (((number >> TWO) & ONE) << ONE)


@part
def foundation_step(number: np.uint64) -> np.uint64:
    """What the key gains when the card of this bit number goes up."""
    return ONE << (suit_of(number) << TWO)


@part
def head_leaves(state: State, number: np.uint64, layout: Layout) -> State:
    """The head of this bit number leaves its column; the card beneath, if any, is the new head."""
    beneath = layout.below[number]
    return State(
        state.key - layout.column_step[number],
        state.found,
        state.up | beneath,
        (state.heads ^ (ONE << number)) | beneath,
    )


@part
def after(state: State, kind: int, number: np.uint64, layout: Layout, settings: Settings) -> State:
    """The position after a move of this kind with the card of this bit number."""
    card = ONE << number
    if kind == UNCOVER:
        return head_leaves(state, number, layout)
    if kind == UP_FROM_COLUMN:
        raised = State(state.key + foundation_step(number), state.found | card, state.up ^ card, state.heads)
        if state.heads & card != ZERO:
            raised = head_leaves(raised, number, layout)
        return raised
    if kind == BRING_BACK:
        return State(state.key - foundation_step(number), state.found ^ card, state.up | card, state.heads)
    key = without(state.key, layout.stock_index[number], layout, settings)
    if kind == UP_FROM_STOCK:
        return State(key + foundation_step(number), state.found | card, state.up, state.heads)
    return State(key, state.found, state.up | card, state.heads)


@part
def is_won(state: State, layout: Layout, settings: Settings) -> bool:
    """Whether the rest is certain: no card face down and the stock gone or free to be taken in any order.

    The lowest card not yet up then always can go up: its predecessor is up, and whatever lies on it
    would be lower still.
    """
    if state.heads & ~layout.bottoms != ZERO:
        return False
    return stock_of(state.key) == ZERO or (settings.unlimited and layout.draw == ONE)
