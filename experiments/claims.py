"""Claims of books and pages about the game, each beside what was measured, with a verdict by intervals."""

from typing import Any, NamedTuple

from experiments.files import RESULTS, read
from experiments.hidden_report import HIDDEN, MONTECARLO
from experiments.hidden_table import Table, percent
from experiments.page import with_bounds
from experiments.shares import Percent, RuleSet, Shares
from harpan_solver.batch.games import THOUGHTFUL
from harpan_solver.rules import Rules

HOLDS, FAILS, OPEN, SILENT = (
    "holds",
    "does not hold",
    "the interval leaves it open",
    "nothing measured bears on it",
)
HALF = 50.0
FULL_WIN = 700
#: How far from 700 points an average win may be and count as about so many.
ABOUT = 70
PEOPLE = "people were not measured"


class Claim(NamedTuple):
    """A claim, what bears on it, and the verdict."""

    claim: str
    measured: str
    verdict: str


def claims(report: dict[str, Any]) -> list[Claim]:
    """All claims, in the order in which the sources are listed."""
    table = Table(report)
    best = MONTECARLO if table.rate(MONTECARLO, Rules(1)) else HIDDEN[2]
    draw1, draw3 = (table.rate(THOUGHTFUL, Rules(draw)) for draw in (1, 3))
    return [
        about_eighty(draw1, draw3),
        draw_1_range(draw1),
        under_half(table, best),
        completed(table, best, "37.0 % of draw-1 starts are completed", 37.0),
        completed(table, best, '"only 40 %"', 40.0),
        completed(table, best, '"about half"', HALF),
        pass_limit(table),
        draw_3_harder(table),
        Claim(
            "all three easy house rules together (any card to an empty column, unlimited passes with draw 3, "
            'free worrying back), and it goes out "almost every time"',
            "two of the three together, with every card known: "
            + told("draw 3, unlimited", draw3)
            + "; any card to an empty column is not among the rules here",
            SILENT if draw3 is None or draw3.high < 90 else HOLDS,
        ),
        full_win(table),
        thirteen(report),
        lost_by_choice(table, best),
    ]


def told(what: str, share: Percent | None) -> str:
    """A share in words."""
    return f"{what}: {'not measured' if share is None else with_bounds(share) + ' %'}"


def against(share: Percent | None, value: float, above: str, below: str) -> str:
    """One verdict where the whole interval is above a value, another where it is below."""
    if share is None:
        return SILENT
    return above if share.low > value else below if share.high < value else OPEN


def about_eighty(draw1: Percent | None, draw3: Percent | None) -> Claim:
    """The share of winnable deals."""
    near = draw3 is not None and abs(draw3.value - 80) <= 3
    return Claim(
        "about 80 % of deals are winnable with all cards known",
        f"{told('unlimited passes, draw 3', draw3)}; {told('draw 1', draw1)}",
        SILENT if draw3 is None else f"{HOLDS} for draw 3" if near else FAILS,
    )


def draw_1_range(draw1: Percent | None) -> Claim:
    """The share of winnable deals with draw 1."""
    verdict = against(draw1, 82.0, FAILS, OPEN)
    return Claim(
        "draw 1: 79 to 82 % winnable, 18 to 21 % not",
        told("unlimited passes, draw 1", draw1),
        f"{verdict}: more are winnable; the figures are those of draw 3" if verdict == FAILS else verdict,
    )


def under_half(table: Table, best: str) -> Claim:
    """What players who do not see the face-down cards reach."""
    rates = [(rules, table.rate(best, rules)) for rules in (Rules(3), Rules(1))]
    words = "; ".join(told(f"draw {rules.draw}", rate) for rules, rate in rates)
    verdicts = [
        f"draw {rules.draw}: {against(rate, HALF, 'more can be won', 'holds for the best player here')}"
        for rules, rate in rates
    ]
    return Claim(
        "real wins are well under half of the deals",
        f"`{best}`, unlimited passes, {words}; {PEOPLE}",
        "; ".join(verdicts),
    )


def completed(table: Table, best: str, claim: str, value: float) -> Claim:
    """A share of games that people win."""
    rate = table.rate(best, Rules(1))
    more = against(rate, value, "a player can win more than that", "no player here wins so many")
    return Claim(claim, f"`{best}`, unlimited passes, {told('draw 1', rate)}; {PEOPLE}", more)


def pass_limit(table: Table) -> Claim:
    """What the pass limit matters beside the other rules that were measured."""
    claim = "the pass limit matters more than any other house rule"
    steps = {
        "one pass to unlimited": table.step(THOUGHTFUL, Rules(3, 1), Rules(3)),
        "draw 3 to draw 1, unlimited": table.step(THOUGHTFUL, Rules(3), Rules(1)),
    }
    if (RESULTS / "solvability-passes.json").exists():
        gains = Shares(read("solvability-passes.json")).gains
        steps["worrying back, unlimited"] = gains.get((RuleSet(3, None, False), RuleSet(3, None, True)))
    known = {name: gain for name, gain in steps.items() if gain is not None}
    words = "; ".join(f"{name} {with_bounds(gain)} points" for name, gain in known.items())
    first = known.get("one pass to unlimited")
    others = [gain for name, gain in known.items() if name != "one pass to unlimited"]
    if first is None or not others:
        return Claim(claim, words or "nothing", SILENT)
    ahead = first.low > max(gain.high for gain in others)
    return Claim(
        claim,
        f"with every card known, draw 3: {words}; any card to an empty column is not among the rules here",
        "holds among the rules measured" if ahead else FAILS,
    )


def draw_3_harder(table: Table) -> Claim:
    """Draw 1 over draw 3, on the same deals."""
    gains = {
        player: gain
        for player in (THOUGHTFUL, *HIDDEN)
        if (gain := table.step(player, Rules(3), Rules(1))) is not None
    }
    words = "; ".join(f"`{player}` {with_bounds(gain)}" for player, gain in gains.items())
    return Claim(
        "draw 3 is clearly harder than draw 1",
        f"points that draw 1 gives, unlimited passes, same deals: {words or 'not measured'}",
        SILENT if not gains else HOLDS if all(gain.low > 0 for gain in gains.values()) else OPEN,
    )


def full_win(table: Table) -> Claim:
    """Points of won games."""
    means = {
        f"`{player}`, draw {draw}": row["mean_of_wins"]["standard"]
        for player in HIDDEN
        for draw in (1, 3)
        if (row := table.row(player, Rules(draw))) and "mean_of_wins" in row
    }
    words = "; ".join(f"{name} {value:,.0f}" for name, value in means.items())
    near = [abs(value - FULL_WIN) <= ABOUT for value in means.values()]
    return Claim(
        "an ordinary full win scores about 700 (`standard`)",
        f"mean points of won games, unlimited passes: {words or 'not measured'}",
        SILENT
        if not near
        else HOLDS
        if all(near)
        else f"holds for {sum(near)} of {len(near)} (within {ABOUT} points)",
    )


def thirteen(report: dict[str, Any]) -> Claim:
    """How tall columns grow."""
    found = report["tall_columns"]
    return Claim(
        "columns of thirteen cards occur",
        f"in {found['with_thirteen']:,} of {found['games']:,} games of `{found['player']}` "
        f"({with_bounds(percent(found, 'rate'))} %), draw 1; the tallest has {found['tallest']} cards",
        HOLDS if found["with_thirteen"] else OPEN,
    )


def lost_by_choice(table: Table, best: str) -> Claim:
    """Lost games on deals that could be won."""
    shares = {
        draw: percent(row, "rate", "missed_")
        for draw in (1, 3)
        if (row := table.bound.get((best, draw, None))) is not None
    }
    words = "; ".join(told(f"draw {draw}", share) for draw, share in shares.items())
    most = all(share.low > HALF for share in shares.values())
    return Claim(
        "most lost games are lost by a choice on the way, not by the deal",
        f"of the lost games of `{best}`, unlimited passes, on deals that can be won with every card known: "
        f"{words or 'not measured'}",
        SILENT
        if not shares
        else "holds, choices counted whose fault only the face-down cards could have shown"
        if most
        else FAILS
        if all(share.high < HALF for share in shares.values())
        else OPEN,
    )
