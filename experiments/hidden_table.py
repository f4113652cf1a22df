"""What ``results/hidden-cards.json`` says, by player and rule set, and what others have published."""

from typing import Any, NamedTuple

from experiments.hidden_report import HIDDEN, MONTECARLO, RULES, THUMB
from experiments.shares import UNLIMITED, Percent
from harpan_solver.batch.games import THOUGHTFUL
from harpan_solver.rules import Rules

PLAYERS = (*HIDDEN, THOUGHTFUL)
Key = tuple[str, int, int | None]


class Published(NamedTuple):
    """A share that others have published, in percent.

    Attributes:
        player: the player here that it is set beside.
        value: the share.
        about: whose it is, and how much it is known by.
    """

    player: str
    rules: Rules
    value: float
    about: str


PUBLISHED = (
    Published(MONTECARLO, Rules(3), 47.58, "± 0.80, 15,024 games, about 3 s a game"),
    Published(MONTECARLO, Rules(1), 63.2, "1,000 games, almost an hour a game"),
    Published(MONTECARLO, Rules(3, 3), 8.6, "a rule-of-thumb player"),
    Published(MONTECARLO, Rules(1, 1), 4.7, "a rule-of-thumb player"),
    Published(THUMB, Rules(3), 16.1, "a rule-of-thumb player"),
    Published(THUMB, Rules(3, 3), 8.6, "a rule-of-thumb player"),
    Published(THUMB, Rules(1, 1), 4.7, "a rule-of-thumb player"),
    Published("greedy", Rules(3), 13.0, "ICAPS 2009, the same order"),
    Published("random", Rules(3), 7.1, "ICAPS 2009"),
)

#: The best that is published for a player with hidden cards.
BEST_PUBLISHED = tuple(each for each in PUBLISHED if each.player == MONTECARLO)


class Table:
    """A report of ``experiments.hidden_cards``.

    Attributes:
        rows: one for each player and rule set that was played.
        tips, steps, bound: differences of tips, of rules, and players beside the thoughtful one.
    """

    def __init__(self, report: dict[str, Any]) -> None:
        self.report = report
        self.rows = {_key(row["player"], row["rules"]): row for row in report["players"]}
        self.tips = {(row["tip"], *_key("", row["rules"])[1:]): row for row in report["tips"]}
        self.steps = {
            (row["player"], *_key("", row["from"])[1:], *_key("", row["to"])[1:]): row
            for row in report["steps"]
        }
        self.bound = {_key(row["player"], row["rules"]): row for row in report["beside_thoughtful"]}

    def row(self, player: str, rules: Rules) -> dict[str, Any] | None:
        """How a player did, if it was played."""
        return self.rows.get((player, rules.draw, rules.passes))

    def rate(self, player: str, rules: Rules) -> Percent | None:
        """The share that a player wins."""
        row = self.row(player, rules)
        return None if row is None else percent(row, "rate")

    def step(self, player: str, hard: Rules, easy: Rules) -> Percent | None:
        """By how many points a player wins more often under the second rules."""
        row = self.steps.get((player, hard.draw, hard.passes, easy.draw, easy.passes))
        return None if row is None else percent(row, "difference")

    def players(self) -> list[str]:
        """The players of the table that were played."""
        return [player for player in PLAYERS if any(self.row(player, rules) for rules in RULES)]


def _key(player: str, rules: dict[str, Any]) -> Key:
    return player, rules["draw"], rules["passes"]


def percent(row: dict[str, Any], name: str, before: str = "") -> Percent:
    """A value of a JSON row with its bounds."""
    return Percent(100 * row[before + name], 100 * row[f"{before}low"], 100 * row[f"{before}high"])


def rules_in_words(rules: Rules) -> str:
    """Such as ``draw 3, 3 passes``."""
    if rules.passes is UNLIMITED:
        return f"draw {rules.draw}, unlimited"
    return f"draw {rules.draw}, {rules.passes} pass" + ("" if rules.passes == 1 else "es")
