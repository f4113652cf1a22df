"""Real processes: signals, pipes, terminals, broken outputs."""

import errno
import json
import os
import pty
import re
import signal
import subprocess
import termios
import time
from pathlib import Path

import pytest

from harpan_solver.deals import deal
from tests.cli.conftest import Spawn

# A second for the command; the rest is for a machine that is busy with other tests.
STOP_SECONDS = 1.0 + 4.0


def end(process: "subprocess.Popen[str]", seconds: float = 20) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    if process.stdin is not None:
        process.stdin.close()
    # Not communicate: what was read ahead of a first line would be lost.
    out, err = (stream.read() if stream else "" for stream in (process.stdout, process.stderr))
    return process.wait(seconds), out, err


def read_rows(process: "subprocess.Popen[str]", count: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline() for _ in range(count)]


def stop(process: "subprocess.Popen[str]", number: int) -> tuple[int, str, str]:
    """Send a signal; the process must end within a second."""
    sent = time.monotonic()
    process.send_signal(number)
    ended = end(process)
    assert time.monotonic() - sent < STOP_SECONDS
    return ended


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_signal_ends_a_run_within_a_second(spawn: Spawn, number: int, workers: int) -> None:
    """Rows for what was decided and what was being searched, none for the rest, each of them whole."""
    told = {f"harpan:{deal}": "wait" for deal in range(3, 50)}
    process = spawn("solve", "1-49", "--json", "--workers", str(workers), told=told)
    first = read_rows(process, 2)
    time.sleep(0.2)
    status, out, err = stop(process, number)
    assert status == 130
    rows = [json.loads(line) for line in [*first, *out.splitlines()]]
    assert [(row["deal"], row["verdict"], row["reason"]) for row in rows] == [
        ("harpan:1", "unsolvable", None),
        ("harpan:2", "unsolvable", None),
        *((f"harpan:{deal}", "undecided", "interrupted") for deal in range(3, 3 + workers)),
    ]
    assert err == f"harpan solve: interrupted after {2 + workers} of 49 deals\n"


def test_decided_deals_behind_a_hard_one_are_not_lost(spawn: Spawn) -> None:
    process = spawn("solve", "1-5", "--json", "--workers", "2", told={"harpan:1": "wait"})
    time.sleep(1.0)
    status, out, _ = stop(process, signal.SIGINT)
    assert status == 130
    assert [(row["deal"], row["verdict"]) for row in map(json.loads, out.splitlines())] == [
        ("harpan:1", "undecided"),
        *((f"harpan:{deal}", "unsolvable") for deal in range(2, 6)),
    ]


def test_a_search_that_does_not_listen_is_left(spawn: Spawn) -> None:
    process = spawn("solve", "1-3", "--json", told={"harpan:2": "deaf"})
    [first] = read_rows(process, 1)
    time.sleep(0.2)
    status, out, err = stop(process, signal.SIGINT)
    assert (status, out) == (130, "")
    assert json.loads(first)["deal"] == "harpan:1"
    assert err == "harpan solve: interrupted\n"


def test_a_signal_while_compiling(spawn: Spawn) -> None:
    process = spawn("solve", "1-3", "--json", told={"compile": "deaf"})
    assert process.stderr is not None
    assert process.stderr.readline() == "harpan solve: compiling, once\n"
    status, out, err = stop(process, signal.SIGINT)
    assert (status, out, err) == (130, "", "harpan solve: interrupted\n")


def test_a_second_signal_ends_the_process_at_once(spawn: Spawn) -> None:
    process = spawn("solve", "1-2", "--json", told={"harpan:2": "deaf"})
    read_rows(process, 1)
    process.send_signal(signal.SIGINT)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    status, _, err = end(process)
    assert (status, err) == (130, "")


def test_a_signal_while_reading_standard_input(spawn: Spawn) -> None:
    process = spawn("solve", "-", stdin=subprocess.PIPE)
    time.sleep(0.7)
    process.send_signal(signal.SIGINT)
    status, out, err = end(process)
    assert (status, out) == (130, "")
    assert err.strip() == "harpan solve: interrupted"


def test_a_reader_that_goes_ends_the_run_quietly(spawn: Spawn) -> None:
    """As with ``| head -1``, also while a deal is being searched that will give no row for long."""
    process = spawn("solve", "1-500", "--json", told={"harpan:2": "wait"})
    read_rows(process, 1)
    assert process.stdout is not None
    closed = time.monotonic()
    process.stdout.close()
    process.stdout = None
    status, _, err = end(process)
    assert time.monotonic() - closed < STOP_SECONDS
    assert (status, err) == (141, "")


@pytest.mark.parametrize(
    "arguments", ["solve 1-500 --json", "solve 1-500", "deals 0-18446744073709551615", "show 1-100000"]
)
def test_head(spawn: Spawn, arguments: str) -> None:
    process = spawn(*arguments.split())
    head = subprocess.run(["head", "-1"], stdin=process.stdout, capture_output=True, text=True, timeout=20)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    status, _, err = end(process)
    assert head.stdout.count("\n") == 1
    assert (status, err) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", ["solve 1 --json", "show 1", "deals 1", "solve --help", "--help"])
def test_a_full_disk_is_one_line(spawn: Spawn, arguments: str) -> None:
    with open("/dev/full", "w") as full:
        process = spawn(*arguments.split(), stdout=full)
        status, _, err = end(process)
    assert status == 1
    assert err.count("\n") == 1
    assert os.strerror(errno.ENOSPC) in err


@pytest.mark.parametrize("arguments", ["solve 1 --json", "show 1"])
def test_closed_streams(spawn: Spawn, arguments: str) -> None:
    status, _, err = end(spawn(*arguments.split(), stdout=None, preexec_fn=lambda: os.close(1)))
    assert (status, err) == (1, "harpan: standard output is closed\n")
    status, out, _ = end(spawn(*arguments.split(), stderr=None, preexec_fn=lambda: os.close(2)))
    assert (status, bool(out)) == (0, True)
    status, _, err = end(spawn("solve", "-", preexec_fn=lambda: os.close(0)))
    assert (status, err) == (2, "harpan solve: -: standard input is closed\n")


@pytest.mark.parametrize("arguments", ["show 1", "solve 1"])
def test_an_output_without_suit_symbols_gets_letters(spawn: Spawn, arguments: str) -> None:
    process = spawn(*arguments.split(), environment={"PYTHONIOENCODING": "ascii"})
    status, out, err = end(process)
    assert (status, err) == (0, "")
    assert out.isascii() and "K" in out


def test_a_file_name_that_is_no_text(spawn: Spawn, tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/deal\xff.txt")
    Path(name).write_text("harpan:7\n")
    for option in ([], ["--json"]):
        status, out, err = end(spawn("solve", "--file", name, *option))
        assert (status, err) == (0, "")
        assert ":1" in out
    assert json.loads(out)["cards"] == deal(7).text


def on_terminal(spawn: Spawn, *arguments: str, both: bool = False, **options: object) -> tuple[str, str]:
    """Standard output and what a terminal shows; with ``both`` standard output goes there too."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, 120))
    streams = {"stderr": theirs, "stdout": theirs if both else subprocess.PIPE}
    process = spawn(*arguments, **streams, **options)
    os.close(theirs)
    shown = b""
    while True:
        try:
            data = os.read(ours, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data
    os.close(ours)
    return end(process)[1], shown.decode()


def test_many_deals_have_a_bar_on_a_terminal(spawn: Spawn) -> None:
    told = {"harpan:2": "undecided", "harpan:4": "slow"}
    out, shown = on_terminal(spawn, "solve", "1-5", "--json", told=told)
    assert "5/5" in shown
    assert "0 solvable, 4 unsolvable, 1 undecided" in shown
    assert [json.loads(line)["deal"] for line in out.splitlines()] == [
        f"harpan:{deal}" for deal in range(1, 6)
    ]


def test_one_deal_has_none(spawn: Spawn) -> None:
    out, shown = on_terminal(spawn, "solve", "1", "--json")
    assert shown == ""
    assert json.loads(out)["deal"] == "harpan:1"


def test_no_bar_in_a_pipe(spawn: Spawn) -> None:
    status, _, err = end(spawn("solve", "1-5", "--json"))
    assert (status, err) == (0, "")


@pytest.mark.parametrize(
    ("environment", "colourful"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colour_on_a_terminal(spawn: Spawn, environment: dict[str, str], colourful: bool) -> None:
    variables = {"TERM": "xterm", **environment}
    _, shown = on_terminal(spawn, "solve", "1", both=True, environment=variables)
    assert bool(re.search(r"\x1b\[31m", shown)) == colourful


def test_rows_and_bar_on_one_terminal_stay_apart(spawn: Spawn) -> None:
    _, shown = on_terminal(spawn, "solve", "1-5", "--json", both=True)
    rows = [line[line.index("{") :] for line in shown.splitlines() if "{" in line]
    assert [json.loads(row)["deal"] for row in rows] == [f"harpan:{deal}" for deal in range(1, 6)]


def test_an_ignored_interrupt_stays_ignored(spawn: Spawn) -> None:
    """As for a job in the background of a script."""
    process = spawn(
        *("solve", "1-2", "--json"),
        told={"harpan:2": "slow"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    read_rows(process, 1)
    process.send_signal(signal.SIGINT)
    assert end(process)[0] == 0
