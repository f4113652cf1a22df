"""Whole processes, measured: what they print, how long they take, how much memory they hold at most."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_FROM_CHECKOUT = "from harpan_solver.cli import solve_main; solve_main()"


@dataclass(frozen=True, slots=True)
class Measured:
    """One finished process.

    Attributes:
        status: exit status.
        output: what it wrote to standard output.
        wall, user, system: seconds; CPU of the process and of its own children.
        peak_mib: largest resident set of the process, MiB.
    """

    status: int
    output: str
    wall: float
    user: float
    system: float
    peak_mib: float

    @property
    def cpu(self) -> float:
        """User and system CPU seconds."""
        return self.user + self.system


def run_measured(command: Sequence[str], cache: Path | None = None, given: str | None = None) -> Measured:
    """Runs a command to its end; standard error stays the caller's, so progress is seen.

    Args:
        command: program and arguments.
        cache: folder for compiled kernels in place of the user's own.
        given: text for standard input.

    The peak is the kernel's count for that process. It starts from what the caller held when it started the
    process, so callers must stay small: no numpy here.
    """
    environment = dict(os.environ)
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = str(cache)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output, tempfile.TemporaryFile("w+") as source:
        if given is not None:
            source.write(given)
            source.seek(0)
        start = time.perf_counter()
        child = subprocess.Popen(
            command, stdin=source if given is not None else subprocess.DEVNULL, stdout=output, env=environment
        )
        status, user, system, peak = _wait(child)
        wall = time.perf_counter() - start
        output.seek(0)
        return Measured(status, output.read(), wall, user, system, peak)


def _wait(child: "subprocess.Popen[bytes]") -> tuple[int, float, float, float]:
    """Exit status, user and system seconds, peak MiB; an interrupt reaches the child too: wait on."""
    while True:
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except KeyboardInterrupt:
            continue
        child.returncode = os.waitstatus_to_exitcode(status)
        # Linux counts in KiB, macOS in bytes.
        unit = 1 if sys.platform == "darwin" else 1024
        return child.returncode, usage.ru_utime, usage.ru_stime, usage.ru_maxrss * unit / 2**20


def solve_command() -> list[str]:
    """``harpan-solve`` of the running interpreter's environment, else of this checkout."""
    beside = Path(sys.executable).with_name("harpan-solve")
    if beside.exists():
        return [str(beside)]
    try:
        import harpan_solver  # noqa: F401
    except ImportError:
        found = shutil.which("harpan-solve")
        if found is None:
            raise SystemExit("harpan-solve is not installed") from None
        return [found]
    return [sys.executable, "-c", _FROM_CHECKOUT]
