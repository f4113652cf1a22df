"""How programs of ``experiments`` and ``benchmarks`` are run from the command line."""

import sys
from collections.abc import Callable

from harpan_solver.errors import HarpanError

FAILED = 2
INTERRUPTED = 130


def run_program(main: Callable[[], int | None]) -> None:
    """Runs a program and exits with what it returns; Ctrl-C and errors made on purpose end it with one line.

    What was done by then is kept where the program keeps it: in a store, or nowhere.
    """
    try:
        code = main()
    except HarpanError as error:
        print(error, file=sys.stderr)
        code = FAILED
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        code = INTERRUPTED
    sys.exit(code)
