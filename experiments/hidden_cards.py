"""How often can a player win who does not see the face-down cards?

    python -m experiments.hidden_cards play plain --store hidden.sqlite --workers 1
    python -m experiments.hidden_cards play montecarlo --store hidden.sqlite --workers 1
    python -m experiments.hidden_cards play limited --store hidden.sqlite --workers 1
    python -m experiments.hidden_cards play one-pass --store hidden.sqlite --workers 1
    python -m experiments.hidden_cards play tips --store hidden.sqlite --workers 1
    python -m experiments.hidden_cards report --store hidden.sqlite

``play`` goes on where it was stopped. ``report`` takes what the store has, or several of them, also while
games are played: of each row the deals from the first one on, without gaps. The deals are ``harpan:1-N``;
the settings of players were chosen on deals of another dealer.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from experiments.files import RESULTS, save
from experiments.hidden_report import (
    DEALER,
    MONTECARLO,
    NO_TIPS,
    PLAIN_DEALS,
    RULES,
    THUMB,
    WITHOUT,
    Row,
    report,
)
from experiments.running import run_program
from harpan_solver.batch.bar import Bar
from harpan_solver.batch.estimate import Estimate
from harpan_solver.batch.games import THOUGHTFUL
from harpan_solver.batch.sample import Sample, Span
from harpan_solver.batch.team import Team
from harpan_solver.limits import Limits
from harpan_solver.rules import Rules

# With limited passes the Monte-Carlo player looks no choice further. Where it has a net it is quick, and as
# few games are won, many are needed.
PLAYED = {
    "plain": [Row(player, RULES, PLAIN_DEALS) for player in ("random", "greedy", THUMB, THOUGHTFUL)],
    MONTECARLO: [Row(MONTECARLO, (Rules(draw),), 2_000) for draw in (3, 1)],
    "limited": [
        Row(MONTECARLO, (Rules(3, 1),), 400),
        Row(MONTECARLO, (Rules(1, 3),), 400),
        Row(MONTECARLO, (Rules(3, 3),), 2_000),
    ],
    "one-pass": [Row(MONTECARLO, (Rules(1, 1),), 10_000)],
    "tips": [Row(player, RULES, PLAIN_DEALS) for player in (*WITHOUT.values(), NO_TIPS)],
}


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    actions = parser.add_subparsers(dest="action", required=True)
    play = actions.add_parser("play", help="play the games that the store does not have")
    play.add_argument("players", choices=PLAYED, help="which ones")
    play.add_argument("--deals", type=int, help="no more deals of each row than this")
    play.add_argument("--max-seconds", type=float, default=600.0, help="of a game (default %(default)s)")
    play.add_argument("--memory-mb", type=int, default=2048, help="(default %(default)s)")
    play.add_argument("--workers", type=int, help="processes (default: one a core)")
    report = actions.add_parser("report", help="write down what the store has")
    report.add_argument(
        "--save", type=Path, default=RESULTS / "hidden-cards.json", help="(default %(default)s)"
    )
    play.add_argument("--store", type=Path, required=True, help="keeps the games")
    report.add_argument("--store", type=Path, nargs="+", required=True, help="what keeps the games")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    """Runs the experiment."""
    chosen = arguments().parse_args(words)
    if chosen.action == "report":
        save(report(chosen.store, PLAYED), chosen.save)
        return
    team = Team(Limits(None, chosen.max_seconds, chosen.memory_mb), chosen.workers)
    for row in PLAYED[chosen.players]:
        deals = min(row.deals, chosen.deals or row.deals)
        print(f"{row.player}, {len(row.rules)} rule sets, {deals} deals", flush=True)
        play_row(row, deals, team, chosen.store)


def play_row(row: Row, deals: int, team: Team, path: Path) -> None:
    """Play the games of a row that the store does not have."""
    sample = Sample([Span(DEALER, 1, deals)])
    with team.store(path, row.rules, row.player) as store:
        run = Estimate(sample, row.rules, team, store=store, player=row.player)
        with Bar(run.size, unit=run.unit) as bar:
            run.run(tick=lambda: bar.show(run.done))
            bar.finish(run.done)


if __name__ == "__main__":
    run_program(main)
