"""Boards as lines of text: PySol's, columns as a person types them, positions.

A board is seven lines, one a column from the bottom, and lines with a label, before or after them::

    1: 7D                      a number or a bare colon in front is allowed
    2: <TH> 9D                 <> marks cards that lie face down
    3: -                       an empty column: - or -- or [] or nothing after the colon
    ...
    stock: 7C TS KD            first turned first; PySol calls it Talon
    waste: 3C 5H               the top last
    foundations: C-0 D-A H-2   the top card of each suit, also as AD 2H; a suit left out is empty
    pass: 2                    which time through the stock

In PySol's ``Talon: 4D 3D ==> 7S 3H <==`` the waste stands before the arrow, its top **first**, as the
programs print it. Lines that start with ``#`` are comments. Blank lines are skipped, unless the columns are
seven only with them: then they are the empty ones.

Columns of 1 to 7 cards without any mark and without lines for waste, foundations or pass are a fresh deal,
all but the last cards face down. Everything else is taken literally: what is not marked lies face up.
"""

import re
from dataclasses import dataclass, field

from harpan_solver.cards import RANK_LETTERS, SUIT_COUNT, SUIT_LETTERS, Card, rank_of, suit_of
from harpan_solver.deals.card_text import parse_card, split_cards
from harpan_solver.deals.position_json import MOST_PASSES, check_position
from harpan_solver.deals.quoting import quoted
from harpan_solver.errors import InputError
from harpan_solver.position import COLUMN_COUNT, Position

_STOCK, _WASTE, _FOUNDATIONS, _PASS = "stock", "waste", "foundations", "pass"
_LABELS = {
    "stock": _STOCK,
    "talon": _STOCK,
    "waste": _WASTE,
    "foundations": _FOUNDATIONS,
    "foundation": _FOUNDATIONS,
    "pass": _PASS,
}
_LINE_END = re.compile(r"\r\n|\r|\n")
_LABELLED = re.compile(r"\s*(?:column\b\s*)?([^\s:]*)\s*:(.*)", re.IGNORECASE | re.DOTALL)
_FACE_DOWN = re.compile(r"<([^<>]*)>")
_ARROW, _ARROW_END = "==>", "<=="
_FOUNDATION = re.compile(r"([CDHScdhs♣♧♦♢♥♡♠♤])[-:=]?(10|[0-9ATJQKatjqk])")
_EMPTY = ("", "-", "--", "[]", "()")
_FRESH = list(range(1, COLUMN_COUNT + 1))


@dataclass
class _Board:
    """What the lines of a board say, before they are a position.

    Attributes:
        columns: for each column its cards from the bottom and how many of them are face down.
        parts: what stands after each label.
        blanks: how many blank lines lie before each column, and after the last.
    """

    columns: list[tuple[list[Card], int]] = field(default_factory=list)
    parts: dict[str, str] = field(default_factory=dict)
    blanks: list[int] = field(default_factory=lambda: [0])
    marked: bool = False


def split_lines(text: str) -> list[str]:
    """The lines of a text, whatever ends them."""
    return _LINE_END.split(text)


def looks_like_board(text: str) -> bool:
    """Whether the text has labels or face-down marks, so is no list of cards in deal order."""
    return ":" in text or "<" in text


def is_stock_line(line: str) -> bool:
    """Whether this is the line of the stock, which a board has once."""
    match = _LABELLED.fullmatch(line)
    return match is not None and _LABELS.get(match[1].lower()) == _STOCK


def position_from_board(text: str, first_line: int = 1) -> Position:
    """The position of a board in lines, of which ``first_line`` is the number of the first in messages.

    Raises:
        InputError: a line that cannot be read, with its number; not seven columns; cards that make up no
            position.
    """
    board = _Board()
    for number, line in enumerate(split_lines(text), first_line):
        if line.lstrip()[:1] == "#":
            continue
        try:
            _read_line(board, line)
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None
    columns = _seven_columns(board)
    stock, waste = _stock_and_waste(board.parts)
    heights = [len(cards) for cards, _ in columns]
    hidden = [face_down for _, face_down in columns]
    if not board.marked and heights == _FRESH and board.parts.keys() <= {_STOCK} and not waste:
        hidden = list(range(COLUMN_COUNT))
    position = Position(
        tableau=tuple(tuple(cards) for cards, _ in columns),
        hidden=tuple(hidden),
        stock=tuple(stock),
        waste=tuple(waste),
        foundations=_foundations(board.parts.get(_FOUNDATIONS, "")),
        pass_number=_pass(board.parts.get(_PASS, "1")),
    )
    try:
        check_position(position)
    except InputError as error:
        hint = "" if board.marked else " (cards that lie face down are marked: <7H>)"
        raise InputError(f"{error}{hint if 'cannot lie face up' in str(error) else ''}") from None
    return position


def _read_line(board: _Board, line: str) -> None:
    """Takes one line into the board."""
    if not line.strip():
        board.blanks[-1] += 1
        return
    match = _LABELLED.fullmatch(line)
    label, content = ("", line) if match is None else match.groups()
    part = _LABELS.get(label.lower())
    if part is not None:
        if part in board.parts:
            raise InputError(f"there is more than one line for the {part}")
        board.parts[part] = content.strip()
        return
    following = len(board.columns) + 1
    if label and label != str(following):
        known = ", ".join(dict.fromkeys(_LABELS.values()))
        raise InputError(f"{quoted(label)}: the number of column {following} or one of {known} is needed")
    try:
        column = _column(content)
    except InputError as error:
        raise InputError(f"column {following}: {error}") from None
    board.columns.append(column)
    board.blanks.append(0)
    board.marked = board.marked or column[1] > 0


def _column(text: str) -> tuple[list[Card], int]:
    """The cards of a column and how many of them, from the bottom, lie face down."""
    if text.strip() in _EMPTY:
        return [], 0
    cards: list[Card] = []
    hidden = 0
    for number, piece in enumerate(_FACE_DOWN.split(text)):
        found = split_cards(piece.strip())
        if number % 2 and found:
            if len(cards) > hidden:
                raise InputError("a face-down card lies on a face-up one")
            hidden += len(found)
        cards.extend(found)
    return cards, hidden


def _seven_columns(board: _Board) -> list[tuple[list[Card], int]]:
    """The columns; blank lines are empty ones where there would be too few without them."""
    columns = board.columns
    # Blank lines at either end of the text mean nothing.
    inner = sum(board.blanks[1:-1])
    if len(columns) < COLUMN_COUNT == len(columns) + inner:
        filled = columns[:1]
        for blanks, column in zip(board.blanks[1:-1], columns[1:], strict=True):
            filled += [([], 0)] * blanks
            filled.append(column)
        return filled
    if len(columns) != COLUMN_COUNT:
        raise InputError(
            f"{len(columns)} of {COLUMN_COUNT} columns; one line for each is needed, - for an empty one"
        )
    return columns


def _stock_and_waste(parts: dict[str, str]) -> tuple[list[Card], list[Card]]:
    """The stock, first turned first, and the waste, top last."""
    stock, waste = parts.get(_STOCK, ""), parts.get(_WASTE, "")
    before, arrow, after = stock.partition(_ARROW)
    if not arrow:
        return _pile(stock, _STOCK), _pile(waste, _WASTE)
    if _WASTE in parts:
        raise InputError("the waste stands both before the arrow of the stock and on a line of its own")
    turned = _pile(before, _WASTE)
    return _pile(after.strip().removesuffix(_ARROW_END), _STOCK), turned[::-1]


def _pile(text: str, part: str) -> list[Card]:
    if text.strip() in _EMPTY:
        return []
    try:
        return split_cards(text.strip())
    except InputError as error:
        raise InputError(f"{part}: {error}") from None


def _foundations(text: str) -> tuple[int, ...]:
    """The four heights from top cards such as ``H-2`` (``H-0`` for none) or ``2H``."""
    heights: dict[int, int] = {}
    for word in text.replace(",", " ").split():
        if word in _EMPTY:
            continue
        match = _FOUNDATION.fullmatch(word)
        try:
            if match and match[2] == "0":
                suit, height = suit_of(parse_card("A" + match[1])), 0
            else:
                top = parse_card(match[2] + match[1] if match else word)
                suit, height = suit_of(top), rank_of(top) + 1
        except InputError:
            raise InputError(
                f"foundations: {quoted(word)}; a suit and its top rank, such as H-2, are needed"
            ) from None
        if suit in heights:
            raise InputError(f"foundations: {SUIT_LETTERS[suit]} is there twice")
        heights[suit] = height
    return tuple(heights.get(suit, 0) for suit in range(SUIT_COUNT))


def _pass(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_PASSES)):
        return int(text)
    raise InputError(f"pass: {quoted(text)}; a whole number from 1 to {MOST_PASSES} is needed")


def foundations_text(heights: tuple[int, ...]) -> str:
    """Heights written as ``C-0 D-A H-2 S-K``."""
    tops = ("0" if height == 0 else RANK_LETTERS[height - 1] for height in heights)
    return " ".join(f"{suit}-{top}" for suit, top in zip(SUIT_LETTERS, tops, strict=True))
