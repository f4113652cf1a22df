"""``harpan show``: the board."""

import json
from functools import partial

import click

from harpan_solver.board import board_text
from harpan_solver.cli.command import Command, Status, complain
from harpan_solver.cli.options import deal_options, json_option, look_options, position_option
from harpan_solver.cli.output import look, paint, write
from harpan_solver.cli.sources import gather
from harpan_solver.deals import position_json


@click.command(
    cls=Command,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan show 42 --reveal",
)
@deal_options
@position_option
@click.option("--reveal", is_flag=True, help="Show the face-down cards and the stock too.")
@json_option
@look_options
@click.pass_context
def show(
    context: click.Context,
    names: tuple[str, ...],
    cards: tuple[str, ...],
    files: tuple[str, ...],
    positions: tuple[str, ...],
    reveal: bool,
    as_json: bool,
    color: str,
    ascii: bool,
) -> Status:
    """Print the boards of deals or of games in progress.

    A DEAL is named as for harpan solve. Face-down cards are marked as such; --reveal shows them. With
    --json each board is a position with every card, as --position reads it.

    Exit status: 0, or 2 for bad input.
    """
    questions = gather("show", partial(complain, context.command_path), names, cards, files, positions)
    style = look(color, ascii)
    for number, question in enumerate(questions):
        if as_json:
            write(json.dumps(position_json(question.position)))
            continue
        board = board_text(question.position, colour=style.colour, ascii=style.ascii, reveal=reveal)
        write("\n" * (number > 0) + f"{paint(question.name, 'bold', style)}\n\n{board}")
    return Status.BAD_INPUT if questions.faults else Status.DONE
