"""The commands inside this process and as real processes, with a stand-in for the solver."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import harpan_solver
from harpan_solver.cli.group import harpan
from tests.cli import fake_solver

ROOT = Path(__file__).resolve().parents[2]
COLOUR_VARIABLES = ("NO_COLOR", "FORCE_COLOR")

Invoke = Callable[..., Result]
Spawn = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Puts the stand-in in the solver's place; calling it tells deals how to behave."""
    for name, module in fake_solver.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
        monkeypatch.setattr(harpan_solver, name.split(".")[1], module, raising=False)
    monkeypatch.delenv("HARPAN_FAKE", raising=False)
    for variable in COLOUR_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    fake_solver.asked.clear()
    yield lambda **told: monkeypatch.setenv("HARPAN_FAKE", json.dumps(told))


@pytest.fixture
def invoke(fake: object) -> Invoke:
    """Runs ``harpan`` in this process: ``invoke("solve", "1", input=...)``."""

    def run(*arguments: str, input: str | bytes | None = None, command: click.Command = harpan) -> Result:
        return CliRunner().invoke(command, arguments, input=input, prog_name="harpan")

    return run


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    """Starts ``harpan`` with the stand-in as a process of its own; ends it with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(
        *arguments: str,
        told: dict[str, str] | None = None,
        environment: dict[str, str] | None = None,
        **options: object,
    ) -> "subprocess.Popen[str]":
        variables = {name: value for name, value in os.environ.items() if name not in COLOUR_VARIABLES}
        variables |= {"PYTHONPATH": str(ROOT), "HARPAN_FAKE": json.dumps(told or {})} | (environment or {})
        streams: dict[str, object] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process: subprocess.Popen[str] = subprocess.Popen(  # type: ignore[call-overload]
            [sys.executable, str(Path(fake_solver.__file__)), *arguments],
            text=True,
            env=variables,
            **{**streams, **options},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        with process:
            process.kill()
