"""``harpan winnable``: the next winnable deals, each with its solution, and checking such lists."""

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from harpan_solver.cli.command import Command, Interrupted, Status
from harpan_solver.cli.interruption import Stop
from harpan_solver.cli.many import team_options, text_or_none, watching, within
from harpan_solver.cli.options import json_option, rules_of, rules_options, whole
from harpan_solver.cli.output import write
from harpan_solver.cli.sources import lines_of
from harpan_solver.errors import InputError, ReplayFault

if TYPE_CHECKING:
    from harpan_solver.batch.lists import Claim
    from harpan_solver.batch.team import Team
    from harpan_solver.batch.winnable import Winnable, WinnableDeals, Wish
    from harpan_solver.limits import Limits
    from harpan_solver.rules import Rules

FORMATS = ("text", "jsonl", "csv", "list")


@click.command(
    cls=Command,
    short_help="List winnable deals with their solutions.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan winnable --count 100 --start 1 --draw 3 --passes 3 --json",
)
@click.option(
    "--count", "wanted", callback=whole(1), default="10", show_default=True, metavar="N", help="How many."
)
@click.option(
    "--start",
    default="1",
    show_default=True,
    metavar="DEAL",
    help="The first deal that is tried; the others follow by number.",
)
@rules_options
@click.option("--easy", is_flag=True, help="Only easy deals: ease 0.7 or more, about a third.")
@click.option("--hard", is_flag=True, help="Only hard deals: ease 0.35 or less, about a third.")
@click.option(
    "--ease",
    callback=within(0.0, 1.0),
    default="0-1",
    show_default=True,
    metavar="A-B",
    help="Only deals with an ease in this range.",
)
@click.option("--grade", is_flag=True, help="Tell the grade of each deal, also without --easy or --hard.")
@click.option(
    "--min-moves",
    callback=whole(0),
    default="0",
    show_default=True,
    metavar="N",
    help="Only deals whose solution has at least so many moves.",
)
@click.option(
    "--max-moves",
    callback=whole(1, word="none"),
    default="none",
    show_default=True,
    metavar="N",
    help="Only deals whose solution has at most so many moves.",
)
@click.option(
    "--format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="text: a line for people; list: a number a line, for a program to ship; jsonl is --json.",
)
@click.option(
    "--verify",
    callback=text_or_none,
    default="none",
    show_default=True,
    metavar="FILE",
    help="Check a list (jsonl, csv or list; - for standard input) instead of making one.",
)
@team_options
@json_option
def winnable(
    wanted: int,
    start: str,
    draw: int,
    passes: int | None,
    worrying_back: str,
    easy: bool,
    hard: bool,
    ease: tuple[float, float],
    grade: bool,
    min_moves: int,
    max_moves: int | None,
    format: str,
    verify: str | None,
    team: "Team",
    as_json: bool,
) -> Status:
    """List the next winnable deals from --start on, in order, each with a solution that has been replayed.

    The ease of a deal is the share of 64 careless searches that win it: each tries moves in a random order
    and gives up after 1,000 positions, or 20,000 where passes are limited. It is told, with the length of
    the solution and the states it took to find, where a grade is asked for. Deals that are undecided
    within the limits are not listed.

    --verify replays the solutions of a list in the plain rules; the deals of a compact list, which has
    none, are solved again.

    Exit status: 0 done; 1 with --verify, some deal does not win; 2 bad input; 130 interrupted.
    """
    if verify is not None:
        return _verify(verify, team.limits)
    from harpan_solver.batch.winnable import WinnableDeals

    wish = _wish(easy, hard, ease, grade, min_moves, max_moves)
    rules = rules_of(draw, passes, worrying_back)
    deals = WinnableDeals(start, wanted, rules, team, wish)
    _list(deals, _shower("jsonl" if as_json else format, deals.dealer, rules))
    return Status.DONE


def _wish(
    easy: bool, hard: bool, ease: tuple[float, float], grade: bool, min_moves: int, max_moves: int | None
) -> "Wish":
    from harpan_solver.batch.grading import EASY, HARD
    from harpan_solver.batch.winnable import Wish

    low, high = max(ease[0], EASY * easy), min(ease[1], HARD if hard else 1.0)
    most = float("inf") if max_moves is None else max_moves
    if low > high:
        raise InputError("--easy, --hard, --ease: no deal can be in all of them")
    if min_moves > most:
        raise InputError(f"--min-moves {min_moves}, --max-moves {max_moves}: no deal can be in both")
    return Wish(low, high, min_moves, most, graded=grade)


def _list(deals: "WinnableDeals", show: "Callable[[Winnable], None]") -> None:
    """Find and show the deals.

    Raises:
        Interrupted: asked to stop.
        InputError: no workers, or the dealer has no more deals.
    """
    with watching(deals.count) as watch:
        for each in deals.run(watch.stop, partial(watch.tick, lambda: deals.found)):
            watch.bar.make_room(sys.stdout)
            show(each)
        if watch.stop.asked:
            raise Interrupted(f"interrupted after {deals.found:,} of {deals.count:,} deals")
        watch.bar.finish(deals.found)
    if deals.found < deals.count:
        raise InputError(f"only {deals.found:,} found: {deals.dealer.rstrip(':')} has no more deals")


def _shower(format: str, dealer: str, rules: "Rules") -> "Callable[[Winnable], None]":
    """How a deal is written; heads are written at once."""
    from harpan_solver.batch import lists

    if format == "jsonl":
        return lambda found: write(json.dumps(found.row()))
    if format == "csv":
        write(lists.csv_line(lists.COLUMNS))
        return lambda found: write(lists.csv_line(lists.csv_row(found)))
    if format == "list":
        write(lists.list_head(dealer, rules))
        return lambda found: write(lists.list_line(dealer, found))
    return _show_line


def _show_line(found: "Winnable") -> None:
    moves = found.solution.moves
    grade = "" if found.grade is None else f", ease {found.grade.ease:.2f}"
    write(f"{found.deal.name}: {len(moves)} moves{grade}: {' '.join(map(str, moves))}")


def _verify(file: str, limits: "Limits") -> Status:
    from harpan_solver.batch.lists import claims

    checked, faults = 0, 0
    with Stop() as stop:
        for place, claim in claims(iter(lines_of(file))):
            if stop.asked:
                raise Interrupted(f"interrupted after {checked:,} deals")
            checked += 1
            fault = _fault(claim, limits, stop)
            if fault:
                faults += 1
                write(f"{place}: {fault}")
    if not checked:
        raise InputError(f"{file}: no deals to verify")
    write(f"{checked - faults:,} of {checked:,} deals win")
    return Status.FAILED if faults else Status.DONE


def _fault(claim: "Claim", limits: "Limits", stop: Stop) -> str | None:
    """What keeps a deal from being won, or None."""
    if claim.moves is not None:
        from harpan_solver.batch.winnable import verify

        try:
            verify(claim.deal, claim.rules, claim.moves)
        except ReplayFault as error:
            return str(error)
        return None
    from harpan_solver.result import Verdict
    from harpan_solver.solver import solve

    found = solve(claim.deal, claim.rules, limits, should_stop=stop)
    return None if found.verdict is Verdict.SOLVABLE else f"{claim.deal.name}: {found.verdict}"
