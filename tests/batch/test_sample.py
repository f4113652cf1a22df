"""Samples: each deal once, in the order asked."""

import pytest

from harpan_solver.batch.sample import Sample, Span, deal_of
from harpan_solver.deals import Deal, deal
from harpan_solver.errors import InputError


def numbers(sample: Sample) -> list[str]:
    return [f"{dealer}{n}" for dealer, first, last in sample.spans for n in range(first, last + 1)]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["1-10"], "harpan:1-10"),
        (["1-10", "5-15"], "harpan:1-15"),
        (["5-15", "1-10"], "harpan:5-15 harpan:1-4"),
        (["3", "1-5", "3"], "harpan:3 harpan:1-2 harpan:4-5"),
        (["10-12", "1-2", "1-20"], "harpan:10-12 harpan:1-9 harpan:13-20"),
        (["1-3", "solvitaire:1-3", "harpan:2-4"], "harpan:1-3 solvitaire:1-3 harpan:4"),
        (["pysolfc:ms7", "pysolfc:7"], "pysolfc:ms7 pysolfc:7"),
        (["18446744073709551614-18446744073709551615"], "harpan:18446744073709551614-18446744073709551615"),
    ],
)
def test_each_deal_is_there_once(names: list[str], told: str) -> None:
    sample = Sample.of(names)
    assert str(sample) == told
    assert len(set(numbers(sample))) == len(numbers(sample)) == sample.count


def test_ranges_of_any_length_cost_nothing() -> None:
    sample = Sample.of("0-18446744073709551615")
    assert sample.count == 2**64
    assert next(sample.blocks(10, 10)) == Span("harpan:", 0, 9)


def test_the_same_cards_are_one_deal() -> None:
    first = deal(7)
    sample = Sample.of([first, Deal("deals.txt:3", first.cards), deal(8)])
    assert sample.count == 2
    [dealer, number, _] = sample.spans[0]
    assert deal_of(dealer, number).cards == first.cards


def test_blocks_and_heads() -> None:
    sample = Sample.of(["1-25", "solvitaire:1-5"])
    assert [each.size for each in sample.blocks(10, 10)] == [10, 10, 5, 5]
    assert [each.size for each in Sample.of("1-60").blocks(5, 16)] == [5, 5, 10, 16, 16, 8]
    assert str(sample.head(27)) == "harpan:1-25 solvitaire:1-2"
    assert sample.head(0).count == 0


def test_python_ways_to_name_deals() -> None:
    assert str(Sample.of(7)) == "harpan:7"
    assert str(Sample.of(range(3, 9))) == "harpan:3-8"
    assert Sample.of(range(3)).count == 3
    with pytest.raises(InputError):
        Sample.of("nobody:7")
