"""Kernels are compiled once for a machine, and whatever becomes of the cache, solving works."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from harpan_solver.shortest import NOTICE as SHORTEST_NOTICE
from harpan_solver.warmup import NOTICE, UNCACHED_NOTICE

ROOT = Path(__file__).resolve().parent.parent

pytestmark = [
    pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled"),
    pytest.mark.skipif(sys.platform == "win32", reason="no count of the CPU time of child processes"),
]

# Deals of either verdict, under rules of every kind: whatever was left out of the warm-up is compiled here.
RUN = """
import json, resource
from harpan_solver import Limits, Rules, solve
from harpan_solver.cuts import ALL_CUTS, NO_CUTS
from harpan_solver.warmup import prepare

announced = []
prepare(announced.append)
compiling = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
verdicts = [
    solve(name, Rules(draw, passes, back), Limits(max_nodes=60_000), cuts=cuts).verdict
    for name in ("solvitaire:1", "solvitaire:2")
    for draw in (1, 3)
    for passes in (None, 3)
    for back in (True, False)
    for cuts in (ALL_CUTS, NO_CUTS)
]
print(json.dumps([announced, compiling, verdicts]))
"""


class Run(NamedTuple):
    """What a process tells: the lines that it announced, CPU seconds of its child processes, its verdicts."""

    announced: list[str]
    compiling: float
    verdicts: list[str]


def start(cache: Path, script: str = RUN) -> subprocess.Popen[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    return subprocess.Popen(
        [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True
    )


def result_of(process: subprocess.Popen[str]) -> Run:
    output, _ = process.communicate(timeout=280)
    assert process.returncode == 0
    return Run(*json.loads(output))


def files(cache: Path) -> dict[str, tuple[int, int]]:
    """The machine code and its indexes, each with size and time."""
    found = [*cache.rglob("*.nbi"), *cache.rglob("*.nbc")]
    return {path.name: (path.stat().st_size, path.stat().st_mtime_ns) for path in found}


class Cold(NamedTuple):
    cache: Path
    runs: list[Run]
    left: dict[str, tuple[int, int]]


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Cold:
    """A cache that was empty when two processes started at the same time."""
    cache = tmp_path_factory.mktemp("cache")
    processes = [start(cache), start(cache)]
    return Cold(cache, [result_of(process) for process in processes], files(cache))


def test_compiled_once_and_kept(cold: Cold) -> None:
    assert [NOTICE] in [run.announced for run in cold.runs]
    assert all(run.announced in ([], [NOTICE]) for run in cold.runs)
    waited, compiled = sorted(run.compiling for run in cold.runs)
    assert waited == 0
    assert compiled > 0
    assert cold.runs[0].verdicts == cold.runs[1].verdicts
    assert {"solvable", "unsolvable"} <= set(cold.runs[0].verdicts)
    # Later processes find all that they need, whatever the rules.
    assert cold.left
    assert result_of(start(cold.cache)) == Run([], 0, cold.runs[0].verdicts)
    assert files(cold.cache) == cold.left


SHORTEST = """
import json, resource
from harpan_solver import shortest, warmup

warmup.prepare(lambda line: None)
announced = []
shortest.prepare(announced.append)
print(json.dumps([announced, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, []]))
"""


@pytest.mark.slow
def test_the_search_for_shortest_solutions_is_compiled_once_and_kept(cold: Cold) -> None:
    first, second = (result_of(start(cold.cache, SHORTEST)) for _ in range(2))
    assert first.announced == [SHORTEST_NOTICE]
    assert first.compiling > 0
    assert second == Run([], 0, [])


def test_a_copy_elsewhere_has_a_folder_of_its_own(tmp_path: Path) -> None:
    """What one installation has compiled is of no use to another, which must not think that it is."""
    shutil.copytree(ROOT / "harpan_solver", tmp_path / "harpan_solver")
    folders = {
        subprocess.run(
            [sys.executable, "-c", "from harpan_solver.kernels.jit import CACHE_FOLDER; print(CACHE_FOLDER)"],
            cwd=folder,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for folder in (ROOT, tmp_path)
    }
    assert len(folders) == 2


def fill_with_rubbish(path: Path) -> None:
    path.write_bytes(b"rubbish" * 100)


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("damage", [fill_with_rubbish, cut_short, empty])
def test_a_damaged_cache_is_made_anew(
    cold: Cold, tmp_path: Path, pattern: str, damage: Callable[[Path], None]
) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(cold.cache, cache)
    for path in cache.rglob(pattern):
        damage(path)
    repairing = result_of(start(cache))
    assert repairing.announced == [NOTICE]
    assert repairing.verdicts == cold.runs[0].verdicts
    assert result_of(start(cache)) == Run([], 0, cold.runs[0].verdicts)


@pytest.mark.slow
def test_a_folder_that_cannot_be_written(cold: Cold, tmp_path: Path) -> None:
    """A file stands where the folder should be: no user, not even the system's, can make it."""
    blocked = tmp_path / "cache"
    blocked.touch()
    run = result_of(start(blocked))
    assert run.announced == [UNCACHED_NOTICE]
    assert run.verdicts == cold.runs[0].verdicts
    assert blocked.stat().st_size == 0
