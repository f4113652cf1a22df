"""How hard a winnable deal is: a measure that does not depend on the solver's plan.

The ease of a deal is the share of ``TRIES`` careless searches that win it. A careless search knows the
cards, tries the moves of every position in an order drawn for that position from ``MIXTURE`` random ones,
never comes back to a position, and gives up after ``STATES`` positions, or ``STATES_LIMITED`` where
passes are limited, as far more ways of playing lose there. The orders are the same for every deal, so
ease is a fixed property of a deal and its rules; between rules it does not compare. An ease of 1 says that
hardly any way of playing misses the win; 0 that a win needs a search.
"""

import random
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from harpan_solver.cuts import ALL_CUTS, NO_FAULTS
from harpan_solver.effort import Effort
from harpan_solver.limits import Limits
from harpan_solver.position import Position
from harpan_solver.result import Verdict
from harpan_solver.rules import Rules

# Loaded where deals are graded: the process that hands them out has no need of the kernels.
if TYPE_CHECKING:
    from harpan_solver.engine import Order

TRIES = 64
STATES = 1_000
STATES_LIMITED = 20_000
# With draw 3, unlimited or three passes, about a third of winnable deals is so easy, and a third so hard.
EASY = 0.7
HARD = 0.35


class Grade(NamedTuple):
    """How hard a deal is.

    Attributes:
        ease: share of careless searches that win.
        length: moves of the solution found.
        states: states entered to find it.
    """

    ease: float
    length: int
    states: int


@cache
def _careless(number: int) -> "tuple[Order, ...]":
    from harpan_solver.plan import MIXTURE, order

    chance = random.Random(number)
    orders = []
    for _ in range(MIXTURE):
        letters = list("usph")
        chance.shuffle(letters)
        text = "".join(letters)
        orders.append(order(text.upper() if chance.random() < 0.5 else text))
    return tuple(orders)


def ease(position: Position, rules: Rules) -> float:
    """The share of careless searches that win."""
    from harpan_solver.engine import search_deal
    from harpan_solver.packing import pack

    packed = pack(position, rules, ALL_CUTS, NO_FAULTS)
    effort = Effort(Limits(max_seconds=None), 1.0, None)
    states = STATES if rules.passes is None else STATES_LIMITED
    won = sum(
        search_deal(packed, _careless(number), states, effort).verdict is Verdict.SOLVABLE
        for number in range(TRIES)
    )
    return won / TRIES
