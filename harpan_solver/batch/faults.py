"""What can be wrong with a store, each as one line."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from harpan_solver.batch.schema import APPLICATION_ID, VERSION
from harpan_solver.errors import InputError

NO_STORE = "no store of harpan, and left as it is"


class StoreFault(InputError):
    """A store that cannot be used; the message is one line and names the file."""


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into ``StoreFault``."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreFault(f"{path}: {_explain(error)}") from None


def _explain(error: sqlite3.Error) -> str:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return "the disk is full; all that was written before is kept, start again when there is room"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return "cannot be written: read-only"
        case sqlite3.SQLITE_CANTOPEN:
            return "cannot be opened or made"
        case sqlite3.SQLITE_NOTADB:
            return NO_STORE
        case sqlite3.SQLITE_CORRUPT:
            return f"damaged ({error})"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "in use by another program"
        case sqlite3.SQLITE_IOERR:
            return f"cannot be read or written ({error})"
        case _:
            return str(error)


def check_version(path: Path, connection: sqlite3.Connection) -> int:
    """The version of a store that this program knows; 0 when the file is empty and may become one.

    Raises:
        StoreFault: anything else.
    """
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    [tables] = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == 0 and version == 0 and tables == 0:
        return 0
    if application != APPLICATION_ID:
        raise StoreFault(f"{path}: {NO_STORE}")
    if version > VERSION:
        raise StoreFault(
            f"{path}: a store of version {version}; this program knows versions up to {VERSION}: "
            "a newer harpan-solver is needed"
        )
    return int(version)
