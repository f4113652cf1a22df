"""Judges choices by solving worlds: the cards not seen are shuffled again and again.

Every choice is tried in the same worlds, since differences between choices are then far less a matter of
luck, and the worse half of the field is left out round by round (sequential halving: Karnin, Koren and
Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013).
"""

from typing import NamedTuple

import numpy as np

from harpan_solver.kernels.bits import ZERO
from harpan_solver.kernels.choices import MOVES, Choices, after_choice, find_choices, turns_up
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import Layout, Settings, State
from harpan_solver.kernels.search import COUNTERS, Workspace, begin, run
from harpan_solver.kernels.status import WON
from harpan_solver.kernels.worlds import Unseen, next_world


class Judgement(NamedTuple):
    """How choices are judged.

    Attributes:
        worlds: how many worlds the last two choices are tried in.
        states: how many states the solver may enter in a world; a world not won by then is lost.
        turn_up_credit: what a win counts when the choice turns up a card; other wins count 1.
    """

    worlds: int
    states: int
    turn_up_credit: float


@part
def _is_won(
    state: State,
    passes_left: np.uint64,
    world: Layout,
    settings: Settings,
    judgement: Judgement,
    work: Workspace,
) -> bool:
    """Whether the solver finds a win in a world within its states."""
    for slot in range(work.slots.size):
        work.slots[slot] = ZERO
    for counter in range(COUNTERS):
        work.counters[counter] = 0
    if begin(state, passes_left, world, settings, work) == WON:
        return True
    return run(judgement.states, world, settings, work) == WON


@part
def _rank(field: int, choices: Choices) -> None:
    """Sorts the first ``field`` choices of the order by their wins, the best first; equal ones stay."""
    for place in range(1, field):
        choice = choices.order[place]
        while place > 0 and choices.wins[choices.order[place - 1]] < choices.wins[choice]:
            choices.order[place] = choices.order[place - 1]
            place -= 1
        choices.order[place] = choice


@part
def _rounds(field: int) -> int:
    """How often a field is halved until one choice is left."""
    rounds = 0
    while field > 1:
        field = (field + 1) // 2
        rounds += 1
    return rounds


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
    work: Workspace,
) -> None:
    """Finds and judges the choices of a position: ``choices.order`` has the best first.

    Args:
        layout: its tables, where they tell of unseen cards, are modified in place.
        unseen_stock: see ``choices.find_choices``.
    """
    find_choices(state, passes_left, unseen_stock, layout, settings, choices)
    field = choices.counts[MOVES]
    for choice in range(field):
        choices.order[choice] = choice
        choices.wins[choice] = 0.0
    seen_bottoms = layout.bottoms & state.heads
    rounds = _rounds(field)
    for _ in range(rounds):
        for _ in range(judgement.worlds // rounds):
            world = next_world(layout, seen_bottoms, unseen)
            for place in range(field):
                choice = choices.order[place]
                reached, left = after_choice(choice, passes_left, world, settings, choices)
                if _is_won(reached, left, world, settings, judgement, work):
                    credit = judgement.turn_up_credit if turns_up(choice, seen_bottoms, choices) else 1.0
                    choices.wins[choice] += credit
        _rank(field, choices)
        field = (field + 1) // 2
