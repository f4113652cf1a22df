"""Deals are handed out and taken in once each, whatever becomes of the workers."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harpan_solver.batch import local
from harpan_solver.batch.driver import Driver
from harpan_solver.batch.local import LocalWorkers, memory_for_each
from harpan_solver.batch.workers import WorkersFailed
from tests.batch.jobs import Job, tasks

ROOT = Path(__file__).resolve().parents[2]


class Run:
    """A run of a job on processes of this machine."""

    def __init__(self, job: Job, count: int, workers: int = 2) -> None:
        self.workers = LocalWorkers(workers)
        self.stop = False
        self.answers: list[int] = []
        self.driver: Driver[int] = Driver(
            lambda: self.workers, lambda share: job, iter(tasks(count)), should_stop=lambda: self.stop
        )

    def steps(self) -> Iterator[list[int]]:
        for chunk in self.driver.answers():
            assert all(abs(answer) == task.number for task, answer in chunk)
            self.answers += [answer for _, answer in chunk]
            yield self.answers

    def finish(self) -> list[int]:
        for _ in self.steps():
            pass
        return sorted(self.answers, key=abs)


def gone(pids: list[int]) -> bool:
    """Whether the processes end within some seconds."""
    give_up = time.monotonic() + 10
    while time.monotonic() < give_up:
        if not any(Path(f"/proc/{pid}").exists() for pid in pids):
            return True
        time.sleep(0.05)
    return False


def test_every_task_once() -> None:
    assert Run(Job(), 5000).finish() == list(range(1, 5001))


def test_nothing_to_do_starts_no_workers() -> None:
    run = Run(Job(), 0)
    assert run.finish() == []
    assert run.workers.pids == []


def test_a_deal_that_kills_is_given_up_and_no_other() -> None:
    assert Run(Job(deadly=(5, 33)), 40).finish() == [-n if n in (5, 33) else n for n in range(1, 41)]


def test_workers_killed_from_outside_cost_no_deal() -> None:
    run = Run(Job(seconds=0.01), 150)
    for killed, _ in enumerate(run.steps()):
        if killed in (1, 4) and run.workers.pids:
            os.kill(run.workers.pids[0], signal.SIGKILL)
    assert sorted(run.answers) == list(range(1, 151))


def test_a_worker_that_hangs_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "HANG_SECONDS", 2.0)
    run = Run(Job(stopping=(3,), folder=str(tmp_path)), 10)
    assert run.finish() == list(range(1, 11))


def test_a_stop_ends_the_workers() -> None:
    run = Run(Job(seconds=0.02), 100_000)
    pids: list[int] = []
    for _ in run.steps():
        pids = run.workers.pids or pids
        run.stop = True
    assert pids and len(run.answers) < 1000
    assert gone(pids)


def test_workers_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_begin", os.abort)
    run = Run(Job(), 3, workers=1)
    with pytest.raises(WorkersFailed, match="die as they start"):
        run.finish()


def test_memory_is_shared_out() -> None:
    assert memory_for_each(2048, 2) == (2, 864)
    assert memory_for_each(256, 8) == (1, 256)
    assert memory_for_each(1024, 8) == (2, 352)


@pytest.mark.parametrize("command", ["estimate 1-3", "winnable --count 3"])
def test_compiling_is_announced_by_the_command(tmp_path: Path, command: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "harpan_solver.cli", *command.split(), "--workers", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path)},
        start_new_session=True,
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert line.startswith(f"harpan {command.split()[0]}: Compiling the solver for this machine, once")
