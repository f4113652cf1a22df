"""A board that a person recognises, as text."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Protocol

from harpan_solver.cards import RANK_LETTERS, SUIT_LETTERS, SUIT_SYMBOLS, Card, card, is_red, rank_of, suit_of

RED = "\x1b[31m"
DIM = "\x1b[2m"
PLAIN = "\x1b[0m"

_CELL = 5
_CARDS_A_LINE = 12


class Table(Protocol):
    """What lies on the table: a game or a position, whose attributes these are."""

    @property
    def tableau(self) -> Sequence[Sequence[Card]]: ...
    @property
    def hidden(self) -> Sequence[int]: ...
    @property
    def stock(self) -> Sequence[Card]: ...
    @property
    def waste(self) -> Sequence[Card]: ...
    @property
    def foundations(self) -> Sequence[int]: ...
    @property
    def pass_number(self) -> int: ...


def card_text(card: Card, ascii: bool = False) -> str:
    """A card as a person writes it: ``7♦`` and ``10♣``, or ``7D`` and ``TC`` in ASCII."""
    rank = RANK_LETTERS[rank_of(card)]
    if ascii:
        return rank + SUIT_LETTERS[suit_of(card)]
    return rank.replace("T", "10") + SUIT_SYMBOLS[suit_of(card)]


def board_text(table: Table, colour: bool = False, ascii: bool = False, reveal: bool = False) -> str:
    """The board on several lines, without a line break at the end.

    Foundations, stock and waste come first, then the columns side by side from their bottom card down.
    Suit symbols and the mark of a face-down card are taken to be as wide as a letter; where a terminal
    draws them wider, ``ascii`` keeps the columns straight.

    Args:
        table: a game or a position.
        colour: red cards and dimmed face-down cards, by ANSI sequences.
        ascii: letters for suits and nothing but ASCII characters.
        reveal: show the stock in the order of turning, and face-down cards in brackets.
    """
    painter = _Painter(colour, ascii, reveal)
    foundations = "".join(painter.foundation(suit, height) for suit, height in enumerate(table.foundations))
    lines = [f"{'Foundations':<11}{foundations}", *painter.stock(table), *painter.waste(table), ""]
    lines += painter.columns(table)
    return "\n".join(line.rstrip() for line in lines)


class _Painter:
    """Cells of one card each, all of the same width on the screen."""

    def __init__(self, colour: bool, ascii: bool, reveal: bool) -> None:
        self.colour = colour
        self.ascii = ascii
        self.reveal = reveal

    def cell(self, text: str, *styles: str) -> str:
        """The text at the right of a cell; the blanks around it stay outside the escape sequences."""
        word = text.rstrip()
        painted = "".join(styles) + word + PLAIN if self.colour and styles else word
        return " " * (_CELL - len(text)) + painted + " " * (len(text) - len(word))

    def face_up(self, card: Card) -> str:
        return self.cell(f"{card_text(card, self.ascii)} ", *[RED] * is_red(card))

    def face_down(self, card: Card) -> str:
        if self.reveal:
            return self.cell(f"[{card_text(card, self.ascii)}]", DIM, *[RED] * is_red(card))
        return self.cell("## " if self.ascii else "▒▒ ", DIM)

    def foundation(self, suit: int, height: int) -> str:
        if height:
            return self.face_up(card(height - 1, suit))
        symbol = (SUIT_LETTERS if self.ascii else SUIT_SYMBOLS)[suit]
        return self.cell(f"-{symbol} ", *[RED] * is_red(card(0, suit)))

    def stock(self, table: Table) -> list[str]:
        """The stock's count and pass; revealed also its cards, first turned first."""
        count = f"{len(table.stock)} cards" if table.stock else "empty"
        lines = [f"{'Stock':<11}  {count}, pass {table.pass_number}"]
        return lines + (self.rows("", table.stock) if self.reveal else [])

    def waste(self, table: Table) -> list[str]:
        if not table.waste:
            return [f"{'Waste':<11}  empty"]
        *under, last = self.rows("Waste", table.waste)
        return [*under, f"{last}< top"]

    def rows(self, label: str, cards: Sequence[Card]) -> list[str]:
        lines = []
        for start in range(0, len(cards), _CARDS_A_LINE):
            row = "".join(map(self.face_up, cards[start : start + _CARDS_A_LINE]))
            lines.append(f"{'' if start else label:<11}{row}")
        return lines

    def columns(self, table: Table) -> list[str]:
        """A line for each depth; an empty column has dashes where its first card would lie."""
        header = [self.cell(f"{number} ") for number in range(1, len(table.tableau) + 1)]
        columns = []
        for column, hidden in zip(table.tableau, table.hidden, strict=True):
            cells = [*map(self.face_down, column[:hidden]), *map(self.face_up, column[hidden:])]
            columns.append(cells or [self.cell("-- ")])
        rows = [header, *zip_longest(*columns, fillvalue=" " * _CELL)]
        return [" ".join(row) for row in rows]
