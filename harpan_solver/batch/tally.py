"""Counts of verdicts over the deals of a sample, and the shares and differences that they give."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harpan_solver.batch import games
from harpan_solver.batch.games import Sums
from harpan_solver.batch.grid import neighbours, no_harder
from harpan_solver.batch.intervals import CONFIDENCE, Interval, difference, gain, share
from harpan_solver.result import Verdict
from harpan_solver.rules import Rules

UNDECIDED = str(Verdict.UNDECIDED)


class Verdicts(NamedTuple):
    """What is counted.

    Attributes:
        won, lost: the verdicts, besides ``undecided``.
        proven: whether they hold for any way of playing, so that no deal is won under harder rules alone.
    """

    won: str
    lost: str
    proven: bool


SOLVED = Verdicts(str(Verdict.SOLVABLE), str(Verdict.UNSOLVABLE), True)
PLAYED = Verdicts(games.WON, games.LOST, False)


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
        verdicts: what is counted.
        patterns: the counts.
        sums: what the games of each rule set add up to, where games are played.
        total: deals counted.
    """

    def __init__(
        self, grid: Sequence[Rules], confidence: float = CONFIDENCE, verdicts: Verdicts = SOLVED
    ) -> None:
        self.grid = tuple(grid)
        self.verdicts = verdicts
        self.sums = [Sums() for _ in self.grid]
        self.confidence = confidence
        self.patterns: Counter[tuple[str | None, ...]] = Counter()
        self.total = 0

    def add(self, patterns: Counter[tuple[str | None, ...]], sums: Sequence[Sums] = ()) -> None:
        """Count more deals."""
        if sums:
            self.sums = [mine.plus(more) for mine, more in zip(self.sums, sums, strict=True)]
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
            won, lost, undecided = counts[self.verdicts.won], counts[self.verdicts.lost], counts[UNDECIDED]
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
        for_easy = one_sided(pairs, self.verdicts)
        if self.verdicts.proven and no_harder(self.grid[easy], self.grid[hard]):
            return gain(*for_easy, self.total, self.confidence)
        turned = Counter({(second, first): count for (first, second), count in pairs.items()})
        return difference(one_sided(turned, self.verdicts), for_easy, self.total, self.confidence)


def one_sided(pairs: Counter[tuple[str | None, str | None]], verdicts: Verdicts) -> tuple[int, int]:
    """Deals lost by the first and won by the second: surely, and perhaps besides."""
    won, lost = verdicts.won, verdicts.lost
    perhaps = pairs[lost, UNDECIDED] + pairs[UNDECIDED, won] + pairs[UNDECIDED, UNDECIDED]
    return pairs[lost, won], perhaps
