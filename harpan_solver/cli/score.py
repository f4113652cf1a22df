"""``harpan score``: what games score, with a Vegas balance carried from game to game."""

import json
import math
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from harpan_solver.cli.command import Command, Status, complain, one_line
from harpan_solver.cli.options import (
    NO_LIMIT,
    json_option,
    moves_option,
    rules_of,
    rules_options,
    source_options,
    whole,
)
from harpan_solver.cli.output import write
from harpan_solver.cli.rows import read_row, rules_in, start_of
from harpan_solver.cli.sources import gather, lines_of
from harpan_solver.deals import Deal
from harpan_solver.errors import InputError
from harpan_solver.game import replay
from harpan_solver.position import Position
from harpan_solver.result import Verdict
from harpan_solver.rules import Rules
from harpan_solver.scoring import SYSTEMS, score, vegas_balance

VEGAS = "vegas"
# Names of the parameters that a row answers for itself.
FOR_A_DEAL = ("cards", "files", "draw", "passes", "worrying_back")


class Played(NamedTuple):
    """A game to score.

    Attributes:
        place: where it was read.
        name: how the output calls it.
        start: what it began with.
        rules: its rules.
        moves: what was played; ``None`` when a row holds no game, as its deal was not solved.
    """

    place: str
    name: str
    start: Deal | Position
    rules: Rules
    moves: list[str] | None


def _time_played(ctx: click.Context, param: click.Parameter, text: str) -> float | None:
    """Reads a number of seconds from 0 up, or ``none``."""
    if text.strip().lower() == "none":
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if math.isfinite(number) and number >= 0:
        return number
    raise click.BadParameter(f"{text!r}: a number from 0 up, or none, is needed", ctx, param)


@click.command(
    cls=Command,
    name="score",
    short_help="Tell what games score, and carry a Vegas balance.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan-solve 1-100 --json | harpan score - --system vegas",
)
@click.argument("names", nargs=-1, metavar="[FILE|DEAL]")
@source_options
@moves_option
@rules_options
@click.option(
    "--system",
    "systems",
    type=click.Choice(list(SYSTEMS)),
    multiple=True,
    help="A scoring system; can be given more than once.  [default: all]",
)
@click.option(
    "--seconds",
    callback=_time_played,
    default="none",
    show_default=True,
    metavar="S",
    help="Seconds that each game took: the timed form of windows.",
)
@click.option(
    "--carried",
    callback=whole(-NO_LIMIT, NO_LIMIT),
    default="0",
    show_default=True,
    metavar="N",
    help="Vegas balance before the first game.",
)
@json_option
@click.pass_context
def score_command(
    context: click.Context,
    names: tuple[str, ...],
    cards: tuple[str, ...],
    files: tuple[str, ...],
    moves: list[str] | None,
    draw: int,
    passes: int | None,
    worrying_back: str,
    systems: tuple[str, ...],
    seconds: float | None,
    carried: int,
    as_json: bool,
) -> Status:
    """Score the games in the rows of FILE (- for standard input), as harpan-solve --json writes them, or the
    game of a DEAL and its --moves.

    A row has rules of its own; --draw, --passes and --worrying-back are for a DEAL. Games need not be won.
    Rows without moves whose deal was not solved are no games: they score nothing. Every game changes the
    Vegas balance, which is carried to the next.

    Exit status: 0, or 2 for bad input.
    """
    systems = systems or tuple(SYSTEMS)
    if seconds is not None and not any(SYSTEMS[system].timed for system in systems):
        raise InputError(f"--seconds {seconds:g}: no time is counted by {' and '.join(systems)}")
    report = partial(complain, context.command_path)
    games: Iterable[Played | InputError]
    if moves is None:
        faults = 0
        games = _games_in(_file_of(context, names))
    else:
        questions = gather("score", report, names, cards, files)
        if questions.count > 1:
            raise InputError(f"{questions.count} deals: --moves are those of one DEAL")
        faults = questions.faults
        rules = rules_of(draw, passes, worrying_back)
        games = [Played(each.name, each.name, each.start, rules, moves) for each in questions]
    for game in games:
        row = game if isinstance(game, InputError) else _scored(game, systems, seconds)
        if isinstance(row, InputError):
            faults += 1
            report(str(row))
            continue
        if VEGAS in systems:
            if row["points"] is not None:
                carried = vegas_balance([row["points"][VEGAS]], carried)[-1]
            row["balance"] = carried
        write(json.dumps(row) if as_json else _line(row))
    return Status.BAD_INPUT if faults else Status.DONE


def _file_of(context: click.Context, names: tuple[str, ...]) -> str:
    """The one file of rows; what is for a deal and its moves cannot be given with it."""
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if given and parameter.name in FOR_A_DEAL:
            raise InputError(f"{parameter.opts[0]}: only for a DEAL with --moves; rows have their own")
    if len(names) != 1:
        raise InputError("nothing to score: one FILE of rows, or a DEAL with --moves, is needed")
    return names[0]


def _games_in(file: str) -> Iterator[Played | InputError]:
    """The game of each row, or what is wrong with the row.

    Raises:
        InputError: the file cannot be read or has no rows.
    """
    empty = True
    for place, text in lines_of(file):
        if text.strip():
            empty = False
            try:
                row = read_row(place, text)
            except InputError as error:
                yield error
                continue
            try:
                moves = row["moves"] if row["moves"] or row["verdict"] == Verdict.SOLVABLE else None
                yield Played(place, row["deal"], start_of(row), rules_in(row), moves)
            except InputError as error:
                yield InputError(f"{place}: {error}")
    if empty:
        raise InputError(f"{file}: no rows to score")


def _scored(game: Played, systems: tuple[str, ...], seconds: float | None) -> dict[str, Any] | InputError:
    """The row of a game without its balance, or what is wrong with its moves."""
    row: dict[str, Any] = {"deal": game.name, "rules": game.rules.row(), "won": False, "points": None}
    if game.moves is not None:
        try:
            row["won"] = replay(game.start, game.rules, game.moves).won
        except InputError as error:
            return InputError(f"{game.place}: {error}")
        row["points"] = {
            system: score(
                game.start, game.rules, game.moves, system, seconds if SYSTEMS[system].timed else None
            )
            for system in systems
        }
    return row


def _line(row: dict[str, Any]) -> str:
    """Such as ``harpan:42: won; standard 655, vegas 208; balance 104``."""
    if row["points"] is None:
        parts = ["no game"]
    else:
        parts = ["won" if row["won"] else "not won"]
        parts.append(", ".join(f"{system} {points:,}" for system, points in row["points"].items()))
    if "balance" in row:
        parts.append(f"balance {row['balance']:,}")
    return one_line(f"{row['deal']}: {'; '.join(parts)}")
