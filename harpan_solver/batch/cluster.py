"""Workers of a Dask cluster, wherever they run."""

import contextlib
import re
import socket
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from functools import cache
from typing import Any

from harpan_solver.batch.settle import Task
from harpan_solver.batch.workers import Done, Job, WorkersFailed, work
from harpan_solver.errors import InputError

CONNECT_SECONDS = 20
# How long to wait for a worker when there is none.
NO_WORKER_SECONDS = 60.0


def _no_second_try(dask_scheduler: Any) -> None:
    # With its default of 3 a deal that kills its worker is handed on until runs hang; what to try again,
    # and in which pieces, is the driver's business.
    dask_scheduler.allowed_failures = 0


def _check_address(address: str) -> None:
    """Whether anything listens there; Dask's own complaint takes half a minute and many lines.

    Raises:
        InputError: nothing does.
    """
    match = re.fullmatch(r"(?:tcp|tls)://([^/]+):([0-9]{1,5})", address)
    if match is None:
        raise InputError(f"--cluster {address}: an address such as tcp://HOST:8786 is needed")
    try:
        socket.create_connection((match[1].strip("[]"), int(match[2])), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"--cluster {address}: no Dask scheduler answers: {reason}") from None


@cache
def _prepare() -> None:
    """Compile or load the kernels, once in each worker process."""
    from harpan_solver import warmup

    warmup.prepare(lambda line: None)


def _ready_and_work(job: Job[Any], tasks: Sequence[Task], seconds: float) -> Done:
    """As ``work``, with the kernels ready before the clock starts."""
    _prepare()
    return work(job, tasks, seconds)


class ClusterWorkers:
    """The workers of a Dask scheduler; see ``workers.Workers``.

    Raises:
        InputError: the extra ``cluster`` is not installed, or no scheduler answers at the address.
    """

    die_together = False

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise InputError(
                "--cluster: Dask is not installed; pip install 'harpan-solver[cluster]'"
            ) from None
        self.address = address
        _check_address(address)
        try:
            client: Any = distributed.Client
            self._client = client(
                address, timeout=CONNECT_SECONDS, set_as_default=False, direct_to_workers=False
            )
        except (OSError, ValueError, ImportError) as error:
            raise InputError(f"--cluster {address}: no Dask scheduler answers: {error}") from None
        self.lost: tuple[type[BaseException], ...] = (distributed.KilledWorker, CancelledError)
        self._client.run_on_scheduler(_no_second_try)
        self._executor: Any = self._client.get_executor(pure=False)
        self._gone_since: float | None = None

    @property
    def count(self) -> int:
        """The threads of all workers now."""
        return max(1, sum(self._threads()))

    @property
    def table_share(self) -> float:
        """The threads of one worker share its memory."""
        return 1 / max(self._threads(), default=1)

    def _threads(self) -> list[int]:
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        return [worker["nthreads"] for worker in workers.values()]

    def start(self, waiting: Callable[[], None]) -> None:
        """Wait for the first worker.

        Raises:
            WorkersFailed: none came.
        """
        give_up = time.monotonic() + NO_WORKER_SECONDS
        while not self._threads():
            waiting()
            if time.monotonic() > give_up:
                raise WorkersFailed(f"{self.address}: no worker has come")
            time.sleep(0.1)

    def submit(self, job: Job[Any], tasks: Sequence[Task], seconds: float) -> "Future[Done]":
        """Hand out a chunk."""
        future: Future[Done] = self._executor.submit(_ready_and_work, job, tasks, seconds)
        return future

    def check(self, in_hand: int) -> None:
        """Dask notices workers that are gone; that none is left has to be noticed here."""
        if self._threads():
            self._gone_since = None
            return
        now = time.monotonic()
        self._gone_since = self._gone_since or now
        if now - self._gone_since > NO_WORKER_SECONDS:
            raise WorkersFailed(f"{self.address}: no worker is left")

    def give_up(self, future: "Future[Done]") -> None:
        """Forget the chunk; the worker, which cannot be ended from here, may still be busy with it."""
        future.cancel()

    def close(self) -> None:
        """Take back what was not begun and leave."""
        with contextlib.suppress(Exception):
            self._executor.shutdown(wait=False, cancel_futures=True)
        with contextlib.suppress(Exception):
            self._client.close(timeout=5)
