"""Answering many questions in threads: in the order asked, ready to end at any time."""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from types import TracebackType
from typing import Any, TypeVar

from harpan_solver.cli.command import WORKER_NAME, InternalError, Interrupted, ReaderGone
from harpan_solver.cli.interruption import Stop
from harpan_solver.cli.output import reader_gone
from harpan_solver.errors import InputError

# Questions that wait for each thread: enough that none is idle until they are looked after again, even if
# each takes a millisecond.
WAITING = 128
# Questions ahead of the answer that is next in order: enough that the other threads go on for long beside
# one hard deal, few enough that a range of any length costs no memory.
AHEAD = 2048
POLL_SECONDS = 0.1
# A thread that comes out of a kernel waits so long at most for the interpreter's lock when another one
# holds it. Python's own 5 ms are more than most deals take.
SWITCH_SECONDS = 0.0002

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Pool:
    """Threads that answer questions; kernels let go of the interpreter's lock, so threads are enough.

    Leaving the context asks whatever still runs to stop. A thread that does not obey within the grace
    time is left to the end of the process.

    Args:
        workers: number of threads.
        stop: looked at while waiting; the searches look at it too.
        tick: called now and then while waiting.
    """

    def __init__(self, workers: int, stop: Stop, tick: Callable[[], None] = lambda: None) -> None:
        self.workers = workers
        self._stop = stop
        self._tick = tick
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=WORKER_NAME)
        self._in_hand: deque[Future[Any]] = deque()
        self._switch_before = 0.0

    def __enter__(self) -> "Pool":
        self._switch_before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.setswitchinterval(self._switch_before)
        self._stop.ask()
        self._threads.shutdown(wait=False, cancel_futures=True)
        wait([future for future in self._in_hand if not future.done()], timeout=self._stop.patience())

    def run(self, work: Callable[[], None]) -> None:
        """Do one thing in a thread, so that a signal is heard meanwhile.

        Raises:
            Interrupted: asked to stop; at once, whether or not the work can stop.
            ReaderGone: nobody reads standard output any more.
        """
        future = self._threads.submit(work)
        while not future.done():
            wait([future], timeout=POLL_SECONDS)
            self._look_around(patient=False)
        future.result()

    def answers(
        self, questions: Iterable[Question], ask: Callable[[Question], Answer]
    ) -> Iterator[tuple[Question, Callable[[], Answer | None]]]:
        """Each question when its answer is next in order, with a function that waits for the answer.

        When asked to stop, no further question is begun and those in hand are waited for; the first one
        that was not begun ends the iteration or has ``None`` for an answer.

        Raises:
            Interrupted: a thread did not stop within the grace time.
            ReaderGone: nobody reads standard output any more.
            InternalError: a question met a bug.
        """
        coming = iter(questions)
        window: deque[Question] = deque()

        def hand_out() -> None:
            # No more at a time than may wait: the answer that is next in order is not kept waiting.
            for _ in range(WAITING * self.workers):
                if len(window) == AHEAD or self._enough_wait() or self._stop.asked:
                    return
                try:
                    question = next(coming)
                except StopIteration:
                    return
                window.append(question)
                self._in_hand.append(self._threads.submit(self._begin, ask, question))

        while True:
            hand_out()
            if not window:
                return
            first = self._in_hand[0]
            if self._stop.asked:
                self._forget_waiting()
                if first.cancelled():
                    return
            yield window.popleft(), partial(self._wait_for, first, hand_out)
            self._in_hand.popleft()

    def _enough_wait(self) -> bool:
        """Whether enough questions wait for the threads, which begin them in their order."""
        enough = WAITING * self.workers
        if len(self._in_hand) < enough:
            return False
        last = self._in_hand[-enough]
        return not (last.running() or last.done())

    def _begin(self, ask: Callable[[Question], Answer], question: Question) -> Answer | None:
        """Ask, in a thread; what no caller can have caused is told as a bug with the question that met it."""
        if self._stop.asked:
            return None
        try:
            return ask(question)
        except (InputError, MemoryError):
            raise
        except Exception as error:
            name = getattr(question, "name", question)
            raise InternalError(f"{name}: {type(error).__name__}: {error}") from error

    def _wait_for(self, future: "Future[Answer]", hand_out: Callable[[], None]) -> Answer | None:
        while not future.done():
            wait([future], timeout=POLL_SECONDS)
            hand_out()
            if self._stop.asked:
                self._forget_waiting()
            self._look_around(patient=True)
        return None if future.cancelled() else future.result()

    def _forget_waiting(self) -> None:
        for future in self._in_hand:
            future.cancel()

    def _look_around(self, patient: bool) -> None:
        """Raise when there is a reason to leave: nobody reads, or asked to stop and no more patience."""
        if self._stop.asked and not (patient and self._stop.patience()):
            raise Interrupted
        if reader_gone():
            raise ReaderGone
        self._tick()
