"""Actions: a move of cards together with the turns of the stock that lead to it.

Where turning the stock is free, a player who knows its order need not think about single turns. So an
action is a move from the table as it lies, or one from the waste after some turns; and where turning shows
something new, or uses a pass up, the next turn is an action of its own.
"""

from collections.abc import Hashable
from typing import NamedTuple

from harpan_solver.cards import Card
from harpan_solver.game import Game
from harpan_solver.moves import DRAW, REDEAL, WASTE_TO_FOUNDATION, Move, MoveKind, waste_to_column
from harpan_solver.observation import Observation


class Action(NamedTuple):
    """Something to do.

    Attributes:
        moves: turns of the stock and then one move of cards, or a single turn and nothing else.
        card: the card that it moves (of a run, its highest); ``None`` for a turn.
        turns_up: whether it turns up a face-down card.
        shows: whether it shows any card that was not seen before.
    """

    moves: tuple[Move, ...]
    card: Card | None
    turns_up: bool = False
    shows: bool = False

    @property
    def move(self) -> Move:
        """The move that the action is for, its last."""
        return self.moves[-1]


def turning_is_free(seen: Observation) -> bool:
    """Whether passes never run out, so that turning the stock gives nothing away."""
    return seen.rules.passes is None


def actions(seen: Observation, game: Game) -> list[Action]:
    """Every action that the rules allow now; ``game`` is ``seen.game()``."""
    found = []
    for card, turns in reachable(seen).items():
        if game.foundation_takes(card):
            found.append(Action((*turns, WASTE_TO_FOUNDATION), card))
        for target in range(len(game.tableau)):
            if game.column_takes(target, card):
                found.append(Action((*turns, waste_to_column(target)), card))
    turning = turning_is_free(seen) and None not in seen.stock
    for move in game.legal_moves():
        if move in (DRAW, REDEAL):
            if not turning:
                found.append(Action((move,), None, shows=None in seen.stock))
        elif move.kind is MoveKind.FOUNDATION_TO_COLUMN:
            found.append(Action((move,), 4 * seen.foundations[move.source] - 4 + move.source))
        elif move.kind in (MoveKind.COLUMN_TO_FOUNDATION, MoveKind.COLUMN_TO_COLUMN):
            face_up = seen.tableau[move.source]
            turns_up = seen.hidden[move.source] > 0 and move.size == len(face_up)
            found.append(Action((move,), face_up[-move.size], turns_up, shows=turns_up))
    return found


def reachable(seen: Observation) -> dict[Card, tuple[Move, ...]]:
    """The cards known to come to the top of the waste, each with the fewest turns that bring it there.

    With unlimited passes these are looked for all the way round. With limited passes it is the top alone,
    since what is turned over on the way to another card may not come again.
    """
    if not turning_is_free(seen):
        return {seen.waste[-1]: ()} if seen.waste else {}
    waste, stock = list(seen.waste), list(seen.stock)
    turns: list[Move] = []
    found: dict[Card, tuple[Move, ...]] = {}
    for _ in range(2):
        while True:
            if waste:
                found.setdefault(waste[-1], tuple(turns))
            group = [each for each in stock[: seen.rules.draw] if each is not None]
            if not group or len(group) < min(seen.rules.draw, len(stock)):
                break
            del stock[: len(group)]
            waste += group
            turns.append(DRAW)
        if stock or not waste:
            break
        stock, waste = [*waste], []
        turns.append(REDEAL)
    return found


def state_of(game: Game) -> Hashable:
    """What tells a state of ``seen.game()`` from others of the same game, but for the order of columns."""
    columns = sorted(
        (number if hidden else -1, *column[hidden:])
        for number, (column, hidden) in enumerate(zip(game.tableau, game.hidden, strict=True))
    )
    passes = 0 if game.rules.passes is None else game.pass_number
    stock = (tuple(game.waste), tuple(game.stock))
    return tuple(columns), tuple(game.hidden), tuple(game.foundations), stock, passes


def state_after(game: Game, action: Action) -> Hashable:
    """The state to which an action that shows nothing new leads; the game is afterwards as before."""
    for move in action.moves:
        game.play(move)
    state = state_of(game)
    for _ in action.moves:
        game.undo()
    return state
