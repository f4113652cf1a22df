"""Hands deals out in chunks and takes in what comes of them, whatever becomes of the workers."""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from harpan_solver.batch.settle import Task
from harpan_solver.batch.workers import Done, Job, Workers

Answer = TypeVar("Answer")

# Work in a chunk: enough that handing it out costs nothing, little enough to lose.
CHUNK_SECONDS = 1.0
# A worker begins no further deal of a chunk after so long.
LONGEST_CHUNK_SECONDS = 4.0
FIRST_CHUNK = 8
LARGEST_CHUNK = 2000
# Chunks for each worker: one in work, one waiting.
WINDOW = 2
POLL_SECONDS = 0.1
CHECK_SECONDS = 1.0
# A chunk alone that its worker did not survive is halved; a deal alone is tried once more, then given up.
# Where several chunks may be blamed for one death, a deal gets one more chance.
MOST_DEATHS = 2
# Wall time allowed for what takes a second of CPU at most, on a machine that has other things to do.
PATIENCE = 4.0
GRACE_SECONDS = 60.0


@dataclass
class _Chunk:
    tasks: list[Task]
    deaths: int = 0
    begun: float = 0.0


class Driver(Generic[Answer]):
    """One run of many deals.

    Args:
        make_workers: called when there is something to do.
        make_job: the work, for workers of such a table share.
        tasks: what to do; taken as workers have room.
        should_stop: asked ten times a second.
        tick: called as often, for a clock on the screen.
        largest: most deals in a chunk.
    """

    def __init__(
        self,
        make_workers: Callable[[], Workers],
        make_job: Callable[[float], Job[Answer]],
        tasks: Iterator[Task],
        *,
        should_stop: Callable[[], bool] = lambda: False,
        tick: Callable[[], None] = lambda: None,
        largest: int = LARGEST_CHUNK,
    ) -> None:
        self._make_workers = make_workers
        self._make_job = make_job
        self._tasks = tasks
        self._should_stop = should_stop
        self._tick = tick
        self._largest = largest
        self._job: Job[Answer] | None = None
        self._workers: Workers | None = None
        self._in_hand: dict[Future[Done], _Chunk] = {}
        self._again: deque[_Chunk] = deque()
        self._suspects: deque[_Chunk] = deque()
        self._broken = False
        self._checked = 0.0
        self._given_up: list[tuple[Task, Answer]] = []
        self._done, self._seconds = 0, 0.0

    def answers(self) -> Generator[list[tuple[Task, Answer]], None, None]:
        """Tasks with their answers, chunk by chunk in no order, each task once.

        Ends early when asked to stop. Close the iterator to leave before its end.

        Raises:
            WorkersFailed: there are no workers.
        """
        try:
            while not self._should_stop():
                self._fill()
                if not self._in_hand:
                    return
                done, _ = wait(self._in_hand, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    answers = self._take(future)
                    if answers:
                        yield answers
                if self._given_up:
                    given_up, self._given_up = self._given_up, []
                    yield given_up
                if self._broken and not self._in_hand:
                    self._start()
                self._tick()
                self._check()
            for future in [each for each in self._in_hand if each.done()]:
                answers = self._take(future)
                if answers:
                    yield answers
        finally:
            if self._workers is not None:
                self._workers.close()

    # Handing out

    def _fill(self) -> None:
        """Hand out chunks until every worker has one in work and one waiting.

        Where workers die together, chunks under suspicion go one at a time and alone, so that a death
        is the fault of the one in hand.
        """
        while not self._broken:
            room = WINDOW * self._workers.count if self._workers else 1
            if self._suspects and self._workers is not None:
                if self._workers.die_together and self._in_hand:
                    return
                self._submit(self._suspects.popleft())
                if self._workers.die_together:
                    return
                continue
            if len(self._in_hand) >= room:
                return
            chunk = self._again.popleft() if self._again else _Chunk(self._next_tasks())
            if not chunk.tasks:
                return
            if self._workers is None:
                self._workers = self._make_workers()
                self._job = self._make_job(self._workers.table_share)
                self._start()
                if self._should_stop():
                    return
            self._submit(chunk)

    def _next_tasks(self) -> list[Task]:
        size = FIRST_CHUNK
        if self._done:
            size = int(CHUNK_SECONDS * self._done / max(self._seconds, 1e-9))
        size = max(1, min(size, self._largest))
        return list(islice(self._tasks, size))

    def _submit(self, chunk: _Chunk) -> None:
        assert self._workers is not None and self._job is not None
        chunk.begun = time.monotonic()
        try:
            future = self._workers.submit(self._job, chunk.tasks, LONGEST_CHUNK_SECONDS)
        except BrokenExecutor:
            self._again.appendleft(chunk)
            self._broken = True
            if not self._in_hand:
                self._start()
            return
        self._in_hand[future] = chunk

    def _start(self) -> None:
        assert self._workers is not None

        def waiting() -> None:
            self._tick()
            if self._should_stop():
                raise _Stopped

        try:
            self._workers.start(waiting)
        except _Stopped:
            return
        self._broken = False

    # Taking in

    def _take(self, future: "Future[Done]") -> list[tuple[Task, Answer]]:
        assert self._workers is not None
        chunk = self._in_hand.pop(future)
        try:
            done = future.result()
        except self._workers.lost:
            self._lose(chunk)
            return []
        self._done += len(done.answers)
        self._seconds += done.seconds
        rest = chunk.tasks[len(done.answers) :]
        if rest:
            self._again.append(_Chunk(rest, chunk.deaths))
        return list(zip(chunk.tasks, done.answers, strict=False))

    def _lose(self, chunk: _Chunk) -> None:
        """A chunk's worker died: try it in halves; give up a deal that kills again and again."""
        assert self._workers is not None and self._job is not None
        together = self._workers.die_together
        alone = not together or (not self._in_hand and not self._broken)
        self._broken = self._broken or together
        chunk.deaths += alone
        if len(chunk.tasks) > 1:
            middle = len(chunk.tasks) // 2
            for part in (chunk.tasks[:middle], chunk.tasks[middle:]):
                self._suspects.append(_Chunk(part, chunk.deaths))
        elif chunk.deaths >= MOST_DEATHS + (not together):
            self._given_up.append((chunk.tasks[0], self._job.lost(chunk.tasks[0])))
        else:
            self._suspects.append(chunk)

    def _check(self) -> None:
        """Look once a second for workers that hang, and for chunks that take longer than they can."""
        now = time.monotonic()
        if self._workers is None or now - self._checked < CHECK_SECONDS:
            return
        self._checked = now
        self._workers.check(len(self._in_hand))
        longest = self._longest()
        for future, chunk in list(self._in_hand.items()):
            if longest is not None and now - chunk.begun > longest:
                self._workers.give_up(future)
                return

    def _longest(self) -> float | None:
        """Wall seconds after which a chunk, which may have waited for another one, is overdue."""
        assert self._job is not None
        limit = self._job.limits.max_seconds
        if limit is None:
            return None
        return WINDOW * (GRACE_SECONDS + PATIENCE * (LONGEST_CHUNK_SECONDS + self._job.searches * limit))


class _Stopped(Exception):
    """Asked to stop while waiting for workers."""
