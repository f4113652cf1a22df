"""Commands that fail in one line and never with a traceback, and a group that loads them when needed."""

import contextlib
import importlib
import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import click

from harpan_solver.errors import InputError

WORKER_NAME = "harpan-worker"
# From being asked to stop until threads that do not answer are left behind.
GRACE_SECONDS = 0.6


class Status(IntEnum):
    """Exit statuses of every command."""

    DONE = 0
    FAILED = 1  # a check that failed, output that could not be written, or a bug of this package
    BAD_INPUT = 2
    UNDECIDED = 3
    INTERRUPTED = 130
    READER_GONE = 141  # what a program gets that a closed pipe ends


class Interrupted(Exception):
    """The user wants the command to end."""


class ReaderGone(Exception):
    """Nobody reads standard output any more, as after ``| head -1``."""


class OutputFailed(Exception):
    """Standard output takes nothing more, such as on a full disk."""


class InternalError(Exception):
    """A bug of this package; the message says what met it."""


class Command(click.Command):
    """A command whose every failure is one line on standard error and an exit status."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, but every complaint knows the command that it is about."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """As click's, but what this package raises is told here, where the command's name is known."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except (Exception, KeyboardInterrupt) as error:
            ctx.exit(tell(error, ctx.command_path))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """As click's, but for how failures are told."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        try:
            if sys.stdout is None:
                raise OutputFailed("standard output is closed")
            result = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            status = result if isinstance(result, int) else Status.DONE
        except (Exception, KeyboardInterrupt) as error:
            status = tell(error, prog_name or self.name or "harpan")
        if status in (Status.INTERRUPTED, Status.READER_GONE):
            _leave_stuck_threads(status)
        sys.exit(int(status))


class LazyGroup(Command, click.Group):
    """A group that imports the file of a command when that command is asked for."""

    def __init__(self, *args: Any, lazy: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.lazy:
            return None
        module, attribute = self.lazy[cmd_name].split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command


def complain(name: str, message: str) -> None:
    """One line on standard error, whatever the message holds."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"{name}: {one_line(message)}\n")
            sys.stderr.flush()


def one_line(message: str, longest: int = 600) -> str:
    """A message with line ends and control characters shown as escapes, cut where it is very long."""
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message.strip())
    return text if len(text) <= longest else text[: longest - 3] + "..."


def leave_at_once(status: int) -> None:
    """End the process now, without waiting for threads."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)


def discard_output() -> None:
    """Keep the interpreter from failing again, as it ends, on what still waits to be written."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def tell(error: BaseException, name: str) -> Status:
    """Say in one line what went wrong with the command of this name, and give its exit status."""
    if isinstance(error, click.ClickException):
        context = getattr(error, "ctx", None)
        complain(context.command_path if context else name, error.format_message())
        return Status.BAD_INPUT
    if isinstance(error, InputError):
        complain(name, str(error))
        return Status.BAD_INPUT
    if isinstance(error, click.Abort | KeyboardInterrupt | Interrupted):
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write("\n")  # the terminal has written ^C
        complain(name, str(error) or "interrupted")
        return Status.INTERRUPTED
    discard_output()
    if isinstance(error, ReaderGone):
        return Status.READER_GONE
    if isinstance(error, MemoryError):
        complain(name, "out of memory; a smaller --memory-mb or fewer --workers may help")
    elif isinstance(error, OutputFailed | OSError):
        complain(name, str(error))
    elif isinstance(error, InternalError):
        complain(name, f"a bug of harpan-solver, please report it: {error}")
    else:
        complain(name, f"a bug of harpan-solver, please report it: {type(error).__name__}: {error}")
    return Status.FAILED


def _leave_stuck_threads(status: int) -> None:
    """End the process without its worker threads if they do not end by themselves; Python would wait."""
    give_up = time.monotonic() + 0.1
    for thread in threading.enumerate():
        if thread.name.startswith(WORKER_NAME):
            thread.join(max(0.0, give_up - time.monotonic()))
            if thread.is_alive():
                leave_at_once(status)
