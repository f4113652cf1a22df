"""``greedy``: a fixed order of preference.

The order is that of Bjarnason, Fern and Tadepalli, "Lower bounding Klondike solitaire with Monte-Carlo
planning" (ICAPS 2009), whose greedy player wins 13.0 % of games with draw 3 and unlimited passes.
"""

from harpan_solver.game import Game
from harpan_solver.moves import MoveKind
from harpan_solver.observation import Observation
from harpan_solver.players.action_player import ActionPlayer
from harpan_solver.players.actions import Action

TO_FOUNDATION = (MoveKind.COLUMN_TO_FOUNDATION, MoveKind.WASTE_TO_FOUNDATION)


class GreedyPlayer(ActionPlayer):
    """Takes an action of the first kind of the order that it finds, any one of them at random.

    1. Column to foundation that turns a card up.
    2. Anything to a foundation.
    3. Column to column that turns a card up.
    4. Stock to column.
    5. Foundation to column.
    6. Column to column that turns nothing up.
    7. Turning the stock, where that is an action of its own.
    """

    def preferred(self, seen: Observation, game: Game, possible: list[Action]) -> list[Action]:
        return sorted(self.rng.sample(possible, len(possible)), key=place_in_order)


def place_in_order(action: Action) -> int:
    """The place of an action in the order of preference above, from 1."""
    kind = action.move.kind
    if kind in TO_FOUNDATION:
        return 1 if action.turns_up else 2
    if kind is MoveKind.COLUMN_TO_COLUMN:
        return 3 if action.turns_up else 6
    return {MoveKind.WASTE_TO_COLUMN: 4, MoveKind.FOUNDATION_TO_COLUMN: 5}.get(kind, 7)
