"""Compiling the kernels once, with a word about it, and loading them ever after."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock

from harpan_solver import engine
from harpan_solver.kernels.jit import CACHE_FOLDER, COMPILED

NOTICE = "Compiling the solver for this machine, once: this takes about half a minute."
UNCACHED_NOTICE = (
    "Compiling the solver; no folder to keep it in can be written, so every run will. "
    "Set NUMBA_CACHE_DIR to one that can."
)

MONTH = 30 * 24 * 3600


class Kernels(NamedTuple):
    """Kernels that are used together.

    Attributes:
        marker: name of the file that stands in the cache once they are compiled.
        exercise: calls every one of them.
        module: run as a program it does just that.
        notice: announced before they are compiled.
    """

    marker: str
    exercise: Callable[[], None]
    module: str
    notice: str


SOLVER = Kernels("ready", engine.exercise, "harpan_solver.warmup", NOTICE)

_ready: set[str] = set()


def prepare(announce: Callable[[str], None], kernels: Kernels = SOLVER) -> None:
    """Makes kernels ready to run; only the first call of a process does anything.

    The first time on a machine a process of its own compiles them, which keeps the compiler's memory
    out of this one; processes that come meanwhile wait for it.

    Args:
        announce: called with one line before anything that takes long.
    """
    if kernels.marker not in _ready:
        _prepare(announce, kernels)
        _ready.add(kernels.marker)


def _prepare(announce: Callable[[str], None], kernels: Kernels) -> None:
    if not COMPILED:
        return
    if CACHE_FOLDER is None:
        announce(UNCACHED_NOTICE)
        kernels.exercise()
        return
    marker = CACHE_FOLDER / kernels.marker
    if not marker.exists():
        announce(kernels.notice)
        _compile_once(marker, kernels.module)
    try:
        kernels.exercise()
    except Exception:
        # A file of the cache is damaged: numba lets whatever unpickling raises through.
        announce(kernels.notice)
        shutil.rmtree(CACHE_FOLDER, ignore_errors=True)
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        _compile_once(marker, kernels.module)
        kernels.exercise()


def _compile_once(marker: Path, module: str) -> None:
    _forget_old_versions(marker.parent)
    with FileLock(marker.with_suffix(".lock")):
        if not marker.exists():
            done = subprocess.run(
                [sys.executable, "-m", module], stdin=subprocess.DEVNULL, capture_output=True
            )
            if done.returncode == 0:
                marker.touch()


def _forget_old_versions(current: Path) -> None:
    """Removes the machine code of versions that have not been compiled for a month."""
    for folder in current.parent.iterdir():
        if folder != current and folder.stat().st_mtime < time.time() - MONTH:
            shutil.rmtree(folder, ignore_errors=True)


def compile_for_parent(exercise: Callable[[], None]) -> None:
    """What the process does that compiles: it ends when the one that started it is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    exercise()


def _end_with_parent() -> None:
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


if __name__ == "__main__":
    compile_for_parent(engine.exercise)
