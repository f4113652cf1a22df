"""``hint``: for a player, whether a game can still be won, how to go on, and which move lost it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from harpan_solver.deals.deal import Deal
from harpan_solver.game import Game, replay
from harpan_solver.limits import Limits
from harpan_solver.moves import DRAW, REDEAL, Move
from harpan_solver.position import Position
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.solver import DEFAULT_LIMITS, DEFAULT_RULES, position_of, solve


class Outlook(StrEnum):
    """What a thoughtful player, who knows every card, can still make of a game."""

    WON = "won"
    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice to a player.

    Moves of the game are numbered from 1; move 0 stands for the deal or position that it began with.

    Attributes:
        start: the deal's first position, or the position that the moves began with.
        position: where the game stands after the moves.
        rules: the rules of the game.
        played: the moves played so far.
        outlook: ``won``, ``winnable``, ``lost`` (a proof) or ``undecided``.
        reason: the limit that left the outlook or the losing move undecided, else ``None``.
        moves: a way of winning from here; empty unless ``winnable``.
        lost_between: of a lost game, the first and the last move that can be the one that lost it; the
            same number twice when it is certain, 0 for a game that could not be won from the start.
        instead: of a lost game, a way of winning from just before the losing move; empty when that move
            is not certain, or when the game could not be won from the start.
        nodes: states entered by all searches together.
        seconds: CPU seconds of all searches together.
    """

    start: Position
    position: Position
    rules: Rules
    played: tuple[Move, ...]
    outlook: Outlook
    reason: Reason | None = None
    moves: tuple[Move, ...] = ()
    lost_between: tuple[int, int] | None = None
    instead: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0

    @property
    def move(self) -> Move | None:
        """The next move; ``None`` unless ``winnable``."""
        return self.moves[0] if self.moves else None

    @property
    def next_moves(self) -> tuple[Move, ...]:
        """The next move of a card, with the turns of the stock that lead to it."""
        return through_the_stock(self.moves)

    @property
    def lost_since(self) -> int | None:
        """The number of the move that lost the game; ``None`` when nothing is lost, or not certain."""
        if self.lost_between is None or len(set(self.lost_between)) > 1:
            return None
        return self.lost_between[0]

    @property
    def settled(self) -> bool:
        """Whether no question is left open."""
        return self.reason is None

    def row(self) -> dict[str, object]:
        """The keys of a JSON row that do not name the deal."""
        return {
            "rules": self.rules.row(),
            "played": len(self.played),
            "outlook": str(self.outlook),
            "reason": None if self.reason is None else str(self.reason),
            "move": None if self.move is None else str(self.move),
            "moves": [str(move) for move in self.moves],
            "lost_since": self.lost_since,
            "lost_between": None if self.lost_between is None else list(self.lost_between),
            "instead": [str(move) for move in self.instead],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }


def through_the_stock(moves: Sequence[Move]) -> tuple[Move, ...]:
    """The beginning of some moves: turns of the stock up to and with the first move of a card."""
    turns = next((at for at, move in enumerate(moves) if move not in (DRAW, REDEAL)), len(moves))
    return tuple(moves[: turns + 1])


def hint(
    start: Deal | Position | int | str,
    rules: Rules = DEFAULT_RULES,
    moves: Iterable[Move | str] = (),
    limits: Limits = DEFAULT_LIMITS,
    *,
    should_stop: Callable[[], bool] | None = None,
) -> Hint:
    """Tells whether a game can still be won; then how to go on, else which of its moves lost it.

    A game that is lost stays lost, whatever is played, so the losing move is found by halving: about
    seven exact searches for a hundred moves.

    Args:
        start: a deal, its name or number, or a position of a game in progress.
        rules: the rules of the game.
        moves: the moves played since, or their texts.
        limits: for all searches together.
        should_stop: as for ``solve``.

    Raises:
        InputError: an unknown deal, a position that is not one, or a text that is no move; IllegalMove
            when the rules refuse a move.
    """
    first = position_of(start)
    game = replay(first, rules, moves)
    here = Hint(first, game.position, rules, tuple(game.history), Outlook.WON)
    if game.won:
        return here
    searches = _Searches(rules, limits, should_stop)
    answer = searches.solve(game.position)
    if answer.verdict is Verdict.SOLVABLE:
        here = replace(here, outlook=Outlook.WINNABLE, moves=answer.moves)
    elif answer.verdict is Verdict.UNDECIDED:
        here = replace(here, outlook=Outlook.UNDECIDED, reason=answer.reason)
    else:
        here = _with_losing_move(replace(here, outlook=Outlook.LOST), searches)
    return replace(here, nodes=searches.nodes, seconds=searches.seconds)


def _with_losing_move(lost: Hint, searches: "_Searches") -> Hint:
    """The hint of a lost game with what can be found out about the move that lost it."""
    positions = _positions(lost)
    won, lost_by = -1, len(lost.played)  # the latest known to be winnable, the earliest known to be lost
    instead: tuple[Move, ...] = ()
    reason = None
    while lost_by - won > 1 and reason is None:
        middle = (won + lost_by) // 2
        answer = searches.solve(positions[middle])
        if answer.verdict is Verdict.SOLVABLE:
            won, instead = middle, answer.moves
        elif answer.verdict is Verdict.UNSOLVABLE:
            lost_by = middle
        else:
            reason = answer.reason
    return replace(
        lost, reason=reason, lost_between=(won + 1, lost_by), instead=() if reason is not None else instead
    )


def _positions(played: Hint) -> list[Position]:
    """The position before each move and after the last."""
    game = Game(played.start, played.rules)
    positions = [game.position]
    for move in played.played:
        game.play(move)
        positions.append(game.position)
    return positions


class _Searches:
    """Solves one question after the other within limits that hold for all together.

    Attributes:
        nodes, seconds: what they have used so far.
    """

    def __init__(self, rules: Rules, limits: Limits, should_stop: Callable[[], bool] | None) -> None:
        self.nodes = 0
        self.seconds = 0.0
        self._rules = rules
        self._limits = limits
        self._should_stop = should_stop

    def solve(self, position: Position) -> Solution:
        """The answer to the next question."""
        solution = solve(position, self._rules, self._rest(), should_stop=self._should_stop)
        self.nodes += solution.nodes
        self.seconds += solution.seconds
        return solution

    def _rest(self) -> Limits:
        """What is left; never nothing, so that a question beyond the limits ends at once with its reason."""
        nodes, seconds = self._limits.max_nodes, self._limits.max_seconds
        return replace(
            self._limits,
            max_nodes=None if nodes is None else max(nodes - self.nodes, 1),
            max_seconds=None if seconds is None else max(seconds - self.seconds, 1e-6),
        )
