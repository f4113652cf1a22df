"""Lists of winnable deals as text: JSON Lines, CSV, and a compact list that a program can ship.

A compact list is lines of ASCII text. The first one is ``# harpan winnable 1`` and then names the dealer
and the rules: ``dealer=harpan: draw=3 passes=3 worrying_back=on``, passes ``0`` for unlimited. Every other
line is a deal: its number in that dealer's numbering (our own dealer's are 64-bit numbers, unsigned) and,
in graded lists, its ease in percent. No solution is in it; checking it solves the deals again.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from harpan_solver.batch.sample import deal_of
from harpan_solver.batch.winnable import Winnable
from harpan_solver.deals import Deal, deal, parse_cards
from harpan_solver.errors import InputError
from harpan_solver.rules import Rules

FORMATS = ("text", "jsonl", "csv", "list")
COLUMNS = ("deal", "cards", "draw", "passes", "worrying_back", "ease", "length", "states", "moves")
_HEAD = re.compile(
    r"# harpan winnable 1 dealer=(\w+:[a-z]*) draw=(\d{1,2}) passes=(\d{1,9}) worrying_back=(on|off)\s*"
)
_ENTRY = re.compile(r"(\d{1,4000})(?:\s+\d{1,3})?\s*")


class Claim(NamedTuple):
    """A deal of a list; ``moves`` is None where the list has no solution."""

    deal: Deal
    rules: Rules
    moves: list[str] | None


def csv_line(values: tuple[object, ...]) -> str:
    """One line of CSV, without its end."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(values)
    return text.getvalue()


def csv_row(found: Winnable) -> tuple[object, ...]:
    """The values of ``COLUMNS``; unlimited passes and a missing grade are empty."""
    rules, grade = found.solution.rules, found.grade
    return (
        found.deal.name,
        found.deal.text,
        rules.draw,
        rules.passes,
        "on" if rules.worrying_back else "off",
        None if grade is None else round(grade.ease, 4),
        len(found.solution.moves),
        found.solution.nodes,
        " ".join(map(str, found.solution.moves)),
    )


def list_head(dealer: str, rules: Rules) -> str:
    """The first line of a compact list."""
    back = "on" if rules.worrying_back else "off"
    options = f"draw={rules.draw} passes={rules.passes or 0} worrying_back={back}"
    return f"# harpan winnable 1 dealer={dealer} {options}"


def list_line(dealer: str, found: Winnable) -> str:
    """A deal's line of a compact list."""
    number = found.deal.name.removeprefix(dealer)
    return number if found.grade is None else f"{number} {100 * found.grade.ease:.0f}"


def claims(lines: Iterator[tuple[str, str]]) -> Iterator[tuple[str, Claim]]:
    """The deals of a list in any of the formats but ``text``, each with its place.

    Args:
        lines: places and texts.

    Raises:
        InputError: a line that is none of a list; the message starts with its place.
    """
    filled = ((place, text) for place, text in lines if text.strip())
    for place, text in filled:
        if text.startswith("# harpan winnable"):
            yield from _compact(place, text, filled)
        elif text.strip() == csv_line(COLUMNS):
            for place_of_row, row in filled:
                yield place_of_row, _from_csv(place_of_row, row)
        else:
            yield place, _from_json(place, text)


def _compact(place: str, head: str, lines: Iterator[tuple[str, str]]) -> Iterator[tuple[str, Claim]]:
    match = _HEAD.fullmatch(head)
    if match is None:
        raise InputError(f"{place}: not the head of a list that this version knows: {head.strip()[:80]!r}")
    dealer, draw, passes, back = match.groups()
    try:
        rules = Rules(int(draw), int(passes) or None, back == "on")
    except InputError as error:
        raise InputError(f"{place}: {error}") from None
    for where, text in lines:
        entry = _ENTRY.fullmatch(text)
        if entry is None:
            raise InputError(f"{where}: a number is needed, not {text.strip()[:40]!r}")
        try:
            deal(f"{dealer}{entry[1]}")
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        yield where, Claim(deal_of(dealer, int(entry[1])), rules, None)


def _from_csv(place: str, text: str) -> Claim:
    try:
        [values] = csv.reader([text], strict=True)
        name, cards, draw, passes, back, _, _, _, moves = values
        if back not in ("on", "off"):
            raise ValueError
        rules = Rules(int(draw), int(passes) if passes else None, back == "on")
        return Claim(Deal(name, parse_cards(cards)), rules, moves.split())
    except InputError as error:
        raise InputError(f"{place}: {error}") from None
    except (ValueError, csv.Error):
        raise InputError(f"{place}: not a row of {', '.join(COLUMNS)}: {text.strip()[:60]!r}") from None


def _from_json(place: str, text: str) -> Claim:
    try:
        row = json.loads(text)
        rules = row["rules"]
        moves = row["moves"]
        if not isinstance(moves, list):
            raise ValueError
        asked = Rules(rules["draw"], rules["passes"], rules["worrying_back"])
        return Claim(Deal(str(row["deal"]), parse_cards(str(row["cards"]))), asked, [*map(str, moves)])
    except InputError as error:
        raise InputError(f"{place}: {error}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(f"{place}: not a line of a winnable list: {text.strip()[:60]!r}") from None
