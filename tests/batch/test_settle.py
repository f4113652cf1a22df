"""One deal under many rule sets: the verdicts of single questions, by fewer searches."""

from collections.abc import Callable
from itertools import product

import pytest

from harpan_solver.batch.grid import easiest_first, neighbours, no_harder, rule_grid
from harpan_solver.batch.settle import Finding, Settle, Task, settle
from harpan_solver.deals import Deal, deal
from harpan_solver.errors import InputError
from harpan_solver.limits import Limits
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.solver import solve

GRID = rule_grid((1, 2, 3), (1, 2, 3, 4, None), (True, False))


def test_the_order_of_a_grid() -> None:
    assert rule_grid([3, 1], [None, 2], [True]) == (Rules(3), Rules(3, 2), Rules(1), Rules(1, 2))
    assert len(rule_grid([3, 3], [1], [True])) == 1
    with pytest.raises(InputError):
        rule_grid([25], [1], [True])
    with pytest.raises(InputError):
        rule_grid([], [1], [True])


def test_easiest_first() -> None:
    order = [GRID[number] for number in easiest_first(GRID)]
    assert all(
        not (no_harder(later, earlier) and later != earlier)
        for place, earlier in enumerate(order)
        for later in order[place + 1 :]
    )


def test_neighbours_differ_by_one_step() -> None:
    pairs = [(GRID[hard], GRID[easy]) for hard, easy in neighbours(GRID)]
    assert (Rules(1, 1), Rules(1, 2)) in pairs
    assert (Rules(1, 4, False), Rules(1, 4)) in pairs
    assert (Rules(3), Rules(2)) in pairs
    assert (Rules(1, 1), Rules(1, 3)) not in pairs
    # 3 draws: 4 steps of passes, twice; 5 x 3 of worrying back; 2 x 10 of the draw count.
    assert len(pairs) == len(set(pairs)) == 24 + 15 + 20


@pytest.mark.parametrize("number", [2, 4, 5, 9, 11])
def test_the_same_verdicts_as_one_by_one(number: int) -> None:
    searches = 0

    def counted(question: Deal, rules: Rules) -> Solution:
        nonlocal searches
        searches += 1
        return solve(question, rules)

    start = deal(f"solvitaire:{number}")
    found = settle(start, GRID, range(len(GRID)), counted)
    assert [each.verdict for each in found] == [solve(start, rules).verdict for rules in GRID]
    assert searches < len(GRID)
    for each in found:
        rules = GRID[each.rules]
        assert (each.moves is None) == (each.verdict != Verdict.SOLVABLE)
        if each.fewest_passes is not None:
            passes = each.fewest_passes
            fewer = [Rules(rules.draw, passes - 1, rules.worrying_back)] if passes > 1 else []
            assert solve(start, Rules(rules.draw, passes, rules.worrying_back)).verdict is Verdict.SOLVABLE
            assert all(solve(start, each).verdict is Verdict.UNSOLVABLE for each in fewer)
    assert any(each.fewest_passes for each in found) or not any(each.moves for each in found)


def answering(told: dict[Rules, Verdict]) -> Callable[[Deal, Rules], Solution]:
    def answer(question: Deal, rules: Rules) -> Solution:
        verdict = told[rules]
        reason = Reason.MAX_NODES if verdict is Verdict.UNDECIDED else None
        return Solution(question.position, rules, verdict, reason, (), 10, 0.5)

    return answer


def test_a_loss_settles_what_is_harder() -> None:
    found = settle(deal(1), GRID, range(len(GRID)), answering({Rules(1): Verdict.UNSOLVABLE}))
    assert {each.verdict for each in found} == {Verdict.UNSOLVABLE}
    assert sum(each.states for each in found) == 10
    assert sum(each.seconds for each in found) == 0.5


def test_an_undecided_rule_set_settles_nothing() -> None:
    grid = rule_grid([3], [1, None], [True])
    told = {Rules(3): Verdict.UNDECIDED, Rules(3, 1): Verdict.UNSOLVABLE}
    assert settle(deal(1), grid, [0, 1], answering(told)) == [
        Finding(0, "unsolvable", None, None, None, 10, 0.5),
        Finding(1, "undecided", "max-nodes", None, None, 10, 0.5),
    ]


def test_only_what_is_open_is_searched() -> None:
    grid = rule_grid([3], [1, None], [True])
    told = {Rules(3, 1): Verdict.UNSOLVABLE}
    assert [each.rules for each in settle(deal(1), grid, [0], answering(told))] == [0]


def test_a_deal_that_no_worker_survives() -> None:
    job = Settle(rule_grid([3], [1, 2, None], [True]), Limits())
    assert [(each.rules, each.verdict, each.reason) for each in job.lost(Task("harpan:", 1, (0, 2)))] == [
        (0, "undecided", "worker-lost"),
        (2, "undecided", "worker-lost"),
    ]


def test_no_harder() -> None:
    assert no_harder(Rules(1), Rules(3, 2, False))
    assert not no_harder(Rules(2), Rules(3))
    assert not no_harder(Rules(1, 2), Rules(1, 3))
    assert not no_harder(Rules(1, worrying_back=False), Rules(1))
    assert all(no_harder(each, each) for each in GRID)
    for a, b, c in product(GRID[::3], repeat=3):
        assert not (no_harder(a, b) and no_harder(b, c)) or no_harder(a, c)
