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
from dataclasses import replace
from types import ModuleType
from typing import NamedTuple

from harpan_solver.cuts import Cuts
from harpan_solver.deals import Deal, deal
from harpan_solver.errors import InputError, ReplayFault
from harpan_solver.limits import Limits
from harpan_solver.moves import Move, parse_move
from harpan_solver.position import Position
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules


class Asked(NamedTuple):
    """One question to the stand-in."""

    position: Position
    rules: Rules
    limits: Limits
    table_share: float
    cuts: Cuts


class FewestPasses(NamedTuple):
    """As the real answer to the fewest passes."""

    solution: Solution
    passes: int | None


asked: list[Asked] = []
most_at_once = 0
_running = 0
_lock = threading.Lock()


def solve(
    question: Deal | Position,
    rules: Rules,
    limits: Limits,
    *,
    cuts: Cuts,
    should_stop: Callable[[], bool],
    table_share: float,
) -> Solution:
    global most_at_once, _running
    if rules.passes == 99:
        raise InputError("99 passes: not yet supported")
    position = question.position if isinstance(question, Deal) else question
    with _lock:
        asked.append(Asked(position, rules, limits, table_share, cuts))
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


def fewest_passes(
    question: Deal | Position,
    rules: Rules,
    limits: Limits,
    *,
    cuts: Cuts,
    should_stop: Callable[[], bool],
    table_share: float,
) -> FewestPasses:
    """Proves the passes of the game with one stock card only where they are not limited."""
    solution = solve(question, rules, limits, cuts=cuts, should_stop=should_stop, table_share=table_share)
    if solution.verdict is not Verdict.SOLVABLE:
        return FewestPasses(solution, None)
    if rules.passes is not None:
        return FewestPasses(replace(solution, reason=Reason.MAX_SECONDS), None)
    return FewestPasses(solution, solution.position.pass_number)


def prepare(announce: Callable[[str], None]) -> None:
    behaviour = json.loads(os.environ.get("HARPAN_FAKE", "{}")).get("compile")
    if behaviour:
        announce("compiling, once")
        _behave(behaviour, lambda: False)


def modules() -> dict[str, ModuleType]:
    """The stand-ins by the names under which the command looks for the solver."""
    functions = {"solver": solve, "passes": fewest_passes, "warmup": prepare}
    modules = {f"harpan_solver.{name}": ModuleType(f"harpan_solver.{name}") for name in functions}
    for module, function in zip(modules.values(), functions.values(), strict=True):
        module.__dict__[function.__name__] = function
    return modules


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
