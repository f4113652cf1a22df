"""What a choice is worth in a world."""

from typing import NamedTuple

import numpy as np

from harpan_solver.kernels.bits import ZERO
from harpan_solver.kernels.choices import Choices, after_choice, turns_up
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.layout import Layout, Settings
from harpan_solver.kernels.search import COUNTERS, Workspace, begin, run
from harpan_solver.kernels.status import WON
from harpan_solver.kernels.worlds import Unseen


class Judgement(NamedTuple):
    """How choices are judged.

    Attributes:
        worlds: how many worlds the choices that stay in the field are tried in.
        states: how many states the solver may enter in a world; a world not won by then is lost.
        turn_up_credit: how many times as much a win counts when the choice turns up a card.
        finalists: how many of the choices that do best so are looked further into; 1 for none.
        margin: a choice that is behind the best by more than this share of wins is no finalist.
        next_worlds: how many worlds the choice after a finalist is tried in, for each card that the
            finalist could show.
    """

    worlds: int
    states: int
    turn_up_credit: float
    finalists: int
    margin: float
    next_worlds: int


class Decision(NamedTuple):
    """What a player decides about, and how.

    Attributes:
        passes_left: the redeals left.
        unseen_stock: see ``choices.find_choices``.
        seen_bottoms: the columns' first cards, where they are seen.
        layout: its tables, where they tell of unseen cards, are modified in place.
        settings: of the searches.
        unseen: modified in place.
        judgement: how choices are judged.
    """

    passes_left: np.uint64
    unseen_stock: bool
    seen_bottoms: np.uint64
    layout: Layout
    settings: Settings
    unseen: Unseen
    judgement: Judgement


@part
def value_in(
    choice: int,
    seen_bottoms: np.uint64,
    passes_left: np.uint64,
    world: Layout,
    settings: Settings,
    judgement: Judgement,
    choices: Choices,
    work: Workspace,
) -> float:
    """1 if the solver finds a win after a choice that turns up a card, less after another, 0 for no win."""
    reached, left = after_choice(choice, passes_left, world, settings, choices)
    for slot in range(work.slots.size):
        work.slots[slot] = ZERO
    for counter in range(COUNTERS):
        work.counters[counter] = 0
    won = begin(reached, left, world, settings, work) == WON
    if not won and run(judgement.states, world, settings, work) != WON:
        return 0.0
    return 1.0 if turns_up(choice, seen_bottoms, choices) else 1.0 / judgement.turn_up_credit
