"""Games of a player that does not see the face-down cards: one deal played under many rule sets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from harpan_solver.batch.sample import deal_of
from harpan_solver.batch.settle import Task
from harpan_solver.deals import Deal
from harpan_solver.errors import InputError
from harpan_solver.limits import Limits
from harpan_solver.players import registry
from harpan_solver.players.match import Match, seed_for
from harpan_solver.players.player import CompiledPlayer
from harpan_solver.result import Reason, Verdict
from harpan_solver.rules import Rules
from harpan_solver.scoring import SYSTEMS

#: Who is shown every card: the share is that of solvable deals, and no game is played.
THOUGHTFUL = "thoughtful"
WON, LOST, UNDECIDED = "won", "lost", str(Verdict.UNDECIDED)


class PlayedGame(NamedTuple):
    """One game, as the store keeps it.

    Attributes:
        rules: number of the rule set in the run's grid.
        verdict: ``won``, ``lost`` or ``undecided``.
        reason: a value of ``Reason`` when undecided, else ``None``.
        end: a value of ``match.End``; this and the following are ``None`` when undecided.
        up: cards on the foundations at the end.
        moves: how many were made.
        standard, windows, patienshuset, vegas: points by each of ``scoring.SYSTEMS``, in their order.
        seconds: CPU seconds that the player took.
    """

    rules: int
    verdict: str
    reason: str | None
    end: str | None
    up: int | None
    moves: int | None
    standard: int | None
    windows: int | None
    patienshuset: int | None
    vegas: int | None
    seconds: float


class Sums(NamedTuple):
    """What games that came to an end add up to."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    up: int = 0
    standard: int = 0
    windows: int = 0
    patienshuset: int = 0
    vegas: int = 0

    def plus(self, other: "Sums") -> "Sums":
        """The sums of both."""
        return Sums._make(mine + theirs for mine, theirs in zip(self, other, strict=True))

    @classmethod
    def of(cls, game: PlayedGame) -> "Sums":
        """Those of one game; an undecided one adds nothing."""
        if game.end is None:
            return cls()
        return cls(
            1,
            game.moves or 0,
            game.seconds,
            game.up or 0,
            game.standard or 0,
            game.windows or 0,
            game.patienshuset or 0,
            game.vegas or 0,
        )

    def per_game(self) -> "dict[str, float]":
        """Means of the games, and CPU seconds of a move; empty when there is no game.

        The keys are ``moves``, ``seconds``, ``up``, the scoring systems, and ``seconds_per_move``.
        """
        if not self.games:
            return {}
        means = {name: value / self.games for name, value in self._asdict().items() if name != "games"}
        return {**means, "seconds_per_move": self.seconds / max(1, self.moves)}


@dataclass(frozen=True)
class Play:
    """The work of an estimate with a player: a deal's games under a grid of rule sets.

    Attributes:
        grid: the rule sets.
        player: a name as the registry takes it; a fresh player plays each game.
        limits: ``max_seconds`` is for each game; one that takes longer is undecided.
    """

    grid: tuple[Rules, ...]
    player: str
    limits: Limits

    @property
    def searches(self) -> int:
        """Most games for one deal."""
        return len(self.grid)

    def __call__(self, task: Task) -> list[PlayedGame]:
        """Play the open rule sets of a deal."""
        deal = deal_of(task.dealer, task.number)
        return [self._play(deal, number) for number in task.open]

    def lost(self, task: Task) -> list[PlayedGame]:
        """What is recorded of a deal that no worker survives."""
        return [_undecided(number, Reason.WORKER_LOST, 0.0) for number in task.open]

    def _play(self, deal: Deal, number: int) -> PlayedGame:
        rules, limit = self.grid[number], self.limits.max_seconds
        player = registry.make(self.player, rules, seed_for(deal))
        if isinstance(player, CompiledPlayer):
            # Before the clock of the game runs.
            player.get_ready(lambda line: None)
        match = Match(deal, rules, player)
        while match.end is None:
            if limit is not None and match.seconds > limit:
                return _undecided(number, Reason.MAX_SECONDS, match.seconds)
            match.play_on()
        played = match.played()
        points = [played.points[system] for system in SYSTEMS]
        verdict, moves = WON if played.won else LOST, len(played.moves)
        return PlayedGame._make(
            (number, verdict, None, str(played.end), played.up, moves, *points, played.seconds)
        )


def _undecided(number: int, reason: Reason, seconds: float) -> PlayedGame:
    return PlayedGame(number, UNDECIDED, str(reason), None, None, None, None, None, None, None, seconds)


def get_ready(player: str, grid: Sequence[Rules], announce: Callable[[str], None]) -> None:
    """Compile or load what a player needs under these rule sets.

    Args:
        announce: called with a line before anything that takes long.

    Raises:
        InputError: a player that cannot be made.
    """
    for rules in grid:
        made = registry.make(player, rules, 0)
        if isinstance(made, CompiledPlayer):
            made.get_ready(announce)


def canonical(player: str) -> str:
    """The name under which a store keeps a player: the options given, in the registry's order.

    Raises:
        InputError: no player's name.
    """
    kind, given = registry.parse_player(player)
    options = [f"{name}={_text(given[name])}" for name in registry.PLAYERS[kind].options if name in given]
    return ":".join([kind, ",".join(options)]) if options else kind


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def check_limits(player: str, limits: Limits) -> None:
    """Whether limits make sense for games of a player.

    Raises:
        InputError: they do not.
    """
    if limits.max_nodes is not None:
        raise InputError(
            f"max_nodes {limits.max_nodes}: not with player {player!r}; max_seconds limits each of its games"
        )
