"""What the machinery around the solver costs, one question at a time; other work on the machine disturbs it.

    python -m experiments.batch_costs overhead   # CPU of a whole estimate beside that of its searches
    python -m experiments.batch_costs start      # wall time until one deal is solved
    python -m experiments.batch_costs memory     # memory of all processes together, on hard deals
    python -m experiments.batch_costs store      # a million stored rows, read and summed

Each writes ``results/batch-QUESTION.json``.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from experiments.files import RESULTS, save
from experiments.running import run_program
from experiments.tree import Measured, run_tree
from harpan_solver.batch.grid import rule_grid
from harpan_solver.batch.settle import Finding, Task
from harpan_solver.batch.store import Ran, Store, contents
from harpan_solver.limits import Limits

HARPAN = [sys.executable, "-m", "harpan_solver.cli"]
# Wall time is disturbed by whatever else runs: the median of so many.
REPEATS = 7
OVERHEAD_DEALS = "harpan:1-10000"
# Deals whose searches fill any table: draw 1, three passes, no worrying back.
HARD_RULES = ["--draw", "1", "--passes", "3", "--worrying-back", "off"]
HARD_SECONDS = 60
BUDGETS_MB = (256, 512, 768, 1024, 2048)
MILLION = 1_000_000


def main(words: Sequence[str] | None = None) -> None:
    """Answers one question."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("question", choices=QUESTIONS)
    parser.add_argument("--deals", nargs="+", help="for overhead and memory: other deals")
    parser.add_argument("--workers", type=int, default=2, help="for overhead and memory (default 2)")
    chosen = parser.parse_args(words)
    report = QUESTIONS[chosen.question](chosen)
    report["load"] = [round(each, 2) for each in os.getloadavg()]
    save(report, RESULTS / f"batch-{chosen.question}.json")
    print(json.dumps(report, indent=1))


def run(*words: str, sampled: bool = False) -> Measured:
    """One command of ``harpan``."""
    done = run_tree([*HARPAN, *words], sampled)
    if done.status:
        raise SystemExit(f"harpan {' '.join(words)}: exit status {done.status}: {done.errors}")
    return done


def overhead(chosen: argparse.Namespace) -> dict[str, Any]:
    """CPU seconds of all processes of an estimate with a store, and of its searches by themselves."""
    deals = chosen.deals or [OVERHEAD_DEALS]
    run("estimate", "1", "--workers", "1")  # compiles, where that has not been done
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "runs.sqlite"
        done = run("estimate", *deals, "--store", str(store), "--workers", str(chosen.workers), "--json")
        [row] = contents(store)
    return {
        "deals": deals,
        "workers": chosen.workers,
        "rules": row["rules"],
        "decided": row["won"] + row["lost"],
        "undecided": row["undecided"],
        "searches_cpu": row["cpu_seconds"],
        "whole_cpu": done.cpu,
        "ratio": done.cpu / row["cpu_seconds"],
        "wall": done.wall,
    }


def start(chosen: argparse.Namespace) -> dict[str, Any]:
    """Wall and CPU seconds of commands that solve one deal."""
    commands = {
        "harpan solve 42": ["solve", "42", "--json"],
        "harpan estimate 42 --workers 1": ["estimate", "42", "--workers", "1", "--json"],
        "harpan estimate 42 --workers 2": ["estimate", "42", "--workers", "2", "--json"],
        "harpan winnable --count 1 --workers 2": ["winnable", "--count", "1", "--workers", "2"],
    }
    run(*commands["harpan estimate 42 --workers 1"])
    found = {}
    for name, words in commands.items():
        every = [run(*words) for _ in range(REPEATS)]
        found[name] = {
            "wall_median": statistics.median(each.wall for each in every),
            "wall": [round(each.wall, 3) for each in every],
            "cpu_median": statistics.median(each.cpu for each in every),
        }
    return {"repeats": REPEATS, "commands": found}


def memory(chosen: argparse.Namespace) -> dict[str, Any]:
    """Memory of all processes of an estimate of hard deals, for several budgets."""
    rows = []
    for budget in BUDGETS_MB:
        done = run(
            "estimate",
            *chosen.deals,
            *HARD_RULES,
            *("--workers", str(chosen.workers), "--memory-mb", str(budget)),
            *("--max-seconds", str(HARD_SECONDS), "--json"),
            sampled=True,
        )
        result = json.loads(done.output)
        rows.append(
            {
                "memory_mb": budget,
                "peak_mib": round(done.peak_mib, 1),
                "processes": done.processes,
                "undecided": result["undecided"],
                "told": done.errors.strip(),
            }
        )
    return {"deals": chosen.deals, "rules": HARD_RULES, "workers": chosen.workers, "budgets": rows}


def store(chosen: argparse.Namespace) -> dict[str, Any]:
    """Seconds to read and sum a million rows, by ``harpan estimate`` and by ``harpan stores``."""
    grid = rule_grid([3], [1, None], [True])
    deals = MILLION // len(grid)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.sqlite"
        with Store(path, grid, Ran(Limits(), "0.1.0")) as kept:
            kept.write(
                (Task("harpan:", number, (0, 1)), [_finding(number, 0), _finding(number, 1)])
                for number in range(1, deals + 1)
            )
        reading = ["estimate", f"1-{deals}", "--passes", "1,unlimited", "--store", str(path), "--json"]
        listing = ["stores", str(path), "--json"]
        found = {}
        for name, words in (("harpan estimate", reading), ("harpan stores", listing)):
            every = [run(*words) for _ in range(REPEATS)]
            found[name] = {
                "wall_median": statistics.median(each.wall for each in every),
                "cpu_median": statistics.median(each.cpu for each in every),
            }
        size = path.stat().st_size
    return {"rows": MILLION, "bytes_a_row": size / MILLION, "repeats": REPEATS, "commands": found}


def _finding(number: int, rules: int) -> Finding:
    won = number % 3 > rules
    return Finding(
        rules, "solvable" if won else "unsolvable", None, None, 120 if won else None, 9999, 0.0012345
    )


QUESTIONS: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "overhead": overhead,
    "start": start,
    "memory": memory,
    "store": store,
}


if __name__ == "__main__":
    run_program(main)
