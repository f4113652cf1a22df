"""What commands about many deals share: options, workers, and telling what went wrong with them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, update_wrapper
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from harpan_solver.batch.bar import Bar
from harpan_solver.batch.team import Team
from harpan_solver.cli.command import ReaderGone, complain
from harpan_solver.cli.interruption import Stop
from harpan_solver.cli.options import MOST_WORKERS, Reader, limit_options, limits_of, together, whole
from harpan_solver.cli.output import reader_gone
from harpan_solver.cli.sources import STANDARD_INPUT, gather
from harpan_solver.errors import InputError
from harpan_solver.rules import MAX_DRAW

if TYPE_CHECKING:
    from harpan_solver.batch.sample import Sample

ALL_CORES = "all"


def several(read: Callable[[click.Context, click.Parameter, str], Any]) -> Callable[..., tuple[Any, ...]]:
    """Reads values with commas between them, each by ``read``; repetitions are left out."""

    def read_all(ctx: click.Context, param: click.Parameter, text: str) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(read(ctx, param, part) for part in text.split(",")))

    return read_all


def on_or_off(ctx: click.Context, param: click.Parameter, text: str) -> bool:
    """Reads ``on`` or ``off``."""
    if text.strip() in ("on", "off"):
        return text.strip() == "on"
    raise click.BadParameter(f"{text!r}: on or off is needed", ctx, param)


def fraction(word: str | None = None) -> "Reader[float]":
    """Reads a number between 0 and 1, or a word that stands for None."""

    def read(ctx: click.Context, param: click.Parameter, text: str) -> float | None:
        if text.strip() == word:
            return None
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if 0 < number < 1:
            return number
        allowed = "a number between 0 and 1" + (f", or {word}," if word else "")
        raise click.BadParameter(f"{text!r}: {allowed} is needed", ctx, param)

    return read


grid_options: list[Callable[[Any], Any]] = [
    click.option(
        "--draw",
        "draws",
        callback=several(whole(1, MAX_DRAW)),
        default="3",
        show_default=True,
        metavar="N,..",
        help=f"Cards turned from the stock at a time, 1 to {MAX_DRAW}; several with commas.",
    ),
    click.option(
        "--passes",
        callback=several(whole(1, word="unlimited")),
        default="unlimited",
        show_default=True,
        metavar="N|unlimited,..",
        help="Times through the stock; several with commas.",
    ),
    click.option(
        "--worrying-back",
        callback=several(on_or_off),
        default="on",
        show_default=True,
        metavar="on|off,..",
        help="Whether a foundation's top card may go back to a column; on,off for both.",
    ),
]


def text_or_none(ctx: click.Context, param: click.Parameter, text: str) -> str | None:
    """Reads a text, or ``none``."""
    return None if text == "none" else text


_team_options: list[Callable[[Any], Any]] = [
    limit_options,
    click.option(
        "--workers",
        callback=whole(1, MOST_WORKERS, word=ALL_CORES),
        default=ALL_CORES,
        show_default=True,
        metavar="N",
        help="Processes that solve at the same time; all: one on each core, as far as the memory goes.",
    ),
    click.option(
        "--cluster",
        callback=text_or_none,
        default="none",
        show_default=True,
        metavar="ADDRESS",
        help="Solve on a Dask cluster with the scheduler at ADDRESS, such as tcp://HOST:8786.",
    ),
    click.pass_context,
]


def team_options(command: Callable[..., Any]) -> Any:
    """Options that say who works and within which limits; the command gets all of them as ``team``."""

    def with_team(
        context: click.Context,
        max_nodes: int | None,
        max_seconds: float | None,
        memory_mb: int,
        workers: int | None,
        cluster: str | None,
        **options: Any,
    ) -> Any:
        limits = limits_of(max_nodes, max_seconds, memory_mb)
        return command(team=Team(limits, workers, cluster, context.command_path), **options)

    return together(*_team_options)(update_wrapper(with_team, command))


class Watch(NamedTuple):
    """What a run of many deals looks at while it goes on.

    Attributes:
        stop: whether it is asked to end.
        bar: where it shows how far it has come.
    """

    stop: Stop
    bar: Bar

    def tick(self, done: Callable[[], int], words: Callable[[], str] = lambda: "") -> None:
        """Let the bar go on.

        Raises:
            ReaderGone: nobody reads standard output any more.
        """
        if reader_gone():
            raise ReaderGone
        if self.bar.due:
            self.bar.show(done(), words())


@contextmanager
def watching(count: int, unit: str = "deal") -> Iterator[Watch]:
    """Watches a run of so many deals, or of what ``unit`` calls them.

    Raises:
        InputError: there are no workers.
    """
    from harpan_solver.batch.workers import WorkersFailed

    with Stop() as stop, Bar(count, unit=unit) as bar:
        try:
            yield Watch(stop, bar)
        except WorkersFailed as error:
            raise InputError(str(error)) from None


def sample_of(
    context: click.Context, verb: str, names: Sequence[str], cards: Sequence[str], files: Sequence[str]
) -> "tuple[Sample, int]":
    """The deals of a command line, and how many lines of files were none.

    Raises:
        InputError: a bad name, a file that cannot be read, or nothing at all.
    """
    from harpan_solver.batch.sample import Sample

    named = [name for name in names if name != STANDARD_INPUT]
    inputs = [name for name in names if name == STANDARD_INPUT]
    Sample.of(named)  # every name is checked before a file is read
    if named and not (inputs or cards or files):
        return Sample.of(named), 0
    read = gather(verb, partial(complain, context.command_path), inputs, cards, files)
    return Sample.of([*named, *(question.start for question in read)]), read.faults  # type: ignore[list-item]


def within(least: float, most: float) -> "Reader[Any]":
    """Reads a range ``A-B`` of numbers between two others."""

    def read(ctx: click.Context, param: click.Parameter, text: str) -> tuple[float, float]:
        try:
            low, high = map(float, text.split("-"))
        except ValueError:
            low, high = 1.0, 0.0
        if least <= low <= high <= most:
            return low, high
        raise click.BadParameter(
            f"{text!r}: a range A-B with numbers from {least:g} to {most:g} is needed", ctx, param
        )

    return read
