"""Leaves out the worse half of the choices, round by round.

Sequential halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013.
"""

from harpan_solver.kernels.choices import Choices
from harpan_solver.kernels.jit import part


@part
def rank(field: int, choices: Choices) -> None:
    """Sorts the first ``field`` choices of the order by their wins, the best first; equal ones stay."""
    for place in range(1, field):
        choice = choices.order[place]
        while place > 0 and choices.wins[choices.order[place - 1]] < choices.wins[choice]:
            choices.order[place] = choices.order[place - 1]
            place -= 1
        choices.order[place] = choice


@part
def halved(field: int, finalists: int) -> int:
    """How many choices stay of a field, at least ``finalists`` if there are so many."""
    return max(min(field, finalists), (field + 1) // 2)


@part
def rounds_of(field: int, finalists: int) -> int:
    """In how many rounds a field is judged: it is halved after each, and a last choice needs none."""
    rounds = 0
    while halved(field, finalists) < field:
        field = halved(field, finalists)
        rounds += 1
    return rounds if field <= 1 else rounds + 1
