"""The commands ``harpan`` and ``harpan-solve``: words in, words out; nothing is decided here.

Each command has a file of its own, imported when it is asked for; what computes is imported when
there is something to compute, so that help and version answer at once.
"""


def main() -> None:
    """Entry point of ``harpan``."""
    _run("group", "harpan", "harpan")


def solve_main() -> None:
    """Entry point of ``harpan-solve``, the same as ``harpan solve``."""
    _run("solve", "solve", "harpan-solve")


def _run(module: str, command: str, name: str) -> None:
    # Everything is imported here, for Ctrl-C to be told in one line from the very beginning.
    import sys

    try:
        from importlib import import_module

        loaded = getattr(import_module(f"harpan_solver.cli.{module}"), command)
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write(f"{name}: interrupted\n")
        sys.exit(130)
    loaded.main(prog_name=name)
