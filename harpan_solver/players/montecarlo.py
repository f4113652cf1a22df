"""``montecarlo``: tries every choice in worlds that agree with what has been seen."""

from collections import deque
from collections.abc import Callable
from functools import partial
from math import inf

from harpan_solver import guessing, playing_out, warmup
from harpan_solver.deciding import MOST_CHOICES
from harpan_solver.errors import InputError
from harpan_solver.expansion import play
from harpan_solver.kernels.judging import Judgement
from harpan_solver.limits import Limits
from harpan_solver.moves import DRAW, Move
from harpan_solver.observation import Observation
from harpan_solver.result import Verdict
from harpan_solver.rules import Rules
from harpan_solver.solver import solve

SOLVER, PLAYOUTS = "solver", "playouts"
JUDGES = (SOLVER, PLAYOUTS)

WORLDS = 300
DEPTH = 10
# As how many worlds the net's word counts.
PRIOR = 20.0
STATES = 1000
# With few passes a win takes more looking for.
STATES_OF_LIMITED_PASSES = 10_000
TURN_UP_CREDIT = 1.2
FINALISTS = 5
FINALISTS_OF_LIMITED_PASSES = 1
MARGIN = 0.1
NEXT_WORLDS = 24
LEAST_WORLDS = 10
MOST_WORLDS = 1_000_000
MOST_NEXT_WORLDS = 1000
MOST_STATES = 1_000_000
MOST_DEPTH = 1000
# A game of which everything is known is nearly always decided in far fewer.
END_LIMITS = Limits(max_nodes=3_000_000)


class MonteCarloPlayer:
    """Shuffles what it has not seen, tries every choice in the same worlds, and takes what does best.

    Where passes are unlimited it first looks through the stock, which costs nothing. Once at most one card
    is unseen, everything is known, and the solver plays the game to its end.

    What does best is told by one of two judges. The solver counts worlds that can be won. It solves a world
    as if its cards were seen, which overrates choices that leave cards face down. So a win counts more
    after a choice that turns a card up. And of the choices that do best, each is looked further into: the
    next choice then is made without knowing more than what this one shows.

    Playouts go on by a trained net that sees no more than a player. With one pass and draw 1, where nearly
    half of the cards come up one by one and only once, that is nearer to the truth; for other rules there
    is no net.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int = 0,
        judge: str | None = None,
        worlds: int = WORLDS,
        depth: int = DEPTH,
        states: int | None = None,
        turn_up_credit: float = TURN_UP_CREDIT,
        finalists: int | None = None,
        next_worlds: int = NEXT_WORLDS,
        seconds: float | None = None,
    ) -> None:
        """Ready for a game.

        Args:
            judge: ``solver`` or ``playouts``; by default playouts where there is a net for the rules.
            worlds: how many worlds the choices of a decision that stay in the field are tried in.
            depth: how many choices a playout makes; for playouts only.
            states: how many states the solver may enter in each; by default 1,000, with limited passes
                10,000; this and the next three are for the solver only.
            turn_up_credit: what a win counts after a choice that turns a card up, where others count 1.
            finalists: how many choices at most are looked further into, 1 for none; by default 5, with
                limited passes 1.
            next_worlds: how many worlds the choice after a finalist is tried in, for each card that the
                finalist could show.
            seconds: about how long each choice may take; then ``worlds`` and ``next_worlds`` are as many as
                fit into that, and a game is not the same on every machine.

        Raises:
            InputError: a value that cannot be used.
        """
        trained = (rules.draw, rules.passes) == (playing_out.DRAW, playing_out.PASSES)
        if judge is None:
            judge = PLAYOUTS if trained else SOLVER
        if states is None:
            states = STATES if rules.passes is None else STATES_OF_LIMITED_PASSES
        if finalists is None:
            finalists = FINALISTS if rules.passes is None else FINALISTS_OF_LIMITED_PASSES
        if judge not in JUDGES:
            raise InputError(f"judge {judge!r}: {' or '.join(JUDGES)} is needed")
        if judge == PLAYOUTS and not trained:
            raise InputError("judge playouts: there is a net for draw 1 with one pass only")
        _check("worlds", worlds, LEAST_WORLDS, MOST_WORLDS)
        _check("depth", depth, 1, MOST_DEPTH)
        _check("states", states, 1, MOST_STATES)
        _check("finalists", finalists, 1, MOST_CHOICES)
        _check("next_worlds", next_worlds, 2, MOST_NEXT_WORLDS)
        _check_positive("turn_up_credit", turn_up_credit)
        if seconds is not None:
            _check_positive("seconds", seconds)
        self.rules = rules
        self._planned: deque[Move] = deque()
        self._best_line: Callable[[Observation], list[int] | None]
        self._kernels = playing_out.KERNELS if judge == PLAYOUTS else guessing.KERNELS
        if judge == PLAYOUTS:
            playouts = playing_out.playout_room(playing_out.trained_net(), worlds, depth, PRIOR, seed)
            self._best_line = partial(playing_out.likeliest_choice, room=playouts, seconds=seconds)
        else:
            judgement = Judgement(worlds, states, turn_up_credit, finalists, MARGIN, next_worlds)
            most = next_worlds if seconds is None else MOST_NEXT_WORLDS
            worlds_room = guessing.room(states, most, rules.passes is not None, seed)
            self._best_line = partial(
                guessing.best_choice, judgement=judgement, room=worlds_room, seconds=seconds
            )

    def get_ready(self, announce: Callable[[str], None]) -> None:
        """Compile or load the solver and the judge."""
        warmup.prepare(announce)
        warmup.prepare(announce, self._kernels)

    def choose(self, seen: Observation) -> Move | None:
        """The next move of the choice made, or the first of another."""
        if not self._planned:
            self._planned.extend(self._next_moves(seen))
        return self._planned.popleft() if self._planned else None

    def _next_moves(self, seen: Observation) -> list[Move]:
        if self.rules.passes is None and None in seen.stock:
            return [DRAW]
        if len(seen.unseen) <= 1:
            solution = solve(seen.filled(seen.unseen), self.rules, END_LIMITS)
            if solution.verdict is not Verdict.UNDECIDED:
                return list(solution.moves)
        line = self._best_line(seen)
        if line is None:
            return []
        if not line:
            return [DRAW]
        game = seen.game()
        play(game, line)
        return game.history


def _check(name: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise InputError(f"{name} {number}: {least} to {most:,} are needed")


def _check_positive(name: str, number: float) -> None:
    if not 0 < number < inf:
        raise InputError(f"{name} {number}: a finite number above 0 is needed")
