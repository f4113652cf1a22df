"""A saved figure says where it comes from."""

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from harpan_solver import origin as module
from harpan_solver.origin import origin

ROOT = Path(__file__).resolve().parent.parent


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=someone", "-c", "user.email=someone@example.org"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with one commit."""
    git(tmp_path, "init", "--quiet")
    (tmp_path / "file").write_text("one")
    git(tmp_path, "add", "file")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    return tmp_path.resolve()


def test_keys_and_what_they_hold() -> None:
    found = origin()
    assert set(found) == {
        *("command", "version", "commit", "python", "numpy", "numba", "llvmlite"),
        *("processor", "cores", "platform", "date"),
    }
    assert found["python"] == ".".join(map(str, sys.version_info[:3]))
    assert isinstance(found["numba"], str) and isinstance(found["processor"], str)
    assert datetime.fromisoformat(str(found["date"])).utcoffset() is not None
    json.dumps(found)


def test_command_names_a_script_without_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/some/where/harpan-estimate", "1-10", "two words"])
    monkeypatch.setattr(sys.modules["__main__"], "__spec__", None)
    assert origin()["command"] == "harpan-estimate 1-10 'two words'"


def test_command_names_a_module_as_it_was_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/some/where/run.py", "1-10"])
    spec = module.__spec__
    monkeypatch.setattr(sys.modules["__main__"], "__spec__", spec)
    assert origin()["command"] == "python -m harpan_solver.origin 1-10"


def test_commit_of_a_checkout_and_changes_in_it(checkout: Path) -> None:
    head = git(checkout, "rev-parse", "HEAD")
    assert module._commit(checkout) == head
    (checkout / "file").write_text("two")
    assert module._commit(checkout) == f"{head}-dirty"


def test_no_commit_below_another_projects_checkout(checkout: Path) -> None:
    below = checkout / "site-packages"
    below.mkdir()
    assert module._commit(below) is None


def test_no_commit_outside_a_checkout_or_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert module._commit(tmp_path) is None
    monkeypatch.setenv("PATH", "")
    assert module._commit(ROOT) is None


def test_a_package_that_is_not_installed_has_no_version() -> None:
    assert module._installed("no-such-package-anywhere") is None


def test_processor_where_the_kernel_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", refuse)
    assert module._processor()
