"""The store: written once, read fast, never harmed; every fault is one line."""

import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from harpan_solver.batch import schema
from harpan_solver.batch.faults import StoreFault
from harpan_solver.batch.grid import rule_grid
from harpan_solver.batch.sample import Span
from harpan_solver.batch.settle import Finding, Task
from harpan_solver.batch.store import Ran, Store, contents, open_to_read
from harpan_solver.limits import Limits

GRID = rule_grid([3], [1, None], [True])
RAN = Ran(Limits(max_nodes=1000), "0.1.0")
BIG = 2**63


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


def finding(rules: int, verdict: str) -> Finding:
    reason = "max-nodes" if verdict == "undecided" else None
    return Finding(rules, verdict, reason, None, 100 if verdict == "solvable" else None, 10, 0.5)


def answers(numbers: range, *verdicts: str) -> Iterator[tuple[Task, list[Finding]]]:
    for number in numbers:
        yield (
            Task("harpan:", number, tuple(range(len(verdicts)))),
            [finding(n, verdict) for n, verdict in enumerate(verdicts)],
        )


def test_what_is_written_is_there(path: Path) -> None:
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(1, 51), "unsolvable", "solvable"))
        store.write(answers(range(51, 61), "unsolvable", "unsolvable"))
    with Store(path, GRID, RAN) as store:
        assert store.patterns(Span("harpan:", 1, 60)) == {
            ("unsolvable", "solvable"): 50,
            ("unsolvable", "unsolvable"): 10,
        }
        assert store.patterns(Span("harpan:", 1, 61)) is None
        assert store.patterns(Span("solvitaire:", 1, 10)) is None
        assert store.verdicts(Span("harpan:", 60, 70)) == {60: ["unsolvable", "unsolvable"]}


def test_another_grid_sees_the_rule_sets_that_it_shares(path: Path) -> None:
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(1, 3), "unsolvable", "solvable"))
    with Store(path, rule_grid([3], [None, 2], [True]), RAN) as store:
        assert store.patterns(Span("harpan:", 1, 2)) is None
        assert store.verdicts(Span("harpan:", 1, 2)) == {1: ["solvable", None], 2: ["solvable", None]}


def test_numbers_of_any_size(path: Path) -> None:
    numbers = [BIG - 1, BIG, 2**64 - 1, 10**67, 10**68]
    assert [schema.number_of(schema.stored(number)) for number in numbers] == numbers
    texts = [schema.stored(number) for number in numbers[1:]]
    assert sorted(texts, key=str) == texts
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(BIG - 2, BIG + 2), "solvable", "solvable"))
        assert store.patterns(Span("harpan:", BIG - 2, BIG + 1)) == {("solvable", "solvable"): 4}
        assert list(store.verdicts(Span("harpan:", BIG, 2**64))) == [BIG, BIG + 1]
    with open_to_read(path) as connection:
        names = {name for (name,) in connection.execute("SELECT deal FROM results")}
    assert names == {f"harpan:{number}" for number in range(BIG - 2, BIG + 2)}


def test_a_verdict_is_never_replaced(path: Path) -> None:
    span = Span("harpan:", 1, 1)
    with Store(path, GRID, RAN) as store:
        for verdict, kept in (
            ("undecided", "undecided"),
            ("solvable", "solvable"),
            ("undecided", "solvable"),
            ("unsolvable", "solvable"),
        ):
            store.write(answers(range(1, 2), verdict, verdict))
            assert store.verdicts(span) == {1: [kept, kept]}


@pytest.mark.parametrize(
    ("limits", "again"),
    [
        (Limits(max_nodes=1000), False),
        (Limits(max_nodes=500), False),
        (Limits(max_nodes=1001), True),
        (Limits(), True),
        (Limits(max_nodes=1000, max_seconds=None), True),
        (Limits(max_nodes=1000, memory_mb=4096), True),
    ],
)
def test_larger_limits_open_the_undecided_again(path: Path, limits: Limits, again: bool) -> None:
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(1, 2), "undecided", "undecided"))
        store.write(answers(range(2, 3), "unsolvable", "solvable"))
    with Store(path, GRID, Ran(limits, "0.1.0")) as store:
        assert (1 not in store.verdicts(Span("harpan:", 1, 2))) == again
        assert (store.patterns(Span("harpan:", 1, 2)) is None) == again


def test_contents(path: Path) -> None:
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(1, 8), "unsolvable", "solvable"))
        first, second = contents(path)  # while it is open for writing
    assert (first["rules"]["passes"], first["deals"], first["won"], first["lost"]) == (1, 7, 0, 7)
    assert (second["rules"]["passes"], second["won"], second["cpu_seconds"]) == (None, 7, 3.5)


def fault(path: Path) -> str:
    with pytest.raises(StoreFault) as caught:
        Store(path, GRID, RAN)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_files_that_are_no_store_are_left_alone(path: Path) -> None:
    path.write_text("important text, " * 1000)
    before = path.read_bytes()
    assert "no store" in fault(path)
    with pytest.raises(StoreFault, match="no store"):
        list(contents(path))
    assert path.read_bytes() == before
    other = path.with_name("other.sqlite")
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE photo (name)")
    connection.close()
    before = other.read_bytes()
    assert "no store" in fault(other)
    assert other.read_bytes() == before


def test_a_newer_store_is_left_alone(path: Path) -> None:
    with Store(path, GRID, RAN):
        pass
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert f"version {schema.VERSION + 1}" in fault(path)
    assert path.read_bytes() == before


def test_a_damaged_store(path: Path) -> None:
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(1, 5000), "unsolvable", "solvable"))
    data = bytearray(path.read_bytes())
    data[8192:] = bytes(len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(StoreFault, match="damaged"), Store(path, GRID, RAN) as store:
        store.verdicts(Span("harpan:", 1, 5000))


def test_a_second_run_is_refused_and_a_reader_is_not(path: Path) -> None:
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(1, 8), "unsolvable", "solvable"))
        script = (
            "import sys\n"
            "from harpan_solver.batch.store import *\n"
            "from harpan_solver.limits import Limits\n"
            "try:\n    Store(sys.argv[1], [], Ran(Limits(), ''))\n"
            "except Exception as error:\n    print(error)\n"
            "print(sum(each['deals'] for each in contents(sys.argv[1])))\n"
        )
        command = [sys.executable, "-c", script, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        first, second = done.stdout.splitlines()
        assert "another run is writing to it" in first
        assert second == "14"
    with Store(path, GRID, RAN):
        pass


def test_a_full_disk_harms_nothing(path: Path) -> None:
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(1, 101), "unsolvable", "solvable"))
        [pages] = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StoreFault, match="disk is full"):
            store.write(answers(range(101, 10_000), "unsolvable", "solvable"))
    with Store(path, GRID, RAN) as store:
        assert store.patterns(Span("harpan:", 1, 100)) == {("unsolvable", "solvable"): 100}
        assert store.verdicts(Span("harpan:", 101, 10_000)) == {}


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    assert "/proc/runs.sqlite: cannot be written" in fault(Path("/proc/runs.sqlite"))
    assert "there is no folder" in fault(tmp_path / "no" / "such" / "folder.sqlite")
    assert not (tmp_path / "no").exists()


def test_a_read_only_store(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path, GRID, RAN):
        pass
    from harpan_solver.batch import store as module

    def connect(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)

    # As file permissions say nothing to the superuser.
    monkeypatch.setattr(module, "_connect", connect)
    with pytest.raises(StoreFault, match="read-only"), Store(path, rule_grid([7], [1], [True]), RAN):
        pass


def test_a_folder_and_nothing(path: Path) -> None:
    assert "folder" in fault(path.parent)
    with pytest.raises(StoreFault, match="no such file"):
        list(contents(path))


def test_a_million_rows_are_read_and_summed_in_two_seconds(path: Path) -> None:
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(2), "unsolvable", "solvable"))
        with store._connection:
            store._connection.execute(
                "WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 499999) "
                "INSERT INTO result SELECT 1, n, rule_set, verdict, reason, fewest_passes, moves, states, "
                "cpu_seconds, run FROM n CROSS JOIN (SELECT * FROM result WHERE number = 0)"
            )
        begin = time.process_time()
        counts: Counter[tuple[str | None, ...]] = Counter()
        for start in range(0, 500_000, 10_000):
            patterns = store.patterns(Span("harpan:", start, start + 9_999))
            assert patterns is not None
            counts.update(patterns)
        assert time.process_time() - begin < 2
        assert counts == {("unsolvable", "solvable"): 500_000}
        begin = time.process_time()
        assert sum(row["deals"] for row in contents(path)) == 1_000_000
        assert time.process_time() - begin < 2
