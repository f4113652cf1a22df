"""The benchmark's arithmetic, and one run of it over a command that stands in for the solver."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import compare, figures, parallel, rival, run
from benchmarks.process import Measured

ROOT = Path(__file__).resolve().parent.parent

# Solves nothing: a row for each deal named, one second and a thousand states for each unit of its number.
STAND_IN = """
import json, sys
for name in (word for word in sys.argv[1:] if word.startswith("solvitaire:") or word == "42"):
    number = int(name.split(":")[-1])
    print(json.dumps({"deal": name, "cards": "", "rules": {"draw": 3, "passes": None}, "reason": None,
        "verdict": "solvable" if number % 2 else "unsolvable", "moves": [], "nodes": 1000 * number,
        "seconds": float(number)}))
"""
# In deal order, from Solvitaire's seed 2, which is solvable with draw 3.
SEED_2 = (
    "5H9STC4SQDJHAD8SJCTD9DQS2HTSKD4CKHAS9HJD7CACTH9C3D8C8H2D8D4D7H5DKCKS5C3S2C6D7D3C2SJS4H5S6H6CQC7SQHAH3H6S"
)


def stand_in() -> str:
    return shlex.join([sys.executable, "-c", STAND_IN])


def saved(tmp_path: Path, *words: str, name: str = "run.json") -> Any:
    path = tmp_path / name
    status = run.main(["--command", stand_in(), "--starts", "0", "--save", str(path), *words])
    return status, json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("share", "expected"), [(0.5, 5), (0.9, 9), (0.99, 10), (1.0, 10), (0.1, 1), (0.11, 2), (0.0, 1)]
)
def test_percentiles_are_the_figures_of_real_deals(share: float, expected: int) -> None:
    assert figures.percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share) == expected


def test_spread_names_the_worst_deal() -> None:
    spread = figures.spread({"a": 1.0, "b": 5.0, "c": 3.0})
    assert (spread["total"], spread["mean"], spread["median"]) == (9.0, 3.0, 3.0)
    assert (spread["worst"], spread["worst_deal"]) == (5.0, "b")


def test_figures_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="nodes None of x"):
        figures.number({"deal": "x", "nodes": None}, "nodes")


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (1234.4, "1,234"), (12.345, "12.3"), (0.00123, "0.00123"), ("x", "x")]
)
def test_short_figures(value: object, text: str) -> None:
    assert figures.short(value) == text


def test_a_process_is_measured_whole() -> None:
    work = "import sys; block = bytearray(b'x') * 100_000_000; print(len(sys.stdin.read())); sys.exit(3)"
    # From a process of its own: what the caller holds would count as the peak of what it starts.
    measure = (
        "import sys; from benchmarks.process import run_measured; "
        f"print(repr(run_measured([sys.executable, '-c', {work!r}], given='four')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", measure], cwd=ROOT, capture_output=True, text=True, check=True
    )
    measured: Measured = eval(done.stdout, {"Measured": Measured})
    assert (measured.status, measured.output) == (3, "4\n")
    assert 95 < measured.peak_mib < 200
    assert 0 < measured.cpu < 30 and measured.wall > 0


def test_a_run_is_saved_with_its_origin_and_all_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, report = saved(tmp_path, "solvitaire:1", "solvitaire:2", "solvitaire:3", "--draw", "3")
    assert status == 0
    assert {"command", "version", "commit", "processor"} <= report["origin"].keys()
    assert report["solve_options"] == ["--draw", "3"]
    assert report["counts"] == {"deals": 3, "solvable": 2, "unsolvable": 1, "undecided": 0}
    assert report["spread"]["seconds"]["total"] == 6.0
    assert report["spread"]["states"]["worst_deal"] == "solvitaire:3"
    assert report["process"]["cpu"] > 0 and report["process"]["peak_mib"] > 1
    assert [row["nodes"] for row in report["rows"]] == [1000, 2000, 3000]
    assert "3 deals, 2 solvable, 1 unsolvable, 0 undecided" in capsys.readouterr().out


def test_starts_are_timed_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.json"
    run.main(["solvitaire:1", "--command", stand_in(), "--starts", "2", "--save", str(path)])
    start = json.loads(path.read_text(encoding="utf-8"))["start"]
    assert len(start["warm_wall"]) == 2 and start["cold_wall"] > 0
    assert "one deal: first start" in capsys.readouterr().out


def test_known_verdicts_stand_beside_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = tmp_path / "known.csv"
    known.write_text(
        "seed,verdict,states_entered,states_unique,cpu_ms\n1,solvable,10,5,2.0\n2,solvable,20,9,4.0\n"
    )
    status, report = saved(tmp_path, "solvitaire:1", "solvitaire:2", "solvitaire:3", "--known", str(known))
    assert status == 1
    assert report["known"]["deals"] == 2
    assert report["known"]["different"] == ["solvitaire:2: unsolvable, known to be solvable"]
    assert report["known"]["seconds"]["total"] == pytest.approx(0.006)
    assert "1 different" in capsys.readouterr().out


def test_a_command_that_fails_is_no_result() -> None:
    failing = shlex.join([sys.executable, "-c", "import sys; sys.exit(2)"])
    with pytest.raises(SystemExit, match="exit status 2"):
        run.main(["1", "--command", failing, "--starts", "0"])


def measured(wall: float) -> Measured:
    return Measured(status=0, output="", wall=wall, user=wall, system=0.0, peak_mib=1.0)


def test_scaling_with_and_without_the_start() -> None:
    runs = {1: [measured(wall) for wall in (10.0, 9.0, 50.0)], 2: [measured(6.0)] * 3}
    assert parallel.scaling([measured(2.0)] * 3, runs) == {
        "2": {"whole": pytest.approx(10 / 6), "after_start": pytest.approx(8 / 4)}
    }


def test_several_workers_are_measured_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(parallel, "solve_command", lambda: shlex.split(stand_in()))
    path = tmp_path / "parallel.json"
    words = ["solvitaire:1", "--workers", "1", "3", "--repeats", "2", "--save", str(path)]
    assert parallel.main(words) == 0
    report = json.loads(path.read_text(encoding="utf-8"))
    assert report["same_rows"] is True
    assert report["scaling"].keys() == {"3"}
    assert {name: len(each["walls"]) for name, each in report["workers"].items()} == {"1": 2, "3": 2}
    assert "the same rows" in capsys.readouterr().out


def test_two_runs_are_compared_deal_by_deal(tmp_path: Path) -> None:
    _, first = saved(tmp_path, "solvitaire:1", "solvitaire:2", "solvitaire:3")
    second = json.loads(json.dumps(first))
    second["rows"] = second["rows"][1:]
    second["rows"][0] |= {"nodes": 1000, "seconds": 8.0, "verdict": "undecided"}
    lines, contradictions = compare.compare(first, second, top=1)
    text = "\n".join(lines)
    assert contradictions == 0
    assert "2 deals in common of 3 and 2" in text
    assert "1 verdicts differ" in text and "solvitaire:2" in text
    assert "states by deal, second/first (2 deals): geometric mean 0.707" in text
    assert "CPU by deal, second/first (2 deals): geometric mean 2.000" in text
    assert "process CPU" not in text, "whole processes over different deals say nothing"


def test_a_win_against_a_loss_is_told_by_the_exit_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, first = saved(tmp_path, "solvitaire:1", name="first.json")
    first["rows"][0]["verdict"] = "unsolvable"
    first["rules"]["draw"] = 1
    other = tmp_path / "second.json"
    other.write_text(json.dumps(first))
    assert compare.main([str(tmp_path / "first.json"), str(other)]) == 1
    out = capsys.readouterr().out
    assert "different rules" in out and "solvable -> unsolvable" in out


def test_runs_without_a_common_deal_are_refused(tmp_path: Path) -> None:
    _, first = saved(tmp_path, "solvitaire:1")
    with pytest.raises(SystemExit, match="no deal in common"):
        compare.compare(first, {**first, "rows": []}, top=1)


def test_three_digits_a_card() -> None:
    assert rival.three_digits("AC10D".replace("10", "T") + "KHQS") == "011102133124"


def test_pyksolve_takes_the_deal_as_given_and_wins_it() -> None:
    pytest.importorskip("pyksolve")
    won = rival.answer(SEED_2, draw=3, mode="fast", states=200_000)
    assert won["verdict"] == "solvable"
    assert isinstance(won["length"], int) and won["length"] > 52
    with pytest.raises(ValueError, match="does not take"):
        rival.answer(SEED_2[2:] + SEED_2[2:4], draw=3, mode="fast", states=1000)
