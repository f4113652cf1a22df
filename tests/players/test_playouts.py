"""The net's inputs beside what an observation shows, its sums beside NumPy, playouts beside whole games."""

from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from harpan_solver.cards import Card, card, is_red, rank_of, suit_of
from harpan_solver.deals import deal
from harpan_solver.deciding import line_of, question
from harpan_solver.errors import InputError
from harpan_solver.expansion import play
from harpan_solver.game import Game
from harpan_solver.kernels import choices as choosing
from harpan_solver.kernels import inputs
from harpan_solver.kernels.choices import find_choices
from harpan_solver.kernels.jit import kernel
from harpan_solver.kernels.net import ONE_WEIGHT, Net, log_odds
from harpan_solver.kernels.playouts import count_beneath, tell
from harpan_solver.moves import DRAW
from harpan_solver.net_file import NET, read_net, save_net
from harpan_solver.observation import Observation, observe
from harpan_solver.packing import BIT_NUMBER
from harpan_solver.playing_out import PlayoutRoom, likeliest_choice, playout_room, trained_net
from harpan_solver.rules import Rules
from tests.players.small_games import nearly_seen

pytestmark = pytest.mark.bounds

RULES = Rules(1, 1)


@kernel
def told(state, layout, settings, choice, choices, playing):  # type: ignore[no-untyped-def]
    """The inputs of a choice, as playouts find them."""
    find_choices(state, np.uint64(0), True, layout, settings, choices)
    count_beneath(state.heads, layout, playing.beneath)
    return tell(choice, layout, settings, choices, playing)


def expected_inputs(before: Observation, game: Game, turned: list[Card]) -> set[int]:
    """The inputs after a choice, from the cards on the table.

    Args:
        game: after the choice.
        turned: the cards that it showed.
    """
    after = observe(game)
    up = [card(rank, suit) for suit, height in enumerate(after.foundations) for rank in range(height)]
    on = {inputs.ON_FOUNDATION + BIT_NUMBER[each] for each in up}
    columns = [[each for each in column if each not in turned] for column in after.tableau]
    for column, whole, hidden in zip(columns, after.tableau, after.hidden, strict=True):
        if len(column) < len(whole):
            on.add(inputs.NEW_HEAD + hidden)
        elif column and hidden:
            rank = rank_of(column[0])
            on |= {inputs.BURYING + BIT_NUMBER[column[0]], inputs.COLUMN + hidden}
            on.add(inputs.HEAD + rank * inputs.LEVELS + hidden)
            column = column[1:]
        on |= {inputs.PLACED + BIT_NUMBER[each] for each in column}
    waste = [None if each in turned else each for each in after.waste]
    wanted = [card(height, suit) for suit, height in enumerate(after.foundations) if height < after.ranks]
    held = dead = 0
    for place, each in enumerate(waste):
        if each is None:
            continue
        beneath = [other for other in waste[:place] if other is not None]
        is_held = any(suit_of(o) == suit_of(each) and rank_of(o) < rank_of(each) for o in beneath)
        held += is_held
        hosts = hosts_of(each)
        dead += is_held and bool(hosts) and all(host in beneath or host in up for host in hosts)
        on.add((inputs.HELD_WASTE if is_held else inputs.LOOSE_WASTE) + BIT_NUMBER[each])
        if each in wanted:
            above = len(waste) - place - 1
            code = 4 + sum(above > most for most in (0, 2, 5, 10))
            on.add(inputs.NEXT + rank_of(each) * inputs.PLACES + code)
    for depth in range(inputs.DEEP):
        number = inputs.NO_TOP
        if depth < len(waste):
            each = waste[-1 - depth]
            number = inputs.NEW_TOP if each is None else BIT_NUMBER[each]
        on.add(inputs.TOP + depth * inputs.TOPS + number)
    new_heads = sum(len(column) < len(whole) for column, whole in zip(columns, after.tableau, strict=True))
    on |= {
        inputs.STOCK_COUNT + len(after.stock),
        inputs.WASTE_COUNT + len(waste),
        inputs.HELD_COUNT + held,
        inputs.DEAD_COUNT + min(dead, 12),
        inputs.FACE_DOWN_COUNT + sum(after.hidden) + new_heads,
        inputs.EMPTY_COUNT + sum(not column for column in after.tableau),
    }
    return on


def hosts_of(each: Card) -> list[Card]:
    """The cards on which one can lie in a column."""
    return [
        other for other in range(52) if rank_of(other) == rank_of(each) + 1 and is_red(other) != is_red(each)
    ]


#: The groups of inputs that ``expected_inputs`` leaves out: they need to know which cards are free.
FREE = [
    *range(inputs.FREE_PAIR, inputs.NEXT),
    *(inputs.NEXT + rank * inputs.PLACES + place for rank in range(13) for place in (0, 1, 2, 3, 9)),
    *range(inputs.TOP_USE, inputs.INPUTS),
]


@pytest.mark.plain
@pytest.mark.parametrize("number", range(1, 13))
def test_inputs_are_what_the_table_shows(number: int) -> None:
    rng = Random(number)
    game = Game(deal(number), RULES)
    compared = 0
    for _ in range(60):
        seen = observe(game)
        if None not in seen.stock:
            break
        room = playout_room(trained_net(), 1, 1, 1.0, 0)
        packed, _ = question(seen, room.random)
        arguments = (packed.state, packed.layout, packed.settings)
        told(*arguments, 0, room.choices, room.playing)
        for choice in range(room.choices.counts[choosing.MOVES]):
            count = told(*arguments, choice, room.choices, room.playing)
            on = room.playing.on[:count].tolist()
            after = seen.game()
            line = line_of(room.choices, choice)
            if line:
                play(after, line)
            else:
                after.play(DRAW)
            turned = [step.turned_up for step in after.steps if step.turned_up is not None]
            if not line:
                turned = [after.waste[-1]]
            assert set(on) - set(FREE) == expected_inputs(seen, after, turned)
            assert max(on) < inputs.INPUTS
            compared += 1
        game.play(DRAW if rng.random() < 0.3 else rng.choice(game.legal_moves()))
    assert compared > 20


@pytest.mark.plain
def test_the_net_adds_up_what_is_on() -> None:
    net = trained_net()
    rng = np.random.default_rng(1)
    on = rng.choice(inputs.INPUTS, 60, replace=False)
    hidden = np.maximum(net.inputs[on].sum(axis=0) + net.biases, 0)
    expected = (hidden * net.outputs[:-1]).sum() + net.outputs[-1]
    padded = np.concatenate([on, np.zeros(10, np.int64)])
    assert odds(padded, 60, net, np.zeros_like(net.biases)) == pytest.approx(expected * net.unit)


@kernel
def odds(on, count, net, sums):  # type: ignore[no-untyped-def]
    """The net's answer."""
    return log_odds(on, count, net, sums)


def test_a_net_is_kept_in_whole_numbers(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    net = Net(*(rng.standard_normal(size).astype(np.float32) for size in ((inputs.INPUTS, 4), 4, 5)), 1.0)
    save_net(net, tmp_path / "net.npz")
    kept = read_net(tmp_path / "net.npz")
    on = np.arange(20)
    exact = odds(on, 20, net, np.zeros(4, np.float32))
    assert odds(on, 20, kept, np.zeros(4, np.int32)) == pytest.approx(exact, abs=0.1)
    np.testing.assert_allclose(kept.inputs / ONE_WEIGHT, net.inputs, atol=0.5 / ONE_WEIGHT)


def test_a_file_that_is_no_net_is_told(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    with pytest.raises(InputError, match=r"net\.npz: cannot be read"):
        read_net(path)
    whole = NET.read_bytes()
    for damaged in (b"", b"no net", whole[:-100], whole[:5000] + b"damaged" + whole[5007:]):
        path.write_bytes(damaged)
        with pytest.raises(InputError, match="cannot be read"):
            read_net(path)
    with path.open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(InputError, match="cannot be read"):
        read_net(path)
    for rows, dtype in ((100, np.int16), (inputs.INPUTS, np.float64)):
        weights = [np.zeros(shape, dtype) for shape in ((rows, 3), 3, 4)]
        np.savez(path, inputs=weights[0], biases=weights[1], outputs=weights[2])
        with pytest.raises(InputError, match="not of this version"):
            read_net(path)


def test_playouts_to_the_end_win_as_often_as_the_net_in_all_worlds() -> None:
    """With three unseen cards: each choice in all six worlds, then the net's own by the plain rules."""
    many = playout_room(trained_net(), 3000, 1000, 0.0, 1)
    alone = playout_room(trained_net(), 0, 1, 1.0, 2)
    compared = 0
    for number in range(1, 400):
        seen = nearly_seen(number, RULES, 3)
        if len(seen.unseen) != 3:
            continue
        likeliest_choice(seen, many)
        # Of two choices none is left out before the end.
        if many.choices.counts[choosing.MOVES] != 2:
            continue
        exact = [share_won_by_net(seen, line_of(many.choices, choice), alone) for choice in range(2)]
        if None in exact or not any(exact):
            continue
        np.testing.assert_allclose(many.choices.wins[:2] / 3000, np.array(exact, float), atol=0.04)
        compared += 1
        if compared == 4:
            return
    assert compared == 4


def share_won_by_net(seen: Observation, line: list[int], alone: PlayoutRoom) -> float | None:
    """In which share of all worlds the net alone wins after a choice; ``None`` if it goes in circles.

    A game that is looked at anew before each choice can go in circles, with kings that come back; one that
    the kernel plays on its own cannot.
    """
    won = 0
    orders = list(permutations(seen.unseen))
    for order in orders:
        game = Game(seen.filled(order), seen.rules)
        next_line: list[int] | None = line
        made = 0
        while next_line is not None and not certain(game):
            if made == 40:
                return None
            made += 1
            if next_line:
                play(game, next_line)
            else:
                game.play(DRAW)
            next_line = likeliest_choice(observe(game), alone)
        won += certain(game)
    return won / len(orders)


def certain(game: Game) -> bool:
    """Whether nothing lies face down or in the stock: then every card can go up."""
    return not (any(game.hidden) or game.stock or game.waste)
