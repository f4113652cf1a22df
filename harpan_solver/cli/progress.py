"""Verdicts as they come, counted and shown on a bar."""

import sys
from collections import Counter
from types import TracebackType

from harpan_solver.batch.bar import Bar
from harpan_solver.cli.command import complain
from harpan_solver.result import Verdict


class Progress:
    """Counts verdicts; shows them on a bar when there are many deals and standard error is a terminal."""

    def __init__(self, total: int) -> None:
        self.counts: Counter[Verdict] = Counter()
        self._bar = Bar(total, wanted=None if total > 1 else False)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._bar:
            self._bar.finish(self.counts.total(), self.summary())

    def add(self, verdict: Verdict) -> None:
        """One more deal is done."""
        self.counts[verdict] += 1
        self.tick()

    def tick(self) -> None:
        """Let the bar and its clock go on."""
        if self._bar.due:
            self._bar.show(self.counts.total(), self.summary())

    def clear(self) -> None:
        """Make room for text on standard output; a later ``add`` or ``tick`` draws the bar again."""
        self._bar.make_room(sys.stdout)

    def say(self, name: str, message: str) -> None:
        """One line on standard error, from the command of this name."""
        self._bar.make_room(sys.stderr)
        complain(name, message)

    def summary(self) -> str:
        """Such as ``81 solvable, 18 unsolvable, 1 undecided``."""
        return ", ".join(f"{self.counts[verdict]} {verdict}" for verdict in Verdict)
