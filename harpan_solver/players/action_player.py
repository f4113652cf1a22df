"""What players have in common that carry out one action after the other."""

from collections import deque
from collections.abc import Hashable, Iterable
from random import Random

from harpan_solver.game import Game
from harpan_solver.moves import DRAW, Move
from harpan_solver.observation import Observation
from harpan_solver.players.actions import Action, actions, state_after, state_of, turning_is_free
from harpan_solver.rules import Rules


class ActionPlayer:
    """Takes the most preferred action that does not lead back to a state where the player was before.

    What an action that shows a new card leads to is always new. When no other action is left the game is
    given up, so every game ends.

    Attributes:
        rng: the player's own random numbers.
        looks_first: whether it looks through the stock before all else, where turning is free.
    """

    looks_first = False

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.rng = Random(seed)
        self._planned: deque[Move] = deque()
        self._visited: set[Hashable] = set()

    def preferred(self, seen: Observation, game: Game, possible: list[Action]) -> Iterable[Action]:
        """The actions that the player would take, the best first; the game is for trying moves in."""
        raise NotImplementedError

    def choose(self, seen: Observation) -> Move | None:
        """The next move of the action begun, or the first of another; ``None`` when there is none left."""
        if not self._planned:
            self._planned.extend(self._next_moves(seen))
        return self._planned.popleft() if self._planned else None

    def _next_moves(self, seen: Observation) -> tuple[Move, ...]:
        if self.looks_first and None in seen.stock and turning_is_free(seen):
            return (DRAW,)
        game = seen.game()
        self._visited.add(state_of(game))
        for action in self.preferred(seen, game, actions(seen, game)):
            if action.shows or state_after(game, action) not in self._visited:
                return action.moves
        return ()
