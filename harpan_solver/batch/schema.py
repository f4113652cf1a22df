"""The tables of a store, and the numbers by which a store knows itself."""

# "Harp" in ASCII: tells a store from any other SQLite file.
APPLICATION_ID = 0x48617270
VERSION = 1

# Deal numbers are of any size, SQLite's integers are not: from 2^63 on, a number is kept as text that
# sorts like the number, its count of digits first. The column has no type, so that both stay as they are.
LARGEST_INTEGER = 2**63 - 1
DIGITS = 4

TABLES = f"""
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
CREATE VIEW results AS
SELECT
    dealer.name
        || CASE typeof(number) WHEN 'integer' THEN number ELSE substr(number, {DIGITS + 1}) END AS deal,
    player, draw, nullif(passes, 0) AS passes, worrying_back, empty_column,
    verdict, reason, fewest_passes, moves, states, cpu_seconds,
    max_nodes, max_seconds, memory_mb, version
FROM result
JOIN dealer ON dealer.id = result.dealer
JOIN rule_set ON rule_set.id = result.rule_set
JOIN run ON run.id = result.run;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
"""

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
