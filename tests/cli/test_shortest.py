"""``harpan-solve --shortest`` with the real search, as processes."""

import csv
import json
from typing import Any

from tests.cli.conftest import ROOT, Invoke
from tests.cli.test_with_solver import COMPILE_SECONDS, start

with (ROOT / "tests" / "data" / "minimal_lengths_part.csv").open(encoding="ascii", newline="") as lines:
    KNOWN = {(row["deal"], row["draw"]): row for row in csv.DictReader(lines)}
WON, LOST, LONGER = KNOWN["mt19937-52", "3"], KNOWN["mt19937-28", "3"], KNOWN["mt19937-68", "3"]


def shortest(*arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    process = start("solve", "--shortest", *arguments)
    out, err = process.communicate(timeout=COMPILE_SECONDS)
    return process.returncode, out, err


def rows(*arguments: str, status: int) -> list[dict[str, Any]]:
    returned, out, err = shortest("--json", *arguments)
    assert returned == status, err
    return [json.loads(line) for line in out.splitlines()]


def test_the_length_is_told_and_counts_all_but_redeals() -> None:
    won, lost = rows("--cards", WON["cards"], "--cards", LOST["cards"], "--workers", "2", status=0)
    known = int(WON["fewest_moves"])
    assert (won["verdict"], won["length"], won["proven"], won["bound"]) == ("solvable", known, True, known)
    assert known == len(won["moves"]) - won["moves"].count("redeal")
    assert (lost["verdict"], lost["length"], lost["moves"]) == ("unsolvable", None, [])


def test_a_limit_leaves_a_solution_and_a_bound() -> None:
    (row,) = rows("--cards", LONGER["cards"], "--max-nodes", "50000", status=3)
    assert (row["verdict"], row["reason"], row["proven"]) == ("solvable", "max-nodes", False)
    assert row["bound"] <= int(LONGER["fewest_moves"]) <= row["length"]
    assert row["length"] == len(row["moves"]) - row["moves"].count("redeal")


def test_in_words() -> None:
    status, out, err = shortest("--cards", WON["cards"])
    assert (status, f"; {WON['fewest_moves']} without redeals, and fewer do not win (" in out) == (0, True), (
        err
    )
    status, out, err = shortest("--cards", LONGER["cards"], "--max-nodes", "50000")
    assert status == 3, err
    assert "is not decided, the limit --max-nodes was reached (" in out


def test_not_together_with_fewest_passes(invoke: Invoke) -> None:
    result = invoke("solve", "1", "--shortest", "--fewest-passes")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "--shortest and --fewest-passes" in result.stderr
