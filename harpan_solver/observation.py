"""What a person at the table has seen of a game, and worlds that agree with it.

A face-down card of a column is seen when it is turned up. Every card of the stock is seen when it is
turned for the first time, also the cards under the top of a group, as they are turned one over another.
So in the first pass the stock is unseen, and from the second on all of it is known, in its order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from harpan_solver.cards import RANK_COUNT, SUIT_COUNT, Card, card, cards_text
from harpan_solver.errors import InputError
from harpan_solver.game import Game
from harpan_solver.moves import Move
from harpan_solver.position import Position
from harpan_solver.rules import Rules


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that a player may know, and nothing else.

    Attributes:
        rules: the options of the game.
        tableau: for each column its face-up cards, the last one last.
        hidden: for each column how many face-down cards lie under them.
        foundations: cards on the foundation of clubs, diamonds, hearts, spades.
        waste: the turned cards, the top last.
        stock: the cards not yet turned in this pass, first turned first; ``None`` for one never seen.
        pass_number: which time through the stock this is, from 1.
        ranks: ranks in the deck, 13 but for small decks.
        moves: the moves made since the start, oldest first.
    """

    rules: Rules
    tableau: tuple[tuple[Card, ...], ...]
    hidden: tuple[int, ...]
    foundations: tuple[int, ...]
    waste: tuple[Card, ...]
    stock: tuple[Card | None, ...]
    pass_number: int = 1
    ranks: int = RANK_COUNT
    moves: tuple[Move, ...] = ()

    @property
    def won(self) -> bool:
        """Whether every card is on the foundations."""
        return all(height == self.ranks for height in self.foundations)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards never seen, in order of their numbers: those face down and those of an unturned stock."""
        seen = {card(rank, suit) for suit in range(SUIT_COUNT) for rank in range(self.foundations[suit])}
        seen.update(self.waste, *self.tableau, (each for each in self.stock if each is not None))
        return tuple(each for each in range(SUIT_COUNT * self.ranks) if each not in seen)

    def legal_moves(self) -> list[Move]:
        """Every move that the rules allow now, each once; no unseen card makes a difference to them."""
        return self.game().legal_moves()

    def game(self) -> Game:
        """A game to try moves in, whose unseen cards lie in order of their numbers, which means nothing."""
        return Game(self.filled(self.unseen), self.rules)

    def filled(self, order: Sequence[Card]) -> Position:
        """The position in which the unseen cards lie in this order.

        Args:
            order: the unseen cards; they go to the face-down places, column by column from the left, in
                each from the bottom, and then to the unseen places of the stock, first turned first.

        Raises:
            InputError: the cards are not the unseen ones, each once.
        """
        if tuple(sorted(order)) != self.unseen:
            raise InputError(
                f"unseen cards {cards_text(list(order))}: {cards_text(self.unseen)} in any order are needed"
            )
        rest = iter(order)
        tableau = [
            (*(next(rest) for _ in range(count)), *face_up)
            for count, face_up in zip(self.hidden, self.tableau, strict=True)
        ]
        return Position(
            tableau=tuple(tableau),
            hidden=self.hidden,
            stock=tuple(next(rest) if each is None else each for each in self.stock),
            waste=self.waste,
            foundations=self.foundations,
            pass_number=self.pass_number,
            ranks=self.ranks,
        )

    def world(self, rng: Random) -> Position:
        """A position that could be the real one, every such position being as likely as any other."""
        order = list(self.unseen)
        rng.shuffle(order)
        return self.filled(order)


def observe(game: Game) -> Observation:
    """What has been seen of a game that its player has played from the beginning.

    A game that was set up from a position on the way counts as played from the deal: its waste has been
    seen, and all of its stock when its first pass is over.
    """
    return Observation(
        rules=game.rules,
        tableau=tuple(
            tuple(column[hidden:]) for column, hidden in zip(game.tableau, game.hidden, strict=True)
        ),
        hidden=tuple(game.hidden),
        foundations=tuple(game.foundations),
        waste=tuple(game.waste),
        stock=tuple(game.stock) if game.pass_number > 1 else (None,) * len(game.stock),
        pass_number=game.pass_number,
        ranks=game.ranks,
        moves=tuple(game.history),
    )
