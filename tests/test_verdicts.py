"""Whole decks: verdicts that are known from other programs, and verdicts that must fit one another.

``data/verdicts.csv`` holds deals with the verdict of other solvers: a fast one (draws 1 to 5), a general one
(one pass; no worrying back), one that finds shortest solutions (a win within the passes of that solution),
and deals that some program got wrong and people looked into.
"""

import csv
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from harpan_solver.deals import parse_cards, parse_position
from harpan_solver.game import Game
from harpan_solver.limits import Limits
from harpan_solver.position import Position
from harpan_solver.result import Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.solver import solve
from tests.reference.replay import replay

with (Path(__file__).parent / "data" / "verdicts.csv").open(encoding="ascii", newline="") as lines:
    KNOWN = list(csv.DictReader(lines))

# With compilation off a multiplication that is meant to wrap around says so.
wraps_around = pytest.mark.filterwarnings("ignore:overflow encountered in scalar multiply:RuntimeWarning")


def rules_of(row: dict[str, str]) -> Rules:
    passes = int(row["passes"]) if row["passes"] else None
    return Rules(int(row["draw"]), passes, row["worrying_back"] == "on")


def name_of(row: dict[str, str]) -> str:
    return f"{row['name']}-draw{row['draw']}-passes{row['passes']}-back_{row['worrying_back']}"


def replayed(solution: Solution, cards: tuple[int, ...]) -> Solution:
    """A solution, once a win was replayed by code that is not the package's."""
    assert bool(solution.moves) == (solution.verdict is Verdict.SOLVABLE)
    if solution.moves:
        rules = solution.rules
        moves = map(str, solution.moves)
        replay(cards, 13, 7, moves, draw=rules.draw, passes=rules.passes, worrying_back=rules.worrying_back)
    return solution


def compare(rows: list[dict[str, str]], limits: Limits) -> Counter[Verdict]:
    """Solves and fails on another verdict; undecided is none."""
    verdicts: Counter[Verdict] = Counter()
    for row in rows:
        cards = parse_cards(row["cards"])
        solution = replayed(solve(Position.dealt(cards), rules_of(row), limits), cards)
        assert solution.verdict in (row["verdict"], Verdict.UNDECIDED), row
        verdicts[solution.verdict] += 1
    return verdicts


@pytest.mark.parametrize("part", range(10))
def test_known_verdicts(part: int) -> None:
    rows = KNOWN[part::10]
    verdicts = compare(rows, Limits(max_nodes=2_000_000))
    assert verdicts[Verdict.UNDECIDED] <= len(rows) // 10


@pytest.mark.plain
@pytest.mark.bounds
@wraps_around
def test_known_verdicts_of_a_few() -> None:
    """With few states, so that this ends without compilation too."""
    verdicts = compare(KNOWN[::20], Limits(max_nodes=2_000))
    assert verdicts[Verdict.SOLVABLE] >= 5
    assert verdicts[Verdict.UNSOLVABLE] >= 1


def test_there_are_enough_known_verdicts() -> None:
    assert {int(row["draw"]) for row in KNOWN} == {1, 2, 3, 4, 5}
    assert min(Counter(row["draw"] for row in KNOWN).values()) >= 50
    assert min(Counter(row["verdict"] for row in KNOWN).values()) >= 200


# Positions of games in progress

# Reported elsewhere; every card lies face up.
ENDGAME = """\
1: KD QS JD TC 9H 8C 7H 6C 5H 4S
2: JS TD 9C 8H 7C 6H 5C 4D 3S 2H
3: 7S
4: 4H
5: KH QC JH TS 9D 8S 7D 6S
6: -
7: JC TH
stock: QD 6D QH KS 8D 5S 3H 5D 9S KC
waste: -
foundations: C4 D3 H1 S2
"""
# From another program's description, in the middle of its own solution.
MIDDLE = """\
1: 7D
2: <TH> 9D
3: <2H> <5C> 5D
4: <4D> <3S> QH
5: <9S> <4S> <AC> <KC> QS JD TS 9H
6: <KS> <7S> <8H> <9C> 6S 5H 4C 3H
7: <JC> <JS> <QD> <8D> AS
stock: 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC
waste: 7C KD KH TD 8S
foundations: C0 D1 H1 S0
"""


@pytest.mark.parametrize(("text", "draw"), [(ENDGAME, 1), (MIDDLE, 1), (MIDDLE, 3)])
def test_known_positions_are_won(text: str, draw: int) -> None:
    assert solve(parse_position(text), Rules(draw)).verdict is Verdict.SOLVABLE


NOTHING: tuple[tuple[int, ...], ...] = ((),) * 7
EVERY_RULE = [Rules(draw, passes, back) for draw in (1, 3) for passes in (None, 1) for back in (True, False)]


@pytest.mark.plain
@pytest.mark.bounds
@wraps_around
@pytest.mark.parametrize("rules", EVERY_RULE)
def test_ends_of_games(rules: Rules) -> None:
    king = 48
    columns, none = ((king,), *NOTHING[1:]), (0,) * 7
    ends = {
        "": Position(NOTHING, none, (), (), (13, 13, 13, 13)),
        "1>F": Position(columns, none, (), (), (12, 13, 13, 13)),
        "draw W>F": Position(NOTHING, none, (king,), (), (12, 13, 13, 13)),
        "W>F": Position(NOTHING, none, (), (king,), (12, 13, 13, 13)),
    }
    for moves, end in ends.items():
        solution = solve(end, rules)
        assert solution.verdict is Verdict.SOLVABLE
        assert " ".join(map(str, solution.moves)) == moves


def started(row: dict[str, str]) -> Game:
    return Game(Position.dealt(parse_cards(row["cards"])), rules_of(row))


WON = [row for row in KNOWN if row["verdict"] == Verdict.SOLVABLE]
LOST = [row for row in KNOWN if row["verdict"] == Verdict.UNSOLVABLE]
LITTLE = Limits(max_nodes=200_000)


@pytest.mark.parametrize("row", WON[::20], ids=name_of)
def test_positions_on_the_way_to_a_win_are_won(row: dict[str, str]) -> None:
    """Stock partly turned, passes used, foundations built."""
    game = started(row)
    for number, move in enumerate(solve(game.position, game.rules, LITTLE).moves):
        if number % 15 == 0:
            assert solve(game.position, game.rules, LITTLE).verdict is not Verdict.UNSOLVABLE
        game.play(move)


@pytest.mark.parametrize("row", LOST[::20], ids=name_of)
def test_no_play_turns_a_loss_into_a_win(row: dict[str, str]) -> None:
    game = started(row)
    rng = random.Random(row["cards"])
    for number in range(120):
        if number % 15 == 0:
            assert solve(game.position, game.rules, LITTLE).verdict is not Verdict.SOLVABLE
        legal = game.legal_moves()
        if legal:
            game.play(rng.choice(legal))


# Verdicts that fit one another

SHARE = 8
DRAWS = ((1, 3, 6), (1, 2, 4), (1, 2, 6))
PASSES = (1, 2, 3, 4, None)
FEW = Limits(max_nodes=300_000)


def relation_deals() -> list[tuple[int, ...]]:
    rows = [row for row in KNOWN if row["name"].startswith("solvitaire")]
    return [parse_cards(row["cards"]) for row in rows[:: len(rows) // 40]]


def chains(number: int) -> Iterator[list[Rules]]:
    """Rule sets, each at least as kind to the player as the one before it."""
    draws = DRAWS[number % len(DRAWS)]
    draw = draws[number % 2]
    back = number % 4 < 2
    yield [Rules(draw, passes, back) for passes in PASSES]
    yield [Rules(each, None, True) for each in reversed(draws)]
    yield [Rules(each, None, False) for each in reversed(draws)]
    for passes in (2, None):
        yield [Rules(draw, passes, False), Rules(draw, passes, True)]


@pytest.mark.parametrize("part", range(SHARE))
def test_kinder_rules_never_lose_a_win(part: int) -> None:
    for number, cards in list(enumerate(relation_deals()))[part::SHARE]:
        verdicts: dict[Rules, Verdict] = {}
        for chain in chains(number):
            for rules in chain:
                if rules not in verdicts:
                    solution = solve(Position.dealt(cards), rules, FEW)
                    verdicts[rules] = replayed(solution, cards).verdict
            decided = [rules for rules in chain if verdicts[rules] is not Verdict.UNDECIDED]
            for harder, kinder in pairwise(decided):
                assert (verdicts[harder], verdicts[kinder]) != (Verdict.SOLVABLE, Verdict.UNSOLVABLE), (
                    f"{harder} is won, {kinder} is not: {cards}"
                )


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("passes", [26, 1000])
def test_more_passes_than_stock_cards_are_as_good_as_unlimited(draw: int, passes: int) -> None:
    """Each of the 24 stock cards may take a pass, and one more pass may be begun for the last."""
    compared = 0
    for cards in relation_deals()[:20]:
        position = Position.dealt(cards)
        verdicts = {solve(position, Rules(draw, each), FEW).verdict for each in (passes, None)}
        if Verdict.UNDECIDED not in verdicts:
            assert len(verdicts) == 1, cards
            compared += 1
    assert compared >= 10
