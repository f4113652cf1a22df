"""``random``: any action as soon as any other."""

from harpan_solver.game import Game
from harpan_solver.moves import MoveKind
from harpan_solver.observation import Observation
from harpan_solver.players.action_player import ActionPlayer
from harpan_solver.players.actions import Action
from harpan_solver.rules import Rules


class RandomPlayer(ActionPlayer):
    """Chooses among all actions with equal chances, never one that leads back to an earlier state.

    Cards stay on the foundations: at random they would come back about as often as they go up, and games
    would hardly end. ``worrying_back`` lets them.
    """

    def __init__(self, rules: Rules, seed: int, worrying_back: bool = False) -> None:
        super().__init__(rules, seed)
        self.worrying_back = worrying_back

    def preferred(self, seen: Observation, game: Game, possible: list[Action]) -> list[Action]:
        if not self.worrying_back:
            possible = [each for each in possible if each.move.kind is not MoveKind.FOUNDATION_TO_COLUMN]
        return self.rng.sample(possible, len(possible))
