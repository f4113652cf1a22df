"""``harpan play``: players that are watched, and a person who plays."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from harpan_solver.board import board_text
from harpan_solver.cards import cards_text
from harpan_solver.cli.group import harpan
from harpan_solver.cli.play import play
from harpan_solver.deals import deal, position_json
from harpan_solver.game import Game, replay
from harpan_solver.observation import Observation, observe
from harpan_solver.players.match import play_game, seed_for
from harpan_solver.players.registry import PLAYERS, make
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from tests.cli.conftest import ROOT
from tests.cli.test_solve import GAME
from tests.tables import redealt
from tests.test_game import IN_ORDER, in_order

KEYS = ["deal", "cards", "player", "seed", "rules", "won", "end", "up", "points", "moves", "seconds"]


def ask(*arguments: str, input: str | bytes | None = None) -> Result:
    return CliRunner().invoke(harpan, ["play", *arguments], input=input, prog_name="harpan")


def page(*arguments: str, input: str | bytes | None = None) -> str:
    result = ask(*arguments, input=input)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def you(*lines: str, deal: str = "42", options: tuple[str, ...] = ()) -> str:
    return page(deal, "--you", *options, input="".join(line + "\n" for line in lines))


def in_deal_order(start: Position) -> str:
    rows = [start.tableau[column][row] for row in range(7) for column in range(row, 7)]
    return cards_text([*rows, *start.stock])


# Watching


@pytest.mark.parametrize("player", [name for name, kind in PLAYERS.items() if not kind.compiled])
def test_rows_are_the_games_of_the_player(player: str) -> None:
    rows = [
        json.loads(line) for line in page("4-6", "--player", player, "--json", "--draw", "1").splitlines()
    ]
    assert [row["deal"] for row in rows] == ["harpan:4", "harpan:5", "harpan:6"]
    for row in rows:
        assert list(row) == KEYS
        start, rules = deal(row["deal"]), Rules(draw=1)
        played = play_game(start, rules, make(player, rules, seed_for(start)))
        assert row["moves"] == [str(move) for move in played.moves]
        assert (row["end"], row["points"], row["player"]) == (str(played.end), played.points, player)
        assert replay(start, rules, row["moves"]).won == row["won"]


def test_a_game_is_shown_move_by_move_with_its_cards_face_down() -> None:
    row = json.loads(page("42", "--player", "greedy", "--json"))
    text = re.sub(r"^(\d+\. \S+): .*$", r"\1: ..", page("42", "--player", "greedy"), flags=re.MULTILINE)
    game = Game(deal(42))
    parts = ["harpan:42: draw 3, unlimited passes, worrying back on\n", board_text(game), ""]
    for number, move in enumerate(row["moves"], 1):
        game.play(move)
        parts += [f"{number}. {move}: ..\n", board_text(game), ""]
    *shown, end = text.splitlines()
    assert "\n".join(shown) == "\n".join(parts)
    assert end.startswith(f"harpan:42: {row['end'].capitalize()} after {len(row['moves'])} moves with ")


def test_quiet_tells_the_ends() -> None:
    lines = page("1-3", "--player", "thoughtful", "--quiet").splitlines()
    assert [line.partition(" after")[0] for line in lines] == [
        "harpan:1: Won",
        "harpan:2: Won",
        "harpan:3: Given up",
    ]
    assert lines[0].endswith("vegas 208.")


def test_seeds_are_other_games() -> None:
    games = {page("42", "--player", "random", "--json", "--seed", str(seed)) for seed in range(4)}
    assert len({tuple(json.loads(game)["moves"]) for game in games}) > 1


def test_a_game_in_progress_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    position = replay(deal(4), Rules(), ["draw", "draw"]).position
    path.write_text(json.dumps(position_json(position)))
    row = json.loads(page("--position", str(path), "--json"))
    assert row["cards"] is None and row["position"] == position_json(position)
    assert replay(position, Rules(), row["moves"]).won == row["won"]


def test_a_position_that_cannot_be_played_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    all_in_stock = Position(((),) * 7, (0,) * 7, tuple(range(52)))
    files = []
    for name, position in (("stock", all_in_stock), ("deal", deal(3).position)):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(position_json(position)))
        files += ["--position", str(path)]
    result = ask(*files, "--player", "montecarlo:worlds=10,states=50,finalists=1", "--quiet")
    assert result.exit_code == 2
    assert "stock.json" in result.stderr and "52 cards in stock and waste: at most 24" in result.stderr
    assert "deal.json" in result.stdout


def test_the_example() -> None:
    assert play.epilog is not None
    words = shlex.split(play.epilog.removeprefix("Example: "))
    assert words[:2] == ["harpan", "play"]
    assert "after" in page(*words[2:]).splitlines()[-1]


# Playing


def test_a_whole_game_is_played_and_won() -> None:
    text = page("--cards", in_deal_order(in_order()), "--you", "--draw", "1", input=" ".join(IN_ORDER))
    assert text.splitlines()[-1].startswith(f"Won after {len(IN_ORDER)} moves with 52 cards up; standard ")
    assert "Won" not in text.partition("47. ")[0]


def test_moves_and_refusals() -> None:
    text = you("draw, 7>1:1 draw", "w>f", "DRAW")
    assert "1. draw: Turn 3 cards: 9♠ is on top\n" in text
    assert "KC does not go on 2H: one rank lower and of the other colour is needed.\n" in text
    assert "9S does not go to its foundation: AS is next.\n" in text
    assert "2. draw: Turn 3 cards: Q♣ is on top\n" in text  # the one after the refusal was dropped
    assert text.splitlines()[-1].startswith("Given up after 2 moves with 0 cards up")


def test_nothing_is_undone() -> None:
    text = you("draw", "undo", "board")
    assert "undo: what is played stays played.\n" in text
    assert text.splitlines()[-1].startswith("Given up after 1 move ")


def test_other_words_are_none() -> None:
    text = you("un do", "3>3:1", "²>F", "2>5", "\x1b[A", "x" * 5000)
    assert text.count(" is no move and no question; help tells what can be said.\n") == 6
    assert "\x1b" not in text


def test_quit_and_the_end_of_the_input() -> None:
    assert you("draw", "quit", "draw").count("Foundations") == 2
    assert page("42", "--you", input="draw").count("Foundations") == 2
    assert page("42", "--you", input="").splitlines()[-1].startswith("Given up after 0 moves")
    assert "is no move" in page("42", "--you", input=b"\xff\xfe\x00\n\n\xc3\n")


def test_help_names_all_that_can_be_said() -> None:
    text = you("help", options=("--player", "greedy"))
    for word in ("draw", "redeal", "W>3", "moves", "hint", "winnable", "board", "help", "quit", "greedy"):
        assert re.search(rf"^.*\b{re.escape(word)}\b", text, re.MULTILINE), word


def test_board_and_moves() -> None:
    text = you("draw", "board", "moves")
    assert text.count(board_text(replay(deal(42), Rules(), ["draw"]))) == 2
    assert "\ndraw      Turn 3 cards\n" in text
    assert "No move is left" in page(
        "--you", "--draw", "24", "--passes", "1", "--cards", stuck(), input="draw\nmoves\n"
    )


def stuck() -> str:
    """A deal in which nothing can be played before or after the stock is turned at once."""
    for number in range(2000):
        if not replay(deal(number), Rules(draw=24, passes=1), ["draw"]).legal_moves():
            return deal(number).text
    raise AssertionError


def test_still_winnable() -> None:
    spoilt = ("--draw", "1", "--passes", "1")
    text = you("still winnable?", "draw draw draw draw", "winnable", deal="solvitaire:7", options=spoilt)
    answers = [line for line in text.splitlines() if line.startswith("Looking under the cards")]
    assert answers == [
        "Looking under the cards: this game can still be won.",
        "Looking under the cards: this game can no longer be won.",
    ]


def test_a_hint_is_that_of_the_player_and_sees_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Observation] = []

    class Watching:
        def choose(self, observation: Observation) -> object:
            seen.append(observation)
            return observation.legal_moves()[-1]

    monkeypatch.setattr("harpan_solver.cli.play.make", lambda name, rules, seed: Watching())
    text = you("draw", "hint", options=("--player", "greedy"))
    assert seen == [observe(replay(deal(42), Rules(), ["draw"]))]
    assert "greedy, who sees no more than you do, would play draw: Turn 3 cards.\n" in text


def test_a_hint_names_no_card_that_is_face_down() -> None:
    """Hints of the same game with other cards face down are the same."""
    hints = []
    for cards in (deal(4).text, other_cards_face_down(4)):
        text = page("--cards", cards, "--you", "--seed", "1", input="hint\nmoves\n4>2:1\nhint\n")
        hints.append(text.split("\n1. ")[0])
    assert hints[0] == hints[1]
    assert "turn up" not in hints[0] and "4>2:1" in hints[0]


def other_cards_face_down(number: int) -> str:
    start = deal(number).position
    seen = observe(Game(start, Rules()))
    order = list(seen.unseen)
    Random(1).shuffle(order)
    again = redealt(start, seen, tuple(order))
    return in_deal_order(again)


def test_hints_that_are_followed_are_the_game_of_the_player() -> None:
    game = play_game(deal(5), Rules(), make("greedy", Rules(), seed_for(deal(5))))
    text = you(*(f"hint\n{move}" for move in game.moves), "hint", deal="5")
    advised = re.findall(r"would (?:play ([^ ]+):|(give the game up))", text)
    assert [move or end for move, end in advised] == [*map(str, game.moves), "give the game up"]


def test_a_hint_after_another_move_is_legal() -> None:
    text = you("hint", "hint", "draw", "hint", deal="5")
    assert text.count("would play") == 3


def test_a_player_that_gives_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tired:
        def choose(self, observation: Observation) -> None:
            return None

    monkeypatch.setattr("harpan_solver.cli.play.make", lambda name, rules, seed: Tired())
    assert "greedy, who sees no more than you do, would give the game up.\n" in you("hint")


# Bad input and signals

BAD = {
    "nothing": ([], "nothing to play"),
    "an unknown dealer": (["nobody:7"], "nobody"),
    "an unknown player": (["1", "--player", "nobody"], "--player': player 'nobody': one of random, greedy"),
    "an unknown option of a player": (["1", "--player", "greedy:x=1"], "greedy takes no option"),
    "a seed that is none": (["1", "--seed", "-1"], "'-1': a whole number from 0"),
    "two deals": (["1", "2", "--you"], "2 games: --you plays one DEAL or one --position"),
    "moves and the deal from one input": (["-", "--you"], "-: with --you standard input is for your moves"),
    "hints that look": (["1", "--you", "--player", "thoughtful"], "it looks under the cards"),
    "rows of yours": (["1", "--you", "--json"], "--json: not with --you"),
    "nothing of yours": (["1", "--you", "--quiet"], "--quiet: not with --you"),
    "a position past the last pass": (["--position", "-", "--passes", "1"], "-: pass 2: the rules allow 1"),
}


@pytest.mark.parametrize(("arguments", "named"), BAD.values(), ids=BAD.keys())
def test_bad_input(arguments: list[str], named: str) -> None:
    result = ask(*arguments, input=json.dumps(GAME))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("harpan play: ") and named in result.stderr
    assert result.stderr.count("\n") == 1


def start(*arguments: str, **options: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "harpan_solver.cli", "play", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        command, text=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )


def test_ctrl_c_while_a_move_is_waited_for() -> None:
    with start("42", "--you", "--ascii", stdin=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdin is not None and process.stderr is not None
        assert process.stdout.readline().startswith("harpan")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read().strip() == "harpan play: interrupted"


def test_ctrl_c_while_a_player_plays() -> None:
    with start("1-1000000", "--player", "random", "--quiet") as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith("harpan:1: ")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read() == "harpan play: interrupted\n"


def test_a_reader_that_goes_ends_it_quietly() -> None:
    with start("1-1000000", "--player", "random") as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) == 141
        assert process.stderr.read() == ""


def test_a_terminal_gets_a_prompt() -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "harpan_solver.cli", "play", "42", "--you"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}
    with subprocess.Popen(
        command, env=environment, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE
    ) as process:
        os.close(terminal)
        shown = b""
        while b"> " not in shown:
            shown += os.read(controller, 1 << 16)
        os.write(controller, b"quit\n")
        while b"Given up" not in shown:
            shown += os.read(controller, 1 << 16)
        assert process.wait(20) == 0
    os.close(controller)
