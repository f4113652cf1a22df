"""Figures over many deals: totals, percentiles, and how they are written."""

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Row: TypeAlias = dict[str, object]


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` (0..1) of the values do not exceed (nearest rank).

    Every percentile is thereby the figure of a real deal.
    """
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]


def spread(by_deal: Mapping[str, float]) -> dict[str, object]:
    """Total, mean, median, 90 and 99 per cent and the worst deal with its name."""
    values = list(by_deal.values())
    worst = max(by_deal, key=by_deal.__getitem__)
    return {
        "total": math.fsum(values),
        "mean": math.fsum(values) / len(values),
        "median": percentile(values, 0.5),
        "p90": percentile(values, 0.9),
        "p99": percentile(values, 0.99),
        "worst": by_deal[worst],
        "worst_deal": worst,
    }


def number(row: Row, key: str) -> float:
    """A row's figure; ValueError when it is none."""
    value = row[key]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{key} {value!r} of {row.get('deal')} is no number")
    return value


def column(rows: Sequence[Row], key: str) -> dict[str, float]:
    """One figure by deal."""
    return {str(row["deal"]): number(row, key) for row in rows}


def counts(rows: Sequence[Row]) -> dict[str, int]:
    """Deals, and how many of each verdict; undecided ones also by reason."""
    result = {"deals": len(rows), "solvable": 0, "unsolvable": 0, "undecided": 0}
    for row in rows:
        result[str(row["verdict"])] += 1
        if row["verdict"] == "undecided":
            reason = f"undecided by {row['reason']}"
            result[reason] = result.get(reason, 0) + 1
    return result


def spread_table(spreads: Mapping[str, Mapping[str, object]]) -> str:
    """One line for each named spread: total, mean, median, percentiles, worst."""
    heads = ("total", "mean", "median", "p90", "p99", "worst")
    width = max(map(len, spreads)) + 2
    lines = [" " * width + "".join(f"{head:>16}" for head in heads) + "  worst deal"]
    for name, each in spreads.items():
        cells = "".join(f"{short(each[head]):>16}" for head in heads)
        lines.append(f"{name:<{width}}{cells}  {each['worst_deal']}")
    return "\n".join(lines)


def short(value: object) -> str:
    """A figure in a few digits: whole from 1,000 up, else three that count."""
    if not isinstance(value, int | float):
        return str(value)
    if value == 0 or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:,.{max(2 - math.floor(math.log10(abs(value))), 0)}f}"
