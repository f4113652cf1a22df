"""A bar on standard error while many deals are solved."""

import sys
from collections import Counter
from types import TracebackType
from typing import Any

from harpan_solver.cli.command import complain
from harpan_solver.result import Verdict


class Progress:
    """Counts verdicts; shows them on a bar when there are many deals and standard error is a terminal."""

    def __init__(self, total: int) -> None:
        self.counts: Counter[Verdict] = Counter()
        self._bar: Any = None
        self._shares_terminal = sys.stdout.isatty()
        if total > 1 and sys.stderr is not None and sys.stderr.isatty():
            from tqdm import tqdm

            tqdm.monitor_interval = 0
            self._bar = tqdm(total=total, unit="deal", disable=None, dynamic_ncols=True, leave=True)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def add(self, verdict: Verdict) -> None:
        """One more deal is done."""
        self.counts[verdict] += 1
        if self._bar is not None:
            self._bar.set_postfix_str(self.summary(), refresh=False)
            self._bar.update()

    def tick(self) -> None:
        """Let the clock on the bar go on."""
        if self._bar is not None:
            self._bar.refresh()

    def clear(self) -> None:
        """Make room for text on standard output; the next ``add`` or ``tick`` draws the bar again."""
        if self._bar is not None and self._shares_terminal:
            self._bar.clear()

    def say(self, name: str, message: str) -> None:
        """One line on standard error, from the command of this name."""
        if self._bar is not None:
            self._bar.clear()
        complain(name, message)

    def summary(self) -> str:
        """Such as ``81 solvable, 18 unsolvable, 1 undecided``."""
        return ", ".join(f"{self.counts[verdict]} {verdict}" for verdict in Verdict)
