"""From a winning line of K+ moves to the ordinary moves of the game.

A K+ move leaves out what is always possible: turning the stock until a card is on top, moving a run
to the twin of its host so that a card is free, and the end of a game in which no card can be stuck
any more. The moves put in here are played in the plain rules at once, which proves them legal.
"""

from collections.abc import Iterable

from harpan_solver.cards import Card, card, suit_of
from harpan_solver.errors import IllegalMove, ReplayFault
from harpan_solver.game import Game
from harpan_solver.kernels.movegen import BRING_BACK, STOCK_TO_COLUMN, UNCOVER, UP_FROM_COLUMN
from harpan_solver.moves import (
    DRAW,
    REDEAL,
    WASTE_TO_FOUNDATION,
    Move,
    column_to_column,
    column_to_foundation,
    foundation_to_column,
    waste_to_column,
)
from harpan_solver.packing import CARD_OF_BIT
from harpan_solver.position import Position
from harpan_solver.rules import Rules


def expand(start: Position, rules: Rules, line: Iterable[int]) -> tuple[Move, ...]:
    """The whole solution as ordinary moves, each played in the plain rules.

    Args:
        line: K+ moves, each ``64 * kind + bit number``.

    Raises:
        ReplayFault: the plain rules refuse a move or do not see a win at the end.
    """
    game = Game(start, rules)
    try:
        play(game, line)
        _finish(game)
    except IllegalMove as refused:
        raise ReplayFault(f"the plain rules refuse a move of the search: {refused}") from refused
    return tuple(game.history)


def play(game: Game, line: Iterable[int]) -> None:
    """Plays K+ moves, each ``64 * kind + bit number``, in a game, with what they leave out.

    Raises:
        IllegalMove: the rules refuse a move, or ReplayFault: there is no place for a card.
    """
    for move in line:
        _play(game, move // 64, CARD_OF_BIT[move % 64])


def _play(game: Game, kind: int, moved: Card) -> None:
    if kind == UP_FROM_COLUMN:
        _free(game, moved)
        game.play(column_to_foundation(_column_of(game, moved)))
    elif kind == UNCOVER:
        source = _column_of(game, moved)
        count = len(game.tableau[source]) - game.tableau[source].index(moved)
        game.play(column_to_column(source, _host(game, moved), count))
    elif kind == BRING_BACK:
        game.play(foundation_to_column(suit_of(moved), _host(game, moved)))
    else:
        _turn_to(game, moved)
        game.play(waste_to_column(_host(game, moved)) if kind == STOCK_TO_COLUMN else WASTE_TO_FOUNDATION)


def _column_of(game: Game, wanted: Card) -> int:
    for number, column in enumerate(game.tableau):
        if wanted in column:
            return number
    raise ReplayFault(f"card {wanted} is in no column")


def _host(game: Game, moved: Card) -> int:
    """A column that takes the card; the search has proven that there is one."""
    for number in range(len(game.tableau)):
        if game.column_takes(number, moved):
            return number
    raise ReplayFault(f"no column takes card {moved}")


def _free(game: Game, covered: Card) -> None:
    """Moves the run on a card, if any, to the card's twin."""
    column = game.tableau[_column_of(game, covered)]
    above = column.index(covered) + 1
    if above < len(column):
        game.play(
            column_to_column(_column_of(game, covered), _host(game, column[above]), len(column) - above)
        )


def _turn_to(game: Game, wanted: Card) -> None:
    """Turns the stock until a card is on the waste's top; a whole pass without it is a fault."""
    redeals = 0
    while not game.waste or game.waste[-1] != wanted:
        if not game.stock:
            redeals += 1
            if redeals > 1:
                raise ReplayFault(f"card {wanted} does not come up in a whole pass")
        game.play(DRAW if game.stock else REDEAL)


def _finish(game: Game) -> None:
    """Plays up what is left, the lowest card first: all below it is up, and nothing lower lies on it."""
    while not game.won:
        lowest = min(
            card(height, suit) for suit, height in enumerate(game.foundations) if height < game.ranks
        )
        if lowest in game.stock or lowest in game.waste:
            _turn_to(game, lowest)
            game.play(WASTE_TO_FOUNDATION)
        else:
            game.play(column_to_foundation(_column_of(game, lowest)))
