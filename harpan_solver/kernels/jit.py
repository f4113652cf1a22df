"""The one way kernels are compiled, and where their machine code is kept.

Numba's own cache does not notice a change in a kernel that another one calls. So the cache lives in a
folder named by a digest of all kernel sources and the versions that matter: any change starts afresh, and
what has been compiled is there for the same installation only.
"""

import hashlib
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

# Numba sets its options at run time, out of sight of type checkers.
_options: Any = numba.config


def _digest() -> str:
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        # Numba's own index goes by a file's place and time of change: a copy elsewhere is compiled anew.
        digest.update(f"{source} {source.stat().st_mtime_ns}\n".encode())
        digest.update(source.read_bytes())
    bounds = os.environ.get("NUMBA_BOUNDSCHECK", "")
    versions = (
        sys.version,
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        platform.machine(),
        bounds,
    )
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    if _options.CACHE_DIR:
        return Path(_options.CACHE_DIR)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if os.environ.get("HOME") == "":
        # Path.home() would take it for the root of the file system.
        raise RuntimeError("HOME is empty")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _cache_folder() -> Path | None:
    """The folder for machine code, or None where none can be written."""
    try:
        folder = _user_cache() / "harpan-solver" / _digest()
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError):
        return None
    return folder


CACHE_FOLDER = _cache_folder()
COMPILED = not _options.DISABLE_JIT


def _compiled(function: F, forceinline: bool) -> F:
    """Compiles without reference counts: kernels make no arrays, and counting took most of the time.

    With them every use of an array that a bundle holds costs two locked instructions, which made the
    search five times slower. The option has been in Numba for years but is not in its manual.
    """
    before = _options.CACHE_DIR
    _options.CACHE_DIR = "" if CACHE_FOLDER is None else str(CACHE_FOLDER)
    try:
        njit: Any = numba.njit
        decorate = njit(nogil=True, cache=CACHE_FOLDER is not None, forceinline=forceinline, _nrt=False)
        return cast(F, decorate(function))
    finally:
        _options.CACHE_DIR = before


def kernel(function: F) -> F:
    """Compiles, on first call, a function that Python calls; it runs without the interpreter lock."""
    return _compiled(function, forceinline=False)


def part(function: F) -> F:
    """Compiles a part of kernels, always inlined: handing over bundles of arrays costs more than the work."""
    return _compiled(function, forceinline=True)
