"""What quick loading leaves behind."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# In a process of its own: what a process has loaded, it keeps.
SCRIPT = """
import gc, os, sys
from harpan_solver.loading import quick_loading

with quick_loading():
    from harpan_solver.warmup import prepare
    assert not gc.isenabled()
    prepare(print)
    assert sys.modules["scipy"] is None
assert gc.isenabled() and gc.get_freeze_count() > 10_000
assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
assert "scipy" not in sys.modules
import scipy.stats
with quick_loading():
    assert sys.modules["scipy"] is scipy
from harpan_solver import solve
print(solve("solvitaire:1").verdict)
"""


def test_everything_works_after_quick_loading() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "unsolvable"
