"""Solves Harpan (Klondike) exactly, with all cards known.

>>> import harpan_solver as hs
>>> solution = hs.solve(hs.deal(42), hs.Rules(draw=3))

Every name below is loaded from its module when it is first asked for, so that importing the package
costs next to nothing.
"""

# As typing.TYPE_CHECKING, which type checkers know by its name: nothing at all is imported here.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from harpan_solver.batch.estimate import estimate
    from harpan_solver.batch.winnable import Winnable, winnable
    from harpan_solver.deals import Deal, deal
    from harpan_solver.errors import HarpanError, IllegalMove, InputError, ReplayFault
    from harpan_solver.game import Game
    from harpan_solver.hints import Hint, Outlook, hint
    from harpan_solver.limits import Limits
    from harpan_solver.moves import Move, parse_move
    from harpan_solver.passes import FewestPasses, fewest_passes
    from harpan_solver.position import Position
    from harpan_solver.result import Reason, Solution, Verdict
    from harpan_solver.rules import Rules
    from harpan_solver.scoring import score, vegas_balance
    from harpan_solver.solver import solve

    __version__: str

__all__ = [
    "Deal",
    "FewestPasses",
    "Game",
    "HarpanError",
    "Hint",
    "IllegalMove",
    "InputError",
    "Limits",
    "Move",
    "Outlook",
    "Position",
    "Reason",
    "ReplayFault",
    "Rules",
    "Solution",
    "Verdict",
    "Winnable",
    "__version__",
    "deal",
    "estimate",
    "fewest_passes",
    "hint",
    "parse_move",
    "score",
    "solve",
    "vegas_balance",
    "winnable",
]

# Module -> the names that come from it.
_HOMES = {
    "batch.estimate": ("estimate",),
    "batch.winnable": ("Winnable", "winnable"),
    "deals": ("Deal", "deal"),
    "errors": ("HarpanError", "IllegalMove", "InputError", "ReplayFault"),
    "game": ("Game",),
    "hints": ("Hint", "Outlook", "hint"),
    "limits": ("Limits",),
    "moves": ("Move", "parse_move"),
    "passes": ("FewestPasses", "fewest_passes"),
    "position": ("Position",),
    "result": ("Reason", "Solution", "Verdict"),
    "rules": ("Rules",),
    "scoring": ("score", "vegas_balance"),
    "solver": ("solve",),
}


if not TYPE_CHECKING:  # so that type checkers complain about names that do not exist

    def __getattr__(name: str) -> object:
        """Loads a name of ``__all__`` when it is first asked for; afterwards it is there."""
        from importlib import import_module

        if name == "__version__":
            value = import_module("importlib.metadata").version("harpan-solver")
        else:
            home = next((module for module, names in _HOMES.items() if name in names), None)
            if home is None:
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            value = getattr(import_module(f"{__name__}.{home}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """The names of ``__all__`` too, loaded or not."""
    return sorted({*globals(), *__all__})
