"""Rules and limits: what they take and what they refuse."""

import math

import pytest

from harpan_solver.errors import InputError
from harpan_solver.limits import Limits
from harpan_solver.rules import Rules


def test_the_usual_rules() -> None:
    assert Rules() == Rules(draw=3, passes=None, worrying_back=True)
    assert Rules().row() == {"draw": 3, "passes": None, "worrying_back": True, "empty_column": "king"}
    assert Rules(1, 3, False).row() == {
        "draw": 1,
        "passes": 3,
        "worrying_back": False,
        "empty_column": "king",
    }


def test_the_ends_of_what_is_allowed() -> None:
    for draw in (1, 24):
        assert Rules(draw=draw).draw == draw
    for passes in (1, 10**9, None):
        assert Rules(passes=passes).passes == passes


@pytest.mark.parametrize(
    "options",
    [
        *({"draw": draw} for draw in (0, 25, -3, 3.0, "3", None, True)),
        *({"passes": passes} for passes in (0, -1, 1.5, math.inf, "unlimited", True)),
        *({"worrying_back": value} for value in (1, 0, "on", None)),
    ],
)
def test_refused_rules(options: dict[str, object]) -> None:
    with pytest.raises(InputError) as caught:
        Rules(**options)  # type: ignore[arg-type]
    ((name, value),) = options.items()
    assert str(caught.value).startswith(f"{name} {value!r}:") and "\n" not in str(caught.value)


def test_the_usual_limits() -> None:
    assert Limits() == Limits(max_nodes=None, max_seconds=600, memory_mb=2048)


def test_the_ends_of_what_limits_allow() -> None:
    assert Limits(max_nodes=1, max_seconds=0.001, memory_mb=256).memory_mb == 256
    assert Limits(max_seconds=None).max_seconds is None


@pytest.mark.parametrize(
    "options",
    [
        *({"max_nodes": value} for value in (0, -1, 2.5)),
        *({"max_seconds": value} for value in (0, -1, math.inf, math.nan)),
        *({"memory_mb": value} for value in (255, 0, -1)),
    ],
)
def test_refused_limits(options: dict[str, object]) -> None:
    with pytest.raises(InputError) as caught:
        Limits(**options)  # type: ignore[arg-type]
    ((name, value),) = options.items()
    assert str(caught.value).startswith(f"{name} {value!r}:") and "\n" not in str(caught.value)
