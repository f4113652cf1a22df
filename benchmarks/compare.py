"""Compares two saved runs deal by deal.

python -m benchmarks.compare results/before.json results/after.json
"""

import argparse
import json
import math
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.figures import short
from experiments.running import run_program

Run: TypeAlias = dict[str, Any]

# Below this a deal's CPU time is the clock's grain and says nothing.
LEAST_SECONDS = 0.001
SAME = ("rules", "solve_options")
SAME_MACHINE = ("processor", "cores", "python", "numpy", "numba")


def main(words: Sequence[str] | None = None) -> int:
    """Prints the comparison; 1 when a deal is won in one run and lost in the other, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--top", type=int, default=10, help="deals named at either end (default 10)")
    chosen = parser.parse_args(words)
    first, second = (json.loads(path.read_text(encoding="utf-8")) for path in (chosen.first, chosen.second))
    lines, contradictions = compare(first, second, chosen.top)
    print("\n".join(lines))
    return 1 if contradictions else 0


def compare(first: Run, second: Run, top: int) -> tuple[list[str], int]:
    """The comparison as lines, and how many deals are won in one run and lost in the other."""
    one, two = ({row["deal"]: row for row in run["rows"]} for run in (first, second))
    common = [deal for deal in one if deal in two]
    if not common:
        raise SystemExit("the two runs have no deal in common")
    lines = different_questions(first, second)
    lines.append(f"{len(common):,} deals in common of {len(one):,} and {len(two):,}")
    lines.append(f"{'':<24}{'first':>16}{'second':>16}{'second/first':>14}")
    for name, key in (("states", "nodes"), ("search CPU seconds", "seconds")):
        totals = [math.fsum(run[deal][key] for deal in common) for run in (one, two)]
        lines.append(line(name, *totals))
    if len(common) == len(one) == len(two):
        lines.append(line("process CPU seconds", first["process"]["cpu"], second["process"]["cpu"]))
        lines.append(line("process wall seconds", first["process"]["wall"], second["process"]["wall"]))
    lines.append(line("peak MiB", first["process"]["peak_mib"], second["process"]["peak_mib"]))
    if "start" in first and "start" in second:
        for name, key in (
            ("first start, seconds", "cold_wall"),
            ("later start, seconds", "warm_wall_median"),
        ):
            lines.append(line(name, first["start"][key], second["start"][key]))
    lines += ratios(one, two, common, top)
    changes = [deal for deal in common if one[deal]["verdict"] != two[deal]["verdict"]]
    lines.append(f"{len(changes)} verdicts differ")
    lines += [f"  {deal:<24}{one[deal]['verdict']} -> {two[deal]['verdict']}" for deal in changes]
    contradictions = [
        deal for deal in changes if "undecided" not in (one[deal]["verdict"], two[deal]["verdict"])
    ]
    return lines, len(contradictions)


def different_questions(first: Run, second: Run) -> list[str]:
    """What else differs between the two runs, one line each."""
    pairs = [(key, first[key], second[key]) for key in SAME]
    pairs += [(key, first["origin"].get(key), second["origin"].get(key)) for key in SAME_MACHINE]
    return [f"different {key}: {one} and {two}" for key, one, two in pairs if one != two]


def ratios(one: Run, two: Run, common: list[str], top: int) -> list[str]:
    """How the deals' ratios second/first are spread, and the deals at either end."""
    lines = []
    for name, key, least in (("states", "nodes", 1.0), ("CPU", "seconds", LEAST_SECONDS)):
        by_deal = {
            deal: two[deal][key] / one[deal][key]
            for deal in common
            if min(one[deal][key], two[deal][key]) >= least
        }
        if not by_deal:
            continue
        mean, middle = statistics.geometric_mean(by_deal.values()), statistics.median(by_deal.values())
        lines.append(
            f"{name} by deal, second/first ({len(by_deal):,} deals): geometric mean {mean:.3f}, "
            f"median {middle:.3f}"
        )
        ordered = sorted(by_deal, key=by_deal.__getitem__)
        ends = dict.fromkeys([*ordered[:top], *ordered[max(len(ordered) - top, 0) :]])
        for deal in ends:
            figures = f"{short(one[deal][key]):>16}{short(two[deal][key]):>16}"
            lines.append(f"  {deal:<22}{figures}{by_deal[deal]:>14.3f}")
    return lines


def line(name: str, first: float, second: float) -> str:
    """One row of the table of totals."""
    ratio = f"{second / first:>14.3f}" if first else f"{'':>14}"
    return f"{name:<24}{short(first):>16}{short(second):>16}{ratio}"


if __name__ == "__main__":
    run_program(main)
