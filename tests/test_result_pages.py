"""Notebooks and pages of results are made from the results that are kept."""

import runpy
from pathlib import Path
from types import ModuleType

import pytest

from experiments import batch_page, hidden_page, page

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_on_the_kept_results(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    runpy.run_path(str(path))
    out = capsys.readouterr().out
    assert out.count("\n") > 10  # its tables


@pytest.mark.parametrize("script", [page, batch_page, hidden_page])
def test_pages_say_what_the_results_say(script: ModuleType) -> None:
    assert script.main(["--check"]) == 0


@pytest.mark.parametrize(("script", "count"), [(page, 4), (hidden_page, 1)])
def test_every_picture_of_a_page_is_there(script: ModuleType, count: int) -> None:
    text = script.PAGE.read_text(encoding="utf-8")
    pictures = [part.partition(")")[0] for part in text.split("](")[1:] if ".png" in part.partition(")")[0]]
    assert len(pictures) == count
    assert all((script.DOCS / name).stat().st_size < 150_000 for name in pictures)
