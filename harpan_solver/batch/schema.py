"""The tables of a store, and the numbers by which a store knows itself."""

# "Harp" in ASCII: tells a store from any other SQLite file.
APPLICATION_ID = 0x48617270
VERSION = 2

# Deal numbers are of any size, SQLite's integers are not: from 2^63 on, a number is kept as text that
# sorts like the number, its count of digits first. The column has no type, so that both stay as they are.
LARGEST_INTEGER = 2**63 - 1
DIGITS = 4

TABLES = """
CREATE TABLE dealer (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE              -- what stands before the number: 'harpan:'
) STRICT;
CREATE TABLE rule_set (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL,                  -- who plays: 'thoughtful' sees every card
    draw INTEGER NOT NULL,
    passes INTEGER NOT NULL,               -- 0: unlimited
    worrying_back INTEGER NOT NULL,        -- 0 or 1
    empty_column TEXT NOT NULL,
    UNIQUE (player, draw, passes, worrying_back, empty_column)
) STRICT;
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,                 -- UTC
    version TEXT NOT NULL,                 -- of the program
    max_nodes INTEGER,                     -- limits of each search; NULL: none
    max_seconds REAL,
    memory_mb INTEGER NOT NULL
) STRICT;
CREATE TABLE result (
    dealer INTEGER NOT NULL REFERENCES dealer,
    number NOT NULL,                       -- of the deal
    rule_set INTEGER NOT NULL REFERENCES rule_set,
    verdict TEXT NOT NULL,
    reason TEXT,                           -- why undecided
    fewest_passes INTEGER,                 -- where proven
    moves INTEGER,                         -- length of the solution found
    states INTEGER NOT NULL,               -- 0 where the search of another rule set settled this one
    cpu_seconds REAL NOT NULL,
    run INTEGER NOT NULL REFERENCES run,
    PRIMARY KEY (dealer, number, rule_set)
) WITHOUT ROWID;
"""

#: What version 2 adds: games of players that do not see the face-down cards.
GAME_TABLE = """
CREATE TABLE game (
    dealer INTEGER NOT NULL,
    number NOT NULL,
    rule_set INTEGER NOT NULL,
    verdict TEXT NOT NULL,                 -- won, lost or undecided
    reason TEXT,                           -- why undecided; what follows is NULL then
    end TEXT,                              -- won, given up, went in circles
    cards_up INTEGER,                      -- on the foundations
    moves INTEGER,
    standard INTEGER,                      -- points by each scoring system
    windows INTEGER,
    patienshuset INTEGER,
    vegas INTEGER,
    cpu_seconds REAL NOT NULL,             -- of the player
    run INTEGER NOT NULL,
    PRIMARY KEY (dealer, number, rule_set)
) WITHOUT ROWID;
"""

_PLACE = f"""
    dealer.name
        || CASE typeof(number) WHEN 'integer' THEN number ELSE substr(number, {DIGITS + 1}) END AS deal,
    player, draw, nullif(passes, 0) AS passes, worrying_back, empty_column,"""
_RAN = "max_nodes, max_seconds, memory_mb, version"


def _names(table: str) -> str:
    return (
        f"FROM {table} JOIN dealer ON dealer.id = {table}.dealer "
        f"JOIN rule_set ON rule_set.id = {table}.rule_set JOIN run ON run.id = {table}.run"
    )


RESULTS_VIEW = f"""
CREATE VIEW results AS
SELECT {_PLACE}
    verdict, reason, fewest_passes, moves, states, cpu_seconds, {_RAN},
    NULL AS end, NULL AS cards_up, NULL AS standard, NULL AS windows, NULL AS patienshuset, NULL AS vegas
{_names("result")}
UNION ALL
SELECT {_PLACE}
    verdict, reason, NULL, moves, NULL, cpu_seconds, {_RAN},
    end, cards_up, standard, windows, patienshuset, vegas
{_names("game")};
"""

#: Brings a store of version 1 up; what it holds stays as it is.
FROM_VERSION_1 = f"""
{GAME_TABLE}
DROP VIEW results;
{RESULTS_VIEW}
PRAGMA user_version = {VERSION};
"""

#: Lets a connection read a store of version 1 as if it were one of this version, and leaves the file alone.
READING_VERSION_1 = f"{GAME_TABLE}{RESULTS_VIEW}".replace("CREATE ", "CREATE TEMP ")

NEW = f"""
{TABLES}
{GAME_TABLE}
{RESULTS_VIEW}
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
"""

#: The columns of ``game`` that add up over games, in the order of ``games.Sums``.
SUMMED = ("moves", "cpu_seconds", "cards_up", "standard", "windows", "patienshuset", "vegas")

#: The columns of each table with results, between ``rule_set`` and ``run``.
FOUND = {
    "result": ("verdict", "reason", "fewest_passes", "moves", "states", "cpu_seconds"),
    "game": (
        *("verdict", "reason", "end", "cards_up", "moves"),
        *("standard", "windows", "patienshuset", "vegas", "cpu_seconds"),
    ),
}

COLUMNS = (
    "deal",
    "player",
    "draw",
    "passes",
    "worrying_back",
    "empty_column",
    "verdict",
    "reason",
    "fewest_passes",
    "moves",
    "states",
    "cpu_seconds",
    "max_nodes",
    "max_seconds",
    "memory_mb",
    "version",
    "end",
    "cards_up",
    "standard",
    "windows",
    "patienshuset",
    "vegas",
)


def stored(number: int) -> int | str:
    """A deal's number as the store keeps it."""
    if number <= LARGEST_INTEGER:
        return number
    digits = str(number)
    return f"{len(digits):0{DIGITS}}{digits}"


def number_of(kept: int | str) -> int:
    """The number that the store keeps so; undoes ``stored``."""
    return kept if isinstance(kept, int) else int(kept[DIGITS:])
