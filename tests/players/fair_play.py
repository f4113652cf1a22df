"""Whether a player chooses by what it has seen only: the same game with the unseen cards dealt anew."""

from collections.abc import Callable
from random import Random

from harpan_solver.game import Game, replay
from harpan_solver.moves import Move
from harpan_solver.observation import observe
from harpan_solver.players.match import Match
from harpan_solver.players.player import DealPlayer, Player
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from tests.tables import redealt

Maker = Callable[[], Player]


def choices(start: Position, rules: Rules, player: Player, moves: list[Move]) -> list[Move | None]:
    """What a player chooses before each of the moves and after them; the game goes on by the moves."""
    if isinstance(player, DealPlayer):
        player.look_under(start)
    game = Game(start, rules)
    chosen = [player.choose(observe(game))]
    for move in moves:
        game.play(move)
        chosen.append(player.choose(observe(game)))
    return chosen


def unfair_choices(
    start: Position, rules: Rules, make: Maker, rng: Random, places: int, most_moves: int | None = None
) -> int:
    """In how many of so many places of a game the player is found to know more than it has seen.

    The player plays a game. At random places of it the cards still unseen are dealt anew, and a fresh player
    is taken through the same moves from the new deal: each time it should choose as it did before.
    """
    match = Match(start, rules, make())
    while match.end is None and (most_moves is None or len(match.game.steps) < most_moves):
        match.play_on()
    moves = match.game.history
    unfair = 0
    for _ in range(places):
        played = moves[: rng.randint(0, len(moves))]
        seen = observe(replay(start, rules, played))
        order = list(seen.unseen)
        rng.shuffle(order)
        again = redealt(start, seen, tuple(order))
        assert observe(replay(again, rules, played)) == seen
        unfair += choices(again, rules, make(), played) != choices(start, rules, make(), played)
    return unfair
