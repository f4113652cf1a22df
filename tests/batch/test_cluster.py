"""The same run on a Dask cluster: two worker processes, started with Dask's own commands, one killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")
ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def start(*words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def cluster() -> Iterator[tuple[str, "list[subprocess.Popen[bytes]]"]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    scheduler = start(
        *("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    )
    workers = [
        start("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        for _ in range(2)
    ]
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


@pytest.mark.slow
def test_one_of_two_workers_is_killed(
    cluster: tuple[str, "list[subprocess.Popen[bytes]]"], tmp_path: Path
) -> None:
    address, workers = cluster
    store = tmp_path / "runs.sqlite"
    words = ["estimate", "1-150", "--json"]
    run = subprocess.Popen(
        [sys.executable, "-m", "harpan_solver.cli", *words, "--cluster", address, "--store", str(store)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    give_up = time.monotonic() + 120
    log = Path(f"{store}-wal")
    while not log.exists() or log.stat().st_size < 20_000:
        assert time.monotonic() < give_up and run.poll() is None
        time.sleep(0.05)
    workers[0].send_signal(signal.SIGKILL)
    out, _ = run.communicate(timeout=200)
    assert run.returncode == 0
    local = subprocess.run(
        [sys.executable, "-m", "harpan_solver.cli", *words, "--workers", "2"],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert [json.loads(line) for line in out.splitlines()] == [
        json.loads(line) for line in local.stdout.splitlines()
    ]


@pytest.mark.parametrize("address", ["nonsense://x", "tcp://127.0.0.1:1", "tcp://nowhere.invalid:8786", "x"])
def test_no_scheduler_is_one_line(address: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "harpan_solver.cli", "estimate", "1-3", "--cluster", address],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert f"--cluster {address}" in done.stderr and done.stderr.count("\n") == 1
