"""Intervals: against values from elsewhere, and by simulation."""

import random
from collections import Counter

import pytest

from harpan_solver.batch.intervals import difference, gain, share, wilson
from harpan_solver.batch.tally import Tally
from harpan_solver.rules import Rules


def test_wilson_against_published_values() -> None:
    """Newcombe, Statistics in Medicine 17 (1998) 857-872, table I: method 3, 95 %."""
    for count, total, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson(count, total) == pytest.approx((low, high), abs=5e-5)


def test_nothing_tried() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert share(0, 0, 0) == (0.5, 0.0, 1.0)
    assert difference((0, 0), (0, 0), 0) == (0.0, -1.0, 1.0)


def test_undecided_deals_count_both_ways() -> None:
    found = share(815, 1, 1000)
    assert found.value == pytest.approx(0.8155)
    assert (found.low, found.high) == (wilson(815, 1000)[0], wilson(816, 1000)[1])
    # The example of the interface.
    assert (round(found.low, 4), round(found.high, 4)) == (0.7897, 0.8388)


def test_paired_difference_worked_by_hand() -> None:
    """1 and 7 of 21 change sides: (8 - 2) / 23 -+ 1.95996 * sqrt((10 / 23 - 36 / 529) / 23)."""
    found = difference((1, 0), (7, 0), 21)
    assert found.value == pytest.approx(6 / 21)
    assert (found.low, found.high) == pytest.approx((0.26087 - 0.24749, 0.26087 + 0.24749), abs=2e-5)


@pytest.mark.parametrize(("p", "q"), [(0.02, 0.05), (0.1, 0.1)])
def test_coverage_of_differences(p: float, q: float) -> None:
    chance = random.Random(5)
    inside, trials, total = 0, 1500, 200
    for _ in range(trials):
        drawn = [chance.random() for _ in range(total)]
        first, second = sum(x < p for x in drawn), sum(p <= x < p + q for x in drawn)
        found = difference((first, 0), (second, 0), total)
        inside += found.low <= q - p <= found.high
    assert inside / trials > 0.935


def test_a_stop_by_width_keeps_its_coverage() -> None:
    """The rule of ``--precision``: look every 100 deals, stop at the half width asked for."""
    chance = random.Random(7)
    known: dict[tuple[int, int], tuple[float, float]] = {}
    inside, trials, truth = 0, 1000, 0.82
    for _ in range(trials):
        won = 0
        for total in range(100, 5000, 100):
            won += sum(chance.random() < truth for _ in range(100))
            if (won, total) not in known:
                known[won, total] = wilson(won, total)
            low, high = known[won, total]
            if (high - low) / 2 <= 0.03:
                break
        inside += low <= truth <= high
    assert 0.93 <= inside / trials <= 0.97


def test_tally() -> None:
    grid = (Rules(3, 1), Rules(3))
    tally = Tally(grid)
    won, lost, open = "solvable", "unsolvable", "undecided"
    tally.add(Counter({(won, won): 10, (lost, won): 60, (lost, lost): 25, (open, won): 3, (lost, open): 2}))
    first, second = tally.shares()
    assert (first.won, first.lost, first.undecided, first.total) == (10, 87, 3, 100)
    assert (second.won, second.lost, second.undecided) == (73, 25, 2)
    [step] = tally.differences()
    assert (step.hard, step.easy) == grid
    assert step.interval == gain(60, 5, 100)
    assert step.interval.value == pytest.approx(0.625)


def test_tally_of_rule_sets_that_do_not_include_each_other() -> None:
    tally = Tally((Rules(3), Rules(2)))
    won, lost = "solvable", "unsolvable"
    tally.add(Counter({(won, lost): 5, (lost, won): 12, (won, won): 60, (lost, lost): 23}))
    [step] = tally.differences()
    assert (step.hard.draw, step.easy.draw) == (3, 2)
    assert step.interval == difference((5, 0), (12, 0), 100)
    assert step.interval.low < 0.07 < step.interval.high
