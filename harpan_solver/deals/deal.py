"""A deal: a name and its cards."""

from dataclasses import dataclass

from harpan_solver.cards import Card, cards_text
from harpan_solver.position import Position


@dataclass(frozen=True, slots=True)
class Deal:
    """Fifty-two cards in deal order: row by row across the columns, then the stock, first turned first.

    Attributes:
        name: how the output calls it, such as ``harpan:42`` or ``deals.txt:3``.
        cards: all 52 cards in deal order.
    """

    name: str
    cards: tuple[Card, ...]

    @property
    def text(self) -> str:
        """The cards written out, such as ``7DTC..``."""
        return cards_text(self.cards)

    @property
    def position(self) -> Position:
        """The start of the game."""
        return Position.dealt(self.cards)
