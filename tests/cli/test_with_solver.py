"""The command and the real solver together, as processes."""

import json
import os
import signal
import subprocess
import sys
import time

from tests.cli.conftest import ROOT

# Verdicts of Solvitaire for its own deals 1 to 30, draw 3.
UNSOLVABLE = {1, 15, 19, 21, 22, 29}
COMPILE_SECONDS = 200


def start(*arguments: str, **options: object) -> "subprocess.Popen[str]":
    process: subprocess.Popen[str] = subprocess.Popen(  # type: ignore[call-overload]
        [sys.executable, "-m", "harpan_solver.cli", *arguments],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **options,
    )
    return process


def test_known_verdicts_and_replayed_solutions() -> None:
    out, err = (solve := start("solve", "solvitaire:1-30", "--json", "--workers", "2")).communicate(
        timeout=COMPILE_SECONDS
    )
    assert solve.returncode == 0, err
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["deal"] for row in rows] == [f"solvitaire:{number}" for number in range(1, 31)]
    found = {number for number, row in enumerate(rows, 1) if row["verdict"] == "unsolvable"}
    assert found == UNSOLVABLE
    verify = start("verify", "-", stdin=subprocess.PIPE)
    closing, _ = verify.communicate(out, timeout=60)
    wins = 30 - len(UNSOLVABLE)
    assert closing == f"{wins} solvable, {len(UNSOLVABLE)} unsolvable, 0 undecided, 0 faults\n"
    assert verify.returncode == 0


def test_a_page_for_people() -> None:
    solve = start("solve", "42")
    out, err = solve.communicate(timeout=COMPILE_SECONDS)
    assert solve.returncode == 0, err
    assert "harpan:42" in out and "  1. " in out


def test_compiled_code_stops_within_a_second() -> None:
    with start("solve", "1-100000", "--json", "--draw", "1", "--workers", "2") as process:
        assert process.stdout is not None and process.stderr is not None
        first = process.stdout.readline()
        time.sleep(0.3)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        # Not communicate: what was read ahead of the first line would be lost.
        out, err = process.stdout.read(), process.stderr.read()
        assert process.wait(60) == 130
        # Below a second when nothing else runs; the searches asked for would take minutes.
        assert time.monotonic() - sent < 10
    assert err.splitlines()[-1].startswith("harpan solve: interrupted after ")
    rows = [json.loads(line) for line in [first, *out.splitlines()]]
    assert [row["deal"] for row in rows] == [f"harpan:{number}" for number in range(1, len(rows) + 1)]
    assert all(row["reason"] in (None, "interrupted") for row in rows)
    assert [row["reason"] for row in rows].count("interrupted") <= 2
