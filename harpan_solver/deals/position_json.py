"""A position of a game in progress as JSON.

``{"tableau": [["KD", "QS"], ...], "hidden": [0, ...], "stock": [...], "waste": [...],
"foundations": {"C": 0, "D": 0, "H": 2, "S": 0}, "pass": 1}``: seven columns from the bottom, ``hidden`` of
them face down, the stock's first card turned first, the waste's top last, how many cards lie on each
foundation, and which time through the stock this is. ``tableau``, ``hidden`` and ``stock`` must be there;
without the others nothing is turned, nothing is built and it is the first pass.
"""

from harpan_solver.cards import RANK_COUNT, SUIT_LETTERS, Card, card_name
from harpan_solver.deals.card_text import parse_card
from harpan_solver.deals.quoting import listed, quoted
from harpan_solver.deals.strict_json import kind, load_json, string_list, whole_number
from harpan_solver.errors import InputError
from harpan_solver.position import COLUMN_COUNT, Position

KEYS = ("tableau", "hidden", "stock", "waste", "foundations", "pass")
_NEEDED = KEYS[:3]
# No game gets near it; a limit keeps every number within a machine word.
MOST_PASSES = 10**9 - 1


def position_json(position: Position) -> dict[str, object]:
    """The position as an object for ``json.dumps``."""
    return {
        "tableau": [list(map(card_name, column)) for column in position.tableau],
        "hidden": list(position.hidden),
        "stock": list(map(card_name, position.stock)),
        "waste": list(map(card_name, position.waste)),
        "foundations": dict(zip(SUIT_LETTERS, position.foundations, strict=True)),
        "pass": position.pass_number,
    }


def parse_position_json(text: str) -> Position:
    """The position that a JSON text states.

    Raises:
        InputError: as for :func:`position_from_json`, or no JSON.
    """
    return position_from_json(load_json(text))


def position_from_json(data: object) -> Position:
    """The position that loaded JSON states, checked card by card.

    Raises:
        InputError: a key that is missing or unknown, a value of the wrong type, an unreadable card, a card
            that is twice there or missing, face-up cards that form no run.
    """
    if not isinstance(data, dict):
        raise InputError(f"position: {kind(data)}; an object with the keys {', '.join(KEYS)} is needed")
    check_keys(data, "position", KEYS, _NEEDED)
    tableau, hidden = data["tableau"], data["hidden"]
    if not isinstance(tableau, list) or len(tableau) != COLUMN_COUNT:
        given = f"{len(tableau)} of {COLUMN_COUNT} columns" if isinstance(tableau, list) else kind(tableau)
        raise InputError(f"position, tableau: {given}; {COLUMN_COUNT} lists of cards are needed")
    if not isinstance(hidden, list) or len(hidden) != COLUMN_COUNT:
        given = f"{len(hidden)} numbers" if isinstance(hidden, list) else kind(hidden)
        raise InputError(f"position, hidden: {given}; {COLUMN_COUNT} numbers are needed")
    position = Position(
        tableau=tuple(_cards(column, f"column {number}") for number, column in enumerate(tableau, 1)),
        hidden=tuple(
            whole_number(count, f"position, hidden, column {number}", 0)
            for number, count in enumerate(hidden, 1)
        ),
        stock=_cards(data["stock"], "stock"),
        waste=_cards(data.get("waste", []), "waste"),
        foundations=_foundations(data.get("foundations", {})),
        pass_number=whole_number(data.get("pass", 1), "position, pass", 1, MOST_PASSES),
    )
    check_position(position)
    return position


def check_position(position: Position) -> None:
    """Raises InputError, with ``position`` in front, unless the position can be one of a game."""
    try:
        position.check()
    except InputError as error:
        raise InputError(f"position: {error}") from None


def check_keys(data: dict[str, object], place: str, known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    """Raises InputError when a key is unknown or one that is needed is missing."""
    if unknown := [quoted(key) for key in data if key not in known]:
        raise InputError(f"{place}: unknown key {listed(unknown, ', ')}; known are {', '.join(known)}")
    if missing := [key for key in needed if key not in data]:
        raise InputError(f"{place}: {', '.join(missing)} missing; needed are {', '.join(needed)}")


def _cards(value: object, place: str) -> tuple[Card, ...]:
    """The cards of a list of strings."""
    place = f"position, {place}"
    cards = []
    for number, text in enumerate(string_list(value, place), 1):
        try:
            cards.append(parse_card(text))
        except InputError as error:
            raise InputError(f"{place}, place {number}: {error}") from None
    return tuple(cards)


def _foundations(value: object) -> tuple[int, ...]:
    """The four heights; a suit left out is empty."""
    if not isinstance(value, dict):
        raise InputError(f'position, foundations: {kind(value)}; an object such as {{"H": 2}} is needed')
    check_keys(value, "position, foundations", tuple(SUIT_LETTERS), ())
    return tuple(
        whole_number(value.get(suit, 0), f"position, foundations, {suit}", 0, RANK_COUNT)
        for suit in SUIT_LETTERS
    )
