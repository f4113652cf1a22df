"""What a player is: from what has been seen to a move."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from harpan_solver.moves import Move
from harpan_solver.observation import Observation
from harpan_solver.position import Position


class Player(Protocol):
    """Chooses the moves of one game; a fresh player plays each game, so it may remember what it likes.

    Whatever a player does at random it does with the seed it was made with, so that the same deal, rules
    and seed give the same game.
    """

    def choose(self, seen: Observation) -> Move | None:
        """One of ``seen.legal_moves()``, or ``None`` to give the game up."""


@runtime_checkable
class DealPlayer(Player, Protocol):
    """A player that is shown the whole deal before the first move, which is no fair play."""

    def look_under(self, start: Position) -> None:
        """Called once, with the start of the game."""


@runtime_checkable
class CompiledPlayer(Player, Protocol):
    """A player that uses compiled code."""

    def get_ready(self, announce: Callable[[str], None]) -> None:
        """Compile or load it; only the first call of a process does anything.

        Args:
            announce: called with a line before anything that takes long.
        """
