"""Imported once by the process that all workers are forked from: kernels loaded, or compiled, and called.

Never imported by anything else.
"""

import contextlib
import sys

from harpan_solver import warmup


def _announce(line: str) -> None:
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write(f"harpan: {line}\n")
        sys.stderr.flush()


warmup.prepare(_announce)
