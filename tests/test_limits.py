"""Limits end a solve undecided, with the reason, and never make a verdict wrong."""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from harpan_solver.cuts import NO_CUTS
from harpan_solver.errors import InputError
from harpan_solver.limits import Limits
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.solver import solve

# Of the deals with known verdicts: one that cannot be won with draw 3 and took another program tens of
# millions of states; and some of either kind that took it hundreds up to tens of thousands.
HARD = "solvitaire:598"
EASIER = ("solvitaire:1", "solvitaire:2", "solvitaire:3", "solvitaire:4", "solvitaire:6")
# The states that one position leads to are entered together or not at all; there are never more than these.
TOGETHER = 64
NO_LIMIT = Limits(max_seconds=None)

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def solve_hard(
    limits: Limits = NO_LIMIT, table_share: float = 1.0, should_stop: Callable[[], bool] | None = None
) -> Solution:
    """Solves the hard deal with no cutting rule, so that it stays hard however good the rules get."""
    return solve(HARD, limits=limits, cuts=NO_CUTS, table_share=table_share, should_stop=should_stop)


def assert_undecided(solution: Solution, reason: Reason) -> None:
    assert (solution.verdict, solution.reason, solution.moves) == (Verdict.UNDECIDED, reason, ())


@pytest.mark.parametrize("states", [1, 2, 1_999, 2_001, 54_321, 400_000])
def test_number_of_states(states: int) -> None:
    solution = solve_hard(Limits(max_nodes=states))
    assert_undecided(solution, Reason.MAX_NODES)
    assert states - TOGETHER < solution.nodes <= states


@pytest.mark.parametrize("name", EASIER)
@pytest.mark.parametrize("passes", [None, 3])
def test_just_enough_states_and_too_few(name: str, passes: int | None) -> None:
    rules = Rules(passes=passes)
    free = solve(name, rules, NO_LIMIT)
    assert free.reason is None
    enough = solve(name, rules, Limits(max_nodes=free.nodes + TOGETHER))
    assert (enough.verdict, enough.nodes, enough.moves) == (free.verdict, free.nodes, free.moves)
    assert_undecided(solve(name, rules, Limits(max_nodes=free.nodes - 1)), Reason.MAX_NODES)


def test_cpu_seconds() -> None:
    solution = solve_hard(Limits(max_seconds=0.3))
    assert_undecided(solution, Reason.MAX_SECONDS)
    assert 0.3 <= solution.seconds < 1


def test_seconds_of_other_threads_do_not_count() -> None:
    over = threading.Event()
    other = threading.Thread(target=lambda: solve_hard(should_stop=over.is_set))
    other.start()
    try:
        solution = solve("solvitaire:2", limits=Limits(max_seconds=5))
    finally:
        over.set()
        other.join()
    assert solution.verdict is Verdict.SOLVABLE
    assert solution.seconds < 1


def test_asked_to_stop_at_once() -> None:
    assert_undecided(solve_hard(should_stop=lambda: True), Reason.INTERRUPTED)


def test_asked_to_stop_later() -> None:
    """The question is asked often enough."""
    asked: list[float] = []

    def should_stop() -> bool:
        asked.append(time.thread_time())
        return asked[-1] - asked[0] > 1

    assert_undecided(solve_hard(should_stop=should_stop), Reason.INTERRUPTED)
    assert max(later - sooner for sooner, later in pairwise(asked)) < 0.5


@pytest.mark.timeout(30)
def test_no_memory_for_tables() -> None:
    solution = solve_hard(table_share=0.0)
    assert_undecided(solution, Reason.MEMORY)
    assert solve("solvitaire:2", limits=NO_LIMIT, table_share=0.0).verdict is not Verdict.UNSOLVABLE


@pytest.mark.parametrize("share", [1e-5, 1e-4, 1e-3])
def test_small_tables_never_give_a_wrong_verdict(share: float) -> None:
    for name in EASIER:
        for rules in (Rules(), Rules(passes=3)):
            little = solve(name, rules, NO_LIMIT, table_share=share)
            assert little.verdict in (solve(name, rules, NO_LIMIT).verdict, Verdict.UNDECIDED)
            assert (little.verdict is Verdict.UNDECIDED) == (little.reason is Reason.MEMORY)


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_nodes": 0},
        {"max_nodes": -1},
        {"max_nodes": 1.5},
        {"max_seconds": 0},
        {"max_seconds": -1},
        {"max_seconds": float("nan")},
        {"max_seconds": float("inf")},
        {"memory_mb": 255},
    ],
)
def test_limits_that_make_no_sense(wrong: dict[str, float]) -> None:
    name = next(iter(wrong))
    with pytest.raises(InputError, match=f"^{name} .* is needed$"):
        Limits(**wrong)  # type: ignore[arg-type]


# In processes of their own

PEAK = """
import json, sys
from pathlib import Path
from harpan_solver import Limits, Rules, solve
from harpan_solver.cuts import NO_CUTS
from harpan_solver.warmup import prepare

prepare(lambda line: None)
name, memory_mb, passes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) or None
solution = solve(name, Rules(passes=passes), Limits(memory_mb=memory_mb, max_seconds=60), cuts=NO_CUTS)
# The peak of this process alone: getrusage also knows that of the one that started it.
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
peak = int(status["VmHWM"].split()[0]) / 1024
print(json.dumps([solution.verdict, solution.reason, solution.nodes, peak]))
"""


def peak_of(name: str, memory_mb: int, passes: int | None) -> tuple[str, str | None, int, float]:
    arguments = [name, str(memory_mb), str(passes or 0)]
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *arguments], capture_output=True, text=True, check=True, timeout=250
    )
    verdict, reason, nodes, peak = json.loads(done.stdout)
    return verdict, reason, nodes, peak


@linux_only
@pytest.mark.parametrize(("memory_mb", "passes"), [(256, None), (256, 3), (512, 3)])
def test_peak_memory_of_a_process(memory_mb: int, passes: int | None) -> None:
    """Measured from outside the solver; and the table that is full leads to no false verdict."""
    verdict, reason, nodes, peak = peak_of(HARD, memory_mb, passes)
    assert peak <= memory_mb
    assert (verdict, reason) in [("unsolvable", None), ("undecided", "memory"), ("undecided", "max-seconds")]
    assert nodes > 10_000


INTERRUPTED = """
import sys
from harpan_solver import Limits, solve
from harpan_solver.cuts import NO_CUTS
from harpan_solver.warmup import prepare

prepare(lambda line: None)
print("ready", flush=True)
solve(sys.argv[1], limits=Limits(max_seconds=60), cuts=NO_CUTS)
"""


def seconds_to_interrupt() -> float:
    """How long a solve in a process of its own goes on after an interrupt."""
    command = [sys.executable, "-c", INTERRUPTED, HARD]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None and process.stderr is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.5)
            assert process.poll() is None
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.wait(timeout=10)
            seconds = time.monotonic() - sent
            assert "KeyboardInterrupt" in process.stderr.read()
        finally:
            process.kill()
    return seconds


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_interrupt_from_the_keyboard() -> None:
    """Within a second, also inside compiled code; a busy machine gets more than one try."""
    assert any(seconds_to_interrupt() < 1 for _ in range(3))
