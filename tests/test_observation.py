"""What is seen of a game: all that a person at the table saw, and nothing else."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harpan_solver.deals import deal
from harpan_solver.errors import InputError
from harpan_solver.game import Game, replay
from harpan_solver.moves import Move
from harpan_solver.observation import Observation, observe
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from tests.tables import games, redealt, replayed, shuffled_deal, start_of_world

START = deal(42).position


def numbers_in(value: object) -> Iterator[int]:
    """Every number anywhere within a value, however deep; moves hold places, not cards."""
    if isinstance(value, Observation):
        for field in fields(value):
            if field.name not in ("rules", "hidden", "foundations", "pass_number", "ranks"):
                yield from numbers_in(getattr(value, field.name))
    elif isinstance(value, tuple) and not isinstance(value, Move):
        for each in value:
            yield from numbers_in(each)
    elif isinstance(value, int):
        yield value
    else:
        assert value is None or isinstance(value, Move), f"{value!r} may hide something"


def truly_unseen(start: Position, game: Game) -> set[int]:
    """The cards that nobody saw, told by playing the game again and noting each card that shows."""
    again = Game(start, game.rules)
    seen = {column[-1] for column in again.tableau}
    for move in game.history:
        step = again.play(move)
        seen.update(step.cards, [] if step.turned_up is None else [step.turned_up])
    return set(range(52)) - seen


@given(games())
def test_no_hidden_card_is_anywhere_in_it(started: tuple[Position, Game]) -> None:
    start, game = started
    seen = observe(game)
    hidden = truly_unseen(start, game)
    assert set(seen.unseen) == hidden
    assert list(seen.unseen) == sorted(seen.unseen)
    assert hidden.isdisjoint(numbers_in(seen))
    # What is hidden was not left in some field besides those that are compared.
    assert is_dataclass(seen) and not hasattr(seen, "__dict__")


@given(games())
def test_all_that_lies_face_up_is_seen(started: tuple[Position, Game]) -> None:
    _, game = started
    seen = observe(game)
    for column, hidden, face_up in zip(game.tableau, game.hidden, seen.tableau, strict=True):
        assert tuple(column[hidden:]) == face_up
    assert seen.waste == tuple(game.waste)
    assert (seen.hidden, seen.foundations) == (tuple(game.hidden), tuple(game.foundations))
    assert len(seen.stock) == len(game.stock)
    assert seen.won == game.won
    assert seen.moves == tuple(game.history)


@given(games())
def test_legal_moves_are_those_of_the_game(started: tuple[Position, Game]) -> None:
    _, game = started
    assert observe(game).legal_moves() == game.legal_moves()


@given(games(), st.randoms(use_true_random=False))
def test_cards_dealt_anew_where_nobody_looked_change_nothing(
    started: tuple[Position, Game], rng: Random
) -> None:
    start, game = started
    seen = observe(game)
    order = list(seen.unseen)
    rng.shuffle(order)
    assert replayed(redealt(start, seen, tuple(order)), game) == seen


@given(games(), st.integers(0, 2**32))
def test_a_world_leads_to_what_is_seen(started: tuple[Position, Game], seed: int) -> None:
    start, game = started
    seen = observe(game)
    world = seen.world(Random(seed))
    world.check()
    assert observe(Game(world, game.rules)).tableau == seen.tableau
    assert replayed(start_of_world(start, game, world), game) == seen


@settings(max_examples=30)
@given(games(most_moves=40))
def test_the_real_position_is_a_world(started: tuple[Position, Game]) -> None:
    _, game = started
    seen, real = observe(game), game.position
    order = [
        card for column, hidden in zip(real.tableau, real.hidden, strict=True) for card in column[:hidden]
    ]
    order += real.stock if game.pass_number == 1 else ()
    assert seen.filled(order) == real


def test_worlds_are_all_equally_likely() -> None:
    """Three unseen cards of a small deck: six orders, each about a thousand times in 6,000."""
    game = Game(shuffled_deal(Random(7), ranks=3, columns=3), Rules(draw=1))
    for _ in range(6):
        game.play("draw")
    seen = observe(game)
    assert len(seen.unseen) == 3
    rng = Random(1)
    counts: dict[Position, int] = {}
    for _ in range(6_000):
        world = seen.world(rng)
        counts[world] = counts.get(world, 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1_150 for count in counts.values())


def test_cards_under_the_top_of_a_group_are_seen() -> None:
    game = replay(START, Rules(draw=3), ["draw"])
    assert observe(game).waste == START.stock[:3]
    assert observe(game).stock == (None,) * 21


def test_stock_cards_of_the_first_pass_are_known_in_the_second() -> None:
    game = Game(START, Rules(draw=3, passes=2))
    while game.stock:
        assert observe(game).stock == (None,) * len(game.stock)
        game.play("draw")
    game.play("redeal")
    assert observe(game).stock == START.stock
    game.play("draw")
    assert observe(game).stock == START.stock[3:]
    assert len(observe(game).unseen) == 21


def test_a_position_on_the_way_counts_as_played_from_the_deal() -> None:
    played = replay(START, Rules(draw=3), ["draw"] * 8 + ["redeal", "draw"])
    seen = observe(Game(played.position, played.rules))
    assert seen.stock == observe(played).stock and seen.waste == observe(played).waste
    assert seen.moves == ()


def test_filled_takes_the_unseen_cards_place_by_place() -> None:
    seen = observe(replay(START, Rules(draw=1), ["draw"] * 2))
    filled = seen.filled(seen.unseen)
    assert filled.tableau[1][0] == seen.unseen[0]
    assert filled.tableau[6][:6] == seen.unseen[15:21]
    assert filled.stock == seen.unseen[21:]
    assert (filled.waste, filled.pass_number) == (START.stock[:2], 1)


def test_filled_refuses_other_cards() -> None:
    seen = observe(Game(START, Rules()))
    right = seen.unseen
    for wrong in ((), right[1:], (*right[1:], right[1]), (*right[1:], START.tableau[0][0])):
        with pytest.raises(InputError, match=r"^unseen cards \w*: \w* in any order are needed$"):
            seen.filled(wrong)


def test_a_won_game() -> None:
    won = Position(((),) * 7, (0,) * 7, (), foundations=(13,) * 4)
    seen = observe(Game(won, Rules(worrying_back=False)))
    assert seen.won and seen.unseen == () and seen.legal_moves() == []
