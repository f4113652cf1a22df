"""Intervals for shares and for differences of shares, with undecided deals counted both ways.

SciPy is imported when the first interval is asked for, or before that by ``load_meanwhile``.
"""

import threading
from functools import cache
from importlib import import_module
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """A value with its bounds."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance of the bounds."""
        return (self.high - self.low) / 2


@cache
def load_meanwhile() -> None:
    """Begin to import SciPy in a thread; only the first call does. It takes most of a second."""
    threading.Thread(target=import_module, args=("scipy.stats",), daemon=True).start()


def wilson(count: int, total: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval for a binomial share; (0, 1) when nothing has been tried."""
    if total == 0:
        return 0.0, 1.0
    from scipy.stats import binomtest

    found = binomtest(count, total).proportion_ci(confidence, method="wilson")
    return float(found.low), float(found.high)


def share(won: int, undecided: int, total: int, confidence: float = CONFIDENCE) -> Interval:
    """The share of deals won.

    The bounds are Wilson's, the lower one with every undecided deal lost, the upper one with every
    undecided deal won; the value is the middle of these two shares.
    """
    low, _ = wilson(won, total, confidence)
    _, high = wilson(won + undecided, total, confidence)
    return Interval((won + undecided / 2) / total if total else 0.5, low, high)


def gain(surely: int, perhaps: int, total: int, confidence: float = CONFIDENCE) -> Interval:
    """By how much an easier rule set wins more often than a harder one, on the same deals.

    No deal is won under the harder rules alone, so the difference is the share of deals won under the
    easier ones alone: a binomial share like any other.

    Args:
        surely: deals won under the easier rules and lost under the harder ones.
        perhaps: deals of which undecided verdicts leave that open.
    """
    return share(surely, perhaps, total, confidence)


def difference(
    first: tuple[int, int], second: tuple[int, int], total: int, confidence: float = CONFIDENCE
) -> Interval:
    """The share of the second of two rule sets minus that of the first, on the same deals, either way round.

    The adjusted Wald interval of Bonett and Price (Journal of Educational and Behavioral Statistics 37,
    2012) for paired shares, once with undecided deals counted for the first and once for the second.

    Args:
        first: deals that the first wins and the second loses: surely, and perhaps besides.
        second: the same for the second.
    """
    if total == 0:
        return Interval(0.0, -1.0, 1.0)
    low, _ = _paired(sum(first), second[0], total, confidence)
    _, high = _paired(first[0], sum(second), total, confidence)
    least, most = second[0] - sum(first), sum(second) - first[0]
    return Interval((least + most) / 2 / total, low, high)


def _paired(first: int, second: int, total: int, confidence: float) -> tuple[float, float]:
    """Bonett and Price's interval, their equation 8: one is added to both counts, two to the total."""
    p, q = (first + 1) / (total + 2), (second + 1) / (total + 2)
    spread = NormalDist().inv_cdf((1 + confidence) / 2) * sqrt((p + q - (q - p) ** 2) / (total + 2))
    return max(-1.0, q - p - spread), min(1.0, q - p + spread)
