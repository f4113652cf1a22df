"""Rule sets: every combination of the options asked for, and which of two is the easier."""

from collections.abc import Iterable, Iterator, Sequence

from harpan_solver.errors import InputError
from harpan_solver.rules import Rules


def rule_grid(
    draws: Iterable[int], passes: Iterable[int | None], worrying_back: Iterable[bool]
) -> tuple[Rules, ...]:
    """Every combination, in the order of the lists: the last list runs fastest, repetitions are left out.

    Raises:
        InputError: a value that the rules do not allow, or an empty list.
    """
    passes, worrying_back = tuple(passes), tuple(worrying_back)
    grid = tuple(
        dict.fromkeys(
            Rules(draw, limit, back) for draw in draws for limit in passes for back in worrying_back
        )
    )
    if not grid:
        raise InputError("draw, passes, worrying_back: at least one value of each is needed")
    return grid


def no_harder(easy: Rules, hard: Rules) -> bool:
    """Whether every deal won under ``hard`` is won under ``easy`` for certain.

    More passes and worrying back only add choices; with a draw count that divides the other one, the same
    cards can be turned in more, smaller steps.
    """
    return (
        hard.draw % easy.draw == 0
        and (easy.passes is None or (hard.passes is not None and easy.passes >= hard.passes))
        and (easy.worrying_back or not hard.worrying_back)
    )


def easiest_first(grid: Sequence[Rules]) -> list[int]:
    """Numbers of the rule sets of a grid, none before one that is easier."""

    def key(number: int) -> tuple[int, float, bool]:
        rules = grid[number]
        return rules.draw, -(float("inf") if rules.passes is None else rules.passes), not rules.worrying_back

    return sorted(range(len(grid)), key=key)


def neighbours(grid: Sequence[Rules]) -> Iterator[tuple[int, int]]:
    """Pairs of rule sets that differ in one option and there by one step of the values asked for.

    The harder one comes first: fewer passes, no worrying back, the larger draw count.
    """
    draws = sorted({rules.draw for rules in grid}, reverse=True)
    limits = sorted({rules.passes for rules in grid}, key=lambda limit: (limit is None, limit or 0))
    place = {rules: number for number, rules in enumerate(grid)}
    for hard, number in place.items():
        steps = []
        if not hard.worrying_back:
            steps.append(Rules(hard.draw, hard.passes, True))
        for limit in limits[limits.index(hard.passes) + 1 :][:1]:
            steps.append(Rules(hard.draw, limit, hard.worrying_back))
        for draw in draws[draws.index(hard.draw) + 1 :][:1]:
            steps.append(Rules(draw, hard.passes, hard.worrying_back))
        for easy in steps:
            if easy in place:
                yield number, place[easy]
