"""Solves Harpan (Klondike) exactly, with all cards known.

>>> import harpan_solver as hs
>>> solution = hs.solve(hs.deal(42), hs.Rules(draw=3))
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from harpan_solver.deals import Deal, deal
from harpan_solver.errors import HarpanError, IllegalMove, InputError, ReplayFault
from harpan_solver.game import Game
from harpan_solver.limits import Limits
from harpan_solver.moves import Move, parse_move
from harpan_solver.position import Position
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules

if TYPE_CHECKING:
    from harpan_solver.solver import solve

__version__ = version("harpan-solver")

__all__ = [
    "Deal",
    "Game",
    "HarpanError",
    "IllegalMove",
    "InputError",
    "Limits",
    "Move",
    "Position",
    "Reason",
    "ReplayFault",
    "Rules",
    "Solution",
    "Verdict",
    "__version__",
    "deal",
    "parse_move",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Loads ``solve``, and with it the compiler, only when it is asked for."""
    if name == "solve":
        return import_module("harpan_solver.solver").solve
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
