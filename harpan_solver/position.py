"""A position of a game in progress, as plain data."""

from dataclasses import dataclass

from harpan_solver.cards import RANK_COUNT, SUIT_COUNT, Card, card, card_name, lies_on
from harpan_solver.errors import InputError

COLUMN_COUNT = 7


@dataclass(frozen=True, slots=True)
class Position:
    """Where every card lies.

    Attributes:
        tableau: the columns, each from the bottom to its last card.
        hidden: for each column, how many of its first cards are face down.
        stock: the cards not yet turned in this pass, first turned first.
        waste: the turned cards, the top last.
        foundations: cards on the foundation of clubs, diamonds, hearts, spades.
        pass_number: which time through the stock this is, from 1.
        ranks: ranks in the deck, 13 but for small decks.
    """

    tableau: tuple[tuple[Card, ...], ...]
    hidden: tuple[int, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...] = ()
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    pass_number: int = 1
    ranks: int = RANK_COUNT

    @classmethod
    def dealt(
        cls, cards: tuple[Card, ...], ranks: int = RANK_COUNT, columns: int = COLUMN_COUNT
    ) -> "Position":
        """The start of a game: cards dealt row by row, the rest the stock, first turned first.

        Raises:
            InputError: too few cards for the columns.
        """
        if len(cards) < columns * (columns + 1) // 2:
            raise InputError(f"{len(cards)} cards: {columns} columns need {columns * (columns + 1) // 2}")
        tableau: list[list[Card]] = [[] for _ in range(columns)]
        rest = iter(cards)
        for row in range(columns):
            for column in range(row, columns):
                tableau[column].append(next(rest))
        return cls(
            tableau=tuple(map(tuple, tableau)),
            hidden=tuple(range(columns)),
            stock=tuple(rest),
            ranks=ranks,
        )

    def check(self) -> None:
        """Checks the position card by card.

        Raises:
            InputError: a card is missing or in two places, a number makes no sense, or face-up cards of
                a column form no run.
        """
        self._check_numbers()
        self._check_cards()
        for number, (column, hidden) in enumerate(zip(self.tableau, self.hidden, strict=True), 1):
            if not 0 <= hidden <= max(len(column) - 1, 0):
                raise InputError(
                    f"column {number}: {hidden} face-down cards of {len(column)}; the last card lies face up"
                )
            for upper, lower in zip(column[hidden:], column[hidden + 1 :], strict=False):
                if not lies_on(lower, upper):
                    raise InputError(
                        f"column {number}: {card_name(lower)} cannot lie face up on {card_name(upper)}; "
                        "a run goes down by one rank in alternating colours"
                    )

    def _check_numbers(self) -> None:
        if not 3 <= self.ranks <= RANK_COUNT or not 3 <= len(self.tableau) <= COLUMN_COUNT:
            raise InputError(
                f"{self.ranks} ranks in {len(self.tableau)} columns: 3 to {RANK_COUNT} ranks and "
                f"3 to {COLUMN_COUNT} columns are needed"
            )
        if len(self.hidden) != len(self.tableau):
            raise InputError(
                f"hidden has {len(self.hidden)} numbers for {len(self.tableau)} columns; "
                "one for each is needed"
            )
        if len(self.foundations) != SUIT_COUNT or not all(0 <= f <= self.ranks for f in self.foundations):
            raise InputError(
                f"foundations {self.foundations}: four numbers from 0 to {self.ranks} are needed"
            )
        if self.pass_number < 1:
            raise InputError(f"pass {self.pass_number}: a whole number from 1 up is needed")

    def _check_cards(self) -> None:
        built = [card(rank, suit) for suit in range(SUIT_COUNT) for rank in range(self.foundations[suit])]
        seen: set[Card] = set()
        for place in (built, *self.tableau, self.stock, self.waste):
            for each in place:
                if not 0 <= each < SUIT_COUNT * self.ranks:
                    raise InputError(
                        f"card number {each} is not in a deck of {SUIT_COUNT * self.ranks} cards"
                    )
                if each in seen:
                    raise InputError(f"{card_name(each)} is in two places")
                seen.add(each)
        missing = [each for each in range(SUIT_COUNT * self.ranks) if each not in seen]
        if missing:
            raise InputError(f"missing: {' '.join(map(card_name, missing))}")
