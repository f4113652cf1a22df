"""What each cutting rule is worth: the same deals with all rules, without each one, and with none.

    python -m benchmarks.ablation solvitaire:1-200 --draw 3 \\
        --save results/ablation-draw3.json --page docs/ablation-draw3.md

All variants solve a deal before the next deal's turn, in one process and each deal beginning with another
variant, so that a machine whose speed drifts treats them alike. A deal that a variant cannot decide within
the states allowed counts with what it spent.
"""

import argparse
import json
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from benchmarks.figures import short
from experiments.running import run_program
from harpan_solver.cuts import ALL_CUTS, NO_CUTS, STRICT_CUTS, Cuts
from harpan_solver.deals import expand_names
from harpan_solver.limits import Limits
from harpan_solver.origin import origin
from harpan_solver.rules import Rules
from harpan_solver.solver import solve
from harpan_solver.warmup import prepare

VARIANTS: dict[str, Cuts] = {
    "all rules": ALL_CUTS,
    **{f"without {name}": ALL_CUTS._replace(**{name: False}) for name in Cuts._fields},
    "strict": STRICT_CUTS,
    "none": NO_CUTS,
}


def main(words: Sequence[str] | None = None) -> int:
    """Runs the comparison; 1 when two variants decide a deal differently, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ablation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("deals", nargs="*", default=["solvitaire:1-200"], metavar="DEAL")
    parser.add_argument("--draw", type=int, default=3)
    parser.add_argument("--passes", type=int, help="default unlimited")
    parser.add_argument("--max-nodes", type=int, default=5_000_000, help="for each deal (default 5000000)")
    parser.add_argument("--save", type=Path, metavar="JSON")
    parser.add_argument(
        "--page", type=Path, metavar="MD", help="write the table and a figure (needs matplotlib) as a page"
    )
    chosen = parser.parse_args(words)
    rules = Rules(draw=chosen.draw, passes=chosen.passes)
    table, clashes = measure(chosen.deals, rules, Limits(max_nodes=chosen.max_nodes))
    print(text(table))
    report = {
        "origin": origin(),
        "rules": rules.row(),
        "deals": chosen.deals,
        "max_nodes": chosen.max_nodes,
        "variants": table,
        "clashes": clashes,
    }
    if chosen.save:
        chosen.save.write_text(json.dumps(report, indent=1) + "\n")
    if chosen.page:
        title = f"draw {rules.draw}, {' '.join(chosen.deals)}"
        figure = chosen.page.with_suffix(".png")
        plot(table, figure, title)
        chosen.page.write_text(page(report, title, figure.name))
    return 1 if clashes else 0


def measure(
    names: Sequence[str], rules: Rules, limits: Limits
) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Deals decided, states and CPU seconds of every variant; and the deals decided differently."""
    prepare(lambda line: print(line, file=sys.stderr))
    deals = expand_names(names)
    table = {name: {"decided": 0, "states": 0, "seconds": 0.0} for name in VARIANTS}
    clashes = []
    variants = deque(VARIANTS)
    for deal in tqdm(deals, total=deals.count, unit="deal", disable=None):
        verdicts = set()
        variants.rotate()
        for name in variants:
            solution = solve(deal, rules, limits, cuts=VARIANTS[name])
            row = table[name]
            row["states"] += solution.nodes
            row["seconds"] += solution.seconds
            if solution.reason is None:
                row["decided"] += 1
                verdicts.add(solution.verdict)
        if len(verdicts) > 1:
            clashes.append(deal.name)
    return table, clashes


def text(table: dict[str, dict[str, float]]) -> str:
    """The table in Markdown, with ratios to all rules."""
    base = table["all rules"]
    lines = ["| rules | decided | states | CPU s | states, ratio | CPU, ratio |", "|---|---|---|---|---|---|"]
    for name, row in table.items():
        ratios = [short(row[key] / base[key]) for key in ("states", "seconds")]
        lines.append(
            f"| {name} | {row['decided']:.0f} | {row['states']:,.0f} | {short(row['seconds'])} | "
            + " | ".join(ratios)
            + " |"
        )
    return "\n".join(lines)


def page(report: dict[str, Any], title: str, figure: str) -> str:
    """A page in Markdown: what was measured, the table, the figure."""
    made = report["origin"]
    return (
        f"# What each cutting rule is worth: {title}\n\n"
        f"Made by `{made['command']}`, version {made['version']}, commit {made['commit']}, "
        f"{made['processor']}, {made['date']}. At most {report['max_nodes']:,} states a deal; a deal not "
        f"decided by then counts with what it spent. Deals decided differently: {len(report['clashes'])}.\n\n"
        f"{text(report['variants'])}\n\n![States entered by each variant]({figure})\n"
    )


def plot(table: dict[str, dict[str, float]], path: Path, title: str) -> None:
    """Draws the states of every variant as bars, on a logarithmic scale."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    names = list(table)[::-1]
    figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
    bars = axes.barh(names, [table[name]["states"] for name in names], color="#4477aa")
    axes.bar_label(bars, [f"{table[name]['seconds']:.2f} s" for name in names], padding=3)
    axes.set_xscale("log")
    axes.set_xlabel("states entered (beside the bars: CPU seconds)")
    axes.set_title(title)
    axes.margins(x=0.15)
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    run_program(main)
