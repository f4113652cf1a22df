"""The bar: on standard error, on a terminal or where it is asked for, and never in the rows."""

import io
import json
import os
import pty
import subprocess
import sys
import termios
from pathlib import Path

import pytest

import harpan_solver as hs
from harpan_solver.batch import bar, local
from tests.batch import stand_in

ROOT = Path(__file__).resolve().parents[2]
REAL = [sys.executable, "-m", "harpan_solver.cli"]
STAND_IN = [sys.executable, str(Path(__file__).with_name("stand_in.py"))]


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads and verdicts by arithmetic in place of processes and the solver."""
    monkeypatch.setattr(local, "LocalWorkers", stand_in.Threads)
    monkeypatch.setattr("harpan_solver.solver.solve", stand_in.solve)


def on_terminal(program: list[str], *words: str) -> tuple[list[str], str]:
    """The lines of standard output, which is a pipe, and what the terminal of standard error shows."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, 160))
    process = subprocess.Popen(
        [*program, *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            data = os.read(ours, 65536)
        except OSError:  # how Linux tells that the other end is closed
            break
        if not data:
            break
        shown += data
    os.close(ours)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return out.splitlines(), shown.decode()


def test_estimate_shows_its_share_on_a_terminal() -> None:
    rows, shown = on_terminal(STAND_IN, "estimate", "1-3000", "--max-nodes", "100", "--json")
    assert [json.loads(row)["undecided"] for row in rows] == [300]
    assert "3000/3000" in shown  # how many of how many
    assert "deal/s" in shown and "<" in shown  # deals a second, time left
    assert "% (" in shown and " undecided" in shown  # the share so far with its interval


def test_winnable_shows_how_many_are_found() -> None:
    rows, shown = on_terminal(REAL, "winnable", "--count", "5", "--workers", "1", "--format", "list")
    assert len(rows) == 6
    assert "5/5" in shown


@pytest.mark.parametrize("words", [["estimate", "1-300"], ["winnable", "--count", "3", "--workers", "1"]])
def test_no_bar_on_a_pipe(words: list[str]) -> None:
    program = STAND_IN if words[0] == "estimate" else REAL
    done = subprocess.run(
        [*program, *words], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("asked", [None, True, False])
def test_the_face_shows_a_bar_on_a_pipe_only_if_asked(
    threads: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], asked: bool | None
) -> None:
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    hs.estimate("1-300", bar=asked)
    out, err = capsys.readouterr()
    assert out == ""
    assert ("300/300" in err) == (asked is True)


def test_a_bar_takes_itself_away_where_it_shares_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    with bar.Bar(5) as shown:
        shown.show(2, "so far so good")
        before = screen.getvalue()
        shown.make_room(io.StringIO())
        assert screen.getvalue() == before
        shown.make_room(screen)
        assert screen.getvalue() != before
        shown.finish(5)
    assert "2/5" in before and "so far so good" in before
    assert "5/5" in screen.getvalue()


def test_without_standard_error_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    monkeypatch.setattr("sys.stderr", None)
    with bar.Bar(5) as shown:
        shown.finish(5)
        assert not shown.due
