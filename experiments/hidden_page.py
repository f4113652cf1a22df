"""Writes docs/hidden-cards.md and its picture from the saved results, so that no figure is typed.

python -m experiments.hidden_page           # rewrite the page and the picture
python -m experiments.hidden_page --check   # exit status 1 if the page is not what the results say
"""

import argparse
from collections.abc import Sequence
from typing import Any

from experiments.claims import claims
from experiments.files import read, save_text
from experiments.hidden_report import RULES
from experiments.hidden_table import PUBLISHED, Table, percent, rules_in_words
from experiments.page import DOCS, table, with_bounds, wrapped
from experiments.running import run_program
from harpan_solver.batch.games import THOUGHTFUL
from harpan_solver.scoring import SYSTEMS

PAGE = DOCS / "hidden-cards.md"
PICTURE = DOCS / "hidden-cards.png"
RESULTS = "hidden-cards.json"


def main(words: Sequence[str] | None = None) -> int:
    """Rewrites or checks the page."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments.hidden_page",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--check", action="store_true", help="change nothing")
    report = read(RESULTS)
    text = page(report)
    if parser.parse_args(words).check:
        return int(PAGE.read_text(encoding="utf-8") != text)
    save_text(text, PAGE)
    from experiments.charts import players_chart

    players_chart(report).savefig(PICTURE, dpi=100, metadata={"Software": None})
    return 0


def page(report: dict[str, Any]) -> str:
    """The page in Markdown."""
    found = Table(report)
    origin = report["origin"]
    parts = [
        "<!-- written by python -m experiments.hidden_page -->",
        "# How often a player wins who does not see the face-down cards",
        "Players are those of [players.md](players.md); `thoughtful` knows every card, and its share is that "
        "of deals that can be won. Shares are percent of deals, with Wilson's 95 % intervals. All play the "
        "same deals, from `harpan:1` on; the settings of players were chosen on deals of another dealer. "
        "Worrying back is on. [batch.md](batch.md) tells how intervals are made; counts and origin are in "
        "[results](../results/README.md).",
        "![Shares by player and rules](hidden-cards.png)",
        "## Shares",
        shares_table(found),
        deals_in_words(found),
        "## Beside what is published",
        published_table(found),
        "The verdict is that of the whole interval found here beside the published value. The published "
        "games are of other deals.",
        "## Points, and time",
        "What an average game comes to. `vegas` is the balance of a game. CPU seconds are those of the "
        f"player, on {origin['processor']}, while other work went on there.",
        means_table(found),
        "## What each rule of thumb is worth",
        "Points by which `rules-of-thumb` wins more often with the tip than without it, all others on, on "
        "the same deals; `all six` is over the player with every tip off.",
        tips_table(found),
        "## How much of what can be won is found",
        "Percent of the deals that can be won with every card known which a player wins.",
        bound_table(found),
        "## Claims in the sources",
        claims_table(report),
    ]
    return "\n\n".join(map(wrapped, parts)) + "\n"


def shares_table(found: Table) -> str:
    """Shares by player and rules."""
    rows = [
        [f"`{player}`", *(cell(found.rate(player, rules)) for rules in RULES)] for player in found.players()
    ]
    return table(["player", *map(rules_in_words, RULES)], rows)


def cell(value: Any) -> str:
    """A share with its bounds, or nothing."""
    return "" if value is None else with_bounds(value)


def deals_in_words(found: Table) -> str:
    """How many deals each player played."""
    numbers = {
        player: sorted(
            {
                row["won"] + row["lost"] + row["undecided"]
                for (name, *_), row in found.rows.items()
                if name == player
            }
        )
        for player in found.players()
    }
    words = "; ".join(
        f"`{player}` {' to '.join(f'{number:,}' for number in dict.fromkeys((each[0], each[-1])))}"
        for player, each in numbers.items()
    )
    undecided = sum(row["undecided"] for row in found.rows.values())
    return f"Deals of a row: {words}. Undecided in all rows together: {undecided:,}."


def published_table(found: Table) -> str:
    """Every published share beside the one found here, with the verdict of the interval."""
    rows = []
    for theirs in PUBLISHED:
        ours = found.rate(theirs.player, theirs.rules)
        row = found.row(theirs.player, theirs.rules)
        if ours is None or row is None:
            continue
        verdict = (
            "above" if ours.low > theirs.value else "below" if ours.high < theirs.value else "not told apart"
        )
        rows.append(
            [
                rules_in_words(theirs.rules),
                f"{theirs.value:g} ({theirs.about})",
                f"`{theirs.player}`",
                with_bounds(ours),
                f"{row['won'] + row['lost'] + row['undecided']:,}",
                f"{row['mean']['seconds']:.2g}",
                verdict,
            ]
        )
    return table(["rules", "published", "player", "found here", "deals", "CPU s a game", "verdict"], rows)


def means_table(found: Table) -> str:
    """Points by each system, moves and time of an average game."""
    rows = []
    for player in found.players():
        for rules in RULES:
            row = found.row(player, rules)
            if player == THOUGHTFUL or row is None or "mean" not in row:
                continue
            mean = row["mean"]
            rows.append(
                [
                    f"`{player}`",
                    rules_in_words(rules),
                    *(f"{mean[system]:,.1f}" for system in SYSTEMS),
                    f"{mean['up']:.1f}",
                    f"{mean['moves']:,.0f}",
                    f"{mean['seconds']:.3g}",
                    f"{1000 * mean['seconds_per_move']:.3g}",
                ]
            )
    return table(["player", "rules", *SYSTEMS, "cards up", "moves", "CPU s", "CPU ms a move"], rows)


def tips_table(found: Table) -> str:
    """What each tip is worth."""
    rows = []
    for tip in dict.fromkeys(tip for tip, *_ in found.tips):
        gains = [found.tips.get((tip, rules.draw, rules.passes)) for rules in RULES]
        rows.append(
            [tip if " " in tip else f"`{tip}`"]
            + ["" if row is None else with_bounds(percent(row, "difference")) for row in gains]
        )
    return table(["tip", *map(rules_in_words, RULES)], rows)


def bound_table(found: Table) -> str:
    """The share of winnable deals that each player wins."""
    rows = []
    for player in found.players():
        cells = [found.bound.get((player, rules.draw, rules.passes)) for rules in RULES]
        if any(cells):
            rows.append(
                [f"`{player}`", *("" if row is None else with_bounds(percent(row, "rate")) for row in cells)]
            )
    return table(["player", *map(rules_in_words, RULES)], rows)


def claims_table(report: dict[str, Any]) -> str:
    """Every claim with what was measured and the verdict."""
    return table(["claim", "measured", "verdict"], [list(claim) for claim in claims(report)])


if __name__ == "__main__":
    run_program(main)
