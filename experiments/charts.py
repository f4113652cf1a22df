"""Charts of what experiments found, with matplotlib: each function takes reports and gives a figure."""

import csv
from collections import Counter
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from experiments.files import RESULTS
from experiments.hidden_report import LIMITS
from experiments.hidden_table import BEST_PUBLISHED, Table
from experiments.shares import PUBLISHED, UNLIMITED, Percent, RuleSet, Shares, passes_in_words
from harpan_solver.rules import Rules

COLOURS = ("#1b6ca8", "#c8553d", "#3d8c5a", "#8a5aa8", "#b08a1e", "#555555")


def passes_chart(report: dict[str, Any]) -> Figure:
    """Solvable deals by passes and draw count, and what worrying back adds."""
    shares = Shares(report)
    limits = shares.values("passes")
    figure, (left, right) = _axes(2)
    for colour, draw in zip(COLOURS, shares.values("draw"), strict=False):
        found = [shares.shares[RuleSet(draw, limit, True)] for limit in limits]
        _with_errors(left, found, draw, colour)
        gains = [shares.gains[RuleSet(draw, limit, False), RuleSet(draw, limit, True)] for limit in limits]
        _with_errors(right, gains, draw, colour)
    left.set_title("Deals that can be won")
    left.set_ylabel("% of deals")
    left.set_ylim(0, 100)
    left.legend(loc="lower right")
    right.set_title("What worrying back adds")
    right.set_ylabel("points")
    right.set_ylim(bottom=0)
    for axes in (left, right):
        axes.set_xlabel("passes through the stock")
        axes.set_xticks(range(len(limits)), passes_in_words(limits))
    return figure


def draws_chart(report: dict[str, Any]) -> Figure:
    """Solvable deals by draw count, beside what is published."""
    shares = Shares(report)
    draws = shares.values("draw")
    figure, (axes,) = _axes(1)
    found = [shares.shares[RuleSet(draw, UNLIMITED, True)] for draw in draws]
    axes.bar(draws, [each.value for each in found], color=COLOURS[0], width=0.7, label="found here")
    axes.errorbar(
        draws,
        [each.value for each in found],
        yerr=list(zip(*(each.errors for each in found), strict=True)),
        fmt="none",
        ecolor="black",
        capsize=3,
    )
    axes.plot(
        draws,
        [PUBLISHED[draw, True] for draw in draws],
        linestyle="none",
        marker="D",
        markersize=4,
        color=COLOURS[1],
        label="published",
    )
    for draw, each in zip(draws, found, strict=True):
        axes.annotate(
            f"{each.value:.1f}",
            (draw, each.high),
            xytext=(0, 3),
            textcoords="offset points",
            ha="center",
            fontsize=8,
        )
    axes.set_title("Deals that can be won, unlimited passes, worrying back on")
    axes.set_xlabel("cards turned from the stock at a time")
    axes.set_ylabel("% of deals")
    axes.set_xticks(draws)
    axes.legend()
    return figure


def players_chart(report: dict[str, Any]) -> Figure:
    """Shares of players by passes, a picture for each draw count, beside what is published."""
    found = Table(report)
    figure, pictures = _axes(2)
    for axes, draw in zip(pictures, (3, 1), strict=True):
        places = [Rules(draw, passes) for passes in LIMITS]
        for number, (colour, player) in enumerate(zip(COLOURS, found.players(), strict=False)):
            rates = {
                place + 0.06 * (number - 2): rate
                for place, rules in enumerate(places)
                if (rate := found.rate(player, rules)) is not None
            }
            axes.errorbar(
                list(rates),
                [rate.value for rate in rates.values()],
                yerr=list(zip(*(rate.errors for rate in rates.values()), strict=True)) or None,
                marker="o",
                markersize=4,
                capsize=3,
                color=colour,
                label=player,
            )
        best = [theirs for theirs in BEST_PUBLISHED if theirs.rules.draw == draw]
        axes.plot(
            [places.index(theirs.rules) for theirs in best],
            [theirs.value for theirs in best],
            linestyle="none",
            marker="D",
            markersize=6,
            markerfacecolor="none",
            color="black",
            label="best published, hidden cards",
        )
        axes.set_title(f"Draw {draw}")
        axes.set_ylabel("% of deals won")
        axes.set_ylim(0, 100)
        axes.set_xlabel("passes through the stock")
        axes.set_xticks(range(len(places)), passes_in_words(LIMITS))
    pictures[0].legend(loc="upper left", fontsize=7)
    return figure


def effort_chart(report: dict[str, Any]) -> Figure:
    """How many deals need more than so many states, and than so much CPU time."""
    figure, (left, right) = _axes(2)
    for axes, key, label in ((left, "states", "states entered"), (right, "seconds", "CPU seconds")):
        for colour, found in zip(COLOURS, report["rule_sets"], strict=False):
            edges, shares = exceeding(found[key]["histogram"], report["bins_per_decade"])
            axes.plot(edges, shares, color=colour, label=rules_in_words(found["rules"]))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel(f"{label}, more than")
        axes.set_ylabel("% of deals")
    left.legend(loc="lower left", fontsize=8)
    left.set_title("States of a deal")
    right.set_title("CPU time of a deal")
    return figure


def ease_chart(names: dict[str, str]) -> Figure:
    """How easy winnable deals are; takes the names of lists and what to call them."""
    figure, (axes,) = _axes(1)
    for colour, (name, words) in zip(COLOURS, names.items(), strict=False):
        with (RESULTS / f"winnable-{name}.csv").open(encoding="utf-8", newline="") as file:
            eases = [float(row["ease"]) for row in csv.DictReader(file)]
        axes.hist(
            eases,
            bins=[(5 * edge - 0.5) / 64 for edge in range(14)],  # five of the 65 values in each
            histtype="step",
            linewidth=1.5,
            color=colour,
            label=words,
        )
    axes.set_title("How easy the winnable deals are")
    axes.set_xlabel("share of careless searches that win")
    axes.set_ylabel("deals")
    axes.legend()
    return figure


def exceeding(histograms: dict[str, dict[str, int]], bins_per_decade: int) -> tuple[list[float], list[float]]:
    """Lower edges of bins, and the percent of deals at or above each.

    Args:
        histograms: counts by verdict and number of the bin; see ``experiments.effort``.
        bins_per_decade: how the bins are cut.
    """
    counts: Counter[int] = Counter()
    for histogram in histograms.values():
        counts.update({int(number): count for number, count in histogram.items()})
    rest = deals = counts.total()
    edges, shares = [], []
    for number in sorted(counts):
        edges.append(10 ** (number / bins_per_decade))
        shares.append(100 * rest / deals)
        rest -= counts[number]
    return edges, shares


def rules_in_words(rules: dict[str, Any]) -> str:
    """Such as ``draw 3, 3 passes``."""
    limit = rules["passes"]
    passes = "unlimited" if limit is None else f"{limit} pass" + ("" if limit == 1 else "es")
    return f"draw {rules['draw']}, {passes}"


def _axes(count: int) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(5.2 * count + 1.5 * (count == 1), 3.8), layout="constrained")
    axes = [figure.add_subplot(1, count, number + 1) for number in range(count)]
    for each in axes:
        each.grid(axis="y", color="#dddddd")
        each.set_axisbelow(True)
        each.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _with_errors(axes: Axes, found: list[Percent], draw: int, colour: str) -> None:
    # A little apart, so that the bars of one place can be told from each other.
    places = [place + 0.08 * (draw - 2) for place in range(len(found))]
    axes.errorbar(
        places,
        [each.value for each in found],
        yerr=list(zip(*(each.errors for each in found), strict=True)),
        marker="o",
        markersize=4,
        capsize=3,
        color=colour,
        label=f"draw {draw}",
    )
