"""The options of a game, fixed before it starts."""

from dataclasses import dataclass

from harpan_solver.errors import InputError

MAX_DRAW = 24
KING_ONLY = "king"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rule set of a game of Harpan.

    Attributes:
        draw: cards turned from the stock at a time, 1 to 24.
        passes: times through the stock (redeals = passes - 1); ``None`` means unlimited.
        worrying_back: whether a foundation's top card may go back to a column.

    Raises:
        InputError: a value outside what is allowed.
    """

    draw: int = 3
    passes: int | None = None
    worrying_back: bool = True

    def __post_init__(self) -> None:
        if not _is_whole(self.draw) or not 1 <= self.draw <= MAX_DRAW:
            raise InputError(f"draw {self.draw!r}: a whole number from 1 to {MAX_DRAW} is needed")
        if self.passes is not None and (not _is_whole(self.passes) or self.passes < 1):
            raise InputError(
                f"passes {self.passes!r}: a whole number from 1 up, or None for unlimited, is needed"
            )
        if not isinstance(self.worrying_back, bool):
            raise InputError(f"worrying_back {self.worrying_back!r}: True or False is needed")

    @property
    def empty_column(self) -> str:
        """What an empty column takes: always ``king``."""
        return KING_ONLY

    def row(self) -> dict[str, object]:
        """The rules as a JSON row states them."""
        return {
            "draw": self.draw,
            "passes": self.passes,
            "worrying_back": self.worrying_back,
            "empty_column": self.empty_column,
        }


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
