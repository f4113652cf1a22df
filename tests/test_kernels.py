"""Same play on both sides: random K+ moves in the kernels and in the plain game, compared after each.

What the kernels' numbers mean is written out here once more, from the tables in ``kernels/layout.py``.
"""

import random

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from harpan_solver.cards import Card
from harpan_solver.cuts import NO_CUTS, NO_FAULTS
from harpan_solver.expansion import _finish, _play
from harpan_solver.game import Game
from harpan_solver.kernels.layout import State
from harpan_solver.kernels.movegen import STOCK_TO_COLUMN, UP_FROM_STOCK, moves_of
from harpan_solver.kernels.step import after, is_won
from harpan_solver.kernels.stock import cards_at, needs_redeal, reachable
from harpan_solver.packing import Packed, pack
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from tests.kplus import KINDS, KPlus, kplus_moves, tops

# Decks whose stock the kernels have room for.
SHAPES = [
    (ranks, columns)
    for ranks in range(3, 14)
    for columns in range(3, 8)
    if 0 <= 4 * ranks - columns * (columns + 1) // 2 <= 24
]
KERNEL_SUITS = (0, 2, 3, 1)  # of clubs, diamonds, hearts, spades
SUIT_AT = {(0, 0): 0, (1, 0): 1, (1, 1): 2, (0, 1): 3}  # by colour and place among its twins

shapes = st.sampled_from(SHAPES) | st.just((13, 7))
draws = st.integers(1, 24) | st.integers(1, 3)
rule_sets = st.builds(Rules, draws, st.none() | st.integers(1, 4), st.booleans())
choices = st.integers(0, 10_000)


def card_at(bit: int) -> Card:
    rank, pair, which = bit // 4, bit // 2 % 2, bit % 2
    return 4 * rank + SUIT_AT[pair ^ rank % 2, which]


def cards_of(word: np.uint64) -> set[Card]:
    return {card_at(bit) for bit in range(64) if int(word) >> bit & 1}


def same_types(state: State) -> State:
    """Compiled code hands integers back; it takes words."""
    return State(*map(np.uint64, state))


class Side:
    """A position as the kernels see it."""

    def __init__(self, packed: Packed) -> None:
        self.layout, self.settings, self.state = packed.layout, packed.settings, packed.state
        self.passes_left = packed.passes_left

    def places(self) -> np.uint64:
        left = np.uint64(self.passes_left)
        return np.uint64(reachable(self.state.key, left, self.layout, self.settings))

    def moves(self) -> dict[KPlus, int]:
        """The K+ moves, each with its number."""
        stock_cards = np.uint64(cards_at(self.places(), self.layout))
        found = moves_of(self.state, stock_cards, self.layout, self.settings)
        return {
            KPlus(KINDS[kind], card_at(bit)): 64 * kind + bit
            for kind, cards in enumerate(found)
            for bit in range(64)
            if int(cards) >> bit & 1
        }

    def redeals(self, move: int) -> int:
        """Redeals that a move needs."""
        kind, place = move // 64, self.layout.stock_index[move % 64]
        if self.settings.unlimited or kind not in (UP_FROM_STOCK, STOCK_TO_COLUMN):
            return 0
        return int(needs_redeal(self.state.key, place, self.layout))

    def play(self, move: int) -> None:
        self.passes_left -= self.redeals(move)
        number = np.uint64(move % 64)
        self.state = same_types(after(self.state, move // 64, number, self.layout, self.settings))


class Expected:
    """What a game's position looks like in the kernels' numbers, for a game that started somewhere."""

    def __init__(self, start: Position) -> None:
        self.originals = [
            column[: hidden + 1] for column, hidden in zip(start.tableau, start.hidden, strict=True)
        ]
        self.stock = start.waste + start.stock
        self.emptied = [not column for column in start.tableau]

    def in_place(self, game: Game) -> list[int]:
        """How many of each column's original cards lie in place; to be asked after every move."""
        for number, column in enumerate(game.tableau):
            self.emptied[number] |= not column
        return [0 if self.emptied[number] else game.hidden[number] + 1 for number in range(len(game.tableau))]

    def key(self, game: Game) -> int:
        key = sum(height << 4 * KERNEL_SUITS[suit] for suit, height in enumerate(game.foundations))
        columns, weight = 0, 1
        for original, count in zip(self.originals, self.in_place(game), strict=True):
            columns += weight * count
            weight *= len(original) + 1
        key |= columns << 16
        key |= sum(1 << 32 + self.stock.index(each) for each in game.stock + game.waste)
        if game.waste and not waste_is_as_empty(game):
            key |= self.stock.index(game.waste[-1]) + 1 << 56
        return key


def waste_is_as_empty(game: Game) -> bool:
    """With unlimited passes whole draws, or all cards, turned offer nothing that an empty waste does not."""
    return game.rules.passes is None and (len(game.waste) % game.rules.draw == 0 or not game.stock)


class SamePlay(RuleBasedStateMachine):
    @initialize(
        shape=shapes,
        deal=st.integers(0),
        rules=rule_sets,
        before=st.lists(choices, max_size=40),
        pass_number=st.integers(1, 3),
    )
    def deal(
        self, shape: tuple[int, int], deal: int, rules: Rules, before: list[int], pass_number: int
    ) -> None:
        """Starts both sides from a game in progress."""
        ranks, columns = shape
        cards = list(range(4 * ranks))
        random.Random(deal).shuffle(cards)
        self.game = Game(Position.dealt(tuple(cards), ranks, columns), rules)
        if pass_number <= (rules.passes or pass_number):
            self.game.pass_number = pass_number
        for choice in before:
            legal = self.game.legal_moves()
            if legal:
                self.game.play(legal[choice % len(legal)])
        self.expected = Expected(self.game.position)
        self.side = Side(pack(self.game.position, rules, NO_CUTS, NO_FAULTS))
        self.moves = self.side.moves()

    @precondition(lambda self: self.moves)
    @rule(choice=choices)
    def play(self, choice: int) -> None:
        self.play_one(sorted(self.moves)[choice % len(self.moves)])

    @precondition(lambda self: any(move.kind.startswith("up") for move in self.moves))
    @rule(choice=choices)
    def play_up(self, choice: int) -> None:
        """Towards the end of games, where random moves seldom come."""
        ups = sorted(move for move in self.moves if move.kind.startswith("up"))
        self.play_one(ups[choice % len(ups)])

    @precondition(lambda self: not self.moves)
    @rule()
    def is_stuck(self) -> None:
        assert not kplus_moves(self.game)

    def play_one(self, move: KPlus) -> None:
        number = self.moves[move]
        passes = self.game.pass_number
        _play(self.game, number // 64, move.card)
        if self.game.rules.passes is not None:
            assert self.game.pass_number - passes == self.side.redeals(number)
        self.side.play(number)
        self.moves = self.side.moves()

    @invariant()
    def same_numbers(self) -> None:
        game, state = self.game, self.side.state
        assert int(state.key) == self.expected.key(game)
        in_place = self.expected.in_place(game)
        assert cards_of(state.heads) == {
            column[hidden]
            for column, hidden, count in zip(game.tableau, game.hidden, in_place, strict=True)
            if count
        }

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        game, state = self.game, self.side.state
        found, up = cards_of(state.found), cards_of(state.up)
        assert found == {4 * rank + suit for suit in range(4) for rank in range(game.foundations[suit])}
        face_down = [
            each
            for original, count in zip(self.expected.originals, self.expected.in_place(game), strict=True)
            for each in original[: max(count - 1, 0)]
        ]
        stock = [each for place, each in enumerate(self.expected.stock) if int(state.key) >> 32 + place & 1]
        assert stock == game.waste + game.stock
        assert sorted([*found, *up, *face_down, *stock]) == list(range(4 * game.ranks))
        assert up == {
            each for column, hidden in zip(game.tableau, game.hidden, strict=True) for each in column[hidden:]
        }

    @invariant()
    def same_stock_cards_are_reachable(self) -> None:
        places = int(self.side.places())
        found = tops(self.game)
        assert {each for place, each in enumerate(self.expected.stock) if places >> place & 1} == set(found)
        if self.game.rules.passes is not None:
            for each, redeals in found.items():
                place = np.uint64(self.expected.stock.index(each))
                assert needs_redeal(self.side.state.key, place, self.side.layout) == (redeals > 0)

    @invariant()
    def same_moves(self) -> None:
        assert set(self.moves) == kplus_moves(self.game)

    @invariant()
    def packed_afresh_it_means_the_same(self) -> None:
        game = self.game
        fresh = Side(pack(game.position, game.rules, NO_CUTS, NO_FAULTS))
        assert int(fresh.state.key) == Expected(game.position).key(game)
        assert (fresh.state.found, fresh.state.up) == (self.side.state.found, self.side.state.up)
        assert fresh.moves() == self.moves
        assert (fresh.passes_left > 0) == (self.side.passes_left > 0) or not game.waste + game.stock

    @invariant()
    def a_certain_end_can_be_played(self) -> None:
        if is_won(self.side.state, self.side.layout, self.side.settings):
            game = self.game.copy()
            _finish(game)
            assert game.won


@pytest.mark.plain
@pytest.mark.bounds
@pytest.mark.timeout(600)  # A failure is made small first.
def test_same_play_on_both_sides() -> None:
    run_state_machine_as_test(SamePlay, settings=settings(max_examples=100, stateful_step_count=40))
