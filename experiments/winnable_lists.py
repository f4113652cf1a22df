"""The first winnable deals of our own dealer, with their grades.

    python -m experiments.winnable_lists draw1
    python -m experiments.winnable_lists draw3-passes3

Writes three files to ``results/``: the compact list, which ``harpan winnable --verify`` checks; a CSV file
with the grade of every deal; and the origin of both with counts as JSON. A deal that is not decided within
the limits of ``hs.winnable`` would not be listed.
"""

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path

import harpan_solver as hs
from experiments.files import RESULTS, save, save_text
from experiments.running import run_program
from harpan_solver.batch.lists import csv_line, list_head, list_line

DEALER = "harpan:"
LISTS = {"draw1": hs.Rules(draw=1), "draw3-passes3": hs.Rules(draw=3, passes=3)}


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", choices=LISTS, help="which one")
    parser.add_argument("--count", type=int, default=10_000, help="deals (default %(default)s)")
    parser.add_argument("--workers", type=int, help="processes (default: one a core)")
    parser.add_argument("--folder", type=Path, default=RESULTS, help="(default %(default)s)")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    """Runs the experiment."""
    chosen = arguments().parse_args(words)
    rules = LISTS[chosen.list]
    lines = [list_head(DEALER, rules)]
    rows = [csv_line(("number", "ease", "length", "states"))]
    eases, lengths, last = [], [], 0
    for found in hs.winnable(chosen.count, f"{DEALER}1", rules, workers=chosen.workers):
        assert found.grade is not None
        ease, length, states = found.grade
        last = int(found.deal.name.removeprefix(DEALER))
        lines.append(list_line(DEALER, found))
        rows.append(csv_line((last, round(ease, 4), length, states)))
        eases.append(ease)
        lengths.append(length)
    stem = chosen.folder / f"winnable-{chosen.list}"
    save_text("\n".join(lines) + "\n", stem.with_suffix(".txt"))
    save_text("\n".join(rows) + "\n", stem.with_suffix(".csv"))
    report = {
        "rules": rules.row(),
        "tried": f"{DEALER}1-{last}",
        "winnable": len(eases),
        "ease_quartiles": statistics.quantiles(eases, n=4),
        "length_quartiles": statistics.quantiles(lengths, n=4),
    }
    save(report, stem.with_suffix(".json"))


if __name__ == "__main__":
    run_program(main)
