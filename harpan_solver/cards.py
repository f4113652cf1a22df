"""Cards as small integers: ``4 * rank + suit``.

Ranks run from 0 (ace) to 12 (king), suits are 0 clubs, 1 diamonds, 2 hearts, 3 spades. Small decks
use the same numbers with fewer ranks; their highest rank plays the part of the king.
"""

from typing import TypeAlias

Card: TypeAlias = int

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"
RANK_COUNT = 13
SUIT_COUNT = 4
DECK_SIZE = RANK_COUNT * SUIT_COUNT


def card(rank: int, suit: int) -> Card:
    """The card of a rank (0 ace .. 12 king) and a suit (0 clubs .. 3 spades)."""
    return SUIT_COUNT * rank + suit


def rank_of(card: Card) -> int:
    """0 for an ace up to 12 for a king."""
    return card // SUIT_COUNT


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card % SUIT_COUNT


def is_red(card: Card) -> bool:
    """True for diamonds and hearts."""
    return card % SUIT_COUNT in (1, 2)


def lies_on(lower: Card, upper: Card) -> bool:
    """Whether a card may lie face up on another: one rank lower and of the other colour."""
    return upper in _HOSTS[lower]


_HOSTS = tuple(
    tuple(card(rank_of(lower) + 1, suit) for suit in range(SUIT_COUNT) if is_red(suit) != is_red(lower))
    for lower in range(DECK_SIZE)
)


def card_name(card: Card) -> str:
    """The two letters of a card, such as ``7D`` or ``TC``."""
    return RANK_LETTERS[rank_of(card)] + SUIT_LETTERS[suit_of(card)]


def cards_text(cards: "list[Card] | tuple[Card, ...]") -> str:
    """Cards written out without separators, such as ``7DTC``."""
    return "".join(map(card_name, cards))
