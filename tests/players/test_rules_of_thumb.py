"""Every tip on a hand-made position, followed and not."""

import pytest

from harpan_solver.cards import card
from harpan_solver.deals import deal
from harpan_solver.game import Game
from harpan_solver.moves import DRAW
from harpan_solver.observation import observe
from harpan_solver.players.actions import actions
from harpan_solver.players.rules_of_thumb import TIPS, RulesOfThumbPlayer, Tips, queen_waits, waits
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from tests.tables import table

RULES = Rules(draw=3, passes=3)


def best(position: Position, tip: str, on: bool, others: bool = False) -> set[str]:
    """The moves that a player prefers to all others, with one tip on or off and all others so or so."""
    player = RulesOfThumbPlayer(RULES, 0, **{**dict.fromkeys(TIPS, others), tip: on})
    seen = observe(Game(position, RULES))
    game = seen.game()
    chances = player.chances(game)
    order = {str(each.move): player.order(seen, game, each, chances) for each in actions(seen, game)}
    return {move for move, place in order.items() if place == min(order.values())}


def test_the_switches_are_the_tips() -> None:
    assert Tips._fields == TIPS and all(Tips())


def test_turn_first() -> None:
    position = table("## ## 9H", "TS", "2C", "KD", "KC", "KH", "KS", foundations=(1, 0, 0, 0))
    assert best(position, "turn_first", on=True) == {"1>2:1"}
    assert best(position, "turn_first", on=False) == {"3>F"}


def test_turn_first_prefers_what_opens() -> None:
    """On the ten of the waste the nine can move, which turns a card up."""
    position = table("## ## 9H", "JD", "4H", "KD", "KC", "KH", "7D", waste="TS")
    assert best(position, "turn_first", on=True) == {"W>2"}


def test_short_columns_first() -> None:
    position = table("## ## ## 9H", "TS", "## 9D", "KD", "KC", "KH", "KS")
    assert best(position, "short_columns_first", on=True) == {"3>2:1"}
    assert best(position, "short_columns_first", on=False) == {"1>2:1", "3>2:1"}
    assert best(position, "short_columns_first", on=True, others=True) == {"3>2:1"}


@pytest.mark.parametrize(("diamonds", "up"), [(3, False), (4, True)])
def test_hold_from_five(diamonds: int, up: bool) -> None:
    position = table("5S", "9H", "KD", "KC", "KH", "KS", "JC", waste="8C", foundations=(0, diamonds, 4, 4))
    assert best(position, "hold_from_five", on=True) == ({"1>F"} if up else {"W>2"})
    assert best(position, "hold_from_five", on=False) == {"1>F"}


def test_aces_to_fours_never_wait() -> None:
    assert not waits((0, 0, 0, 3), card(3, 3))
    assert waits((0, 3, 4, 4), card(4, 3)) and not waits((0, 4, 4, 4), card(4, 3))


@pytest.mark.parametrize(
    ("queen", "waiting"), [("QH", True), ("KS QH", False), ("## QC", False), ("## QD", True)]
)
def test_careful_kings(queen: str, waiting: bool) -> None:
    """A king of the waste goes to the empty column only when a red queen waits for it."""
    rest = ("8H", "8D") if queen.startswith("##") else ("8H", "JH")
    position = table(queen, *rest, "5S", "5C", "2S", waste="KC", pass_number=1)
    assert queen_waits(observe(Game(position, RULES)), card(12, 0)) == waiting
    assert best(position, "careful_kings", on=True) == ({"W>7"} if waiting else {"draw"})
    # Without the tip even a king that has its queen would change columns.
    assert best(position, "careful_kings", on=False) == ({"1>7:2"} if queen == "KS QH" else {"W>7"})


def test_a_king_that_frees_a_face_down_card_needs_no_queen() -> None:
    position = table("## KC", "8H", "8D", "5S", "5C", "2S")
    assert best(position, "careful_kings", on=True, others=True) == {"1>7:1"}


@pytest.mark.parametrize("draw", [1, 3])
def test_look_through_stock(draw: int) -> None:
    rules = Rules(draw)
    for look in (True, False):
        game = Game(deal(4), rules)
        player = RulesOfThumbPlayer(rules, 1, look_through_stock=look)
        moves = []
        while None in observe(game).stock and len(moves) < 24 // draw:
            move = player.choose(observe(game))
            assert move is not None
            moves.append(move)
            game.play(move)
        assert (moves == [DRAW] * (24 // draw)) == look


def test_a_stock_of_limited_passes_is_not_looked_through() -> None:
    assert RulesOfThumbPlayer(RULES, 1).choose(observe(Game(deal(4), RULES))) != DRAW


def test_runs_only_if_turning() -> None:
    position = table("9H 8S", "9D", "KD", "KC", "KH", "KS", "6D", waste="5C")
    assert best(position, "runs_only_if_turning", on=True) == {"W>7"}
    assert best(position, "runs_only_if_turning", on=False) == {"1>2:1"}
    assert best(position, "runs_only_if_turning", on=True, others=True) == {"W>7"}


def test_a_run_moves_when_a_card_may_go_up_next() -> None:
    position = table("3H 2S", "3D", "KD", "KC", "KH", "KS", "6D", waste="5C", foundations=(0, 0, 2, 0))
    assert best(position, "runs_only_if_turning", on=True, others=True) == {"1>2:1"}


def test_worrying_back_only_for_a_chance() -> None:
    """The six of diamonds comes back to the seven for the five below which a card lies face down."""
    useful = table("## 5C", "7S", "KD", "KC", "KH", "KS", "JC", foundations=(0, 6, 0, 0))
    useless = table("## 9C", "7S", "KD", "KC", "KH", "KS", "JC", foundations=(0, 6, 0, 0))
    assert best(useful, "turn_first", on=True, others=True) == {"FD>2"}
    player = RulesOfThumbPlayer(RULES, 0)
    seen = observe(Game(useless, RULES))
    moves = {str(each.move) for each in player.preferred(seen, seen.game(), actions(seen, seen.game()))}
    assert "FD>2" in {str(move) for move in seen.legal_moves()} and "FD>2" not in moves
