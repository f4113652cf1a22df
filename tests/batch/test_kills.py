"""Runs that are killed, stopped or doubled, and started again: nothing lost, nothing counted twice."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harpan_solver.batch.store import open_to_read

ROOT = Path(__file__).resolve().parents[2]
STAND_IN = [sys.executable, str(Path(__file__).with_name("stand_in.py"))]
REAL = [sys.executable, "-m", "harpan_solver.cli"]
RULES = ["--draw", "3", "--passes", "3,unlimited", "--worrying-back", "on,off", "--json"]


def start(program: list[str], *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def finish(program: list[str], *words: str) -> tuple[int, list[dict[str, object]], str]:
    process = start(program, *words)
    out, err = process.communicate(timeout=120)
    return process.returncode, [json.loads(line) for line in out.splitlines()], err


def rows(path: Path) -> list[tuple[object, ...]]:
    """What does not depend on the clock."""
    with open_to_read(path) as connection:
        return connection.execute(
            "SELECT deal, draw, passes, worrying_back, verdict, reason FROM results ORDER BY 1, 2, 3, 4"
        ).fetchall()


def await_rows(path: Path) -> None:
    """Wait until a run has stored something."""
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up:
        if path.exists() and path.stat().st_size > 4096 and rows(path):
            return
        time.sleep(0.1)
    raise TimeoutError


def killed_again_and_again(program: list[str], path: Path, deals: str, kills: int, longest: float) -> None:
    """Kill runs at random moments; what one has stored the next one keeps."""
    chance = random.Random(11)
    done, kept = 0, 0
    while done < kills:
        process = start(program, "estimate", deals, *RULES, "--store", str(path))
        time.sleep(chance.uniform(0.1, longest))
        done += process.poll() is None
        process.kill()
        process.communicate()
        if path.exists() and path.stat().st_size > 4096:
            before, kept = kept, len(rows(path))
            assert kept >= before


def compare(program: list[str], folder: Path, deals: str, kills: int, longest: float) -> None:
    whole, broken = folder / "whole.sqlite", folder / "broken.sqlite"
    expected = finish(program, "estimate", deals, *RULES, "--store", str(whole))
    assert expected[0] == 0, expected
    killed_again_and_again(program, broken, deals, kills, longest)
    status, shares, _ = finish(program, "estimate", deals, *RULES, "--store", str(broken))
    assert (status, shares) == expected[:2]
    assert rows(broken) == rows(whole)


def test_killed_at_random_moments(tmp_path: Path) -> None:
    compare(STAND_IN, tmp_path, "1-4000", 20, 0.8)


@pytest.mark.slow
def test_processes_killed_at_random_moments(tmp_path: Path) -> None:
    compare(REAL, tmp_path, "1-60", 2, 3.0)


@pytest.mark.slow
def test_processes_killed_at_twenty_random_moments(tmp_path: Path) -> None:
    compare(REAL, tmp_path, "1-600", 20, 6.0)


def test_no_process_outlives_a_killed_run(tmp_path: Path) -> None:
    process = start(REAL, "estimate", "1-1000000", "--store", str(tmp_path / "runs.sqlite"))
    listing = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not listing.exists():
        process.kill()
        process.communicate()
        pytest.skip("children are not listed here")
    give_up = time.monotonic() + 60
    below: list[str] = []
    while len(below) < 4 and time.monotonic() < give_up:
        time.sleep(0.1)
        below = listing.read_text().split()
        for child in list(below):
            inner = Path(f"/proc/{child}/task/{child}/children")
            below += inner.read_text().split() if inner.exists() else []
    process.kill()
    process.communicate()
    give_up = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in below):
        assert time.monotonic() < give_up, below
        time.sleep(0.1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_by_a_signal(tmp_path: Path, number: int) -> None:
    path = tmp_path / "runs.sqlite"
    process = start(STAND_IN, "estimate", "1-30000", *RULES, "--store", str(path))
    await_rows(path)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "interrupted after" in err and "start again to go on" in err and err.count("\n") == 1
    kept = len(rows(path))
    assert kept > 0
    status, shares, err = finish(STAND_IN, "estimate", f"1-{kept // 4}", *RULES, "--store", str(path))
    assert (status, err) == (0, "")
    assert [sum(share[key] for key in ("won", "lost")) for share in shares] == [kept // 4] * 4  # type: ignore[misc]


def test_processes_stopped_by_a_signal(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    process = start(REAL, "estimate", "1-1000000", "--store", str(path))
    await_rows(path)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err and "interrupted after" in err


def test_two_runs_on_one_store(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    first = start(STAND_IN, "estimate", "1-30000", *RULES, "--store", str(path))
    await_rows(path)
    status, shares, err = finish(STAND_IN, "estimate", "1-300", *RULES, "--store", str(path))
    assert (status, shares) == (2, [])
    assert "another run is writing to it" in err and err.count("\n") == 1
    assert first.poll() is None
    before = len(rows(path))
    first.kill()
    first.communicate()
    assert finish(STAND_IN, "estimate", "1-300", *RULES, "--store", str(path))[0] == 0
    assert len(rows(path)) >= before


def test_other_limits_go_on_with_the_undecided(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    words = ["estimate", "1-300", "--store", str(path), "--json"]
    status, [share], _ = finish(STAND_IN, *words, "--max-nodes", "100")
    assert (status, share["undecided"]) == (0, 30)
    status, [share], _ = finish(STAND_IN, *words, "--max-nodes", "200")
    assert (status, share["undecided"]) == (0, 0)
    with open_to_read(path) as connection:
        counts = connection.execute("SELECT run, count(*) FROM result GROUP BY run").fetchall()
    assert counts == [(1, 270), (2, 30)]
    # Nothing is left to do: no third run.
    assert finish(STAND_IN, *words)[0] == 0
    with open_to_read(path) as connection:
        assert connection.execute("SELECT count(*) FROM run").fetchone() == (2,)
