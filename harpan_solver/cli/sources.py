"""Where deals come from: names, text, files, standard input, positions."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import groupby
from typing import BinaryIO, NamedTuple

from harpan_solver.deals import (
    Deal,
    NamedDeals,
    expand_names,
    parse_cards,
    parse_position,
    position_json,
    read_file,
    read_position,
    read_stream,
)
from harpan_solver.deals.boards import as_deal
from harpan_solver.deals.quoting import one_line
from harpan_solver.errors import InputError
from harpan_solver.position import Position

STANDARD_INPUT = "-"
# No row of a solution and no position comes near this.
MAX_LINE = 1 << 20


class Question(NamedTuple):
    """A deal or a position, and how the output calls it."""

    name: str
    start: Deal | Position

    @property
    def position(self) -> Position:
        """Where every card lies."""
        return self.start if isinstance(self.start, Position) else self.start.position

    def row(self) -> dict[str, object]:
        """The first keys of a JSON row; a game in progress has ``position`` in place of ``cards``."""
        if isinstance(self.start, Position):
            return {"deal": self.name, "cards": None, "position": position_json(self.start)}
        return {"deal": self.name, "cards": self.start.text}


class Questions:
    """Questions in the order asked; named deals are dealt when their turn comes, as ranges may be endless.

    Attributes:
        games: those that are games in progress.
        count: how many there are.
        faults: how many lines of files gave none.
    """

    def __init__(
        self, parts: Iterable[NamedDeals | Sequence[Question]], games: Sequence[Question], faults: int
    ) -> None:
        self.games = games
        self._parts = [*parts, games]
        self.count = sum(part.count if isinstance(part, NamedDeals) else len(part) for part in self._parts)
        self.faults = faults

    def __iter__(self) -> Iterator[Question]:
        for part in self._parts:
            for each in part:
                yield Question(each.name, each) if isinstance(each, Deal) else each


def gather(
    verb: str,
    report: Callable[[str], None],
    names: Sequence[str],
    cards: Sequence[str] = (),
    files: Sequence[str] = (),
    positions: Sequence[str] = (),
) -> Questions:
    """All questions of a command line: names in their order (``-`` is standard input), then the others.

    Everything on the command line is checked before any file is read; every line of a file that is no deal
    is reported, and left out. ``verb`` says what for.

    Raises:
        InputError: a bad name, bad cards, a file that cannot be opened, a bad position, or nothing at all.
    """
    sources = [*names, *files, *positions]
    if not sources and not cards:
        raise InputError(f"nothing to {verb}: a DEAL such as 42, --cards, --file or - is needed")
    if sources.count(STANDARD_INPUT) > 1:
        raise InputError(f"{STANDARD_INPUT}: standard input can be read only once")
    runs = [
        None if is_input else expand_names(run)
        for is_input, run in groupby(names, lambda name: name == STANDARD_INPUT)
    ]
    texts = [Question("cards", _deal_of(text)) for text in cards]
    streams = [_deals_in(path) for path in files]
    games = [Question(one_line(path), _position_in(path)) for path in positions]
    faults = 0

    def read(stream: Iterable[Deal | InputError]) -> list[Question]:
        nonlocal faults
        questions = []
        for each in stream:
            if isinstance(each, Deal):
                questions.append(Question(each.name, each))
            else:
                faults += 1
                report(str(each))
        return questions

    parts: list[NamedDeals | Sequence[Question]] = [
        read(_deals_in(STANDARD_INPUT)) if run is None else run for run in runs
    ]
    parts += [texts, *map(read, streams)]
    return Questions(parts, games, faults)


def lines_of(path: str) -> Iterator[tuple[str, str]]:
    """The lines of a file or of standard input, each with its place, ``PATH:LINE``.

    Raises:
        InputError: the file cannot be read, is no text, or has a line beyond all use.
    """
    try:
        with nullcontext(_standard_input()) if path == STANDARD_INPUT else open(path, "rb") as stream:
            number = 0
            while line := stream.readline(MAX_LINE + 1):
                number += 1
                place = f"{path}:{number}"
                if len(line) > MAX_LINE:
                    raise InputError(f"{place}: longer than {MAX_LINE} bytes")
                yield place, _text_of(line, place)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _deal_of(text: str) -> Deal:
    try:
        return Deal("cards", parse_cards(text))
    except InputError as error:
        raise InputError(f"--cards: {error}") from None


def _deals_in(path: str) -> Iterable[Deal | InputError]:
    return read_stream(_standard_input()) if path == STANDARD_INPUT else read_file(path)


def _position_in(path: str) -> Deal | Position:
    """The position of a file; the start of a game is the deal that it is."""
    if path != STANDARD_INPUT:
        return as_deal(read_position(path), path)
    text = _text_of(_standard_input().read(MAX_LINE), path)
    try:
        return as_deal(parse_position(text), path)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _text_of(data: bytes, place: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{place}: not text (UTF-8): byte 0x{data[error.start]:02X}") from None


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise InputError(f"{STANDARD_INPUT}: standard input is closed")
    return sys.stdin.buffer
