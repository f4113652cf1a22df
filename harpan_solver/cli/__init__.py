"""The commands ``harpan`` and ``harpan-solve``: words in, words out; nothing is decided here.

Each command has a file of its own, imported when it is asked for; what computes is imported when
there is something to compute, so that help and version answer at once.
"""

from harpan_solver.cli.main import main, solve_main

__all__ = ["main", "solve_main"]
