"""Counts of verdicts over the deals of a sample, and the shares and differences that they give."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harpan_solver.batch.grid import neighbours, no_harder
from harpan_solver.batch.intervals import CONFIDENCE, Interval, difference, gain, share
from harpan_solver.result import Verdict
from harpan_solver.rules import Rules

WON, LOST, UNDECIDED = str(Verdict.SOLVABLE), str(Verdict.UNSOLVABLE), str(Verdict.UNDECIDED)


class Share(NamedTuple):
    """How often a rule set wins.

    Attributes:
        rules: the rule set.
        won, lost, undecided: numbers of deals.
        interval: the share won.
    """

    rules: Rules
    won: int
    lost: int
    undecided: int
    interval: Interval

    @property
    def total(self) -> int:
        """All deals."""
        return self.won + self.lost + self.undecided


class Difference(NamedTuple):
    """How much more often ``easy`` wins than ``hard``, on the same deals."""

    hard: Rules
    easy: Rules
    interval: Interval


class Tally:
    """How often each pattern of verdicts under the rule sets of a grid occurred.

    Attributes:
        grid: the rule sets.
        patterns: the counts.
        total: deals counted.
    """

    def __init__(self, grid: Sequence[Rules], confidence: float = CONFIDENCE) -> None:
        self.grid = tuple(grid)
        self.confidence = confidence
        self.patterns: Counter[tuple[str | None, ...]] = Counter()
        self.total = 0

    def add(self, patterns: Counter[tuple[str | None, ...]]) -> None:
        """Count more deals."""
        self.patterns.update(patterns)
        self.total += patterns.total()

    def counts(self, rules: int) -> Counter[str | None]:
        """Verdicts under the rule set of this number."""
        counts: Counter[str | None] = Counter()
        for pattern, count in self.patterns.items():
            counts[pattern[rules]] += count
        return counts

    def shares(self) -> list[Share]:
        """The share of each rule set, in the order of the grid."""
        shares = []
        for number, rules in enumerate(self.grid):
            counts = self.counts(number)
            won, lost, undecided = counts[WON], counts[LOST], counts[UNDECIDED]
            interval = share(won, undecided, self.total, self.confidence)
            shares.append(Share(rules, won, lost, undecided, interval))
        return shares

    def differences(self) -> Iterator[Difference]:
        """What one step of one option gives, for each two rule sets that differ by one."""
        for hard, easy in neighbours(self.grid):
            pairs: Counter[tuple[str | None, str | None]] = Counter()
            for pattern, count in self.patterns.items():
                pairs[pattern[hard], pattern[easy]] += count
            yield Difference(self.grid[hard], self.grid[easy], self._difference(hard, easy, pairs))

    def _difference(self, hard: int, easy: int, pairs: Counter[tuple[str | None, str | None]]) -> Interval:
        for_easy = _one_sided(pairs)
        if no_harder(self.grid[easy], self.grid[hard]):
            return gain(*for_easy, self.total, self.confidence)
        turned = Counter({(second, first): count for (first, second), count in pairs.items()})
        return difference(_one_sided(turned), for_easy, self.total, self.confidence)


def _one_sided(pairs: Counter[tuple[str | None, str | None]]) -> tuple[int, int]:
    """Deals lost by the first and won by the second: surely, and perhaps besides."""
    perhaps = pairs[LOST, UNDECIDED] + pairs[UNDECIDED, WON] + pairs[UNDECIDED, UNDECIDED]
    return pairs[LOST, WON], perhaps
