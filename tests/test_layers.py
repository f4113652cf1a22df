"""The house stays one-way, small and quick to enter."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(
    path
    for folder in ("harpan_solver", "benchmarks", "experiments", "tests")
    for path in (ROOT / folder).rglob("*.py")
)
LONGEST_FILE = 400
# What help and version must not wait for.
HEAVY = ("numba", "llvmlite", "numpy", "scipy", "pandas")


def test_import_contracts_hold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    cli = pytest.importorskip("importlinter.cli")
    monkeypatch.chdir(ROOT)
    status = cli.lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_too_long_to_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["solve", "--help"]], ids=" ".join)
def test_help_and_version_import_nothing_heavy(words: list[str]) -> None:
    script = (
        "import sys\n"
        "from harpan_solver.cli import main\n"
        f"sys.argv = ['harpan', *{words!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        f"print('heavy:', sorted(sys.modules.keys() & {set(HEAVY)!r}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "heavy: []"
