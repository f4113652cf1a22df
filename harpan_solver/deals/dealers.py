"""The dealers: who numbers deals, which numbers there are, and what the cards of a number are.

A new dealer is one row of the table below and a function from a number to 52 cards in deal order.
"""

from collections.abc import Callable
from dataclasses import dataclass

from harpan_solver.cards import Card
from harpan_solver.deals import exact, harpan, programs


@dataclass(frozen=True, slots=True)
class Dealer:
    """One way to number deals.

    Attributes:
        name: what stands before the colon.
        lowest: first number there is.
        highest: last number there is, or ``None`` when there is no last.
        cards: gives the 52 cards of a number in deal order.
        description: one line for lists and help.
        prefix: what stands right before the number, as in ``pysolfc:ms100000``; usually nothing.
    """

    name: str
    lowest: int
    highest: int | None
    cards: Callable[[int], tuple[Card, ...]]
    description: str
    prefix: str = ""

    def allows(self, number: int) -> bool:
        """Whether there is a deal with this number."""
        return self.lowest <= number and (self.highest is None or number <= self.highest)

    @property
    def numbers(self) -> str:
        """The numbers allowed, in words."""
        if self.highest is None:
            return f"{self.lowest} or more"
        highest = "52! - 1" if self.highest == exact.HIGHEST else str(self.highest)
        return f"{self.lowest} to {highest}"

    def deal_name(self, number: int) -> str:
        """The one name that the deal with this number has in all output."""
        return f"{self.name}:{self.prefix}{number}"


DEALERS = (
    Dealer("harpan", 0, harpan.HIGHEST, harpan.harpan_cards, "our own; a bare number means this one"),
    Dealer("solvitaire", 0, 2**31 - 1, programs.solvitaire_cards, "Solvitaire's random deals"),
    Dealer("ksolve", 0, 2**32 - 1, programs.ksolve_cards, "Klondike-Solver and pyksolve (shuffle1)"),
    Dealer("greenfelt", 1, 2**31 - 2, programs.greenfelt_cards, "the site greenfelt.net"),
    Dealer("pysolfc", 1, None, programs.pysolfc_cards, "PySolFC's game numbers"),
    Dealer("pysolfc", 1, 2**33 - 1, programs.pysolfc_ms_cards, "PySolFC's Microsoft numbers", prefix="ms"),
    Dealer("kpatience", 1, 2**31 - 1, programs.kpatience_cards, "KDE KPatience"),
    Dealer("microsoft", 0, exact.HIGHEST, programs.microsoft_cards, "Microsoft Solitaire Collection's log"),
    Dealer("exact", 0, exact.HIGHEST, exact.exact_cards, "every deal's own number"),
)
OWN_DEALER = DEALERS[0]
DEALER_NAMES = tuple(dict.fromkeys(dealer.name for dealer in DEALERS))


def find_dealer(name: str, prefix: str = "") -> Dealer | None:
    """The dealer with this name and number prefix, if there is one."""
    return next((each for each in DEALERS if (each.name, each.prefix) == (name, prefix)), None)
