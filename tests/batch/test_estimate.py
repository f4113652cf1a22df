"""``harpan estimate`` and ``hs.estimate``."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import harpan_solver as hs
from harpan_solver.batch import local
from harpan_solver.batch.intervals import wilson
from harpan_solver.cli.group import harpan
from tests.batch import stand_in

RULES = [hs.Rules(3, 2), hs.Rules(3, 2, False), hs.Rules(3), hs.Rules(3, worrying_back=False)]
GRID = ["--draw", "3", "--passes", "2,unlimited", "--worrying-back", "on,off"]


def invoke(*words: str, input: str | None = None) -> Result:
    return CliRunner().invoke(harpan, words, prog_name="harpan", input=input)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads and verdicts by arithmetic in place of processes and the solver."""
    monkeypatch.setattr(local, "LocalWorkers", stand_in.Threads)
    monkeypatch.setattr("harpan_solver.solver.solve", stand_in.solve)


def test_json_rows_agree_with_single_solves() -> None:
    result = invoke("estimate", "solvitaire:1-12", *GRID, "--json", "--workers", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    for row, rules in zip(rows, RULES, strict=True):
        verdicts = [hs.solve(f"solvitaire:{number}", rules).verdict for number in range(1, 13)]
        won, lost = verdicts.count(hs.Verdict.SOLVABLE), verdicts.count(hs.Verdict.UNSOLVABLE)
        assert row["rules"] == rules.row()
        assert (row["won"], row["lost"], row["undecided"]) == (won, lost, 12 - won - lost)
        assert (row["player"], row["deals"], row["confidence"]) == ("thoughtful", "solvitaire:1-12", 0.95)
        assert row["rate"] == pytest.approx(won / 12, abs=1e-6)
        assert (row["low"], row["high"]) == pytest.approx(wilson(won, 12), abs=1e-6)
        assert list(row) == [
            *("player", "rules", "deals", "won", "lost", "undecided", "rate", "low", "high", "confidence")
        ]


def test_the_face_agrees_with_the_command(threads: None) -> None:
    frame = hs.estimate("1-200", 3, [2, None], [True, False], max_nodes=100)
    rows = [
        json.loads(line)
        for line in invoke("estimate", "1-200", *GRID, "--max-nodes", "100", "--json").stdout.splitlines()
    ]
    assert frame.attrs["deals"] == "harpan:1-200"
    assert set(frame["deals"]) == {200}
    for key in ("won", "lost", "undecided"):
        assert list(frame[key]) == [row[key] for row in rows]
    assert list(frame["low"].round(6)) == [row["low"] for row in rows]
    assert set(frame["undecided"]) == {20}
    assert frame["passes"].isna().tolist() == [False, False, True, True]


def test_a_deal_named_twice_counts_once(threads: None) -> None:
    cards = hs.deal(7).text
    result = invoke("estimate", "1-10", "5-12", "-", "--cards", cards, "--json", input=f"{cards}\nharpan:8\n")
    [row] = map(json.loads, result.stdout.splitlines())
    assert row["won"] + row["lost"] == 14  # 12 by name; two exact numbers of what was read
    assert row["deals"].startswith("harpan:1-12 exact:")


def test_precision_stops_at_the_first_look_that_is_narrow_enough(threads: None) -> None:
    result = invoke("estimate", "1-100000", "--precision", "0.03", "--json")
    [row] = map(json.loads, result.stdout.splitlines())
    total = row["won"] + row["lost"]
    assert row["deals"] == f"harpan:1-{total}"
    assert total % 100 == 0 and 300 < total < 2000
    assert (row["high"] - row["low"]) / 2 <= 0.03
    won = sum(number * 7 % 11 < 9 for number in range(1, total - 99))
    low, high = wilson(won, total - 100)
    assert (high - low) / 2 > 0.03
    again = invoke("estimate", "1-100000", "--precision", "0.03", "--json")
    assert again.stdout == result.stdout


def test_undecided_deals_count_against_the_precision(threads: None) -> None:
    result = invoke("estimate", "1-1000", "--precision", "0.05", "--max-nodes", "100", "--json")
    [row] = map(json.loads, result.stdout.splitlines())
    assert (result.exit_code, row["deals"], row["undecided"]) == (0, "harpan:1-1000", 100)
    assert "precision 0.05 is not reached" in result.stderr


def test_tables_and_differences(threads: None) -> None:
    result = invoke("estimate", "1-110", *GRID)
    assert "110 deals: harpan:1-110" in result.stdout
    assert (
        "unlimited passes, worrying back off -> draw 3, unlimited passes, worrying back on" in result.stdout
    )
    rows = invoke("estimate", "1-110", *GRID, "--json", "--differences").stdout.splitlines()
    steps = [json.loads(row) for row in rows[4:]]
    assert len(steps) == 4
    assert {round(step["difference"], 4) for step in steps} == {0.0, round(4 / 11, 4)}
    assert all(step["low"] <= step["difference"] <= step["high"] for step in steps)


def test_a_bad_line_of_a_file_is_told_and_the_others_count(threads: None, tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text("harpan:1\nnonsense\nharpan:2\n")
    result = invoke("estimate", "--file", str(path), "--json")
    [row] = map(json.loads, result.stdout.splitlines())
    assert (result.exit_code, row["won"] + row["lost"]) == (2, 2)
    assert f"{path}:2" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "nothing to estimate"),
        (["x"], "'x'"),
        (["1-5", "--draw", "1,25"], "'25': a whole number from 1 to 24"),
        (["1-5", "--draw", ""], "''"),
        (["1-5", "--passes", "0"], "'0'"),
        (["1-5", "--worrying-back", "maybe"], "'maybe': on or off"),
        (["1-5", "--precision", "2"], "'2'"),
        (["1-5", "--confidence", "1"], "'1'"),
        (["1-5", "--workers", "0"], "'0'"),
        (["1-5", "--player", "nobody"], "nobody"),
        (["1-5", "--store", "/proc/x.sqlite"], "/proc/x.sqlite"),
        (["1-5", "--cluster", "tcp://127.0.0.1:1", "--workers", "2"], "cluster"),
    ],
)
def test_bad_input_is_one_line(words: list[str], told: str) -> None:
    result = invoke("estimate", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr and result.stderr.count("\n") == 1


def test_a_script_without_a_main_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import harpan_solver as hs\nprint(hs.estimate('1-3', workers=2, bar=False)['deals'].sum())\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )
    assert (done.stdout, done.returncode) == ("3\n", 0), done.stderr
