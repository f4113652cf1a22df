"""Points by the four systems, from the rules' worked examples and from games counted by hand."""

import math

import pytest

from harpan_solver.errors import IllegalMove, InputError
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from harpan_solver.scoring import SYSTEMS, score, vegas_balance

ONE_PASS = Rules(draw=1, passes=1)


def in_order() -> Position:
    """A deal whose cards go up one by one: columns left to right, each from its last card, then the stock."""
    deck = iter(range(52))
    columns = [[next(deck) for _ in range(height)][::-1] for height in range(1, 8)]
    dealt = [columns[column][row] for row in range(7) for column in range(row, 7)]
    return Position.dealt((*dealt, *deck))


IN_ORDER = [f"{column}>F" for column in range(1, 8) for _ in range(column)] + ["draw", "W>F"] * 24

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def cards(text: str) -> tuple[int, ...]:
    return tuple(4 * RANKS.index(name[0]) + SUITS.index(name[1]) for name in text.split())


# Clubs and diamonds are built up, hearts up to the ten, spades up to the eight.
LATE = Position(
    tableau=(cards("9S KH QS"), cards("JH"), (), (), (), (), ()),
    hidden=(1, 0, 0, 0, 0, 0, 0),
    stock=cards("TS JS QH KS"),
    waste=(),
    foundations=(13, 13, 10, 8),
)


@pytest.mark.parametrize(
    ("system", "points"),
    [
        ("standard", 625),  # 52 cards up, 21 turned up, no card from the waste to a column
        ("windows", 520),
        ("patienshuset", 28 * 10 + 24 * 15 + 21 * 5),
        ("vegas", 208),
    ],
)
def test_a_full_win(system: str, points: int) -> None:
    assert score(in_order(), ONE_PASS, IN_ORDER, system) == points


def test_eleven_cards_already_win_in_vegas() -> None:
    assert score(in_order(), ONE_PASS, [], "vegas") == -52
    assert score(in_order(), ONE_PASS, IN_ORDER[:10], "vegas") == -2
    assert score(in_order(), ONE_PASS, IN_ORDER[:11], "vegas") == 3


@pytest.mark.parametrize(
    ("before", "move", "standard", "windows", "patienshuset", "vegas"),
    [
        ("1>3:2 1>F draw", "W>F", 10, 10, 15, 5),
        ("", "2>F", 10, 10, 10, 5),
        ("draw", "W>2", 5, 5, 5, 0),
        ("", "1>3:2", 5, 0, 5, 0),  # turns up the nine of spades
        ("2>F", "FC>4", -15, 0, 0, -5),
        ("", "2>1:1", 0, 0, 0, 0),
        ("", "draw", 0, 0, 0, 0),
    ],
)
def test_each_move(
    before: str, move: str, standard: int, windows: int, patienshuset: int, vegas: int
) -> None:
    moves = before.split()
    gains = [
        score(LATE, Rules(draw=1), [*moves, move], system) - score(LATE, Rules(draw=1), moves, system)
        for system in ("standard", "windows", "patienshuset", "vegas")
    ]
    assert gains == [standard, windows, patienshuset, vegas]


@pytest.mark.parametrize(
    ("draw", "patienshuset"), [(1, 385), (2, 385), (3, 385 - 20), (4, 385 - 20), (24, 385 - 20)]
)
def test_a_redeal(draw: int, patienshuset: int) -> None:
    moves = [*IN_ORDER[:28], *["draw"] * math.ceil(24 / draw), "redeal"]
    points = {system: score(in_order(), Rules(draw), moves, system) for system in SYSTEMS}
    assert points == {"standard": 385, "windows": 280 - 100, "patienshuset": patienshuset, "vegas": -52 + 140}


def test_the_total_stops_at_zero_and_grows_from_there() -> None:
    moves = ["2>F", "draw", "draw", "redeal", "1>3:2", "1>F"]
    assert score(LATE, Rules(draw=3), moves[:4], "windows") == 0
    assert score(LATE, Rules(draw=3), moves, "windows") == 10
    assert score(LATE, Rules(draw=3), moves[:4], "patienshuset") == 0
    assert score(LATE, Rules(draw=3), moves, "patienshuset") == 15
    assert score(LATE, Rules(draw=3), ["FC>4", "FD>5"], "standard") == -30


@pytest.mark.parametrize(
    ("seconds", "points"),
    [
        (0, 520),
        (29.9, 520 - 4),  # won too fast for a bonus
        (30, 520 - 6 + 23_333),
        (100, 520 - 20 + 7_000),
        (9_999, 70),  # the deductions stop at zero, the bonus comes on top
    ],
)
def test_timed_windows(seconds: float, points: int) -> None:
    assert score(in_order(), ONE_PASS, IN_ORDER, "windows", seconds) == points


def test_no_bonus_without_a_win() -> None:
    assert score(in_order(), ONE_PASS, IN_ORDER[:-1], "windows", 100) == 510 - 20


def test_the_balance_is_carried() -> None:
    assert vegas_balance([208, -52, 3]) == [208, 156, 159]
    assert vegas_balance([-52], carried=-100) == [-152]
    assert vegas_balance([]) == []


@pytest.mark.parametrize(
    ("system", "seconds", "message"),
    [
        ("Vegas", None, "scoring system 'Vegas': one of standard, windows, patienshuset, vegas is needed"),
        ("vegas", 10, "seconds 10: the scoring system vegas does not count time"),
        ("windows", -1, "seconds -1: a number from 0 up is needed"),
        ("windows", math.nan, "seconds nan: a number from 0 up is needed"),
        ("windows", math.inf, "seconds inf: a number from 0 up is needed"),
    ],
)
def test_what_cannot_be_scored(system: str, seconds: float | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        score(in_order(), ONE_PASS, IN_ORDER, system, seconds)
    assert str(caught.value) == message


def test_moves_that_break_the_rules_are_not_scored() -> None:
    with pytest.raises(IllegalMove, match=r"^move 77 "):
        score(in_order(), ONE_PASS, [*IN_ORDER, "draw"], "standard")
