"""Compiling the kernels once, with a word about it, and loading them ever after."""

import shutil
import subprocess
import sys
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


def prepare(announce: Callable[[str], None]) -> None:
    """Makes the kernels ready to run.

    The first time on a machine a process of its own compiles them, which keeps the compiler's memory
    out of this one; processes that come meanwhile wait for it.

    Args:
        announce: called with one line before anything that takes long.
    """
    if not COMPILED:
        return
    if CACHE_FOLDER is None:
        announce(UNCACHED_NOTICE)
        engine.exercise()
        return
    ready = CACHE_FOLDER / "ready"
    if not ready.exists():
        announce(NOTICE)
        _compile_once(ready)
    try:
        engine.exercise()
    except Exception:
        # A file of the cache is damaged: numba lets whatever unpickling raises through.
        announce(NOTICE)
        shutil.rmtree(CACHE_FOLDER, ignore_errors=True)
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        _compile_once(ready)
        engine.exercise()


def _compile_once(ready: Path) -> None:
    with FileLock(ready.with_suffix(".lock")):
        if not ready.exists():
            done = subprocess.run(
                [sys.executable, "-m", "harpan_solver.warmup"], stdin=subprocess.DEVNULL, capture_output=True
            )
            if done.returncode == 0:
                ready.touch()


if __name__ == "__main__":
    engine.exercise()
