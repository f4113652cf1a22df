"""Positions of games in progress as JSON and as lines."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harpan_solver.cards import card
from harpan_solver.deals import (
    deal,
    parse_position,
    parse_position_json,
    position_from_json,
    position_json,
    position_text,
    read_board,
)
from harpan_solver.errors import InputError
from harpan_solver.game import Game
from harpan_solver.position import Position
from harpan_solver.rules import Rules

CASES = json.loads((Path(__file__).parents[1] / "data" / "deals" / "board_cases.json").read_text())


def _played(seed: int) -> Position:
    """A position some random moves into a game."""
    chance = random.Random(seed)
    game = Game(deal(seed), Rules(draw=chance.choice([1, 3])))
    for _ in range(chance.randrange(120)):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(chance.choice(moves))
    return game.position


@pytest.mark.parametrize("seed", range(40))
def test_there_and_back(seed: int) -> None:
    position = _played(seed)
    assert position_from_json(position_json(position)) == position
    assert parse_position_json(json.dumps(position_json(position), indent=1)) == position
    assert parse_position(json.dumps(position_json(position))) == position
    assert parse_position(position_text(position)) == position


def _case(name: str) -> tuple[dict[str, object], dict[str, object]]:
    """A reported position in the keys of our JSON, and the report itself."""
    given = CASES[name]["input"]
    given = given.get("position", given)
    tableau = given.get("tableau", given.get("tableau_bottom_to_top"))
    data = {
        "tableau": tableau,
        "hidden": [len(column) - up for column, up in zip(tableau, given["face_up_counts"], strict=True)],
        "stock": given["stock_first_drawn_first"],
        "waste": given["waste_bottom_to_top"],
        "foundations": given.get("foundations", given.get("foundation_counts")),
        "pass": 1,
    }
    return data, given


@pytest.mark.parametrize("name", ["004_issue14_endgame_position", "049_midgame_readme"])
def test_reported_positions(name: str) -> None:
    data, _ = _case(name)
    position = position_from_json(data)
    assert position_json(position) == data
    assert parse_position(position_text(position)) == position


def test_text_as_documented() -> None:
    position = position_from_json(_case("049_midgame_readme")[0])
    assert position_text(position) == "\n".join(
        [
            "1: 7D",
            "2: <TH> 9D",
            "3: <2H> <5C> 5D",
            "4: <4D> <3S> QH",
            "5: <9S> <4S> <AC> <KC> QS JD TS 9H",
            "6: <KS> <7S> <8H> <9C> 6S 5H 4C 3H",
            "7: <JC> <JS> <QD> <8D> AS",
            "stock: 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC",
            "waste: 7C KD KH TD 8S",
            "foundations: C-0 D-A H-A S-0",
            "pass: 1",
        ]
    )


def test_text_as_a_person_may_type_it() -> None:
    data, _ = _case("004_issue14_endgame_position")
    position = position_from_json(data)
    columns = [" ".join(column) for column in data["tableau"]]  # type: ignore[attr-defined]
    stock = ", ".join(data["stock"])  # type: ignore[arg-type]
    typed = [f"Stock: {stock}", *columns, "Foundations: 4c 3d AH 2♠"]
    # The empty sixth column as a blank line, as - and as [].
    assert columns[5] == ""
    for empty in ("", "-", "[]", "6:"):
        assert parse_position("\n".join([empty if line == "" else line for line in typed])) == position


def test_small_end_positions() -> None:
    won = parse_position("\n".join([*"-------", "foundations: KC KD KH KS"]))
    assert won.foundations == (13, 13, 13, 13)
    assert won.tableau == ((),) * 7
    assert parse_position(position_text(won)) == won
    last = Position(((card(12, 3),), *((),) * 6), (0,) * 7, (), (), (13, 13, 13, 12), 3)
    assert parse_position(position_text(last)) == last


def test_a_start_is_a_deal() -> None:
    start = deal(5).position
    for text in (position_text(start), json.dumps(position_json(start))):
        assert parse_position(text) == start
        assert read_board(text, "harpan:5") == deal(5)
    assert parse_position("harpan:5") == start
    assert parse_position(deal(5).text) == start
    later = position_json(start) | {"pass": 2}
    assert parse_position(json.dumps(later)).pass_number == 2


GOOD = _case("049_midgame_readme")[0]


def test_what_may_be_left_out() -> None:
    start = position_json(deal(5).position)
    assert position_from_json({key: start[key] for key in ("tableau", "hidden", "stock")}) == deal(5).position
    assert position_from_json(GOOD | {"foundations": {"D": 1, "H": 1}}) == position_from_json(GOOD)


BAD = [
    (GOOD | {"extra": 1}, "unknown key 'extra'"),
    ({"stock": [], "hidden": []}, "tableau missing"),
    ({}, "tableau, hidden, stock missing"),
    ([], "position: a list"),
    (None, "position: null"),
    (GOOD | {"tableau": GOOD["tableau"][:6]}, "6 of 7 columns"),  # type: ignore[index]
    (GOOD | {"tableau": "7D"}, "tableau: '7D'"),
    (GOOD | {"tableau": [["7D", "XX"], *GOOD["tableau"][1:]]}, "column 1, place 2: card 'XX'"),  # type: ignore[index]
    (GOOD | {"tableau": [[7], *GOOD["tableau"][1:]]}, "column 1, card 1: 7"),  # type: ignore[index]
    (GOOD | {"hidden": [0, 1]}, "hidden: 2 numbers"),
    (GOOD | {"hidden": 3}, "hidden: 3"),
    (GOOD | {"hidden": [0, 1, 2, 3, 4, 4, "4"]}, "hidden, column 7: '4'"),
    (GOOD | {"hidden": [0, 1, 2, 3, 4, 4, True]}, "hidden, column 7: true"),
    (GOOD | {"hidden": [0, 1, 2, 3, 4, 4, 4.0]}, "hidden, column 7: 4.0"),
    (GOOD | {"hidden": [0, 1, 2, 3, 4, 4, -1]}, "hidden, column 7: -1; a whole number from 0 up"),
    (GOOD | {"hidden": [1, 1, 2, 3, 4, 4, 4]}, "column 1: 1 face-down cards of 1"),
    (GOOD | {"hidden": [0, 0, 2, 3, 4, 4, 4]}, "column 2: 9D cannot lie face up on TH"),
    (GOOD | {"stock": GOOD["stock"][1:]}, "missing: 7H"),  # type: ignore[index]
    (GOOD | {"waste": [*GOOD["waste"], "7H"]}, "7H is in two places"),  # type: ignore[misc]
    (GOOD | {"waste": "7C"}, "waste: '7C'; a list"),
    (GOOD | {"foundations": [0, 1, 1, 0]}, "foundations: a list"),
    (GOOD | {"foundations": {"X": 1}}, "foundations: unknown key 'X'"),
    (GOOD | {"foundations": {"D": 14}}, "foundations, D: 14; a whole number from 0 to 13"),
    (GOOD | {"foundations": {"D": "A"}}, "foundations, D: 'A'"),
    (GOOD | {"foundations": {"D": None}}, "foundations, D: null"),
    (GOOD | {"foundations": {"D": 2, "H": 1}}, "2D is in two places"),
    (GOOD | {"pass": 0}, "pass: 0; a whole number from 1 to 999999999"),
    (GOOD | {"pass": 1.5}, "pass: 1.5"),
    (GOOD | {"pass": -(10**4000)}, "pass: a very long number"),
]


@pytest.mark.parametrize(("data", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_bad_positions(data: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        position_from_json(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from([*GOOD]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
        lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.sampled_from("CDHSX"), inner),
        max_leaves=12,
    ),
)
def test_any_value_is_refused_or_right(key: str, value: object) -> None:
    try:
        position_from_json(GOOD | {key: value}).check()
    except InputError as error:
        assert "\n" not in str(error) and len(str(error)) < 600
