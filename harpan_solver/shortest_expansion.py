"""From the line of a shortest solution to the ordinary moves of the game.

The search leaves open which of two twins carries which card until something depends on it. So the line is
gone through twice: first to settle that, then to play.
"""

from collections.abc import Sequence

from harpan_solver.cards import Card, card_name, rank_of, suit_of
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
from harpan_solver.packing import BIT_NUMBER, CARD_OF_BIT
from harpan_solver.position import Position
from harpan_solver.rules import Rules


def expand_shortest(start: Position, rules: Rules, line: Sequence[int]) -> tuple[Move, ...]:
    """The whole solution as ordinary moves, each played in the plain rules.

    Args:
        line: the moves of the search, each ``64 * kind + bit number``.

    Raises:
        ReplayFault: the plain rules refuse a move or do not see a win at the end.
    """
    steps = [(move // 64, CARD_OF_BIT[move % 64]) for move in line]
    hosts = _Hosts(start)
    chosen = [hosts.note(kind, moved) for kind, moved in steps]
    game = Game(start, rules)
    try:
        for (kind, moved), choices in zip(steps, chosen, strict=True):
            _play(game, kind, moved, [choice.card for choice in choices])
    except IllegalMove as refused:
        raise ReplayFault(f"the plain rules refuse a move of the search: {refused}") from refused
    if not game.won:
        raise ReplayFault("the shortest line found does not end in a win")
    return tuple(game.history)


class _Choice:
    """The card that a child is laid on; open while ``root.second`` is ``None``.

    Two children of one pair of twins share a root, and ``other`` differs: they lie on different twins.
    """

    def __init__(self, pair: int, root: "_Choice | None" = None, other: bool = False) -> None:
        self.pair = pair
        self.root = self if root is None else root
        self.other = other
        self.second: bool | None = None

    @property
    def is_second(self) -> bool | None:
        """Whether the host is the second of the twins."""
        return None if self.root.second is None else self.root.second != self.other

    def settle(self, second: bool) -> None:
        """Decides an open choice."""
        self.root.second = second != self.other

    @property
    def card(self) -> Card:
        """The host; the first of the twins if nothing ever depended on it."""
        return CARD_OF_BIT[self.pair + (bool(self.root.second) != self.other)]


class _Hosts:
    """Follows which child lies where, as far as it is settled."""

    def __init__(self, start: Position) -> None:
        self.up = {
            each
            for column, hidden in zip(start.tableau, start.hidden, strict=True)
            for each in column[hidden:]
        }
        self.columns = [
            list(column[: hidden + 1]) for column, hidden in zip(start.tableau, start.hidden, strict=True)
        ]
        self.ranks = start.ranks
        self.children: dict[int, dict[Card, _Choice]] = {}
        for column, hidden in zip(start.tableau, start.hidden, strict=True):
            for host, child in zip(column[hidden:], column[hidden + 1 :], strict=False):
                choice = _Choice(_pair_of(host))
                choice.settle(bool(BIT_NUMBER[host] & 1))
                self.children.setdefault(choice.pair, {})[child] = choice

    def note(self, kind: int, moved: Card) -> list[_Choice]:
        """Follows one move; the choices of host that it makes: none, one, or one for a child moved first."""
        choices = []
        if kind == UP_FROM_COLUMN:
            choices = self._cleared(moved)
            self.up.discard(moved)
            for children in self.children.values():
                children.pop(moved, None)
            self._leaves_column(moved)
        elif kind in (STOCK_TO_COLUMN, UNCOVER, BRING_BACK):
            if rank_of(moved) < self.ranks - 1:
                choices = [self._laid(moved)]
            if kind == UNCOVER:
                self._leaves_column(moved)
            self.up.add(moved)
        return choices

    def _leaves_column(self, moved: Card) -> None:
        for column in self.columns:
            if column and column[-1] == moved:
                column.pop()
                self.up.update(column[-1:])

    def _laid(self, child: Card) -> _Choice:
        pair = BIT_NUMBER[child] + 4 & ~1
        children = self.children.setdefault(pair, {})
        present = [CARD_OF_BIT[pair + second] in self.up for second in (0, 1)]
        if children:
            (sibling,) = children.values()
            choice = _Choice(pair, sibling.root, not sibling.other)
        else:
            choice = _Choice(pair)
            if not all(present):
                choice.settle(present[1])
        children[child] = choice
        return choice

    def _cleared(self, host: Card) -> list[_Choice]:
        """A host goes up: its child lies on the twin, or moves there first."""
        children = self.children.get(_pair_of(host), {})
        if not children:
            return []
        ((child, choice),) = children.items()
        second = BIT_NUMBER[host] & 1 == 0
        if choice.is_second is None:
            choice.settle(second)
        if choice.is_second == second:
            return []
        moved = _Choice(choice.pair)
        moved.settle(second)
        children[child] = moved
        return [moved]


def _pair_of(host: Card) -> int:
    return BIT_NUMBER[host] & ~1


def _play(game: Game, kind: int, moved: Card, hosts: list[Card]) -> None:
    if kind == UP_FROM_COLUMN:
        source = _column_of(game, moved)
        column = game.tableau[source]
        above = len(column) - column.index(moved) - 1
        if hosts and above:
            game.play(column_to_column(source, _column_of(game, hosts[0]), above))
        game.play(column_to_foundation(source))
        return
    if kind == UNCOVER:
        source = _column_of(game, moved)
        count = len(game.tableau[source]) - game.tableau[source].index(moved)
        game.play(column_to_column(source, _target(game, hosts), count))
    elif kind == BRING_BACK:
        game.play(foundation_to_column(suit_of(moved), _target(game, hosts)))
    else:
        _turn_to(game, moved)
        game.play(waste_to_column(_target(game, hosts)) if kind == STOCK_TO_COLUMN else WASTE_TO_FOUNDATION)


def _column_of(game: Game, wanted: Card) -> int:
    for number, column in enumerate(game.tableau):
        if wanted in column:
            return number
    raise ReplayFault(f"card {card_name(wanted)} is in no column")


def _target(game: Game, hosts: list[Card]) -> int:
    """The column of the host, or for a king an empty one."""
    if hosts:
        return _column_of(game, hosts[0])
    for number, column in enumerate(game.tableau):
        if not column:
            return number
    raise ReplayFault("no column is empty for a king")


def _turn_to(game: Game, wanted: Card) -> None:
    """Turns the stock until a card is on the waste's top; a whole pass without it is a fault."""
    redeals = 0
    while not game.waste or game.waste[-1] != wanted:
        if not game.stock:
            redeals += 1
            if redeals > 1:
                raise ReplayFault(f"card {card_name(wanted)} does not come up in a whole pass")
        game.play(DRAW if game.stock else REDEAL)
