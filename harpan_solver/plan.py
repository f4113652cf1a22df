"""In which order a solve tries what: short searches in several orders of moves, proofs by easier games,
then the full search.

Half of all deals are won within a hundred states in some order, while the order that misses them may
need millions. So short tries in unlike orders come before long ones; the easier games, each of which
can prove a loss, get a share of the effort that grows with it. Orders and sizes were chosen on
``solvitaire:1-300`` (``benchmarks/orders.py``).
"""

from enum import Enum
from typing import NamedTuple

from harpan_solver.engine import Order
from harpan_solver.kernels.movegen import (
    BRING_BACK,
    STOCK_TO_COLUMN,
    UNCOVER,
    UP_FROM_COLUMN,
    UP_FROM_STOCK,
)

_LETTERS = {
    "u": UP_FROM_COLUMN,
    "s": UP_FROM_STOCK,
    "p": STOCK_TO_COLUMN,
    "h": UNCOVER,
}


class Game(Enum):
    """What is searched."""

    REAL = "the real rules"
    FLOATING_STOCK = "the floating-stock relaxation"
    SINGLE_DRAW = "the same deal with draw 1 and unlimited passes"


class Stage(NamedTuple):
    """One search.

    Attributes:
        game: the game searched.
        states: how many states it may enter; ``None`` for no such limit.
        order: in which order moves are tried (not used by the floating-stock relaxation).
    """

    game: Game
    states: int | None
    order: Order


def order(letters: str) -> Order:
    """An order of moves from its letters.

    ``u`` up from a column, ``s`` up from the stock, ``p`` from the stock onto a column, ``h`` a head
    uncovers the card below; bringing back always comes last. Capital letters: high ranks first.
    """
    kinds = tuple(_LETTERS[letter] for letter in letters.lower())
    return Order((*kinds, BRING_BACK), letters.isupper())


def _stage(text: str) -> Stage:
    """A stage from such text as ``ushp 200``, ``floating 1000`` or ``single 2000``."""
    what, _, states = text.partition(" ")
    game = {"floating": Game.FLOATING_STOCK, "single": Game.SINGLE_DRAW}.get(what, Game.REAL)
    return Stage(game, int(states) if states else None, order(what if game is Game.REAL else "hspu"))


PLAN = tuple(
    _stage(text)
    for text in (
        "husp 100",
        "USHP 200",
        "floating 1000",
        "single 500",
        "usph 700",
        "hpus 1000",
        "USPH 1500",
        "single 5000",
        "uphs 2500",
        "HPUS 4000",
        "floating 20000",
        "ushp 6000",
        "single 40000",
        "PHUS 10000",
        "USHP 20000",
        "floating 200000",
        "USHP 40000",
        "single 400000",
        "uphs 100000",
        "floating 2000000",
        "single 4000000",
        "ushp",
    )
)
