"""Trains the net that playouts of ``montecarlo`` go by, by games against the cards: draw 1, one pass.

    python -m experiments.train_net

One core, half a minute; the same seed makes the same net. A twentyfold number of games, twice as many hidden
units, other rates, and six nets in one made none that wins more often by itself.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from experiments.files import RESULTS, save
from experiments.net_training import Course, Memory, train
from experiments.running import run_program
from harpan_solver.cuts import ALL_CUTS, NO_FAULTS
from harpan_solver.deciding import choice_room
from harpan_solver.kernels.inputs import INPUTS, MOST_ON
from harpan_solver.kernels.net import Net
from harpan_solver.kernels.playouts import Playing
from harpan_solver.net_file import NET, save_net
from harpan_solver.packing import BIT_NUMBER, pack
from harpan_solver.position import Position
from harpan_solver.rules import Rules

HIDDEN = 32
MOST_MADE = 1000
GAMES = 700_000
GAMES_AT_ONCE = 20_000
TRACE = 0.7
FIRST_RATE = 0.002
# The rate falls to this share of itself, evenly in its logarithm.
LAST_RATE = 0.02
FIRST_TEMPERATURE = 0.5
LAST_TEMPERATURE = 0.1
# Shares of the games: so long cards that go up count too; so long the temperature falls.
UP_COUNTS = 0.1
COOLS = 0.4


def fresh_net(seed: int) -> Net:
    """A net that knows nothing."""
    rng = np.random.default_rng(seed)
    outputs = np.zeros(HIDDEN + 1, np.float32)
    outputs[:HIDDEN] = 0.2 * rng.standard_normal(HIDDEN)
    return Net(
        inputs=(0.05 * rng.standard_normal((INPUTS, HIDDEN))).astype(np.float32),
        biases=np.zeros(HIDDEN, np.float32),
        outputs=outputs,
        unit=1.0,
    )


def course_at(share: float) -> Course:
    """How it learns when this share of the games is played."""
    cooled = min(share / COOLS, 1.0)
    return Course(
        games=GAMES_AT_ONCE,
        temperature=FIRST_TEMPERATURE + cooled * (LAST_TEMPERATURE - FIRST_TEMPERATURE),
        rate=FIRST_RATE * LAST_RATE**share,
        trace=TRACE,
        up_weight=max(0.0, 1.0 - share / UP_COUNTS),
    )


def memory() -> Memory:
    """Room for what a game is remembered by."""
    return Memory(
        on=np.zeros((MOST_MADE, MOST_ON), np.int64),
        counts=np.zeros(MOST_MADE, np.int64),
        errors=np.zeros(HIDDEN, np.float32),
        totals=np.zeros(2, np.int64),
    )


def train_net(games: int, seed: int, path: Path) -> list[dict[str, Any]]:
    """Trains a net and saves it; returns how it fared, in the order of time."""
    # Any deal does: the kernel deals its own.
    packed = pack(Position.dealt(tuple(range(52))), Rules(1, 1), ALL_CUTS, NO_FAULTS)
    net = fresh_net(seed)
    playing = Playing(
        net=net,
        worlds=0,
        depth=0,
        prior=0.0,
        choices=choice_room(),
        on=np.zeros(MOST_ON, np.int64),
        sums=np.zeros(HIDDEN, np.float32),
        beneath=np.zeros(64, np.int64),
    )
    cards = np.array(sorted(BIT_NUMBER), np.uint64)
    random = np.array([seed], np.uint64)
    history: list[dict[str, Any]] = []
    began = time.process_time()
    for played in range(0, games, GAMES_AT_ONCE):
        course = course_at(played / games)
        remembered = memory()
        train(course, cards, packed.layout, packed.settings, choice_room(), playing, remembered, random)
        won, up = (remembered.totals / course.games).tolist()
        history.append(
            {
                "games": played + course.games,
                "cpu_seconds": round(time.process_time() - began, 1),
                "temperature": round(course.temperature, 3),
                "won": round(won, 5),
                "mean_up": round(up, 2),
            }
        )
        print(history[-1], flush=True)
    save_net(net, path)
    return history


def main(words: Sequence[str] | None = None) -> None:
    """Trains and writes the net and how it fared."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES, help="(default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default %(default)s)")
    parser.add_argument("--to", type=Path, default=NET, help="the net's file (default: the package's)")
    parser.add_argument(
        "--save", type=Path, default=RESULTS / "net.json", help="how it fared (default: %(default)s)"
    )
    chosen = parser.parse_args(words)
    if chosen.games < GAMES_AT_ONCE or chosen.games % GAMES_AT_ONCE:
        parser.error(f"--games {chosen.games}: a multiple of {GAMES_AT_ONCE:,} is needed")
    if chosen.seed < 0:
        parser.error(f"--seed {chosen.seed}: 0 or more is needed")
    for path in (chosen.to, chosen.save):
        if not path.absolute().parent.is_dir():
            parser.error(f"{path}: there is no folder {path.absolute().parent}")
    history = train_net(chosen.games, chosen.seed, chosen.to)
    save({"seed": chosen.seed, "hidden": HIDDEN, "trace": TRACE, "history": history}, chosen.save)


if __name__ == "__main__":
    run_program(main)
