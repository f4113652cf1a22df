"""``thoughtful``: plays the solver's solution of a deal that it knows; the upper bound of all players."""

from collections import deque
from collections.abc import Callable

from harpan_solver import warmup
from harpan_solver.limits import Limits
from harpan_solver.moves import Move
from harpan_solver.observation import Observation
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from harpan_solver.solver import DEFAULT_LIMITS, solve


class ThoughtfulPlayer:
    """Looks under the cards before the first move, and gives up what cannot be won at once.

    A deal that the solver leaves undecided within the limits is given up too.
    """

    def __init__(self, rules: Rules, seed: int = 0, limits: Limits = DEFAULT_LIMITS) -> None:
        self.rules = rules
        self.limits = limits
        self._solution: deque[Move] = deque()

    def get_ready(self, announce: Callable[[str], None]) -> None:
        """Compile or load the solver."""
        warmup.prepare(announce)

    def look_under(self, start: Position) -> None:
        """Solve the deal."""
        self._solution = deque(solve(start, self.rules, self.limits).moves)

    def choose(self, seen: Observation) -> Move | None:
        """The next move of the solution."""
        return self._solution.popleft() if self._solution else None
