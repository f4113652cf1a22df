"""What a solve answers."""

from dataclasses import dataclass
from enum import StrEnum

from harpan_solver.moves import Move
from harpan_solver.position import Position
from harpan_solver.rules import Rules


class Verdict(StrEnum):
    """Whether a thoughtful player can win."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


class Reason(StrEnum):
    """Why a solve ended undecided."""

    MAX_NODES = "max-nodes"
    MAX_SECONDS = "max-seconds"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"
    WORKER_LOST = "worker-lost"


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one question.

    Attributes:
        position: the position that was asked about.
        rules: the rules of the question.
        verdict: ``solvable``, ``unsolvable`` (a proof) or ``undecided``.
        reason: why the solve ended undecided, else ``None``.
        moves: the whole solution, replayed in the plain rules; empty unless solvable.
        nodes: states entered, also those of relaxations and short tries.
        seconds: CPU seconds of the search.
    """

    position: Position
    rules: Rules
    verdict: Verdict
    reason: Reason | None
    moves: tuple[Move, ...]
    nodes: int
    seconds: float

    def row(self) -> dict[str, object]:
        """The keys of a JSON row that do not name the deal."""
        return {
            "rules": self.rules.row(),
            "verdict": str(self.verdict),
            "reason": None if self.reason is None else str(self.reason),
            "moves": [str(move) for move in self.moves],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }
