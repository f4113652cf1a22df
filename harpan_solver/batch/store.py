"""Results in one SQLite file, one row a deal, rule set and player.

The driver alone writes, one transaction a chunk, and what is written is never lost nor counted twice: a
verdict replaces an undecided row, nothing ever replaces a verdict. In WAL mode others may read meanwhile.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from filelock import FileLock, Timeout

from harpan_solver.batch import schema
from harpan_solver.batch.faults import StoreFault, check_version, told
from harpan_solver.batch.games import THOUGHTFUL, PlayedGame, Sums
from harpan_solver.batch.sample import Span
from harpan_solver.batch.settle import Finding, Task
from harpan_solver.limits import Limits
from harpan_solver.result import Verdict
from harpan_solver.rules import Rules

BUSY_SECONDS = 30.0
GAME = "game"

#: The verdicts of one deal under the rule sets of a grid; None where there is none yet.
Pattern = tuple[str | None, ...]


def table_of(player: str) -> str:
    """The table that has the results of a player."""
    return "result" if player == THOUGHTFUL else GAME


class Ran(NamedTuple):
    """The limits and the program version of a run."""

    limits: Limits
    version: str


class Store:
    """A store that is written to; a context manager.

    Args:
        path: the file; made if it is not there.
        grid: rule sets that this run is about; results refer to them by their number.
        ran: what this run works with.
        player: who plays, as ``games.canonical`` names it.

    Raises:
        StoreFault: no store, a newer one, in use by another run, not to be written.
    """

    def __init__(self, path: str | Path, grid: Sequence[Rules], ran: Ran, player: str = THOUGHTFUL) -> None:
        self.path = Path(path)
        self._lock = _locked(self.path)
        self._table = table_of(player)
        self._ran = ran
        self._run: int | None = None
        self._dealers: dict[str, int] = {}
        try:
            with told(self.path):
                self._connection = _connect(self.path)
                try:
                    self._set_up()
                    self._rule_sets = [self._id_of(rules, player) for rules in grid]
                    self._to_redo = self._runs_to_redo()
                except BaseException:
                    self._connection.close()
                    raise
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
        self._lock.release()

    def _set_up(self) -> None:
        version = check_version(self.path, self._connection)
        if version < schema.VERSION:
            changes = schema.FROM_VERSION_1 if version else schema.NEW
            self._connection.executescript(f"BEGIN IMMEDIATE;{changes}COMMIT;")
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")

    def _id_of(self, rules: Rules, player: str) -> int:
        row = (player, rules.draw, rules.passes or 0, rules.worrying_back, rules.empty_column)
        with self._connection:
            self._connection.execute(
                "INSERT OR IGNORE INTO rule_set (player, draw, passes, worrying_back, empty_column) "
                "VALUES (?, ?, ?, ?, ?)",
                row,
            )
        [number] = self._connection.execute(
            "SELECT id FROM rule_set WHERE (player, draw, passes, worrying_back, empty_column) "
            "= (?, ?, ?, ?, ?)",
            row,
        ).fetchone()
        return int(number)

    def _runs_to_redo(self) -> list[int]:
        """The runs whose undecided deals may be decided now, as a limit is larger."""
        rows = self._connection.execute("SELECT id, max_nodes, max_seconds, memory_mb FROM run")
        return [number for number, *limits in rows if _larger(self._ran.limits, *limits)]

    # Reading

    def patterns(self, span: Span) -> Counter[Pattern] | None:
        """How often each pattern of verdicts occurs in a span; ``None`` unless all of it is settled."""
        columns = ", ".join(
            f"max(CASE WHEN rule_set = {each} THEN verdict END) AS v{n}"
            for n, each in enumerate(self._rule_sets)
        )
        names = ", ".join(f"v{n}" for n in range(len(self._rule_sets)))
        counts: Counter[Pattern] = Counter()
        with told(self.path):
            rows = self._connection.execute(
                f"SELECT count(*), {names} FROM (SELECT {columns} FROM {self._table} WHERE {self._settled()} "
                f"GROUP BY number) GROUP BY {names}",
                self._bounds(span),
            )
            for count, *pattern in rows:
                counts[tuple(pattern)] += count
        complete = counts.total() == span.size and all(None not in pattern for pattern in counts)
        return counts if complete else None

    def verdicts(self, span: Span) -> dict[int, list[str | None]]:
        """What is settled of the deals of a span, by deal number."""
        place = {each: n for n, each in enumerate(self._rule_sets)}
        found: dict[int, list[str | None]] = {}
        with told(self.path):
            rows = self._connection.execute(
                f"SELECT number, rule_set, verdict FROM {self._table} WHERE {self._settled()}",
                self._bounds(span),
            )
            for kept, rule_set, verdict in rows:
                pattern = found.setdefault(schema.number_of(kept), [None] * len(place))
                pattern[place[rule_set]] = verdict
        return found

    def sums(self, span: Span) -> list[Sums]:
        """What the games of a span add up to, for each rule set; nothing for a player that plays none."""
        sums = [Sums() for _ in self._rule_sets]
        if self._table != GAME:
            return sums
        place = {each: n for n, each in enumerate(self._rule_sets)}
        totals = ", ".join(f"sum({name})" for name in schema.SUMMED)
        with told(self.path):
            rows = self._connection.execute(
                f"SELECT rule_set, count(end), {totals} FROM game WHERE {self._settled()} "
                "AND end IS NOT NULL GROUP BY rule_set",
                self._bounds(span),
            )
            for rule_set, *values in rows:
                sums[place[rule_set]] = Sums(*values)
        return sums

    def _settled(self) -> str:
        """Condition on rows that are of this grid and need not be redone; takes ``_bounds``."""
        rule_sets = ", ".join(map(str, self._rule_sets))
        redo = ", ".join(map(str, self._to_redo))
        return (
            f"dealer = ? AND number BETWEEN ? AND ? AND rule_set IN ({rule_sets}) "
            f"AND NOT (verdict = '{Verdict.UNDECIDED}' AND run IN ({redo}))"
        )

    def _bounds(self, span: Span) -> tuple[int, int | str, int | str]:
        return self._dealer(span.dealer), schema.stored(span.first), schema.stored(span.last)

    # Writing

    def write(self, answers: Iterable[tuple[Task, Iterable[Finding | PlayedGame]]]) -> None:
        """Keep the findings of a chunk, all or none.

        Raises:
            StoreFault: the disk is full, or whatever else SQLite meets.
        """
        with told(self.path):
            run = self._this_run()
            rows = [
                (
                    self._dealer(task.dealer),
                    schema.stored(task.number),
                    self._rule_sets[found.rules],
                    *found[1:],
                    run,
                )
                for task, findings in answers
                for found in findings
            ]
            place, found_names = ("dealer", "number", "rule_set"), (*schema.FOUND[self._table], "run")
            values = ", ".join("?" * (len(place) + len(found_names)))
            changes = ", ".join(f"{name} = excluded.{name}" for name in found_names)
            with self._connection:
                self._connection.executemany(
                    f"INSERT INTO {self._table} ({', '.join(place + found_names)}) VALUES ({values}) "
                    f"ON CONFLICT DO UPDATE SET {changes} "
                    f"WHERE {self._table}.verdict = '{Verdict.UNDECIDED}'",
                    rows,
                )

    def _dealer(self, name: str) -> int:
        if name not in self._dealers:
            with self._connection:
                self._connection.execute("INSERT OR IGNORE INTO dealer (name) VALUES (?)", (name,))
            [number] = self._connection.execute("SELECT id FROM dealer WHERE name = ?", (name,)).fetchone()
            self._dealers[name] = int(number)
        return self._dealers[name]

    def _this_run(self) -> int:
        """This run's row, made when it has something to tell."""
        if self._run is None:
            limits = self._ran.limits
            started = datetime.now(UTC).isoformat(timespec="seconds")
            with self._connection:
                self._run = self._connection.execute(
                    "INSERT INTO run (started, version, max_nodes, max_seconds, memory_mb) "
                    "VALUES (?, ?, ?, ?, ?)",
                    (started, self._ran.version, limits.max_nodes, limits.max_seconds, limits.memory_mb),
                ).lastrowid
        assert self._run is not None
        return self._run


def _larger(limits: Limits, nodes: int | None, seconds: float | None, memory_mb: int) -> bool:
    """Whether one of the limits is larger than the other ones; None is no limit."""
    endless = float("inf")

    def size(limit: float | None) -> float:
        return endless if limit is None else limit

    return (
        size(limits.max_nodes) > size(nodes)
        or size(limits.max_seconds) > size(seconds)
        or limits.memory_mb > memory_mb
    )


def _locked(path: Path) -> FileLock:
    """The lock of a store, which ends with the process that holds it, however that ends."""
    _refuse_folder(path)
    if not path.absolute().parent.is_dir():  # which FileLock would make
        raise StoreFault(f"{path}: there is no folder {path.absolute().parent}")
    lock = FileLock(f"{path}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if not Path(lock.lock_file).exists():
            raise StoreFault(f"{path}: cannot be written there") from None
        raise StoreFault(f"{path}: another run is writing to it; wait for its end, or take another") from None
    except OSError as error:
        raise StoreFault(f"{path}: cannot be written: {error.strerror or error}") from None
    return lock


def _refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise StoreFault(f"{path}: a folder, not a file")


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level="DEFERRED")


def open_to_read(path: str | Path) -> "closing[sqlite3.Connection]":
    """A store to be read only, also while a run writes to it.

    Raises:
        StoreFault: it is not there, no store, or a newer one.
    """
    path = Path(path)
    _refuse_folder(path)
    if not path.is_file():
        raise StoreFault(f"{path}: no such file")
    with told(path):
        # Not mode=ro: a store whose run was killed needs its log to be played back before it is read.
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)
        try:
            version = check_version(path, connection)
            if not version:
                raise StoreFault(f"{path}: empty")
            if version < schema.VERSION:
                connection.executescript(schema.READING_VERSION_1)
            connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
    return closing(connection)


def _contents_of(table: str, won: str, lost: str, states: str) -> str:
    """The part of ``contents`` that one table has."""
    return (
        "SELECT player, draw, nullif(passes, 0) AS passes, worrying_back, empty_column, count(*), "
        f"sum(verdict = '{won}'), sum(verdict = '{lost}'), sum(verdict = 'undecided'), "
        f"{states}, sum(cpu_seconds), group_concat(DISTINCT version) "
        f"FROM {table} JOIN rule_set ON rule_set.id = rule_set JOIN run ON run.id = run GROUP BY rule_set"
    )


def contents(path: str | Path) -> Iterator[dict[str, Any]]:
    """What a store holds: for each player and rule set how many deals of which verdict, and the work done.

    Raises:
        StoreFault: as ``open_to_read``.
    """
    with open_to_read(path) as connection, told(Path(path)):
        rows = connection.execute(
            f"SELECT * FROM ({_contents_of('result', 'solvable', 'unsolvable', 'sum(states)')} UNION ALL "
            f"{_contents_of('game', 'won', 'lost', 'NULL')}) "
            "ORDER BY player, draw, passes IS NULL, passes, worrying_back DESC"
        )
        for player, draw, passes, back, empty, *numbers, versions in rows:
            deals, won, lost, undecided, states, seconds = numbers
            yield {
                "player": player,
                "rules": {"draw": draw, "passes": passes, "worrying_back": bool(back), "empty_column": empty},
                "deals": deals,
                "won": won,
                "lost": lost,
                "undecided": undecided,
                "states": states,
                "cpu_seconds": round(seconds, 3),
                "versions": versions.split(","),
            }
