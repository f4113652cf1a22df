"""Imported once by the process that all workers are forked from: kernels loaded, or compiled, and called.

Never imported by anything else.
"""

import contextlib
import os
import sys

from harpan_solver import warmup
from harpan_solver.batch.local import PROGRAM


def _announce(line: str) -> None:
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write(f"{os.environ.get(PROGRAM, 'harpan_solver')}: {line}\n")
        sys.stderr.flush()


warmup.prepare(_announce)
