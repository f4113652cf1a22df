"""Showing what was given in an error message: short, on one line, and nothing invisible in it."""

import unicodedata
from collections.abc import Sequence

QUOTED_LENGTH = 24
LISTED = 8


def quoted(text: str, length: int = QUOTED_LENGTH) -> str:
    """The text in quotation marks, cut after ``length`` characters, control characters escaped."""
    return repr(text if len(text) <= length else text[:length] + "…")


def one_line(source: str) -> str:
    """The name of a source as it is, or escaped when printing it would break the line."""
    return source if source.isprintable() else repr(source)


def character_name(character: str) -> str:
    """A character as a reader can tell it from its look-alikes: ``'с' (U+0441 CYRILLIC SMALL LETTER ES)``."""
    if character.isascii() and character.isprintable():
        return repr(character)
    name = unicodedata.name(character, "")
    return f"{character!r} (U+{ord(character):04X}{' ' if name else ''}{name})"


def listed(names: Sequence[str], between: str = " ") -> str:
    """Names one after the other, the first few only when there are many."""
    more = len(names) - LISTED
    return between.join(names[:LISTED]) + (f" and {more} more" if more > 0 else "")
