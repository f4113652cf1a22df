"""Writing deals in the formats of this and other programs."""

from collections.abc import Callable, Iterable, Iterator

from harpan_solver.cards import card_name
from harpan_solver.deals.card_text import digits_text
from harpan_solver.deals.deal import Deal
from harpan_solver.deals.exact import exact_number
from harpan_solver.deals.quoting import quoted
from harpan_solver.deals.solvitaire_json import solvitaire_json
from harpan_solver.errors import InputError


def _cards(deal: Deal) -> str:
    return deal.text


def _digits(deal: Deal) -> str:
    return digits_text(deal.cards)


def _exact(deal: Deal) -> str:
    return f"exact:{exact_number(deal.cards)}"


def _pysol(deal: Deal) -> str:
    start = deal.position
    lines = [f"Talon: {' '.join(map(card_name, start.stock))}"]
    for *hidden, last in start.tableau:
        lines.append(" ".join([*(f"<{card_name(each)}>" for each in hidden), card_name(last)]))
    return "\n".join(lines)


def _columns(deal: Deal) -> str:
    start = deal.position
    lines = [" ".join(map(card_name, column)) for column in start.tableau]
    return "\n".join([*lines, f"stock: {' '.join(map(card_name, start.stock))}"])


_WRITERS: dict[str, Callable[[Deal], str]] = {
    "cards": _cards,
    "digits": _digits,
    "solvitaire": solvitaire_json,
    "pysol": _pysol,
    "columns": _columns,
    "exact": _exact,
}
FORMATS = tuple(_WRITERS)


def write_deal(deal: Deal, format: str = "cards") -> str:
    """The deal in one of :data:`FORMATS`; the last line has no line end.

    ``cards``, ``digits``, ``solvitaire`` and ``exact`` are one line; ``pysol`` and ``columns`` are eight.
    ``exact`` is the name of the deal, ``exact:NUMBER``. What is written reads back as the same cards.

    Raises:
        InputError: no such format.
    """
    writer = _WRITERS.get(format) if isinstance(format, str) else None
    if writer is None:
        raise InputError(f"format {quoted(str(format))}: one of {', '.join(FORMATS)} is needed")
    return writer(deal)


def write_deals(deals: Iterable[Deal], format: str = "cards") -> Iterator[str]:
    """The text of each deal with its line end; boards of several lines are parted by a blank line.

    Joined, this is a file that :func:`harpan_solver.deals.read_file` reads.

    Raises:
        InputError: no such format, before anything is written.
    """
    if format not in FORMATS:
        raise InputError(f"format {quoted(str(format))}: one of {', '.join(FORMATS)} is needed")
    return _written(deals, format)


def _written(deals: Iterable[Deal], format: str) -> Iterator[str]:
    first = True
    for deal in deals:
        text = write_deal(deal, format) + "\n"
        yield text if first or text.count("\n") == 1 else "\n" + text
        first = False
