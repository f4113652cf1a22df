"""From columns to deal order; the other way is ``Position.dealt``."""

from collections.abc import Sequence

from harpan_solver.cards import Card
from harpan_solver.position import COLUMN_COUNT

TABLEAU_SIZE = COLUMN_COUNT * (COLUMN_COUNT + 1) // 2


def deal_order(columns: Sequence[Sequence[Card]], stock: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a start in deal order: row by row across the columns, then the stock.

    ``columns`` hold 1, 2, .. 7 cards from the bottom; ``stock`` has its first turned card first.
    """
    rows = (columns[column][row] for row in range(COLUMN_COUNT) for column in range(row, COLUMN_COUNT))
    return (*rows, *stock)
