"""Small decks to check a solver with: reproducible, and chosen so that mistakes show.

Most decks shuffled blindly are won or lost in the same way under every rule. So only every fifth family of
decks is shuffled; the others walk from deck to deck, each time swapping two cards, and stay at a border:

- ``worrying``: won with worrying back and not without, the passes unlimited; a walk starts at one of
  ``tests/data/worrying_decks.csv``, where a card must not go up although all that could lie on it have;
- ``border``: the verdict under one rule set changes with every step.

All choices are made with the complete search's answers, none with the solver's.
"""

import csv
import functools
import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.reference.complete_search import Answer, complete_search

FAMILY_SIZE = 25

_RANKS, _SUITS = "A23456789TJQK", "CDHS"
_KINDS = ("border", "worrying", "border", "shuffled", "border")
# (ranks, columns), in the order in which families take them.
_SHAPES = (
    (6, 6), (4, 4), (5, 5), (6, 5), (7, 6), (5, 4), (6, 6), (5, 5), (4, 3), (6, 6), (6, 4), (4, 4), (5, 3),
)  # fmt: skip
_WORRYING_DECKS = Path(__file__).parents[1] / "data" / "worrying_decks.csv"
_PASSES = (None, None, None, None, 1, 2, 3)
_STRIDE = 10  # starting decks lie by size in their file: take small and large ones in turn
_MOST_TRIES = 50


class SmallDeck(NamedTuple):
    """A deck, how it is played, and what the complete search found.

    Attributes:
        ranks: ranks in the deck.
        columns: columns of 1, 2, 3 .. cards; what is left is the stock.
        draw: cards turned at a time.
        cards: in deal order, each ``4 * rank + suit``.
        with_worrying_back: the complete search's answer with worrying back allowed.
        without: and without.
    """

    ranks: int
    columns: int
    draw: int
    cards: tuple[int, ...]
    with_worrying_back: Answer
    without: Answer

    def wins(self, worrying_back: bool, passes: int | None) -> bool:
        """Whether some play wins."""
        return (self.with_worrying_back if worrying_back else self.without).wins(passes)

    def __str__(self) -> str:
        text = "".join(_RANKS[card // 4] + _SUITS[card % 4] for card in self.cards)
        return f"{self.ranks} ranks, {self.columns} columns, draw {self.draw}: {text}"


class Family(NamedTuple):
    """Decks of one kind and shape.

    Attributes:
        kind: ``shuffled``, ``worrying`` or ``border``, see the module.
        decks: the decks, all different.
        left_out: decks that were looked at but not used since they have too many boards.
    """

    kind: str
    decks: list[SmallDeck]
    left_out: int


def parse_cards(text: str) -> tuple[int, ...]:
    """Card numbers of a text such as ``2C6SAH``."""
    pairs = zip(text[::2], text[1::2], strict=True)
    return tuple(4 * _RANKS.index(rank) + _SUITS.index(suit) for rank, suit in pairs)


def family(seed: int, number: int, max_states: int, size: int = FAMILY_SIZE) -> Family:
    """The decks of family ``number`` (from 0): always the same for the same arguments.

    Kinds, shapes and draws 1 to 3 take turns, so that any run of consecutive families is a fair mix.
    """
    kind, turn = _KINDS[number % len(_KINDS)], number // len(_KINDS)
    rng = random.Random(f"small decks {seed} {number}")
    if kind == "worrying":
        starts = worrying_decks()
        start = starts[turn * _STRIDE % len(starts)]
        maker = _Maker(rng, start.ranks, start.columns, start.draw, max_states)
        while len(maker.decks) < size:
            maker.walk(size, start.cards, maker.needs_worrying_back)
        return Family(kind, maker.decks, maker.left_out)
    maker = _Maker(rng, *_SHAPES[number % len(_SHAPES)], turn % 3 + 1, max_states)
    while len(maker.decks) < size:
        if kind == "border":
            maker.walk(size, maker.shuffled(), maker.at_the_border())
        else:
            maker.add(maker.shuffled())
    return Family(kind, maker.decks, maker.left_out)


class _Start(NamedTuple):
    cards: tuple[int, ...]
    ranks: int
    columns: int
    draw: int


@functools.cache
def worrying_decks() -> tuple[_Start, ...]:
    """The decks from which ``worrying`` walks start."""
    with _WORRYING_DECKS.open(encoding="ascii", newline="") as lines:
        return tuple(
            _Start(parse_cards(row["cards"]), int(row["ranks"]), int(row["columns"]), int(row["draw"]))
            for row in csv.DictReader(lines)
        )


class _Maker:
    """Makes the decks of one family."""

    def __init__(self, rng: random.Random, ranks: int, columns: int, draw: int, max_states: int) -> None:
        self.rng = rng
        self.ranks, self.columns, self.draw = ranks, columns, draw
        self.max_states = max_states
        self.decks: list[SmallDeck] = []
        self.used: set[tuple[int, ...]] = set()
        self.left_out = 0

    def walk(self, size: int, start: tuple[int, ...], wanted: Callable[[tuple[int, ...]], bool]) -> None:
        """Adds wanted decks until there are ``size`` or too many swaps were tried in vain."""
        cards = last = start
        tries = 0
        while len(self.decks) < size and tries < _MOST_TRIES:
            tries += 1
            if cards not in self.used and wanted(cards) and self.add(cards):
                last = cards
                tries = 0
            cards = self.swapped(last)

    def needs_worrying_back(self, cards: tuple[int, ...]) -> bool:
        """Whether a deck is won with unlimited passes, but not without worrying back."""
        if self.search(cards, True).fewest_passes is None:
            return False
        without = self.search(cards, False)
        return without.complete and without.fewest_passes is None

    def at_the_border(self) -> Callable[[tuple[int, ...]], bool]:
        """A test, with rules of its own, whether a deck's verdict differs from that of the walk's last."""
        worrying_back, passes = self.rng.random() < 0.8, self.rng.choice(_PASSES)
        first = len(self.decks)

        def changes(cards: tuple[int, ...]) -> bool:
            answer = self.search(cards, worrying_back)
            if len(self.decks) == first or not answer.complete:
                return answer.complete
            return answer.wins(passes) != self.decks[-1].wins(worrying_back, passes)

        return changes

    def add(self, cards: tuple[int, ...]) -> bool:
        """Adds a deck with its answers, or leaves it out if it has too many boards."""
        answers = self.search(cards, True), self.search(cards, False)
        self.used.add(cards)
        if not (answers[0].complete and answers[1].complete):
            self.left_out += 1
            return False
        self.decks.append(SmallDeck(self.ranks, self.columns, self.draw, cards, *answers))
        return True

    def search(self, cards: tuple[int, ...], worrying_back: bool) -> Answer:
        return complete_search(cards, self.ranks, self.columns, self.draw, worrying_back, self.max_states)

    def shuffled(self) -> tuple[int, ...]:
        cards = list(range(4 * self.ranks))
        self.rng.shuffle(cards)
        return tuple(cards)

    def swapped(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The same deck but for two cards."""
        changed = list(cards)
        one, other = self.rng.sample(range(len(cards)), 2)
        changed[one], changed[other] = changed[other], changed[one]
        return tuple(changed)
