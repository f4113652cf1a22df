"""Positions: how a deal is laid out, and what a position may not be."""

from dataclasses import replace

import pytest

from harpan_solver.cards import card_name, cards_text
from harpan_solver.errors import InputError
from harpan_solver.position import Position

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def cards(text: str) -> tuple[int, ...]:
    return tuple(4 * RANKS.index(name[0]) + SUITS.index(name[1]) for name in text.split())


def test_a_deal_is_laid_out_row_by_row() -> None:
    position = Position.dealt(tuple(range(52)))
    assert position.tableau == (
        (0,),
        (1, 7),
        (2, 8, 13),
        (3, 9, 14, 18),
        (4, 10, 15, 19, 22),
        (5, 11, 16, 20, 23, 25),
        (6, 12, 17, 21, 24, 26, 27),
    )
    assert position.hidden == (0, 1, 2, 3, 4, 5, 6)
    assert position.stock == tuple(range(28, 52))
    assert (position.waste, position.foundations, position.pass_number) == ((), (0, 0, 0, 0), 1)
    position.check()


def test_a_small_deck_is_laid_out_the_same_way() -> None:
    position = Position.dealt(tuple(range(12)), ranks=3, columns=4)
    assert position.tableau == ((0,), (1, 4), (2, 5, 7), (3, 6, 8, 9))
    assert (position.hidden, position.stock) == ((0, 1, 2, 3), (10, 11))
    position.check()


def test_cards_have_their_names() -> None:
    assert [card_name(card) for card in (0, 1, 2, 3, 25, 36, 51)] == [
        "AC",
        "AD",
        "AH",
        "AS",
        "7D",
        "TC",
        "KS",
    ]
    assert cards_text(cards("7D TC KS")) == "7DTCKS"


# On the way: clubs and diamonds are built up to the king, hearts up to the ten, spades up to the nine.
GOOD = Position(
    tableau=(cards("QH JS"), (), cards("JH TS"), (), (), (), cards("QS")),
    hidden=(0, 0, 0, 0, 0, 0, 0),
    stock=cards("KH"),
    waste=cards("KS"),
    foundations=(13, 13, 10, 9),
)


def test_a_position_on_the_way_is_good() -> None:
    GOOD.check()
    replace(GOOD, hidden=(1, 0, 1, 0, 0, 0, 0), pass_number=7).check()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stock": cards("KH KS")}, "KS is in two places"),
        ({"stock": cards("KH TH")}, "TH is in two places"),
        ({"stock": ()}, "missing: KH"),
        ({"stock": (), "waste": ()}, "missing: KH KS"),
        ({"stock": (52,)}, "card number 52 is not in a deck of 52 cards"),
        ({"stock": (-1,)}, "card number -1 is not in a deck of 52 cards"),
        ({"foundations": (13, 13, 10)}, "four numbers from 0 to 13"),
        ({"foundations": (14, 13, 10, 9)}, "four numbers from 0 to 13"),
        ({"foundations": (13, 13, -1, 9)}, "four numbers from 0 to 13"),
        ({"hidden": (0,) * 6}, "hidden has 6 numbers for 7 columns"),
        ({"hidden": (2, 0, 0, 0, 0, 0, 0)}, "column 1: 2 face-down cards of 2; the last card lies face up"),
        ({"hidden": (0, 1, 0, 0, 0, 0, 0)}, "column 2: 1 face-down cards of 0"),
        ({"hidden": (0, 0, -1, 0, 0, 0, 0)}, "column 3: -1 face-down cards of 2"),
        ({"pass_number": 0}, "pass 0: a whole number from 1 up"),
        (
            {"tableau": (cards("QH JH"), (), cards("JS TS"), (), (), (), cards("QS"))},
            "column 1: JH cannot lie face up on QH",
        ),
        (
            {"tableau": (cards("QH TS"), (), cards("JH JS"), (), (), (), cards("QS"))},
            "column 1: TS cannot lie face up on QH",
        ),
    ],
)
def test_a_position_that_cannot_be(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as caught:
        replace(GOOD, **change).check()  # type: ignore[arg-type]
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_what_lies_face_down_need_not_be_a_run() -> None:
    replace(
        GOOD, tableau=(cards("TS QH JS"), (), cards("JH"), (), (), (), cards("QS")), hidden=(1,) + (0,) * 6
    ).check()
