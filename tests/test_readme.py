"""What the README and the pages in docs show is what happens."""

import re
import shlex
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

from benchmarks.readme import main
from harpan_solver.board import board_text
from harpan_solver.cli.group import harpan
from harpan_solver.deals import deal
from harpan_solver.game import Game

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
README = PAGES[0].read_text(encoding="utf-8")
SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[list[str]]:
    """Every command line of this package in the shell blocks, as words; the first is the program."""
    lines = "\n".join(blocks(text, "sh")).replace("\\\n", " ").splitlines()
    parts = [part for line in lines for part in re.split(r"&&|\|", line)]
    words = [shlex.split(part, comments=True) for part in parts]
    return [[Path(each[0]).name, *each[1:]] for each in words if each and Path(each[0]).name in SCRIPTS]


PYTHON_BLOCKS = [
    (page, block) for page in PAGES for block in blocks(page.read_text(encoding="utf-8"), "python")
]
COMMANDS = [words for page in PAGES for words in commands(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    ("page", "block"),
    PYTHON_BLOCKS,
    ids=[f"{page.name}-{number}" for number, (page, _) in enumerate(PYTHON_BLOCKS)],
)
def test_python_lines_print_what_they_say(
    page: Path,
    block: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)  # where a block's files go
    promised = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
    assert promised, "a block shows at least one line of output"
    exec(compile(block, page.name, "exec"), {"__name__": "page"})
    assert capsys.readouterr().out.splitlines() == promised


def test_readme_has_python_lines() -> None:
    assert any(page.name == "README.md" for page, _ in PYTHON_BLOCKS)


def test_dealer_written_out_in_the_docs_deals_as_ours() -> None:
    (block,) = (block for page, block in PYTHON_BLOCKS if page.name == "dealers.md")
    names: dict[str, Any] = {}
    exec(block, names)
    for number in (0, 1, 42, 123_456_789, 2**63, 2**64 - 1):
        assert names["harpan"](number) == deal(number).text


def test_board_of_the_readme_is_the_one_that_is_shown() -> None:
    (picture,) = blocks(README, "text")
    assert picture == f"harpan:42\n\n{board_text(Game(deal(42)))}\n"


def test_readme_has_the_two_commands() -> None:
    fresh = [line for block in blocks(README, "sh") for line in block.splitlines() if "-m venv" in line]
    assert len(fresh) == 2
    assert fresh[0].endswith("&& .venv/bin/harpan-solve 42")
    assert re.search(r"&& \.venv/bin/pytest\b", fresh[1])


def test_scripts_lead_to_callables() -> None:
    assert {"harpan", "harpan-solve"} == SCRIPTS.keys()
    for target in SCRIPTS.values():
        module, _, name = target.partition(":")
        assert callable(getattr(import_module(module), name))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_of_the_pages_exist_with_their_options(words: list[str]) -> None:
    program, *rest = words
    command: click.Command | None = harpan
    if program == "harpan-solve":
        rest.insert(0, "solve")
    if rest and not rest[0].startswith("-"):
        command = harpan.get_command(click.Context(harpan), rest.pop(0))
    assert command is not None, words
    context = click.Context(command, **command.context_settings)
    known = {option for each in command.get_params(context) for option in (*each.opts, *each.secondary_opts)}
    assert {word.partition("=")[0] for word in rest if word.startswith("--")} <= known


def test_figures_of_the_readme_are_those_of_the_results() -> None:
    assert main(["--check"]) == 0
