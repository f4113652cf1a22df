"""Loading quickly what computes, for whole programs: half of a short run is loading."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quick_loading() -> Iterator[None]:
    """Within this context NumPy, Numba and the kernels are loaded in half the time.

    For programs that nobody else shares a process with: Numba's linear algebra is not there afterwards,
    and what has been loaded is never looked at by the garbage collector again.
    """
    # OpenBLAS starts a thread for every further core, and each spins for a tenth of a second. Nothing here
    # multiplies matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Numba loads SciPy's linear algebra wherever it finds it; None stands for a module that is not there.
    hidden = "scipy" not in sys.modules
    if hidden:
        sys.modules["scipy"] = None  # type: ignore[assignment]
    # Nothing that is loaded is garbage. Looking through it takes time now and, without the freezing, again
    # when the process ends.
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collecting:
            gc.enable()
        if hidden:
            del sys.modules["scipy"]
