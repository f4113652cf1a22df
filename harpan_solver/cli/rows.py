"""Reading rows as ``harpan-solve --json`` writes them."""

import json
from collections.abc import Iterator
from typing import Any

from harpan_solver.deals import Deal, parse_cards, position_from_json
from harpan_solver.errors import InputError
from harpan_solver.position import Position
from harpan_solver.result import Verdict
from harpan_solver.rules import KING_ONLY, Rules


def read_row(place: str, text: str) -> dict[str, Any]:
    """A row whose keys have values of the right kinds; what they say is not looked at.

    Raises:
        InputError: anything else; the message starts with the place.
    """
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: not a JSON row: {error}: {text.strip()[:60]!r}") from None
    if not isinstance(row, dict):
        raise InputError(f"{place}: a JSON object is needed, not {text.strip()[:60]!r}")
    for key, kind, allowed in _wanted(row):
        if key not in row:
            raise InputError(f"{place}: the row has no {key!r}")
        if not isinstance(row[key], kind):
            raise InputError(f"{place}: {key!r} is {row[key]!r:.60}; {allowed} is needed")
    if row["verdict"] not in list(Verdict):
        raise InputError(
            f"{place}: 'verdict' is {row['verdict']!r:.60}; one of {', '.join(Verdict)} is needed"
        )
    if not all(isinstance(move, str) for move in row["moves"]):
        raise InputError(f"{place}: 'moves' holds something that is no text")
    return row


def start_of(row: dict[str, Any]) -> Deal | Position:
    """The deal or the position that the row is about.

    Raises:
        InputError: it is none.
    """
    if row.get("position") is not None:
        return position_from_json(row["position"])
    return Deal(row["deal"], parse_cards(row["cards"]))


def rules_in(row: dict[str, Any]) -> Rules:
    """The rules of the row.

    Raises:
        InputError: they are none that are known.
    """
    rules = row["rules"]
    known = {"draw", "passes", "worrying_back", "empty_column"}
    if missing := known - set(rules):
        raise InputError(f"the rules have no {min(missing)!r}")
    if rules["empty_column"] != KING_ONLY:
        raise InputError(f"empty_column {rules['empty_column']!r:.60}: only {KING_ONLY!r} is known")
    return Rules(rules["draw"], rules["passes"], rules["worrying_back"])


def _wanted(row: dict[str, Any]) -> Iterator[tuple[str, type, str]]:
    yield "deal", str, "a name"
    if row.get("position") is None:
        yield "cards", str, "text of 52 cards"
    yield "rules", dict, "an object"
    yield "verdict", str, "a name"
    yield "moves", list, "a list of moves"
