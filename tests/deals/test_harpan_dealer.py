"""Our own dealer: pinned for ever, the published generator, no bias."""

import csv
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from harpan_solver.deals import deal
from harpan_solver.deals.harpan import harpan_cards, split_mix

DATA = Path(__file__).parents[1] / "data" / "deals"
GOLDEN = list(csv.DictReader((DATA / "golden_harpan.csv").read_text().splitlines()))
# The first word of this number is 2^64 - 1, of the others the first refused and the last allowed for 52.
REFUSED, FIRST_REFUSED, LAST_ALLOWED = 3558559446808474027, 9221024062816390653, 8612849474949488056

# Outputs of the reference implementation: seed 1234567 as published at Rosetta Code, seed 0 as the seed
# expansion of the xoshiro generators is published.
PUBLISHED = {
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
}


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: row["number"])
def test_golden_deals(row: dict[str, str]) -> None:
    """Deals of the C program beside the file, which is written from the description alone."""
    assert deal(f"harpan:{row['number']}").text == row["cards"]


def test_golden_file_is_what_the_c_program_prints(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    program = tmp_path / "golden"
    subprocess.run([compiler, "-o", program, DATA / "golden_harpan.c"], check=True)
    numbers = [row["number"] for row in GOLDEN]
    printed = subprocess.run([program, *numbers], check=True, capture_output=True, text=True).stdout
    assert printed == (DATA / "golden_harpan.csv").read_text()


@pytest.mark.parametrize("seed", PUBLISHED)
def test_generator_gives_published_words(seed: int) -> None:
    state, words = seed, []
    for _ in PUBLISHED[seed]:
        state, word = split_mix(state)
        words.append(word)
    assert words == PUBLISHED[seed]


def test_refused_words_are_among_the_golden_deals() -> None:
    assert [split_mix(number)[1] for number in (REFUSED, FIRST_REFUSED, LAST_ALLOWED)] == [
        2**64 - 1,
        2**64 - 16,
        2**64 - 17,
    ]
    assert {str(REFUSED), str(FIRST_REFUSED), str(LAST_ALLOWED)} <= {row["number"] for row in GOLDEN}


def _bias(cards: Callable[[int], tuple[int, ...]], numbers: Iterable[int]) -> tuple[float, float]:
    """P-values for every card in every place alike: of the whole square, and the least of any place.

    For sums of random permutation matrices of size k, (k - 1) / k times Pearson's statistic of the whole
    square is chi-squared with (k - 1)^2 degrees of freedom; of one place it is Pearson's own, k - 1.
    """
    deals = np.array([cards(number) for number in numbers])
    counts = np.stack([np.bincount(place, minlength=52) for place in deals.T])
    expected = len(deals) / 52
    by_place = ((counts - expected) ** 2 / expected).sum(axis=1)
    return float(chi2.sf(by_place.sum() * 51 / 52, 51**2)), float(chi2.sf(by_place, 51).min())


@pytest.mark.parametrize("step", [1, 52, 2**32, 0x9E3779B97F4A7C15 // 1000])
def test_every_card_in_every_place_alike(step: int) -> None:
    whole, least = _bias(harpan_cards, (step * k % 2**64 for k in range(20_000)))
    assert 0.001 < whole < 0.999
    assert least * 52 > 0.001


def test_neighbours_are_alike_too() -> None:
    """Which card lies under which: a weakness that counting places cannot see."""
    deals = np.array([harpan_cards(number) for number in range(20_000)])
    pairs = deals[:, 1:] * 52 + deals[:, :-1]
    counts = np.bincount(pairs.ravel(), minlength=52 * 52).reshape(52, 52)
    counts = counts[~np.eye(52, dtype=bool)]
    expected = pairs.size / counts.size
    assert 0.001 < chi2.sf(((counts - expected) ** 2 / expected).sum(), counts.size - 1) < 0.999


def test_bias_check_can_fail() -> None:
    """A well-known wrong shuffle, swapping every place with any place, is caught."""

    def wrong(number: int) -> tuple[int, ...]:
        pack, state = list(range(52)), number
        for i in range(52):
            state, word = split_mix(state)
            pack[i], pack[word % 52] = pack[word % 52], pack[i]
        return tuple(pack)

    whole, _ = _bias(wrong, range(20_000))
    assert whole < 1e-9
