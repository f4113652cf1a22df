"""``exact:N``: every deal has exactly one number from 0 to 52! - 1, and every such number one deal."""

from collections.abc import Sequence
from math import factorial

from harpan_solver.cards import DECK_SIZE, RANK_COUNT, Card, card
from harpan_solver.deals.layout import deal_order
from harpan_solver.position import COLUMN_COUNT, Position

HIGHEST = factorial(DECK_SIZE) - 1

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)
_PACK = [card(rank, suit) for rank in range(RANK_COUNT) for suit in (_HEARTS, _DIAMONDS, _CLUBS, _SPADES)]


def exact_cards(number: int) -> tuple[Card, ...]:
    """The 52 cards, in deal order, of the deal with this number (0 to 52! - 1).

    The pack lies by rank, within a rank hearts, diamonds, clubs, spades. For i from 1 to 51 the number
    is divided by i + 1 and the cards in the places i and the remainder are swapped. The pack then lies
    column by column, each from the bottom, and after that the stock, first turned first.
    """
    pack = _PACK.copy()
    for i in range(1, DECK_SIZE):
        number, j = divmod(number, i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    rest = iter(pack)
    columns = [[next(rest) for _ in range(height + 1)] for height in range(COLUMN_COUNT)]
    return deal_order(columns, list(rest))


def exact_number(cards: Sequence[Card]) -> int:
    """The number of the deal with these 52 different cards in deal order; undoes :func:`exact_cards`."""
    start = Position.dealt(tuple(cards))
    pack = [each for column in (*start.tableau, start.stock) for each in column]
    place = {each: at for at, each in enumerate(pack)}
    number = 0
    for i in range(DECK_SIZE - 1, 0, -1):
        # The swap of step i was the last that could move the card that starts in place i.
        j = place[_PACK[i]]
        pack[i], pack[j] = pack[j], pack[i]
        place[pack[j]] = j
        number = number * (i + 1) + j
    return number
