"""Do the rules without a published proof ever change a verdict? Normal mode beside strict mode.

    python experiments/strict_mode.py

Deal ``harpan:N`` is asked under one of 24 rule sets in turn (draw 1, 2, 3; passes 1, 2, 3, unlimited;
worrying back on, off), in both modes. Deals that one of the modes cannot decide within the states
allowed are counted apart. Exit status 1 if any verdict differed.
"""

import argparse
import itertools
import json
import sys
from collections import Counter
from pathlib import Path

from tqdm import tqdm

import harpan_solver as hs
from experiments.running import run_program
from harpan_solver.cuts import ALL_CUTS, STRICT_CUTS
from harpan_solver.origin import origin
from harpan_solver.result import Verdict
from harpan_solver.warmup import prepare

ROOT = Path(__file__).resolve().parents[1]
RULE_SETS = [
    hs.Rules(draw, passes, worrying_back)
    for draw, passes, worrying_back in itertools.product((1, 2, 3), (1, 2, 3, None), (True, False))
]


def main() -> int:
    """Runs the comparison and writes the summary."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=3600, help="how many, from harpan:1 (default 3600)")
    parser.add_argument("--max-nodes", type=int, default=5_000_000, help="for each solve (default 5000000)")
    parser.add_argument("--save", type=Path, default=ROOT / "results" / "strict-mode.json")
    chosen = parser.parse_args()
    prepare(lambda line: print(line, file=sys.stderr))
    limits = hs.Limits(max_nodes=chosen.max_nodes)
    counts: Counter[str] = Counter()
    nodes: Counter[str] = Counter()
    differences = []
    for number in tqdm(range(1, chosen.deals + 1), unit="deal", disable=None):
        rules = RULE_SETS[number % len(RULE_SETS)]
        normal = hs.solve(number, rules, limits, cuts=ALL_CUTS)
        strict = hs.solve(number, rules, limits, cuts=STRICT_CUTS)
        nodes.update(normal=normal.nodes, strict=strict.nodes)
        if Verdict.UNDECIDED in (normal.verdict, strict.verdict):
            counts[f"undecided: normal {normal.verdict}, strict {strict.verdict}"] += 1
        elif normal.verdict is strict.verdict:
            counts[f"both {normal.verdict}"] += 1
        else:
            differences.append({"deal": f"harpan:{number}", "rules": rules.row()})
    report = {
        "origin": origin(),
        "deals": f"harpan:1-{chosen.deals}",
        "rule_sets": [rules.row() for rules in RULE_SETS],
        "max_nodes": chosen.max_nodes,
        "counts": dict(sorted(counts.items())),
        "states": dict(nodes),
        "differences": differences,
    }
    chosen.save.write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps({key: report[key] for key in ("counts", "states", "differences")}, indent=1))
    return 1 if differences else 0


if __name__ == "__main__":
    run_program(main)
