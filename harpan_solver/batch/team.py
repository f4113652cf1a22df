"""Who works on a run: how many, where, within which limits, and where results are kept."""

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from harpan_solver.batch.games import THOUGHTFUL, canonical
from harpan_solver.errors import InputError
from harpan_solver.limits import Limits
from harpan_solver.rules import Rules

if TYPE_CHECKING:
    from harpan_solver.batch.store import Store
    from harpan_solver.batch.workers import Workers


@dataclass(frozen=True)
class Team:
    """Workers that are made when there is something to do.

    Attributes:
        limits: of each search; the memory is for all processes of this machine together, or for each
            worker of a cluster.
        count: processes of this machine; ``None`` for one on each core.
        cluster: address of a Dask scheduler, or ``None``.
        name: what a line on standard error begins with.
    """

    limits: Limits
    count: int | None = None
    cluster: str | None = None
    name: str = "harpan_solver"

    def __post_init__(self) -> None:
        if self.count is not None and self.count < 1:
            raise InputError(f"workers {self.count!r}: a whole number from 1 up is needed")
        if self.count is not None and self.cluster is not None:
            raise InputError("workers and cluster: a cluster has as many workers as it has")

    def _share(self) -> tuple[int, int]:
        from harpan_solver.batch.local import cores, memory_for_each

        return memory_for_each(self.limits.memory_mb, self.count or cores())

    @property
    def size(self) -> int:
        """How many workers of this machine; 1 stands for a cluster, whose size is not known."""
        return 1 if self.cluster is not None else self._share()[0]

    @property
    def limits_each(self) -> Limits:
        """The limits of a search in one worker."""
        if self.cluster is not None:
            return self.limits
        return replace(self.limits, memory_mb=self._share()[1])

    def announce(self, line: str) -> None:
        """Write a line for people on standard error."""
        if sys.stderr is not None:
            print(f"{self.name}: {line}", file=sys.stderr, flush=True)

    def workers(self) -> "Workers":
        """The workers, not started.

        Raises:
            InputError: there is no such cluster.
        """
        if self.cluster is not None:
            from harpan_solver.batch.cluster import ClusterWorkers

            return ClusterWorkers(self.cluster)
        from harpan_solver.batch.local import LocalWorkers

        return LocalWorkers(self._share()[0], self.name)

    def store(
        self, path: str | Path | None, grid: Sequence[Rules], player: str = THOUGHTFUL
    ) -> "AbstractContextManager[Store | None]":
        """The store of a run of a player with these limits; without a path there is none.

        Raises:
            InputError: no player's name; StoreFault when the store cannot be used.
        """
        if path is None:
            return nullcontext()
        from importlib.metadata import version

        from harpan_solver.batch.store import Ran, Store

        return Store(path, grid, Ran(self.limits, version("harpan-solver")), canonical(player))
