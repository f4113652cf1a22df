"""``harpan solve``, also installed as ``harpan-solve``."""

from collections.abc import Callable
from functools import partial

import click

from harpan_solver.cli.answers import JsonRows, Pages
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
from harpan_solver.cli.output import look
from harpan_solver.cli.progress import Progress
from harpan_solver.cli.running import Pool
from harpan_solver.cli.sources import Question, Questions, gather
from harpan_solver.errors import InputError
from harpan_solver.game import Game
from harpan_solver.limits import Limits
from harpan_solver.result import Solution, Verdict
from harpan_solver.rules import Rules


@click.command(
    cls=Command,
    short_help="Solve deals: a solution to follow, or a proof that there is none.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan-solve 1-100 solvitaire:7 --draw 1 --json",
)
@deal_options
@position_option
@rules_options
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

    Exit status: 0 every deal decided; 3 some deal undecided; 2 bad input; 130 interrupted.
    """
    questions = gather("solve", partial(complain, context.command_path), names, cards, files, positions)
    rules = rules_of(draw, passes, worrying_back)
    for game in questions.games:
        check_game(game, rules)
    limits = limits_of(max_nodes, max_seconds, memory_mb)
    show = JsonRows() if as_json else Pages(rules, look(color, ascii))
    undecided = solve_all(context.command_path, questions, rules, limits, workers, show)
    if questions.faults:
        return Status.BAD_INPUT
    return Status.UNDECIDED if undecided else Status.DONE


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
    workers: int,
    show: "JsonRows | Pages",
) -> int:
    """Solve and show everything; returns how many deals are undecided.

    Raises:
        Interrupted: asked to stop; what was in hand has been shown.
    """
    if not questions.count:
        return 0
    threads = min(workers, questions.count)
    stop = Stop()
    with stop, Progress(questions.count) as progress, Pool(threads, stop, progress.tick) as pool:
        pool.run(partial(_get_ready, partial(progress.say, name)))
        ask = _asker(rules, limits, stop, 1 / threads)
        for question, answer in pool.answers(questions, ask):
            progress.clear()
            show.begin(question)
            solution = answer()
            if solution is None:
                break
            progress.clear()
            show.end(question, solution)
            progress.add(solution.verdict)
        if stop.asked:
            raise Interrupted(f"interrupted after {progress.counts.total()} of {questions.count} deals")
        return progress.counts[Verdict.UNDECIDED]


def _get_ready(announce: Callable[[str], None]) -> None:
    """Load what computes; compile it if this is the first run."""
    from harpan_solver import warmup

    warmup.prepare(announce)


def _asker(rules: Rules, limits: Limits, stop: Stop, table_share: float) -> Callable[[Question], Solution]:
    from harpan_solver import solver

    def ask(question: Question) -> Solution:
        return solver.solve(question.start, rules, limits, should_stop=stop, table_share=table_share)

    return ask
