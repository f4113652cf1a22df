"""What a person reads: the board and the solution in words."""

import re
from dataclasses import replace

import pytest

from harpan_solver.board import DIM, PLAIN, RED, board_text, card_text
from harpan_solver.cards import card_name
from harpan_solver.errors import IllegalMove
from harpan_solver.game import Game, replay
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from harpan_solver.walkthrough import walkthrough

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def cards(text: str) -> tuple[int, ...]:
    return tuple(4 * RANKS.index(name[0]) + SUITS.index(name[1]) for name in text.split())


START = Position(
    tableau=(
        cards("7D"),
        cards("TH 9D"),
        cards("2H 5C 5D"),
        cards("4D 3S QH AD"),
        cards("9S 4S AC KC QS"),
        cards("KS 7S 8H 9C 6S 9H"),
        cards("JC JS QD 8D AS 3H JD"),
    ),
    hidden=tuple(range(7)),
    stock=cards("7C TS KD 5H KH TD 8S 4C AH 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC"),
)
DRAW_ONE = Rules(draw=1)
MOVES = "4>F draw draw W>7 6>7:1 draw draw W>6 draw draw draw draw draw W>F 7>5:3 W>6 7>6:1".split()  # noqa: SIM905

BOARD = """\
Foundations  -♣   A♦   A♥   -♠
Stock        15 cards, pass 1
Waste        7♣   K♦   K♥  10♦   8♠ < top

   1     2     3     4     5     6     7
  7♦    ▒▒    ▒▒    ▒▒    ▒▒    ▒▒    ▒▒
        9♦    ▒▒    ▒▒    ▒▒    ▒▒    ▒▒
              5♦    Q♥    ▒▒    ▒▒    ▒▒
                          ▒▒    ▒▒    ▒▒
                          Q♠    6♠    A♠
                          J♦    5♥
                         10♠    4♣
                          9♥    3♥"""

REVEALED_IN_ASCII = """\
Foundations  -C   AD   AH   -S
Stock        15 cards, pass 1
             7H   6H   3C   6C   4H   8C   5S   JH   6D   2S   2C   TC
             2D   3D   QC
Waste        7C   KD   KH   TD   8S < top

   1     2     3     4     5     6     7
  7D   [TH]  [2H]  [4D]  [9S]  [KS]  [JC]
        9D   [5C]  [3S]  [4S]  [7S]  [JS]
              5D    QH   [AC]  [8H]  [QD]
                         [KC]  [9C]  [8D]
                          QS    6S    AS
                          JD    5H
                          TS    4C
                          9H    3H"""


def test_the_board() -> None:
    game = replay(START, DRAW_ONE, MOVES)
    assert board_text(game) == board_text(game.position) == str(game) == BOARD
    assert board_text(game, ascii=True, reveal=True) == REVEALED_IN_ASCII


def test_the_board_in_ascii_is_the_same_board() -> None:
    game = replay(START, DRAW_ONE, MOVES)
    text = board_text(game, ascii=True)
    assert text.isascii()
    letters = str.maketrans("♣♦♥♠▒", "CDHS#")
    assert text == BOARD.replace("10", " T").translate(letters)


def test_colour_is_paint_on_the_same_board() -> None:
    game = replay(START, DRAW_ONE, MOVES)
    for options in ({}, {"reveal": True}, {"ascii": True}):
        painted = board_text(game, colour=True, **options)
        assert re.sub(r"\x1b\[\d*m", "", painted) == board_text(game, **options)
        assert painted.count(PLAIN) == len(re.findall(r"(?:\x1b\[[1-9]\d*m)+", painted))
    painted = board_text(game, colour=True)
    red = re.findall(re.escape(RED) + r"(\S+)" + re.escape(PLAIN), painted)
    assert sorted(red) == sorted(re.findall(r"[^\s-]+[♦♥]", BOARD))
    assert painted.count(DIM) == sum(game.hidden)
    assert "\x1b" not in BOARD


def test_face_down_cards_and_the_stock_stay_unseen() -> None:
    unseen = [*START.stock, *(card for column in START.tableau for card in column[:-1])]
    shown = board_text(START, ascii=True).split()
    assert not {card_name(card) for card in unseen} & set(shown)
    assert {card_name(column[-1]) for column in START.tableau} <= set(shown)
    assert shown.count("##") == 21


def test_empty_piles() -> None:
    end = Position(((),) * 6 + (cards("KS"),), (0,) * 7, (), (), foundations=(13, 13, 13, 12))
    assert board_text(end) == (
        "Foundations  K♣   K♦   K♥   Q♠\n"
        "Stock        empty, pass 1\n"
        "Waste        empty\n"
        "\n"
        "   1     2     3     4     5     6     7\n"
        "  --    --    --    --    --    --    K♠"
    )


def test_a_long_waste_takes_more_lines() -> None:
    lines = board_text(replay(START, Rules(draw=24), ["draw"]), ascii=True).splitlines()
    names = [card_name(card) for card in START.stock]
    assert lines[1] == "Stock        empty, pass 1"
    assert lines[2].split() == ["Waste", *names[:12]]
    assert lines[3].split() == [*names[12:], "<", "top"]
    assert lines[2].index(names[1]) == lines[3].index(names[13])


def test_small_decks_have_a_board_too() -> None:
    text = board_text(Position.dealt(tuple(range(12)), ranks=3, columns=3), ascii=True)
    assert text.splitlines()[-4:] == [
        "   1     2     3",
        "  AC    ##    ##",
        "        AS    ##",
        "              2D",
    ]


def test_names_of_cards() -> None:
    assert [card_text(card) for card in cards("AC TD TH KS")] == ["A♣", "10♦", "10♥", "K♠"]
    assert [card_text(card, ascii=True) for card in cards("AC TD")] == ["AC", "TD"]


def test_a_solution_in_words() -> None:
    assert walkthrough(START, DRAW_ONE, MOVES) == [
        "  1. A♦ from column 4 to its foundation; turn up Q♥",
        "  2. Turn 2 cards: 10♠ is on top",
        "  3. 10♠ from the waste to column 7, on J♦",
        "  4. 9♥ from column 6 to column 7, on 10♠; turn up 6♠",
        "  5. Turn 2 cards: 5♥ is on top",
        "  6. 5♥ from the waste to column 6, on 6♠",
        "  7. Turn 5 cards: A♥ is on top",
        "  8. A♥ from the waste to its foundation",
        "  9. J♦ down to 9♥ (3 cards) from column 7 to column 5, on Q♠; turn up 3♥",
        " 10. 4♣ from the waste to column 6, on 5♥",
        " 11. 3♥ from column 7 to column 6, on 4♣; turn up A♠",
    ]


def test_a_solution_in_words_in_ascii() -> None:
    lines = walkthrough(Game(START), DRAW_ONE, MOVES, ascii=True)
    assert "\n".join(lines).isascii()
    assert lines[8] == "  9. JD down to 9H (3 cards) from column 7 to column 5, on QS; turn up 3H"


@pytest.mark.parametrize(
    ("draw", "moves", "lines"),
    [
        (1, ["draw"], ["Turn 1 card: 7♣ is on top"]),
        (3, ["draw"], ["Turn 3 cards: K♦ is on top"]),
        (3, ["draw"] * 2, ["Turn 2 times 3 cards: 10♦ is on top"]),
        (5, ["draw"] * 5, ["Turn 4 times 5 cards and the last 4 cards: Q♣ is on top"]),
        (23, ["draw"] * 2, ["Turn 23 cards and the last card: Q♣ is on top"]),
        (
            24,
            ["draw", "redeal", "draw", "redeal"],
            [
                "Turn 24 cards: Q♣ is on top",
                "Turn the waste over: pass 2 begins",
                "Turn 24 cards: Q♣ is on top",
                "Turn the waste over: pass 3 begins",
            ],
        ),
    ],
)
def test_turning_the_stock_in_words(draw: int, moves: list[str], lines: list[str]) -> None:
    assert [line[5:] for line in walkthrough(START, Rules(draw), moves)] == lines


def test_fewer_cards_than_the_draw_count_in_words() -> None:
    two_left = replay(START, Rules(draw=22), ["draw"])
    assert walkthrough(two_left, Rules(draw=3), ["draw"]) == ["  1. Turn the last 2 cards: Q♣ is on top"]


def test_kings_and_worrying_back_in_words() -> None:
    start = Position(
        ((), cards("QS"), (), (), (), (), ()), (0,) * 7, (), cards("KS KH"), foundations=(13, 13, 12, 11)
    )
    assert [line[5:] for line in walkthrough(start, Rules(), ["FC>1", "W>3", "2>3:1", "FD>2"])] == [
        "K♣ back from its foundation to empty column 1",
        "K♥ from the waste to empty column 3",
        "Q♠ from column 2 to column 3, on K♥",
        "K♦ back from its foundation to empty column 2",
    ]


def test_only_legal_moves_are_put_into_words() -> None:
    with pytest.raises(IllegalMove, match=r"^move 2 "):
        walkthrough(START, DRAW_ONE, ["draw", "W>F"])
    assert walkthrough(replace(START, pass_number=2), DRAW_ONE, []) == []
