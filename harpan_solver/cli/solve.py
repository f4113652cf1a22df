"""``harpan solve``, also installed as ``harpan-solve``."""

from collections.abc import Callable
from functools import partial

import click

from harpan_solver.cli.answers import Answer, JsonRows, Length, Pages, Shown, Wishes
from harpan_solver.cli.command import Command, Interrupted, Status, complain
from harpan_solver.cli.interruption import Stop
from harpan_solver.cli.options import (
    deal_options,
    json_option,
    limit_options,
    limits_of,
    look_options,
    position_option,
    rules_of,
    rules_options,
    version_option,
    workers_option,
)
from harpan_solver.cli.output import look, write
from harpan_solver.cli.progress import Progress
from harpan_solver.cli.running import Pool
from harpan_solver.cli.sources import Question, Questions, gather
from harpan_solver.cuts import ALL_CUTS, STRICT_CUTS
from harpan_solver.errors import InputError
from harpan_solver.game import Game
from harpan_solver.limits import Limits
from harpan_solver.loading import quick_loading
from harpan_solver.result import Verdict
from harpan_solver.rules import Rules
from harpan_solver.scoring import SYSTEMS, score


@click.command(
    cls=Command,
    short_help="Solve deals: a solution to follow, or a proof that there is none.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan-solve 1-100 solvitaire:7 --draw 1 --json",
)
@deal_options
@position_option
@rules_options
@click.option(
    "--fewest-passes",
    is_flag=True,
    help="Also find how few passes through the stock win; the solution uses so few.",
)
@click.option(
    "--shortest",
    is_flag=True,
    help="Find a solution of fewest moves: a draw, a card or a run moved count 1, redeals nothing.",
)
@click.option(
    "--score",
    "system",
    type=click.Choice([*SYSTEMS, "none"]),
    default="none",
    show_default=True,
    help="Also tell what the solution scores in this system.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Use only cutting rules with a published proof: slower, for auditing; the verdicts are the same.",
)
@limit_options
@workers_option(default=1)
@json_option
@look_options
@version_option
@click.pass_context
def solve(
    context: click.Context,
    names: tuple[str, ...],
    cards: tuple[str, ...],
    files: tuple[str, ...],
    positions: tuple[str, ...],
    draw: int,
    passes: int | None,
    worrying_back: str,
    fewest_passes: bool,
    shortest: bool,
    system: str,
    strict: bool,
    max_nodes: int | None,
    max_seconds: float | None,
    memory_mb: int,
    workers: int,
    as_json: bool,
    color: str,
    ascii: bool,
) -> Status:
    """Solve deals with every card known: a solution to follow, or a proof that there is none.

    A DEAL is DEALER:NUMBER such as solvitaire:7, a number of our own dealer (0 to 2^64-1), a range such as
    1-100 or solvitaire:1-100, or - for deals as text on standard input. Sources may be combined; rows come
    in the order of the DEALs, then --cards, --file, --position.

    With --fewest-passes every solution found is followed by a search with one pass fewer, until that is
    lost; the limits hold for all searches of a deal together. When one of them is reached first, the deal
    is solvable by the moves found and only the fewest passes are undecided. So it is with --shortest, whose
    search for fewer moves ends when there provably are none. --score counts the moves of the
    solution; those of a game in progress are counted from its position on.

    Exit status: 0 every deal decided; 3 something undecided; 2 bad input; 130 interrupted.
    """
    if shortest and fewest_passes:
        raise InputError("--shortest and --fewest-passes: only one of them can be asked for at a time")
    questions = gather("solve", partial(complain, context.command_path), names, cards, files, positions)
    rules = rules_of(draw, passes, worrying_back)
    for game in questions.games:
        check_game(game, rules)
    limits = limits_of(max_nodes, max_seconds, memory_mb)
    wishes = Wishes(fewest_passes, strict, None if system == "none" else system, shortest)
    show = JsonRows(wishes) if as_json else Pages(rules, look(color, ascii), wishes)
    settled = solve_all(context.command_path, questions, rules, limits, wishes, workers, show)
    if questions.faults:
        return Status.BAD_INPUT
    return Status.DONE if settled else Status.UNDECIDED


def check_game(question: Question, rules: Rules) -> None:
    """Raises InputError when a game in progress cannot be one under the rules."""
    try:
        Game(question.start, rules)
    except InputError as error:
        raise InputError(f"{question.name}: {error}") from None


def solve_all(
    name: str,
    questions: Questions,
    rules: Rules,
    limits: Limits,
    wishes: Wishes,
    workers: int,
    show: "JsonRows | Pages",
) -> bool:
    """Solve and show everything; returns whether everything that was asked is decided.

    Raises:
        Interrupted: asked to stop; what was in hand has been shown.
    """
    if not questions.count:
        return True
    threads = min(workers, questions.count)
    settled = True
    stop = Stop()
    with stop, Progress(questions.count) as progress, Pool(threads, stop, progress.tick) as pool:
        pool.run(partial(get_ready, partial(progress.say, name), wishes.shortest))
        ask = _asker(rules, limits, wishes, stop, 1 / threads)

        def ask_and_tell(question: Question) -> Shown:
            answer = ask(question)
            return Shown(show.text(question, answer), answer.solution.verdict, answer.settled)

        for question, take in pool.answers(questions, ask_and_tell):
            progress.clear()
            show.begin(question)
            shown = take()
            if shown is None:
                break
            progress.clear()
            write(shown.text)
            progress.add(shown.verdict)
            settled = settled and shown.settled
        if stop.asked:
            raise Interrupted(f"interrupted after {progress.counts.total()} of {questions.count} deals")
    return settled


def get_ready(announce: Callable[[str], None], for_shortest: bool = False) -> None:
    """Load what computes; compile it if this is the first run."""
    with quick_loading():
        from harpan_solver import warmup

        warmup.prepare(announce)
        if for_shortest:
            from harpan_solver import shortest

            shortest.prepare(announce)


def _asker(
    rules: Rules, limits: Limits, wishes: Wishes, stop: Stop, table_share: float
) -> Callable[[Question], Answer]:
    from harpan_solver import passes, solver

    cuts = STRICT_CUTS if wishes.strict else ALL_CUTS

    def ask(question: Question) -> Answer:
        fewest = length = None
        if wishes.shortest:
            from harpan_solver.shortest import shortest

            answer = shortest(
                question.start, rules, limits, cuts=cuts, should_stop=stop, table_share=table_share
            )
            solution, length = answer.solution, Length(answer.length, answer.proven, answer.bound)
        elif wishes.fewest_passes:
            found = passes.fewest_passes(
                question.start, rules, limits, cuts=cuts, should_stop=stop, table_share=table_share
            )
            solution, fewest = found.solution, found.passes
        else:
            solution = solver.solve(
                question.start, rules, limits, cuts=cuts, should_stop=stop, table_share=table_share
            )
        points = None
        if wishes.system is not None and solution.verdict is Verdict.SOLVABLE:
            points = score(solution.position, rules, solution.moves, wishes.system)
        return Answer(solution, fewest, points, length)

    return ask
