"""``harpan verify``: replays rows of ``harpan-solve --json`` in the plain rules."""

from collections import Counter
from typing import Any

import click

from harpan_solver.cli.command import Command, Status, one_line
from harpan_solver.cli.output import write
from harpan_solver.cli.rows import read_row, rules_in, start_of
from harpan_solver.cli.sources import lines_of
from harpan_solver.errors import InputError
from harpan_solver.game import replay
from harpan_solver.result import Verdict


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
        row = read_row(place, text)
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


def _fault_of(row: dict[str, Any]) -> str | None:
    """What keeps the row from being a win, or None if it is one."""
    try:
        game = replay(start_of(row), rules_in(row), row["moves"])
    except InputError as error:
        return str(error)
    if game.won:
        return None
    return f"not won after {len(row['moves'])} moves: {sum(game.foundations)} cards are on the foundations"
