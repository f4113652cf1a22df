"""A command with all the processes that it starts, measured: CPU, wall time, memory. Linux only."""

import contextlib
import ctypes
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

import psutil

_SET_CHILD_SUBREAPER = 36
SAMPLE_SECONDS = 0.05


class Measured(NamedTuple):
    """One finished command.

    Attributes:
        status: exit status.
        output: what it wrote to standard output.
        errors: what it wrote to standard error.
        wall: seconds.
        cpu: user and system CPU seconds of all its processes.
        peak_mib: largest sum, over its processes, of the memory that is theirs (proportional set size: what
            processes share is split among them).
        processes: how many there were at that moment.
    """

    status: int
    output: str
    errors: str
    wall: float
    cpu: float
    peak_mib: float
    processes: int


def run_tree(command: Sequence[str], sampled: bool = False) -> Measured:
    """Run a command to its end.

    Args:
        command: program and arguments.
        sampled: whether to look at the memory, twenty times a second; this takes CPU itself, though not of
            the command.
    """
    # Processes that outlive their parent become children of this one, so that none escapes the count.
    ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1)
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        peak = _Peak(child.pid)
        watcher = threading.Thread(target=peak.watch)
        if sampled:
            watcher.start()
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        with contextlib.suppress(ChildProcessError):
            while True:
                _, _, usage = os.wait4(-1, 0)
                cpu += usage.ru_utime + usage.ru_stime
        if sampled:
            peak.done.set()
            watcher.join()
        output.seek(0)
        errors.seek(0)
        return Measured(child.returncode, output.read(), errors.read(), wall, cpu, peak.mib, peak.processes)


class _Peak:
    def __init__(self, pid: int) -> None:
        self.mib = 0.0
        self.processes = 0
        self.done = threading.Event()
        self._pid = pid

    def watch(self) -> None:
        """Look again and again until done."""
        while not self.done.wait(SAMPLE_SECONDS):
            total, count = 0.0, 0
            with contextlib.suppress(psutil.Error):
                top = psutil.Process(self._pid)
                for process in [top, *top.children(recursive=True)]:
                    with contextlib.suppress(psutil.Error):
                        total += process.memory_full_info().pss / 2**20
                        count += 1
            if total > self.mib:
                self.mib, self.processes = total, count
