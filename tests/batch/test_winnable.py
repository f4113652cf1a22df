"""``harpan winnable``, its lists and grades."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import harpan_solver as hs
from harpan_solver.batch.grading import EASY, HARD, ease
from harpan_solver.cli.group import harpan
from harpan_solver.game import replay

RULES = hs.Rules(3, 3)
ASKED = ["winnable", "--draw", "3", "--passes", "3", "--workers", "2"]


def invoke(*words: str) -> Result:
    return CliRunner().invoke(harpan, words, prog_name="harpan")


@pytest.fixture(scope="module")
def winners() -> list[str]:
    """The winnable deals among the first ones, one by one."""
    return [f"harpan:{n}" for n in range(1, 31) if hs.solve(n, RULES).verdict is hs.Verdict.SOLVABLE]


def test_the_next_winnable_deals_in_order(winners: list[str]) -> None:
    result = invoke(*ASKED, "--count", "8", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["deal"] for row in rows] == winners[:8]
    for row in rows:
        assert row["cards"] == hs.deal(row["deal"]).text
        assert (row["verdict"], row["reason"], row["rules"]) == ("solvable", None, RULES.row())
        assert replay(hs.deal(row["deal"]), RULES, row["moves"]).won
        assert row["nodes"] > 0 and row["seconds"] >= 0 and "grade" not in row


def test_wishes(winners: list[str]) -> None:
    graded = {name: ease(hs.deal(name).position, RULES) for name in winners}
    assert min(graded.values()) <= HARD < EASY <= max(graded.values())
    for wish, fits in (("--easy", lambda e: e >= EASY), ("--hard", lambda e: e <= HARD)):
        expected = [name for name in winners if fits(graded[name])][:2]
        result = invoke(*ASKED, "--count", "2", wish, "--json")
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        assert [row["deal"] for row in rows] == expected
        for row in rows:
            assert row["grade"]["ease"] == graded[row["deal"]]
            assert row["grade"]["length"] == len(row["moves"])
            assert row["grade"]["states"] == row["nodes"]
    rows = [
        json.loads(line)
        for line in invoke(*ASKED, "--count", "3", "--min-moves", "115", "--json").stdout.splitlines()
    ]
    assert all(len(row["moves"]) >= 115 for row in rows)


@pytest.mark.parametrize("format", ["jsonl", "csv", "list"])
def test_lists_verify(tmp_path: Path, format: str, winners: list[str]) -> None:
    path = tmp_path / "list"
    path.write_text(invoke(*ASKED, "--count", "4", "--grade", "--format", format).stdout)
    result = invoke("winnable", "--verify", str(path))
    assert (result.exit_code, result.stdout) == (0, "4 of 4 deals win\n")
    text = path.read_text()
    if format == "csv":
        assert [row["deal"] for row in csv.DictReader(io.StringIO(text))] == winners[:4]
        text = text.replace(" 3>F", " 3>2:1", 1)
    elif format == "list":
        assert text.splitlines()[0] == "# harpan winnable 1 dealer=harpan: draw=3 passes=3 worrying_back=on"
        numbers = [line.split()[0] for line in text.splitlines()[1:]]
        assert numbers == [name.removeprefix("harpan:") for name in winners[:4]]
        lost = next(n for n in range(1, 31) if f"harpan:{n}" not in winners)
        text += f"{lost}\n"
    else:
        text = text.replace('"3>F", ', "", 1)
    path.write_text(text)
    result = invoke("winnable", "--verify", str(path))
    assert result.exit_code == 1
    assert f"{path}:" in result.stdout and "of " in result.stdout.splitlines()[-1]


def test_64_bit_numbers_and_the_end_of_a_dealer() -> None:
    result = invoke("winnable", "--count", "100", "--start", str(2**64 - 8), "--format", "list")
    assert result.exit_code == 2
    assert "no more deals" in result.stderr
    numbers = [int(line) for line in result.stdout.splitlines()[1:]]
    assert numbers and all(2**64 - 8 <= number < 2**64 for number in numbers)


def test_in_python(winners: list[str]) -> None:
    found = list(hs.winnable(3, rules=RULES, workers=1))
    assert [each.deal.name for each in found] == winners[:3]
    for each in found:
        assert each.grade is not None and 0 <= each.grade.ease <= 1
        assert replay(each.deal, RULES, each.solution.moves).won


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--count", "0"], "'0'"),
        (["--start", "1-5"], "a range of deals"),
        (["--start", "x"], "'x'"),
        (["--easy", "--hard"], "no deal can be in all of them"),
        (["--ease", "0.9"], "'0.9'"),
        (["--ease", "0.9-0.1"], "'0.9-0.1'"),
        (["--min-moves", "9", "--max-moves", "8"], "no deal can be in both"),
        (["--verify", "/nowhere"], "/nowhere"),
    ],
)
def test_bad_input_is_one_line(words: list[str], told: str) -> None:
    result = invoke("winnable", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42\n",
        "{}\n",
        "# harpan winnable 2 something\n",
        "# harpan winnable 1 dealer=harpan: draw=3 passes=0 worrying_back=on\nx\n",
        "# harpan winnable 1 dealer=harpan: draw=3 passes=0 worrying_back=on\n99999999999999999999\n",
        "# harpan winnable 1 dealer=nobody: draw=3 passes=0 worrying_back=on\n1\n",
        "# harpan winnable 1 dealer=harpan: draw=77 passes=0 worrying_back=on\n1\n",
        "deal,cards,draw,passes,worrying_back,ease,length,states,moves\na,b\n",
    ],
)
def test_files_that_are_no_list(tmp_path: Path, text: str) -> None:
    path = tmp_path / "list"
    path.write_text(text)
    result = invoke("winnable", "--verify", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert str(path) in result.stderr and result.stderr.count("\n") == 1
