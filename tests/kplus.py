"""K+ moves of a ``Game``, found and played with its plain rules only.

Slow and written from the definition, to compare the kernels with. Run as a program it counts sequences of
moves anew: ``python -m tests.kplus tests/data/perft.json`` fills in that file's counts.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from harpan_solver.cards import Card, card, rank_of, suit_of
from harpan_solver.game import Game
from harpan_solver.moves import (
    DRAW,
    REDEAL,
    WASTE_TO_FOUNDATION,
    column_to_column,
    column_to_foundation,
    foundation_to_column,
    waste_to_column,
)
from harpan_solver.position import Position
from harpan_solver.rules import Rules
from tests.reference.decks import parse_cards

KINDS = ("up from column", "up from stock", "stock to column", "uncover", "bring back")


class KPlus(NamedTuple):
    """A K+ move: one of ``KINDS`` and the card that moves (of a run, its highest)."""

    kind: str
    card: Card


def tops(game: Game) -> dict[Card, int]:
    """The stock cards that can be turned to the top of the waste, with the redeals that each takes at least.

    Found by turning the stock of a copy, twice all the way round where the rules allow it.
    """
    turned = game.copy()
    found: dict[Card, int] = {}
    for redeals in range(3):
        while True:
            if turned.waste:
                found.setdefault(turned.waste[-1], redeals)
            if not turned.stock:
                break
            turned.play(DRAW)
        if REDEAL not in turned.legal_moves():
            break
        turned.play(REDEAL)
    return found


def takes_it(game: Game, each: Card) -> Iterator[int]:
    """The columns that take a card."""
    return (number for number in range(len(game.tableau)) if game.column_takes(number, each))


def has_host(game: Game, each: Card) -> bool:
    return any(True for _ in takes_it(game, each))


def kplus_moves(game: Game) -> set[KPlus]:
    """All K+ moves, each once however many hosts there are."""
    moves = set()
    for each in tops(game):
        if game.foundation_takes(each):
            moves.add(KPlus("up from stock", each))
        if has_host(game, each):
            moves.add(KPlus("stock to column", each))
    for column, hidden in zip(game.tableau, game.hidden, strict=True):
        for place in range(hidden, len(column)):
            can_be_bare = place + 1 == len(column) or has_host(game, column[place + 1])
            if game.foundation_takes(column[place]) and can_be_bare:
                moves.add(KPlus("up from column", column[place]))
        # A column's lowest king only changes places with an empty column.
        if column and (hidden or rank_of(column[0]) < game.ranks - 1) and has_host(game, column[hidden]):
            moves.add(KPlus("uncover", column[hidden]))
    if game.rules.worrying_back:
        for suit, height in enumerate(game.foundations):
            if height and has_host(game, card(height - 1, suit)):
                moves.add(KPlus("bring back", card(height - 1, suit)))
    return moves


def play_kplus(game: Game, move: KPlus) -> int:
    """Plays a K+ move as ordinary moves; returns how many, for taking them back."""
    before = len(game.steps)
    if move.kind in ("up from stock", "stock to column"):
        while not game.waste or game.waste[-1] != move.card:
            game.play(DRAW if game.stock else REDEAL)
        up = move.kind == "up from stock"
        game.play(WASTE_TO_FOUNDATION if up else waste_to_column(next(takes_it(game, move.card))))
    elif move.kind == "bring back":
        game.play(foundation_to_column(suit_of(move.card), next(takes_it(game, move.card))))
    else:
        source = next(number for number, column in enumerate(game.tableau) if move.card in column)
        column = game.tableau[source]
        first = column.index(move.card) + int(move.kind == "up from column")
        if first < len(column):
            target = next(takes_it(game, column[first]))
            game.play(column_to_column(source, target, len(column) - first))
        if move.kind == "up from column":
            game.play(column_to_foundation(source))
    return len(game.steps) - before


def count_kplus(game: Game, depth: int) -> dict[str, int]:
    """How many sequences of ``depth`` K+ moves there are, by the kind of the last move."""
    counts = dict.fromkeys(KINDS, 0)
    moves = kplus_moves(game)
    for move in moves:
        if depth == 1:
            counts[move.kind] += 1
            continue
        played = play_kplus(game, move)
        for kind, count in count_kplus(game, depth - 1).items():
            counts[kind] += count
        for _ in range(played):
            game.undo()
    return counts


def count_ordinary(game: Game, depth: int) -> int:
    """How many sequences of ``depth`` ordinary moves there are."""
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        game.play(move)
        total += count_ordinary(game, depth - 1)
        game.undo()
    return total


def game_of(row: dict[str, Any]) -> Game:
    """The game that a row of ``perft.json`` starts from: a deal and the first moves played in it."""
    start = Position.dealt(parse_cards(row["cards"]), row["ranks"], row["columns"])
    game = Game(start, Rules(row["draw"], row["passes"], row["worrying_back"]))
    for move in row["played"]:
        game.play(move)
    return game


def main(path: Path) -> None:
    """Counts every row of a file anew, to the depths that it has counts for."""
    rows = json.loads(path.read_text("ascii"))
    for row in rows:
        game = game_of(row)
        row["ordinary"] = [count_ordinary(game, depth + 1) for depth in range(len(row["ordinary"]))]
        row["kplus"] = [list(count_kplus(game, depth + 1).values()) for depth in range(len(row["kplus"]))]
    lines = ",\n".join(json.dumps(row) for row in rows)
    path.write_text(f"[\n{lines}\n]\n", "ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
