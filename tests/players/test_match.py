"""Games from beginning to end: how they end, what they score, and players that misbehave."""

from collections.abc import Iterator
from random import Random

import pytest

from harpan_solver.deals import deal
from harpan_solver.errors import IllegalMove, InputError
from harpan_solver.game import Game, replay
from harpan_solver.moves import DRAW, REDEAL, Move
from harpan_solver.observation import Observation, observe
from harpan_solver.players import match
from harpan_solver.players.match import End, Played, play_game, seed_for
from harpan_solver.players.player import Player
from harpan_solver.players.registry import PLAYERS, make, parse_player
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from harpan_solver.scoring import SYSTEMS, score
from tests.test_game import IN_ORDER, in_order


class Reader:
    """Plays moves that are written down, then gives up."""

    def __init__(self, moves: list[Move]) -> None:
        self.moves: Iterator[Move] = iter(moves)

    def choose(self, seen: Observation) -> Move | None:
        return next(self.moves, None)


class Turner:
    """Turns the stock for ever."""

    def choose(self, seen: Observation) -> Move | None:
        return DRAW if seen.stock else REDEAL


def won() -> Played:
    rules = Rules(draw=1, passes=1)
    return play_game(in_order(), rules, Reader(replay(in_order(), rules, IN_ORDER).history))


def test_a_won_game() -> None:
    played = won()
    assert (played.end, played.won, played.up, len(played.moves)) == (End.WON, True, 52, len(IN_ORDER))
    assert played.points == {
        system: score(in_order(), played.rules, played.moves, system) for system in SYSTEMS
    }
    assert played.points["vegas"] == 208
    assert 0 <= played.seconds < 5


def test_a_row() -> None:
    row = won().row()
    assert list(row) == ["rules", "won", "end", "up", "points", "moves", "seconds"]
    assert row["moves"] == IN_ORDER and row["end"] == "won"


def test_a_game_that_is_given_up() -> None:
    played = play_game(deal(42), Rules(), Reader([DRAW]))
    assert (played.end, played.won, played.moves) == (End.GIVEN_UP, False, (DRAW,))
    assert played.points["vegas"] == -52


def test_a_player_that_goes_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST_IDLE_MOVES", 20)
    played = play_game(deal(42), Rules(draw=3), Turner())
    # The first eight draws show the stock, which is no idle move.
    assert (played.end, len(played.moves)) == (End.WENT_IN_CIRCLES, 8 + 20)


def test_what_cannot_be_taken_back_starts_the_count_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST_IDLE_MOVES", 2)
    assert won().end is End.WON  # no two moves in a row without a card turned up or played from the waste


def test_a_move_that_the_rules_refuse_is_the_players_fault() -> None:
    with pytest.raises(
        IllegalMove, match=r"^move 2 \(redeal\) of the player: the stock still holds 21 cards"
    ):
        play_game(deal(42), Rules(), Reader([DRAW, REDEAL]))


def test_a_game_that_is_won_before_it_starts() -> None:
    start = Position(((),) * 7, (0,) * 7, (), foundations=(13,) * 4)
    assert play_game(start, Rules(), Reader([])).end is End.WON


def test_a_position_past_the_last_pass() -> None:
    start = replay(deal(1), Rules(draw=24), ["draw", "redeal"]).position
    with pytest.raises(InputError, match="pass 2: the rules allow 1"):
        play_game(start, Rules(passes=1), Turner())


def test_seeds_are_those_of_what_is_seen() -> None:
    start = deal(42).position
    assert seed_for(deal(42)) == seed_for(start) == seed_for(start, 0)
    assert len({seed_for(deal(number), seed) for number in range(20) for seed in range(3)}) == 60
    again = observe(Game(start)).world(Random(1))
    assert again.tableau != start.tableau
    assert seed_for(again) == seed_for(start)
    # On every machine and version the same, so that a run can be repeated.
    assert seed_for(deal(42)) == 3846755022006330016


def test_thoughtful_wins_what_can_be_won_and_gives_up_the_rest() -> None:
    rules = Rules(draw=1, passes=3)
    ends = [play_game(deal(number), rules, make("thoughtful", rules, 0)) for number in range(1, 9)]
    assert {played.end for played in ends} == {End.WON, End.GIVEN_UP}
    assert all(played.moves == () for played in ends if not played.won)


def test_players_by_name() -> None:
    assert parse_player("rules-of-thumb:turn_first=off,careful_kings=on") == (
        "rules-of-thumb",
        {"turn_first": False, "careful_kings": True},
    )
    for name, kind in PLAYERS.items():
        player: Player = make(name, Rules(), 1)
        assert callable(player.choose) and kind.about


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nobody", r"^player 'nobody': one of random, greedy, .* is needed$"),
        ("", "^player '': one of random"),
        ("greedy:", r"^player 'greedy:', '': greedy takes no option$"),
        ("greedy:fast=on", r"^player 'greedy:fast=on', 'fast=on': greedy takes no option$"),
        ("random:worrying_back", "random takes worrying_back, each once, with =VALUE"),
        ("random:worrying_back=yes", r"worrying_back: 'yes': on or off is needed$"),
        ("rules-of-thumb:turn_first=on,turn_first=off", "rules-of-thumb takes turn_first, .* each once"),
    ],
)
def test_names_that_are_no_player(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make(name, Rules(), 1)
