"""Moves of a game and their text: ``draw``, ``redeal``, ``W>F``, ``W>3``, ``3>F``, ``2>5:3``, ``FH>4``."""

import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from harpan_solver.cards import SUIT_LETTERS
from harpan_solver.errors import InputError


class MoveKind(Enum):
    """What a move does; turning up a face-down card is automatic and no move."""

    DRAW = "draw"
    REDEAL = "redeal"
    WASTE_TO_FOUNDATION = "waste to foundation"
    WASTE_TO_COLUMN = "waste to column"
    COLUMN_TO_FOUNDATION = "column to foundation"
    COLUMN_TO_COLUMN = "column to column"
    FOUNDATION_TO_COLUMN = "foundation to column"


class Move(NamedTuple):
    """One move.

    Attributes:
        kind: what the move does.
        source: column (0 = leftmost) that cards leave, or the suit (0 clubs .. 3 spades) of the
            foundation for worrying back; -1 where the kind says it all.
        target: column (0 = leftmost) that cards go to; -1 where the kind says it all.
        size: cards moved (more than 1 only from column to column); 0 for draw and redeal.
    """

    kind: MoveKind
    source: int = -1
    target: int = -1
    size: int = 1

    def __str__(self) -> str:
        return _text_of(self)


# There are some hundreds of different moves, and solutions are made of them by the hundred: each is made
# and put into words once.
_once = lru_cache(maxsize=2048)


@_once
def _text_of(move: Move) -> str:
    match move.kind:
        case MoveKind.DRAW | MoveKind.REDEAL:
            return str(move.kind.value)
        case MoveKind.WASTE_TO_FOUNDATION:
            return "W>F"
        case MoveKind.WASTE_TO_COLUMN:
            return f"W>{move.target + 1}"
        case MoveKind.COLUMN_TO_FOUNDATION:
            return f"{move.source + 1}>F"
        case MoveKind.COLUMN_TO_COLUMN:
            return f"{move.source + 1}>{move.target + 1}:{move.size}"
        case MoveKind.FOUNDATION_TO_COLUMN:
            return f"F{SUIT_LETTERS[move.source]}>{move.target + 1}"


DRAW = Move(MoveKind.DRAW, size=0)
REDEAL = Move(MoveKind.REDEAL, size=0)
WASTE_TO_FOUNDATION = Move(MoveKind.WASTE_TO_FOUNDATION)


@_once
def waste_to_column(target: int) -> Move:
    """The waste's top card to a column (0 = leftmost)."""
    return Move(MoveKind.WASTE_TO_COLUMN, target=target)


@_once
def column_to_foundation(source: int) -> Move:
    """A column's last card to its foundation."""
    return Move(MoveKind.COLUMN_TO_FOUNDATION, source=source)


@_once
def column_to_column(source: int, target: int, count: int) -> Move:
    """A run's last ``count`` cards from one column to another."""
    return Move(MoveKind.COLUMN_TO_COLUMN, source, target, count)


@_once
def foundation_to_column(suit: int, target: int) -> Move:
    """The top card of a suit's foundation back to a column (worrying back)."""
    return Move(MoveKind.FOUNDATION_TO_COLUMN, source=suit, target=target)


_PATTERN = re.compile(r"(?:W|([1-7])|F([CDHS]))>(?:(F)|([1-7])(?::(\d{1,2}))?)", re.ASCII)


def parse_move(text: str) -> Move:
    """The move that a text names.

    Raises:
        InputError: the text is no move of the notation above.
    """
    if text in ("draw", "redeal"):
        return DRAW if text == "draw" else REDEAL
    match = _PATTERN.fullmatch(text) if isinstance(text, str) else None
    if match:
        column, suit, foundation, target, count = match.groups()
        if column and foundation:
            return column_to_foundation(int(column) - 1)
        if column and count and int(count) > 0 and column != target:
            return column_to_column(int(column) - 1, int(target) - 1, int(count))
        if suit and target and not count:
            return foundation_to_column(SUIT_LETTERS.index(suit), int(target) - 1)
        if not column and not suit and not count:
            return WASTE_TO_FOUNDATION if foundation else waste_to_column(int(target) - 1)
    raise InputError(
        f"move {text!r}: one of draw, redeal, W>F, W>3, 3>F, 2>5:3, FH>4 is needed (columns 1 to 7)"
    )
