"""From positions to kernel numbers and from winning lines back to moves."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harpan_solver.cards import DECK_SIZE, is_red, rank_of, suit_of
from harpan_solver.cuts import NO_CUTS, NO_FAULTS
from harpan_solver.errors import InputError, ReplayFault
from harpan_solver.expansion import expand
from harpan_solver.kernels.movegen import (
    BRING_BACK,
    STOCK_TO_COLUMN,
    UNCOVER,
    UP_FROM_COLUMN,
    UP_FROM_STOCK,
    predecessors,
    successors,
)
from harpan_solver.kernels.stock import cards_at, shown
from harpan_solver.packing import BIT_NUMBER, Packed, pack
from harpan_solver.position import Position
from harpan_solver.rules import Rules

DECK = range(DECK_SIZE)


def dealt(number: int) -> Position:
    cards = list(DECK)
    random.Random(number).shuffle(cards)
    return Position.dealt(tuple(cards))


def packed(position: Position, rules: Rules) -> Packed:
    return pack(position, rules, NO_CUTS, NO_FAULTS)


def word_of(cards: list[int]) -> int:
    return sum(1 << BIT_NUMBER[each] for each in cards)


def turned_up(stock: list[int], draw: int) -> list[int]:
    """What is on top when a stock is turned once through: plain slices, and the last card."""
    return sorted({*stock[draw - 1 :: draw], *stock[-1:]})


# A card is a bit


def test_every_card_has_a_bit_of_its_own() -> None:
    assert sorted(BIT_NUMBER) == list(DECK)


@pytest.mark.parametrize("card", DECK)
def test_a_cards_neighbours(card: int) -> None:
    """Twins are neighbours, and what may lie on them are the same bits one rank lower."""
    bit = BIT_NUMBER[card]
    twin = next(c for c in DECK if c != card and rank_of(c) == rank_of(card) and is_red(c) == is_red(card))
    assert BIT_NUMBER[twin] == bit ^ 1
    guests = [c for c in DECK if rank_of(c) == rank_of(card) - 1 and is_red(c) != is_red(card)]
    assert word_of(guests) == (0b11 << (bit & ~1)) >> 4


@pytest.mark.plain
@pytest.mark.bounds
def test_next_and_last_of_a_suit() -> None:
    for card in DECK:
        higher = [c for c in DECK if suit_of(c) == suit_of(card) and rank_of(c) == rank_of(card) + 1]
        lower = [c for c in DECK if suit_of(c) == suit_of(card) and rank_of(c) == rank_of(card) - 1]
        word = np.uint64(word_of([card]))
        # Beyond the king there is no card, whatever is found there.
        assert int(successors(word)) & (1 << DECK_SIZE) - 1 == word_of(higher)
        assert predecessors(word) == word_of(lower)


# The stock


@pytest.mark.plain
@pytest.mark.bounds
@given(st.integers(1, 24), st.sets(st.integers(0, 23)))
def test_what_a_pass_shows(draw: int, left: set[int]) -> None:
    layout = packed(dealt(1), Rules(draw)).layout
    places = np.uint64(sum(1 << place for place in left))
    expected = sum(1 << place for place in turned_up(sorted(left), draw))
    assert int(shown(places, layout)) == expected


@pytest.mark.plain
@pytest.mark.bounds
@given(st.integers(0), st.sets(st.integers(0, 23)))
def test_cards_at_stock_places(number: int, left: set[int]) -> None:
    position = dealt(number)
    layout = packed(position, Rules()).layout
    places = np.uint64(sum(1 << place for place in left))
    assert int(cards_at(places, layout)) == word_of([position.stock[place] for place in left])


def test_waste_comes_before_stock() -> None:
    start = dealt(1)
    turned = Position(start.tableau, start.hidden, start.stock[4:], start.stock[:4])
    assert np.array_equal(
        packed(turned, Rules()).layout.stock_index, packed(start, Rules()).layout.stock_index
    )


def test_too_many_stock_cards() -> None:
    """Six columns of a whole pack leave 31."""
    position = Position.dealt(tuple(DECK), columns=6)
    with pytest.raises(InputError, match="31 cards in stock and waste: at most 24"):
        packed(position, Rules())


@pytest.mark.parametrize(
    ("passes", "pass_number", "left"), [(1, 1, 0), (3, 1, 2), (3, 3, 0), (25, 1, 24), (1000, 1, 24)]
)
def test_redeals_left(passes: int, pass_number: int, left: int) -> None:
    start = dealt(1)
    position = Position(start.tableau, start.hidden, start.stock, pass_number=pass_number)
    assert packed(position, Rules(passes=passes)).passes_left == left


# Back to moves, on a deck of three ranks in three columns:
#   column 1: AC   column 2: AD, AS   column 3: AH, 2D, 3H   stock: 2C 2S 2H 3C 3D 3S
# with the last card of a column face up.

SMALL = Position(
    tableau=((0,), (1, 3), (2, 5, 10)),
    hidden=(0, 1, 2),
    stock=(4, 7, 6, 8, 9, 11),
    ranks=3,
)
AC, AD, AH, AS, C2, D2, H2, S2, C3, D3, H3, S3 = range(12)


def line_of(*moves: tuple[int, int]) -> list[int]:
    return [64 * kind + BIT_NUMBER[card] for kind, card in moves]


ALL_UNCOVERED = line_of(
    (UP_FROM_COLUMN, AC),
    (UNCOVER, H3),
    (UP_FROM_COLUMN, AS),
    (UP_FROM_COLUMN, AD),
    (UP_FROM_COLUMN, D2),
    (UP_FROM_COLUMN, AH),
)


def moves_of(line: list[int]) -> str:
    return " ".join(map(str, expand(SMALL, Rules(draw=1), line)))


def test_turning_and_the_end_are_put_in() -> None:
    line = ALL_UNCOVERED + line_of((STOCK_TO_COLUMN, S2), (BRING_BACK, AH), (UP_FROM_STOCK, C2))
    assert moves_of(line) == (
        "1>F 3>1:1 2>F 2>F 3>F 3>F draw draw W>1 FH>1 W>F 1>F draw W>F 1>F draw W>F draw W>F 1>F draw W>F"
    )


def test_freeing_and_redeals_are_put_in() -> None:
    """The three of hearts goes up from under the two of spades, which finds the three of diamonds."""
    line = ALL_UNCOVERED + line_of(
        (STOCK_TO_COLUMN, S2), (STOCK_TO_COLUMN, D3), (UP_FROM_STOCK, H2), (UP_FROM_COLUMN, H3)
    )
    assert moves_of(line) == (
        "1>F 3>1:1 2>F 2>F 3>F 3>F draw draw W>1 draw draw draw W>2 draw redeal draw draw W>F 1>2:1 1>F "
        "W>F 2>F draw W>F 2>F draw W>F"
    )


@pytest.mark.parametrize(
    "line",
    [
        line_of((UP_FROM_COLUMN, H3)),
        line_of((UP_FROM_COLUMN, AD)),
        line_of((UP_FROM_COLUMN, C2)),
        line_of((UP_FROM_STOCK, C2)),
        line_of((UP_FROM_STOCK, AC)),
        line_of((STOCK_TO_COLUMN, C3)),
        line_of((UNCOVER, H3)),
        line_of((BRING_BACK, AC)),
        line_of((UP_FROM_COLUMN, AC)),
    ],
)
def test_a_false_line_is_a_fault(line: list[int]) -> None:
    """Never a verdict: neither a move that the rules refuse nor a line that does not win."""
    with pytest.raises(ReplayFault):
        expand(SMALL, Rules(draw=1, passes=1), line)
