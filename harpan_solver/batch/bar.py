"""A progress bar on a terminal or in a notebook."""

import sys
import time
from types import TracebackType
from typing import Any

REFRESH_SECONDS = 0.2


class Bar:
    """Shows how many of so many are done; a context manager.

    Args:
        total: how many there are.
        unit: of what.
        wanted: ``None`` for a bar on a terminal and in a notebook only.
    """

    def __init__(self, total: int, unit: str, wanted: bool | None = None) -> None:
        notebook = "ipykernel" in sys.modules
        terminal = sys.stderr is not None and sys.stderr.isatty()
        self._bar: Any = None
        self._due = 0.0
        if wanted or (wanted is None and (notebook or terminal)):
            from tqdm.auto import tqdm

            tqdm.monitor_interval = 0
            self._bar = tqdm(total=total, unit=unit, dynamic_ncols=True)

    def __enter__(self) -> "Bar":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    @property
    def due(self) -> bool:
        """Whether there is a bar, and it is time to show something new."""
        return self._bar is not None and time.monotonic() >= self._due

    def show(self, done: int, words: str = "") -> None:
        """Move on."""
        if self._bar is None or not self.due:
            return
        self._due = time.monotonic() + REFRESH_SECONDS
        if words:
            self._bar.set_postfix_str(words, refresh=False)
        self._bar.update(done - self._bar.n)
        self._bar.refresh()

    def clear(self) -> None:
        """Make room for a line of text on the same terminal."""
        if self._bar is not None and sys.stdout.isatty():
            self._bar.clear()

    def finish(self, done: int) -> None:
        """Show where it ended."""
        self._due = 0.0
        self.show(done)
