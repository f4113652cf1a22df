"""Speed of the compiled search alone: states a second, and seconds a deal without Python's part.

    python -m benchmarks.kernels --save results/kernels.json

The rate is that of the plain search in one order of moves; easier games and short tries are off, so that
cheap states do not flatter it. "small" searches end before the table outgrows a core's cache, "large"
ones go on until it lies in main memory. Seconds a deal are the time spent inside the kernels by a whole
solve, for every deal of the list.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.figures import short, spread, spread_table
from experiments.running import run_program
from harpan_solver import engine
from harpan_solver.cuts import ALL_CUTS, NO_FAULTS
from harpan_solver.deals import deal, expand_names
from harpan_solver.effort import Effort
from harpan_solver.kernels import relaxation, search, table
from harpan_solver.limits import Limits
from harpan_solver.origin import origin
from harpan_solver.packing import pack
from harpan_solver.plan import order
from harpan_solver.rules import Rules
from harpan_solver.solver import solve
from harpan_solver.warmup import prepare

# Deals whose plain search is long, with the draw count.
LONG_DEALS = (("solvitaire:598", 3), ("solvitaire:765", 3), ("solvitaire:679", 3), ("solvitaire:598", 1))
SIZES = {"small": 100_000, "large": 8_000_000}
REPEATS = 3


def main(words: Sequence[str] | None = None) -> int:
    """Measures, prints and saves."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.kernels",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("deals", nargs="*", default=["solvitaire:1-300"], metavar="DEAL")
    parser.add_argument("--draw", type=int, default=3)
    parser.add_argument("--save", type=Path, metavar="JSON")
    chosen = parser.parse_args(words)
    prepare(lambda line: print(line, file=sys.stderr))
    rates = {size: plain_rates(states) for size, states in SIZES.items()}
    inside = seconds_inside(chosen.deals, Rules(draw=chosen.draw))
    for size, by_deal in rates.items():
        for name, rate in by_deal.items():
            print(f"{size:<8}{name:<26}{short(rate / 1e6):>8} million states a second")
    print(spread_table({"kernel s": spread(inside)}))
    if chosen.save:
        report = {"origin": origin(), "states_a_second": rates, "kernel_seconds": spread(inside)}
        chosen.save.write_text(json.dumps(report, indent=1) + "\n")
    return 0


def plain_rates(states: int) -> dict[str, float]:
    """States a second of CPU, by deal; the best of some repeats, since others share the machine."""
    rates = {}
    for name, draw in LONG_DEALS:
        packed = pack(deal(name).position, Rules(draw=draw), ALL_CUTS, NO_FAULTS)
        best = 0.0
        for _ in range(REPEATS):
            effort = Effort(Limits(), 1.0, None)
            engine.search_deal(packed, [order("ushp")], states, effort)
            best = max(best, effort.nodes / effort.seconds)
        rates[f"{name} draw {draw}"] = best
    return rates


def seconds_inside(names: Sequence[str], rules: Rules) -> dict[str, float]:
    """Seconds that the kernels took of each deal's solve."""
    clock = Clock()
    for module, kernel in (
        (search, "begin"),
        (search, "run"),
        (table, "rehash"),
        (relaxation, "begin"),
        (relaxation, "run"),
        (relaxation, "rehash"),
    ):
        setattr(module, kernel, clock.timed(getattr(module, kernel)))
    inside = {}
    for each in expand_names(names):
        clock.seconds = 0.0
        solve(each, rules)
        inside[each.name] = clock.seconds
    return inside


class Clock:
    """Adds up the time spent in functions."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, its time added up."""

        def call(*arguments: Any) -> Any:
            start = time.perf_counter()
            result = function(*arguments)
            self.seconds += time.perf_counter() - start
            return result

        return call


if __name__ == "__main__":
    run_program(main)
