"""``rules-of-thumb``: six tips that players give each other, each with a switch.

The tips say what comes first and what had better wait; they never forbid what is left when nothing else is.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from harpan_solver.cards import SUIT_COUNT, Card, is_red, rank_of
from harpan_solver.game import Game
from harpan_solver.moves import MoveKind
from harpan_solver.observation import Observation
from harpan_solver.players.action_player import ActionPlayer
from harpan_solver.players.actions import Action
from harpan_solver.rules import Rules

FIVE = 4  # its rank
TO_FOUNDATION = (MoveKind.COLUMN_TO_FOUNDATION, MoveKind.WASTE_TO_FOUNDATION)
TIPS = (
    "turn_first",
    "short_columns_first",
    "hold_from_five",
    "careful_kings",
    "look_through_stock",
    "runs_only_if_turning",
)


class Tips(NamedTuple):
    """Which tips a player follows.

    Attributes:
        turn_first: face-down cards are turned up before anything else; then comes what lets one be turned
            up or go up next. Without it those are worth no more than other moves of their kind.
        short_columns_first: of several columns the one with the fewest face-down cards is dug up first.
        hold_from_five: aces to fours go up at once; from five on a card waits until both cards of the
            other colour one rank lower are up.
        careful_kings: a king goes to an empty column when it frees a face-down card or when a queen of the
            other colour waits for it; otherwise the column is left empty.
        look_through_stock: where passes are free, the stock is looked through before playing.
        runs_only_if_turning: a run that turns no card up, nor lets one be turned up or go up next, moves
            only when nothing else is left; so cards of the waste are laid on columns before.
    """

    turn_first: bool = True
    short_columns_first: bool = True
    hold_from_five: bool = True
    careful_kings: bool = True
    look_through_stock: bool = True
    runs_only_if_turning: bool = True


class Worth(IntEnum):
    """How soon an action is taken: the lowest first."""

    TURNS_UP = 0
    GOES_UP = 1
    OPENS = 2
    RUN_MOVES = 3
    FROM_WASTE = 4
    WAITS = 5
    TURN_OF_STOCK = 6
    LAST_RESORT = 7
    NEVER = 8


WORTH_OF_KIND = {
    MoveKind.WASTE_TO_FOUNDATION: Worth.GOES_UP,
    MoveKind.COLUMN_TO_FOUNDATION: Worth.GOES_UP,
    MoveKind.COLUMN_TO_COLUMN: Worth.RUN_MOVES,
    MoveKind.WASTE_TO_COLUMN: Worth.FROM_WASTE,
    MoveKind.FOUNDATION_TO_COLUMN: Worth.LAST_RESORT,
    MoveKind.DRAW: Worth.TURN_OF_STOCK,
    MoveKind.REDEAL: Worth.TURN_OF_STOCK,
}


class RulesOfThumbPlayer(ActionPlayer):
    """Follows the tips that are switched on; among equals it chooses at random."""

    def __init__(self, rules: Rules, seed: int, **tips: bool) -> None:
        super().__init__(rules, seed)
        self.tips = Tips(**tips)
        self.looks_first = self.tips.look_through_stock

    def preferred(self, seen: Observation, game: Game, possible: list[Action]) -> list[Action]:
        chances = self.chances(game)
        order = {each: self.order(seen, game, each, chances) for each in possible}
        wanted = [each for each in possible if order[each][0] is not Worth.NEVER]
        return sorted(self.rng.sample(wanted, len(wanted)), key=order.__getitem__)

    def order(
        self, seen: Observation, game: Game, action: Action, chances: frozenset[Card]
    ) -> tuple[Worth, int]:
        """What actions are sorted by: their worth, then how many face-down cards the column has."""
        depth = seen.hidden[action.move.source] if action.turns_up and self.tips.short_columns_first else 0
        return self.worth(seen, game, action, chances), depth

    def worth(self, seen: Observation, game: Game, action: Action, chances: frozenset[Card]) -> Worth:
        """How soon to take an action, by the tips; ``chances`` are those before it."""
        tips, kind, card = self.tips, action.move.kind, action.card
        if card is None:
            return Worth.TURN_OF_STOCK
        if action.turns_up:
            return Worth.TURNS_UP if tips.turn_first else WORTH_OF_KIND[kind]
        if kind in TO_FOUNDATION:
            return Worth.WAITS if tips.hold_from_five and waits(seen.foundations, card) else Worth.GOES_UP
        if tips.careful_kings and rank_of(card) == seen.ranks - 1 and not queen_waits(seen, card):
            return Worth.LAST_RESORT
        if self.opens(game, action, chances):
            return Worth.OPENS if tips.turn_first else WORTH_OF_KIND[kind]
        if kind is MoveKind.FOUNDATION_TO_COLUMN:
            return Worth.NEVER
        if kind is MoveKind.COLUMN_TO_COLUMN and tips.runs_only_if_turning:
            return Worth.LAST_RESORT
        return WORTH_OF_KIND[kind]

    def opens(self, game: Game, action: Action, chances: frozenset[Card]) -> bool:
        """Whether an action gives a chance that was not there before, but for the card that it moves."""
        for move in action.moves:
            game.play(move)
        after = self.chances(game)
        for _ in action.moves:
            game.undo()
        return not after <= chances | {action.card}

    def chances(self, game: Game) -> frozenset[Card]:
        """The cards on columns whose next move turns a card up, and those that may go up at once."""
        found = set()
        for column, hidden in zip(game.tableau, game.hidden, strict=True):
            if not column:
                continue
            last, first = column[-1], column[hidden]
            waiting = self.tips.hold_from_five and waits(game.foundations, last)
            if game.foundation_takes(last) and ((last == first and hidden > 0) or not waiting):
                found.add(last)
            if hidden and any(game.column_takes(target, first) for target in range(len(game.tableau))):
                found.add(first)
        return frozenset(found)


def waits(foundations: Sequence[int], card: Card) -> bool:
    """Whether a card from five up has a card of the other colour one rank lower that is not up yet."""
    lower = [height for suit, height in enumerate(foundations) if is_red(suit) != is_red(card)]
    return rank_of(card) >= FIVE and min(lower) < rank_of(card)


def queen_waits(seen: Observation, king: Card) -> bool:
    """Whether a queen of the other colour than the king is seen that lies on no king."""
    for queen in range(SUIT_COUNT * (seen.ranks - 2), SUIT_COUNT * (seen.ranks - 1)):
        if is_red(queen) != is_red(king) and (
            queen in seen.waste
            or queen in seen.stock
            or any(queen == face_up[0] for face_up in seen.tableau if face_up)
        ):
            return True
    return False
