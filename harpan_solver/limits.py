"""How much effort a solve may take."""

import math
from dataclasses import dataclass

from harpan_solver.errors import InputError

LEAST_MEMORY_MB = 256
DEFAULT_SECONDS = 600.0
DEFAULT_MEMORY_MB = 2048


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one solve; reaching one gives ``undecided``, never a wrong verdict.

    Attributes:
        max_nodes: states entered, or ``None`` for no limit.
        max_seconds: CPU seconds of the search, or ``None`` for no limit.
        memory_mb: MiB for the whole process, 256 or more.

    Raises:
        InputError: a value outside what is allowed.
    """

    max_nodes: int | None = None
    max_seconds: float | None = DEFAULT_SECONDS
    memory_mb: int = DEFAULT_MEMORY_MB

    def __post_init__(self) -> None:
        if self.max_nodes is not None and (not _is_whole(self.max_nodes) or self.max_nodes < 1):
            raise InputError(f"max_nodes {self.max_nodes!r}: a whole number from 1 up is needed")
        if self.max_seconds is not None and not (
            (isinstance(self.max_seconds, float) or _is_whole(self.max_seconds))
            and 0 < self.max_seconds < math.inf
        ):
            raise InputError(f"max_seconds {self.max_seconds!r}: a number above 0 is needed")
        if not _is_whole(self.memory_mb) or self.memory_mb < LEAST_MEMORY_MB:
            raise InputError(
                f"memory_mb {self.memory_mb!r}: a whole number from {LEAST_MEMORY_MB} up is needed"
            )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
