"""``harpan verify``: replays rows of ``harpan-solve --json`` in the plain rules."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import click

from harpan_solver.cli.command import Command, Status, one_line
from harpan_solver.cli.output import write
from harpan_solver.cli.sources import lines_of
from harpan_solver.deals import Deal, parse_cards, position_from_json
from harpan_solver.errors import InputError
from harpan_solver.game import replay
from harpan_solver.position import Position
from harpan_solver.result import Verdict
from harpan_solver.rules import KING_ONLY, Rules


@click.command(
    cls=Command,
    short_help="Replay solutions in the plain rules.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan-solve 1-100 --json | harpan verify -",
)
@click.argument("file", metavar="FILE")
def verify(file: str) -> Status:
    """Replay the rows of FILE (- for standard input), as harpan-solve --json writes them.

    Every row with the verdict solvable must win its deal by its moves under its rules; each one that does
    not gives a line. Rows with another verdict have nothing to replay and are only counted. A closing line
    gives the counts.

    Exit status: 0 every solvable row wins; 1 some do not; 2 the file cannot be read as rows.
    """
    counts: Counter[str] = Counter()
    faults = 0
    for place, text in lines_of(file):
        if not text.strip():
            continue
        row = _read(place, text)
        verdict = row["verdict"]
        counts[verdict] += 1
        if verdict == Verdict.SOLVABLE:
            fault = _fault_of(row)
            if fault:
                faults += 1
                write(one_line(f"{place}: {row['deal']}: {fault}"))
    if not counts:
        raise InputError(f"{file}: no rows to verify")
    write(", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict) + f", {faults} faults")
    return Status.FAILED if faults else Status.DONE


def _read(place: str, text: str) -> dict[str, Any]:
    """A row whose keys have values of the right kinds.

    Raises:
        InputError: anything else.
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


def _wanted(row: dict[str, Any]) -> Iterator[tuple[str, type, str]]:
    yield "deal", str, "a name"
    if row.get("position") is None:
        yield "cards", str, "text of 52 cards"
    yield "rules", dict, "an object"
    yield "verdict", str, "a name"
    yield "moves", list, "a list of moves"


def _fault_of(row: dict[str, Any]) -> str | None:
    """What keeps the row from being a win, or None if it is one."""
    try:
        game = replay(_start(row), _rules(row["rules"]), row["moves"])
    except InputError as error:
        return str(error)
    if game.won:
        return None
    return f"not won after {len(row['moves'])} moves: {sum(game.foundations)} cards are on the foundations"


def _start(row: dict[str, Any]) -> Deal | Position:
    if row.get("position") is not None:
        return position_from_json(row["position"])
    return Deal(row["deal"], parse_cards(row["cards"]))


def _rules(rules: dict[str, Any]) -> Rules:
    known = {"draw", "passes", "worrying_back", "empty_column"}
    if missing := known - set(rules):
        raise InputError(f"the rules have no {min(missing)!r}")
    if rules["empty_column"] != KING_ONLY:
        raise InputError(f"empty_column {rules['empty_column']!r:.60}: only {KING_ONLY!r} is known")
    return Rules(rules["draw"], rules["passes"], rules["worrying_back"])
