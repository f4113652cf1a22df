"""Every search enters as many states as recorded: a change of the search shows, and says why."""

import os

import pytest

from tests.record_nodes import counts, recorded


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="millions of states")
def test_every_search_enters_as_many_states_as_recorded() -> None:
    moved = [f"{was} -> {now}" for was, now in zip(recorded(), counts(), strict=True) if was != now]
    assert not moved, "if they are meant to move: python -m tests.record_nodes, and say why"
