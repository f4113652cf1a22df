"""The option that names a player."""

from collections.abc import Callable
from typing import Any

import click

from harpan_solver.errors import InputError
from harpan_solver.players.registry import PLAYERS, parse_player


def _name(ctx: click.Context, param: click.Parameter, name: str) -> str:
    """Checks a player's name."""
    try:
        parse_player(name)
    except InputError as error:
        raise click.BadParameter(str(error), ctx, param) from None
    return name


def player_option(default: str, about: str) -> Callable[[Any], Any]:
    """``--player``; ``about`` says what the player is for."""
    return click.option(
        "--player",
        callback=_name,
        default=default,
        show_default=True,
        metavar="NAME",
        help=f"{about}: {', '.join(PLAYERS)}. Options follow a colon, such as "
        "rules-of-thumb:careful_kings=off.",
    )
