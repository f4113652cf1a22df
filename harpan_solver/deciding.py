"""From what a player has seen to what kernels decide about, and from their choices to moves."""

import numpy as np

from harpan_solver.cuts import ALL_CUTS, NO_FAULTS
from harpan_solver.kernels import choices as choosing
from harpan_solver.kernels.choices import Choices
from harpan_solver.kernels.layout import Words
from harpan_solver.kernels.search import NO_CARD
from harpan_solver.kernels.worlds import Unseen
from harpan_solver.observation import Observation
from harpan_solver.packing import BIT_NUMBER, Packed, pack
from harpan_solver.position import Position

MOST_CHOICES = 64
MOST_POSITIONS = 128


def choice_room() -> Choices:
    """Room for the choices of one decision."""
    return Choices(
        positions=np.zeros((MOST_POSITIONS, choosing.POSITION_COLUMNS), np.uint64),
        ways=np.zeros((MOST_POSITIONS, choosing.WAY_COLUMNS), np.int64),
        moves=np.zeros((MOST_CHOICES, choosing.WAY_COLUMNS), np.int64),
        wins=np.zeros(MOST_CHOICES, np.float64),
        order=np.zeros(MOST_CHOICES, np.int64),
        counts=np.zeros(choosing.COUNTS, np.int64),
    )


def question(seen: Observation, random: Words) -> tuple[Packed, Unseen]:
    """A position to decide about, in which the unseen cards lie anyhow, and what is unseen in it.

    Args:
        random: (1,) uint64, the state of the random numbers; the kernels modify it.
    """
    position = seen.filled(seen.unseen)
    packed = pack(position, seen.rules, ALL_CUTS, NO_FAULTS)
    return packed, _unseen(seen, position, packed.layout.column_step, random)


def _unseen(seen: Observation, position: Position, column_step: Words, random: Words) -> Unseen:
    """The unseen cards and places as the kernels take them.

    Args:
        position: a world; which one does not matter.
        column_step: that of its layout.
    """
    cards: list[int] = []
    covers: list[int] = []
    steps: list[int] = []
    for column, hidden in zip(position.tableau, position.hidden, strict=True):
        for place in range(hidden - 1, -1, -1):
            number = BIT_NUMBER[column[place]]
            cards.append(number)
            covers.append(BIT_NUMBER[column[hidden]] if place == hidden - 1 else int(NO_CARD))
            steps.append(int(column_step[number]))
    face_down = len(cards)
    for spot, (known, each) in enumerate(zip(seen.stock, position.stock, strict=True), len(seen.waste)):
        if known is None:
            cards.append(BIT_NUMBER[each])
            covers.append(spot)
            steps.append(0)
    return Unseen(
        cards=np.array(cards, np.uint64),
        covers=np.array(covers, np.uint64),
        steps=np.array(steps, np.uint64),
        face_down=face_down,
        random=random,
    )


def best_line(choices: Choices) -> list[int] | None:
    """The best choice as ``line_of`` gives it; ``None`` when there is no choice."""
    return line_of(choices, choices.order[0]) if choices.counts[choosing.MOVES] else None


def line_of(choices: Choices, choice: int) -> list[int]:
    """The K+ moves of a choice, from the position that was asked about; none for turning the stock on."""
    origin, move = choices.moves[choice].tolist()
    line = []
    if move >> choosing.CARD_BITS != choosing.TURN:
        line.append(move)
        while choices.ways[origin, choosing.FROM] != choosing.START:
            line.append(int(choices.ways[origin, choosing.MOVE]))
            origin = choices.ways[origin, choosing.FROM]
    return line[::-1]
