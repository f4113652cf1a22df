"""The group ``harpan``."""

import click

from harpan_solver.cli.command import LazyGroup
from harpan_solver.cli.options import version_option

# Name of a command -> module and attribute, in the order of the help.
COMMANDS = {
    "solve": "harpan_solver.cli.solve:solve",
    "hint": "harpan_solver.cli.hint:hint",
    "show": "harpan_solver.cli.show:show",
    "play": "harpan_solver.cli.play:play",
    "verify": "harpan_solver.cli.verify:verify",
    "score": "harpan_solver.cli.score:score_command",
    "deals": "harpan_solver.cli.deals:deals",
    "estimate": "harpan_solver.cli.estimate:estimate",
    "winnable": "harpan_solver.cli.winnable:winnable",
    "export": "harpan_solver.cli.export:export",
    "stores": "harpan_solver.cli.stores:stores",
}


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    epilog="Example: harpan solve 42",
)
@version_option
@click.pass_context
def harpan(context: click.Context) -> None:
    """Solve, show and check deals of Harpan (Klondike patience)."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
