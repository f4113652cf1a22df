"""``harpan hint``: for a player, whether a game can still be won, how to go on, and which move lost it."""

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from harpan_solver.board import board_text
from harpan_solver.cli.answers import WHY_UNDECIDED, count, rules_in_words
from harpan_solver.cli.command import Command, Status, complain
from harpan_solver.cli.interruption import Stop
from harpan_solver.cli.options import (
    json_option,
    limit_options,
    limits_of,
    look_options,
    moves_option,
    position_option,
    rules_of,
    rules_options,
    source_options,
)
from harpan_solver.cli.output import Look, look, paint, write
from harpan_solver.cli.running import Pool
from harpan_solver.cli.solve import get_ready
from harpan_solver.cli.sources import Question, gather
from harpan_solver.deals import position_json
from harpan_solver.errors import InputError
from harpan_solver.game import replay
from harpan_solver.limits import Limits
from harpan_solver.moves import Move
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from harpan_solver.walkthrough import walkthrough

# hints.py imports the solver, which is loaded only when there is something to search.
if TYPE_CHECKING:
    from harpan_solver.hints import Hint


@click.command(
    cls=Command,
    short_help="Tell a player whether a game can still be won, and how to go on.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan hint solvitaire:7 --draw 1 --passes 1 --moves 'draw draw draw'",
)
@click.argument("names", nargs=-1, metavar="[DEAL]")
@source_options
@position_option
@moves_option
@rules_options
@limit_options
@json_option
@look_options
@click.pass_context
def hint(
    context: click.Context,
    names: tuple[str, ...],
    cards: tuple[str, ...],
    files: tuple[str, ...],
    positions: tuple[str, ...],
    moves: list[str] | None,
    draw: int,
    passes: int | None,
    worrying_back: str,
    max_nodes: int | None,
    max_seconds: float | None,
    memory_mb: int,
    as_json: bool,
    color: str,
    ascii: bool,
) -> Status:
    """Tell whether a game in progress is won, can still be won, or is lost.

    The game is a DEAL, named as for harpan solve, or a --position, with the --moves played since. While it
    can be won the next move is told; of a lost game, which of the moves lost it, and what could have been
    played in its place. Face-down cards are known here, so following hints is not playing fair.

    The limits hold for all searches together. Exit status: 0 answered; 3 undecided; 2 bad input; 130
    interrupted.
    """
    questions = gather("hint at", partial(complain, context.command_path), names, cards, files, positions)
    if questions.count > 1:
        raise InputError(f"{questions.count} games: one DEAL or one --position is needed")
    rules = rules_of(draw, passes, worrying_back)
    limits = limits_of(max_nodes, max_seconds, memory_mb)
    settled = True
    for question in questions:
        found = _search(context.command_path, question, rules, moves or [], limits)
        settled = found.settled
        if as_json:
            row = {**question.row(), "now": position_json(found.position), **found.row()}
            words = _in_words(found.position, rules, found.moves[:1], ascii)
            row["words"] = words[0] if words else None
            write(json.dumps(row))
        else:
            _write_page(question, found, look(color, ascii))
    if questions.faults:
        return Status.BAD_INPUT
    return Status.DONE if settled else Status.UNDECIDED


def _search(name: str, question: Question, rules: Rules, moves: list[str], limits: Limits) -> "Hint":
    """The hint, found in a thread, so that a signal is heard meanwhile.

    Raises:
        InputError: moves that the rules refuse, or a position that is none under them.
        Interrupted: asked to stop.
    """
    try:
        replay(question.position, rules, moves)  # before anything that takes long
    except InputError as error:
        raise type(error)(f"{question.name}: {error}") from None
    stop = Stop()
    found: list[Hint] = []

    def search() -> None:
        from harpan_solver import hints

        found.append(hints.hint(question.start, rules, moves, limits, should_stop=stop))

    with stop, Pool(1, stop) as pool:
        pool.run(partial(get_ready, partial(complain, name)))
        pool.run(search)
    return found[0]


def _write_page(question: Question, found: "Hint", look: Look) -> None:
    """The board as it is now and the answer, for people; face-down cards stay so."""
    played = f", after {count(len(found.played), 'move')}" if found.played else ""
    write(f"{paint(question.name, 'bold', look)}{played}: {rules_in_words(found.rules)}\n")
    write(board_text(found.position, colour=look.colour, ascii=look.ascii) + "\n")
    colour = {"won": "green", "winnable": "green", "lost": "red"}.get(found.outlook, "yellow")
    verdict, explanation = _answer(found)
    write(f"{paint(verdict, colour, look)}: {explanation}.")
    if found.moves:
        _write_moves("Next", found.next_moves, found.position, found, look)
    elif found.instead:
        from harpan_solver.hints import through_the_stock

        start = replay(found.start, found.rules, found.played[: (found.lost_since or 1) - 1]).position
        _write_moves("Instead", through_the_stock(found.instead), start, found, look)


def _answer(found: "Hint") -> tuple[str, str]:
    """The outlook in a word, and what it means."""
    why = WHY_UNDECIDED[found.reason] if found.reason else ""
    if found.outlook == "won":
        return "Won", "every card is on the foundations"
    if found.outlook == "winnable":
        return "Can still be won", f"{count(len(found.moves), 'move')} from here"
    if found.lost_between is None:
        return "Undecided", f"whether the game can still be won is not known; {why}"
    first, last = found.lost_between
    if found.reason:
        since = "the start" if first == 0 else f"move {first} ({found.played[first - 1]})"
        by = f"move {last} ({found.played[last - 1]})"
        return "Lost", f"since {since} at the earliest and {by} at the latest; which is not known, as {why}"
    if last == 0:
        return "Lost", "no way of playing wins" + (" from the start" if found.played else " from here")
    return "Lost", f"since move {last} ({found.played[last - 1]}); before it the game could still be won"


def _write_moves(label: str, moves: tuple[Move, ...], start: Position, found: "Hint", look: Look) -> None:
    write(f"\n{label}: {' '.join(map(str, moves))}")
    for words in _in_words(start, found.rules, moves, look.ascii):
        write(f"  {words}")


def _in_words(start: Position, rules: Rules, moves: tuple[Move, ...], ascii: bool) -> list[str]:
    """Sentences for the moves, without their numbers."""
    return [line.split(". ", 1)[1] for line in walkthrough(start, rules, moves, ascii=ascii)]
