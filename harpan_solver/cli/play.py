"""``harpan play``: a game with its cards hidden, played by a player of this package or by you."""

import json
from collections.abc import Callable
from functools import partial

import click

from harpan_solver.cli.answers import WHY_UNDECIDED, rules_in_words
from harpan_solver.cli.command import Command, Interrupted, Status, complain
from harpan_solver.cli.interruption import Stop
from harpan_solver.cli.options import (
    NO_LIMIT,
    json_option,
    look_options,
    position_option,
    rules_of,
    rules_options,
    source_options,
    whole,
)
from harpan_solver.cli.output import Look, look, paint, write
from harpan_solver.cli.players import player_option
from harpan_solver.cli.running import Pool
from harpan_solver.cli.solve import get_ready
from harpan_solver.cli.sources import STANDARD_INPUT, Question, gather
from harpan_solver.cli.table import result_in_words, show_board, show_last_move
from harpan_solver.cli.you import Person
from harpan_solver.errors import InputError
from harpan_solver.moves import Move
from harpan_solver.observation import Observation
from harpan_solver.players.match import Match, Played, seed_for
from harpan_solver.players.player import Player
from harpan_solver.players.registry import PLAYERS, make, parse_player
from harpan_solver.result import Solution, Verdict
from harpan_solver.rules import Rules


@click.command(
    cls=Command,
    short_help="Play with hidden cards: watch a player, or play yourself.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan play 42 --player greedy --draw 1",
)
@click.argument("names", nargs=-1, metavar="[DEAL]...")
@source_options
@position_option
@player_option("greedy", "Who plays, or gives hints with --you")
@click.option("--you", is_flag=True, help="Play yourself: moves and questions come from standard input.")
@rules_options
@click.option(
    "--seed",
    callback=whole(0, NO_LIMIT),
    default="0",
    show_default=True,
    metavar="N",
    help="Another number, another game of a player that chooses at random.",
)
@click.option("--quiet", is_flag=True, help="How each game ends, and nothing else.")
@json_option
@look_options
@click.pass_context
def play(
    context: click.Context,
    names: tuple[str, ...],
    cards: tuple[str, ...],
    files: tuple[str, ...],
    positions: tuple[str, ...],
    player: str,
    you: bool,
    draw: int,
    passes: int | None,
    worrying_back: str,
    seed: int,
    quiet: bool,
    as_json: bool,
    color: str,
    ascii: bool,
) -> Status:
    """Play deals as a person at the table does, who does not see the face-down cards.

    Each DEAL, named as for harpan solve, is played by the --player, move by move with the board; --quiet
    tells only how it ends, and --json gives a row for each game with its moves and points. The same deal,
    rules, player and --seed give the same game. Only the player thoughtful is shown every card.

    With --you one deal is yours to play; "help" tells what can be said. A move cannot be taken back.

    Exit status: 0 played to the end, won or not; 2 bad input; 130 interrupted.
    """
    report = partial(complain, context.command_path)
    if you:
        _check_for_you(player, quiet, as_json, [*names, *files, *positions])
    rules = rules_of(draw, passes, worrying_back)
    make(player, rules, seed)  # an option that cannot be used is told before anything else
    questions = gather("play", report, names, cards, files, positions)
    if you and questions.count > 1:
        raise InputError(f"{questions.count} games: --you plays one DEAL or one --position")
    style = look(color, ascii)
    refused = 0
    for number, question in enumerate(questions):
        table = _Table(question, rules, player, seed, style, report)
        if you:
            table.let_you_play()
            continue
        try:
            silent = quiet or as_json
            played = table.let_player_play() if silent else table.show_player_play("\n" * (number > 0))
        except InputError as error:
            report(f"{question.name}: {error}")
            refused += 1
            continue
        if as_json:
            row = {**question.row(), "player": player, "seed": seed, **played.row()}
            write(json.dumps(row))
        else:
            write(f"{paint(question.name, 'bold', style)}: {result_in_words(played, style)}.")
    return Status.BAD_INPUT if questions.faults or refused else Status.DONE


def _check_for_you(player: str, quiet: bool, as_json: bool, sources: list[str]) -> None:
    """Raises InputError for what cannot be asked for together with --you."""
    if quiet or as_json:
        raise InputError(f"{'--quiet' if quiet else '--json'}: not with --you")
    if PLAYERS[parse_player(player)[0]].sees_all:
        raise InputError(f"--player {player}: it looks under the cards, so it gives no hints with --you")
    if STANDARD_INPUT in sources:
        raise InputError(f"{STANDARD_INPUT}: with --you standard input is for your moves")


class _Table:
    """Where one game is played."""

    def __init__(
        self,
        question: Question,
        rules: Rules,
        player: str,
        seed: int,
        look: Look,
        report: Callable[[str], None],
    ) -> None:
        self._question = question
        self._rules = rules
        self._player = player
        self._compiled = PLAYERS[parse_player(player)[0]].compiled
        self._seed = seed_for(question.start, seed)
        self._look = look
        self._report = report
        self._adviser: Player | None = None
        self._advised: tuple[Move, ...] = ()
        self._advice: Move | None = None

    @property
    def _title(self) -> str:
        """What is played, and a blank line."""
        return f"{paint(self._question.name, 'bold', self._look)}: {rules_in_words(self._rules)}\n"

    def let_player_play(self) -> Played:
        """A game of the player; it runs in a thread, so that a signal is heard meanwhile.

        Raises:
            InputError: a position that is none under the rules.
            Interrupted: asked to stop.
        """
        stop = Stop()
        with stop, Pool(1, stop) as pool:
            match = self._started(pool)

            def play() -> None:
                while match.end is None and not stop.asked:
                    match.play_on()

            pool.run(play)
            if stop.asked:
                raise Interrupted
        return match.played()

    def show_player_play(self, before: str) -> Played:
        """As ``let_player_play``, with every move and the board after it; ``before`` precedes the title."""
        stop = Stop()
        with stop, Pool(1, stop) as pool:
            match = self._started(pool)
            write(before + self._title)
            show_board(match.game, self._look)
            while match.end is None:
                count = len(match.game.steps)
                pool.run(match.play_on)
                if stop.asked:
                    raise Interrupted
                if len(match.game.steps) > count:
                    show_last_move(match, self._look)
        return match.played()

    def _started(self, pool: Pool) -> Match:
        """The game before the player's first move; a player that looks under the cards has done so."""
        if self._compiled:
            pool.run(partial(get_ready, self._report))
        started: list[Match] = []
        pool.run(lambda: started.append(Match(self._question.start, self._rules, self._fresh_player())))
        return started[0]

    def let_you_play(self) -> None:
        """A game of the person at standard input.

        Raises:
            InputError: a position that is none under the rules, or no standard input.
        """
        person = Person(self._look, self._player, self._hint, lambda: self._winnable(match))
        try:
            match = Match(self._question.start, self._rules, person)
        except InputError as error:
            raise InputError(f"{self._question.name}: {error}") from None
        write(self._title)
        show_board(match.game, self._look)
        while match.end is None:
            before = len(match.game.steps)
            match.play_on()
            if len(match.game.steps) > before:
                show_last_move(match, self._look)
        write(result_in_words(match.played(), self._look) + ".")

    def _fresh_player(self) -> Player:
        return make(self._player, self._rules, self._seed)

    def _hint(self, seen: Observation) -> Move | None:
        """The move of the player who advised on the last one, if that was made, else of a fresh player."""
        if self._advised == seen.moves and self._advice is not None:
            return self._advice
        followed = self._advice is not None and (*self._advised, self._advice) == seen.moves
        stop = Stop()
        found: list[Move | None] = []

        def advise() -> None:
            if self._adviser is None or not followed:
                self._adviser = self._fresh_player()
            found.append(self._adviser.choose(seen))

        with stop, Pool(1, stop) as pool:
            if self._compiled:
                pool.run(partial(get_ready, self._report))
            pool.run(advise)
        self._advised, self._advice = seen.moves, found[0]
        return found[0]

    def _winnable(self, match: Match) -> str:
        """Whether the game as it lies can still be won, in a sentence."""
        stop = Stop()
        found: list[Solution] = []

        def search() -> None:
            from harpan_solver.solver import solve

            found.append(solve(match.game.position, self._rules, should_stop=stop))

        with stop, Pool(1, stop) as pool:
            pool.run(partial(get_ready, self._report))
            pool.run(search)
        answer = found[0]
        if answer.reason is not None:
            return f"Looking under the cards, it is not known: {WHY_UNDECIDED[answer.reason]}."
        still = "can still" if answer.verdict is Verdict.SOLVABLE else "can no longer"
        return f"Looking under the cards: this game {still} be won."
