"""Points for the moves of a game, by four systems; scoring never changes which moves are legal."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from harpan_solver.errors import InputError
from harpan_solver.game import Game, HasPosition, Step, replay
from harpan_solver.moves import Move, MoveKind
from harpan_solver.position import Position
from harpan_solver.rules import Rules

LEAST_BONUS_SECONDS = 30
BONUS_POINTS = 700_000
PENALTY_SECONDS = 10
PENALTY_POINTS = 2


@dataclass(frozen=True, slots=True)
class System:
    """What each move is worth in a scoring system.

    Attributes:
        waste_to_foundation, column_to_foundation, waste_to_column, turned_up, worrying_back: points for
            each such move, and for each face-down card turned up.
        redeal: points for each redeal with draw 1, draw 2, and draw 3 or more.
        stake: points at the start of a game.
        never_below_zero: whether the total stops at 0, after each move.
        timed: whether the time played can count.
    """

    waste_to_foundation: int
    column_to_foundation: int
    waste_to_column: int = 0
    turned_up: int = 0
    worrying_back: int = 0
    redeal: tuple[int, int, int] = (0, 0, 0)
    stake: int = 0
    never_below_zero: bool = False
    timed: bool = False


SYSTEMS = {
    "standard": System(10, 10, waste_to_column=5, turned_up=5, worrying_back=-15),
    "windows": System(
        10, 10, waste_to_column=5, redeal=(-100, -100, -100), never_below_zero=True, timed=True
    ),
    "patienshuset": System(15, 10, waste_to_column=5, turned_up=5, redeal=(0, 0, -20), never_below_zero=True),
    "vegas": System(5, 5, worrying_back=-5, stake=-52),
}


def score(
    start: Position | HasPosition,
    rules: Rules,
    moves: Iterable[Move | str],
    system: str,
    seconds: float | None = None,
) -> int:
    """The points of a game: its moves, played from ``start`` under ``rules``, won or not.

    Only what the moves do counts, so a game is scored from its deal, not from a position on the way.

    The timed form of ``windows``: every full 10 seconds take 2 points (the total never below 0), and a
    won game of at least 30 seconds ends with a bonus of 700,000 / seconds, rounded down. The bonus is
    that of Microsoft's article Q101766, "Highest Score in Windows Solitaire", whose highest score is
    that of a game of 30 seconds; the deduction is that of the help page of Windows Solitaire. When the
    points fell away is not known here, so all deductions come after the last move.

    Args:
        start: a deal or a position.
        rules: the options of the game.
        moves: the moves or their texts.
        system: a name in ``SYSTEMS``.
        seconds: time played, for the timed form; ``None`` for the untimed form.

    Raises:
        InputError: an unknown system, seconds that are no time or not counted by the system, or a start
            or move that cannot be used; IllegalMove when the rules refuse a move.
    """
    _check_system(system, seconds)
    return score_game(replay(start, rules, moves), system, seconds)


def _check_system(system: str, seconds: float | None = None) -> None:
    """Checks the name of a scoring system and the seconds to count.

    Raises:
        InputError: an unknown system, or seconds that are no time or not counted by the system.
    """
    if system not in SYSTEMS:
        raise InputError(f"scoring system {system!r}: one of {', '.join(SYSTEMS)} is needed")
    if seconds is not None:
        if not SYSTEMS[system].timed:
            raise InputError(f"seconds {seconds}: the scoring system {system} does not count time")
        if not (math.isfinite(seconds) and seconds >= 0):
            raise InputError(f"seconds {seconds}: a number from 0 up is needed")


def score_game(game: Game, system: str, seconds: float | None = None) -> int:
    """As ``score``, of a game that has been played; system and seconds are taken as checked."""
    table = SYSTEMS[system]
    total = table.stake
    for step in game.steps:
        total = points_after(total, step, table, game.rules.draw)
    if seconds is not None:
        total = max(total - PENALTY_POINTS * int(seconds // PENALTY_SECONDS), 0)
        if game.won and seconds >= LEAST_BONUS_SECONDS:
            total += int(BONUS_POINTS / seconds)
    return total


def points_after(total: int, step: Step, table: System, draw: int) -> int:
    """The points after one more move, of a game with this draw count."""
    total += _points(table, step, draw)
    return max(total, 0) if table.never_below_zero else total


def vegas_balance(points: Iterable[int], carried: int = 0) -> list[int]:
    """The balance after each game, carried from game to game, of games with these ``vegas`` points."""
    return list(accumulate(points, initial=carried))[1:]


def _points(table: System, step: Step, draw: int) -> int:
    points = 0 if step.turned_up is None else table.turned_up
    match step.move.kind:
        case MoveKind.WASTE_TO_FOUNDATION:
            points += table.waste_to_foundation
        case MoveKind.COLUMN_TO_FOUNDATION:
            points += table.column_to_foundation
        case MoveKind.WASTE_TO_COLUMN:
            points += table.waste_to_column
        case MoveKind.FOUNDATION_TO_COLUMN:
            points += table.worrying_back
        case MoveKind.REDEAL:
            points += table.redeal[min(draw, 3) - 1]
    return points
