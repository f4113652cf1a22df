"""Judges choices by playing on in shuffled worlds, as a player does who sees no more than the table.

In a playout every choice is the one after which the net thinks a win most likely. It ends after some choices,
and then counts as what the net says of the last one, unless the game was won or lost before. That varies less
from world to world than how games end, and the choices it led to won more often than the net's own.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ONE, ZERO, lowest
from harpan_solver.kernels.choices import (
    CARD_BITS,
    FROM,
    KEY,
    MOVE,
    MOVES,
    TURN,
    Choices,
    after_choice,
    find_choices,
    stock_ahead,
    turns_up,
)
from harpan_solver.kernels.halving import halved, rank, rounds_of
from harpan_solver.kernels.inputs import Numbers, inputs_of
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import Layout, Settings, State
from harpan_solver.kernels.net import Net, chance, log_odds
from harpan_solver.kernels.step import is_won
from harpan_solver.kernels.stock import cards_at
from harpan_solver.kernels.worlds import Unseen, next_world


class Playing(NamedTuple):
    """What playouts need.

    Attributes:
        net: values positions.
        worlds: how many worlds the choices that stay in the field are played out in.
        depth: how many choices a playout makes.
        prior: as how many worlds the net's word on a choice counts.
        choices: room for those in a playout; filled in place.
        on: (``MOST_ON``,) int64, room for inputs; filled in place.
        sums: (hidden,), room for the net; filled in place.
        beneath: (64,) int64, for a card of a column how many cards lie face down beneath; filled in place.
    """

    net: Net
    worlds: int
    depth: int
    prior: float
    choices: Choices
    on: Numbers
    sums: npt.NDArray[Any]
    beneath: Numbers


@part
def count_beneath(heads: np.uint64, layout: Layout, beneath: Numbers) -> None:
    """Counts for all original cards of the columns, from these heads down, what lies beneath them."""
    while heads != ZERO:
        head = lowest(heads)
        heads &= heads - ONE
        under = 0
        card = layout.below[head]
        while card != ZERO:
            under += 1
            card = layout.below[lowest(card)]
        number = head
        beneath[number] = under
        while under > 0:
            under -= 1
            number = lowest(layout.below[number])
            beneath[number] = under


@part
def tell(choice: int, layout: Layout, settings: Settings, choices: Choices, playing: Playing) -> int:
    """Notes the inputs for a choice, before the player sees what it shows; returns how many are on."""
    reached, _ = after_choice(choice, ZERO, layout, settings, choices)
    move = choices.moves[choice, MOVE]
    new = ZERO
    if move >> CARD_BITS == TURN:
        before = choices.positions[choices.moves[choice, FROM], KEY]
        new = cards_at(stock_ahead(before) & ~stock_ahead(reached.key), layout)
    elif turns_up(choice, ZERO, choices):
        new = layout.below[np.uint64(move & (1 << CARD_BITS) - 1)]
    return inputs_of(reached, new, layout, playing.beneath, playing.on)


@part
def odds_after(choice: int, layout: Layout, settings: Settings, choices: Choices, playing: Playing) -> float:
    """The net's log-odds of a win after a choice."""
    count = tell(choice, layout, settings, choices, playing)
    return log_odds(playing.on, count, playing.net, playing.sums)


@part
def playout(state: State, world: Layout, settings: Settings, playing: Playing) -> float:
    """The share of wins that a game is worth after some choices in a world."""
    odds = 0.0
    choices = playing.choices
    for _ in range(playing.depth):
        if is_won(state, world, settings):
            return 1.0
        find_choices(state, ZERO, stock_ahead(state.key) != ZERO, world, settings, choices)
        found = choices.counts[MOVES]
        if found == 0:
            return 0.0
        best = 0
        odds = odds_after(0, world, settings, choices, playing)
        for choice in range(1, found):
            likelier = odds_after(choice, world, settings, choices, playing)
            if likelier > odds:
                best, odds = choice, likelier
        state, _ = after_choice(best, ZERO, world, settings, choices)
    return chance(odds)


@kernel
def choose_by_playouts(
    state: State,
    layout: Layout,
    settings: Settings,
    unseen: Unseen,
    choices: Choices,
    playing: Playing,
) -> None:
    """Finds and judges the choices of a position: ``choices.order`` has the best first.

    Args:
        layout: its tables, where they tell of unseen cards, are modified in place.
        unseen: modified in place.
    """
    find_choices(state, ZERO, stock_ahead(state.key) != ZERO, layout, settings, choices)
    field = choices.counts[MOVES]
    # 1. What the net says.
    count_beneath(state.heads, layout, playing.beneath)
    for choice in range(field):
        choices.order[choice] = choice
        odds = odds_after(choice, layout, settings, choices, playing)
        choices.wins[choice] = playing.prior * chance(odds)
    rank(field, choices)
    # 2. What playouts say.
    seen_bottoms = layout.bottoms & state.heads
    rounds = rounds_of(field, 1)
    for _ in range(rounds):
        for _ in range(playing.worlds // rounds):
            world = next_world(layout, seen_bottoms, unseen)
            count_beneath(state.heads, world, playing.beneath)
            for place in range(field):
                choice = choices.order[place]
                reached, _ = after_choice(choice, ZERO, world, settings, choices)
                choices.wins[choice] += playout(reached, world, settings, playing)
        rank(field, choices)
        field = halved(field, 1)
