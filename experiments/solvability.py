"""How often can a deal be won, by draw count, passes and worrying back?

    python -m experiments.solvability passes --store passes.sqlite
    python -m experiments.solvability draws --store draws.sqlite

Each table is one estimate over one sample of deals, so that its rows compare deal by deal. The same command
goes on where it was stopped.
"""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from experiments.files import RESULTS, save
from experiments.running import run_program
from harpan_solver.batch.bar import Bar
from harpan_solver.batch.estimate import Estimate, difference_row, share_row
from harpan_solver.batch.grid import rule_grid
from harpan_solver.batch.sample import Sample
from harpan_solver.batch.team import Team
from harpan_solver.limits import Limits


class Table(NamedTuple):
    """A question: deals, and the rules that are combined."""

    deals: str
    draws: tuple[int, ...]
    passes: tuple[int | None, ...]
    worrying_back: tuple[bool, ...]


# So many deals that Wilson's half width is below 1 point.
TABLES = {
    "passes": Table("harpan:1-10000", (1, 2, 3), (1, 2, 3, 4, 5, None), (True, False)),
    "draws": Table("harpan:1-10000", tuple(range(1, 14)), (None,), (True,)),
}


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=TABLES, help="which one")
    parser.add_argument("--store", type=Path, required=True, help="keeps the verdicts of all deals")
    parser.add_argument("--deals", help="other deals than the table's")
    parser.add_argument("--max-seconds", type=float, default=60.0, help="of a search (default %(default)s)")
    parser.add_argument("--memory-mb", type=int, default=2048, help="(default %(default)s)")
    parser.add_argument("--workers", type=int, help="processes (default: one a core)")
    parser.add_argument("--save", type=Path, help="(default results/solvability-TABLE.json)")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    """Runs the experiment."""
    chosen = arguments().parse_args(words)
    table = TABLES[chosen.table]
    sample = Sample.of(chosen.deals or table.deals)
    grid = rule_grid(table.draws, table.passes, table.worrying_back)
    limits = Limits(None, chosen.max_seconds, chosen.memory_mb)
    team = Team(limits, chosen.workers)
    with team.store(chosen.store, grid) as store, Bar(sample.count) as bar:
        run = Estimate(sample, grid, team, store=store)
        run.run(tick=lambda: bar.show(run.progress.done))
        bar.finish(run.progress.done)
    confidence = run.tally.confidence
    report = {
        "limits": asdict(limits),
        "shares": [share_row(share, sample, confidence) for share in run.tally.shares()],
        "differences": [difference_row(step, sample, confidence) for step in run.tally.differences()],
    }
    save(report, chosen.save or RESULTS / f"solvability-{chosen.table}.json")


if __name__ == "__main__":
    run_program(main)
