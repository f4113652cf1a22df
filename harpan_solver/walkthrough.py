"""A solution in words that a player can follow with a real pack of cards."""

from collections.abc import Iterable
from itertools import groupby

from harpan_solver.board import card_text
from harpan_solver.game import Game, HasPosition, Step, replay
from harpan_solver.moves import DRAW, REDEAL, Move, MoveKind
from harpan_solver.position import Position
from harpan_solver.rules import Rules


def walkthrough(
    start: Position | HasPosition, rules: Rules, moves: Iterable[Move | str], ascii: bool = False
) -> list[str]:
    """The moves as numbered lines; columns count from 1 at the left.

    A line is one move, but draws that follow each other share one. ``ascii`` gives letters for suits.

    Raises:
        InputError: the start or a move cannot be used; IllegalMove when the rules refuse the move.
    """
    steps = replay(start, rules, moves).steps
    game = Game(start, rules)  # played along, for what lies where before each move
    sentences = []
    for is_draw, group in groupby(steps, key=lambda step: step.move == DRAW):
        if is_draw:
            draws = list(group)
            sentences.append(_draws_in_words(draws, rules.draw, ascii))
            for draw in draws:
                game.play(draw.move)
        else:
            for step in group:
                sentences.append(_step_in_words(step, game, ascii))
                game.play(step.move)
    return [f"{number:>3}. {sentence}" for number, sentence in enumerate(sentences, 1)]


def _draws_in_words(draws: list[Step], draw_count: int, ascii: bool) -> str:
    full = sum(len(draw.cards) == draw_count for draw in draws)
    parts = []
    if full and draw_count > 1:
        parts.append(f"{full} times {draw_count} cards" if full > 1 else f"{draw_count} cards")
    elif full:
        parts.append(f"{full} cards" if full > 1 else "1 card")
    if full < len(draws):
        rest = len(draws[-1].cards)
        parts.append(f"the last {rest} cards" if rest > 1 else "the last card")
    return f"Turn {' and '.join(parts)}: {card_text(draws[-1].cards[-1], ascii)} is on top"


def _step_in_words(step: Step, game: Game, ascii: bool) -> str:
    move = step.move
    if move == REDEAL:
        return f"Turn the waste over: pass {game.pass_number + 1} begins"
    words = card_text(step.cards[0], ascii)
    if len(step.cards) > 1:
        words += f" down to {card_text(step.cards[-1], ascii)} ({len(step.cards)} cards)"
    match move.kind:
        case MoveKind.WASTE_TO_FOUNDATION | MoveKind.WASTE_TO_COLUMN:
            words += " from the waste"
        case MoveKind.FOUNDATION_TO_COLUMN:
            words += " back from its foundation"
        case _:
            words += f" from column {move.source + 1}"
    if move.kind in (MoveKind.WASTE_TO_FOUNDATION, MoveKind.COLUMN_TO_FOUNDATION):
        words += " to its foundation"
    elif game.tableau[move.target]:
        words += f" to column {move.target + 1}, on {card_text(game.tableau[move.target][-1], ascii)}"
    else:
        words += f" to empty column {move.target + 1}"
    if step.turned_up is not None:
        words += f"; turn up {card_text(step.turned_up, ascii)}"
    return words
