"""Other programs' dealers against their check values, other libraries and each other."""

import csv
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harpan_solver.cards import card
from harpan_solver.deals import DEALERS, Dealer, deal, exact_number
from harpan_solver.deals.exact import HIGHEST, exact_cards

DATA = Path(__file__).parents[1] / "data" / "deals"
CHECKS = json.loads((DATA / "dealer_checks.json").read_text())
CASES = json.loads((DATA / "board_cases.json").read_text())
SOLVITAIRE = list(csv.DictReader((DATA / "deals_solvitaire.csv").read_text().splitlines()))


@pytest.mark.parametrize("name", [f"{dealer}:{number}" for dealer in CHECKS for number in CHECKS[dealer]])
def test_check_values(name: str) -> None:
    dealer, number = name.split(":")
    dealt = deal(name)
    assert dealt.name == name
    assert dealt.text == CHECKS[dealer][number]


def test_solvitaire_deals() -> None:
    assert len(SOLVITAIRE) == 200
    for row in SOLVITAIRE:
        assert deal(f"solvitaire:{row['seed']}").text == row["cards"]


@pytest.mark.parametrize(
    ("name", "case"),
    [
        ("pysolfc:24", "034_pysolfc_24"),
        ("greenfelt:2095819838", "036_greenfelt_2095819838"),
        ("greenfelt:815", "037_greenfelt_815_stock_order"),
        ("greenfelt:4", "038_greenfelt_4_disputed"),
        ("solvitaire:1", "039_solvitaire_seed_1"),
        ("solvitaire:22", "040_solvitaire_seed_22_hard_unsolvable"),
        ("ksolve:0", "041_0"),
    ],
)
def test_deals_of_reported_cases(name: str, case: str) -> None:
    assert deal(name).text == CASES[case]["cards"]


def test_first_stock_card_is_turned_first() -> None:
    stock = deal("greenfelt:815").position.stock
    assert (stock[0], stock[2]) == (card(6, 2), card(0, 1))


@pytest.mark.parametrize("dealer", DEALERS, ids=lambda dealer: dealer.name + dealer.prefix)
def test_every_dealer_deals_whole_packs(dealer: Dealer) -> None:
    highest = dealer.highest or 10**30
    for number in (dealer.lowest, dealer.lowest + 1, 31999, 32000, highest // 2, highest):
        assert sorted(dealer.cards(number)) == list(range(52))
    assert dealer.cards(dealer.lowest) != dealer.cards(highest)


def _pysol_cards(number: int, microsoft: bool) -> str:
    """The deal of pysol-cards in deal order."""
    pytest.importorskip("pysol_cards")
    from pysol_cards.cards import CardRenderer
    from pysol_cards.deal_game import Game
    from pysol_cards.random_base import RandomBase

    which = RandomBase.DEALS_MS if microsoft else RandomBase.DEALS_PYSOLFC
    text = Game("klondike", number, which).calc_layout_string(CardRenderer(True))
    talon, *columns = text.replace("<", "").replace(">", "").splitlines()
    rows = [column.split() for column in columns]
    tableau = (rows[column][row] for row in range(7) for column in range(row, 7))
    return "".join([*tableau, *talon.removeprefix("Talon:").split()])


@pytest.mark.parametrize("number", [1, 2, 31999, 32001, 99999, 2**31, 2**33, 10**15, 10**20])
def test_pysolfc_as_pysol_cards(number: int) -> None:
    assert deal(f"pysolfc:{number}").text == _pysol_cards(number, microsoft=False)


@pytest.mark.parametrize(
    "number", [1, 31999, 32000, 100000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 7, 2**33 - 1]
)
def test_pysolfc_microsoft_numbers_as_pysol_cards(number: int) -> None:
    assert deal(f"pysolfc:ms{number}").text == _pysol_cards(number, microsoft=True)


def test_pysolfc_32000_is_not_what_pysol_cards_deals() -> None:
    """The program itself leaves the Microsoft generator one number earlier than the library."""
    assert deal("pysolfc:32000").text != _pysol_cards(32000, microsoft=False)
    assert deal("pysolfc:32000").text == CHECKS["pysolfc"]["32000"]


def test_ksolve_as_pyksolve() -> None:
    solver = pytest.importorskip("pyksolve.solver")
    game = solver.Solitaire()
    for number in (0, 1, 5, 12345, 2**31 - 1):
        game.shuffle1(number)
        ranks = {f"{rank + 1:02}{suit + 1}": card(rank, suit) for rank in range(13) for suit in range(4)}
        digits = game.get_solitaire()
        cards = tuple(ranks[digits[at : at + 3]] for at in range(0, 156, 3))
        assert deal(f"ksolve:{number}").cards == cards


def test_kpatience_and_pysolfc_share_stock_only() -> None:
    case = CASES["044_same_number_other_dealer"]["input"]
    kpatience, pysolfc = deal("kpatience:24").position, deal("pysolfc:24").position
    assert kpatience.stock == pysolfc.stock
    assert kpatience.tableau != pysolfc.tableau
    for position, board in ((kpatience, case["kpat_24"]), (pysolfc, case["pysolfc_24"])):
        names = [[f"{'A23456789TJQK'[each // 4]}{'CDHS'[each % 4]}" for each in c] for c in position.tableau]
        assert names == board["tableau_bottom_to_top"]


@settings(deadline=None, max_examples=200)
@given(st.integers(0, HIGHEST))
def test_exact_number_both_ways(number: int) -> None:
    cards = exact_cards(number)
    assert sorted(cards) == list(range(52))
    assert exact_number(cards) == number


def test_exact_number_of_any_cards() -> None:
    generator = random.Random(1)
    for _ in range(200):
        cards = generator.sample(range(52), 52)
        number = exact_number(cards)
        assert 0 <= number <= HIGHEST
        assert exact_cards(number) == tuple(cards)
    assert exact_number(exact_cards(HIGHEST)) == HIGHEST
