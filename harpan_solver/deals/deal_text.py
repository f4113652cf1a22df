"""The 52 cards of a deal as text in deal order."""

from collections.abc import Sequence

from harpan_solver.cards import DECK_SIZE, Card, card_name
from harpan_solver.deals.card_text import split_cards
from harpan_solver.deals.quoting import listed
from harpan_solver.errors import InputError

BYTE_ORDER_MARK = "\ufeff"


def parse_cards(text: str) -> tuple[Card, ...]:
    """The 52 different cards of a text, in deal order: row by row across the columns, then the stock.

    Written as in :mod:`harpan_solver.deals.card_text`; a byte order mark in front, spaces, commas, line
    ends and quotation marks around the whole are ignored.

    Raises:
        InputError: an unreadable card with its place, or cards too few, too many or twice.
    """
    return check_deck(split_cards(bare(text)))


def bare(text: str) -> str:
    """The text without byte order mark, outer spaces and one pair of quotation marks around it."""
    text = text.removeprefix(BYTE_ORDER_MARK).strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1].removeprefix(BYTE_ORDER_MARK).strip()
    return text


def check_deck(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards, if they are a whole pack.

    Raises:
        InputError: how many cards there are, which are there more than once and where, and which are missing.
    """
    seen = set(cards)
    if len(cards) == DECK_SIZE == len(seen):
        return tuple(cards)
    faults = []
    if len(cards) != DECK_SIZE:
        faults.append(f"{len(cards)} card{'s' * (len(cards) != 1)} given, {DECK_SIZE} needed")
    places: dict[Card, list[int]] = {}
    for place, each in enumerate(cards, 1):
        places.setdefault(each, []).append(place)
    doubles = [
        f"{card_name(each)} (cards {', '.join(map(str, at[:3]))}{', ..' * (len(at) > 3)})"
        for each, at in places.items()
        if len(at) > 1
    ]
    if doubles:
        faults.append(f"more than once: {listed(doubles, ', ')}")
    missing = [card_name(each) for each in range(DECK_SIZE) if each not in seen]
    if missing:
        faults.append(f"missing: {listed(missing)}")
    raise InputError("; ".join(faults))
