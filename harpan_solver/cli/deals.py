"""``harpan deals``: the cards of deals, in the formats of this and other programs."""

from functools import partial

import click

from harpan_solver.cli.command import Command, Status, complain
from harpan_solver.cli.options import deal_options
from harpan_solver.cli.output import write
from harpan_solver.cli.sources import gather
from harpan_solver.deals import FORMATS, Deal, write_deals


@click.command(
    cls=Command,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan deals solvitaire:1-100 --to digits",
)
@deal_options
@click.option(
    "--to",
    "format",
    type=click.Choice(FORMATS),
    default="cards",
    show_default=True,
    help="What to write: letters; three digits a card; the board of a program; the deal's own number.",
)
@click.pass_context
def deals(
    context: click.Context,
    names: tuple[str, ...],
    cards: tuple[str, ...],
    files: tuple[str, ...],
    format: str,
) -> Status:
    """Write deals as text, one after the other.

    A DEAL is named as for harpan solve; --file and - take deals in any of the formats, so that this
    converts between them; --cards takes cards and digits. cards, digits, solvitaire and exact give a line
    for each deal; pysol and columns give lines for each, with a blank line between deals.

    Exit status: 0, or 2 for bad input.
    """
    questions = gather("write", partial(complain, context.command_path), names, cards, files)
    found = (question.start for question in questions if isinstance(question.start, Deal))
    for text in write_deals(found, format):
        write(text.removesuffix("\n"))
    return Status.BAD_INPUT if questions.faults else Status.DONE
