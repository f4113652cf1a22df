"""How many states each search enters, recorded so that no change moves them unnoticed.

    python -m tests.record_nodes    # rewrites tests/data/nodes.csv

Counts are those of a machine of 64 bits, whatever its speed and memory.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harpan_solver.cuts import ALL_CUTS, NO_CUTS, STRICT_CUTS
from harpan_solver.limits import Limits
from harpan_solver.rules import Rules
from harpan_solver.shortest import shortest
from harpan_solver.solver import solve

RECORD = Path(__file__).with_name("data") / "nodes.csv"
LIMITS = Limits(max_nodes=400_000)
CUTS = {"all": ALL_CUTS, "strict": STRICT_CUTS, "none": NO_CUTS}
SHORTEST = "shortest"
DEALS = tuple(f"solvitaire:{number}" for number in range(1, 13))
RULE_SETS = (
    Rules(draw=3),
    Rules(draw=1),
    Rules(draw=2),
    Rules(draw=5),
    Rules(draw=3, passes=1),
    Rules(draw=3, passes=3),
    Rules(draw=1, passes=1),
    Rules(draw=1, passes=2),
    Rules(draw=3, worrying_back=False),
    Rules(draw=1, passes=2, worrying_back=False),
)


class Count(NamedTuple):
    """One search: what was asked, and its verdict and count of states; ``search`` is a key of ``CUTS``."""

    deal: str
    draw: str
    passes: str
    worrying_back: str
    search: str
    verdict: str
    nodes: str


def counts() -> Iterator[Count]:
    """Every search of the record, done anew."""
    for rules in RULE_SETS:
        for search in (*CUTS, SHORTEST):
            for deal in DEALS if search == "all" else DEALS[:4]:
                yield count(deal, rules, search)


def count(deal: str, rules: Rules, search: str) -> Count:
    """One search, done anew."""
    if search == SHORTEST:
        solution = shortest(deal, rules, LIMITS).solution
    else:
        solution = solve(deal, rules, LIMITS, cuts=CUTS[search])
    return Count(
        deal,
        str(rules.draw),
        "" if rules.passes is None else str(rules.passes),
        str(int(rules.worrying_back)),
        search,
        solution.verdict if solution.reason is None else solution.reason,
        str(solution.nodes),
    )


def recorded() -> list[Count]:
    """The record."""
    with RECORD.open(encoding="ascii", newline="") as file:
        return [Count(**row) for row in csv.DictReader(file)]


if __name__ == "__main__":
    rows = list(counts())
    with RECORD.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Count._fields)
        writer.writerows(rows)
