"""Deals from files and standard input: each line is one, or the whole is.

Blank lines and lines that start with ``#`` are skipped. A line holds 52 cards (in letters or three digits
each), a deal's name with its dealer, or a JSON object. If no line holds a deal, the whole is read: boards
in lines (several are parted by blank lines), one JSON object over many lines, or cards that are 52
together. A deal is called ``SOURCE:LINE`` after its first line, ``SOURCE:1`` if it is the only one.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from typing import BinaryIO

from harpan_solver.cards import DECK_SIZE, Card
from harpan_solver.deals.board_text import is_stock_line, position_from_board
from harpan_solver.deals.boards import as_deal, is_deal_name, read_board
from harpan_solver.deals.card_text import split_cards
from harpan_solver.deals.deal import Deal
from harpan_solver.deals.deal_text import BYTE_ORDER_MARK, bare, check_deck
from harpan_solver.deals.position_text import parse_position
from harpan_solver.deals.quoting import character_name, one_line
from harpan_solver.errors import InputError
from harpan_solver.position import Position

# No deal in any format comes near this; what is longer is not read into memory.
MAX_LINE = 1 << 20
# How often as much again is passed over in search of the end of a line that is too long: 4 GiB.
MOST_SKIPPED = 1 << 12
_ESCAPED_BYTES = range(0xDC80, 0xDD00)


def read_file(path: str | os.PathLike[str]) -> Iterator[Deal | InputError]:
    """The deals of a file, each as soon as its line is read; a bad line comes as an InputError instead.

    Raises:
        InputError: at once, when the file cannot be opened.
    """
    source = one_line(os.fspath(path))
    return _FileDeals(_open(path), source)


def read_stream(stream: BinaryIO, source: str = "-") -> Iterator[Deal | InputError]:
    """The deals of a stream of bytes, as :func:`read_file`; the stream stays open."""
    return read_deals(_byte_lines(stream), source)


def read_deals(lines: Iterable[str] | str, source: str) -> Iterator[Deal | InputError]:
    """The deals of lines or of one text; a bad line comes as an InputError and stops nothing.

    The message of an error starts with ``SOURCE:LINE``. A source without any deal gives one InputError.
    """
    if isinstance(lines, str):
        lines = StringIO(lines, newline=None)
    held = _HeldLines(source)
    by_line = False
    try:
        for number, line in enumerate(lines, 1):
            found, complete = _line_deal(line, f"{source}:{number}")
            if by_line:
                if found is not None:
                    yield found
                continue
            held.add(line, found)
            # From the first line that holds a deal on, each line is one by itself; so it is when there is
            # more than any one deal takes.
            if complete or held.full:
                yield from held.by_line()
                if not complete and held.not_text:
                    return
                by_line = True
                held = _HeldLines(source)
        if not by_line:
            yield from held.together()
    except OSError as error:
        yield InputError(f"{source}: cannot be read: {error.strerror or error}")


def read_position(path: str | os.PathLike[str]) -> Position:
    """The position that a file states, in any format; a deal is its start.

    Raises:
        InputError: the file cannot be opened, is no text, or holds no position.
    """
    source = one_line(os.fspath(path))
    with _open(path) as stream:
        try:
            data = stream.read(MAX_LINE + 1)
        except OSError as error:
            raise InputError(f"{source}: cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_LINE:
        raise InputError(f"{source}: longer than {MAX_LINE} bytes, so no position")
    text = data.decode("utf-8", "surrogateescape")
    if fault := _not_text(text):
        raise InputError(f"{source}: {fault}")
    try:
        return parse_position(text)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


class _HeldLines:
    """The lines up to the first that holds a deal: until then they may all be one deal together.

    Attributes:
        not_text: what shows that this is no text, if anything does.
        full: whether the lines are more than any one deal takes.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.not_text: str | None = None
        self.full = False
        self._lines: list[str] = []
        self._found: list[Deal | InputError] = []
        self._size = 0

    def add(self, line: str, found: Deal | InputError | None) -> None:
        """Takes the next line and what it is by itself, None for nothing."""
        self._lines.append(line.removeprefix(BYTE_ORDER_MARK))
        self._size += len(line)
        self.full = self._size > MAX_LINE
        if found is not None:
            self._found.append(found)
            if self.not_text is None and (fault := _not_text(line)):
                self.not_text = f"{fault} in line {len(self._lines)}"

    def by_line(self) -> Iterator[Deal | InputError]:
        """What each line is by itself; one error when nothing is a deal and this is no text."""
        if self.not_text and all(isinstance(each, InputError) for each in self._found):
            yield InputError(f"{self.source}: {self.not_text}")
        else:
            yield from self._found

    def together(self) -> Iterator[Deal | InputError]:
        """What the lines are together, if they are anything; otherwise what each is."""
        lines = [line.rstrip("\r\n") for line in self._lines]
        text = "\n".join(line for line in lines if not _is_comment(line))
        name = f"{self.source}:1"
        if not self._found:
            yield InputError(f"{self.source}: there is no deal in it")
        elif self.not_text:
            yield from self.by_line()
        elif bare(text)[:1] in ("{", "["):
            yield _deal_or_error(lambda: read_board(text), name)
        elif "<" in text or any(map(is_stock_line, lines)):
            for first, board in _boards(lines):
                yield _board_deal(board, first, f"{self.source}:{first}")
        elif (cards := _cards(text)) is not None and self._one_deal(len(cards)):
            yield _deal_or_error(lambda: Deal(name, check_deck(cards)), name)
        else:
            yield from self._found

    def _one_deal(self, count: int) -> bool:
        """Whether so many cards are one deal, or, over several lines, one with a card lost or too many."""
        return count == DECK_SIZE or (len(self._found) > 1 and abs(count - DECK_SIZE) == 1)


def _line_deal(line: str, name: str) -> tuple[Deal | InputError | None, bool]:
    """What a line is by itself (None: nothing), and whether it holds a whole deal, good or bad."""
    if len(line) > MAX_LINE:
        return InputError(f"{name}: longer than {MAX_LINE} characters, so no deal"), False
    text = bare(line)
    if not text or text[0] == "#":
        return None, False
    if fault := _not_text(text):
        return InputError(f"{name}: {fault}"), False
    if is_deal_name(text) or (text[0] == "{" and text[-1] == "}"):
        return _deal_or_error(lambda: read_board(text), name), True
    try:
        cards = split_cards(text)
    except InputError as error:
        return InputError(f"{name}: {error}"), False
    return _deal_or_error(lambda: Deal(name, check_deck(cards)), name), len(cards) == DECK_SIZE


def _deal_or_error(make: Callable[[], Deal | Position], name: str) -> Deal | InputError:
    """The deal, by its name, or why there is none."""
    try:
        made = make()
    except InputError as error:
        return InputError(f"{name}: {error}")
    if isinstance(made, Deal):
        return Deal(name, made.cards)
    return InputError(f"{name}: a game in progress, not a deal; it can be read as a position")


def _board_deal(text: str, first: int, name: str) -> Deal | InputError:
    """The deal of a board in lines of which ``first`` is the number of the first."""
    return _deal_or_error(lambda: as_deal(position_from_board(text, first), name), name)


def _boards(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The boards of a file and the numbers of their first lines.

    Where there are several, the next begins with the line of another stock, or after a blank line once the
    stock of the last is there.
    """
    if sum(map(is_stock_line, lines)) < 2:
        yield 1, "\n".join(lines)
        return
    first, has_stock, after_blank = 0, False, False
    for at, line in enumerate(lines):
        if not line.strip():
            after_blank = True
            continue
        stock = is_stock_line(line)
        if has_stock and (stock or after_blank):
            yield first + 1, "\n".join(lines[first:at])
            first, has_stock = at, False
        elif not any(each.strip() for each in lines[first:at]):
            first = at
        has_stock = has_stock or stock
        after_blank = False
    yield first + 1, "\n".join(lines[first:])


def _cards(text: str) -> list[Card] | None:
    """The cards of a text, None when one is unreadable."""
    try:
        return split_cards(bare(text))
    except InputError:
        return None


def _is_comment(line: str) -> bool:
    return line.lstrip()[:1] == "#"


def _not_text(text: str) -> str | None:
    """The first sign that this is no text: a byte that is not UTF-8, or a zero."""
    for character in text if not text.isprintable() else "":
        if ord(character) in _ESCAPED_BYTES:
            return f"not text (UTF-8): byte 0x{ord(character) & 0xFF:02X}"
        if character == "\0":
            return f"not text: {character_name(character)}"
    return None


def _open(path: str | os.PathLike[str]) -> BinaryIO:
    source = one_line(os.fspath(path))
    try:
        return open(path, "rb")
    except IsADirectoryError:
        raise InputError(f"{source}: a directory; a text file is needed") from None
    except FileNotFoundError:
        raise InputError(f"{source}: there is no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{source}: cannot be opened: {reason}") from None


class _FileDeals(Iterator[Deal | InputError]):
    """The deals of an open file; it is closed at the end, or when nobody wants the rest."""

    def __init__(self, stream: BinaryIO, source: str) -> None:
        self._stream = stream
        self._deals = read_stream(stream, source)

    def __next__(self) -> Deal | InputError:
        try:
            return next(self._deals)
        except StopIteration:
            self._stream.close()
            raise

    def __del__(self) -> None:
        self._stream.close()


def _byte_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream, however they end; bytes that are no UTF-8 are escaped, lines too long cut."""
    while line := stream.readline(MAX_LINE + 2):
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            for _ in range(MOST_SKIPPED):
                rest = stream.readline(MAX_LINE)
                if not rest or rest.endswith(b"\n"):
                    break
            else:
                # A line without end, such as that of a device: what comes after it is never read.
                yield line.decode("utf-8", "surrogateescape")
                return
        text = line.decode("utf-8", "surrogateescape").removesuffix("\n").removesuffix("\r")
        yield from text.split("\r")
