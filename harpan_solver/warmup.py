"""Compiling the kernels once, with a word about it, and loading them ever after."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from harpan_solver import engine
from harpan_solver.kernels.jit import CACHE_FOLDER, COMPILED

NOTICE = "Compiling the solver for this machine, once: this takes about half a minute."
UNCACHED_NOTICE = (
    "Compiling the solver; no folder to keep it in can be written, so every run will. "
    "Set NUMBA_CACHE_DIR to one that can."
)

MONTH = 30 * 24 * 3600

_ready = False


def prepare(announce: Callable[[str], None]) -> None:
    """Makes the kernels ready to run; only the first call of a process does anything.

    The first time on a machine a process of its own compiles them, which keeps the compiler's memory
    out of this one; processes that come meanwhile wait for it.

    Args:
        announce: called with one line before anything that takes long.
    """
    global _ready
    if not _ready:
        _prepare(announce)
        _ready = True


def _prepare(announce: Callable[[str], None]) -> None:
    if not COMPILED:
        return
    if CACHE_FOLDER is None:
        announce(UNCACHED_NOTICE)
        engine.exercise()
        return
    marker = CACHE_FOLDER / "ready"
    if not marker.exists():
        announce(NOTICE)
        _compile_once(marker)
    try:
        engine.exercise()
    except Exception:
        # A file of the cache is damaged: numba lets whatever unpickling raises through.
        announce(NOTICE)
        shutil.rmtree(CACHE_FOLDER, ignore_errors=True)
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        _compile_once(marker)
        engine.exercise()


def _compile_once(marker: Path) -> None:
    _forget_old_versions(marker.parent)
    with FileLock(marker.with_suffix(".lock")):
        if not marker.exists():
            done = subprocess.run(
                [sys.executable, "-m", "harpan_solver.warmup"], stdin=subprocess.DEVNULL, capture_output=True
            )
            if done.returncode == 0:
                marker.touch()


def _forget_old_versions(current: Path) -> None:
    """Removes the machine code of versions that have not been compiled for a month."""
    for folder in current.parent.iterdir():
        if folder != current and folder.stat().st_mtime < time.time() - MONTH:
            shutil.rmtree(folder, ignore_errors=True)


def _end_with_parent() -> None:
    """Ends this process when the one that started it is gone."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    engine.exercise()
