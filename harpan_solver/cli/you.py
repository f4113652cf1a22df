"""``harpan play --you``: a person plays, line by line."""

import sys
from collections import deque
from collections.abc import Callable

from harpan_solver.cli.output import Look, write
from harpan_solver.cli.sources import MAX_LINE, STANDARD_INPUT
from harpan_solver.cli.table import show_board, words_of
from harpan_solver.errors import InputError
from harpan_solver.moves import DRAW, REDEAL, Move, parse_move
from harpan_solver.observation import Observation

HELP = """\
draw         turn the next cards of the stock
redeal       turn the waste over, when the stock is empty
W>F, W>3     the top of the waste to its foundation, to column 3
3>F          the last card of column 3 to its foundation
2>5:3        three cards from column 2 to column 5
FH>4         the top of the hearts foundation back to column 4
moves        every move that the rules allow now
hint         what {player} would do, who sees no more than you do
winnable     whether the game can still be won; this looks under the cards
board        the board again
help         this list
quit         give the game up
Several moves may stand on one line. A move cannot be taken back."""


class Person:
    """A player whose moves are read from standard input, line by line; the end of the input gives up.

    Args:
        look: how to write.
        name: how the player is called that gives hints.
        hint: the move of that player, which sees what the person sees.
        winnable: in a sentence, whether the game can still be won. It is asked about no observation, since
            it looks under the cards.

    Raises:
        InputError: there is no standard input.
    """

    def __init__(
        self,
        look: Look,
        name: str,
        hint: Callable[[Observation], Move | None],
        winnable: Callable[[], str],
    ) -> None:
        if sys.stdin is None:
            raise InputError(f"{STANDARD_INPUT}: standard input is closed")
        self._look = look
        self._name = name
        self._hint = hint
        self._winnable = winnable
        self._words: deque[str] = deque()
        self._answers: dict[str, Callable[[Observation], None]] = {
            "moves": self._tell_moves,
            "hint": self._tell_hint,
            "winnable": lambda seen: write(self._winnable()),
            "board": lambda seen: show_board(seen.filled(seen.unseen), self._look),
            "help": lambda seen: write(HELP.format(player=self._name) + "\n"),
        }

    def choose(self, seen: Observation) -> Move | None:
        """The next move that is said and that the rules allow; ``None`` for ``quit`` or no more input."""
        while True:
            if not self._words:
                line = _read_line()
                if line is None:
                    return None
                self._words.extend(_words_in(line))
                continue
            word = self._words.popleft()
            if word.lower() == "quit":
                return None
            if word.lower() in self._answers:
                self._answers[word.lower()](seen)
                continue
            try:
                move = _move_in(word)
                seen.game().play(move)
            except InputError as error:
                write(f"{error}.")
                self._words.clear()  # what was to follow was meant for another position
                continue
            return move

    def _tell_moves(self, seen: Observation) -> None:
        moves = seen.legal_moves()
        lines = [f"{move!s:<8}  {words_of(move, seen, self._look)}" for move in moves]
        write("\n".join(lines) or "No move is left; quit gives the game up.")

    def _tell_hint(self, seen: Observation) -> None:
        move = self._hint(seen)
        if move is None:
            write(f"{self._name}, who sees no more than you do, would give the game up.")
        else:
            words = words_of(move, seen, self._look)
            write(f"{self._name}, who sees no more than you do, would play {move}: {words}.")


def _read_line() -> str | None:
    """A line of standard input, ``None`` at its end; a person at a terminal is asked for it."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        write("> ", end="")
    try:
        line = sys.stdin.buffer.readline(MAX_LINE)
    except (OSError, ValueError) as error:
        raise InputError(f"{STANDARD_INPUT}: cannot be read: {error}") from None
    return line.decode("utf-8", "replace") if line else None


def _words_in(line: str) -> list[str]:
    """The words of a line, with spaces or commas between them; a question is the same without its mark."""
    words = line.replace(",", " ").replace("?", " ").split()
    return words[1:] if [word.lower() for word in words] == ["still", "winnable"] else words


def _move_in(word: str) -> Move:
    """The move that a word names, in capitals or not.

    Raises:
        InputError: it names none.
    """
    if word.lower() == "undo":
        raise InputError("undo: what is played stays played")
    for move in (DRAW, REDEAL):
        if word.lower() == str(move):
            return move
    try:
        return parse_move(word.upper())
    except InputError:
        raise InputError(f"{word[:40]!r} is no move and no question; help tells what can be said") from None
