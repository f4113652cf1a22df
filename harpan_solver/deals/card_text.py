"""Cards as people and programs write them.

One card is a rank ``A 2 3 4 5 6 7 8 9 T J Q K`` and a suit ``C D H S``, upper or lower case; also ``10``
for ``T``, ``1`` for ``A``, the suit symbols ``♣ ♦ ♥ ♠`` and ``♧ ♢ ♡ ♤`` after the rank or before it, and the
playing-card characters such as ``🂭``. A letter suit before the rank (``H7``), ``0H`` and marked cards
(``7H*``) are refused, as are jokers, knights and unknown cards (``??``, ``##``, ``--``, ``[]``).

Three digits a card (``digits``) are two for the rank, 01 to 13, and one for the suit: 1 clubs,
2 diamonds, 3 hearts, 4 spades.
"""

import re

from harpan_solver.cards import (
    DECK_SIZE,
    RANK_COUNT,
    RANK_LETTERS,
    SUIT_COUNT,
    SUIT_LETTERS,
    Card,
    card,
    card_name,
)
from harpan_solver.deals.quoting import character_name, quoted
from harpan_solver.errors import InputError

_SYMBOL_SUITS = {"♣": 0, "♧": 0, "♦": 1, "♢": 1, "♥": 2, "♡": 2, "♠": 3, "♤": 3}
_SUITS = {
    **{letter: suit for suit, letter in enumerate(SUIT_LETTERS)},
    **{letter.lower(): suit for suit, letter in enumerate(SUIT_LETTERS)},
    **_SYMBOL_SUITS,
}
_RANKS = {
    **{letter: rank for rank, letter in enumerate(RANK_LETTERS)},
    **{letter.lower(): rank for rank, letter in enumerate(RANK_LETTERS)},
    "1": 0,
    "10": 9,
}
# The block of playing cards has sixteen places a suit: a back or a joker, ace to jack, knight, queen, king.
_PICTURE_START = {3: 0x1F0A0, 2: 0x1F0B0, 1: 0x1F0C0, 0: 0x1F0D0}
_PICTURES = {
    chr(start + place): card(rank, suit)
    for suit, start in _PICTURE_START.items()
    for rank, place in enumerate((*range(1, 12), 13, 14))
}
_KNIGHTS = {chr(start + 12) for start in _PICTURE_START.values()}
_JOKERS = {chr(start + 15) for start in _PICTURE_START.values()}
_BACK = chr(_PICTURE_START[3])

_LETTERS = {card_name(each): each for each in range(RANK_COUNT * SUIT_COUNT)}
_DIGITS = {
    f"{rank + 1:02}{suit + 1}": card(rank, suit) for rank in range(RANK_COUNT) for suit in range(SUIT_COUNT)
}

_SYMBOLS = "".join(_SYMBOL_SUITS)
_CARD = re.compile(
    rf"(?P<rank>[0-9]+|[ATJQKatjqk])[\s,]*(?P<suit>[CDHScdhs{_SYMBOLS}])[\ufe0e\ufe0f]?"
    rf"|(?P<first_suit>[{_SYMBOLS}])[\ufe0e\ufe0f]?(?P<second_rank>[0-9]+|[ATJQKatjqk])"
    r"|(?P<picture>[\U0001f0a0-\U0001f0df])[\ufe0e\ufe0f]?"
)
_SEPARATORS = re.compile(r"[\s,]*")
_WORD = re.compile(r"[^\s,]*")
_QUOTED = 6


def parse_card(text: str) -> Card:
    """One card.

    Raises:
        InputError: the text is not exactly one card.
    """
    if isinstance(text, str) and (exact := _LETTERS.get(text)) is not None:
        return exact
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"card {quoted(repr(text))}: a rank and a suit, such as 7H, are needed")
    match = _CARD.match(text.strip())
    found = None if match is None else _card_of(match)
    if match is None or found is None:
        raise InputError(f"card {quoted(text, _QUOTED)}: {_fault(text.strip())}")
    if match.end() != len(text.strip()):
        raise InputError(f"card {quoted(text, _QUOTED)}: one card is needed, nothing after it")
    return found


def split_cards(text: str) -> list[Card]:
    """The cards of a text, however many; spaces, line ends and commas are ignored.

    A text of digits alone is three digits a card.

    Raises:
        InputError: something that is no card, with the card's number and its first character's (from 1).
    """
    # The two usual forms, tried first because files hold many thousands of them.
    try:
        return [_LETTERS[text[at : at + 2]] for at in range(0, len(text), 2)]
    except KeyError:
        pass
    words = text.replace(",", " ").split()
    try:
        return [_LETTERS[word] for word in words]
    except KeyError:
        pass
    joined = "".join(words)
    if joined.isascii() and joined.isdigit():
        return _split_digits(joined)
    return _scan(text)


def digits_text(cards: "list[Card] | tuple[Card, ...]") -> str:
    """Cards written as three digits each."""
    return "".join(f"{each // SUIT_COUNT + 1:02}{each % SUIT_COUNT + 1}" for each in cards)


def _split_digits(digits: str) -> list[Card]:
    """Cards of three digits each."""
    cards: list[Card] = []
    for at in range(0, len(digits), 3):
        found = _DIGITS.get(digits[at : at + 3])
        if found is None:
            break
        cards.append(found)
    else:
        return cards
    if len(cards) >= DECK_SIZE:
        raise InputError(
            f"{len(digits)} digits given, {3 * DECK_SIZE} needed; too much: {quoted(digits[at:])}"
        )
    if at + 3 > len(digits):
        raise InputError(
            f"{len(digits)} digits given; three for each card are needed, {3 * DECK_SIZE} for a deal"
        )
    raise InputError(
        f"card {len(cards) + 1} at digit {at + 1}: {digits[at : at + 3]!r} is no card; "
        "two digits of rank 01 to 13 and one of suit 1 to 4 are needed"
    )


def _scan(text: str) -> list[Card]:
    """Cards in any of the ways to write them, one after the other."""
    cards: list[Card] = []
    match = _SEPARATORS.match(text)
    at = match.end() if match else 0
    while at < len(text):
        match = _CARD.match(text, at)
        found = None if match is None else _card_of(match)
        if match is None or found is None:
            word = _WORD.match(text, at, at + 2 * _QUOTED)
            rest = word.group() if word else ""
            shown = quoted(rest, _QUOTED)
            raise InputError(f"card {len(cards) + 1} at character {at + 1}: {shown}: {_fault(rest)}")
        cards.append(found)
        separators = _SEPARATORS.match(text, match.end())
        at = separators.end() if separators else match.end()
    return cards


def _card_of(match: re.Match[str]) -> Card | None:
    """The card that the pattern found, or None for a rank or a picture that there is not."""
    if picture := match["picture"]:
        return _PICTURES.get(picture)
    rank = _RANKS.get(match["rank"] or match["second_rank"])
    return None if rank is None else card(rank, _SUITS[match["suit"] or match["first_suit"]])


def _fault(word: str) -> str:
    """Why no card starts here; ``word`` is what stands up to the next space."""
    first = word[0]
    if first in _JOKERS or word[:2].lower() == "jo":
        return "jokers are not in the pack of 52"
    if first in _KNIGHTS:
        return f"{character_name(first)} is not in the pack of 52"
    if first == _BACK or first == "?" or word[:2] in ("##", "--", "[]"):
        return "an unknown card; every card must be given"
    rank = re.match(r"[0-9]+|[ATJQKatjqk]", word)
    if rank:
        if rank.group() not in _RANKS:
            return f"{quoted(rank.group(), 6)} is no rank; ranks are A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T"
        following = word[rank.end() : rank.end() + 1]
        fault = f"{character_name(following)} is no suit" if following else "the suit is missing"
        return f"{fault}; suits are C D H S or ♣ ♦ ♥ ♠"
    if first in _SYMBOL_SUITS:
        return "the rank is missing; ranks are A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T"
    if first in _SUITS:
        rank = re.match(r"10|[1-9ATJQKatjqk]", word[1:])
        hint = f": {rank.group().upper()}{first.upper()}" if rank else ""
        return f"the rank comes first, then the suit{hint}"
    return f"{character_name(first)} starts no card; a rank and a suit are needed, such as 7H"
