"""In which order a solve tries what: short searches in several orders of moves, proofs by easier games,
then the full search.

Most deals are won within a hundred states in some order, while an order that misses the win may need
millions. So short tries in unlike orders come before long ones; the easier games, each of which can
prove a loss, get a share of the effort that grows with it. Orders and sizes were chosen on
``solvitaire:201-700``, draw 3, unlimited passes.
"""

import random
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
        orders: in which orders moves are tried (not used by the floating-stock relaxation).
    """

    game: Game
    states: int | None
    orders: tuple[Order, ...]


MIXTURE = 16
PROMISING = ("ushp", "uhsp", "husp", "ushp", "suhp", "usph", "uhps")


def order(letters: str) -> Order:
    """An order of moves from its letters.

    ``u`` up from a column, ``s`` up from the stock, ``p`` from the stock onto a column, ``h`` a head
    uncovers the card below; bringing back always comes last. Capital letters: high ranks first.
    """
    kinds = tuple(_LETTERS[letter] for letter in letters.lower())
    return Order((*kinds, BRING_BACK), letters.isupper())


def _random_direction(letters: str, chance: random.Random) -> Order:
    return order(letters.upper() if chance.random() < 0.5 else letters)


def _promising(seed: int) -> tuple[Order, ...]:
    """A mixture of orders that do well alone."""
    chance = random.Random(seed)
    return tuple(_random_direction(chance.choice(PROMISING), chance) for _ in range(MIXTURE))


def _any(seed: int) -> tuple[Order, ...]:
    """A mixture of any orders."""
    chance = random.Random(seed)
    mixture = []
    for _ in range(MIXTURE):
        letters = list("usph")
        chance.shuffle(letters)
        mixture.append(_random_direction("".join(letters), chance))
    return tuple(mixture)


def _orders(name: str) -> tuple[Order, ...]:
    kind, _, seed = name.partition("-")
    if seed:
        return {"promising": _promising, "any": _any}[kind](int(seed))
    return tuple(map(order, name.split("/")))


def _stage(text: str) -> Stage:
    """A stage from such text as ``ushp/USHP 200``, ``any-3 150``, ``floating 1000`` or ``single 2000``."""
    what, _, states = text.partition(" ")
    game = {"floating": Game.FLOATING_STOCK, "single": Game.SINGLE_DRAW}.get(what, Game.REAL)
    return Stage(game, int(states) if states else None, _orders(what if game is Game.REAL else "hspu"))


PLAN = tuple(
    _stage(text)
    for text in (
        "suhp 300",
        "HUSP 300",
        "floating 1000000",
        "promising-11 300",
        "any-1 300",
        "ushp/USHP 300",
        "single 1000",
        "promising-1 600",
        "USPH 400",
        "promising-6 300",
        "any-2 400",
        "HPUS 300",
        "promising-9 400",
        "promising-10 300",
        "any-5 1500",
        "any-3 400",
        "single 30000",
        "usph 1500",
        "USPH 1500",
        "phus 1500",
        "promising-0 2500",
        "promising-7 3000",
        "any-0 20000",
        "usph 30000",
        "promising-9 10000",
        "single 400000",
        "any-1 30000",
        "promising-2 60000",
        "single 4000000",
        "any-3 100000",
        "phus 200000",
        "usph 700000",
        "ushp",
    )
)
