"""A game that is being played, for people: the board, moves in words, and how it ended."""

from harpan_solver.board import Table, board_text
from harpan_solver.cli.answers import count
from harpan_solver.cli.output import Look, paint, write
from harpan_solver.moves import DRAW, Move
from harpan_solver.observation import Observation
from harpan_solver.players.match import End, Match, Played
from harpan_solver.walkthrough import walkthrough

COLOURS = {End.WON: "green", End.GIVEN_UP: "red", End.WENT_IN_CIRCLES: "red"}


def show_board(table: Table, look: Look) -> None:
    """Write the board with a blank line after it; face-down cards stay so."""
    write(board_text(table, colour=look.colour, ascii=look.ascii) + "\n")


def show_last_move(match: Match, look: Look) -> None:
    """Write the last move of a game, with what it turned up, and the board after it."""
    number = len(match.game.steps)
    game = match.game.copy()
    move = game.undo()
    [line] = walkthrough(game.position, game.rules, [move], ascii=look.ascii)
    write(f"{number}. {move}: {_without_number(line)}\n")
    show_board(match.game, look)


def words_of(move: Move, seen: Observation, look: Look) -> str:
    """A move that the rules allow, in words that tell nothing which is still unseen."""
    if move == DRAW:
        turned = min(seen.rules.draw, len(seen.stock))
        return f"Turn {count(turned, 'card')}"
    [line] = walkthrough(seen.filled(seen.unseen), seen.rules, [move], ascii=look.ascii)
    return _without_number(line).partition("; turn up")[0]


def result_in_words(played: Played, look: Look) -> str:
    """Such as ``Given up after 73 moves with 12 cards up; standard 140, vegas 8``."""
    end = paint(str(played.end).capitalize(), COLOURS[played.end], look)
    points = ", ".join(f"{system} {points:,}" for system, points in played.points.items())
    return f"{end} after {count(len(played.moves), 'move')} with {count(played.up, 'card')} up; {points}"


def _without_number(line: str) -> str:
    return line.split(". ", 1)[1]
