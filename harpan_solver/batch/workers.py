"""What does the work: the interface that processes of this machine and a cluster have in common."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol, TypeVar

from harpan_solver.batch.settle import Task
from harpan_solver.errors import HarpanError
from harpan_solver.limits import Limits

Answer = TypeVar("Answer", covariant=True)


class WorkersFailed(HarpanError):
    """No worker can be had, or none is left."""


class Job(Protocol[Answer]):
    """What is to be done with each deal; travels to the workers by pickle."""

    @property
    def searches(self) -> int:
        """Most searches for one deal."""

    @property
    def limits(self) -> Limits:
        """Limits of each search."""

    def __call__(self, task: Task) -> Answer:
        """Do it."""

    def lost(self, task: Task) -> Answer:
        """The answer for a deal that no worker survives."""


class Done(NamedTuple):
    """What came of a chunk.

    Attributes:
        answers: one for each of the chunk's first tasks; the others were not begun.
        seconds: CPU seconds taken.
    """

    answers: list[Any]
    seconds: float


def work(job: Job[Any], tasks: Sequence[Task], seconds: float) -> Done:
    """Do tasks in order, in a worker; begin none after ``seconds`` of wall time, but at least one."""
    answers = []
    begin, cpu = time.monotonic(), time.thread_time()
    for task in tasks:
        answers.append(job(task))
        if time.monotonic() - begin >= seconds:
            break
    return Done(answers, time.thread_time() - cpu)


class Workers(Protocol):
    """Workers that take chunks of tasks.

    Attributes:
        count: how many there are; two chunks for each are handed out.
        die_together: whether the death of one fails the chunks of all.
        lost: the exceptions by which a chunk tells that its worker died.
    """

    die_together: bool
    lost: tuple[type[BaseException], ...]

    @property
    def table_share(self) -> float:
        """The part of the limits' memory that one search may take."""

    @property
    def count(self) -> int:
        """How many workers there are now."""

    def start(self, waiting: Callable[[], None]) -> None:
        """Make workers ready, also again after some have died; ``waiting`` is called meanwhile.

        Raises:
            WorkersFailed: there are none.
        """

    def submit(self, job: Job[Any], tasks: Sequence[Task], seconds: float) -> "Future[Done]":
        """Hand out a chunk; see ``work``."""

    def check(self, in_hand: int) -> None:
        """Called every second or so: end workers that hang while so many chunks are in hand.

        Raises:
            WorkersFailed: no worker is left and none came back.
        """

    def give_up(self, future: "Future[Done]") -> None:
        """End the work on a chunk that takes longer than it can."""

    def close(self) -> None:
        """Leave at once; chunks in hand are dropped."""
