"""``harpan verify``: wins, faults, rows that are none."""

import json
from pathlib import Path
from typing import Any

import pytest

from harpan_solver.deals import deal
from tests.cli.conftest import Invoke
from tests.cli.test_solve import GAME

RULES = {"draw": 3, "passes": None, "worrying_back": True, "empty_column": "king"}
WIN = ["draw", "W>F", "W>F", "1>F", "1>F"]


def row(**changes: object) -> dict[str, Any]:
    """The row of a game that wins by its five moves, with some keys changed."""
    return {
        **{"deal": "game.json", "cards": None, "position": GAME, "rules": RULES, "verdict": "solvable"},
        **{"reason": None, "moves": WIN, "nodes": 5, "seconds": 0.0},
        **changes,
    }


def text(*rows: object) -> str:
    return "".join(json.dumps(each) + "\n" for each in rows)


def test_all_win(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(text(row(), row()) + "\n\n")
    for result in (invoke("verify", str(path)), invoke("verify", "-", input=path.read_text())):
        assert result.exit_code == 0
        assert result.stdout == "2 solvable, 0 unsolvable, 0 undecided, 0 faults\n"
        assert result.stderr == ""


def test_other_verdicts_are_counted_only(invoke: Invoke) -> None:
    lost = row(verdict="unsolvable", moves=[])
    open_ = row(verdict="undecided", reason="memory", moves=[])
    result = invoke("verify", "-", input=text(lost, row(), open_, lost))
    assert result.exit_code == 0
    assert result.stdout == "1 solvable, 2 unsolvable, 1 undecided, 0 faults\n"


FAULTS = {
    "an illegal move": (row(moves=["draw", "W>F", "1>F"]), "move 3 (1>F)"),
    "too few moves": (row(moves=WIN[:-1]), "not won after 4 moves: 51 cards"),
    "moves beyond the end": (row(moves=[*WIN, "draw"]), "move 6 (draw)"),
    "no moves": (row(moves=[]), "not won after 0 moves"),
    "a move that is none": (row(moves=["W>9"]), "move 1 (W>9)"),
    "a redeal beyond the passes": (
        row(moves=["draw", "redeal"], rules={**RULES, "passes": 2}),
        "move 2 (redeal)",
    ),
    "worrying back where it is off": (
        row(moves=["FH>2", *WIN], rules={**RULES, "worrying_back": False}),
        "move 1 (FH>2)",
    ),
    "a deal that is not won": (row(position=None, cards=deal(1).text, moves=["draw"]), "0 cards"),
    "a deal of 51 cards": (row(position=None, cards=deal(1).text[:-2]), "51 cards"),
    "a deal with a card twice": (
        row(position=None, cards=deal(1).text[:-2] + deal(1).text[:2]),
        "more than once",
    ),
    "a position with a card twice": (row(position={**GAME, "stock": ["TS", "JS"]}), "JS"),
    "draw 0": (row(rules={**RULES, "draw": 0}), "draw 0"),
    "another house rule": (row(rules={**RULES, "empty_column": "any"}), "empty_column 'any'"),
    "rules without a key": (row(rules={"draw": 3}), "'empty_column'"),
    "rules of other kinds": (row(rules={**RULES, "passes": "three"}), "passes 'three'"),
}


@pytest.mark.parametrize(("fault", "named"), FAULTS.values(), ids=FAULTS.keys())
def test_a_row_that_does_not_win(invoke: Invoke, fault: dict[str, Any], named: str) -> None:
    result = invoke("verify", "-", input=text(row(), fault, row()))
    assert result.exit_code == 1
    line, closing = result.stdout.splitlines()
    assert line.startswith("-:2: game.json: ")
    assert named in line
    assert closing == "3 solvable, 0 unsolvable, 0 undecided, 1 faults"
    assert result.stderr == ""


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in row().items() if name != key}


UNREADABLE: dict[str, tuple[str | bytes, str]] = {
    "no JSON": ("harpan:1 solvable\n", "not a JSON row"),
    "half a row": (text(row())[:80], "not a JSON row"),
    "a list": ("[]\n", "object"),
    "a number": ("42\n", "object"),
    "no verdict": (text(without("verdict")), "'verdict'"),
    "no moves": (text(without("moves")), "'moves'"),
    "no deal": (text(without("deal")), "'deal'"),
    "no rules": (text(without("rules")), "'rules'"),
    "neither cards nor position": (text({**without("position"), "cards": None}), "'cards'"),
    "another verdict": (text(row(verdict="maybe")), "'maybe'"),
    "a verdict of another kind": (text(row(verdict=1)), "'verdict'"),
    "moves of another kind": (text(row(moves="draw")), "'moves'"),
    "a move of another kind": (text(row(moves=["draw", 5])), "'moves'"),
    "rules of another kind": (text(row(rules=[3])), "'rules'"),
    "cards of another kind": (text(row(position=None, cards=["7D"])), "'cards'"),
    "no UTF-8": (b'{"deal": "\xff"}\n', "0xFF"),
    "nested too deep": ("[" * 100_000, "not a JSON row"),
    "a number too long": ('{"nodes": ' + "9" * 10_000 + "}", "not a JSON row"),
    "a line too long": ('"' + "a" * 2_000_000, "longer than"),
    "nothing": ("", "no rows"),
    "blank lines": ("\n \n", "no rows"),
}


@pytest.mark.parametrize(("content", "named"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_unreadable(invoke: Invoke, tmp_path: Path, content: str | bytes, named: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = invoke("verify", str(path))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"harpan verify: {path}:")
    assert result.stderr.count("\n") == 1
    assert named in result.stderr


@pytest.mark.parametrize("path", ["nowhere.jsonl", ".", "a\0b"])
def test_a_file_that_cannot_be_read(invoke: Invoke, path: str) -> None:
    result = invoke("verify", path)
    assert result.exit_code == 2
    assert result.stderr.startswith("harpan verify: ")
    assert result.stderr.count("\n") == 1


def test_an_unreadable_row_after_good_ones_names_its_line(invoke: Invoke) -> None:
    result = invoke("verify", "-", input=text(row(), row()) + "{}\n")
    assert result.exit_code == 2
    assert result.stderr.startswith("harpan verify: -:3: ")


def test_what_solve_writes_can_be_verified(invoke: Invoke) -> None:
    rows = invoke("solve", "1-4", "--json").stdout
    assert invoke("verify", "-", input=rows).stdout == "0 solvable, 4 unsolvable, 0 undecided, 0 faults\n"
