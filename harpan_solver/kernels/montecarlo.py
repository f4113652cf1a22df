"""Judges choices by solving worlds: the cards not seen are shuffled again and again.

Every choice is tried in the same worlds, since differences between choices are then far less a matter of
luck, and the worse half of the field is left out round by round. Where the best are close, their next
choices are looked into.
"""

import numpy as np

from harpan_solver.kernels.choices import MOVES, Choices, find_choices
from harpan_solver.kernels.halving import halved, rank, rounds_of
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.judging import Decision, Judgement, value_in
from harpan_solver.kernels.layout import Layout, Settings, State
from harpan_solver.kernels.lookahead import NextChoices, look_further
from harpan_solver.kernels.search import Workspace
from harpan_solver.kernels.worlds import Unseen, next_world


@part
def _finalists(field: int, judgement: Judgement, choices: Choices) -> int:
    """How many of the first ``field`` choices of the order are close enough to the best."""
    least = choices.wins[choices.order[0]] - judgement.margin
    close = 1
    while close < field and choices.wins[choices.order[close]] >= least:
        close += 1
    return close


@kernel
def choose(
    state: State,
    passes_left: np.uint64,
    unseen_stock: bool,
    layout: Layout,
    settings: Settings,
    unseen: Unseen,
    judgement: Judgement,
    choices: Choices,
    after: NextChoices,
    work: Workspace,
) -> None:
    """Finds and judges the choices of a position: ``choices.order`` has the best first.

    Args:
        layout: its tables, where they tell of unseen cards, are modified in place.
        unseen_stock: see ``choices.find_choices``.
    """
    # 1. By the share of worlds that are won, cards seen.
    find_choices(state, passes_left, unseen_stock, layout, settings, choices)
    field = choices.counts[MOVES]
    for choice in range(field):
        choices.order[choice] = choice
        choices.wins[choice] = 0.0
    seen_bottoms = layout.bottoms & state.heads
    rounds = rounds_of(field, judgement.finalists)
    for _ in range(rounds):
        for _ in range(judgement.worlds // rounds):
            world = next_world(layout, seen_bottoms, unseen)
            for place in range(field):
                choice = choices.order[place]
                value = value_in(choice, seen_bottoms, passes_left, world, settings, judgement, choices, work)
                choices.wins[choice] += value / (judgement.worlds // rounds * rounds)
        rank(field, choices)
        field = halved(field, judgement.finalists)
    # 2. By that and what the next choice is worth.
    if judgement.finalists > 1 and field > 1:
        field = _finalists(field, judgement, choices)
        if field > 1:
            decision = Decision(passes_left, unseen_stock, seen_bottoms, layout, settings, unseen, judgement)
            look_further(field, decision, choices, after, work)
            rank(field, choices)
