"""The Python face: every name is there, nothing is loaded before it is asked for."""

import ast
import importlib.metadata
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import harpan_solver as hs


def test_every_name_is_there() -> None:
    names: dict[str, object] = {}
    exec("from harpan_solver import *", names)
    assert set(hs.__all__) <= names.keys()
    assert set(hs.__all__) <= set(dir(hs))
    assert list(hs.__all__) == sorted(hs.__all__)


def test_each_name_comes_from_where_type_checkers_see_it() -> None:
    tree = ast.parse(inspect.getsource(hs))
    seen = {
        (node.module, each.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module != "importlib"
        for each in node.names
    }
    homes = {(f"harpan_solver.{module}", name) for module, names in hs._HOMES.items() for name in names}
    assert seen == homes
    assert {name for _, name in homes} | {"__version__"} == set(hs.__all__)


def test_version() -> None:
    assert hs.__version__ == importlib.metadata.version("harpan-solver")


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match=r"^module 'harpan_solver' has no attribute 'slove'$"):
        hs.slove  # type: ignore[attr-defined]  # noqa: B018


def in_a_process_of_its_own(code: str) -> list[str]:
    """What the code prints, word by word."""
    root = Path(__file__).resolve().parent.parent
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root
    ).stdout.split()


def test_importing_the_package_imports_nothing_else() -> None:
    loaded = in_a_process_of_its_own(
        "import sys; before = set(sys.modules); import harpan_solver; print(*(set(sys.modules) - before))"
    )
    assert loaded == ["harpan_solver"]


@pytest.mark.parametrize("name", ["deal", "Game", "Rules", "score", "Limits", "parse_move", "Verdict"])
def test_what_needs_no_solver_loads_none(name: str) -> None:
    code = f"import sys, harpan_solver as hs; hs.{name}; print('numba' in sys.modules)"
    assert in_a_process_of_its_own(code) == ["False"]


def test_functions_are_not_hidden_by_modules() -> None:
    """Importing a module binds its name in the package; none may be that of a function."""
    code = (
        "import harpan_solver.hints, harpan_solver.passes, harpan_solver.scoring, harpan_solver as hs\n"
        "print(*(callable(getattr(hs, name)) for name in hs.__all__ if name != '__version__'))"
    )
    assert set(in_a_process_of_its_own(code)) == {"True"}


def test_a_game_by_the_face_alone() -> None:
    rules = hs.Rules(draw=1, passes=1)
    assert hs.hint("solvitaire:7", rules, ["draw"] * 4).lost_since == 3
    answer = hs.fewest_passes("solvitaire:2", hs.Rules(3))
    assert answer.passes is not None
    # 52 cards up and 21 turned up are 625; cards from the waste to a column come on top.
    moves = answer.solution.moves
    laid = sum(str(move).startswith("W>") and str(move) != "W>F" for move in moves)
    back = sum(str(move).startswith("F") for move in moves)
    points = hs.score(hs.deal("solvitaire:2"), hs.Rules(3), moves, "standard")
    assert points == 625 + 5 * laid + (10 - 15) * back
