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
        if self.max_nodes is not None and (isinstance(self.max_nodes, float) or self.max_nodes < 1):
            raise InputError(f"max_nodes {self.max_nodes!r}: a whole number from 1 up is needed")
        if self.max_seconds is not None and not (math.isfinite(self.max_seconds) and self.max_seconds > 0):
            raise InputError(f"max_seconds {self.max_seconds!r}: a number above 0 is needed")
        if self.memory_mb < LEAST_MEMORY_MB:
            raise InputError(f"memory_mb {self.memory_mb!r}: {LEAST_MEMORY_MB} or more is needed")
