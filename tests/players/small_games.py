"""Games of small decks, played until few cards are unseen, so that all worlds can be tried."""

from random import Random

from harpan_solver.observation import Observation, observe
from harpan_solver.players.match import Match
from harpan_solver.players.registry import make
from harpan_solver.position import Position
from harpan_solver.rules import Rules


def nearly_seen(number: int, rules: Rules, unseen: int) -> Observation:
    """A game of 24 cards once no more than so many are unseen, or where it ended."""
    cards = list(range(24))
    Random(number).shuffle(cards)
    start = Position.dealt(tuple(cards), ranks=6, columns=4)
    match = Match(start, rules, make("rules-of-thumb", rules, number))
    while match.end is None and len(observe(match.game).unseen) > unseen:
        match.play_on()
    return observe(match.game)
