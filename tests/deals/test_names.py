"""Names of deals: one, many, ranges of any length, and every way to get them wrong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harpan_solver.deals import DEALERS, deal, expand_names
from harpan_solver.errors import InputError


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("42", "harpan:42"),
        (42, "harpan:42"),
        ("harpan:42", "harpan:42"),
        ("harpan:007", "harpan:7"),
        ("0", "harpan:0"),
        (str(2**64 - 1), f"harpan:{2**64 - 1}"),
        ("solvitaire:7", "solvitaire:7"),
        ("pysolfc:ms100000", "pysolfc:ms100000"),
        ("pysolfc:ms007", "pysolfc:ms7"),
        (f"pysolfc:{10**30}", f"pysolfc:{10**30}"),
    ],
)
def test_canonical_names(name: str | int, canonical: str) -> None:
    assert deal(name).name == canonical
    assert [each.name for each in expand_names([name])] == [canonical]
    assert deal(name) == deal(canonical)


def test_dealers_differ() -> None:
    names = ["harpan:1", "pysolfc:100000", "pysolfc:ms100000", *(f"{each.name}:24" for each in DEALERS[1:])]
    assert len({deal(name).cards for name in names}) == len(set(names))


def test_several_names_in_order() -> None:
    deals = expand_names(["3", "solvitaire:1-3", "5-5", "pysolfc:ms1-ms2"])
    harpan, pysolfc = ["harpan:3", "harpan:5"], ["pysolfc:ms1", "pysolfc:ms2"]
    names = [harpan[0], "solvitaire:1", "solvitaire:2", "solvitaire:3", harpan[1], *pysolfc]
    assert deals.count == 7
    assert list(deals.names()) == names
    assert [each.name for each in deals] == names
    assert [each.cards for each in deals] == [deal(name).cards for name in names]


def test_huge_ranges_cost_nothing() -> None:
    deals = expand_names(["harpan:0-18446744073709551615", "solvitaire:0-2147483647"])
    assert deals.count == 2**64 + 2**31
    assert next(iter(deals)).name == "harpan:0"


def test_no_names() -> None:
    assert expand_names([]).count == 0
    assert list(expand_names([])) == []


def test_one_name_is_not_taken_for_many() -> None:
    assert [each.name for each in expand_names("1-2")] == ["harpan:1", "harpan:2"]


BAD = [
    (
        "foo:1",
        "unknown dealer",
        "harpan, solvitaire, ksolve, greenfelt, pysolfc, kpatience, microsoft, exact",
    ),
    ("Harpan:1", "unknown dealer", "known are"),
    (":1", "unknown dealer", "known are"),
    ("", "no number", "NUMBER"),
    ("harpan:", "no number", "A-B"),
    ("foo", "'foo' is not a number", "A-B"),
    ("1.5", "'1.5' is not a number", "A-B"),
    ("1,2", "'1,2' is not a number", "A-B"),
    ("٣", "U+0663 ARABIC-INDIC DIGIT THREE) is not a digit", "A-B"),
    ("４２", "FULLWIDTH DIGIT FOUR", "A-B"),
    ("+5", "'+5' is not a number", "A-B"),
    (" 5", "is not a number", "A-B"),
    ("5 ", "is not a number", "A-B"),
    ("5\n", "(U+000A) is not a digit", "A-B"),
    ("1_000", "is not a number", "A-B"),
    ("0x10", "is not a number", "A-B"),
    ("1e3", "is not a number", "A-B"),
    ("-5", "not negative", "A-B"),
    ("solvitaire:-1", "not negative", "A-B"),
    ("1--5", "is not a number", "A-B"),
    ("1-", "no end", "both included"),
    ("-", "no beginning", "A-B"),
    ("5-1", "backwards", "A not above B"),
    ("1-2-3", "is not a number", "A-B"),
    ("solvitaire:1-solvitaire:3", "is not a number", "A-B"),
    (str(2**64), "harpan has the numbers 0 to 18446744073709551615", "deal"),
    (f"0-{2**64}", "harpan has the numbers", "deal"),
    ("solvitaire:2147483648", "solvitaire has the numbers 0 to 2147483647", "deal"),
    ("ksolve:4294967296", "0 to 4294967295", "deal"),
    ("greenfelt:0", "greenfelt has the numbers 1 to 2147483646", "deal"),
    ("greenfelt:2147483647", "1 to 2147483646", "deal"),
    ("pysolfc:0", "pysolfc has the numbers 1 or more", "deal"),
    ("pysolfc:" + "9" * 5000, "of up to 4000 digits", "deal"),
    ("9" * 100_000, "harpan has the numbers", "deal"),
    ("pysolfc:ms0", "1 to 8589934591", "deal"),
    ("pysolfc:ms1-5", "both ends", "ms1-ms5"),
    ("solvitaire:ms5", "no numbers that start with 'ms'", "deal"),
    ("kpatience:0", "1 to 2147483647", "deal"),
    ("exact:" + "9" * 69, "0 to 52! - 1", "deal"),
    (-1, "-1", "0 to 18446744073709551615"),
    (2**64, "harpan has the numbers", "deal"),
    (10**5000, "bits", "harpan has the numbers"),
    (True, "True", "whole number"),
    (1.0, "1.0", "whole number"),
    (None, "None", "whole number"),
]


@pytest.mark.parametrize(
    ("name", "first", "second"),
    BAD,
    ids=[f"{name!s:.30}" if isinstance(name, str) else type(name).__name__ for name, _, _ in BAD],
)
def test_bad_names(name: str | int, first: str, second: str) -> None:
    for use in (deal, lambda bad: expand_names(["1", bad])):
        with pytest.raises(InputError) as caught:
            use(name)
        message = str(caught.value)
        assert first in message and second in message
        assert "\n" not in message and len(message) < 300


def test_a_range_is_not_one_deal() -> None:
    with pytest.raises(InputError, match="a range of deals; one is needed"):
        deal("1-2")


@settings(deadline=None, max_examples=300)
@given(st.text() | st.from_regex(r"([a-z]{0,8}:)?(ms)?[0-9]{0,25}(-(ms)?[0-9]{0,25})?", fullmatch=True))
def test_any_text_is_deals_or_one_line(text: str) -> None:
    try:
        assert expand_names([text]).count >= 1
    except InputError as error:
        assert "\n" not in str(error) and len(str(error)) < 300
