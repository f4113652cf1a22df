"""A progress bar on a terminal or in a notebook."""

import sys
import time
from types import TracebackType
from typing import Any, TextIO

REFRESH_SECONDS = 0.2


class Bar:
    """Shows on standard error how many of so many deals, or games, are done; a context manager.

    The bar tells how many a second and the time left by itself.

    Args:
        total: how many there are.
        wanted: ``None`` for a bar on a terminal and in a notebook only.
        unit: what one of them is called.
    """

    def __init__(self, total: int, wanted: bool | None = None, unit: str = "deal") -> None:
        if wanted is None:
            wanted = "ipykernel" in sys.modules or _is_terminal(sys.stderr)
        self._bar: Any = None
        self._due = 0.0
        if wanted:
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
        """Show that so many are done, and words beside it, where that is due."""
        if self._bar is None or not self.due:
            return
        self._due = time.monotonic() + REFRESH_SECONDS
        if words:
            self._bar.set_postfix_str(words, refresh=False)
        self._bar.update(done - self._bar.n)
        self._bar.refresh()

    def finish(self, done: int, words: str = "") -> None:
        """Show where it ended."""
        self._due = 0.0
        self.show(done, words)

    def make_room(self, stream: TextIO) -> None:
        """Take the bar away for a line of text on a stream that may share its terminal."""
        if self._bar is not None and _is_terminal(stream):
            self._bar.clear()


def _is_terminal(stream: TextIO | None) -> bool:
    # A process without standard error has None in its place.
    return stream is not None and stream.isatty()
