"""``harpan hint``, with the real solver."""

import json
import os
import shlex
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harpan_solver.cli.group import harpan
from harpan_solver.cli.hint import hint
from harpan_solver.deals import deal, position_json
from harpan_solver.game import replay
from harpan_solver.rules import Rules
from tests.cli.test_solve import GAME

# With one pass and draw 1 it can be won, and the third draw loses it.
SPOILT = ["solvitaire:7", "--draw", "1", "--passes", "1", "--moves", "draw draw draw draw"]
KEYS = [
    *("deal", "cards", "now", "rules", "played", "outlook", "reason", "move", "moves", "lost_since"),
    *("lost_between", "instead", "nodes", "seconds", "words"),
]


def ask(*arguments: str, input: str | None = None) -> Result:
    return CliRunner().invoke(harpan, ["hint", *arguments], input=input, prog_name="harpan")


def row(*arguments: str, status: int = 0) -> dict[str, object]:
    result = ask(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (status, "")
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_a_row_of_a_game_that_can_be_won() -> None:
    found = row("solvitaire:7", "--moves", "draw draw")
    assert list(found) == KEYS
    assert found["deal"] == "solvitaire:7" and found["cards"] == deal("solvitaire:7").text
    game = replay(deal("solvitaire:7"), Rules(), ["draw", "draw"])
    assert found["now"] == position_json(game.position)
    assert (found["outlook"], found["reason"], found["lost_since"]) == ("winnable", None, None)
    moves = found["moves"]
    assert isinstance(moves, list) and found["move"] == moves[0]
    for move in moves:
        game.play(move)
    assert game.won


def test_a_row_of_a_lost_game() -> None:
    found = row(*SPOILT)
    assert (found["outlook"], found["lost_since"], found["lost_between"]) == ("lost", 3, [3, 3])
    assert (found["move"], found["moves"], found["words"]) == (None, [], None)
    assert found["instead"]


def test_a_position(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GAME))
    result = ask("--position", str(path), "--ascii")
    assert result.exit_code == 0
    assert "Can still be won: 5 moves from here.\n\nNext: draw W>F\n" in result.stdout
    assert result.stdout.endswith(
        "  Turn the last card: TS is on top\n  TS from the waste to its foundation\n"
    )
    # The queen comes up: the same game two moves later, with commas between them.
    result = ask("--position", str(path), "--ascii", "--moves", "draw, W>F")
    assert f"{path}, after 2 moves: draw 3, unlimited passes, worrying back on\n" in result.stdout
    assert "Next: W>F\n  JS from the waste to its foundation\n" in result.stdout


PAGES = {
    "won": (["--position", "-", "--moves", "draw W>F W>F 1>F 1>F"], 0, "Won: every card is on"),
    "lost by a move": (
        SPOILT,
        0,
        "Lost: since move 3 (draw); before it the game could still be won.\n\nInstead: ",
    ),
    "lost from the start": (
        ["solvitaire:1", "--moves", "draw"],
        0,
        "Lost: no way of playing wins from the start.",
    ),
    "lost from here": (["solvitaire:1"], 0, "Lost: no way of playing wins from here."),
    "undecided": (
        ["solvitaire:22", "--draw", "1", "--max-nodes", "50"],
        3,
        "Undecided: whether the game can still be won is not known; the limit --max-nodes was reached.",
    ),
}


@pytest.mark.parametrize(("arguments", "status", "words"), PAGES.values(), ids=PAGES.keys())
def test_pages_for_people(arguments: list[str], status: int, words: str) -> None:
    result = ask(*arguments, input=json.dumps(GAME))
    assert result.exit_code == status
    assert words in result.stdout
    assert "▒▒" in result.stdout or "won" in words.lower()
    assert result.stderr == ""


def test_the_losing_move_not_decided() -> None:
    spent = row(*SPOILT)["nodes"]
    assert isinstance(spent, int)
    # Too little for all searches, enough for some of them.
    for limit in range(spent - 1, 0, -max(spent // 20, 1)):
        arguments = [*SPOILT, "--max-nodes", str(limit)]
        found = row(*arguments, status=3)
        if found["outlook"] == "lost":
            first, last = found["lost_between"]  # type: ignore[misc]
            assert first < last and found["lost_since"] is None and found["reason"] == "max-nodes"
            page = ask(*arguments).stdout
            since = "the start" if first == 0 else f"move {first} (draw)"
            assert (
                f"Lost: since {since} at the earliest and move {last} (draw) at the latest; which is" in page
            )
            return
    pytest.fail("no limit left only the losing move undecided")


def test_the_example() -> None:
    assert hint.epilog is not None
    words = shlex.split(hint.epilog.removeprefix("Example: "))
    assert words[:2] == ["harpan", "hint"]
    assert "since move 3 (draw)" in ask(*words[2:]).stdout


def test_a_signal_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def searching(*question: object, should_stop: Callable[[], bool]) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        while not should_stop():
            time.sleep(0.01)

    monkeypatch.setattr("harpan_solver.hints.hint", searching)
    result = ask("1")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "harpan hint: interrupted\n")


BAD = {
    "nothing": ([], "nothing to hint at"),
    "two deals": (["1", "2"], "2 games: one DEAL or one --position is needed"),
    "a range": (["1-18446744073709551615"], "games: one DEAL"),
    "an unknown dealer": (["nobody:7"], "nobody"),
    "a move that is none": (["solvitaire:7", "--moves", "draw jump"], "solvitaire:7: move 2 (jump): "),
    "a move that is not allowed": (
        ["solvitaire:7", "--moves", "5>7:1"],
        "solvitaire:7: move 1 (5>7:1): 5D does not go on 5S",
    ),
    "a redeal too many": (
        ["solvitaire:7", "--passes", "1", "--moves", "draw " * 8 + "redeal"],
        "move 9 (redeal): pass 1 was the last",
    ),
    "a position past the last pass": (["--position", "-", "--passes", "1"], "-: pass 2: the rules allow 1"),
    "no position": (["--position", "nowhere.json"], "nowhere.json: there is no such file"),
    "draw 25": (["1", "--draw", "25"], "'25'"),
}


@pytest.mark.parametrize(("arguments", "named"), BAD.values(), ids=BAD.keys())
def test_bad_input(arguments: list[str], named: str) -> None:
    result = ask(*arguments, input=json.dumps(GAME))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("harpan hint: ") and named in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_line_that_is_no_deal() -> None:
    result = ask("-", input="7D\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("harpan hint: -:1: ")
