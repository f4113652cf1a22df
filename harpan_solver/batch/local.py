"""Worker processes on this machine, forked from one that has the kernels loaded."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, forkserver
from types import ModuleType
from typing import Any

import psutil

from harpan_solver.batch.settle import Task
from harpan_solver.batch.workers import Done, Job, WorkersFailed, work
from harpan_solver.limits import LEAST_MEMORY_MB

PRELOADED = "harpan_solver.batch.preload"
# Tells the process that workers are forked from, by its environment, what its lines begin with.
PROGRAM = "HARPAN_SOLVER_PROGRAM"
# What the processes take that search nothing: the driver and the one that workers are forked from.
BASE_MB = 320
POLL_SECONDS = 0.05
# A worker with work in hand whose CPU clock stands still for so long hangs.
HANG_SECONDS = 60.0
STARTS = 3


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def memory_for_each(memory_mb: int, workers: int) -> tuple[int, int]:
    """How many workers fit into the memory for all processes, and the MiB that each may take.

    There is always one, with the least that a search can do with.
    """
    fitting = max(1, min(workers, (memory_mb - BASE_MB) // LEAST_MEMORY_MB))
    return fitting, max(LEAST_MEMORY_MB, (memory_mb - BASE_MB) // fitting)


def _begin() -> None:
    """Called in each worker: only the driver heeds Ctrl-C, and no worker outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def _here() -> int:
    # Long enough that a worker that is up does not take the calls meant for the others as well.
    time.sleep(0.01)
    return os.getpid()


@contextlib.contextmanager
def _without_main() -> Iterator[None]:
    """Hides a script's ``__main__``, which workers would run again; no task needs anything of it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextlib.contextmanager
def _environment(variable: str, value: str) -> Iterator[None]:
    """Sets a variable for a process that is started meanwhile."""
    before = os.environ.get(variable)
    os.environ[variable] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[variable]
        else:
            os.environ[variable] = before


class LocalWorkers:
    """Processes of this machine; see ``workers.Workers``.

    One that is killed breaks the whole pool, so all die together and ``start`` makes a new pool.

    Args:
        count: how many.
        name: what a line on standard error begins with.
    """

    die_together = True
    lost: tuple[type[BaseException], ...] = (BrokenProcessPool, CancelledError)

    def __init__(self, count: int, name: str = "harpan_solver") -> None:
        self._count = count
        self._name = name
        self._pool: ProcessPoolExecutor | None = None
        self._clocks: dict[int, tuple[float, float]] = {}

    @property
    def count(self) -> int:
        """How many there are."""
        return self._count

    @property
    def table_share(self) -> float:
        """A process searches one deal at a time."""
        return 1.0

    @property
    def pids(self) -> list[int]:
        """The processes."""
        return list((getattr(self._pool, "_processes", None) or {}).keys())

    def start(self, waiting: Callable[[], None]) -> None:
        """Make a new pool.

        Raises:
            WorkersFailed: its processes die as they start.
        """
        for _ in range(STARTS):
            self.close()
            self._pool = self._new_pool()
            # The process that workers are forked from loads, the first time even compiles, the kernels;
            # waiting for it in another thread keeps this one free for Ctrl-C.
            begun: Future[bool] = Future()
            starter = threading.Thread(target=self._ping, args=(self._pool, begun), daemon=True)
            starter.start()
            while not begun.done():
                waiting()
                with contextlib.suppress(TimeoutError):
                    begun.exception(timeout=POLL_SECONDS)
            if begun.exception() is None:
                return
        raise WorkersFailed(f"worker processes die as they start: {begun.exception()}")

    def _new_pool(self) -> ProcessPoolExecutor:
        context: Any
        if "forkserver" in multiprocessing.get_all_start_methods():
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload([PRELOADED])
            with _environment(PROGRAM, self._name):
                forkserver.ensure_running()
        else:
            context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._count, mp_context=context, initializer=_begin)

    def _ping(self, pool: ProcessPoolExecutor, begun: "Future[bool]") -> None:
        try:
            with _without_main():
                calls = [pool.submit(_here) for _ in range(self._count)]
            calls[0].result()
            begun.set_result(True)
        except BaseException as error:
            begun.set_exception(error)

    def submit(self, job: Job[Any], tasks: Sequence[Task], seconds: float) -> "Future[Done]":
        """Hand out a chunk."""
        if self._pool is None:
            raise BrokenProcessPool("not started")
        with _without_main():
            return self._pool.submit(work, job, tasks, seconds)

    def check(self, in_hand: int) -> None:
        """Kill all when one hangs: stopped, or waiting for something that never comes."""
        now = time.monotonic()
        clocks = {}
        for pid in self.pids:
            with contextlib.suppress(psutil.Error):
                times = psutil.Process(pid).cpu_times()
                cpu = times.user + times.system
                before, since = self._clocks.get(pid, (cpu, now))
                clocks[pid] = (cpu, now if cpu > before else since)
        self._clocks = clocks
        still = sum(now - since >= HANG_SECONDS for _, since in clocks.values())
        if len(clocks) - still < min(in_hand, len(clocks)):
            self._kill()

    def give_up(self, future: "Future[Done]") -> None:
        """Kill all: which process has the chunk is not known."""
        self._kill()

    def close(self) -> None:
        """Kill all and wait until they are gone."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                with contextlib.suppress(OSError, ValueError):
                    process.kill()
            for process in processes:
                with contextlib.suppress(OSError, ValueError, AssertionError):
                    process.join(1)
        self._clocks = {}

    def _kill(self) -> None:
        for pid in self.pids:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
