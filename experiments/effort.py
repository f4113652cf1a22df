"""How much work is a deal? States and CPU seconds, deal by deal, under one rule set after the other.

    python -m experiments.effort --folder stores

Every rule set is estimated on its own, into a store of its own in the folder, so that each deal is really
searched under it. The same command goes on where it was stopped.
"""

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import harpan_solver as hs
from experiments.files import RESULTS, save
from experiments.running import run_program
from harpan_solver.batch.store import open_to_read

RULES = {
    "draw1": hs.Rules(1),
    "draw1-passes3": hs.Rules(1, 3),
    "draw1-passes1": hs.Rules(1, 1),
    "draw2": hs.Rules(2),
    "draw3": hs.Rules(3),
    "draw3-passes3": hs.Rules(3, 3),
}
MAX_SECONDS = 60.0
# Bins of the histograms are equal on a logarithmic scale.
BINS_PER_DECADE = 10
SHARES = (0.5, 0.9, 0.99, 0.999, 1.0)
WORST = 10


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", default="harpan:1-5000", help="(default %(default)s)")
    parser.add_argument("--folder", type=Path, required=True, help="of the stores")
    parser.add_argument("--workers", type=int, help="processes (default: one a core)")
    parser.add_argument("--save", type=Path, default=RESULTS / "effort.json", help="(default %(default)s)")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    """Runs the experiment."""
    chosen = arguments().parse_args(words)
    found = []
    for name, rules in RULES.items():
        store = chosen.folder / f"effort-{name}.sqlite"
        hs.estimate(
            chosen.deals,
            rules.draw,
            rules.passes,
            rules.worrying_back,
            store=store,
            max_seconds=MAX_SECONDS,
            workers=chosen.workers,
        )
        found.append({"rules": rules.row(), **summary(store)})
    report = {
        "deals": chosen.deals,
        "max_seconds": MAX_SECONDS,
        "bins_per_decade": BINS_PER_DECADE,
        "rule_sets": found,
    }
    save(report, chosen.save)


def summary(store: Path) -> dict[str, Any]:
    """What a store with one rule set says of the work.

    A bin ``n`` of a histogram counts values from 10 ** (n / BINS_PER_DECADE) up to that of ``n + 1``.
    """
    with open_to_read(store) as connection:
        rows = connection.execute("SELECT deal, verdict, states, cpu_seconds FROM results").fetchall()
    result: dict[str, Any] = {"deals": len(rows)}
    result["verdicts"] = dict(sorted(Counter(verdict for _, verdict, _, _ in rows).items()))
    for column, key in ((2, "states"), (3, "seconds")):
        values = sorted(row[column] for row in rows)
        result[key] = {
            "sum": sum(values),
            "quantiles": {str(share): values[math.ceil(share * len(values)) - 1] for share in SHARES},
            "histogram": {
                verdict: bins([row[column] for row in rows if row[1] == verdict])
                for verdict in result["verdicts"]
            },
        }
    result["worst"] = [
        {"deal": deal, "verdict": verdict, "states": states, "seconds": seconds}
        for deal, verdict, states, seconds in sorted(rows, key=lambda row: -row[3])[:WORST]
    ]
    return result


def bins(values: list[float]) -> dict[int, int]:
    """How many values fall into which bin of a logarithmic histogram; 0 counts as a billionth."""
    found = Counter(math.floor(math.log10(max(value, 1e-9)) * BINS_PER_DECADE) for value in values)
    return dict(sorted(found.items()))


if __name__ == "__main__":
    run_program(main)
