"""Shortest solutions beside pyksolve's minimal mode, on deals whose fewest moves are known.

    python -m benchmarks.shortest --save results/shortest.json

Ours are found in this process, theirs by ``benchmarks.rival`` in a process of its own at the same time;
both are measured in CPU seconds. A deal that pyksolve gives up at its limit of states counts with the time
it took.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from benchmarks.figures import Row, column, spread, spread_table
from benchmarks.run import save
from experiments.running import run_program
from harpan_solver import warmup
from harpan_solver.deals import Deal, parse_cards
from harpan_solver.limits import Limits
from harpan_solver.origin import origin
from harpan_solver.rules import Rules
from harpan_solver.shortest import prepare, shortest

KNOWN = Path(__file__).with_name("data") / "minimal_lengths.csv"


def main(words: Sequence[str] | None = None) -> int:
    """Runs the benchmark; 1 when a proven length differs from the known one, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.shortest",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("known", nargs="?", type=Path, default=KNOWN, metavar="CSV", help="known lengths")
    parser.add_argument("--every", type=int, default=1, help="take each so many-th deal (default 1)")
    parser.add_argument("--max-seconds", type=float, default=60, help="limit for a deal (default 60)")
    parser.add_argument("--memory-mb", type=int, default=2048, help="as for harpan-solve (default 2048)")
    parser.add_argument(
        "--pyksolve-states",
        type=int,
        default=1_000_000,
        help="its limit, 0 to leave it out (default 1000000)",
    )
    parser.add_argument("--save", type=Path, metavar="JSON", help="write everything to this file")
    chosen = parser.parse_args(words)
    limits = Limits(max_seconds=chosen.max_seconds, memory_mb=chosen.memory_mb)
    with chosen.known.open(encoding="ascii", newline="") as lines:
        deals = list(csv.DictReader(lines))[:: chosen.every]
    warmup.prepare(print)
    prepare(print)
    rows: list[Row] = []
    theirs: list[Row] = []
    for draw in sorted({deal["draw"] for deal in deals}):
        asked = [deal for deal in deals if deal["draw"] == draw]
        with tempfile.TemporaryFile("w+") as output:
            rival = start_rival(asked, draw, chosen.pyksolve_states, output)
            for deal in asked:
                rows.append(answer(deal, limits))
                print(rows[-1], flush=True)
            if rival is not None:
                if rival.wait():
                    raise SystemExit(f"pyksolve ended with exit status {rival.returncode}")
                output.seek(0)
                theirs += [{**json.loads(line), "draw": int(draw)} for line in output]
    report = {"origin": origin(), "max_seconds": chosen.max_seconds, "memory_mb": chosen.memory_mb}
    report |= summary(rows, theirs)
    print(text(report))
    if chosen.save:
        save(
            {**report, "pyksolve_states": chosen.pyksolve_states, "rows": rows, "theirs": theirs}, chosen.save
        )
    return 1 if report["different"] else 0


def start_rival(
    deals: Sequence[dict[str, str]], draw: str, states: int, output: IO[str]
) -> "subprocess.Popen[str] | None":
    """pyksolve on the same deals, or ``None`` when it is left out."""
    if not states:
        return None
    source = tempfile.TemporaryFile("w+")  # noqa: SIM115 - the process reads it after this function
    source.write("".join(f"{deal['deal']} {deal['cards']}\n" for deal in deals))
    source.seek(0)
    command = [sys.executable, "-m", "benchmarks.rival", draw, "minimal", str(states)]
    return subprocess.Popen(command, stdin=source, stdout=output, text=True)


def answer(deal: dict[str, str], limits: Limits) -> Row:
    """One deal: what is known, what was found, and the CPU seconds of the whole call."""
    rules = Rules(draw=int(deal["draw"]))
    known = int(deal["fewest_moves"]) if deal["fewest_moves"] else None
    start = time.thread_time()
    found = shortest(Deal(deal["deal"], parse_cards(deal["cards"])), rules, limits)
    return {
        "deal": deal["deal"],
        "draw": rules.draw,
        "known": known,
        "verdict": str(found.solution.verdict),
        "length": found.length,
        "proven": found.proven,
        "bound": found.bound,
        "nodes": found.solution.nodes,
        "seconds": time.thread_time() - start,
    }


def summary(rows: Sequence[Row], theirs: Sequence[Row]) -> dict[str, object]:
    """Counts, spreads and differences, of all deals and of each draw count."""
    named = [{**row, "deal": f"{row['deal']} draw {row['draw']}"} for row in rows]
    proven = [row for row in named if row["proven"]]
    # A loss counts as right when it is known to be one.
    different = [
        row["deal"]
        for row in named
        if (row["proven"] and row["length"] != row["known"])
        or (
            row["length"] is not None
            and (row["known"] is None or int(str(row["length"])) < int(str(row["known"])))
        )
    ]
    spreads = {"ours": spread(column(named, "seconds"))}
    solvable = [row for row in named if row["known"] is not None]
    spreads["ours, solvable"] = spread(column(solvable, "seconds"))
    result: dict[str, object] = {
        "deals": len(rows),
        "proven": len(proven),
        "share": len(proven) / len(rows),
        "different": different,
        "spreads": spreads,
    }
    if theirs:
        named = [{**row, "deal": f"{row['deal']} draw {row['draw']}"} for row in theirs]
        won = {str(row["deal"]) for row in solvable}
        spreads["pyksolve"] = spread(column(named, "seconds"))
        spreads["pyksolve, solvable"] = spread(
            column([row for row in named if row["deal"] in won], "seconds")
        )
        result["pyksolve_proven"] = sum(
            bool(row["minimal"]) or row["verdict"] == "unsolvable" for row in theirs
        )
    return result


def text(report: dict[str, object]) -> str:
    """The report in a few lines."""
    lines = [
        f"{report['proven']} of {report['deals']} deals proven; different: {report['different'] or 'none'}"
    ]
    if "pyksolve_proven" in report:
        lines.append(f"pyksolve: {report['pyksolve_proven']} proven")
    spreads = report["spreads"]
    assert isinstance(spreads, dict)
    lines.append("CPU seconds")
    lines.append(spread_table(spreads))
    return "\n".join(lines)


if __name__ == "__main__":
    run_program(main)
