"""Worlds as the kernels lay them, beside the packing of whole positions; choices beside the plain rules."""

from itertools import permutations
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from harpan_solver.cuts import ALL_CUTS, NO_FAULTS
from harpan_solver.deals import deal
from harpan_solver.deciding import line_of, question
from harpan_solver.errors import InputError
from harpan_solver.expansion import play
from harpan_solver.game import Game, replay
from harpan_solver.guessing import Room, best_choice, room
from harpan_solver.kernels import choices as choosing
from harpan_solver.kernels.judging import Judgement
from harpan_solver.kernels.worlds import GAMMA, next_world
from harpan_solver.moves import DRAW
from harpan_solver.observation import Observation, observe
from harpan_solver.packing import BIT_NUMBER, CARD_OF_BIT, pack
from harpan_solver.players.match import End, Match, play_game
from harpan_solver.players.montecarlo import MonteCarloPlayer
from harpan_solver.result import Verdict
from harpan_solver.rules import Rules
from harpan_solver.solver import solve
from tests.players.small_games import nearly_seen

pytestmark = pytest.mark.bounds

RULES = [Rules(1), Rules(3), Rules(3, 3), Rules(1, 1), Rules(2, 2, worrying_back=False)]


def played_at_random(number: int, rules: Rules, moves: int) -> Game:
    """A game after some moves at random; a free stock was looked through before."""
    rng = Random(number)
    game = Game(deal(number), rules)
    while rules.passes is None and moves and game.stock:
        game.play(DRAW)
    for _ in range(moves):
        game.play(rng.choice(game.legal_moves()))
    return game


@pytest.mark.plain
@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("moves", [0, 3, 25])
def test_worlds_are_those_of_the_filled_position(rules: Rules, moves: int) -> None:
    seen = observe(played_at_random(7, rules, moves))
    packed, unseen = question(seen, np.array([1], np.uint64))
    orders = set()
    for _ in range(20):
        world = next_world(packed.layout, packed.layout.bottoms & packed.state.heads, unseen)
        order = order_of_places(seen, [CARD_OF_BIT[int(number)] for number in unseen.cards])
        position = seen.filled(order)
        expected = pack(position, rules, ALL_CUTS, NO_FAULTS)
        assert expected.state == packed.state
        assert world.bottoms == expected.layout.bottoms
        np.testing.assert_array_equal(world.stock_cards, expected.layout.stock_cards)
        # What an earlier world wrote for a card that is elsewhere now is never read.
        columns = [BIT_NUMBER[each] for column in position.tableau for each in column]
        stock = [BIT_NUMBER[each] for each in position.stock]
        for table, cards in (("below", columns), ("column_step", columns), ("stock_index", stock)):
            np.testing.assert_array_equal(
                getattr(world, table)[cards], getattr(expected.layout, table)[cards]
            )
        orders.add(tuple(order))
    assert len(orders) == 20


def order_of_places(seen: Observation, cards: list[int]) -> list[int]:
    """Cards in the kernels' order of places (columns from the top) in that of ``Observation.filled``."""
    order = []
    at = 0
    for hidden in seen.hidden:
        order += cards[at : at + hidden][::-1]
        at += hidden
    return order + cards[at:]


def test_every_unseen_card_comes_to_every_place() -> None:
    seen = observe(Game(deal(3), Rules(1, 1)))
    packed, unseen = question(seen, np.array([5], np.uint64))
    places = len(seen.unseen)
    counts = np.zeros((64, places), np.int64)
    for _ in range(4500):
        next_world(packed.layout, packed.layout.bottoms & packed.state.heads, unseen)
        counts[unseen.cards.astype(np.int64), np.arange(places)] += 1
    counts = counts[counts.any(axis=1)]
    assert counts.shape == (45, 45)
    # 100 expected in each, standard deviation 10.
    assert counts.min() > 50
    assert counts.max() < 160


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_choices_hold_every_move_that_turns_a_card_up(rules: Rules) -> None:
    compared = 0
    for number in range(1, 41):
        seen = observe(played_at_random(number, rules, 1 + number % 2))
        chances = room(50, 2, rules.passes is not None, number)
        best_choice(seen, Judgement(10, 50, 1.0, 2, 0.1, 2), chances)
        found = set()
        for choice in range(chances.choices.counts[choosing.MOVES]):
            line = line_of(chances.choices, choice)
            game = seen.game()
            if not line:
                assert None in seen.stock
                continue
            play(game, line)
            assert all(step.turned_up is None for step in game.steps[:-1])
            found.add((game.steps[-1].cards[0], game.steps[-1].turned_up is not None))
        forced = chances.choices.counts[choosing.MOVES] == 1
        game = seen.game()
        for move in game.legal_moves():
            step = game.play(move)
            if step.turned_up is not None and not forced:
                compared += 1
                assert (step.cards[0], True) in found
            game.undo()
    assert compared


def lines(chances: Room) -> list[list[int]]:
    """The choices of the decision made last."""
    return [line_of(chances.choices, choice) for choice in range(chances.choices.counts[choosing.MOVES])]


def games_after(seen: Observation, line: list[int]) -> list[Game]:
    """A choice made in every world that agrees with what was seen, each as likely as the others."""
    games = []
    for order in permutations(seen.unseen):
        game = Game(seen.filled(order), seen.rules)
        play(game, line)
        games.append(game)
    return games


def share_won(seen: Observation, line: list[int]) -> float:
    """In which share of all worlds a choice leaves a game that can be won."""
    return fmean(
        solve(game.position, seen.rules).verdict is Verdict.SOLVABLE for game in games_after(seen, line)
    )


def next_share(seen: Observation, line: list[int], chances: Room) -> float:
    """What the best next choice wins, made by what a choice shows, over all worlds."""
    shares = []
    for after in map(observe, games_after(seen, line)):
        if len(after.unseen) < 2:
            shares.append(float(solve(after.filled(after.unseen), after.rules).verdict is Verdict.SOLVABLE))
            continue
        best_choice(after, Judgement(10, 50, 1.0, 1, 1.0, 2), chances)
        shares.append(max((share_won(after, each) for each in lines(chances)), default=0.0))
    return fmean(shares)


@pytest.mark.parametrize("rules", [Rules(1), Rules(3), Rules(1, 2), Rules(3, 3)], ids=str)
def test_looking_further_finds_what_all_worlds_say(rules: Rules) -> None:
    """With four unseen cards the estimates must come to the shares over all 24 worlds, solved one by one."""
    judgement = Judgement(400, 50_000, 1.0, 64, 1.0, 100)
    chances, others = (room(50_000, 100, rules.passes is not None, seed) for seed in (1, 2))
    compared = 0
    for number in range(1, 400):
        seen = nearly_seen(number, rules, 4)
        if len(seen.unseen) != 4 or None in seen.stock:
            continue
        best_choice(seen, judgement, chances)
        found = lines(chances)
        wins = chances.choices.wins[: len(found)].copy()
        if not any(0.05 < each % 1 < 0.95 for each in wins):
            continue
        exact = [share_won(seen, line) + next_share(seen, line, others) for line in found]
        np.testing.assert_allclose(wins, exact, atol=0.1)
        compared += 1
        if compared == 3:
            return
    assert compared == 3


def test_takes_about_the_time_it_is_given() -> None:
    rules = Rules(3)
    seen = observe(played_at_random(8, rules, 1))
    drawn = []
    for seconds in (0.001, 1.0):
        chances = room(300, 400, False, 1)
        before = int(chances.random[0])
        assert best_choice(seen, Judgement(10, 300, 1.2, 5, 0.1, 2), chances, seconds) is not None
        assert len(lines(chances)) > 1
        drawn.append((int(chances.random[0]) - before) * pow(int(GAMMA), -1, 1 << 64) % (1 << 64))
    assert drawn[1] > 2 * drawn[0]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_games_are_legal_and_wins_are_wins(rules: Rules) -> None:
    for number in range(1, 6):
        player = MonteCarloPlayer(rules, number, worlds=10, states=200, next_worlds=4)
        played = play_game(deal(number), rules, player)
        assert replay(deal(number), rules, played.moves).won == played.won
        assert played.end in (End.WON, End.GIVEN_UP)


def test_looks_through_a_free_stock_first() -> None:
    rules = Rules(3)
    match = Match(deal(1), rules, MonteCarloPlayer(rules, worlds=10))
    for _ in range(8):
        match.play_on()
    assert match.game.history == [DRAW] * 8


def test_gives_up_only_what_is_lost() -> None:
    """Once everything is known the solver's verdict decides."""
    rules = Rules(1)
    player = MonteCarloPlayer(rules, 1, worlds=20)
    match = Match(deal("solvitaire:2"), rules, player)
    while match.end is None:
        match.play_on()
    assert match.end is End.GIVEN_UP
    assert solve(match.game.position, rules).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"worlds": 9}, "worlds 9: 10 to 1,000,000"),
        ({"worlds": 10**23}, "worlds 10+: 10 to"),
        ({"judge": "net"}, "judge 'net': solver or playouts"),
        ({"judge": "playouts"}, "judge playouts: there is a net for draw 1 with one pass"),
        ({"depth": 0}, "depth 0: 1 to 1,000"),
        ({"states": 0}, "states 0"),
        ({"turn_up_credit": 0}, "credit"),
        ({"finalists": 0}, "finalists 0: 1 to 64"),
        ({"finalists": 10**23}, "finalists 10+: 1 to 64"),
        ({"next_worlds": 1}, "next_worlds 1: 2 to 1,000"),
        ({"seconds": 0}, "seconds 0"),
        ({"seconds": float("inf")}, "seconds inf: a finite number"),
    ],
)
def test_numbers_that_cannot_be_used(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        MonteCarloPlayer(Rules(3), **options)
