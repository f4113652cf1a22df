"""Numbers of move sequences: in the kernels, in the plain game, and in a file.

``data/perft.json`` is counted with the plain game alone (see ``kplus``).
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harpan_solver.cuts import NO_CUTS, NO_FAULTS
from harpan_solver.game import Game
from harpan_solver.kernels.movegen import KINDS
from harpan_solver.kernels.perft import PATH_COLUMNS, Room, perft
from harpan_solver.packing import pack
from tests.kplus import count_kplus, count_ordinary, game_of

ROWS = json.loads((Path(__file__).parent / "data" / "perft.json").read_text("ascii"))
SMALL = 1_500


def name_of(row: dict[str, Any]) -> str:
    return f"{row['name']}, draw {row['draw']}, passes {row['passes']}, after {len(row['played'])} moves"


def kernel_counts(game: Game, depth: int) -> list[int]:
    packed = pack(game.position, game.rules, NO_CUTS, NO_FAULTS)
    room = Room(np.zeros((depth, PATH_COLUMNS), np.uint64), np.zeros(KINDS, np.int64))
    perft(packed.state, np.uint64(packed.passes_left), packed.layout, packed.settings, room)
    counts: list[int] = room.counts.tolist()
    return counts


@pytest.mark.bounds
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_kernels_count_the_same_sequences(row: dict[str, Any]) -> None:
    game = game_of(row)
    for depth, known in enumerate(row["kplus"], 1):
        assert kernel_counts(game, depth) == known


@pytest.mark.plain
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_file_is_what_the_game_counts(row: dict[str, Any]) -> None:
    """To the depth that is soon counted; kernels with compilation off count that far too."""
    game = game_of(row)
    for depth, known in enumerate(row["ordinary"], 1):
        if known <= 20 * SMALL:
            assert count_ordinary(game, depth) == known
    for depth, by_kind in enumerate(row["kplus"], 1):
        if sum(by_kind) <= SMALL:
            assert list(count_kplus(game, depth).values()) == by_kind
            assert kernel_counts(game, depth) == by_kind


def test_every_kind_of_move_is_counted() -> None:
    deepest = np.sum([row["kplus"][-1] for row in ROWS], axis=0)
    assert np.all(deepest > 0)
