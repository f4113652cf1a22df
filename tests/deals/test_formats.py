"""Boards of other programs and of people: reading, telling apart, writing, and the way there and back."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harpan_solver.cards import card_name
from harpan_solver.deals import FORMATS, Deal, deal, read_board, read_deals, write_deal, write_deals
from harpan_solver.errors import InputError
from harpan_solver.position import Position

DATA = Path(__file__).parents[1] / "data" / "deals"
CASES = json.loads((DATA / "board_cases.json").read_text())
PYSOL = CASES["047_pysol_format_lf_vs_crlf"]["input"]["text_lf"]
PYSOL_DEAL = Deal("cards", deal("pysolfc:24").cards)
README_DEAL = CASES["049_midgame_readme"]["input"]["start_deal"]

ANY_DEAL = st.permutations(range(52)).map(lambda cards: Deal("cards", tuple(cards)))


@settings(deadline=None, max_examples=60)
@given(ANY_DEAL)
def test_there_and_back(any_deal: Deal) -> None:
    for format in FORMATS:
        assert read_board(write_deal(any_deal, format)) == any_deal


@settings(deadline=None, max_examples=20)
@given(st.lists(ANY_DEAL, min_size=1, max_size=4))
def test_many_there_and_back(deals: list[Deal]) -> None:
    for format in FORMATS:
        found = list(read_deals("".join(write_deals(deals, format)), "f"))
        assert [each.cards for each in found] == [each.cards for each in deals]  # type: ignore[union-attr]
        assert found[0].name == "f:1"  # type: ignore[union-attr]


def test_written_as_other_programs_write() -> None:
    known = deal("solvitaire:1")
    board = json.loads((DATA / "solvitaire.json").read_text())
    written = json.loads(write_deal(known, "solvitaire"))
    assert written == {key: board[key] for key in ("tableau piles", "stock")} | {"waste": []}
    assert write_deal(PYSOL_DEAL, "pysol") + "\n" == PYSOL
    digits = CASES["044_same_number_other_dealer"]["input"]["pysolfc_24"]["klondike_solver_string"]
    assert write_deal(PYSOL_DEAL, "digits") == digits
    assert write_deal(deal("exact:12345678901234567890"), "exact") == "exact:12345678901234567890"
    assert write_deal(known) == known.text


def test_columns_are_written_as_typed() -> None:
    lines = write_deal(PYSOL_DEAL, "columns").splitlines()
    assert lines[:3] == ["5C", "7H 9H", "2D 9S AC"]
    assert lines[7] == "stock: " + PYSOL.splitlines()[0].removeprefix("Talon: ")
    assert len(lines) == 8


@pytest.mark.parametrize("format", ["", "Cards", "xml", None])
def test_unknown_formats(format: str) -> None:
    for write in (lambda: write_deal(PYSOL_DEAL, format), lambda: write_deals([], format)):
        with pytest.raises(
            InputError, match="one of cards, digits, solvitaire, pysol, columns, exact is needed"
        ):
            write()


def _talon_last(text: str) -> str:
    talon, *columns = text.splitlines()
    return "\n".join([*columns, talon])


PYSOL_FORMS = {
    "lf": PYSOL,
    "crlf": PYSOL.replace("\n", "\r\n"),
    "cr": PYSOL.replace("\n", "\r"),
    "no final newline": PYSOL.rstrip(),
    "trailing spaces": PYSOL.replace("\n", "   \n"),
    "blank lines": "\n\n" + PYSOL.replace("\n", "\n\n"),
    "arrows": re.sub(r"Talon: (.*)\n", r"Talon: ==> \1 <==\n", PYSOL),
    "talon last": _talon_last(PYSOL),
    "ten": PYSOL.replace("T", "10").replace("10alon", "Talon"),
    "lower case": PYSOL.lower(),
    "colons": "\n".join((": " * (n > 0)) + line for n, line in enumerate(PYSOL.splitlines())),
    "foundations": "Foundations: H-0 C-0 D-0 S-0\n" + PYSOL,
    "foundations first, numbers": "Foundations:\n" + PYSOL,
    "stock": PYSOL.replace("Talon", "stock"),
    "comment": "# a comment: with a colon\n" + PYSOL,
    "nothing else": PYSOL + "waste: -\nfoundations: -\n",
    "byte order mark": "\ufeff" + PYSOL,
    "columns": PYSOL.replace("<", "").replace(">", ""),
    "numbered": "\n".join(
        f"{n}: {line}" if n else line.replace("<", "") for n, line in enumerate(PYSOL.splitlines())
    ),
    "words": "\n".join(f"Column {n}: {line}" if n else line for n, line in enumerate(PYSOL.splitlines())),
    "symbols": PYSOL.translate({ord("C"): "♣", ord("D"): "♦", ord("H"): "♥", ord("S"): "♠"}),
    "json": json.dumps({"cards": PYSOL_DEAL.text, "verdict": "solvable"}),
    "name": "pysolfc:24",
}


@pytest.mark.parametrize("form", PYSOL_FORMS)
def test_forms_of_a_board(form: str) -> None:
    assert read_board(PYSOL_FORMS[form]) == PYSOL_DEAL
    found = list(read_deals(PYSOL_FORMS[form], "board.txt"))
    assert found == [Deal("board.txt:1", PYSOL_DEAL.cards)]


def test_known_deal_of_a_readme() -> None:
    lines = [" ".join(column) for column in README_DEAL["tableau_bottom_to_top"]]
    typed = "\n".join([*lines, "", "stock: " + " ".join(README_DEAL["stock_first_drawn_first"])])
    assert read_board(typed) == read_board(README_DEAL["klondike_solver_string"])


def test_cards_alone_are_in_deal_order_whatever_their_lines() -> None:
    lines = [line for line in write_deal(PYSOL_DEAL, "columns").replace("stock: ", "").splitlines()]
    assert read_board("\n".join(lines)).cards != PYSOL_DEAL.cards  # type: ignore[union-attr]


def test_progress_as_klondike_solver_prints_it() -> None:
    """Printed by pyksolve 0.0.15 for ``ksolve:11``, stopped early; the waste stands top first."""
    position = read_board((DATA / "ksolve_progress.txt").read_text())
    assert isinstance(position, Position)
    stock = [card_name(each) for each in deal("ksolve:11").position.stock]
    waste = [card_name(each) for each in position.waste]
    left = waste + [card_name(each) for each in position.stock]
    assert waste == ["3D", "4D"]
    assert left == [name for name in stock if name in left]
    assert position.foundations == (3, 1, 1, 2)
    assert position.hidden == (0, 0, 2, 3, 3, 5, 6)


SOLVITAIRE = json.loads((DATA / "solvitaire.json").read_text())
SOLVITAIRE_DEAL = Deal("cards", deal("solvitaire:1").cards)
ALL_UPPER = [[name.upper() for name in pile] for pile in SOLVITAIRE["tableau piles"]]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"waste": []},
        {"foundations": ["", "", "", ""]},
        {"foundations": []},
        {"tableau piles": ALL_UPPER},
        {"tableau piles": [[name.lower() for name in pile] for pile in ALL_UPPER]},
        {"tableau piles": [[name.replace("10", "T") for name in p] for p in SOLVITAIRE["tableau piles"]]},
        {
            "stock": [
                re.sub("[AJQK]", lambda rank: str(1 + "A23456789TJQK".index(rank[0])), name)
                for name in SOLVITAIRE["stock"]
            ]
        },
    ],
)
def test_solvitaire_spellings(changes: dict[str, object]) -> None:
    assert read_board(json.dumps(SOLVITAIRE | changes)) == SOLVITAIRE_DEAL


def test_solvitaire_without_foundations_and_with_the_other_key() -> None:
    board = {key: value for key, value in SOLVITAIRE.items() if key != "foundations"}
    assert read_board(json.dumps(board)) == SOLVITAIRE_DEAL
    assert read_board(json.dumps(board | {"foundation": [[], [], [], []]})) == SOLVITAIRE_DEAL


def _solvitaire_end(foundations: object) -> Position | Deal:
    """Only kings are left, one face down under no other; ``foundations`` hold the rest."""
    piles = [["KC"], ["KD"], ["KH"], ["KS"], [], [], []]
    return read_board(json.dumps({"tableau piles": piles, "foundations": foundations}))


@pytest.mark.parametrize(
    "foundations",
    [
        ["QC", "QD", "QH", "QS"],
        [["QS"], ["QH"], ["QD"], ["QC"]],
        [[f"{rank}{suit}" for rank in ("A", *range(2, 11), "J", "Q")] for suit in "SHDC"],
        ["QC", "12d", "Qh", "QS"],
    ],
)
def test_solvitaire_foundations(foundations: object) -> None:
    position = _solvitaire_end(foundations)
    assert isinstance(position, Position)
    assert position.foundations == (12, 12, 12, 12)
    assert position.hidden == (0,) * 7


BAD_SOLVITAIRE = [
    ({"tableau piles": ALL_UPPER[:4]}, "4 of 7 columns"),
    ({"tableau piles": {}}, "tableau piles: an object"),
    ({"tableau piles": [*ALL_UPPER[:6], "7H"]}, "column 7: '7H'; a list of cards is needed"),
    ({"tableau piles": [*ALL_UPPER[:6], [7]]}, "column 7, card 1: 7; a card"),
    ({"tableau piles": [*ALL_UPPER[:6], ["7X"]]}, "column 7, place 1: card '7X': 'X' is no suit"),
    (
        {"tableau piles": [["9D"], ["AS", "4c"], *SOLVITAIRE["tableau piles"][2:]]},
        "column 2: a face-down card",
    ),
    ({"stock": ["7H"]}, "position: 7H is in two places|position: missing"),
    ({"stock": None}, "stock: null"),
    ({"stock": SOLVITAIRE["stock"][1:]}, "position: missing: 6H"),
    ({"stock": [*SOLVITAIRE["stock"], "6H"]}, "position: 6H is in two places"),
    ({"hole": "AS"}, "unknown key 'hole'"),
    ({"foundations": 4}, "foundations: 4; a list"),
    ({"foundations": [4]}, "foundations, card 1: 4"),
    ({"foundations": [["2H", "2H"]]}, "foundations: 2H is there twice"),
    ({"foundations": [["2H", "4H"]]}, "foundations: 2 cards of the pile with 4H"),
    ({"foundation": []}, "foundations and foundation are both there"),
]


@pytest.mark.parametrize(("changes", "message"), BAD_SOLVITAIRE, ids=lambda part: str(part)[:40])
def test_bad_solvitaire(changes: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_board(json.dumps(SOLVITAIRE | changes))
    assert "\n" not in str(caught.value)


LINES = PYSOL.splitlines()
BAD_BOARDS = [
    ([*LINES, "7H"], "8 of 7 columns"),
    (LINES[:-1], "6 of 7 columns"),
    ([*LINES, LINES[0]], "line 9: there is more than one line for the stock"),
    (["Freecells: AS", *LINES], "line 1: 'Freecells': the number of column 1 or one of stock, waste"),
    ([LINES[0], "2: 5C", *LINES[2:]], "line 2: '2': the number of column 1"),
    ([LINES[0], "5X", *LINES[2:]], "line 2: column 1: card 1 at character 1: '5X': 'X' is no suit"),
    ([LINES[0], "5C", "9H <7H>", *LINES[3:]], "line 3: column 2: a face-down card lies on a face-up one"),
    ([LINES[0], "5C", "<7H 9H", *LINES[3:]], "line 3: column 2: card 1 at character 1: '<7H'"),
    ([LINES[0] + " 5C", *LINES[1:]], "position: 5C is in two places"),
    (["Talon: TC", *LINES[1:]], "position: missing: "),
    (["Talon: TC ==> TS <== AD", *LINES[1:]], "stock: card"),
    (["Talon: TC ==> TS <==", "waste: TC", *LINES[1:]], "the waste stands both"),
    ([*LINES, "foundations: H-X"], "foundations: 'H-X'"),
    ([*LINES, "foundations: H-A H-2"], "foundations: H is there twice"),
    ([*LINES, "foundations: H-A"], "position: AH is in two places"),
    ([*LINES, "pass: 0"], "position: pass 0"),
    ([*LINES, "pass: two"], "pass: 'two'"),
    ([*LINES, "pass: " + "9" * 5000], "pass: '9999"),
    (
        [LINES[0], *(line.replace("<", "").replace(">", "") for line in LINES[1:]), "pass: 1"],
        "are marked: <7H>",
    ),
]


@pytest.mark.parametrize(("lines", "message"), BAD_BOARDS, ids=[message[:30] for _, message in BAD_BOARDS])
def test_bad_boards(lines: list[str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_board("\n".join(lines))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2]", "a list: an object with the cards"),
        ('{"cards": 7}', "cards: 7; a text"),
        ('{"cards": "7H"}', "1 card given"),
        ("{", "not JSON: line 1, column 2"),
        ('{"cards": "7H", "cards": "8H"}', "the key 'cards' is there twice"),
        ("[" * 100_000, "nested too deep"),
        ('{"pass": ' + "9" * 5000 + "}", "a number is too long"),
        ('{"pass": NaN}', "NaN is no number of JSON"),
        ("exact:" + "9" * 69, "0 to 52! - 1"),
        ("harpan:1-2", "a range of deals"),
    ],
    ids=lambda part: part[:20],
)
def test_other_bad_texts(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read_board(text)


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["7H", "10d"]),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["tableau piles", "stock", "waste", "foundations", "foundation", "cards", "tableau", "hidden", "pass"]
)


@settings(deadline=None, max_examples=300)
@given(st.dictionaries(KEYS, JSON_VALUES), st.booleans())
def test_any_json_is_a_board_or_one_line(changes: dict[str, object], complete: bool) -> None:
    _read_or_one_line(json.dumps((SOLVITAIRE if complete else {}) | changes))


@settings(deadline=None, max_examples=300)
@given(
    st.text()
    | st.text('{}[]":,0123456789truefalsn \n', max_size=60)
    | st.lists(st.sampled_from([*LINES, "7H", "<7H>", "waste:", "pass: 1", "foundations: H-2", "[]"])).map(
        "\n".join
    )
    | st.builds(
        lambda text, at, put: text[:at] + put + text[at + len(put) :],
        st.just(PYSOL),
        st.integers(0, len(PYSOL)),
        st.text(max_size=4),
    )
)
def test_any_text_is_a_board_or_one_line(text: str) -> None:
    _read_or_one_line(text)


def _read_or_one_line(text: str) -> None:
    try:
        board = read_board(text)
    except InputError as error:
        assert "\n" not in str(error) and len(str(error)) < 600
    else:
        assert isinstance(board, Deal | Position)
        (board.position if isinstance(board, Deal) else board).check()
