"""``harpan show`` and ``harpan deals``."""

import json

import pytest

from harpan_solver.deals import FORMATS, deal
from tests.cli.conftest import Invoke
from tests.cli.test_solve import GAME


def test_show_marks_face_down_cards_and_does_not_tell_them(invoke: Invoke) -> None:
    text = deal(42).text
    cards = [text[at : at + 2] for at in range(0, 104, 2)]
    face_up = {cards[0], cards[7], cards[13], cards[18], cards[22], cards[25], cards[27]}
    result = invoke("show", "42", "--ascii")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "harpan:42"
    words = result.stdout.split()
    assert {card for card in cards if card in words} == face_up
    assert words.count("##") == 21
    assert result.stdout.isascii()


def test_show_reveals_when_asked(invoke: Invoke) -> None:
    text = deal(42).text
    shown = invoke("show", "42", "--ascii", "--reveal").stdout
    for at in range(0, 104, 2):
        assert text[at : at + 2] in shown


def test_show_of_several(invoke: Invoke) -> None:
    result = invoke("show", "1-2", "solvitaire:3")
    assert [line for line in result.stdout.splitlines() if ":" in line] == [
        "harpan:1",
        "harpan:2",
        "solvitaire:3",
    ]


def test_show_of_a_game_in_progress(invoke: Invoke) -> None:
    shown = invoke("show", "--position", "-", "--ascii", input=json.dumps(GAME)).stdout
    assert "QS" in shown and "KS" not in shown
    assert "pass 2" in shown


def test_show_as_json_reads_back(invoke: Invoke) -> None:
    result = invoke("show", "--position", "-", "--json", input=json.dumps(GAME))
    assert [json.loads(line) for line in result.stdout.splitlines()] == [GAME]


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_reads_back_as_the_same_deals(invoke: Invoke, format: str) -> None:
    written = invoke("deals", "1-3", "solvitaire:5", "--to", format)
    assert written.exit_code == 0
    again = invoke("deals", "-", input=written.stdout)
    assert again.exit_code == 0, again.stderr
    assert again.stdout.split() == [deal(name).text for name in (1, 2, 3, "solvitaire:5")]


def test_deals_reports_bad_lines_and_goes_on(invoke: Invoke) -> None:
    result = invoke("deals", "-", "--to", "digits", input=f"{deal(1).text}\n7D\n{deal(2).text}\n")
    assert result.exit_code == 2
    assert [len(line) for line in result.stdout.splitlines()] == [156, 156]
    assert result.stderr.startswith("harpan deals: -:2: ")
