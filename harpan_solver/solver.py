"""``solve``: check, pack, search, unpack, replay, answer."""

import logging
from collections.abc import Callable

from harpan_solver import engine
from harpan_solver.cuts import ALL_CUTS, NO_FAULTS, Cuts, PlantedFaults
from harpan_solver.deals.deal import Deal
from harpan_solver.deals.names import deal
from harpan_solver.effort import Effort, Stopped
from harpan_solver.engine import Outcome
from harpan_solver.errors import InputError
from harpan_solver.expansion import expand
from harpan_solver.limits import Limits
from harpan_solver.packing import pack
from harpan_solver.plan import PLAN, Game
from harpan_solver.position import Position
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.warmup import prepare

_log = logging.getLogger(__name__)

DEFAULT_RULES = Rules()
DEFAULT_LIMITS = Limits()


def solve(
    question: Deal | Position | int | str,
    rules: Rules = DEFAULT_RULES,
    limits: Limits = DEFAULT_LIMITS,
    *,
    cuts: Cuts = ALL_CUTS,
    faults: PlantedFaults = NO_FAULTS,
    table_share: float = 1.0,
    should_stop: Callable[[], bool] | None = None,
) -> Solution:
    """Decides whether a thoughtful player, who knows every card, can win.

    Args:
        question: a deal, its name or number, or a position of a game in progress.
        rules: the rules of the game.
        limits: reaching one gives ``undecided``.
        cuts: the cutting rules to use; the verdict does not depend on them.
        faults: planted faults, for tests of the tests only.
        table_share: the part of the memory for tables that this solve may take, when several run in
            one process.
        should_stop: asked every few hundredths of a second; ``True`` ends the solve ``undecided``
            with the reason ``interrupted``.

    Raises:
        InputError: an unknown deal, or a position that is not one.
        ReplayFault: the solution found does not replay in the plain rules; a bug, never a verdict.
    """
    position = position_of(question)
    _check_question(position, rules, limits)
    prepare(_log.warning)
    effort = Effort(limits, table_share, should_stop)
    reason = None
    try:
        outcome = _decide(position, rules, cuts, faults, effort)
    except Stopped as stopped:
        outcome, reason = engine.UNDECIDED, stopped.reason
    except MemoryError:
        outcome, reason = engine.UNDECIDED, Reason.MEMORY
    moves = expand(position, rules, outcome.line) if outcome.verdict is Verdict.SOLVABLE else ()
    return Solution(position, rules, outcome.verdict, reason, moves, effort.nodes, effort.seconds)


def position_of(question: Deal | Position | int | str) -> Position:
    """The position that a question is about.

    Raises:
        InputError: an unknown deal, or a position that is not one.
    """
    if isinstance(question, Position):
        position = question
    else:
        position = (question if isinstance(question, Deal) else deal(question)).position
    position.check()
    return position


def _check_question(position: Position, rules: Rules, limits: Limits) -> None:
    if not isinstance(rules, Rules):
        raise InputError(f"rules {rules!r}: harpan_solver.Rules are needed")
    if not isinstance(limits, Limits):
        raise InputError(f"limits {limits!r}: harpan_solver.Limits are needed")
    if rules.passes is not None and position.pass_number > rules.passes:
        raise InputError(f"pass {position.pass_number}: the rules allow {rules.passes}")


def _decide(position: Position, rules: Rules, cuts: Cuts, faults: PlantedFaults, effort: Effort) -> Outcome:
    """Follows the plan until a stage decides; the last one has no limit of its own."""
    games = {Game.REAL: pack(position, rules, cuts, faults)}
    idle = set()
    if not cuts.floating_stock:
        idle.add(Game.FLOATING_STOCK)
    if not cuts.single_draw or (rules.draw == 1 and rules.passes is None):
        idle.add(Game.SINGLE_DRAW)
    outcome = engine.UNDECIDED
    for game, states, orders in PLAN:
        if game in idle:
            continue
        if game is Game.FLOATING_STOCK:
            outcome = engine.search_floating(games[Game.REAL], states, effort)
        else:
            if game not in games:
                games[game] = pack(position, Rules(draw=1, worrying_back=rules.worrying_back), cuts, faults)
            outcome = engine.search_deal(games[game], orders, states, effort)
        if outcome.verdict is Verdict.UNSOLVABLE or (outcome.verdict, game) == (Verdict.SOLVABLE, Game.REAL):
            break
        if outcome.verdict is Verdict.SOLVABLE:
            # The win of an easier game proves nothing, and need not be found again.
            idle.add(game)
            outcome = engine.UNDECIDED
    return outcome
