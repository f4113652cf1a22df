"""No player but those that are named for it knows more than a person at the table."""

from functools import partial
from random import Random

import pytest

from harpan_solver.deals import deal
from harpan_solver.moves import DRAW, Move
from harpan_solver.observation import Observation
from harpan_solver.players.match import Match
from harpan_solver.players.player import DealPlayer
from harpan_solver.players.registry import PLAYERS, make
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from tests.players.fair_play import unfair_choices

RULES = [Rules(3), Rules(1), Rules(3, passes=3), Rules(1, passes=1), Rules(1, passes=1, worrying_back=False)]
FAIR = [name for name, kind in PLAYERS.items() if not kind.sees_all]
# Players that take long play part of a game with little thought, by these options.
SHORT: dict[str, tuple[str, int]] = {"montecarlo": (":worlds=10,states=100,next_worlds=2", 60)}


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("name", FAIR)
def test_cards_dealt_anew_where_nobody_looked_change_no_choice(name: str, rules: Rules) -> None:
    rng = Random(name)
    options, most_moves = SHORT.get(name, ("", None))
    for number in range(1, 4 if name in SHORT else 9):
        maker = partial(make, name + options, rules, number)
        assert unfair_choices(deal(number).position, rules, maker, rng, places=4, most_moves=most_moves) == 0


def test_a_player_that_is_shown_the_deal_is_caught() -> None:
    rng = Random(1)
    rules = Rules(3)
    caught = [
        unfair_choices(deal(number).position, rules, partial(make, "thoughtful", rules, 0), rng, places=3)
        for number in range(1, 6)
    ]
    assert sum(caught) >= 8, caught
    assert all(isinstance(make(name, rules, 0), DealPlayer) == (name not in FAIR) for name in PLAYERS)


class Peeking:
    """Turns the stock as long as the deal has an even card at the bottom of the last column, else stops."""

    def look_under(self, start: Position) -> None:
        self.even = start.tableau[6][0] % 2 == 0

    def choose(self, seen: Observation) -> Move | None:
        return DRAW if self.even and seen.stock else None


def test_a_single_card_that_is_known_is_enough_to_be_caught() -> None:
    rng = Random(1)
    caught = [unfair_choices(deal(n).position, Rules(3), Peeking, rng, places=10) for n in range(1, 9)]
    assert 20 <= sum(caught) <= 60, caught  # of 80; it would choose alike in every second one


@pytest.mark.parametrize("name", FAIR)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    options, most_moves = SHORT.get(name, ("", 40))
    games = []
    for _ in range(2):
        match = Match(deal(5), Rules(3), make(name + options, Rules(3), 7))
        while match.end is None and len(match.game.steps) < (most_moves or 40):
            match.play_on()
        games.append(match.game.history)
    assert games[0] == games[1] != []
