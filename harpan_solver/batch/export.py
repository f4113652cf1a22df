"""A store's rows for other programs: CSV, JSON Lines, Parquet."""

import csv
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from harpan_solver.batch.faults import told
from harpan_solver.batch.schema import COLUMNS
from harpan_solver.batch.store import open_to_read
from harpan_solver.errors import InputError

FORMATS = ("csv", "jsonl", "parquet")
ROWS_AT_ONCE = 50_000


def export(path: str | Path, format: str, stream: IO[bytes], should_stop: Callable[[], bool]) -> int:
    """Write all rows of a store; returns how many.

    Those of the solver come first, then those of players that play games, both in the order of dealers, deal
    numbers and rule sets.

    Columns are ``schema.COLUMNS``: those of the store's view ``results``. Stops early when asked to.

    Raises:
        InputError: the store cannot be read, or Parquet lacks its package.
    """
    writers = {"csv": _write_csv, "jsonl": _write_json, "parquet": _write_parquet}
    with open_to_read(path) as connection, told(Path(path)):
        return writers[format](_batches(connection, should_stop), stream)


def export_to_file(
    path: str | Path, format: str, target: str | Path, should_stop: Callable[[], bool] = lambda: False
) -> int:
    """As ``export``, to a file that is there whole or not at all.

    Raises:
        InputError: as ``export``, or the file cannot be written.
    """
    target = Path(target)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("wb") as stream:
                rows = export(path, format, stream, should_stop)
            if not should_stop():
                part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{target}: cannot be written: {error.strerror or error}") from None
    return rows


def _batches(connection: sqlite3.Connection, should_stop: Callable[[], bool]) -> Iterator[list[Any]]:
    rows = connection.execute(f"SELECT {', '.join(COLUMNS)} FROM results")
    while batch := rows.fetchmany(ROWS_AT_ONCE):
        yield batch
        if should_stop():
            return


def _write_csv(batches: Iterator[list[Any]], stream: IO[bytes]) -> int:
    import io

    text = io.TextIOWrapper(stream, encoding="ascii", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    count = 0
    for batch in batches:
        writer.writerows(batch)
        count += len(batch)
    text.flush()
    text.detach()
    return count


def _write_json(batches: Iterator[list[Any]], stream: IO[bytes]) -> int:
    count = 0
    back = COLUMNS.index("worrying_back")
    for batch in batches:
        lines = []
        for row in batch:
            values = dict(zip(COLUMNS, row, strict=True))
            values["worrying_back"] = bool(row[back])
            lines.append(json.dumps(values) + "\n")
        stream.write("".join(lines).encode("ascii"))
        count += len(batch)
    return count


def _write_parquet(batches: Iterator[list[Any]], stream: IO[bytes]) -> int:
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise InputError("--format parquet: pip install 'harpan-solver[parquet]'") from None
    texts = {"deal", "player", "empty_column", "verdict", "reason", "version", "end"}
    kinds: dict[str, Any] = dict.fromkeys(COLUMNS, pyarrow.int64()) | dict.fromkeys(texts, pyarrow.string())
    kinds |= {
        "worrying_back": pyarrow.bool_(),
        "cpu_seconds": pyarrow.float64(),
        "max_seconds": pyarrow.float64(),
    }
    schema = pyarrow.schema([(name, kinds[name]) for name in COLUMNS])
    back = COLUMNS.index("worrying_back")
    count = 0
    with ParquetWriter(stream, schema, compression="zstd") as writer:
        for batch in batches:
            columns = [list(column) for column in zip(*batch, strict=True)]
            columns[back] = [bool(each) for each in columns[back]]
            writer.write_table(pyarrow.table(columns, schema=schema))
            count += len(batch)
    return count
