"""``harpan export``: a store's rows for other programs."""

import sys

import click

from harpan_solver.cli.command import Command, Interrupted, OutputFailed, ReaderGone, Status
from harpan_solver.cli.interruption import Stop
from harpan_solver.cli.output import reader_gone
from harpan_solver.errors import InputError

FORMATS = ("csv", "jsonl", "parquet")
STANDARD_OUTPUT = "-"


@click.command(
    cls=Command,
    short_help="Write the rows of a store as CSV, JSON Lines or Parquet.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan export runs.sqlite --format csv > runs.csv",
)
@click.argument("store", metavar="STORE")
@click.option("--format", type=click.Choice(FORMATS), default="csv", show_default=True, help="What to write.")
@click.option(
    "--output",
    default=STANDARD_OUTPUT,
    show_default=True,
    metavar="PATH",
    help="Where to; - for standard output. A file is written whole or not at all.",
)
def export(store: str, format: str, output: str) -> Status:
    """Write every row of STORE: a deal under a rule set, its verdict, the work done, limits and version.

    Rows of players that do not see the face-down cards tell how a game ended, and its points; columns that a
    row has no use for are empty.

    A run may be writing to the store meanwhile. Parquet needs the extra parquet.

    Exit status: 0; 2 bad input; 130 interrupted.
    """
    from harpan_solver.batch.export import export as write_rows
    from harpan_solver.batch.export import export_to_file

    with Stop() as stop:
        if output != STANDARD_OUTPUT:
            export_to_file(store, format, output, stop)
        else:
            if format == "parquet" and sys.stdout.isatty():
                raise InputError("--format parquet: not for a terminal; --output PATH is needed")
            try:
                write_rows(store, format, sys.stdout.buffer, lambda: stop() or reader_gone())
                sys.stdout.buffer.flush()
            except BrokenPipeError:
                raise ReaderGone from None
            except OSError as error:
                raise OutputFailed(f"standard output: {error.strerror or error}") from None
            if reader_gone():
                raise ReaderGone
        if stop.asked:
            raise Interrupted("interrupted; what was written is not whole")
    return Status.DONE
