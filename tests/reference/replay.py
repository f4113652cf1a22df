"""Replays a solution card by card, with the plain rules written out once more.

Shares no code with ``harpan_solver`` or with the complete search.
"""

from collections.abc import Iterable, Sequence

_SUITS = "CDHS"


class Refused(Exception):
    """A move that the rules do not allow; says which and why."""


class _Table:
    def __init__(self, cards: Sequence[int], ranks: int, columns: int) -> None:
        self.ranks = ranks
        self.columns: list[list[int]] = [[] for _ in range(columns)]
        rest = list(cards)
        for row in range(columns):
            for column in range(row, columns):
                self.columns[column].append(rest.pop(0))
        self.face_down = list(range(columns))
        self.stock, self.waste = rest, list[int]()
        self.foundations = {suit: 0 for suit in range(4)}
        self.passes = 1

    def put_up(self, card: int) -> None:
        suit = card % 4
        _require(self.foundations[suit] == card // 4, "the foundation takes another card next")
        self.foundations[suit] += 1

    def lay(self, cards: list[int], column: int) -> None:
        target = self.columns[column]
        if target:
            _require(target[-1] // 4 == cards[0] // 4 + 1, "not one rank lower")
            _require((target[-1] % 4 in (1, 2)) != (cards[0] % 4 in (1, 2)), "of the same colour")
        else:
            _require(cards[0] // 4 == self.ranks - 1, "an empty column takes a king")
        target += cards

    def take(self, column: int, count: int) -> list[int]:
        source = self.columns[column]
        _require(1 <= count <= len(source) - self.face_down[column], "not so many cards face up")
        taken = source[-count:]
        del source[-count:]
        if source and self.face_down[column] == len(source):
            self.face_down[column] -= 1
        return taken

    def draw(self, count: int) -> None:
        _require(bool(self.stock), "the stock is empty")
        self.waste += self.stock[:count]
        del self.stock[:count]

    def redeal(self, passes: int | None) -> None:
        _require(not self.stock and bool(self.waste), "the stock is not empty, or nothing was turned")
        _require(passes is None or self.passes < passes, "no pass is left")
        self.passes += 1
        self.stock, self.waste = self.waste, []

    def take_waste(self) -> int:
        _require(bool(self.waste), "the waste is empty")
        return self.waste.pop()


def replay(
    cards: Sequence[int],
    ranks: int,
    columns: int,
    moves: Iterable[str],
    *,
    draw: int,
    passes: int | None,
    worrying_back: bool,
) -> int:
    """Plays all moves of a solution and returns the passes used.

    Args:
        cards: the deck in deal order, each card ``4 * rank + suit``.
        ranks: ranks in the deck.
        columns: columns of 1, 2, 3 .. cards.
        moves: ``draw``, ``redeal``, ``W>F``, ``W>3``, ``3>F``, ``2>5:3``, ``FH>4``.
        draw: cards turned at a time.
        passes: times through the stock allowed, None = unlimited.
        worrying_back: whether ``FH>4`` is allowed.

    Raises:
        Refused: a move is not allowed, or the game is not won at the end.
    """
    table = _Table(cards, ranks, columns)
    for number, move in enumerate(moves, 1):
        try:
            _play(table, move, draw, passes, worrying_back)
        except (Refused, ValueError, IndexError) as refusal:
            raise Refused(f"move {number}, {move}: {refusal}") from None
    _require(all(height == ranks for height in table.foundations.values()), "not won at the end")
    return table.passes


def _play(table: _Table, move: str, draw: int, passes: int | None, worrying_back: bool) -> None:
    if move == "draw":
        table.draw(draw)
        return
    if move == "redeal":
        table.redeal(passes)
        return
    source, target = move.split(">")
    if source.startswith("F"):
        _require(worrying_back, "no worrying back in this game")
        suit = _SUITS.index(source[1:])
        _require(table.foundations[suit] > 0, "the foundation is empty")
        table.foundations[suit] -= 1
        table.lay([4 * table.foundations[suit] + suit], int(target) - 1)
        return
    where, _, count = target.partition(":")
    cards = [table.take_waste()] if source == "W" else table.take(int(source) - 1, int(count or 1))
    if where == "F":
        _require(len(cards) == 1, "one card at a time")
        table.put_up(cards[0])
    else:
        _require(where != source, "from a column to itself")
        table.lay(cards, int(where) - 1)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)
