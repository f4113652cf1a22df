"""Work for workers that is not about deals: some of it kills, some of it hangs."""

import os
import signal
import time
from dataclasses import dataclass

from harpan_solver.batch.settle import Task
from harpan_solver.limits import Limits

LIMITS = Limits()


@dataclass(frozen=True)
class Job:
    """Answers with the number of the deal.

    Attributes:
        deadly: numbers that kill their worker.
        stopping: numbers that stop it, once: the file of that name in ``folder`` tells that it has.
    """

    deadly: tuple[int, ...] = ()
    stopping: tuple[int, ...] = ()
    folder: str = ""
    seconds: float = 0.0
    limits: Limits = LIMITS
    searches: int = 1

    def __call__(self, task: Task) -> int:
        if task.number in self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        if task.number in self.stopping:
            try:
                with open(f"{self.folder}/{task.number}", "x"):
                    os.kill(os.getpid(), signal.SIGSTOP)
            except FileExistsError:
                pass
        time.sleep(self.seconds)
        return task.number

    def lost(self, task: Task) -> int:
        return -task.number


def tasks(count: int) -> list[Task]:
    return [Task("harpan:", number, (0,)) for number in range(1, count + 1)]
