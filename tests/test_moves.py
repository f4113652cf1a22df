"""Moves: their text, and which are legal, against a second model of the rules written here."""

import random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from harpan_solver.cards import card_name
from harpan_solver.errors import IllegalMove, InputError
from harpan_solver.game import Game
from harpan_solver.moves import (
    DRAW,
    REDEAL,
    WASTE_TO_FOUNDATION,
    Move,
    MoveKind,
    column_to_column,
    column_to_foundation,
    foundation_to_column,
    parse_move,
    waste_to_column,
)
from harpan_solver.position import Position
from harpan_solver.rules import Rules

RANKS = "A23456789TJQK"
SUITS = "CDHS"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw", DRAW),
        ("redeal", REDEAL),
        ("W>F", WASTE_TO_FOUNDATION),
        ("W>3", waste_to_column(2)),
        ("3>F", column_to_foundation(2)),
        ("2>5:3", column_to_column(1, 4, 3)),
        ("7>1:12", column_to_column(6, 0, 12)),
        ("FC>1", foundation_to_column(0, 0)),
        ("FD>7", foundation_to_column(1, 6)),
        ("FH>4", foundation_to_column(2, 3)),
        ("FS>2", foundation_to_column(3, 1)),
    ],
)
def test_text_of_a_move(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "Draw", "draw ", "w>f", "W>F:1", "W>3:1", "W>0", "W>8", "W>W", "W", ">F", "F>3", "FX>3"),
        *("FH>F", "FH>3:1", "3>F:1", "8>F", "0>F", "2>5", "2>5:", "2>5:0", "2>5:-1", "2>5:123", "2>2:1"),
        *("2>5:٣", "２>5:1", "2>5:1\n", "2 > 5:1", None, 3),
    ],
)
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_move(text)
    assert repr(text) in str(caught.value) and "\n" not in str(caught.value)


# A second model of the rules: cards are their names, a state is a value, a move makes a new state.


class State(NamedTuple):
    down: tuple[tuple[str, ...], ...]
    up: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    waste: tuple[str, ...]
    built: tuple[tuple[str, ...], ...]
    number: int

    def every_card(self) -> list[str]:
        piles = (*self.down, *self.up, self.stock, self.waste, *self.built)
        return [name for pile in piles for name in pile]


def state_of(position: Position) -> State:
    def names(pile: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(map(card_name, pile))

    columns = list(zip(map(names, position.tableau), position.hidden, strict=True))
    return State(
        tuple(column[:hidden] for column, hidden in columns),
        tuple(column[hidden:] for column, hidden in columns),
        names(position.stock),
        names(position.waste),
        tuple(
            tuple(RANKS[rank] + suit for rank in range(height))
            for suit, height in zip(SUITS, position.foundations, strict=True)
        ),
        position.pass_number,
    )


def fits(head: str, state: State, target: int, king: str) -> bool:
    if not state.up[target]:
        return head[0] == king
    last = state.up[target][-1]
    return last[0] + head[0] in "KQJT98765432A" and ((last[1] in "CS") ^ (head[1] in "CS"))


def with_pile(piles: tuple[tuple[str, ...], ...], index: int, pile: tuple[str, ...]) -> tuple:
    return (*piles[:index], pile, *piles[index + 1 :])


def without(state: State, column: int, count: int) -> State:
    """The state without a column's last cards; a face-down card that lay below is turned up."""
    up, down = state.up[column][:-count], state.down[column]
    if not up and down:
        up, down = down[-1:], down[:-1]
    return state._replace(up=with_pile(state.up, column, up), down=with_pile(state.down, column, down))


def successors(state: State, rules: Rules, king: str) -> dict[str, State]:
    """Every move of a state, by its text, and the state after it."""
    found = {}

    def offer(label: str, rest: State, run: tuple[str, ...], to_foundation: bool = True) -> None:
        suit = SUITS.index(run[0][1])
        if to_foundation and len(run) == 1 and run[0][0] == RANKS[len(state.built[suit])]:
            built = with_pile(rest.built, suit, rest.built[suit] + run)
            found[f"{label}>F"] = rest._replace(built=built)
        for target in range(len(state.up)):
            if str(target + 1) != label and fits(run[0], state, target, king):
                count = f":{len(run)}" if label in "1234567" else ""
                up = with_pile(rest.up, target, rest.up[target] + run)
                found[f"{label}>{target + 1}{count}"] = rest._replace(up=up)

    if state.stock:
        turned, stock = state.stock[: rules.draw], state.stock[rules.draw :]
        found["draw"] = state._replace(stock=stock, waste=state.waste + turned)
    if state.waste and not state.stock and (rules.passes is None or state.number < rules.passes):
        found["redeal"] = state._replace(stock=state.waste, waste=(), number=state.number + 1)
    if state.waste:
        offer("W", state._replace(waste=state.waste[:-1]), state.waste[-1:])
    for column, up in enumerate(state.up):
        for count in range(1, len(up) + 1):
            offer(str(column + 1), without(state, column, count), up[-count:])
    for suit, pile in enumerate(state.built):
        if pile and rules.worrying_back:
            rest = state._replace(built=with_pile(state.built, suit, pile[:-1]))
            offer(f"F{SUITS[suit]}", rest, pile[-1:], to_foundation=False)
    return found


@st.composite
def starts(draw: st.DrawFn) -> tuple[Position, Rules]:
    ranks = draw(st.sampled_from([13, 13, 3, 5, 7, 10]))
    columns = draw(st.sampled_from([count for count in range(3, 8) if count * (count + 1) <= 8 * ranks]))
    columns = 7 if ranks == 13 else columns
    deck = draw(st.permutations(range(4 * ranks)))
    rules = Rules(
        draw=draw(st.sampled_from([1, 2, 3, 5, 24])),
        passes=draw(st.sampled_from([1, 2, 3, None])),
        worrying_back=draw(st.booleans()),
    )
    return Position.dealt(tuple(deck), ranks, columns), rules


class TwoModels(RuleBasedStateMachine):
    """Plays random moves in the game and in the model, back and forth."""

    @initialize(start=starts())
    def deal(self, start: tuple[Position, Rules]) -> None:
        position, self.rules = start
        self.game = Game(position, self.rules)
        self.king = RANKS[position.ranks - 1]
        self.states = [state_of(position)]

    def step(self, text: str) -> None:
        after = successors(self.states[-1], self.rules, self.king)[text]
        self.game.play(text)
        self.states.append(after)

    @rule(choice=st.integers(0, 10**6))
    def play_any(self, choice: int) -> None:
        moves = sorted(map(str, self.game.legal_moves()))
        if moves:
            self.step(moves[choice % len(moves)])

    @rule(choice=st.integers(0, 10**6))
    def play_on(self, choice: int) -> None:
        """A move that builds or turns up, so that games get somewhere; else a draw."""
        now = self.states[-1]
        good = [
            text
            for text, after in successors(now, self.rules, self.king).items()
            if text == "draw" or sum(map(len, after.down)) < sum(map(len, now.down)) or text.endswith("F")
        ]
        if good:
            self.step(sorted(good)[choice % len(good)])

    @precondition(lambda self: len(self.states) > 1)
    @rule()
    def undo(self) -> None:
        self.states.pop()
        move = self.game.history[-1]
        assert self.game.undo() == move

    @invariant()
    def same_state_and_moves(self) -> None:
        state = self.states[-1]
        assert state_of(self.game.position) == state
        texts = [str(move) for move in self.game.legal_moves()]
        assert len(texts) == len(set(texts))
        assert set(texts) == set(successors(state, self.rules, self.king))
        assert len(self.game.history) == len(self.states) - 1

    @invariant()
    def every_card_once(self) -> None:
        assert len(set(state_of(self.game.position).every_card())) == 4 * self.game.ranks
        self.game.position.check()
        assert self.game.won == (not any((*self.states[-1].up, self.game.stock, self.game.waste)))


TwoModels.TestCase.settings = settings(
    max_examples=60, stateful_step_count=80, deadline=None, suppress_health_check=list(HealthCheck)
)
test_two_models = TwoModels.TestCase


def conceivable() -> list[Move]:
    """Every move that names columns 0 to 8, suits, and runs of 0 to 14 cards, sensible or not."""
    columns, suits = range(-1, 8), range(-1, 5)
    return [
        *(DRAW, REDEAL, WASTE_TO_FOUNDATION, Move(MoveKind.WASTE_TO_FOUNDATION, size=2)),
        *map(waste_to_column, columns),
        *map(column_to_foundation, columns),
        *(foundation_to_column(suit, target) for suit in suits for target in columns),
        *(
            column_to_column(source, target, count)
            for source in columns
            for target in columns
            for count in range(-1, 15)
        ),
    ]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 150), st.sampled_from([1, 3]), st.booleans())
def test_play_accepts_the_legal_moves_and_no_other(
    seed: int, length: int, draw: int, worrying_back: bool
) -> None:
    chooser = random.Random(seed)
    game = Game(
        Position.dealt(tuple(chooser.sample(range(52), 52))),
        Rules(draw, passes=2, worrying_back=worrying_back),
    )
    for _ in range(length):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(chooser.choice(moves))
    before, history = game.position, game.history
    accepted = []
    for move in conceivable():
        try:
            game.play(move)
        except IllegalMove as error:
            assert "\n" not in str(error)
        else:
            accepted.append(move)
            assert game.undo() == move
        assert game.position == before
    assert sorted(map(str, accepted)) == sorted(map(str, game.legal_moves()))
    assert set(accepted) == set(game.legal_moves())
    assert game.history == history
