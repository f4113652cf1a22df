"""The rules of Harpan (Klondike) in plain Python lists, written to be read.

This file is the definition of the game: whatever any faster code finds is replayed here. King means
the highest rank of the deck, so that small decks play by the same rules.
"""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from harpan_solver.board import board_text
from harpan_solver.cards import RANK_LETTERS, SUIT_COUNT, Card, card, card_name, lies_on, rank_of, suit_of
from harpan_solver.errors import IllegalMove, InputError
from harpan_solver.moves import (
    DRAW,
    REDEAL,
    WASTE_TO_FOUNDATION,
    Move,
    MoveKind,
    column_to_column,
    column_to_foundation,
    foundation_to_column,
    parse_move,
    waste_to_column,
)
from harpan_solver.position import Position
from harpan_solver.rules import Rules

DEFAULT_RULES = Rules()

FROM_WASTE = (MoveKind.WASTE_TO_FOUNDATION, MoveKind.WASTE_TO_COLUMN)
FROM_COLUMN = (MoveKind.COLUMN_TO_FOUNDATION, MoveKind.COLUMN_TO_COLUMN)
TO_FOUNDATION = (MoveKind.WASTE_TO_FOUNDATION, MoveKind.COLUMN_TO_FOUNDATION)


class HasPosition(Protocol):
    """Whatever starts a game at its ``position``, such as a deal or another game."""

    @property
    def position(self) -> Position:
        """Where every card lies."""


class Step(NamedTuple):
    """A move that was played and what it did.

    Attributes:
        move: the move.
        cards: the cards it moved; for a draw in the order turned, none for a redeal.
        turned_up: the face-down card that it uncovered in its column, or ``None``.
    """

    move: Move
    cards: list[Card]
    turned_up: Card | None


class Game:
    """A game in progress: which moves are legal, playing them and taking them back.

    The attributes are for reading; only ``play`` and ``undo`` change them.

    Attributes:
        rules: the options of the game.
        ranks: ranks in the deck, 13 but for small decks.
        tableau: the columns, each from the bottom to its last card.
        hidden: for each column, how many of its first cards are face down.
        stock: the cards not yet turned in this pass, first turned first.
        waste: the turned cards, the top last.
        foundations: cards on the foundation of clubs, diamonds, hearts, spades.
        pass_number: which time through the stock this is, from 1.
        steps: what was played, with its effects, oldest first.
    """

    def __init__(self, start: Position | HasPosition, rules: Rules = DEFAULT_RULES) -> None:
        """Set up a deal or a position.

        Raises:
            InputError: the position is no position of the deck, or is past the last pass of the rules.
        """
        position = start if isinstance(start, Position) else start.position
        position.check()
        if rules.passes is not None and position.pass_number > rules.passes:
            raise InputError(f"pass {position.pass_number}: the rules allow {rules.passes}")
        self.rules = rules
        self.ranks = position.ranks
        self.tableau = [list(column) for column in position.tableau]
        self.hidden = list(position.hidden)
        self.stock = list(position.stock)
        self.waste = list(position.waste)
        self.foundations = list(position.foundations)
        self.pass_number = position.pass_number
        self.steps: list[Step] = []

    def __str__(self) -> str:
        return board_text(self)

    @property
    def position(self) -> Position:
        """Where every card lies now."""
        return Position(
            tableau=tuple(map(tuple, self.tableau)),
            hidden=tuple(self.hidden),
            stock=tuple(self.stock),
            waste=tuple(self.waste),
            foundations=tuple(self.foundations),
            pass_number=self.pass_number,
            ranks=self.ranks,
        )

    @property
    def history(self) -> list[Move]:
        """The moves played, oldest first."""
        return [step.move for step in self.steps]

    @property
    def won(self) -> bool:
        """Whether every card is on the foundations."""
        return all(height == self.ranks for height in self.foundations)

    def copy(self) -> "Game":
        """A game of its own in the same position, with the same history."""
        twin = Game(self.position, self.rules)
        twin.steps = self.steps.copy()
        return twin

    # What a pile takes

    def foundation_takes(self, card: Card) -> bool:
        """Foundations go up by suit from the ace."""
        return rank_of(card) == self.foundations[suit_of(card)]

    def column_takes(self, target: int, card: Card) -> bool:
        """A column takes a card one rank lower and of the other colour; an empty column takes a king."""
        column = self.tableau[target]
        if not column:
            return rank_of(card) == self.ranks - 1
        return lies_on(card, column[-1])

    @property
    def pass_left(self) -> bool:
        """Whether the rules allow another time through the stock."""
        return self.rules.passes is None or self.pass_number < self.rules.passes

    # Legal moves

    def legal_moves(self) -> list[Move]:
        """Every move that ``play`` accepts now, each once."""
        moves = []
        if self.stock:
            moves.append(DRAW)
        elif self.waste and self.pass_left:
            moves.append(REDEAL)
        if self.waste:
            if self.foundation_takes(self.waste[-1]):
                moves.append(WASTE_TO_FOUNDATION)
            moves += map(waste_to_column, self._columns_for(self.waste[-1]))
        for source, column in enumerate(self.tableau):
            if column and self.foundation_takes(column[-1]):
                moves.append(column_to_foundation(source))
            for count in range(1, len(column) - self.hidden[source] + 1):
                targets = self._columns_for(column[-count])
                moves += [column_to_column(source, target, count) for target in targets]
        if self.rules.worrying_back:
            for suit, height in enumerate(self.foundations):
                if height:
                    targets = self._columns_for(card(height - 1, suit))
                    moves += [foundation_to_column(suit, target) for target in targets]
        return moves

    def _columns_for(self, card: Card) -> list[int]:
        # A card's own column is never among them: its last card is not higher than any card of the run.
        return [target for target in range(len(self.tableau)) if self.column_takes(target, card)]

    # Playing

    def play(self, move: Move | str) -> Step:
        """Play a move, given as such or as its text; the game is unchanged when an error is raised.

        Raises:
            IllegalMove: the rules do not allow the move now; the message says why and names the cards.
            InputError: the text is no move.
        """
        if isinstance(move, str):
            move = parse_move(move)
        turned_up = None
        if move.kind is DRAW.kind:
            cards = self._draw()
        elif move.kind is REDEAL.kind:
            cards = self._redeal()
        else:
            cards = self._cards_to_move(move)
            self._check_target(move, cards[0])
            source, target = self._piles(move)
            self._carry(cards, source, target)
            turned_up = self._turn_up(move)
        step = Step(move, cards, turned_up)
        self.steps.append(step)
        return step

    def _draw(self) -> list[Card]:
        """Turn up to the draw count; if fewer cards remain, those are turned."""
        if not self.stock:
            raise IllegalMove("the stock is empty: there is nothing to draw")
        cards = self.stock[: self.rules.draw]
        del self.stock[: self.rules.draw]
        self.waste += cards
        return cards

    def _redeal(self) -> list[Card]:
        """Turn the waste over, unshuffled, to be the stock again."""
        if self.stock:
            raise IllegalMove(f"the stock still holds {len(self.stock)} cards: a redeal needs an empty stock")
        if not self.waste:
            raise IllegalMove("the waste is empty: there is nothing to redeal")
        if not self.pass_left:
            raise IllegalMove(f"pass {self.pass_number} was the last that the rules allow: no redeal is left")
        self.stock, self.waste = self.waste, []
        self.pass_number += 1
        return []

    def _cards_to_move(self, move: Move) -> list[Card]:
        """The cards that a move takes, which stay where they are; raises when it cannot take them."""
        if move.size != 1 and move.kind is not MoveKind.COLUMN_TO_COLUMN:
            raise IllegalMove(f"{move.kind.value}: one card moves, not {move.size}")
        if move.kind in FROM_WASTE:
            if not self.waste:
                raise IllegalMove("the waste is empty: there is no card to move")
            return self.waste[-1:]
        if move.kind in FROM_COLUMN:
            column = self._column(move.source)
            face_up = len(column) - self.hidden[move.source]
            if not 1 <= move.size <= face_up:
                raise IllegalMove(
                    f"column {move.source + 1} has {face_up} face-up cards: {move.size} cannot leave it"
                )
            return column[-move.size :]
        if not self.rules.worrying_back:
            raise IllegalMove("the rules do not allow worrying back")
        if not 0 <= move.source < SUIT_COUNT or not self.foundations[move.source]:
            raise IllegalMove("that foundation is empty: there is no card to take back")
        return [card(self.foundations[move.source] - 1, move.source)]

    def _check_target(self, move: Move, card: Card) -> None:
        """Raises IllegalMove unless the target of the move takes the card (of a run, its highest)."""
        if move.kind in TO_FOUNDATION:
            if not self.foundation_takes(card):
                wanted = card_name(SUIT_COUNT * self.foundations[suit_of(card)] + suit_of(card))
                raise IllegalMove(f"{card_name(card)} does not go to its foundation: {wanted} is next")
            return
        column = self._column(move.target)
        if self.column_takes(move.target, card):
            return
        if move.kind is MoveKind.COLUMN_TO_COLUMN and move.source == move.target:
            raise IllegalMove(f"column {move.target + 1} to itself is no move")
        if column:
            raise IllegalMove(
                f"{card_name(card)} does not go on {card_name(column[-1])}: "
                "one rank lower and of the other colour is needed"
            )
        king = RANK_LETTERS[self.ranks - 1]
        raise IllegalMove(
            f"{card_name(card)} does not go to empty column {move.target + 1}: only a {king} does"
        )

    def _column(self, index: int) -> list[Card]:
        if not 0 <= index < len(self.tableau):
            raise IllegalMove(f"there is no column {index + 1}: columns are 1 to {len(self.tableau)}")
        return self.tableau[index]

    def _piles(self, move: Move) -> tuple[list[Card] | None, list[Card] | None]:
        """The piles that cards leave and go to; ``None`` stands for the cards' foundation."""
        source = target = None
        if move.kind in FROM_WASTE:
            source = self.waste
        elif move.kind in FROM_COLUMN:
            source = self.tableau[move.source]
        if move.kind not in TO_FOUNDATION:
            target = self.tableau[move.target]
        return source, target

    def _carry(self, cards: list[Card], source: list[Card] | None, target: list[Card] | None) -> None:
        if source is None:
            self.foundations[suit_of(cards[0])] -= 1
        else:
            del source[-len(cards) :]
        if target is None:
            self.foundations[suit_of(cards[0])] += 1
        else:
            target += cards

    def _turn_up(self, move: Move) -> Card | None:
        """A column's last face-down card is turned up at once when uncovered."""
        if move.kind in FROM_COLUMN:
            column = self.tableau[move.source]
            if column and self.hidden[move.source] == len(column):
                self.hidden[move.source] -= 1
                return column[-1]
        return None

    # Taking back

    def undo(self) -> Move:
        """Take the last move back and return it.

        Raises:
            IllegalMove: no move has been played.
        """
        if not self.steps:
            raise IllegalMove("there is no move to take back")
        move, cards, turned_up = self.steps.pop()
        if move.kind is DRAW.kind:
            del self.waste[-len(cards) :]
            self.stock[:0] = cards
        elif move.kind is REDEAL.kind:
            self.stock, self.waste = [], self.stock
            self.pass_number -= 1
        else:
            if turned_up is not None:
                self.hidden[move.source] += 1
            source, target = self._piles(move)
            self._carry(cards, source=target, target=source)
        return move


def replay(start: Position | HasPosition, rules: Rules, moves: Iterable[Move | str]) -> Game:
    """The game after the moves; whether it is won is the caller's question.

    Raises:
        InputError: the start or a move cannot be used; IllegalMove when the rules refuse the move. The
            message names the move and its number, from 1.
    """
    game = Game(start, rules)
    for number, move in enumerate(moves, 1):
        try:
            game.play(move)
        except InputError as error:
            raise type(error)(f"move {number} ({move}): {error}") from None
    return game
