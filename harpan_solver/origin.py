"""Where a saved result comes from: every file of figures carries this with it."""

import os
import platform
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_LIBRARIES = ("numpy", "numba", "llvmlite")


def origin() -> dict[str, object]:
    """How, with what and on what the running process makes its figures.

    Keys: ``command`` (as typed, without the folders of the program), ``version`` of this package,
    ``commit`` (of the checkout that the code runs from, ``-dirty`` when files differ from it; ``None``
    outside one), ``python``, one key for each library that figures depend on, ``processor``,
    ``cores``, ``platform``, ``date`` (UTC, to the second).
    """
    return {
        "command": _command(),
        "version": _installed("harpan-solver"),
        "commit": _commit(Path(__file__).resolve().parent.parent),
        "python": platform.python_version(),
        **{library: _installed(library) for library in _LIBRARIES},
        "processor": _processor(),
        "cores": os.cpu_count(),
        "platform": f"{platform.system()} {platform.machine()}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _command() -> str:
    """The command line; a module run with ``-m`` is named as such, a script without its folder."""
    spec = getattr(sys.modules.get("__main__"), "__spec__", None)
    if spec is None:
        program = [Path(sys.argv[0]).name]
    else:
        program = ["python", "-m", spec.name.removesuffix(".__main__")]
    return shlex.join([*program, *sys.argv[1:]])


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _commit(root: Path) -> str | None:
    """The commit of a checkout, or None where ``root`` is not the top of one.

    An installed copy may lie somewhere below another project's checkout, hence the look at the top.
    """
    if _git(root, "rev-parse", "--show-toplevel") != str(root):
        return None
    return _git(root, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def _processor() -> str:
    """The processor's name as the kernel tells it, else the machine type."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
