"""A stand-in for the solver that behaves as told, so that the command can be tested deal by deal.

``HARPAN_FAKE`` holds JSON: name of a deal -> ``wait`` (searches until asked to stop), ``deaf`` (searches
and does not listen), ``slow`` (0.3 s), ``bug`` or ``undecided``; any other deal is unsolvable at once. The
key ``compile`` makes the first run compile in the same way. A position with one card in the stock is taken
to be the one that ``test_solve`` wins in five moves. Run as a program it is ``harpan``.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from types import ModuleType

from harpan_solver.deals import Deal, deal
from harpan_solver.errors import InputError, ReplayFault
from harpan_solver.limits import Limits
from harpan_solver.moves import Move, parse_move
from harpan_solver.position import Position
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules

asked: list[tuple[Position, Rules, Limits, float]] = []
most_at_once = 0
_running = 0
_lock = threading.Lock()


def solve(
    question: Deal | Position,
    rules: Rules,
    limits: Limits,
    *,
    should_stop: Callable[[], bool],
    table_share: float,
) -> Solution:
    global most_at_once, _running
    if rules.passes == 99:
        raise InputError("99 passes: not yet supported")
    position = question.position if isinstance(question, Deal) else question
    with _lock:
        asked.append((position, rules, limits, table_share))
        _running += 1
        most_at_once = max(most_at_once, _running)
    try:
        verdict, reason = _behave(_told().get(position, "unsolvable"), should_stop)
    finally:
        with _lock:
            _running -= 1
    moves: tuple[Move, ...] = ()
    if len(position.stock) == 1:
        verdict, moves = Verdict.SOLVABLE, tuple(map(parse_move, ("draw", "W>F", "W>F", "1>F", "1>F")))
    return Solution(position, rules, verdict, reason, moves, nodes=7, seconds=0.25)


def prepare(announce: Callable[[str], None]) -> None:
    behaviour = json.loads(os.environ.get("HARPAN_FAKE", "{}")).get("compile")
    if behaviour:
        announce("compiling, once")
        _behave(behaviour, lambda: False)


def modules() -> dict[str, ModuleType]:
    """The stand-ins by the names under which the command looks for the solver."""
    solver, warmup = ModuleType("harpan_solver.solver"), ModuleType("harpan_solver.warmup")
    solver.__dict__.update(solve=solve)
    warmup.__dict__.update(prepare=prepare)
    return {module.__name__: module for module in (solver, warmup)}


def _told() -> dict[Position, str]:
    told = json.loads(os.environ.get("HARPAN_FAKE", "{}"))
    return {deal(name).position: told[name] for name in told if name != "compile"}


def _behave(behaviour: str, should_stop: Callable[[], bool]) -> tuple[Verdict, Reason | None]:
    match behaviour:
        case "wait":
            while not should_stop():
                time.sleep(0.01)
            return Verdict.UNDECIDED, Reason.INTERRUPTED
        case "deaf":
            time.sleep(30)
        case "slow":
            time.sleep(0.3)
        case "bug":
            raise ReplayFault("move 3 (W>F): the waste is empty")
        case "undecided":
            return Verdict.UNDECIDED, Reason.MAX_NODES
    return Verdict.UNSOLVABLE, None


if __name__ == "__main__":
    sys.modules.update(modules())
    from harpan_solver.cli import main

    main()
