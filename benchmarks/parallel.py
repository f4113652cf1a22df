"""How much faster ``harpan-solve`` is with more workers, all in threads of one process.

    python -m benchmarks.parallel solvitaire:1-1000 --draw 3 --save results/parallel.json

Whole processes with each number of workers take turns, so that a machine whose speed drifts treats them
alike; medians are compared. The start of the process, which no worker can share, is measured apart by
solving one deal, and the scaling is told with and without it.
"""

import argparse
import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.figures import short
from benchmarks.process import Measured, run_measured, solve_command
from benchmarks.run import DECIDED, ONE_DEAL, save
from experiments.running import run_program
from harpan_solver.origin import origin


def main(words: Sequence[str] | None = None) -> int:
    """Runs the benchmark; 1 when the rows depend on the number of workers, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.parallel",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("deals", nargs="*", default=["solvitaire:1-1000"], metavar="DEAL")
    parser.add_argument("--draw", type=int, default=3)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="the first is compared with")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--save", type=Path, metavar="JSON")
    chosen = parser.parse_args(words)
    program = [*solve_command(), "--json", "--draw", str(chosen.draw)]
    finished(program, ONE_DEAL[-1:], 1)  # compiles, where that has not been done
    starts, runs, alike = take_turns(program, chosen.deals, chosen.workers, chosen.repeats)
    report = {
        "origin": origin(),
        "deals": chosen.deals,
        "draw": chosen.draw,
        "start": figures(starts),
        "workers": {str(workers): figures(each) for workers, each in runs.items()},
        "scaling": scaling(starts, runs),
        "same_rows": alike,
    }
    print(text(report))
    if chosen.save:
        save(report, chosen.save)
    return 0 if alike else 1


def take_turns(
    program: list[str], deals: list[str], workers: list[int], repeats: int
) -> tuple[list[Measured], dict[int, list[Measured]], bool]:
    """Starts, the runs of each number of workers, and whether all runs gave the same rows."""
    starts: list[Measured] = []
    runs: dict[int, list[Measured]] = {each: [] for each in workers}
    rows = []
    for _ in range(repeats):
        starts.append(finished(program, ONE_DEAL[-1:], 1))
        for each in workers:
            runs[each].append(finished(program, deals, each))
            rows.append(rows_of(runs[each][-1]))
    return starts, runs, all(each == rows[0] for each in rows)


def finished(program: list[str], deals: list[str], workers: int) -> Measured:
    """One process over these deals."""
    command = [*program, "--workers", str(workers), *deals]
    done = run_measured(command)
    if done.status not in DECIDED:
        raise SystemExit(f"exit status {done.status}: {' '.join(command)}")
    return done


def rows_of(done: Measured) -> list[dict[str, Any]]:
    """The rows that a process wrote, without the seconds that its searches took."""
    return [{**json.loads(line), "seconds": None} for line in done.output.splitlines()]


def figures(runs: Sequence[Measured]) -> dict[str, object]:
    """Medians, and the wall times that they come from."""
    return {
        "wall": statistics.median(each.wall for each in runs),
        "cpu": statistics.median(each.cpu for each in runs),
        "peak_mib": statistics.median(each.peak_mib for each in runs),
        "walls": [each.wall for each in runs],
    }


def scaling(starts: Sequence[Measured], runs: dict[int, list[Measured]]) -> dict[str, dict[str, float]]:
    """How many times faster than the first number of workers: whole processes, and without their start."""
    start = statistics.median(each.wall for each in starts)
    first, *others = (
        (workers, statistics.median(each.wall for each in run)) for workers, run in runs.items()
    )
    return {
        str(workers): {"whole": first[1] / wall, "after_start": (first[1] - start) / (wall - start)}
        for workers, wall in others
    }


def text(report: dict[str, Any]) -> str:
    """The report in a few lines."""
    lines = [
        f"{what:<12}{short(each['wall'])} s wall, {short(each['cpu'])} s CPU, {each['peak_mib']:.0f} MiB"
        for what, each in [
            ("start", report["start"]),
            *((f"{workers} workers", each) for workers, each in report["workers"].items()),
        ]
    ]
    lines += [
        f"{workers} workers: {each['whole']:.2f} times as fast, {each['after_start']:.2f} without the start"
        for workers, each in report["scaling"].items()
    ]
    lines.append("the same rows" if report["same_rows"] else "ROWS DIFFER")
    return "\n".join(lines)


if __name__ == "__main__":
    run_program(main)
