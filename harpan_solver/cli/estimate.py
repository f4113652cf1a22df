"""``harpan estimate``: how often deals are won, under many rules."""

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from harpan_solver.cli.answers import rules_in_words
from harpan_solver.cli.command import Command, Interrupted, Status, complain
from harpan_solver.cli.many import fraction, grid_options, sample_of, team_options, text_or_none, watching
from harpan_solver.cli.options import deal_options, json_option, together
from harpan_solver.cli.output import write
from harpan_solver.cli.players import player_option
from harpan_solver.scoring import SYSTEMS

if TYPE_CHECKING:
    from harpan_solver.batch.estimate import Estimate
    from harpan_solver.batch.games import Sums
    from harpan_solver.batch.tally import Share
    from harpan_solver.batch.team import Team

GAME_HEADS = "draw  passes     worrying back    CPU s   ms/move   moves  cards up"


@click.command(
    cls=Command,
    short_help="Estimate how often deals are won, under many rules.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan estimate 1-1000 --draw 1,3 --passes 3,unlimited --store runs.sqlite",
)
@deal_options
@together(*grid_options)
@player_option(
    "thoughtful",
    "Who plays; thoughtful knows every card, so that the share is that of solvable deals, the others see "
    "only what a person at the table sees",
)
@click.option(
    "--store",
    callback=text_or_none,
    default="none",
    show_default=True,
    metavar="PATH",
    help="Keep results in this file; what it has is not solved again.",
)
@click.option(
    "--precision",
    callback=fraction("none"),
    default="none",
    show_default=True,
    metavar="P",
    help="Stop when the half width of every interval is no larger than P, such as 0.01.",
)
@click.option(
    "--confidence",
    callback=fraction(),
    default="0.95",
    show_default=True,
    metavar="C",
    help="Confidence of the intervals.",
)
@click.option("--differences", is_flag=True, help="With --json, also a row for each step between rules.")
@team_options
@json_option
@click.pass_context
def estimate(
    context: click.Context,
    names: tuple[str, ...],
    cards: tuple[str, ...],
    files: tuple[str, ...],
    draws: tuple[int, ...],
    passes: tuple[int | None, ...],
    worrying_back: tuple[bool, ...],
    player: str,
    store: str | None,
    precision: float | None,
    confidence: float,
    differences: bool,
    team: "Team",
    as_json: bool,
) -> Status:
    """Estimate the share of deals that can be won, or that a player wins, for every combination of rules.

    DEALs are named as for harpan solve; each counts once, however often it is named. Deals from files
    count under their exact number. Rule sets of one deal are settled together, by as few searches as it
    takes.

    The bounds are Wilson's, the lower one with every undecided deal lost, the upper one with every
    undecided deal won. With --precision the deals are taken in order until every interval is narrow
    enough, undecided deals included; a stop by width leaves the interval its coverage.

    A run with --store can be stopped in any way and started again: nothing is solved, or played, twice.
    With a larger limit the undecided deals are tried again. Limits hold for each search.

    A --player that sees only what a person sees plays one game for each deal and rule set, the same as harpan
    play does; --max-seconds is then for each game. Games of a player with other options are kept apart.

    Exit status: 0, also with undecided deals; 2 bad input; 130 interrupted.
    """
    sample, faults = sample_of(context, "estimate", names, cards, files)
    from harpan_solver.batch.estimate import Estimate, difference_row, share_row
    from harpan_solver.batch.grid import rule_grid

    grid = rule_grid(draws, passes, worrying_back)
    with team.store(store, grid, player) as kept:
        run = Estimate(
            sample, grid, team, store=kept, precision=precision, confidence=confidence, player=player
        )
        with watching(run.size, run.unit) as watch:
            tick = partial(watch.tick, lambda: run.done, lambda: _so_far(run))
            if not run.run(watch.stop, tick):
                again = "start again to go on" if kept else "nothing is kept without --store"
                raise Interrupted(f"interrupted after {run.done:,} of {run.size:,} {run.unit}s; {again}")
            watch.bar.finish(run.done, _so_far(run))
    if precision is not None and not run.reached:
        complain(context.command_path, f"precision {precision:g} is not reached with these deals")
    if as_json:
        for share in run.tally.shares():
            write(json.dumps(share_row(share, run.deals, confidence, player)))
        for step in run.tally.differences() if differences else ():
            write(json.dumps(difference_row(step, run.deals, confidence)))
    else:
        _show(run, confidence)
    return Status.BAD_INPUT if faults else Status.DONE


def _so_far(run: "Estimate") -> str:
    """The share of the first rule set among the deals counted so far, and the undecided of all."""
    if not run.tally.total:
        return ""
    shares = run.tally.shares()
    first = shares[0].interval
    text = f"{first.value:.2%} ({first.low:.2%} to {first.high:.2%})"
    undecided = sum(share.undecided for share in shares)
    return text + (f", {undecided} undecided" if undecided else "")


def _show(run: "Estimate", confidence: float) -> None:
    """The closing tables."""
    write(f"{run.tally.total:,} deals: {run.deals}\n")
    write(f"draw  passes     worrying back      won     lost  undecided    share  {confidence:.4g} interval")
    for share in run.tally.shares():
        write(_line(share))
    if run.plays:
        write("\nAn average game; points by system, vegas is the balance:")
        write(f"{GAME_HEADS}{''.join(f'{system:>14}' for system in SYSTEMS)}")
        for share, sums in zip(run.tally.shares(), run.tally.sums, strict=True):
            write(_average(share, sums))
    steps = list(run.tally.differences())
    if steps:
        write("\nWhat one step of the rules gives, on the same deals:")
    for step in steps:
        low, value, high = (
            100 * each for each in (step.interval.low, step.interval.value, step.interval.high)
        )
        write(
            f"{value:+7.2f} points ({low:+.2f} to {high:+.2f}): "
            f"{rules_in_words(step.hard)} -> {rules_in_words(step.easy)}"
        )


def _average(share: "Share", sums: "Sums") -> str:
    """The line of a rule set in the table of average games."""
    means = sums.per_game()
    if not means:
        return f"{_rules(share)}  no game came to an end"
    points = "".join(f"{means[system]:14,.2f}" for system in SYSTEMS)
    return (
        f"{_rules(share)}  {means['seconds']:7.3f}  {1000 * means['seconds_per_move']:8.3f}  "
        f"{means['moves']:6,.1f}  {means['up']:8.2f}{points}"
    )


def _rules(share: "Share") -> str:
    rules = share.rules
    passes = "unlimited" if rules.passes is None else str(rules.passes)
    back = "on" if rules.worrying_back else "off"
    return f"{rules.draw:4}  {passes:9}  {back:13}"


def _line(share: "Share") -> str:
    interval = share.interval
    return (
        f"{_rules(share)}  {share.won:7,}  {share.lost:7,}  {share.undecided:9,}  "
        f"{interval.value:7.2%}  {interval.low:.2%} to {interval.high:.2%}"
    )
