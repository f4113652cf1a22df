"""Help teaches: every command, every option, one example, and nothing heavy is imported for it."""

import os
import shlex
import subprocess
import sys

import click
import pytest

from harpan_solver.cli.group import COMMANDS, harpan
from tests.cli.conftest import ROOT, Invoke

HEAVY = ("numba", "llvmlite", "numpy", "pandas", "scipy", "matplotlib", "tqdm", "psutil")


def command_of(name: str) -> click.Command:
    command = harpan.get_command(click.Context(harpan), name)
    assert command is not None
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(invoke: Invoke, name: str) -> None:
    result = invoke(name, "--help")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "Exit status: 0" in " ".join(result.stdout.split())
    examples = [line for line in result.stdout.splitlines() if line.strip().startswith("Example: ")]
    assert len(examples) == 1
    assert name in invoke("--help").stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help_and_shows_its_default(name: str) -> None:
    command = command_of(name)
    context = click.Context(command)
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            if not parameter.is_flag and not parameter.multiple:
                assert f"[default: {parameter.default}]" in " ".join(command.get_help(context).split())


@pytest.mark.parametrize("name", ["solve", "show", "deals"])
def test_the_example_runs(invoke: Invoke, name: str) -> None:
    epilog = command_of(name).epilog
    assert epilog is not None
    words = shlex.split(epilog.removeprefix("Example: "))
    arguments = ["solve", *words[1:]] if words[0] == "harpan-solve" else words[1:]
    result = invoke(*arguments)
    assert result.exit_code == 0, result.stderr
    assert result.stdout


DEFAULTS = {
    "draw": "3",
    "passes": "unlimited",
    "worrying_back": "on",
    "max_nodes": "none",
    "max_seconds": "600",
    "memory_mb": "2048",
    "workers": "1",
}


def test_the_defaults_of_solve() -> None:
    found = {parameter.name: parameter.default for parameter in command_of("solve").params}
    assert {name: found[name] for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["solve", "--help"], ["verify", "--help"], ["--version"], ["solve", "x"], ["show", "42"]],
)
def test_nothing_heavy_is_imported(arguments: list[str]) -> None:
    """Where nothing is computed, the answer is there at once."""
    script = (
        "import sys\n"
        "from harpan_solver.cli import main\n"
        f"sys.argv[1:] = {arguments!r}\n"
        "try:\n    main()\n"
        "finally:\n"
        f"    heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "    sys.stderr.write('HEAVY ' + ' '.join(heavy))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stderr.splitlines()[-1] == "HEAVY ", done.stderr


def test_version(invoke: Invoke) -> None:
    for arguments in (["--version"], ["solve", "--version"]):
        result = invoke(*arguments)
        assert result.exit_code == 0
        assert result.stdout.startswith("harpan-solver ")
        assert result.stdout.split()[1][0].isdigit()


def test_the_group_alone_shows_its_help(invoke: Invoke) -> None:
    result = invoke()
    assert result.exit_code == 0
    assert result.stdout == invoke("--help").stdout
