"""Shortest solutions against breadth-first search of small decks, and against known lengths."""

import csv
import random
from pathlib import Path

import pytest

from harpan_solver.deals import Deal, parse_cards
from harpan_solver.game import Game
from harpan_solver.limits import Limits
from harpan_solver.moves import REDEAL
from harpan_solver.position import Position
from harpan_solver.result import Reason, Verdict
from harpan_solver.rules import Rules
from harpan_solver.shortest import Shortest, length_of, shortest
from tests.reference.decks import worrying_decks
from tests.reference.replay import replay
from tests.reference.shortest_search import fewest_moves

# Proven by other programs under the rules of the row; the last six are published test cases.
with (Path(__file__).parent / "data" / "minimal_lengths_part.csv").open(
    encoding="ascii", newline=""
) as lines:
    KNOWN = list(csv.DictReader(lines))
SHAPES = ((4, 4), (5, 5), (4, 3), (5, 4), (6, 6), (5, 3))
MOST_BOARDS = 30_000
CHUNK = 40
# Ranks, columns, draw count, cards.
TELLING = (
    # One move needs several cards brought back: hosts, and a card that only releases the next of its suit.
    (6, 5, 3, (4, 7, 0, 9, 1, 3, 8, 11, 13, 15, 2, 22, 21, 5, 14, 23, 16, 17, 20, 19, 18, 10, 6, 12)),
    # The shortest way passes most of the stock by to redeal early.
    (4, 3, 3, (8, 11, 14, 1, 9, 15, 3, 5, 7, 12, 2, 6, 0, 10, 13, 4)),
)


def rules_of(row: dict[str, str]) -> Rules:
    passes = int(row["passes"]) if row["passes"] else None
    return Rules(int(row["draw"]), passes, row["worrying_back"] == "1")


def deal_of(row: dict[str, str]) -> Deal:
    return Deal(row["deal"], parse_cards(row["cards"]))


def known(name: str, draw: str) -> dict[str, str]:
    (row,) = (row for row in KNOWN if (row["deal"], row["draw"]) == (name, draw))
    return row


def check(
    cards: tuple[int, ...], ranks: int, columns: int, rules: Rules, most_boards: int = MOST_BOARDS
) -> bool | None:
    """Compares one small deck; whether it is won, or None if it has too many boards."""
    try:
        fewest = fewest_moves(
            cards, ranks, columns, rules.draw, rules.passes, rules.worrying_back, most_boards
        )
    except OverflowError:
        return None
    found = shortest(Position.dealt(cards, ranks=ranks, columns=columns), rules)
    assert (found.length, found.proven) == (fewest, True), (cards, ranks, columns, rules)
    moves = [str(move) for move in found.solution.moves]
    if fewest is not None:
        assert found.bound == fewest == len(moves) - moves.count("redeal")
        replay(
            cards,
            ranks,
            columns,
            moves,
            draw=rules.draw,
            passes=rules.passes,
            worrying_back=rules.worrying_back,
        )
    return fewest is not None


def compare_small_decks(seed: int, count: int) -> None:
    """Shuffled decks, and decks won only by worrying back with up to two swaps, under mixed rules."""
    rng = random.Random(f"shortest {seed}")
    results: list[bool] = []
    while len(results) < count:
        if rng.random() < 0.4:
            start = rng.choice(worrying_decks())
            cards, ranks, columns, draw = list(start.cards), start.ranks, start.columns, start.draw
            for _ in range(rng.randrange(3)):
                one, other = rng.sample(range(len(cards)), 2)
                cards[one], cards[other] = cards[other], cards[one]
        else:
            ranks, columns = rng.choice(SHAPES)
            cards = rng.sample(range(4 * ranks), 4 * ranks)
            draw = rng.choice((1, 1, 2, 3))
        rules = Rules(draw, rng.choice((None, None, None, 1, 2, 3)), rng.random() < 0.8)
        won = check(tuple(cards), ranks, columns, rules)
        if won is not None:
            results.append(won)
    assert count // 5 < sum(results) < count


@pytest.mark.parametrize("seed", range(3))
def test_small_decks_have_the_fewest_moves_of_breadth_first_search(seed: int) -> None:
    compare_small_decks(seed, CHUNK)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_small_decks_have_the_fewest_moves(seed: int) -> None:
    compare_small_decks(seed, 10 * CHUNK)


@pytest.mark.parametrize("deck", TELLING)
@pytest.mark.parametrize("passes", [1, 2, None])
@pytest.mark.parametrize("worrying_back", [True, False])
def test_telling_decks(
    deck: tuple[int, int, int, tuple[int, ...]], passes: int | None, worrying_back: bool
) -> None:
    ranks, columns, draw, cards = deck
    assert check(cards, ranks, columns, Rules(draw, passes, worrying_back), 4_000_000) is not None


@pytest.mark.parametrize("row", KNOWN, ids=lambda row: f"{row['deal']} draw {row['draw']}")
def test_known_lengths(row: dict[str, str]) -> None:
    found = shortest(deal_of(row), rules_of(row))
    assert found.solution.verdict == row["verdict"]
    assert found.proven
    if row["verdict"] == "unsolvable":
        assert found.length is None
        return
    assert found.length == found.bound == int(row["fewest_moves"])
    moves = [str(move) for move in found.solution.moves]
    assert len(moves) - moves.count("redeal") == found.length
    rules = rules_of(row)
    redeals = replay(
        deal_of(row).cards,
        13,
        7,
        moves,
        draw=rules.draw,
        passes=rules.passes,
        worrying_back=rules.worrying_back,
    )
    assert redeals == moves.count("redeal") + 1


def test_what_is_left_of_a_shortest_solution_is_shortest() -> None:
    row = known("mt19937-52", "3")
    found = shortest(deal_of(row), rules_of(row))
    game = Game(deal_of(row), rules_of(row))
    left = int(row["fewest_moves"])
    for number, move in enumerate(found.solution.moves):
        if number % 9 == 4 and move != REDEAL:
            assert found.length is not None
            rest = shortest(game.position, rules_of(row))
            assert (rest.length, rest.proven) == (left, True)
        game.play(move)
        left -= move != REDEAL
    assert left == 0


def bounded(found: Shortest, row: dict[str, str], reason: Reason) -> None:
    """A limit leaves the best solution found, and bounds that hold."""
    assert found.length is not None
    assert found.bound <= int(row["fewest_moves"]) <= found.length
    assert not found.proven
    assert found.solution.verdict is Verdict.SOLVABLE
    assert found.solution.reason is reason
    game = Game(deal_of(row), rules_of(row))
    for move in found.solution.moves:
        game.play(move)
    assert game.won
    assert length_of(found.solution.moves) == found.length


def test_a_limit_of_states() -> None:
    row = known("mt19937-43", "1")
    found = shortest(deal_of(row), rules_of(row), Limits(max_nodes=100_000))
    bounded(found, row, Reason.MAX_NODES)
    assert found.solution.nodes <= 100_000


def test_an_interruption() -> None:
    row = known("mt19937-43", "1")
    asked = iter([False] * 20)
    found = shortest(deal_of(row), rules_of(row), should_stop=lambda: next(asked, True))
    bounded(found, row, Reason.INTERRUPTED)


def test_a_table_too_small_costs_only_time() -> None:
    row = known("mt19937-68", "3")
    found = shortest(deal_of(row), rules_of(row), table_share=5e-3)
    assert (found.length, found.proven) == (int(row["fewest_moves"]), True)


def test_limits_hold_with_a_table_that_cannot_grow() -> None:
    row = known("mt19937-43", "1")
    found = shortest(deal_of(row), rules_of(row), Limits(max_nodes=200_000), table_share=1e-5)
    bounded(found, row, Reason.MAX_NODES)
    assert found.solution.nodes <= 200_000


def test_undecided_and_unsolvable_have_no_length() -> None:
    row = known("mt19937-28", "3")
    undecided = shortest(deal_of(row), rules_of(row), Limits(max_nodes=10))
    assert undecided.solution.verdict is Verdict.UNDECIDED
    assert (undecided.length, undecided.proven) == (None, False)
    lost = shortest(deal_of(row), rules_of(row))
    assert lost.solution.verdict is Verdict.UNSOLVABLE
    assert (lost.length, lost.proven) == (None, True)


def test_a_won_game_needs_no_move() -> None:
    won = Position(tableau=((),) * 7, hidden=(0,) * 7, stock=(), foundations=(13, 13, 13, 13))
    found = shortest(won)
    assert (found.length, found.bound, found.proven, found.solution.moves) == (0, 0, True, ())
