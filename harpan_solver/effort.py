"""Counting effort against limits, and sharing out memory."""

import time
from collections.abc import Callable
from functools import cache

import psutil

from harpan_solver.limits import Limits
from harpan_solver.result import Reason

MEBIBYTE = 1 << 20
# States a search may enter before it looks up: some tens of milliseconds.
SLICE = 400_000
# Reading a thread's CPU clock can cost more than a short search, so it is read after so many states.
CLOCK_EVERY = 20_000
# Room for what grows beside the tables: paths, results, the interpreter's own heap.
MARGIN_BYTES = 32 * MEBIBYTE


class Stopped(Exception):
    """A limit was reached, or the caller asked to stop."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@cache
def bytes_before_tables() -> int:
    """Memory of the process with everything loaded and no table allocated; measured once."""
    return int(psutil.Process().memory_info().rss)


class Effort:
    """What one solve has used and may still use.

    Attributes:
        nodes: states entered so far.
        table_bytes: bytes that all tables of this solve together may take.
    """

    def __init__(self, limits: Limits, share: float, should_stop: Callable[[], bool] | None) -> None:
        """Starts the clock.

        Args:
            share: the part of the memory for tables that this solve may take, 0 to 1.
        """
        self.nodes = 0
        free = limits.memory_mb * MEBIBYTE - bytes_before_tables() - MARGIN_BYTES
        self.table_bytes = int(max(free, 0) * share)
        self._limits = limits
        self._should_stop = should_stop
        self._clock_due = CLOCK_EVERY
        self._start = time.thread_time()

    @property
    def seconds(self) -> float:
        """CPU seconds of this thread since the start."""
        return time.thread_time() - self._start

    def next_slice(self) -> int:
        """How many states may be entered before asking again.

        Raises:
            Stopped: none.
        """
        if self._should_stop is not None and self._should_stop():
            raise Stopped(Reason.INTERRUPTED)
        if self.nodes >= self._clock_due and self._limits.max_seconds is not None:
            self._clock_due = self.nodes + CLOCK_EVERY
            if self.seconds >= self._limits.max_seconds:
                raise Stopped(Reason.MAX_SECONDS)
        if self._limits.max_nodes is None:
            return SLICE
        if self.nodes >= self._limits.max_nodes:
            raise Stopped(Reason.MAX_NODES)
        return min(SLICE, self._limits.max_nodes - self.nodes)
