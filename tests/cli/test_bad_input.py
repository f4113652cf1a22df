"""Bad input: exit status 2, one line that names what was wrong and where, nothing on standard output."""

import json
from pathlib import Path

import pytest

from tests.cli import fake_solver
from tests.cli.conftest import Invoke
from tests.cli.test_solve import GAME

DECK = "".join(rank + suit for rank in "A23456789TJQK" for suit in "CDHS")

BAD_NAMES = {
    "unknown dealer": (["nobody:7"], ["nobody"]),
    "no number": (["x"], ["'x'"]),
    "nothing after the colon": (["solvitaire:"], ["solvitaire:"]),
    "number out of range": (["18446744073709551616"], ["18446744073709551616", "18446744073709551615"]),
    "number out of a dealer's range": (["solvitaire:2147483648"], ["solvitaire:2147483648", "2147483647"]),
    "number of 5000 digits": (["9" * 5000], ["999"]),
    "not a whole number": (["1.5"], ["1.5"]),
    "range that runs backwards": (["100-1"], ["100-1"]),
    "range without an end": (["5-"], ["5-"]),
    "empty name": ([""], ["''"]),
    "bad name after good ones": (["1", "2-3", "y"], ["'y'"]),
    "name with a line end": (["1\n2"], ["1\\n2"]),
    "nothing to solve": ([], ["nothing to solve"]),
    "standard input twice": (["-", "-"], ["-: standard input"]),
    "51 cards": (["--cards", DECK[:-2]], ["51 cards", "KS"]),
    "53 cards": (["--cards", DECK + "AC"], ["53 cards", "AC"]),
    "a card twice": (["--cards", DECK[:-2] + "AC"], ["AC", "KS"]),
    "an unreadable card": (["--cards", DECK[:-2] + "XS"], ["card 52", "XS"]),
    "empty cards": (["--cards", ""], ["0 cards"]),
    "a file that is not there": (["--file", "nowhere.txt"], ["nowhere.txt", "no such file"]),
    "a folder": (["--file", "."], [".: a directory"]),
    "a file name with a zero": (["--file", "a\0b"], ["a\\x00b"]),
    "a position that is not there": (["--position", "nowhere.json"], ["nowhere.json", "no such file"]),
    "draw 0": (["1", "--draw", "0"], ["--draw", "'0'", "from 1 to 24"]),
    "draw 25": (["1", "--draw", "25"], ["--draw", "'25'", "from 1 to 24"]),
    "draw of another kind": (["1", "--draw", "three"], ["--draw", "'three'"]),
    "no passes": (["1", "--passes", "0"], ["--passes", "'0'", "unlimited"]),
    "negative passes": (["1", "--passes", "-1"], ["--passes", "'-1'"]),
    "worrying back of another kind": (["1", "--worrying-back", "yes"], ["--worrying-back", "yes", "'on'"]),
    "no nodes": (["1", "--max-nodes", "0"], ["--max-nodes", "'0'"]),
    "negative nodes": (["1", "--max-nodes", "-5"], ["--max-nodes", "'-5'"]),
    "half a node": (["1", "--max-nodes", "2.5"], ["--max-nodes", "'2.5'"]),
    "no seconds": (["1", "--max-seconds", "0"], ["--max-seconds", "'0'"]),
    "negative seconds": (["1", "--max-seconds", "-1"], ["--max-seconds", "'-1'"]),
    "seconds that are no number": (["1", "--max-seconds", "nan"], ["--max-seconds", "'nan'"]),
    "endless seconds": (["1", "--max-seconds", "inf"], ["--max-seconds", "'inf'", "none"]),
    "seconds beyond all numbers": (["1", "--max-seconds", "1e400"], ["--max-seconds", "'1e400'"]),
    "too little memory": (["1", "--memory-mb", "255"], ["--memory-mb", "'255'", "256"]),
    "negative memory": (["1", "--memory-mb", "-2048"], ["--memory-mb", "'-2048'"]),
    "no workers": (["1", "--workers", "0"], ["--workers", "'0'"]),
    "workers beyond all use": (["1", "--workers", "1" + "0" * 30], ["--workers", "1024"]),
    "unknown scoring system": (["1", "--score", "bridge"], ["--score", "bridge", "'vegas'"]),
    "unknown option": (["1", "--colour", "always"], ["--colour"]),
    "option without its value": (["1", "--draw"], ["--draw"]),
}


@pytest.mark.parametrize(("arguments", "named"), BAD_NAMES.values(), ids=BAD_NAMES.keys())
def test_one_line_and_nothing_solved(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], named: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("solve", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("harpan solve: ")
    assert result.stderr.count("\n") == 1
    for part in named:
        assert part in result.stderr
    assert fake_solver.asked == []


BAD_FILES: dict[str, tuple[bytes, list[str]]] = {
    "empty": (b"", ["no deal"]),
    "blank lines and comments": (b"\n# 1\n\n", ["no deal"]),
    "not text": (b"\x7fELF\x02\xff\xfe\x00\x01" * 10, ["not text"]),
    "one card": (b"7D\n", [":1", "1 card"]),
    "a line without end": (b"A" * 5_000_000, [":1"]),
    "no cards": (b"all is well\n", [":1"]),
    "a list nested too deep": (b"[" * 100_000, [""]),
}


@pytest.mark.parametrize("option", ["--file", "-"])
@pytest.mark.parametrize(("content", "named"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_files_without_a_deal(
    invoke: Invoke, tmp_path: Path, content: bytes, named: list[str], option: str
) -> None:
    path = tmp_path / "deals.txt"
    path.write_bytes(content)
    result = invoke("solve", "-", input=content) if option == "-" else invoke("solve", option, str(path))
    source = "-" if option == "-" else str(path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"harpan solve: {source}:")
    assert result.stderr.count("\n") == 1
    for part in named:
        assert part in result.stderr
    assert fake_solver.asked == []


BAD_POSITIONS: dict[str, tuple[bytes, str]] = {
    "empty": (b"", ""),
    "not text": (b"\xff\xfe{}", "not text"),
    "not JSON": (b"{", "not JSON"),
    "a key missing": (b'{"tableau": [[], [], [], [], [], [], []], "hidden": [0, 0, 0, 0, 0, 0, 0]}', "stock"),
    "nested too deep": (b'{"tableau":' + b"[" * 100_000, ""),
    "too long": (b" " * (1 << 21), ""),
}


@pytest.mark.parametrize("source", ["file", "-"])
@pytest.mark.parametrize(("content", "named"), BAD_POSITIONS.values(), ids=BAD_POSITIONS.keys())
def test_positions_that_are_none(
    invoke: Invoke, tmp_path: Path, content: bytes, named: str, source: str
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    place = "-" if source == "-" else str(path)
    result = invoke("solve", "--position", place, input=content)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"harpan solve: {place}:")
    assert result.stderr.count("\n") == 1
    assert named in result.stderr


def test_what_the_solver_refuses(invoke: Invoke) -> None:
    result = invoke("solve", "1-3", "--passes", "99", "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "harpan solve: 99 passes: not yet supported\n"


def test_a_game_past_the_last_pass(invoke: Invoke) -> None:
    result = invoke("solve", "--position", "-", "--passes", "1", input=json.dumps(GAME))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "harpan solve: -: pass 2: the rules allow 1\n"


def test_a_bad_line_stops_nothing_else(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    reverse = "".join(DECK[at : at + 2] for at in range(102, -1, -2))
    path.write_text(f"{DECK}\n{DECK[:-2]}\n# a comment\n{DECK[:-2]}ZS\n{reverse}\n")
    result = invoke("solve", "1", "--file", str(path), "--json")
    assert result.exit_code == 2
    assert [line.split('"')[3] for line in result.stdout.splitlines()] == [
        "harpan:1",
        f"{path}:1",
        f"{path}:5",
    ]
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    assert f"{path}:2" in lines[0] and "51 cards" in lines[0]
    assert f"{path}:4" in lines[1] and "ZS" in lines[1]


def test_a_bad_line_counts_more_than_an_undecided_deal(invoke: Invoke, fake: object) -> None:
    fake(**{"harpan:1": "undecided"})  # type: ignore[operator]
    assert invoke("solve", "1", "-", input=f"{DECK}\n7D\n").exit_code == 2


@pytest.mark.parametrize("command", ["show", "deals"])
def test_other_commands_refuse_alike(invoke: Invoke, command: str) -> None:
    for arguments in (
        ["x"],
        ["--cards", "7D"],
        ["--file", "nowhere.txt"],
        [],
        ["--to", "morse", "1"],
        ["--no"],
    ):
        result = invoke(command, *arguments)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith(f"harpan {command}: ")
        assert result.stderr.count("\n") == 1


def test_an_unknown_command(invoke: Invoke) -> None:
    result = invoke("slove")
    assert result.exit_code == 2
    assert result.stderr.startswith("harpan: ") and "'slove'" in result.stderr
    assert result.stderr.count("\n") == 1
