"""What a store of ``experiments.hidden_cards`` says about players, by rule set and deal by deal."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from harpan_solver.batch.games import THOUGHTFUL, PlayedGame, Sums
from harpan_solver.batch.intervals import CONFIDENCE, Interval, share
from harpan_solver.batch.paired import games_of, outcomes, paired
from harpan_solver.batch.sample import Span, deal_of
from harpan_solver.players.match import Match, seed_for
from harpan_solver.players.registry import make
from harpan_solver.players.rules_of_thumb import TIPS
from harpan_solver.rules import Rules

DEALER = "harpan:"
PLAIN_DEALS = 2_000
TALLEST_DEALS = 300
FULL_COLUMN = 13
LIMITS = (1, 3, None)
RULES = tuple(Rules(draw, passes) for draw in (1, 3) for passes in LIMITS)
THUMB = "rules-of-thumb"
MONTECARLO = "montecarlo"
NO_TIPS = f"{THUMB}:{','.join(f'{tip}=off' for tip in TIPS)}"
WITHOUT = {tip: f"{THUMB}:{tip}=off" for tip in TIPS}
HIDDEN = ("random", "greedy", THUMB, MONTECARLO)

#: What the second rule set gives over the first, on the same deals.
STEPS = (
    *((Rules(draw, few), Rules(draw, more)) for draw in (1, 3) for few, more in pairwise(LIMITS)),
    *((Rules(draw, 1), Rules(draw)) for draw in (1, 3)),
    *((Rules(3, passes), Rules(1, passes)) for passes in LIMITS),
)


class Row(NamedTuple):
    """A player under rule sets, on the first so many deals."""

    player: str
    rules: tuple[Rules, ...]
    deals: int


class Kept(NamedTuple):
    """What a store has of a player under a rule set: the first deals, without gaps.

    Attributes:
        outcomes: ``won``, ``lost`` or ``undecided`` by deal number.
        games: the games, where the player plays any.
    """

    outcomes: dict[int, str]
    games: list[PlayedGame]


def report(paths: Sequence[Path], rows: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    """All of it, as JSON; rows of which no store has anything are left out.

    Args:
        paths: stores; a row that several of them have is taken from the one that has most of it.
        rows: what was asked for.
    """

    @cache
    def kept(player: str, rules: Rules) -> Kept:
        most = max(
            (row.deals for group in rows.values() for row in group if row.player == player),
            default=PLAIN_DEALS,
        )
        found = [_kept(path, player, rules, Span(DEALER, 1, most)) for path in paths]
        return max(found, key=lambda each: len(each.outcomes))

    def compared(before: tuple[str, Rules], after: tuple[str, Rules]) -> dict[str, Any]:
        found = paired(kept(*before).outcomes, kept(*after).outcomes)
        counts = {"deals": found.deals, "first_alone": found.first, "second_alone": found.second}
        return {**counts, **bounds("difference", found.interval)}

    asked = [(row, rules) for group in rows.values() for row in group for rules in row.rules]
    players = [player_row(row, rules, kept(row.player, rules)) for row, rules in asked]
    tips = [
        {"tip": tip, "rules": rules.row(), **compared((without, rules), (THUMB, rules))}
        for tip, without in [*WITHOUT.items(), ("all six", NO_TIPS)]
        for rules in RULES
    ]
    steps = [
        {
            "player": player,
            "from": hard.row(),
            "to": easy.row(),
            **compared((player, hard), (player, easy)),
        }
        for player in (THOUGHTFUL, *HIDDEN)
        for hard, easy in STEPS
    ]
    bound = [
        {"player": player, "rules": rules.row(), **beside_bound(kept(player, rules), kept(THOUGHTFUL, rules))}
        for player in HIDDEN
        for rules in RULES
    ]
    return {
        "confidence": CONFIDENCE,
        "players": [row for row in players if row["won"] + row["lost"] + row["undecided"]],
        "tips": [row for row in tips if row["deals"]],
        "steps": [row for row in steps if row["deals"]],
        "beside_thoughtful": [row for row in bound if row["solvable"]],
        "tall_columns": tall_columns(),
    }


def _kept(path: Path, player: str, rules: Rules, span: Span) -> Kept:
    found = outcomes(path, player, rules, span)
    gap = next((number for number in range(1, span.last + 1) if number not in found), span.last + 1)
    games = {} if player == THOUGHTFUL else games_of(path, player, rules, span)
    return Kept(
        {number: outcome for number, outcome in found.items() if number < gap},
        [game for number, game in games.items() if number < gap],
    )


def player_row(row: Row, rules: Rules, kept: Kept) -> dict[str, Any]:
    """How a player did under a rule set; means are those of games that came to an end."""
    results = list(kept.outcomes.values())
    won, undecided = results.count("won"), results.count("undecided")
    found: dict[str, Any] = {
        "player": row.player,
        "rules": rules.row(),
        "deals": str(Span(DEALER, 1, len(results))),
        "asked": row.deals,
        "won": won,
        "lost": len(results) - won - undecided,
        "undecided": undecided,
        **bounds("rate", share(won, undecided, len(results))),
    }
    if kept.games:
        found["mean"] = means(kept.games)
        if wins := [game for game in kept.games if game.verdict == "won"]:
            found["mean_of_wins"] = means(wins)
    return found


def means(games: Sequence[PlayedGame]) -> dict[str, float]:
    """What an average game comes to, as ``games.Sums.per_game``."""
    sums = Sums()
    for game in games:
        sums = sums.plus(Sums.of(game))
    return {name: round(value, 6) for name, value in sums.per_game().items()}


def beside_bound(kept: Kept, bound: Kept) -> dict[str, Any]:
    """The share of solvable deals that a player wins, and of its lost games those on solvable deals."""
    both = kept.outcomes.keys() & bound.outcomes.keys()
    solvable = [kept.outcomes[number] for number in both if bound.outcomes[number] == "won"]
    lost = [bound.outcomes[number] for number in both if kept.outcomes[number] == "lost"]
    won, undecided = solvable.count("won"), solvable.count("undecided")
    missed, open_ = lost.count("won"), lost.count("undecided")
    return {
        "solvable": len(solvable),
        "won": won,
        **bounds("rate", share(won, undecided, len(solvable))),
        "lost": len(lost),
        "lost_but_solvable": missed,
        **{
            f"missed_{name}": value for name, value in bounds("rate", share(missed, open_, len(lost))).items()
        },
    }


def tall_columns() -> dict[str, Any]:
    """In how many games of the greedy player, draw 1, some column grew to thirteen cards, and the tallest."""
    rules = Rules(1)
    tallest = [
        _tallest(Match(deal, rules, make("greedy", rules, seed_for(deal))))
        for deal in (deal_of(DEALER, number) for number in range(1, TALLEST_DEALS + 1))
    ]
    count = sum(height >= FULL_COLUMN for height in tallest)
    return {
        "player": "greedy",
        "rules": rules.row(),
        "deals": str(Span(DEALER, 1, TALLEST_DEALS)),
        "games": len(tallest),
        "with_thirteen": count,
        "tallest": max(tallest),
        **bounds("rate", share(count, 0, len(tallest))),
    }


def _tallest(match: Match) -> int:
    height = 0
    while match.end is None:
        match.play_on()
        height = max(height, *map(len, match.game.tableau))
    return height


def bounds(name: str, interval: Interval) -> dict[str, float]:
    """A value with its bounds as keys of JSON."""
    return {
        name: round(interval.value, 6),
        "low": round(interval.low, 6),
        "high": round(interval.high, 6),
    }
