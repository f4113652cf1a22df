"""Options that several commands share, each with its default and its help."""

import math
import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from harpan_solver.limits import DEFAULT_MEMORY_MB, DEFAULT_SECONDS, LEAST_MEMORY_MB, Limits
from harpan_solver.rules import MAX_DRAW, Rules

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Decorator = Callable[[Decorated], Decorated]
Number = TypeVar("Number", int, float)
Reader = Callable[[click.Context, click.Parameter, str], Number | None]

# No run ever gets so far; whatever is below fits the machine's numbers.
NO_LIMIT = 10**15
MOST_WORKERS = 1024


def whole(least: int, most: int | None = None, word: str | None = None) -> Reader[int]:
    """Reads a whole number within a range, or a word that stands for None."""
    span = f"from {least} up" if most is None else f"from {least} to {most}"
    allowed = f"a whole number {span}" + (f", or {word}," if word else "")

    def read(ctx: click.Context, param: click.Parameter, text: str) -> int | None:
        if text.strip().lower() == word:
            return None
        # Python refuses to read numbers of more than some thousand digits.
        if re.fullmatch(r"[+-]?[0-9]{1,1000}", text.strip()):
            number = int(text)
            if number >= least and (most is None or number <= most):
                return number
        raise click.BadParameter(f"{text!r}: {allowed} is needed", ctx, param)

    return read


def seconds(ctx: click.Context, param: click.Parameter, text: str) -> float | None:
    """Reads a number of seconds above 0, or ``none``."""
    if text.strip().lower() == "none":
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if math.isfinite(number) and number > 0:
        return number
    raise click.BadParameter(f"{text!r}: a number above 0, or none, is needed", ctx, param)


def move_texts(ctx: click.Context, param: click.Parameter, text: str) -> list[str] | None:
    """Reads the texts of moves, or ``none``; whether they are moves is for the rules to say."""
    return None if text.strip().lower() == "none" else text.replace(",", " ").split()


def together(*decorators: Decorator[Any]) -> Decorator[Any]:
    """One decorator for several options, shown in this order."""

    def decorate(function: Decorated) -> Decorated:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def _show_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    """Print the version and leave."""
    if asked and not ctx.resilient_parsing:
        import harpan_solver

        click.echo(f"harpan-solver {harpan_solver.__version__}")
        ctx.exit()


version_option = click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Print the version and leave.",
)

rules_options = together(
    click.option(
        "--draw",
        callback=whole(1, MAX_DRAW),
        default="3",
        show_default=True,
        metavar="N",
        help=f"Cards turned from the stock at a time, 1 to {MAX_DRAW}.",
    ),
    click.option(
        "--passes",
        callback=whole(1, word="unlimited"),
        default="unlimited",
        show_default=True,
        metavar="N|unlimited",
        help="Times through the stock; redeals = passes - 1.",
    ),
    click.option(
        "--worrying-back",
        type=click.Choice(["on", "off"]),
        default="on",
        show_default=True,
        help="Whether a foundation's top card may go back to a column.",
    ),
)

limit_options = together(
    click.option(
        "--max-nodes",
        callback=whole(1, word="none"),
        default="none",
        show_default=True,
        metavar="N",
        help="Most states entered for each deal; beyond it the deal is undecided.",
    ),
    click.option(
        "--max-seconds",
        callback=seconds,
        default=f"{DEFAULT_SECONDS:g}",
        show_default=True,
        metavar="S",
        help="Most CPU seconds for each deal, or none; beyond it the deal is undecided.",
    ),
    click.option(
        "--memory-mb",
        callback=whole(LEAST_MEMORY_MB),
        default=str(DEFAULT_MEMORY_MB),
        show_default=True,
        metavar="M",
        help=f"MiB for the whole process, {LEAST_MEMORY_MB} or more.",
    ),
)


def workers_option(default: int) -> Decorator[Any]:
    """``--workers`` with the default of the command."""
    return click.option(
        "--workers",
        callback=whole(1, MOST_WORKERS),
        default=str(default),
        show_default=True,
        metavar="N",
        help="Deals solved at the same time; rows still come out in the order asked.",
    )


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line and nothing else.")

look_options = together(
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colour; auto: on a terminal, unless NO_COLOR or FORCE_COLOR says otherwise.",
    ),
    click.option("--ascii", is_flag=True, help="Letters for suits, no symbols."),
)

source_options = together(
    click.option(
        "--cards",
        multiple=True,
        metavar="TEXT",
        help="A deal as 52 cards: row by row across the columns, then the stock, first turned first.",
    ),
    click.option(
        "--file",
        "files",
        multiple=True,
        metavar="PATH",
        help="Deals as text, one a line; blank lines and # comments are skipped.",
    ),
)

deal_options = together(click.argument("names", nargs=-1, metavar="[DEAL]..."), source_options)

position_option = click.option(
    "--position", "positions", multiple=True, metavar="PATH", help="A game in progress, as JSON or as text."
)

moves_option = click.option(
    "--moves",
    callback=move_texts,
    default="none",
    show_default=True,
    metavar="TEXT",
    help="Moves played so far, such as 'draw W>3 2>5:1', with spaces or commas between them.",
)


def rules_of(draw: int, passes: int | None, worrying_back: str) -> Rules:
    """The rules that the options ask for."""
    return Rules(draw=draw, passes=passes, worrying_back=worrying_back == "on")


def limits_of(max_nodes: int | None, max_seconds: float | None, memory_mb: int) -> Limits:
    """The limits that the options ask for; beyond ``NO_LIMIT`` they are as good as none."""
    return Limits(
        max_nodes=None if max_nodes is None else min(max_nodes, NO_LIMIT),
        max_seconds=None if max_seconds is None else min(max_seconds, float(NO_LIMIT)),
        memory_mb=min(memory_mb, NO_LIMIT),
    )
