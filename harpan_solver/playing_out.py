"""From what a player has seen to its best choice by playouts: hands the kernels worlds and the net."""

import logging
import time
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from harpan_solver import warmup
from harpan_solver.deciding import best_line, choice_room, question
from harpan_solver.game import Game
from harpan_solver.kernels.choices import Choices
from harpan_solver.kernels.inputs import MOST_ON
from harpan_solver.kernels.layout import Words
from harpan_solver.kernels.net import Net
from harpan_solver.kernels.playouts import Playing, choose_by_playouts
from harpan_solver.net_file import NET, blank_net, read_net
from harpan_solver.observation import Observation, observe
from harpan_solver.position import Position
from harpan_solver.rules import Rules

_log = logging.getLogger(__name__)

NOTICE = "Compiling what plays games out for this machine, once: this takes about half a minute."
# The number of worlds by which it is measured how many fit into a time; then at most so many times as many.
FIRST_WORLDS = 20
MOST_TIMES = 10_000

#: The rules that the net was trained for, worrying back or not.
DRAW, PASSES = 1, 1


class PlayoutRoom(NamedTuple):
    """The arrays of a player's decisions, used again and again.

    Attributes:
        playing: the net and how it is used.
        choices: for the choices.
        random: (1,) uint64, the state of the random numbers.
    """

    playing: Playing
    choices: Choices
    random: Words


@lru_cache(maxsize=1)
def trained_net() -> Net:
    """The net of the package.

    Raises:
        InputError: its file is missing or damaged.
    """
    return read_net(NET)


def playout_room(net: Net, worlds: int, depth: int, prior: float, seed: int) -> PlayoutRoom:
    """Room for decisions; see ``Playing`` for the numbers.

    Args:
        seed: of the random numbers.
    """
    playing = Playing(
        net=net,
        worlds=worlds,
        depth=depth,
        prior=prior,
        choices=choice_room(),
        on=np.zeros(MOST_ON, np.int64),
        sums=np.zeros(net.biases.size, net.biases.dtype),
        beneath=np.zeros(64, np.int64),
    )
    return PlayoutRoom(playing, choice_room(), np.array([seed % (1 << 64)], np.uint64))


def likeliest_choice(seen: Observation, room: PlayoutRoom, seconds: float | None = None) -> list[int] | None:
    """The choice that does best in playouts, as ``deciding.best_line`` gives it.

    Args:
        seen: what has been seen; something must be unseen.
        room: modified in place.
        seconds: about how long it may take by the clock: as many worlds are tried as fit into that. Which
            choice does best then depends on the machine.
    """
    warmup.prepare(_log.warning, KERNELS)
    if seconds is None:
        return _choose(seen, room)
    began = time.perf_counter()
    line = _choose(seen, room, FIRST_WORLDS)
    took = time.perf_counter() - began
    times = min(int((seconds - took) / took), MOST_TIMES)
    return line if times < 1 else _choose(seen, room, FIRST_WORLDS * times)


def _choose(seen: Observation, room: PlayoutRoom, worlds: int | None = None) -> list[int] | None:
    packed, unseen = question(seen, room.random)
    playing = room.playing if worlds is None else room.playing._replace(worlds=worlds)
    choose_by_playouts(packed.state, packed.layout, packed.settings, unseen, room.choices, playing)
    return best_line(room.choices)


def exercise() -> None:
    """Calls the kernel on a deck of twelve cards, so that it is compiled or loaded."""
    position = Position.dealt(tuple(range(12)), ranks=3, columns=3)
    _choose(observe(Game(position, Rules(DRAW, PASSES))), playout_room(blank_net(), 1, 1, 1.0, 0))


KERNELS = warmup.Kernels("playouts-ready", exercise, "harpan_solver.playing_out", NOTICE)

if __name__ == "__main__":
    warmup.compile_for_parent(exercise)
