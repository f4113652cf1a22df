"""Two players, or one under two rule sets, compared on the deals that both have in a store."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from harpan_solver.batch import games, schema
from harpan_solver.batch.faults import told
from harpan_solver.batch.games import THOUGHTFUL, PlayedGame, canonical
from harpan_solver.batch.intervals import CONFIDENCE, Interval, difference
from harpan_solver.batch.sample import Span
from harpan_solver.batch.store import GAME, open_to_read
from harpan_solver.batch.tally import PLAYED, SOLVED, UNDECIDED, one_sided
from harpan_solver.rules import Rules

_OUTCOME = {SOLVED.won: PLAYED.won, SOLVED.lost: PLAYED.lost, UNDECIDED: UNDECIDED}


class Paired(NamedTuple):
    """How two players did on the same deals.

    Attributes:
        deals: how many.
        both, first, second, neither: deals won by both, by one alone, by neither.
        undecided: deals that are undecided for one of them at least.
        interval: the share that the second wins minus that of the first.
    """

    deals: int
    both: int
    first: int
    second: int
    neither: int
    undecided: int
    interval: Interval


def outcomes(path: str | Path, player: str, rules: Rules, span: Span) -> dict[int, str]:
    """``won``, ``lost`` or ``undecided`` by deal number, as far as a store has them, in order.

    Deals of ``thoughtful`` are won when they are solvable.

    Raises:
        InputError: no player's name; StoreFault when the store cannot be read.
    """
    table = "result" if canonical(player) == THOUGHTFUL else GAME
    rows = _rows(path, table, ("verdict",), player, rules, span)
    return {number: _OUTCOME.get(verdict, verdict) for number, (verdict,) in rows.items()}


def games_of(path: str | Path, player: str, rules: Rules, span: Span) -> dict[int, PlayedGame]:
    """The games of a player by deal number, as far as a store has them, in order; ``rules`` is 0 in each.

    Raises:
        InputError: no player's name; StoreFault when the store cannot be read.
    """
    rows = _rows(path, GAME, schema.FOUND[GAME], player, rules, span)
    return {number: PlayedGame._make((0, *row)) for number, row in rows.items()}


def _rows(
    path: str | Path, table: str, columns: Sequence[str], player: str, rules: Rules, span: Span
) -> dict[int, tuple[Any, ...]]:
    with open_to_read(path) as connection, told(Path(path)):
        rows = connection.execute(
            f"SELECT number, {', '.join(columns)} FROM {table} "
            "JOIN dealer ON dealer.id = dealer JOIN rule_set ON rule_set.id = rule_set "
            "WHERE dealer.name = ? AND number BETWEEN ? AND ? "
            "AND (player, draw, passes, worrying_back, empty_column) = (?, ?, ?, ?, ?) ORDER BY number",
            (
                *(span.dealer, schema.stored(span.first), schema.stored(span.last), canonical(player)),
                *(rules.draw, rules.passes or 0, rules.worrying_back, rules.empty_column),
            ),
        )
        return {schema.number_of(number): tuple(row) for number, *row in rows}


def paired(first: dict[int, str], second: dict[int, str], confidence: float = CONFIDENCE) -> Paired:
    """Compare outcomes by deal number; deals that only one of them has do not count.

    The interval is ``intervals.difference``: undecided deals count both ways.
    """
    pairs: Counter[tuple[str | None, str | None]] = Counter(
        (first[number], second[number]) for number in first.keys() & second.keys()
    )
    turned = Counter({(after, before): count for (before, after), count in pairs.items()})
    total, won, lost = pairs.total(), games.WON, games.LOST
    return Paired(
        deals=total,
        both=pairs[won, won],
        first=pairs[won, lost],
        second=pairs[lost, won],
        neither=pairs[lost, lost],
        undecided=sum(count for pair, count in pairs.items() if UNDECIDED in pair),
        interval=difference(one_sided(turned, PLAYED), one_sided(pairs, PLAYED), total, confidence),
    )
