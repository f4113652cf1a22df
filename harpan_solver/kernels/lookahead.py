"""Looks one choice further, as a player who will see no more than what the choice at hand shows.

The solver knows every card of a world, so it overrates a choice after which a player would have to guess.
Here that guess is made: for each card that a choice could show, the next choice must be the same one in
all worlds that agree with this card. Which one is chosen by half of the worlds and valued by the others,
as the best of several chance results would look better than it is.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ZERO
from harpan_solver.kernels.choices import (
    CARD_BITS,
    MOVE,
    MOVES,
    TURN,
    Choices,
    after_choice,
    find_choices,
    stock_ahead,
    turns_up,
)
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.judging import Decision, value_in
from harpan_solver.kernels.layout import Layout, Words
from harpan_solver.kernels.search import Workspace
from harpan_solver.kernels.worlds import Unseen, bring_to, lay, shuffle


class NextChoices(NamedTuple):
    """Room for what comes after a choice; filled in place.

    Attributes:
        choices: the choices then.
        values: (2, room) float64, what each of them is worth in the first and second half of the worlds.
        shown: (52,) uint64, the unseen cards in an order in which some of them are shown.
        worlds: (next worlds, 52) uint64, the unseen cards in the orders of other worlds.
    """

    choices: Choices
    values: npt.NDArray[np.float64]
    shown: Words
    worlds: Words


@part
def _shown_places(choice: int, layout: Layout, unseen: Unseen, choices: Choices) -> tuple[int, int]:
    """The first of the unseen places that a choice shows, and the end of them."""
    move = choices.moves[choice, MOVE]
    if move >> CARD_BITS == TURN:
        drawn = min(unseen.cards.size - unseen.face_down, int(layout.draw))
        return unseen.face_down, unseen.face_down + drawn
    number = np.uint64(move & (1 << CARD_BITS) - 1)
    for place in range(unseen.face_down):
        if unseen.covers[place] == number:
            return place, place + 1
    return 0, 0


@part
def _estimate(found: int, worlds: int, values: npt.NDArray[np.float64]) -> float:
    """What the next choice is worth: the best of each half, by the other half."""
    total = 0.0
    for half in range(2):
        best = 0
        for choice in range(found):
            if values[half, choice] > values[half, best]:
                best = choice
        total += values[1 - half, best]
    return total / worlds


@kernel
def value_of_next(
    choice: int, turn: int, decision: Decision, choices: Choices, after: NextChoices, work: Workspace
) -> float:
    """What the best choice after a choice is worth, when that one shows certain cards.

    Args:
        turn: how far ``after.shown`` is turned round; so each card has its turn at each place.
    """
    layout, settings = decision.layout, decision.settings
    unseen, judgement = decision.unseen, decision.judgement
    count = unseen.cards.size
    for place in range(count):
        unseen.cards[place] = after.shown[(place + turn) % count]
    world = lay(layout, decision.seen_bottoms, unseen)
    reached, left = after_choice(choice, decision.passes_left, world, settings, choices)
    still_unseen = decision.unseen_stock and stock_ahead(reached.key) != ZERO
    find_choices(reached, left, still_unseen, world, settings, after.choices)
    found = after.choices.counts[MOVES]
    for each in range(found):
        after.values[0, each] = 0.0
        after.values[1, each] = 0.0
    first, end = _shown_places(choice, layout, unseen, choices)
    bottoms = world.bottoms & reached.heads
    for row in range(judgement.next_worlds):
        for place in range(count):
            unseen.cards[place] = after.worlds[row, place]
        for place in range(first, end):
            bring_to(place, after.shown[(place + turn) % count], unseen)
        world = lay(layout, decision.seen_bottoms, unseen)
        for each in range(found):
            after.values[row & 1, each] += value_in(
                each, bottoms, left, world, settings, judgement, after.choices, work
            )
    return 0.0 if found == 0 else _estimate(found, judgement.next_worlds, after.values)


@kernel
def look_further(
    field: int, decision: Decision, choices: Choices, after: NextChoices, work: Workspace
) -> None:
    """Adds to ``choices.wins`` of the first ``field`` choices what the next choice is worth, from 0 to 1."""
    unseen, judgement = decision.unseen, decision.judgement
    count = unseen.cards.size
    shuffle(unseen.cards, unseen.random)
    for place in range(count):
        after.shown[place] = unseen.cards[place]
    for turn in range(count):
        for row in range(judgement.next_worlds):
            shuffle(unseen.cards, unseen.random)
            for place in range(count):
                after.worlds[row, place] = unseen.cards[place]
        for at in range(field):
            choice = choices.order[at]
            value = value_of_next(choice, turn, decision, choices, after, work)
            if not turns_up(choice, decision.seen_bottoms, choices):
                value /= judgement.turn_up_credit
            choices.wins[choice] += value / count
