"""Deals by name: ``42``, ``solvitaire:7``, ``1-100``, ``pysolfc:ms100000``."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index

from harpan_solver.deals.deal import Deal
from harpan_solver.deals.dealers import DEALER_NAMES, OWN_DEALER, Dealer, find_dealer
from harpan_solver.deals.quoting import character_name, quoted
from harpan_solver.errors import InputError

# Python refuses to read or print numbers of more than about 4,300 digits.
MAX_DIGITS = 4000

_NUMBERS = re.compile(r"([a-z]*)([0-9]+)(?:(-)([a-z]*)([0-9]*))?")


@dataclass(frozen=True, slots=True)
class NamedRange:
    """The deals of one dealer from one number to another, both included."""

    dealer: Dealer
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1


class NamedDeals:
    """Deals named by someone, all names checked; each deal is made when its turn comes.

    Can be gone through more than once. There is no ``len()``, as a range may hold more deals than
    Python lets a length be.

    Attributes:
        ranges: the names as ranges, in the order given.
        count: how many deals there are, up to 2^64 and more.
    """

    def __init__(self, ranges: Iterable[NamedRange]) -> None:
        self.ranges = tuple(ranges)
        self.count = sum(each.count for each in self.ranges)

    def __iter__(self) -> Iterator[Deal]:
        for dealer, number in self._numbers():
            yield Deal(dealer.deal_name(number), dealer.cards(number))

    def names(self) -> Iterator[str]:
        """The names alone, without dealing any cards."""
        for dealer, number in self._numbers():
            yield dealer.deal_name(number)

    def _numbers(self) -> Iterator[tuple[Dealer, int]]:
        for each in self.ranges:
            for number in range(each.first, each.last + 1):
                yield each.dealer, number


def deal(name: str | int) -> Deal:
    """The deal with this name; a number alone is one of our own dealer, ``harpan``.

    Raises:
        InputError: an unknown dealer, no number, or a number out of the dealer's range.
    """
    named = parse_name(name)
    if named.count > 1:
        raise InputError(f"deal {quoted(str(name))}: a range of deals; one is needed")
    return Deal(named.dealer.deal_name(named.first), named.dealer.cards(named.first))


def expand_names(names: Iterable[str | int]) -> NamedDeals:
    """The deals of all names, ``A-B`` ranges included, in the order given.

    Raises:
        InputError: any name that is no deal; all are checked before this returns.
    """
    if isinstance(names, str | int):
        names = [names]
    return NamedDeals(map(parse_name, names))


def parse_name(name: str | int) -> NamedRange:
    """The dealer and the numbers that a name stands for.

    Raises:
        InputError: as for :func:`deal`; also an empty range or one that runs backwards.
    """
    if not isinstance(name, str):
        return _own_number(name)
    dealer_name, numbers = name.split(":", 1) if ":" in name else (OWN_DEALER.name, name)
    if dealer_name not in DEALER_NAMES:
        raise InputError(f"deal {quoted(name)}: unknown dealer; known are {', '.join(DEALER_NAMES)}")
    match = _NUMBERS.fullmatch(numbers)
    if match is None:
        raise InputError(
            f"deal {quoted(name)}: {_no_number(numbers)}; a deal is NUMBER, DEALER:NUMBER or a range A-B"
        )
    prefix, first, dash, last_prefix, last = match.groups()
    if dash and not last:
        raise InputError(f"deal {quoted(name)}: the range has no end; a range is A-B, both included")
    if dash and last_prefix != prefix:
        raise InputError(f"deal {quoted(name)}: both ends of a range are written alike, as in ms1-ms5")
    dealer = find_dealer(dealer_name, prefix)
    if dealer is None:
        raise InputError(
            f"deal {quoted(name)}: {dealer_name} has no numbers that start with {quoted(prefix)}"
        )
    ends = [_number(digits, dealer, name) for digits in ((first, last) if dash else (first,))]
    if ends[0] > ends[-1]:
        raise InputError(f"deal {quoted(name)}: the range runs backwards; a range is A-B with A not above B")
    return NamedRange(dealer, ends[0], ends[-1])


def _own_number(number: object) -> NamedRange:
    """The deal of our own dealer that a Python number names."""
    try:
        if isinstance(number, bool):
            raise TypeError
        value = index(number)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"deal {quoted(repr(number))}: a whole number or a name is needed") from None
    if not OWN_DEALER.allows(value):
        # A number may be too long to print.
        shown = str(value) if value.bit_length() <= 128 else f"of {value.bit_length()} bits"
        raise InputError(f"deal number {shown}: {OWN_DEALER.name} has the numbers {OWN_DEALER.numbers}")
    return NamedRange(OWN_DEALER, value, value)


def _number(digits: str, dealer: Dealer, name: str) -> int:
    """The number that digits stand for, if the dealer has it."""
    if len(digits) <= MAX_DIGITS and dealer.allows(number := int(digits)):
        return number
    limit = f" (of up to {MAX_DIGITS} digits)" if dealer.highest is None else ""
    raise InputError(f"deal {quoted(name)}: {dealer.name} has the numbers {dealer.numbers}{limit}")


def _no_number(text: str) -> str:
    """What is wrong with a text that is neither a number nor a range."""
    if not text:
        return "there is no number"
    if re.fullmatch(r"-[0-9]+", text):
        return "numbers are not negative"
    if re.fullmatch(r"-[a-z]*[0-9]*", text):
        return "the range has no beginning"
    strange = next((each for each in text if not each.isascii() or not each.isprintable()), None)
    return (
        f"{quoted(text)} is not a number" if strange is None else f"{character_name(strange)} is not a digit"
    )
