"""``harpan score``: rows and games, every system, a carried balance."""

import json
from pathlib import Path
from typing import Any

import pytest

from harpan_solver.deals import deal
from tests.cli.conftest import Invoke
from tests.cli.test_verify import WIN, row, text

# Two cards from the waste and two from a column, of which one is turned up on the way.
POINTS = {"standard": 45, "windows": 40, "patienshuset": 55, "vegas": -32}
IN_WORDS = "standard 45, windows 40, patienshuset 55, vegas -32"


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_rows_and_their_balance(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(text(row(), row(verdict="unsolvable", moves=[]), row(moves=WIN[:1])) + "\n")
    for arguments, input in (([str(path)], None), (["-"], path.read_text())):
        result = invoke("score", *arguments, input=input)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout.splitlines() == [
            f"game.json: won; {IN_WORDS}; balance -32",
            "game.json: no game; balance -32",
            "game.json: not won; standard 0, windows 0, patienshuset 0, vegas -52; balance -84",
        ]


def test_json(invoke: Invoke) -> None:
    result = invoke("score", "-", "--json", input=text(row(), row(verdict="undecided", moves=[])))
    first, second = rows(result.stdout)
    assert first == {
        "deal": "game.json",
        "rules": {"draw": 3, "passes": None, "worrying_back": True, "empty_column": "king"},
        "won": True,
        "points": POINTS,
        "balance": -32,
    }
    assert (second["won"], second["points"], second["balance"]) == (False, None, -32)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--system", "patienshuset"], "game.json: won; patienshuset 55"),
        (["--system", "vegas"], "game.json: won; vegas -32; balance -32"),
        (["--system", "vegas", "--carried", "-100"], "game.json: won; vegas -32; balance -132"),
        (["--system", "vegas", "--carried", "2000"], "game.json: won; vegas -32; balance 1,968"),
        (["--system", "windows", "--system", "standard"], "game.json: won; windows 40, standard 45"),
        # 100 seconds take 20 points and bring 7,000.
        (["--system", "windows", "--seconds", "100"], "game.json: won; windows 7,020"),
        (
            ["--seconds", "100", "--system", "standard", "--system", "windows"],
            "game.json: won; standard 45, windows 7,020",
        ),
        (["--system", "windows", "--seconds", "0"], "game.json: won; windows 40"),
        (["--system", "windows", "--seconds", "none"], "game.json: won; windows 40"),
    ],
)
def test_systems_time_and_balance(invoke: Invoke, options: list[str], line: str) -> None:
    result = invoke("score", "-", *options, input=text(row()))
    assert (result.exit_code, result.stdout) == (0, line + "\n")


def test_a_deal_and_its_moves(invoke: Invoke) -> None:
    # A redeal costs points in some systems, but their totals stay at 0.
    moves = " ".join(["draw"] * 8 + ["redeal", "draw"])
    result = invoke("score", "42", "--moves", moves)
    assert result.stdout == (
        "harpan:42: not won; standard 0, windows 0, patienshuset 0, vegas -52; balance -52\n"
    )
    cards = invoke("score", "--cards", deal(42).text, "--moves", "", "--json", "--draw", "1")
    [found] = rows(cards.stdout)
    assert (found["deal"], found["rules"]["draw"], found["won"]) == ("cards", 1, False)


def test_a_bad_row_stops_nothing_else(invoke: Invoke) -> None:
    content = text(row(), row(moves=["draw", "1>F"])) + "{}\n" + text(row(rules={"draw": 3}), row())
    result = invoke("score", "-", "--system", "vegas", input=content)
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        "game.json: won; vegas -32; balance -32",
        "game.json: won; vegas -32; balance -64",
    ]
    starts = ("-:2: move 2 (1>F)", "-:3: the row has no 'deal'", "-:4: the rules have no")
    for line, start in zip(result.stderr.splitlines(), starts, strict=True):
        assert line.startswith(f"harpan score: {start}")


BAD: dict[str, tuple[list[str], str]] = {
    "nothing": ([], "nothing to score"),
    "two files": (["a", "b"], "one FILE of rows"),
    "a file that is not there": (["nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
    "no rows": (["-"], "-: no rows to score"),
    "rules for rows": (["-", "--draw", "1"], "--draw: only for a DEAL with --moves"),
    "cards for rows": (["--cards", "7D"], "--cards: only for a DEAL with --moves"),
    "moves without a deal": (["--moves", "draw"], "nothing to score: a DEAL"),
    "moves of two deals": (["1-2", "--moves", "draw"], "2 deals: --moves are those of one DEAL"),
    "an unknown dealer": (["nobody:7", "--moves", "draw"], "nobody"),
    "a move that is not allowed": (["42", "--moves", "draw W>F"], "harpan:42: move 2 (W>F): "),
    "an unknown system": (["-", "--system", "bridge"], "bridge"),
    "time in a system without": (
        ["-", "--seconds", "9", "--system", "vegas"],
        "--seconds 9: no time is counted",
    ),
    "negative time": (["-", "--seconds", "-1"], "'-1': a number from 0 up"),
    "endless time": (["-", "--seconds", "inf"], "'inf': a number from 0 up"),
    "time of another kind": (["-", "--seconds", "long"], "'long': a number from 0 up"),
    "a balance of another kind": (["-", "--carried", "1.5"], "'1.5'"),
}


@pytest.mark.parametrize(("arguments", "named"), BAD.values(), ids=BAD.keys())
def test_bad_input(invoke: Invoke, arguments: list[str], named: str) -> None:
    result = invoke("score", *arguments, input="\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("harpan score: ") and named in result.stderr
    assert result.stderr.count("\n") == 1
