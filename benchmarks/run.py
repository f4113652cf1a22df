"""Measures ``harpan-solve`` on a list of deals; prints the figures and saves them with their origin.

    python -m benchmarks.run solvitaire:1-1000 --draw 3 --known benchmarks/data/verdicts_draw3.csv \\
        --save results/speed-draw3.json

The deals are solved by one ``harpan-solve`` process, whose user and system CPU, wall time and peak memory
are those of the whole process. Its first start with an empty kernel cache (compiling) and later starts are
measured apart.
"""

import argparse
import csv
import json
import os
import shlex
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.figures import Row, column, counts, number, short, spread, spread_table
from benchmarks.process import run_measured, solve_command
from benchmarks.rival import MODES
from experiments.running import run_program
from harpan_solver.origin import origin

Report: TypeAlias = dict[str, Any]

# Options of harpan-solve that are handed on as they are.
HANDED_ON = ("draw", "passes", "worrying-back", "max-nodes", "max-seconds", "memory-mb", "workers")
ONE_DEAL = ["--json", "42"]
DECIDED = (0, 3)


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "deals", nargs="*", metavar="DEAL", help="names and ranges (default solvitaire:1-1000)"
    )
    for option in HANDED_ON:
        parser.add_argument(f"--{option}", help="as for harpan-solve")
    parser.add_argument(
        "--also", default="", metavar="TEXT", help='more options of harpan-solve, such as "--strict"'
    )
    parser.add_argument("--command", help="what to measure in place of this environment's harpan-solve")
    parser.add_argument(
        "--starts", type=int, default=5, help="starts of one deal to time; 0 for none (default 5)"
    )
    parser.add_argument(
        "--known", type=Path, metavar="CSV", help="verdicts and figures of the best program known"
    )
    parser.add_argument("--pyksolve", choices=MODES, help="the same deals by pyksolve, side by side")
    parser.add_argument("--pyksolve-states", type=int, default=1_000_000, help="its limit (default 1000000)")
    parser.add_argument("--each", action="store_true", help="print every deal, not the ten dearest")
    parser.add_argument("--save", type=Path, metavar="JSON", help="write everything to this file")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Runs the benchmark; 1 when a verdict differs from a known one, else 0."""
    chosen = arguments().parse_args(words)
    program = shlex.split(chosen.command) if chosen.command else solve_command()
    options = shlex.split(chosen.also)
    for name in HANDED_ON:
        value = getattr(chosen, name.replace("-", "_"))
        if value is not None:
            options += [f"--{name}", value]
    report: Report = {"origin": origin(), "solve_options": options}
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) if chosen.starts else None
        if chosen.starts:
            report["start"] = measure_starts(program, Path(folder), chosen.starts)
        else:
            run_measured([*program, *ONE_DEAL])  # compiles, where that has not been done
        rows, report["process"] = solve_all(program, options, chosen.deals or ["solvitaire:1-1000"], cache)
    report["rules"] = rows[0]["rules"]
    report["counts"] = counts(rows)
    report["spread"] = {
        "seconds": spread(column(rows, "seconds")),
        "states": spread(column(rows, "nodes")),
    }
    if chosen.known:
        report["known"] = compare_known(rows, chosen.known)
    if chosen.pyksolve:
        report["pyksolve"] = side_by_side(rows, chosen.pyksolve, chosen.pyksolve_states)
    report["rows"] = [
        {key: row[key] for key in ("deal", "verdict", "reason", "nodes", "seconds")} for row in rows
    ]
    print(text(report, chosen.each))
    if chosen.save:
        save(report, chosen.save)
    return 1 if chosen.known and report["known"]["different"] else 0


def measure_starts(program: list[str], cache: Path, starts: int) -> dict[str, object]:
    """Wall and CPU seconds to solve one deal: with an empty kernel cache, then ``starts`` times again."""
    command = [*program, *ONE_DEAL]
    cold = run_measured(command, cache)
    warm = [run_measured(command, cache) for _ in range(starts)]
    for each in (cold, *warm):
        if each.status not in DECIDED:
            raise SystemExit(f"exit status {each.status}: {shlex.join(command)}")
    median = statistics.median(each.wall for each in warm)
    return {
        "deal": ONE_DEAL[-1],
        "cold_wall": cold.wall,
        "cold_cpu": cold.cpu,
        "compile": cold.wall - median,
        "warm_wall_median": median,
        "warm_wall": [each.wall for each in warm],
        "warm_cpu": [each.cpu for each in warm],
    }


def solve_all(
    program: list[str], options: list[str], deals: list[str], cache: Path | None
) -> tuple[list[Row], dict[str, float]]:
    """The rows of one process over all deals, and that process's figures."""
    command = [*program, "--json", *options, *deals]
    done = run_measured(command, cache)
    rows: list[Row] = [json.loads(line) for line in done.output.splitlines()]
    if done.status not in DECIDED or not rows:
        raise SystemExit(f"exit status {done.status} after {len(rows)} deals: {shlex.join(command)}")
    figures = {
        "user": done.user,
        "system": done.system,
        "cpu": done.cpu,
        "wall": done.wall,
        "peak_mib": done.peak_mib,
    }
    return rows, figures


def compare_known(rows: list[Row], path: Path) -> dict[str, object]:
    """Our figures and those of the best program known on the deals that both decided.

    The file has the columns seed (of ``solvitaire:``), verdict, states_entered, cpu_ms.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        known = {f"solvitaire:{line['seed']}": line for line in csv.DictReader(file)}
    both = [row for row in rows if row["deal"] in known and row["verdict"] != "undecided"]
    theirs = {str(row["deal"]): known[str(row["deal"])] for row in both}
    result: dict[str, object] = {
        "file": path.name,
        "deals": len(both),
        "different": [
            f"{row['deal']}: {row['verdict']}, known to be {theirs[str(row['deal'])]['verdict']}"
            for row in both
            if row["verdict"] != theirs[str(row["deal"])]["verdict"]
        ],
    }
    if both:
        result["seconds"] = spread({deal: float(line["cpu_ms"]) / 1000 for deal, line in theirs.items()})
        result["states"] = spread({deal: float(line["states_entered"]) for deal, line in theirs.items()})
        result["our_seconds"] = spread(column(both, "seconds"))
        result["our_states"] = spread(column(both, "nodes"))
    return result


def side_by_side(rows: list[Row], mode: str, states: int) -> dict[str, object]:
    """pyksolve on the same deals with the same draw, in a process of its own."""
    rules = rows[0]["rules"]
    if not isinstance(rules, dict) or rules["passes"] is not None:
        raise SystemExit("pyksolve knows unlimited passes only")
    command = [sys.executable, "-m", "benchmarks.rival", str(rules["draw"]), mode, str(states)]
    done = run_measured(command, given="".join(f"{row['deal']} {row['cards']}\n" for row in rows))
    theirs: list[Row] = [json.loads(line) for line in done.output.splitlines()]
    if done.status or len(theirs) != len(rows):
        raise SystemExit(f"exit status {done.status} after {len(theirs)} deals: {shlex.join(command)}")
    clashes = [
        f"{row['deal']}: {row['verdict']}, pyksolve {other['verdict']}"
        for row, other in zip(rows, theirs, strict=True)
        if {row["verdict"], other["verdict"]} == {"solvable", "unsolvable"}
    ]
    return {
        "mode": mode,
        "max_closed_count": states,
        "counts": counts([{**row, "reason": "max_closed_count"} for row in theirs]),
        "seconds": spread(column(theirs, "seconds")),
        "peak_mib": done.peak_mib,
        "clashes": clashes,
        "rows": theirs,
    }


def text(report: Report, each: bool) -> str:
    """The report for a reader."""
    rows: list[Row] = report["rows"]
    dearest = rows if each else sorted(rows, key=lambda row: -number(row, "seconds"))[:10]
    lines = [
        f"{row['deal']:<24}{row['verdict']:<12}{row['nodes']:>16,}{row['seconds']:>12.6f} s"
        for row in dearest
    ]
    lines += ["", f"rules: {json.dumps(report['rules'])}", verdicts(report["counts"])]
    known, rival = report.get("known"), report.get("pyksolve")
    table = {"CPU seconds": report["spread"]["seconds"], "states": report["spread"]["states"]}
    if known and known["deals"]:
        table |= {
            "known: CPU seconds": known["seconds"],
            "known: states": known["states"],
            "ours, same deals: CPU": known["our_seconds"],
            "ours, same deals: states": known["our_states"],
        }
    if rival:
        table[f"pyksolve {rival['mode']}: CPU"] = rival["seconds"]
    lines.append(spread_table(table))
    process = report["process"]
    lines.append(
        f"whole process: {process['cpu']:.2f} s CPU ({process['user']:.2f} user, {process['system']:.2f} "
        f"system), {process['wall']:.2f} s wall, peak {process['peak_mib']:.0f} MiB"
    )
    if start := report.get("start"):
        lines.append(
            f"one deal: first start {start['cold_wall']:.1f} s (compiling {start['compile']:.1f} s), "
            f"later {start['warm_wall_median']:.2f} s wall (median of {len(start['warm_wall'])})"
        )
    if known:
        lines.append(f"known verdicts: {known['deals']:,} compared, {len(known['different'])} different")
        lines += known["different"]
    if rival:
        lines.append(
            f"pyksolve {rival['mode']}, at most {short(rival['max_closed_count'])} states: "
            f"{verdicts(rival['counts'])}; peak {rival['peak_mib']:.0f} MiB; "
            f"{len(rival['clashes'])} verdicts clash"
        )
        lines += rival["clashes"]
    return "\n".join(lines)


def verdicts(found: dict[str, int]) -> str:
    """Counts in words."""
    return ", ".join(f"{count:,} {name}" for name, count in found.items())


def save(report: Report, path: Path) -> None:
    """Writes the report whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    os.replace(part, path)


if __name__ == "__main__":
    run_program(main)
