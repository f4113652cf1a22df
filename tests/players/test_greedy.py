"""The order of preference of ``greedy``, actions through the stock, and ``random``."""

import pytest

from harpan_solver.game import Game, replay
from harpan_solver.moves import MoveKind
from harpan_solver.observation import observe
from harpan_solver.players.actions import actions, reachable
from harpan_solver.players.at_random import RandomPlayer
from harpan_solver.players.greedy import GreedyPlayer, place_in_order
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from tests.tables import table

EVERY_KIND = table(
    *("## 2S", "3H 2C", "## 9H", "KD QS JD TS", "## ## 8D", "7S"), waste="7C", foundations=(1, 6, 0, 1)
)
FREE, LIMITED = Rules(draw=3), Rules(draw=3, passes=3)


def places(position: Position, rules: Rules) -> dict[int, list[str]]:
    """The last moves of all actions by their place in the order of preference."""
    seen = observe(Game(position, rules))
    found: dict[int, list[str]] = {}
    for action in actions(seen, seen.game()):
        found.setdefault(place_in_order(action), []).append(str(action.move))
    return found


def test_the_order_of_preference() -> None:
    found = places(EVERY_KIND, LIMITED)
    assert found == {
        1: ["1>F"],
        2: ["2>F"],
        3: ["3>4:1"],
        4: ["W>5"],
        5: ["FD>6"],
        6: ["4>7:4", "6>5:1"],
        7: ["draw"],
    }


@pytest.mark.parametrize("seed", range(3))
def test_greedy_takes_the_first_kind_that_there_is(seed: int) -> None:
    game = Game(EVERY_KIND, LIMITED)
    player = GreedyPlayer(LIMITED, seed)
    chosen = []
    for _ in range(4):
        move = player.choose(observe(game))
        assert move is not None
        place = places(game.position, LIMITED)
        assert str(move) in place[min(place)]
        chosen.append(str(move))
        game.play(move)
    assert chosen[:2] == ["1>F", "2>F"]


def test_equals_are_chosen_from_at_random() -> None:
    position = table("## 9H", "## 9D", "KD QS JD TS", foundations=(0, 0, 0, 0))
    chosen = {str(GreedyPlayer(LIMITED, seed).choose(observe(Game(position, LIMITED)))) for seed in range(20)}
    assert chosen == {"1>3:1", "2>3:1"}


def test_no_state_twice_and_then_the_game_is_given_up() -> None:
    """A red nine and two black tens: it can go back and forth, but a state comes only once."""
    rules = Rules(draw=24, passes=1)
    position = table(
        *(
            "## ## ## TS 9H",
            "## ## ## ## TC",
            "## ## ## ## KD",
            "## ## ## ## ## KC",
            "## ## KS",
            "## ## ## KH",
        )
    )
    game = Game(position, Rules(draw=24, passes=2))
    player = GreedyPlayer(rules, 1)
    states = [game.position.tableau]
    while (move := player.choose(observe(game))) is not None:
        game.play(move)
        if move.kind is MoveKind.COLUMN_TO_COLUMN:
            assert game.position.tableau not in states
            states.append(game.position.tableau)
    assert len(states) > 1


def test_known_stock_cards_are_reached_all_the_way_round_when_turning_is_free() -> None:
    position = table("KD", waste="2C 3C 4C", stock="5C 6C 7C 8C", foundations=(1, 0, 0, 0))
    seen = observe(Game(position, FREE))
    found = reachable(seen)
    # From the waste as it lies every third card of the rest, and all the way round every third of all.
    for card, turns in found.items():
        game = replay(position, FREE, turns)
        assert game.waste[-1] == card
    assert {game.waste[-1] for game in turned(position)} == set(found)
    limited = observe(Game(position, LIMITED))
    assert reachable(limited) == {position.waste[-1]: ()}


def turned(position: Position) -> list[Game]:
    """The game after each number of turns, twice round."""
    game = Game(position, FREE)
    games = [game.copy()]
    for _ in range(40):
        game.play("draw" if game.stock else "redeal")
        if game.waste:
            games.append(game.copy())
    return games


def test_cards_that_were_never_turned_are_not_reached() -> None:
    position = table("KD", waste="2C 3C 4C", foundations=(1, 0, 0, 0), pass_number=1)
    seen = observe(Game(position, FREE))
    assert reachable(seen) == {position.waste[-1]: ()}
    assert [str(each.move) for each in actions(seen, seen.game()) if each.shows] == ["draw"]


def test_random_takes_every_action_about_as_often_and_leaves_foundations_alone() -> None:
    seen = observe(Game(EVERY_KIND, LIMITED))
    counts: dict[str, int] = {}
    for seed in range(700):
        move = str(RandomPlayer(LIMITED, seed).choose(seen))
        counts[move] = counts.get(move, 0) + 1
    # 4>7:4 only changes two columns about, which is no new state.
    assert counts.keys() == {"1>F", "2>F", "3>4:1", "W>5", "6>5:1", "draw"}
    assert all(80 <= count <= 155 for count in counts.values()), counts
    back = {str(RandomPlayer(LIMITED, seed, worrying_back=True).choose(seen)) for seed in range(60)}
    assert "FD>6" in back
