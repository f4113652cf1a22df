"""How failures are told, signals as a flag, and what standard output can and cannot take."""

import errno
import importlib
import io
import os
import signal
import threading

import click
import pytest
from click.testing import CliRunner

from harpan_solver.cli import main, solve_main
from harpan_solver.cli.command import (
    GRACE_SECONDS,
    Command,
    InternalError,
    Interrupted,
    OutputFailed,
    ReaderGone,
    leave_at_once,
    one_line,
)
from harpan_solver.cli.interruption import Stop
from harpan_solver.cli.output import reader_gone, write
from harpan_solver.cli.progress import Progress
from harpan_solver.errors import InputError
from harpan_solver.result import Verdict

FAILURES: list[tuple[BaseException, int, str]] = [
    (InputError("draw 25: too many"), 2, "harpan: draw 25: too many\n"),
    (InputError("two\nlines \x1b[0m"), 2, "harpan: two\\nlines \\x1b[0m\n"),
    (click.UsageError("no such thing"), 2, "harpan: no such thing\n"),
    (Interrupted(), 130, "harpan: interrupted\n"),
    (Interrupted("interrupted after 3 of 9 deals"), 130, "harpan: interrupted after 3 of 9 deals\n"),
    (KeyboardInterrupt(), 130, "harpan: interrupted\n"),
    (ReaderGone(), 141, ""),
    (OutputFailed("standard output: full"), 1, "harpan: standard output: full\n"),
    (OSError(errno.EIO, "Input/output error"), 1, "harpan: [Errno 5] Input/output error\n"),
    (MemoryError(), 1, "harpan: out of memory; a smaller --memory-mb or fewer --workers may help\n"),
    (
        InternalError("harpan:7: broken"),
        1,
        "harpan: a bug of harpan-solver, please report it: harpan:7: broken\n",
    ),
    (KeyError("x"), 1, "harpan: a bug of harpan-solver, please report it: KeyError: 'x'\n"),
]


@pytest.mark.parametrize(("error", "status", "line"), FAILURES)
def test_every_failure_is_one_line_and_a_status(error: BaseException, status: int, line: str) -> None:
    @click.command(cls=Command)
    def failing() -> None:
        raise error

    result = CliRunner().invoke(failing, [], prog_name="harpan")
    assert (result.exit_code, result.stdout, result.stderr) == (status, "", line)


def test_a_long_message_is_cut() -> None:
    assert one_line("x" * 5000) == "x" * 597 + "..."


def test_the_entry_points(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["anything", "--help"])
    for entry, name in ((main, "harpan"), (solve_main, "harpan-solve")):
        with pytest.raises(SystemExit) as leaving:
            entry()
        assert leaving.value.code == 0
        assert capsys.readouterr().out.startswith(f"Usage: {name} ")


def test_an_interrupt_while_the_command_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib, "import_module", interrupted)
    with pytest.raises(SystemExit) as leaving:
        solve_main()
    assert leaving.value.code == 130
    assert capsys.readouterr() == ("", "harpan-solve: interrupted\n")


def test_leaving_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    leave_at_once(130)
    assert left == [130]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_asks_to_stop(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    before = signal.getsignal(number)
    with Stop() as stop:
        assert not stop()
        assert stop.patience() == GRACE_SECONDS
        signal.raise_signal(number)
        assert stop()
        assert stop.patience() < GRACE_SECONDS
        assert left == []
        signal.raise_signal(number)
        assert left == [130]
    assert signal.getsignal(number) == before


def test_signals_are_left_alone_outside_the_main_thread() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def work() -> None:
        with Stop() as stop:
            seen.append((stop(), signal.getsignal(signal.SIGINT)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [(False, before)]


class Refusing(io.StringIO):
    """A text stream that fails in a given way."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def flush(self) -> None:
        raise self.error


def test_what_standard_output_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", Refusing(BrokenPipeError()))
    with pytest.raises(ReaderGone):
        write("row")
    monkeypatch.setattr("sys.stdout", Refusing(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))))
    with pytest.raises(OutputFailed, match=r"^standard output: No space left on device$"):
        write("row")


def test_a_pipe_without_a_reader_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as stream:
        monkeypatch.setattr("sys.stdout", stream)
        assert not reader_gone()
        os.close(reading)
        assert reader_gone()
        monkeypatch.undo()


class Terminal(io.StringIO):
    """A text stream that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_bar_counts_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "120")
    with Progress(3) as bar:
        bar.add(Verdict.SOLVABLE)
        bar.tick()
        bar.clear()
        bar.say("harpan solve", "compiling")
        bar.add(Verdict.UNDECIDED)
    assert bar.summary() == "1 solvable, 0 unsolvable, 1 undecided"
    assert "harpan solve: compiling\n" in screen.getvalue()
    assert "2/3" in screen.getvalue()


def test_no_bar_for_one_deal_or_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    with Progress(1) as bar:
        bar.add(Verdict.SOLVABLE)
    assert screen.getvalue() == ""
    plain = io.StringIO()
    monkeypatch.setattr("sys.stderr", plain)
    with Progress(100) as bar:
        bar.add(Verdict.SOLVABLE)
        bar.tick()
    assert plain.getvalue() == ""
    assert bar.counts == {Verdict.SOLVABLE: 1}
