"""From what a player has seen to its best choice: hands the kernels worlds to try, and reads their answer."""

import logging
import time
from typing import NamedTuple

import numpy as np

from harpan_solver import warmup
from harpan_solver.deciding import MOST_CHOICES, best_line, choice_room, question
from harpan_solver.game import Game
from harpan_solver.kernels import choices as choosing
from harpan_solver.kernels import search
from harpan_solver.kernels.choices import Choices
from harpan_solver.kernels.judging import Judgement
from harpan_solver.kernels.layout import Words
from harpan_solver.kernels.lookahead import NextChoices
from harpan_solver.kernels.montecarlo import choose
from harpan_solver.kernels.search import Workspace
from harpan_solver.observation import Observation, observe
from harpan_solver.plan import order
from harpan_solver.position import Position
from harpan_solver.rules import Rules

_log = logging.getLogger(__name__)

NOTICE = "Compiling what judges choices for this machine, once: this takes about half a minute."
# A table twice as large as the states that a world may take, and room for their path.
MOST_DEPTH = 512
CARDS = 52
# The numbers of worlds by which it is measured how many fit into a time; then at most so many times as many.
FIRST_WORLDS = 20
FIRST_NEXT_WORLDS = 4
MOST_TIMES = 1000
# As in the first stage of a solve, most of whose wins are found in few states.
ORDER = order("suhp")


class Room(NamedTuple):
    """The arrays of a player's decisions, used again and again.

    Attributes:
        work: for the searches of worlds.
        choices: for the choices.
        after: for what comes after a choice.
        random: (1,) uint64, the state of the random numbers.
    """

    work: Workspace
    choices: Choices
    after: NextChoices
    random: Words


def room(states: int, next_worlds: int, limited: bool, seed: int) -> Room:
    """Room for decisions.

    Args:
        states: how many states a world may take.
        next_worlds: how many worlds the choice after a choice may be tried in at most.
        limited: whether the rules limit the passes.
        seed: of the random numbers.
    """
    slots = 1 << (2 * states + 2 * search.MOST_CHILDREN).bit_length()
    work = Workspace(
        children=np.zeros((states + 2 * search.MOST_CHILDREN, search.CHILD_COLUMNS), np.uint64),
        frames=np.zeros((MOST_DEPTH, search.FRAME_COLUMNS), np.int64),
        counters=np.zeros(search.COUNTERS, np.int64),
        slots=np.zeros(slots, np.uint64),
        passes=np.zeros(slots if limited else 1, np.uint8),
        orders=np.array([[*ORDER.kinds, ORDER.high_ranks_first]], np.int64),
    )
    after = NextChoices(
        choices=choice_room(),
        values=np.zeros((2, MOST_CHOICES), np.float64),
        shown=np.zeros(CARDS, np.uint64),
        worlds=np.zeros((next_worlds, CARDS), np.uint64),
    )
    return Room(work, choice_room(), after, np.array([seed % (1 << 64)], np.uint64))


def best_choice(
    seen: Observation, judgement: Judgement, room: Room, seconds: float | None = None
) -> list[int] | None:
    """The choice that does best in shuffled worlds, as ``deciding.best_line`` gives it.

    Args:
        seen: what has been seen; something must be unseen.
        judgement: with ``seconds``, its numbers of worlds do not matter.
        room: modified in place.
        seconds: about how long it may take by the clock: as many worlds are tried as fit into that. Which
            choice does best then depends on the machine.
    """
    warmup.prepare(_log.warning, KERNELS)
    if seconds is None:
        return _best_choice(seen, judgement, room)
    began = time.perf_counter()
    line = _best_choice(seen, judgement._replace(worlds=FIRST_WORLDS, next_worlds=FIRST_NEXT_WORLDS), room)
    took = time.perf_counter() - began
    times = min(int((seconds - took) / took), MOST_TIMES)
    if times < 1 or room.choices.counts[choosing.MOVES] < 2:
        return line
    most = room.after.worlds.shape[0]
    more = judgement._replace(worlds=FIRST_WORLDS * times, next_worlds=min(FIRST_NEXT_WORLDS * times, most))
    return _best_choice(seen, more, room)


def _best_choice(seen: Observation, judgement: Judgement, room: Room) -> list[int] | None:
    packed, unseen = question(seen, room.random)
    choices = room.choices
    choose(
        packed.state,
        np.uint64(packed.passes_left),
        None in seen.stock,
        packed.layout,
        packed.settings,
        unseen,
        judgement,
        choices,
        room.after,
        room.work,
    )
    return best_line(choices)


def exercise() -> None:
    """Calls the kernel on a deck of twelve cards, so that it is compiled or loaded."""
    position = Position.dealt(tuple(range(12)), ranks=3, columns=3)
    judgement = Judgement(worlds=1, states=1, turn_up_credit=1.0, finalists=2, margin=1.0, next_worlds=1)
    _best_choice(observe(Game(position, Rules(passes=1))), judgement, room(1, 1, True, 0))


KERNELS = warmup.Kernels("players-ready", exercise, "harpan_solver.guessing", NOTICE)

if __name__ == "__main__":
    warmup.compile_for_parent(exercise)
