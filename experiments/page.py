"""Writes docs/solvability.md and its pictures from the saved results, so that no figure is typed.

python -m experiments.page           # rewrite the page and the pictures
python -m experiments.page --check   # exit status 1 if the page is not what the results say
"""

import argparse
import textwrap
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from experiments.files import ROOT, read, save_text
from experiments.running import run_program
from experiments.shares import UNLIMITED, Percent, RuleSet, Shares, passes_in_words, published

DOCS = ROOT / "docs"
PAGE = DOCS / "solvability.md"
LISTS = {"draw1": "draw 1, unlimited passes", "draw3-passes3": "draw 3, 3 passes"}


def main(words: Sequence[str] | None = None) -> int:
    """Rewrites or checks the page."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments.page",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--check", action="store_true", help="change nothing")
    text = page()
    if parser.parse_args(words).check:
        return int(PAGE.read_text(encoding="utf-8") != text)
    save_text(text, PAGE)
    draw_pictures()
    return 0


def draw_pictures() -> None:
    """Draw the pictures of the page."""
    from experiments import charts

    pictures = {
        "passes": charts.passes_chart(read("solvability-passes.json")),
        "draws": charts.draws_chart(read("solvability-draws.json")),
        "effort": charts.effort_chart(read("effort.json")),
        "ease": charts.ease_chart(LISTS),
    }
    for name, figure in pictures.items():
        figure.savefig(DOCS / f"solvability-{name}.png", dpi=100, metadata={"Software": None})


def page() -> str:
    """The page in Markdown."""
    by_passes, by_draws = Shares(read("solvability-passes.json")), Shares(read("solvability-draws.json"))
    parts = [
        "<!-- written by python -m experiments.page -->",
        "# How often a deal can be won",
        "With every card known. Shares are percent of deals, with 95 % intervals in which every undecided "
        "deal counts as lost for the lower bound and as won for the upper one. Differences are points, on "
        "the same deals. [batch.md](batch.md) tells how both are made; the files in "
        "[results](../results/README.md) have the counts, limits and origin.",
        "## By passes and worrying back",
        sample(by_passes),
        "![Shares by passes, and what worrying back adds](solvability-passes.png)",
        passes_table(by_passes),
        reading_of_passes(by_passes),
        "What one more pass adds, worrying back on; the last column is from the most passes to unlimited:",
        steps_table(by_passes),
        "## By draw count",
        sample(by_draws) + " Unlimited passes, worrying back on.",
        "![Shares by draw count](solvability-draws.png)",
        draws_table(by_draws),
        "## Beside what is published",
        "Blake and Gent (arXiv:1906.12314) give shares for unlimited passes to 0.1 points or better.",
        published_table(by_passes, by_draws),
        reading_of_published(by_passes, by_draws),
        "## The work a deal takes",
        "![States and CPU time of a deal](solvability-effort.png)",
        effort_table(read("effort.json")),
        "Each rule set was searched on its own, on the same deals. A column such as 99 % is the figure that "
        "this share of deals does not exceed; the last one is the dearest deal.",
        "## Winnable deals, graded",
        "![How easy winnable deals are](solvability-ease.png)",
        lists_table({name: read(f"winnable-{name}.json") for name in LISTS}),
        "The ease of a deal is the share of careless searches that win it ([batch.md](batch.md)); it does "
        "not compare between rules. The lists are `results/winnable-*.txt`, which `harpan winnable --verify` "
        "checks; the grade of every deal is in the CSV file of the same name.",
    ]
    return "\n\n".join(map(wrapped, parts)) + "\n"


def wrapped(part: str) -> str:
    """A paragraph in lines of readable length; heads, tables and pictures as they are."""
    if part[0] in "#|!<":
        return part
    return textwrap.fill(part, 118, break_long_words=False, break_on_hyphens=False)


def sample(shares: Shares) -> str:
    """The deals, and how wide the widest interval is."""
    name, total = shares.deals
    return (
        f"{total:,} deals (`{name}`); the widest interval is {shares.half_width():.2f} points either way, "
        f"undecided deals included."
    )


def passes_table(shares: Shares) -> str:
    """Shares by draw count and passes, with and without worrying back."""
    rows = []
    for draw in shares.values("draw"):
        for limit in shares.values("passes"):
            on, off = RuleSet(draw, limit, True), RuleSet(draw, limit, False)
            rows.append(
                [
                    str(draw),
                    *passes_in_words([limit]),
                    with_bounds(shares.shares[on]),
                    f"{shares.undecided[on]:.2f}",
                    with_bounds(shares.shares[off]),
                    f"{shares.undecided[off]:.2f}",
                    with_bounds(shares.gains[off, on]),
                ]
            )
    return table(["draw", "passes", "worrying back on", "undecided", "off", "undecided", "difference"], rows)


def steps_table(shares: Shares) -> str:
    """What one more pass adds, by draw count."""
    limits = shares.values("passes")
    steps = list(pairwise(limits))
    rows = [
        [
            str(draw),
            *(
                with_bounds(shares.gains[RuleSet(draw, few, True), RuleSet(draw, more, True)])
                for few, more in steps
            ),
        ]
        for draw in shares.values("draw")
    ]
    heads = passes_in_words(limits)
    return table(["draw", *(f"{few} to {more}" for few, more in pairwise(heads))], rows)


def draws_table(shares: Shares) -> str:
    """Shares by draw count."""
    rows = [
        [str(rules.draw), with_bounds(share), f"{shares.undecided[rules]:.2f}"]
        for rules, share in shares.shares.items()
    ]
    return table(["draw", "share", "undecided"], rows)


def published_table(*reports: Shares) -> str:
    """Every share that is published, beside the one found here on the larger of the samples."""
    rows = []
    for rules, share in comparable(*reports).items():
        theirs = published(rules)
        assert theirs is not None
        rows.append(
            [
                str(rules.draw),
                "on" if rules.worrying_back else "off",
                f"{theirs.value:.2f}",
                with_bounds(share),
                f"{share.value - theirs.value:+.2f}",
                "yes" if share.meets(theirs) else "no",
            ]
        )
    return table(["draw", "worrying back", "published", "found here", "difference", "intervals meet"], rows)


def comparable(*reports: Shares) -> dict[RuleSet, Percent]:
    """The shares that have a published one; where two reports have it, that of the later."""
    found = {rules: share for report in reports for rules, share in report.shares.items()}
    kept = {rules: share for rules, share in found.items() if published(rules)}
    return dict(sorted(kept.items(), key=lambda item: (not item[0].worrying_back, item[0].draw)))


def reading_of_passes(shares: Shares) -> str:
    """The table in words."""
    draws, limits = shares.values("draw"), shares.values("passes")
    least = " / ".join(f"{shares.shares[RuleSet(draw, limits[0], True)].value:.1f}" for draw in draws)
    most = " / ".join(f"{shares.shares[RuleSet(draw, UNLIMITED, True)].value:.1f}" for draw in draws)
    gains = {off: gain for (off, on), gain in shares.gains.items() if off == on._replace(worrying_back=False)}
    top = max(gains, key=lambda rules: gains[rules].value)
    limit = {None: "unlimited passes", 1: "1 pass"}.get(top.passes, f"{top.passes} passes")
    return (
        f"From a single pass to no limit, with draw {' / '.join(map(str, draws))}, the share goes from "
        f"{least} to {most} %. Worrying back adds most with draw {top.draw} and {limit}: "
        f"{with_bounds(gains[top])} points."
    )


def reading_of_published(*reports: Shares) -> str:
    """Whether the intervals meet, in words."""
    found = comparable(*reports)
    apart = [rules for rules, share in found.items() if not share.meets(published(rules) or share)]
    if not apart:
        return f"All {len(found)} intervals meet the published ones."
    names = ", ".join(f"draw {each.draw}{'' if each.worrying_back else ' without'}" for each in apart)
    return (
        f"{len(found) - len(apart)} of {len(found)} intervals meet the published ones; not so {names}. "
        f"Of independent 95 % intervals about one in twenty is expected to miss."
    )


def effort_table(report: dict[str, Any]) -> str:
    """States and CPU time by rule set."""
    marks = list(report["rule_sets"][0]["states"]["quantiles"])
    heads = ["median" if mark == "0.5" else f"{100 * float(mark):g} %" for mark in marks]
    rows = []
    for found in report["rule_sets"]:
        rules = found["rules"]
        for key, unit in (("states", 1.0), ("seconds", 1000.0)):
            values = [unit * found[key]["quantiles"][mark] for mark in marks]
            rows.append(
                [
                    str(rules["draw"]),
                    *passes_in_words([rules["passes"]]),
                    "states" if key == "states" else "CPU ms",
                    *(f"{value:,.0f}" if value >= 100 else f"{value:.3g}" for value in values),
                    f"{unit * found[key]['sum'] / found['deals']:,.3g}"
                    if key == "seconds"
                    else f"{found[key]['sum'] / found['deals']:,.0f}",
                ]
            )
    return table(["draw", "passes", "", *heads, "mean"], rows)


def lists_table(reports: dict[str, dict[str, Any]]) -> str:
    """The lists of winnable deals."""
    rows = []
    for name, report in reports.items():
        ease, length = (
            " / ".join(f"{value:.3g}" for value in report[key])
            for key in ("ease_quartiles", "length_quartiles")
        )
        rows.append([LISTS[name], f"{report['winnable']:,}", f"`{report['tried']}`", ease, length])
    return table(
        ["rules", "winnable deals", "tried", "ease: quartiles", "moves of the solution: quartiles"], rows
    )


def with_bounds(value: Percent) -> str:
    """Such as ``81.95 (81.14 to 82.74)``."""
    return f"{value.value:.2f} ({value.low:.2f} to {value.high:.2f})"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    run_program(main)
