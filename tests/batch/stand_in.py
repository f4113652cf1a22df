"""``harpan`` with threads for processes and verdicts by arithmetic for the solver's."""

import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import ModuleType
from typing import Any

from harpan_solver.batch import local
from harpan_solver.batch.settle import Task
from harpan_solver.batch.workers import Done, Job, work
from harpan_solver.deals import Deal
from harpan_solver.limits import Limits
from harpan_solver.moves import REDEAL
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules

SECONDS = 0.0002


def solve(question: Deal, rules: Rules, limits: Limits, *, table_share: float = 1.0) -> Solution:
    """Easier rules win more deals; every tenth deal needs more than 100 states."""
    time.sleep(SECONDS)
    number = int(question.name.rpartition(":")[2])
    verdict, reason = Verdict.UNSOLVABLE, None
    if number % 10 == 0 and limits.max_nodes is not None and limits.max_nodes <= 100:
        verdict, reason = Verdict.UNDECIDED, Reason.MAX_NODES
    elif number * 7 % 11 < 5 + (rules.passes is None) * 4:
        verdict = Verdict.SOLVABLE
    # As if few deals could be won in two passes.
    moves = (REDEAL,) * (1 if number * 7 % 11 < 5 else 5) if verdict is Verdict.SOLVABLE else ()
    return Solution(question.position, rules, verdict, reason, moves, number, 0.0)


class Threads:
    """See ``workers.Workers``."""

    die_together = False
    lost: tuple[type[BaseException], ...] = ()
    table_share = 1.0

    def __init__(self, count: int, name: str = "") -> None:
        self.count = 2
        self._pool = ThreadPoolExecutor(2)

    def start(self, waiting: Callable[[], None]) -> None:
        waiting()

    def submit(self, job: Job[Any], tasks: Sequence[Task], seconds: float) -> "Future[Done]":
        return self._pool.submit(work, job, tasks, 0.02)

    def check(self, in_hand: int) -> None:
        pass

    def give_up(self, future: "Future[Done]") -> None:
        pass

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


if __name__ == "__main__":
    fake: Any = ModuleType("harpan_solver.solver")
    fake.solve = solve
    sys.modules["harpan_solver.solver"] = fake
    local.LocalWorkers = Threads  # type: ignore[misc, assignment]
    from harpan_solver.cli import main

    main()
