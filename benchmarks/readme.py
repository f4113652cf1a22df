"""Writes the table of figures in the README from the saved results, so that none is typed.

python -m benchmarks.readme           # rewrite the table
python -m benchmarks.readme --check   # exit status 1 if it is not what the results say
"""

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.figures import short
from experiments.running import run_program

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
RESULTS = ROOT / "results"
BEGIN, END = "<!-- figures: python -m benchmarks.readme -->\n", "<!-- end of figures -->\n"


def main(words: Sequence[str] | None = None) -> int:
    """Rewrites or checks the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.readme",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--check", action="store_true", help="change nothing")
    chosen = parser.parse_args(words)
    before = README.read_text(encoding="utf-8")
    after = re.sub(
        f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: BEGIN + table() + END, before, flags=re.S
    )
    if not chosen.check:
        README.write_text(after, encoding="utf-8")
    return int(chosen.check and before != after)


def read(name: str) -> dict[str, Any]:
    """One file of results."""
    report: dict[str, Any] = json.loads((RESULTS / name).read_text(encoding="utf-8"))
    return report


def table() -> str:
    """The table in Markdown, and what it was measured on."""
    rows = ["| what | figure | file |", "|---|---|---|"]
    for draw in (3, 1):
        name = f"speed-draw{draw}.json"
        rows += [f"| {what} | {figure} | {name} |" for what, figure in speed(read(name))]
    kernels = read("kernels.json")
    rates = {size: sorted(each.values()) for size, each in kernels["states_a_second"].items()}
    kernel_median = kernels["kernel_seconds"]["median"]
    rows += [
        f"| median deal, compiled search alone | {short(kernel_median * 1000)} ms | kernels.json |",
        f"| states a second, plain search, table in cache | {short(rates['small'][0] / 1e6)} to "
        f"{short(rates['small'][-1] / 1e6)} million | kernels.json |",
        f"| the same, table in main memory | {short(rates['large'][0] / 1e6)} to "
        f"{short(rates['large'][-1] / 1e6)} million | kernels.json |",
    ]
    rows += [f"| {what} | {figure} | parallel.json |" for what, figure in parallel(read("parallel.json"))]
    rows += [f"| {what} | {figure} | shortest.json |" for what, figure in lengths(read("shortest.json"))]
    rows += [f"| {what} | {figure} | {name} |" for what, figure, name in checks()]
    origin = read("speed-draw3.json")["origin"]
    rows += [
        "",
        f"Measured on {origin['processor']}, {origin['cores']} cores, Python {origin['python']}, Numba "
        f"{origin['numba']}. The files are in [results](results/README.md), each with its command.",
        "",
    ]
    return "\n".join(rows)


def speed(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Rows of a saved run of ``benchmarks.run``."""
    process, spread, known = report["process"], report["spread"]["seconds"], report["known"]
    deals = f"{report['counts']['deals']:,} deals (`solvitaire:`), draw {report['rules']['draw']}"
    rows = [
        (
            f"{deals}: CPU of the whole process",
            f"{short(process['cpu'])} s; the best program known: {short(known['seconds']['total'])} s",
        ),
        (
            "99 %; worst deal",
            f"{short(spread['p99'])} s; {short(spread['worst'])} s ({spread['worst_deal']})",
        ),
        (
            "undecided; verdicts that differ from known ones",
            f"{report['counts']['undecided']}; {len(known['different'])}",
        ),
        ("peak memory of that process", f"{process['peak_mib']:.0f} MiB"),
    ]
    if "start" in report:
        start = report["start"]
        rows.append(
            (
                "`harpan-solve 42`, once compiled; the first time",
                f"{short(start['warm_wall_median'])} s; {short(start['cold_wall'])} s",
            )
        )
    return rows


def parallel(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Rows of a saved run of ``benchmarks.parallel``: its last number of workers beside the first."""
    (first, one), *_, (last, many) = report["workers"].items()
    scaling = report["scaling"][last]
    return [
        (
            f"`{' '.join(report['deals'])}`, draw {report['draw']}: wall with {first} worker; with {last}",
            f"{short(one['wall'])} s; {short(many['wall'])} s",
        ),
        (
            "times as fast; the same without the start of the process",
            f"{scaling['whole']:.2f}; {scaling['after_start']:.2f}",
        ),
    ]


def lengths(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Rows of a saved run of ``benchmarks.shortest``."""
    spreads = report["spreads"]
    return [
        (
            f"{report['deals']} deals of known fewest moves: proven within {report['max_seconds']:g} s each; "
            "lengths that differ",
            f"{report['proven']}; {len(report['different'])}",
        ),
        (
            f"the same: median CPU; pyksolve's minimal mode, at most {report['pyksolve_states']:,} states "
            f"({report['pyksolve_proven']} proven)",
            f"{short(spreads['ours']['median'])} s; {short(spreads['pyksolve']['median'])} s",
        ),
    ]


def checks() -> list[tuple[str, str, str]]:
    """Rows of the experiments that look for wrong verdicts."""
    small, strict = read("small-decks.json"), read("strict-mode.json")
    compared = sum(count for what, count in strict["counts"].items() if what.startswith("both"))
    return [
        (
            "small decks beside a complete search: decks; solves; differences",
            f"{small['decks_in_all']:,}; {small['solves_in_all']:,}; {len(small['differences'])}",
            "small-decks.json",
        ),
        (
            "normal mode beside strict mode: deals decided by both; differences",
            f"{compared:,}; {len(strict['differences'])}",
            "strict-mode.json",
        ),
    ]


if __name__ == "__main__":
    run_program(main)
