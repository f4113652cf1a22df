"""The fewest passes that win: one call answers the whole ladder of pass limits."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from harpan_solver.cuts import ALL_CUTS, Cuts
from harpan_solver.deals.deal import Deal
from harpan_solver.limits import Limits
from harpan_solver.moves import REDEAL
from harpan_solver.position import Position
from harpan_solver.result import Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.solver import DEFAULT_LIMITS, DEFAULT_RULES, position_of, solve


@dataclass(frozen=True, slots=True)
class FewestPasses:
    """The answer to "how few passes win?".

    Attributes:
        solution: the answer to the question as asked; its moves use the fewest passes found. When a
            limit ended the search before these were proven the fewest, it is ``solvable`` and its
            reason names the limit.
        passes: the fewest passes that win, proven; ``None`` when not solvable or not proven.
    """

    solution: Solution
    passes: int | None


def fewest_passes(
    question: Deal | Position | int | str,
    rules: Rules = DEFAULT_RULES,
    limits: Limits = DEFAULT_LIMITS,
    *,
    cuts: Cuts = ALL_CUTS,
    table_share: float = 1.0,
    should_stop: Callable[[], bool] | None = None,
) -> FewestPasses:
    """Decides whether a thoughtful player can win, and with how few passes.

    Every solution found bounds the answer from above, so the next question allows one pass fewer; the
    first loss ends it. The limits hold for all questions together.

    Args:
        question, rules, limits, cuts, table_share, should_stop: as for ``solve``; ``rules.passes`` bounds
            the answer.

    Raises:
        InputError: as ``solve``.
    """
    position = position_of(question)
    nodes, seconds = 0, 0.0
    best: Solution | None = None
    asked = rules
    while True:
        found = solve(
            position,
            asked,
            _rest(limits, nodes, seconds),
            cuts=cuts,
            table_share=table_share,
            should_stop=should_stop,
        )
        nodes, seconds = nodes + found.nodes, seconds + found.seconds
        if found.verdict is not Verdict.SOLVABLE:
            break
        best = replace(found, rules=rules)
        if _passes_used(best) == position.pass_number:
            break
        asked = replace(rules, passes=_passes_used(best) - 1)
    if best is None:
        return FewestPasses(replace(found, nodes=nodes, seconds=seconds), None)
    proven = found.verdict is not Verdict.UNDECIDED
    best = replace(best, reason=found.reason, nodes=nodes, seconds=seconds)
    return FewestPasses(best, _passes_used(best) if proven else None)


def _passes_used(solution: Solution) -> int:
    return solution.position.pass_number + solution.moves.count(REDEAL)


def _rest(limits: Limits, nodes: int, seconds: float) -> Limits:
    """What is left of the limits; never nothing, so that the next question ends at once with its reason."""
    return replace(
        limits,
        max_nodes=None if limits.max_nodes is None else max(limits.max_nodes - nodes, 1),
        max_seconds=None if limits.max_seconds is None else max(limits.max_seconds - seconds, 1e-6),
    )
