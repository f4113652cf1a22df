"""A game: whole and in refusals, its passes, and cases that others reported."""

import pytest

from harpan_solver.cards import card_name
from harpan_solver.errors import IllegalMove, InputError
from harpan_solver.game import Game, replay
from harpan_solver.moves import (
    REDEAL,
    Move,
    MoveKind,
    column_to_column,
    column_to_foundation,
    foundation_to_column,
)
from harpan_solver.position import Position
from harpan_solver.rules import Rules

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def cards(text: str) -> tuple[int, ...]:
    return tuple(4 * RANKS.index(name[0]) + SUITS.index(name[1]) for name in text.split())


def in_order() -> Position:
    """A deal whose cards go up one by one: columns left to right, each from its last card, then the stock."""
    deck = iter(range(52))
    columns = [[next(deck) for _ in range(height)][::-1] for height in range(1, 8)]
    dealt = [columns[column][row] for row in range(7) for column in range(row, 7)]
    return Position.dealt((*dealt, *deck))


IN_ORDER = [f"{column}>F" for column in range(1, 8) for _ in range(column)] + ["draw", "W>F"] * 24


def test_a_whole_game_is_won_and_taken_back() -> None:
    game = replay(in_order(), Rules(draw=1, passes=1), IN_ORDER)
    assert game.won
    assert game.legal_moves() == [
        foundation_to_column(suit, column) for suit in range(4) for column in range(7)
    ]
    assert sum(step.turned_up is not None for step in game.steps) == 21
    while game.history:
        game.undo()
        assert not game.won
    assert game.position == in_order()
    with pytest.raises(IllegalMove, match="no move to take back"):
        game.undo()


def test_replay_names_the_move_that_fails() -> None:
    with pytest.raises(IllegalMove, match=r"^move 3 \(4>F\): 2H does not go to its foundation: AH is next$"):
        replay(in_order(), Rules(draw=1), ["1>F", "draw", "4>F"])
    with pytest.raises(InputError, match=r"^move 2 \(8>F\): move '8>F'"):
        replay(in_order(), Rules(draw=1), ["1>F", "8>F"])


def test_a_copy_plays_on_its_own() -> None:
    game = replay(in_order(), Rules(draw=1), ["1>F", "draw"])
    twin = game.copy()
    twin.play("2>F")
    twin.play("draw")
    assert [str(move) for move in game.history] == ["1>F", "draw"]
    assert twin.position != game.position == replay(in_order(), Rules(draw=1), game.history).position
    for _ in range(4):
        twin.undo()
    assert twin.position == in_order()


def test_a_game_prints_as_a_board() -> None:
    assert "24 cards, pass 1" in str(Game(in_order()))


@pytest.mark.parametrize(
    ("position", "rules", "message"),
    [
        (Position.dealt((1, *range(1, 52))), Rules(), "AD is in two places"),
        (Position.dealt(tuple(range(51))), Rules(), "missing: KS"),
        (
            Position(((),) * 7, (0,) * 7, (), foundations=(13,) * 4, pass_number=3),
            Rules(passes=2),
            "pass 3: the rules allow 2",
        ),
    ],
)
def test_a_game_does_not_start_from(position: Position, rules: Rules, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Game(position, rules)


# A position in which most kinds of refusal can be had. Clubs and diamonds lie on the foundations up to the
# ten, hearts up to the three, spades up to the two.
ODD = Position(
    tableau=(
        cards("KH QC"),
        cards("4S 3S 4H"),
        cards("5H"),
        (),
        cards("JH TS 9H 8S 7H 6S"),
        cards("KD QS"),
        cards("KC"),
    ),
    hidden=(0, 2, 0, 0, 0, 0, 0),
    stock=cards("9S TH JS 8H"),
    waste=cards("QH JC 6H JD QD 7S 5S KS"),
    foundations=(10, 10, 3, 2),
)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("redeal", "the stock still holds 4 cards: a redeal needs an empty stock"),
        ("W>F", "KS does not go to its foundation: 3S is next"),
        ("W>1", "KS does not go on QC: one rank lower and of the other colour is needed"),
        ("3>1:1", "5H does not go on QC: one rank lower and of the other colour is needed"),
        ("3>4:1", "5H does not go to empty column 4: only a K does"),
        ("1>4:1", "QC does not go to empty column 4"),
        ("2>1:2", "column 2 has 1 face-up cards: 2 cannot leave it"),
        ("4>F", "column 4 has 0 face-up cards: 1 cannot leave it"),
        ("FH>4", "3H does not go to empty column 4"),
        ("FS>3", "2S does not go on 5H"),
        (column_to_column(4, 4, 1), "column 5 to itself is no move"),
        (column_to_column(4, 4, 6), "column 5 to itself is no move"),
        (column_to_column(2, 7, 1), "there is no column 8: columns are 1 to 7"),
        (column_to_foundation(-1), "there is no column 0: columns are 1 to 7"),
        (Move(MoveKind.WASTE_TO_COLUMN, target=3, size=2), "waste to column: one card moves, not 2"),
        (foundation_to_column(4, 3), "that foundation is empty"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(move: Move | str, message: str) -> None:
    game = Game(ODD, Rules())
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    assert str(caught.value).startswith(message)
    assert game.position == ODD and game.history == []


def test_worrying_back_and_text_that_is_no_move() -> None:
    game = Game(ODD, Rules(worrying_back=False))
    with pytest.raises(IllegalMove, match="the rules do not allow worrying back"):
        game.play("FS>2")
    assert not any(move.kind is MoveKind.FOUNDATION_TO_COLUMN for move in game.legal_moves())
    with pytest.raises(InputError, match="'3H>4'"):
        game.play("3H>4")


def test_a_run_moves_whole_or_in_part_and_turns_up_what_it_uncovers() -> None:
    game = Game(ODD, Rules())
    assert game.play("5>6:6") == (column_to_column(4, 5, 6), list(cards("JH TS 9H 8S 7H 6S")), None)
    assert game.play("3>6:1").turned_up is None  # 5H on 6S
    assert game.play("2>F").turned_up == cards("3S")[0]
    assert game.hidden == [0, 1, 0, 0, 0, 0, 0]
    assert game.play("2>F").turned_up == cards("4S")[0]
    assert game.play("2>6:1").turned_up is None  # 4S on 5H, and column 2 is empty
    assert game.tableau == [
        list(cards(text)) for text in ("KH QC", "", "", "", "", "KD QS JH TS 9H 8S 7H 6S 5H 4S", "KC")
    ]
    assert game.play("6>F").cards == list(cards("4S"))
    game.play("7>2:1")  # a king to an empty column
    assert game.tableau[1] == list(cards("KC"))


def test_turning_the_stock_pass_by_pass() -> None:
    rules = Rules(draw=3, passes=2)
    spades = Position(((),) * 7, (0,) * 7, cards("7S 8S 9S TS JS 6S QS KS"), foundations=(13, 13, 13, 5))
    game = Game(spades, rules)

    def tops() -> list[str]:
        seen = []
        while game.stock:
            game.play("draw")
            seen.append(card_name(game.waste[-1]))
        return seen

    assert tops() == ["9S", "6S", "KS"]  # of two cards left at the end, both are turned
    with pytest.raises(IllegalMove, match="the stock is empty"):
        game.play("draw")
    game.undo()
    game.play("W>F")
    assert card_name(game.waste[-1]) == "JS"  # the card under the one played, at once
    assert tops() == ["KS"]
    game.play("redeal")
    assert (game.pass_number, game.waste) == (2, [])
    with pytest.raises(IllegalMove, match="the stock still holds 7 cards"):
        game.play("redeal")
    assert tops() == ["9S", "QS", "KS"]
    with pytest.raises(IllegalMove, match="pass 2 was the last that the rules allow: no redeal is left"):
        game.play("redeal")
    assert REDEAL not in game.legal_moves()
    for _ in range(4):
        game.undo()
    assert (game.pass_number, len(game.stock), len(game.waste)) == (1, 0, 7)


def test_a_won_game_has_no_stock_to_turn() -> None:
    game = Game(Position(((),) * 7, (0,) * 7, (), foundations=(13,) * 4), Rules(worrying_back=False))
    assert game.won and game.legal_moves() == []
    for move, message in [
        ("draw", "stock is empty"),
        ("redeal", "waste is empty"),
        ("W>F", "waste is empty"),
    ]:
        with pytest.raises(IllegalMove, match=message):
            game.play(move)


def test_the_highest_rank_of_a_small_deck_is_its_king() -> None:
    start = Position(
        ((), cards("AC 3D"), cards("2S")), (0, 1, 0), (), cards("2C 2D 3S 3C"), (0, 1, 3, 1), ranks=3
    )
    game = Game(start, Rules(worrying_back=False))
    assert sorted(map(str, game.legal_moves())) == ["2>1:1", "3>2:1", "3>F", "W>1", "redeal"]
    with pytest.raises(IllegalMove, match="2S does not go to empty column 1: only a 3 does"):
        game.play("3>1:1")
    with pytest.raises(IllegalMove, match="there is no column 7: columns are 1 to 3"):
        game.play("3>7:1")
    assert game.play("2>1:1").turned_up == cards("AC")[0]


def test_cards_under_a_face_down_card_do_not_move_with_it() -> None:
    """A reported fault: the face-down 4C moved with 3D on it, on the 5D of column 3."""
    position = Position(
        tableau=(
            cards("KH"),
            cards("7C"),
            cards("8C 7H 6S 5D"),
            cards("8S AD 5H 8D 7S 6H 5S 4D"),
            cards("4C 3D"),
            cards("QD JS 9S QC TH"),
            cards("AS TC JC 7D 6C JH"),
        ),
        hidden=(0, 0, 0, 3, 1, 4, 5),
        stock=cards("5C 6D 8H KS 4S 3S JD QS 9C 3C KD 9H TS 9D AC"),
        waste=cards("2D KC 2S TD QH 2C")[::-1],
        foundations=(0, 0, 4, 0),
    )
    game = Game(position, Rules(draw=1))
    assert not [move for move in game.legal_moves() if str(move).startswith("5>")]
    with pytest.raises(IllegalMove, match="column 5 has 1 face-up cards: 2 cannot leave it"):
        game.play("5>3:2")


def test_a_published_game_reaches_its_published_position() -> None:
    start = Position(
        tableau=(
            cards("7D"),
            cards("TH 9D"),
            cards("2H 5C 5D"),
            cards("4D 3S QH AD"),
            cards("9S 4S AC KC QS"),
            cards("KS 7S 8H 9C 6S 9H"),
            cards("JC JS QD 8D AS 3H JD"),
        ),
        hidden=tuple(range(7)),
        stock=cards("7C TS KD 5H KH TD 8S 4C AH 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC"),
    )
    moves = "4>F draw draw W>7 6>7:1 draw draw W>6 draw draw draw draw draw W>F 7>5:3 W>6 7>6:1"
    assert replay(start, Rules(draw=1), moves.split()).position == Position(
        tableau=(
            cards("7D"),
            cards("TH 9D"),
            cards("2H 5C 5D"),
            cards("4D 3S QH"),
            cards("9S 4S AC KC QS JD TS 9H"),
            cards("KS 7S 8H 9C 6S 5H 4C 3H"),
            cards("JC JS QD 8D AS"),
        ),
        hidden=(0, 1, 2, 2, 4, 4, 4),
        stock=cards("7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC"),
        waste=cards("7C KD KH TD 8S"),
        foundations=(0, 1, 1, 0),
    )
