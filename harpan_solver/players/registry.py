"""Players by name.

A player is named ``NAME`` or, with options, ``NAME:OPTION=VALUE,OPTION=VALUE``.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from harpan_solver.errors import InputError
from harpan_solver.players.at_random import RandomPlayer
from harpan_solver.players.greedy import GreedyPlayer
from harpan_solver.players.player import Player
from harpan_solver.players.rules_of_thumb import TIPS, RulesOfThumbPlayer
from harpan_solver.rules import Rules

Reader = Callable[[str], object]


class Kind(NamedTuple):
    """A kind of player.

    Attributes:
        about: what it does, in one line.
        make: makes one for a game: ``make(rules, seed, **options)``.
        options: names of its options, each with what reads its value from a text; that raises
            InputError for a value it cannot use.
        sees_all: whether it is shown the deal, which is no fair play.
        compiled: whether it uses compiled code, which is compiled the first time.
    """

    about: str
    make: Callable[..., Player]
    options: Mapping[str, Reader] = {}
    sees_all: bool = False
    compiled: bool = False


def on_or_off(text: str) -> bool:
    """Reads a switch."""
    if text in ("on", "off"):
        return text == "on"
    raise InputError(f"{text!r}: on or off is needed")


def _thoughtful(rules: Rules, seed: int) -> Player:
    # The solver is loaded only when it is needed.
    from harpan_solver.players.thoughtful import ThoughtfulPlayer

    return ThoughtfulPlayer(rules, seed)


def _montecarlo(rules: Rules, seed: int, **options: Any) -> Player:
    from harpan_solver.players.montecarlo import MonteCarloPlayer

    return MonteCarloPlayer(rules, seed, **options)


def whole_number(text: str) -> int:
    """Reads a whole number."""
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{text[:40]!r}: a whole number is needed") from None


def number(text: str) -> float:
    """Reads a number."""
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{text[:40]!r}: a number is needed") from None


PLAYERS: dict[str, Kind] = {
    "random": Kind("any action as soon as any other", RandomPlayer, {"worrying_back": on_or_off}),
    "greedy": Kind("a fixed order of preference", GreedyPlayer),
    "rules-of-thumb": Kind(
        "six tips of players, each with a switch", RulesOfThumbPlayer, dict.fromkeys(TIPS, on_or_off)
    ),
    "montecarlo": Kind(
        "tries every choice in shuffled worlds, by the solver or by playouts",
        _montecarlo,
        {
            "judge": str,
            "worlds": whole_number,
            "depth": whole_number,
            "states": whole_number,
            "turn_up_credit": number,
            "finalists": whole_number,
            "next_worlds": whole_number,
            "seconds": number,
        },
        compiled=True,
    ),
    "thoughtful": Kind(
        "knows every card and plays the solver's solution", _thoughtful, sees_all=True, compiled=True
    ),
}


def make(name: str, rules: Rules, seed: int) -> Player:
    """A fresh player for one game.

    Args:
        name: a name in ``PLAYERS``, with options after a colon if need be.
        rules: those of the game.
        seed: of everything that it does at random.

    Raises:
        InputError: an unknown player or option, or a value that the option cannot have.
    """
    kind, options = parse_player(name)
    try:
        return PLAYERS[kind].make(rules, seed, **options)
    except InputError as error:
        raise InputError(f"player {name!r}: {error}") from None


def parse_player(name: str) -> tuple[str, dict[str, object]]:
    """The name in ``PLAYERS`` and the options that a player's name holds.

    Raises:
        InputError: as for ``make``.
    """
    kind, colon, given = name.partition(":")
    if kind not in PLAYERS:
        raise InputError(f"player {name!r}: one of {', '.join(PLAYERS)} is needed")
    options: dict[str, object] = {}
    known = PLAYERS[kind].options
    for each in given.split(",") if colon else ():
        option, equals, value = each.partition("=")
        if option not in known or option in options or not equals:
            allowed = f"{', '.join(known)}, each once, with =VALUE" if known else "no option"
            raise InputError(f"player {name!r}, {each!r}: {kind} takes {allowed}")
        try:
            options[option] = known[option](value)
        except InputError as error:
            raise InputError(f"player {name!r}, {option}: {error}") from None
    return kind, options
