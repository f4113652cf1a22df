"""What the reports of ``experiments.solvability`` say, by rule set, and what others have published."""

from collections.abc import Iterable
from typing import Any, NamedTuple

UNLIMITED = None

# Charlie Blake and Ian P. Gent, The Winnability of Klondike Solitaire and Many Other Patience Games,
# arXiv:1906.12314: percent of deals won with all cards known and unlimited passes, each with a 95 % interval
# of 0.1 points or less either way.
PUBLISHED_HALF_WIDTH = 0.1
PUBLISHED = {
    (1, True): 90.48,
    (2, True): 88.62,
    (3, True): 81.95,
    (4, True): 69.34,
    (5, True): 53.43,
    (6, True): 35.85,
    (7, True): 23.78,
    (8, True): 12.28,
    (9, True): 7.67,
    (10, True): 4.24,
    (11, True): 2.07,
    (12, True): 0.85,
    (13, True): 0.60,
    (1, False): 90.20,
    (2, False): 88.29,
    (3, False): 81.54,
}


class RuleSet(NamedTuple):
    """What the rows of a report differ in."""

    draw: int
    passes: int | None
    worrying_back: bool

    @classmethod
    def of(cls, row: dict[str, Any]) -> "RuleSet":
        """From the rules of a JSON row."""
        return cls(row["draw"], row["passes"], row["worrying_back"])


class Percent(NamedTuple):
    """A value with its bounds, in percent or in points."""

    value: float
    low: float
    high: float

    def meets(self, other: "Percent") -> bool:
        """Whether two intervals have a value in common."""
        return self.low <= other.high and other.low <= self.high

    @property
    def errors(self) -> tuple[float, float]:
        """How far the bounds are below and above the value."""
        return self.value - self.low, self.high - self.value


def published(rules: RuleSet) -> Percent | None:
    """The published share of a rule set, if there is one."""
    value = PUBLISHED.get((rules.draw, rules.worrying_back)) if rules.passes is UNLIMITED else None
    return (
        None if value is None else Percent(value, value - PUBLISHED_HALF_WIDTH, value + PUBLISHED_HALF_WIDTH)
    )


class Shares:
    """A report of ``experiments.solvability``.

    Attributes:
        shares: percent of deals won, by rule set.
        undecided: percent of deals undecided, by rule set.
        gains: points by which the second of two rule sets wins more deals, by both.
        deals: the name of the deals and how many they are.
    """

    def __init__(self, report: dict[str, Any]) -> None:
        self.shares: dict[RuleSet, Percent] = {}
        self.undecided: dict[RuleSet, float] = {}
        for row in report["shares"]:
            rules = RuleSet.of(row["rules"])
            total = row["won"] + row["lost"] + row["undecided"]
            self.deals = (row["deals"], total)
            self.shares[rules] = Percent(100 * row["rate"], 100 * row["low"], 100 * row["high"])
            self.undecided[rules] = 100 * row["undecided"] / total
        self.gains = {
            (RuleSet.of(row["from"]), RuleSet.of(row["to"])): Percent(
                100 * row["difference"], 100 * row["low"], 100 * row["high"]
            )
            for row in report["differences"]
        }

    def values(self, option: str) -> list[Any]:
        """The values of an option, in the order of the report."""
        return list(dict.fromkeys(getattr(rules, option) for rules in self.shares))

    def half_width(self) -> float:
        """The largest half width of all intervals, in points."""
        return max((each.high - each.low) / 2 for each in self.shares.values())

    def apart(self) -> list[RuleSet]:
        """Rule sets whose interval does not meet the published one."""
        return [
            rules
            for rules, share in self.shares.items()
            if (theirs := published(rules)) and not share.meets(theirs)
        ]


def passes_in_words(passes: Iterable[int | None]) -> list[str]:
    """Pass limits as table heads."""
    return ["unlimited" if each is UNLIMITED else str(each) for each in passes]
