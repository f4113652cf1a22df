"""How often can a player win who does not see the face-down cards?

    python -m experiments.hidden_cards play plain --store hidden.sqlite --workers 1
    python -m experiments.hidden_cards play montecarlo --store hidden.sqlite --workers 1
    python -m experiments.hidden_cards report --store hidden.sqlite

``play`` goes on where it was stopped; ``report`` takes what the store has, also while games are played, and
of each row the deals from the first one on without gaps. The deals are ``harpan:1-N``; settings of players were
chosen on deals of another dealer.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from experiments.files import RESULTS, save
from harpan_solver.batch.bar import Bar
from harpan_solver.batch.estimate import Estimate
from harpan_solver.batch.games import THOUGHTFUL, Sums
from harpan_solver.batch.intervals import CONFIDENCE, Interval, share
from harpan_solver.batch.paired import games_of, outcomes, paired
from harpan_solver.batch.sample import Sample, Span
from harpan_solver.batch.team import Team
from harpan_solver.limits import Limits
from harpan_solver.players.rules_of_thumb import TIPS
from harpan_solver.rules import Rules

DEALER = "harpan:"
PLAIN_DEALS = 2_000
RULES = tuple(Rules(draw, passes) for draw in (1, 3) for passes in (1, 3, None))
THUMB = "rules-of-thumb"
MONTECARLO = "montecarlo"
NO_TIPS = f"{THUMB}:{','.join(f'{tip}=off' for tip in TIPS)}"
WITHOUT = {tip: f"{THUMB}:{tip}=off" for tip in TIPS}


class Row(NamedTuple):
    """A player under rule sets, on the first so many deals."""

    player: str
    rules: tuple[Rules, ...]
    deals: int


# The rows that are compared with published figures first.
PLAYED = {
    "plain": [
        Row(player, RULES, PLAIN_DEALS)
        for player in ("random", "greedy", THUMB, THOUGHTFUL, *WITHOUT.values(), NO_TIPS)
    ],
    MONTECARLO: [
        Row(MONTECARLO, (Rules(3),), 2_000),
        Row(MONTECARLO, (Rules(1),), 2_000),
        Row(MONTECARLO, (Rules(3, 3),), 600),
        Row(MONTECARLO, (Rules(1, 1),), 300),
        Row(MONTECARLO, (Rules(3, 1),), 300),
        Row(MONTECARLO, (Rules(1, 3),), 300),
    ],
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
    for action in (play, report):
        action.add_argument("--store", type=Path, required=True, help="keeps the games")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    """Runs the experiment."""
    chosen = arguments().parse_args(words)
    if chosen.action == "report":
        save(report(chosen.store), chosen.save)
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


def report(path: Path) -> dict[str, Any]:
    """What a store has, as JSON."""
    return {
        "confidence": CONFIDENCE,
        "players": [found for row in _singles() if (found := player_row(path, row))],
        "tips": [
            {"tip": tip, **found}
            for tip, without in [*WITHOUT.items(), ("all six", NO_TIPS)]
            for found in differences(path, without, THUMB)
        ],
        "shares_of_thoughtful": [
            {"player": player, **found}
            for player in ("random", "greedy", THUMB, MONTECARLO)
            for found in shares_found(path, player)
        ],
    }


def _singles() -> Iterator[Row]:
    """The rows of all players, one for each rule set."""
    for rows in PLAYED.values():
        for row in rows:
            for rules in row.rules:
                yield Row(row.player, (rules,), row.deals)


def prefix(path: Path, player: str, rules: Rules, deals: int) -> dict[int, str]:
    """Outcomes of the deals from the first one on, up to the first that the store does not have."""
    found = outcomes(path, player, rules, Span(DEALER, 1, deals))
    gap = next((number for number in range(1, deals + 1) if number not in found), deals + 1)
    return {number: outcome for number, outcome in found.items() if number < gap}


def player_row(path: Path, row: Row) -> dict[str, Any] | None:
    """How a player did under a rule set; ``None`` when the store has none of its deals."""
    [rules] = row.rules
    kept = prefix(path, row.player, rules, row.deals)
    if not kept:
        return None
    results = list(kept.values())
    won, undecided = results.count("won"), results.count("undecided")
    found: dict[str, Any] = {
        "player": row.player,
        "rules": rules.row(),
        "deals": str(Span(DEALER, 1, len(kept))),
        "asked": row.deals,
        "won": won,
        "lost": len(kept) - won - undecided,
        "undecided": undecided,
        **bounds("rate", share(won, undecided, len(kept))),
    }
    if row.player != THOUGHTFUL:
        sums = Sums()
        for game in games_of(path, row.player, rules, Span(DEALER, 1, len(kept))).values():
            sums = sums.plus(Sums.of(game))
        found["mean"] = {name: round(value, 6) for name, value in sums.per_game().items()}
    return found


def differences(path: Path, first: str, second: str) -> Iterator[dict[str, Any]]:
    """What the second player wins more than the first, under each rule set, on the deals that both played."""
    for rules in RULES:
        found = paired(prefix(path, first, rules, PLAIN_DEALS), prefix(path, second, rules, PLAIN_DEALS))
        if found.deals:
            yield {
                "rules": rules.row(),
                "deals": found.deals,
                "won_without_alone": found.first,
                "won_with_alone": found.second,
                **bounds("difference", found.interval),
            }


def shares_found(path: Path, player: str) -> Iterator[dict[str, Any]]:
    """The share of solvable deals that a player wins, under each rule set."""
    for rules in RULES:
        solvable = prefix(path, THOUGHTFUL, rules, PLAIN_DEALS)
        played = prefix(path, player, rules, PLAIN_DEALS)
        results = [
            played[number] for number, outcome in solvable.items() if outcome == "won" and number in played
        ]
        if results:
            won, undecided = results.count("won"), results.count("undecided")
            yield {
                "rules": rules.row(),
                "solvable": len(results),
                "won": won,
                **bounds("rate", share(won, undecided, len(results))),
            }


def bounds(name: str, interval: Interval) -> dict[str, float]:
    """A value with its bounds as keys of JSON."""
    return {
        name: round(interval.value, 6),
        "low": round(interval.low, 6),
        "high": round(interval.high, 6),
    }


if __name__ == "__main__":
    main()
