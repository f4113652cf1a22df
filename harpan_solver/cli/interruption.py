"""Ctrl-C and the request to terminate as a flag that a search can look at."""

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any

from harpan_solver.cli.command import GRACE_SECONDS, Status, leave_at_once

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """Asks a run to end; as a context manager the signals do so. Calling it tells whether it was asked.

    The flag is a plain attribute, as a signal handler must not wait for a lock. A second signal ends the
    process at once.
    """

    def __init__(self) -> None:
        self.asked = False
        self._asked_at = 0.0
        self._signalled = False
        self._before: dict[int, Any] = {}

    def __call__(self) -> bool:
        return self.asked

    def ask(self) -> None:
        """Ask the run to end; the grace time begins."""
        if not self.asked:
            self._asked_at = time.monotonic()
            self.asked = True

    def patience(self) -> float:
        """Seconds left for those who were asked to stop; the whole grace time if nobody was."""
        spent = time.monotonic() - self._asked_at if self.asked else 0.0
        return max(0.0, GRACE_SECONDS - spent)

    def __enter__(self) -> "Stop":
        # Python hands signals to the main thread only. One that is ignored from the start (a job in the
        # background of a script) stays so.
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) not in (signal.SIG_IGN, None):
                    self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ask()
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._signalled:
            leave_at_once(Status.INTERRUPTED)
        self._signalled = True
        self.ask()
