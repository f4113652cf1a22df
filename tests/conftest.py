"""What all tests share."""

import signal

import pytest
from hypothesis import settings

from harpan_solver.warmup import prepare

# The first example may wait for kernels to be compiled, so single examples have no deadline.
settings.register_profile("harpan", parent=settings(), deadline=None)
settings.load_profile("harpan")

# A shell's background job ignores SIGINT, and so would every process that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def compiled_kernels() -> None:
    """Compiled once before all else: a notice in the middle of a test's output would be part of it."""
    prepare(lambda line: None)
