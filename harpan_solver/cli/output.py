"""Standard output: whole lines at once, colour and symbols where the reader can show them."""

import os
import select
import sys
from typing import NamedTuple

from harpan_solver.cli.command import OutputFailed, ReaderGone

SYMBOLS = "♣♦♥♠─│•"


class Look(NamedTuple):
    """How text for people looks: with colour, and in plain ASCII."""

    colour: bool
    ascii: bool


def look(colour: str, ascii: bool) -> Look:
    """Settle ``--color`` (``auto``, ``always``, ``never``) and ``--ascii`` for this standard output.

    ``auto`` obeys the variables NO_COLOR and, after it, FORCE_COLOR when they are not empty; else there
    is colour on a terminal only. An output that cannot show suit symbols gets ASCII.
    """
    if colour == "auto":
        if os.environ.get("NO_COLOR"):
            colourful = False
        elif os.environ.get("FORCE_COLOR"):
            colourful = True
        else:
            colourful = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    else:
        colourful = colour == "always"
    return Look(colourful, ascii or not _shows_symbols())


STYLES = {"bold": "1", "red": "31", "green": "32", "yellow": "33"}


def paint(text: str, style: str, look: Look) -> str:
    """The text in a style of ``STYLES`` where there is colour."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if look.colour else text


def write(text: str, end: str = "\n") -> None:
    """Write one text and what ends it to standard output, and flush.

    Raises:
        ReaderGone: the other end of the pipe is closed.
        OutputFailed: the output takes nothing more.
    """
    encoding = sys.stdout.encoding or "utf-8"
    # Names of files may hold what the output cannot show; they never stop a run.
    shown = text.encode(encoding, "backslashreplace").decode(encoding)
    try:
        sys.stdout.write(shown + end)
        sys.stdout.flush()
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        raise OutputFailed(f"standard output: {error.strerror or error}") from None


def reader_gone() -> bool:
    """True when standard output is a pipe or terminal whose other end is closed."""
    if not hasattr(select, "poll"):
        return False
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), 0)
        return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll(0))
    except (OSError, ValueError):
        return False


def _shows_symbols() -> bool:
    try:
        SYMBOLS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
