"""``harpan export`` and ``harpan stores``."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harpan_solver.batch.schema import COLUMNS
from harpan_solver.batch.store import Store
from harpan_solver.cli.group import harpan
from tests.batch.test_store import GRID, RAN, answers


def invoke(*words: str) -> Result:
    return CliRunner().invoke(harpan, words, prog_name="harpan")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "runs.sqlite"
    with Store(path, GRID, RAN) as store:
        store.write(answers(range(1, 4), "unsolvable", "solvable"))
        store.write(answers(range(2**64 - 1, 2**64), "undecided", "solvable"))
    return path


def expected() -> list[tuple[str, int | None, str, str | None]]:
    names = [*(f"harpan:{number}" for number in (1, 2, 3)), f"harpan:{2**64 - 1}"]
    rows: list[tuple[str, int | None, str, str | None]] = []
    for name in names:
        rows.append((name, 1, "unsolvable", None))
        rows.append((name, None, "solvable", None))
    rows[-2] = (names[-1], 1, "undecided", "max-nodes")
    return rows


def test_csv(path: Path) -> None:
    result = invoke("export", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert tuple(rows[0]) == COLUMNS
    found = [
        (row["deal"], int(row["passes"]) if row["passes"] else None, row["verdict"], row["reason"] or None)
        for row in rows
    ]
    assert found == expected()
    assert {(row["max_nodes"], row["version"], row["worrying_back"]) for row in rows} == {
        ("1000", "0.1.0", "1")
    }


def test_json_lines_to_a_file(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "rows.jsonl"
    assert invoke("export", str(path), "--format", "jsonl", "--output", str(target)).exit_code == 0
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert [(row["deal"], row["passes"], row["verdict"], row["reason"]) for row in rows] == expected()
    assert rows[0]["worrying_back"] is True
    assert sorted(each.name for each in tmp_path.iterdir() if "part" in each.name) == []


def test_parquet(path: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    target = tmp_path / "rows.parquet"
    assert invoke("export", str(path), "--format", "parquet", "--output", str(target)).exit_code == 0
    rows = parquet.read_table(target).to_pylist()
    assert [(row["deal"], row["passes"], row["verdict"], row["reason"]) for row in rows] == expected()
    target.write_bytes(CliRunner().invoke(harpan, ["export", str(path), "--format", "parquet"]).stdout_bytes)
    assert parquet.read_table(target).num_rows == 8


def test_stores(path: Path) -> None:
    result = invoke("stores", str(path))
    assert "8 rows" in result.stdout
    rows = [json.loads(line) for line in invoke("stores", str(path), "--json").stdout.splitlines()]
    assert [(row["deals"], row["won"], row["lost"], row["undecided"]) for row in rows] == [
        (4, 0, 3, 1),
        (4, 4, 0, 0),
    ]


@pytest.mark.parametrize("command", ["export", "stores"])
def test_what_is_no_store(tmp_path: Path, command: str) -> None:
    other = tmp_path / "other"
    other.write_text("text\n" * 1000)
    for path, told in ((other, "no store"), (tmp_path / "nothing", "no such file")):
        result = invoke(command, str(path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert told in result.stderr and result.stderr.count("\n") == 1


def test_a_target_that_cannot_be_written(path: Path) -> None:
    result = invoke("export", str(path), "--output", "/proc/rows.csv")
    assert result.exit_code == 2
    assert "/proc/rows.csv: cannot be written" in result.stderr
