"""Solvitaire's JSON: ``{"tableau piles": [["9C"], ["10d", "JH"], ...], "stock": [...], "waste": [...]}``.

Columns run from the bottom; a lower-case suit letter in a column marks a card that lies face down. The
**last** card of ``stock`` is turned first; the waste's top is last. Ranks may be numbers from 1 to 13.
``foundations`` (``foundation`` in some programs) is a list for each pile, or one flat list of cards with
``""`` for an empty pile; a pile stands for all cards up to its highest.

Where the suit letters of all columns have the same case they mark nothing: seven columns of 1 to 7 cards
are then a fresh deal, anything else lies face up.
"""

import json

from harpan_solver.cards import (
    RANK_LETTERS,
    SUIT_COUNT,
    SUIT_LETTERS,
    Card,
    card,
    card_name,
    rank_of,
    suit_of,
)
from harpan_solver.deals.card_text import parse_card
from harpan_solver.deals.deal import Deal
from harpan_solver.deals.position_json import check_keys, check_position
from harpan_solver.deals.strict_json import kind, string_list
from harpan_solver.errors import InputError
from harpan_solver.position import COLUMN_COUNT, Position

PILES = "tableau piles"
_KEYS = (PILES, "stock", "waste", "foundations", "foundation")


def solvitaire_json(deal: Deal) -> str:
    """The deal as one line of Solvitaire's JSON.

    ``foundations`` are left out: its versions want them spelled in different ways, and none needs them.
    """
    start = deal.position
    piles = [
        [_name(each, face_down=place < hidden) for place, each in enumerate(column)]
        for column, hidden in zip(start.tableau, start.hidden, strict=True)
    ]
    stock = [_name(each) for each in reversed(start.stock)]
    return json.dumps({PILES: piles, "stock": stock, "waste": []})


def position_from_solvitaire(data: dict[str, object]) -> Position:
    """The position that loaded JSON of Solvitaire states.

    Raises:
        InputError: a key missing or unknown, a value of the wrong type, an unreadable card, cards that make
            up no position.
    """
    check_keys(data, "Solvitaire's JSON", _KEYS, (PILES,))
    piles = data[PILES]
    if not isinstance(piles, list):
        raise InputError(f"{PILES}: {kind(piles)}; {COLUMN_COUNT} lists of cards are needed")
    if len(piles) != COLUMN_COUNT:
        raise InputError(f"{PILES}: {len(piles)} of {COLUMN_COUNT} columns")
    columns = [string_list(pile, f"column {number}") for number, pile in enumerate(piles, 1)]
    tableau = tuple(_cards(column, f"column {number}") for number, column in enumerate(columns, 1))
    stock = _cards(string_list(data.get("stock", []), "stock"), "stock")
    position = Position(
        tableau=tableau,
        hidden=_hidden(columns),
        stock=tuple(reversed(stock)),
        waste=_cards(string_list(data.get("waste", []), "waste"), "waste"),
        foundations=_foundations(data),
    )
    check_position(position)
    return position


def _name(each: Card, face_down: bool = False) -> str:
    rank = RANK_LETTERS[rank_of(each)].replace("T", "10")
    suit = SUIT_LETTERS[suit_of(each)]
    return rank + (suit.lower() if face_down else suit)


def _cards(names: list[str], place: str) -> tuple[Card, ...]:
    cards = []
    for number, name in enumerate(names, 1):
        # Solvitaire reads ranks as numbers too.
        text = name.strip()
        if text[:2] in ("11", "12", "13"):
            text = RANK_LETTERS[int(text[:2]) - 1] + text[2:]
        try:
            cards.append(parse_card(text))
        except InputError as error:
            raise InputError(f"{place}, place {number}: {error}") from None
    return tuple(cards)


def _hidden(columns: list[list[str]]) -> tuple[int, ...]:
    """How many cards of each column lie face down, by the case of their suit letters."""
    marks = [[name.strip()[-1:].islower() for name in column] for column in columns]
    if len({mark for column in marks for mark in column}) < 2:
        fresh = [len(column) for column in columns] == list(range(1, COLUMN_COUNT + 1))
        return tuple(range(COLUMN_COUNT)) if fresh else (0,) * COLUMN_COUNT
    for number, column in enumerate(marks, 1):
        if column != sorted(column, reverse=True):
            raise InputError(f"column {number}: a face-down card (lower-case suit) lies on a face-up one")
    return tuple(map(sum, marks))


def _foundations(data: dict[str, object]) -> tuple[int, ...]:
    """The four heights, from either key and either spelling."""
    if "foundations" in data and "foundation" in data:
        raise InputError("foundations and foundation are both there; one is needed")
    value = data.get("foundations", data.get("foundation", []))
    if not isinstance(value, list):
        raise InputError(f"foundations: {kind(value)}; a list of piles or of cards is needed")
    flat: list[object] = []
    for pile in value:
        flat.extend(pile if isinstance(pile, list) else [pile])
    names = [name for name in string_list(flat, "foundations") if name.strip()]
    cards = _cards(names, "foundations")
    heights = [0] * SUIT_COUNT
    for each in cards:
        heights[suit_of(each)] = max(heights[suit_of(each)], rank_of(each) + 1)
    if len(set(cards)) < len(cards):
        twice = next(each for each in cards if cards.count(each) > 1)
        raise InputError(f"foundations: {card_name(twice)} is there twice")
    _check_whole(cards, heights)
    return tuple(heights)


def _check_whole(cards: tuple[Card, ...], heights: list[int]) -> None:
    """Refuses a pile that shows more than its highest card but not all below it."""
    for suit in range(SUIT_COUNT):
        shown = sum(suit_of(each) == suit for each in cards)
        if shown > 1 and shown != heights[suit]:
            top = card_name(card(heights[suit] - 1, suit))
            raise InputError(
                f"foundations: {shown} cards of the pile with {top}; all up to it or it alone are needed"
            )
