"""Games played by a player from beginning to end."""

import hashlib
import time
from dataclasses import dataclass
from enum import StrEnum

from harpan_solver.deals.deal import Deal
from harpan_solver.errors import IllegalMove
from harpan_solver.game import Game, Step
from harpan_solver.moves import DRAW, Move, MoveKind
from harpan_solver.observation import observe
from harpan_solver.players.player import DealPlayer, Player
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from harpan_solver.scoring import SYSTEMS, score_game

# Between two moves that cannot be taken back a sensible player makes far fewer.
MOST_IDLE_MOVES = 1000
FROM_WASTE = (MoveKind.WASTE_TO_FOUNDATION, MoveKind.WASTE_TO_COLUMN)


class End(StrEnum):
    """How a game ended."""

    WON = "won"
    GIVEN_UP = "given up"
    WENT_IN_CIRCLES = "went in circles"


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over.

    Attributes:
        rules: the options of the game.
        end: how it ended.
        moves: all moves, each chosen by the player.
        up: cards on the foundations at the end.
        points: the points by each scoring system; those of ``vegas`` are the game's balance.
        seconds: CPU seconds that the player took, for looking under the cards too.
    """

    rules: Rules
    end: End
    moves: tuple[Move, ...]
    up: int
    points: dict[str, int]
    seconds: float

    @property
    def won(self) -> bool:
        """Whether every card went to the foundations."""
        return self.end is End.WON

    def row(self) -> dict[str, object]:
        """The keys of a JSON row that do not name the deal and the player."""
        return {
            "rules": self.rules.row(),
            "won": self.won,
            "end": str(self.end),
            "up": self.up,
            "points": self.points,
            "moves": [str(move) for move in self.moves],
            "seconds": round(self.seconds, 6),
        }


class Match:
    """A game in the hands of a player, move by move.

    It is over when it is won, when the player gives it up, or when the player goes in circles: makes
    ``MOST_IDLE_MOVES`` moves of which none turned up a face-down card, turned a stock card for the first
    time or played a waste card.

    Attributes:
        game: the game as it stands.
        player: who plays it.
        end: how it ended; ``None`` while it is going on.
        seconds: CPU seconds that the player took so far.
    """

    def __init__(self, start: Deal | Position, rules: Rules, player: Player) -> None:
        """Set up a game.

        Raises:
            InputError: the start is no position of the deck, or is past the last pass of the rules.
        """
        position = start if isinstance(start, Position) else start.position
        self.game = Game(position, rules)
        self.player = player
        self.end: End | None = End.WON if self.game.won else None
        self.seconds = 0.0
        self._idle = 0
        if isinstance(player, DealPlayer):
            began = time.process_time()
            player.look_under(position)
            self.seconds += time.process_time() - began

    def play_on(self) -> None:
        """One more move by the player, or the end of the game.

        Raises:
            IllegalMove: the player chose a move that the rules do not allow, a fault of the player.
        """
        if self.end is not None:
            return
        seen = observe(self.game)
        began = time.process_time()
        move = self.player.choose(seen)
        self.seconds += time.process_time() - began
        if move is None:
            self.end = End.GIVEN_UP
            return
        try:
            step = self.game.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"move {len(self.game.steps) + 1} ({move}) of the player: {error}") from None
        self._idle = 0 if self._is_for_good(step) else self._idle + 1
        if self.game.won:
            self.end = End.WON
        elif self._idle >= MOST_IDLE_MOVES:
            self.end = End.WENT_IN_CIRCLES

    def _is_for_good(self, step: Step) -> bool:
        shows_stock = step.move == DRAW and self.game.pass_number == 1
        return shows_stock or step.turned_up is not None or step.move.kind in FROM_WASTE

    def played(self) -> Played:
        """The game that is over; one that is going on counts as given up."""
        return Played(
            rules=self.game.rules,
            end=self.end or End.GIVEN_UP,
            moves=tuple(self.game.history),
            up=sum(self.game.foundations),
            points={system: score_game(self.game, system) for system in SYSTEMS},
            seconds=self.seconds,
        )


def play_game(start: Deal | Position, rules: Rules, player: Player) -> Played:
    """Plays a whole game; the player is a fresh one.

    Raises:
        InputError: the start is no position of the deck, or is past the last pass of the rules;
            IllegalMove when the player chose a move that the rules do not allow.
    """
    match = Match(start, rules, player)
    while match.end is None:
        match.play_on()
    return match.played()


def seed_for(start: Deal | Position, seed: int = 0) -> int:
    """The player's seed in a game: the same on every machine, for the same visible cards and ``seed``.

    It comes from what a person sees before the first move, so it tells a player nothing about other cards.
    """
    position = start if isinstance(start, Position) else start.position
    seen = observe(Game(position))
    text = f"{seed} {seen.tableau} {seen.hidden} {seen.foundations} {seen.waste} {seen.stock}"
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8])
