"""The deals of a run: ranges of dealers' numbers, each deal once, in the order asked."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from harpan_solver.deals import Deal, Dealer, exact_number, expand_names
from harpan_solver.deals.dealers import find_dealer
from harpan_solver.errors import InputError

EXACT = "exact:"
# Names told of a sample before the rest is only counted.
NAMES_TOLD = 8


class Span(NamedTuple):
    """Deals of one dealer that follow each other.

    Attributes:
        dealer: all of a deal's name but its number, such as ``harpan:`` or ``pysolfc:ms``.
        first: the first number.
        last: the last number, included.
    """

    dealer: str
    first: int
    last: int

    @property
    def size(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1

    def __str__(self) -> str:
        return f"{self.dealer}{self.first}" + ("" if self.first == self.last else f"-{self.last}")


@lru_cache(maxsize=64)
def _dealer(dealer: str) -> Dealer:
    found = find_dealer(*dealer.split(":"))
    if found is None:
        raise InputError(f"dealer {dealer!r}: not known to this version")
    return found


def deal_of(dealer: str, number: int) -> Deal:
    """The deal with this number.

    Raises:
        InputError: there is no such dealer.
    """
    found = _dealer(dealer)
    return Deal(found.deal_name(number), found.cards(number))


def highest_of(dealer: str) -> int | None:
    """A dealer's last number; ``None`` when there is no last."""
    return _dealer(dealer).highest


class Sample:
    """Deals, each counted once however often it was named.

    Attributes:
        spans: the deals in the order asked; no deal is in two of them.
        count: how many deals there are.
    """

    def __init__(self, spans: Iterable[Span]) -> None:
        self.spans = tuple(_distinct(spans))
        self.count = sum(span.size for span in self.spans)

    @classmethod
    def of(cls, deals: str | int | Deal | range | Iterable[str | int | Deal]) -> "Sample":
        """The deals that names, numbers, ranges and deals stand for.

        A ``Deal`` counts under its exact number, whatever it is called, so that the same cards from two
        files are one deal.

        Raises:
            InputError: a name that is no deal.
        """
        if isinstance(deals, range) and deals.step == 1 and len(deals):
            deals = f"{deals[0]}-{deals[-1]}"
        if isinstance(deals, str | int | Deal):
            deals = [deals]
        return cls(_spans(deals))

    def head(self, count: int) -> "Sample":
        """The first ``count`` deals."""
        return Sample(_head(self.spans, count))

    def __str__(self) -> str:
        told = " ".join(map(str, self.spans[:NAMES_TOLD]))
        rest = sum(span.size for span in self.spans[NAMES_TOLD:])
        return f"{told} and {rest} more" if rest else told

    def blocks(self, least: int, most: int) -> Iterator[Span]:
        """The same deals, cut into spans of ``least``, then of as many as came before, up to ``most``."""
        cut = 0
        for dealer, first, last in self.spans:
            while first <= last:
                span = Span(dealer, first, min(last, first + min(max(cut, least), most) - 1))
                yield span
                cut += span.size
                first = span.last + 1


def _spans(deals: Iterable[str | int | Deal]) -> Iterator[Span]:
    for each in deals:
        if isinstance(each, Deal):
            number = exact_number(each.cards)
            yield Span(EXACT, number, number)
        else:
            for found in expand_names([each]).ranges:
                yield Span(f"{found.dealer.name}:{found.dealer.prefix}", found.first, found.last)


def _head(spans: Iterable[Span], count: int) -> Iterator[Span]:
    for span in spans:
        if count <= 0:
            return
        yield span._replace(last=min(span.last, span.first + count - 1))
        count -= span.size


def _distinct(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans without what spans before them have; those that follow on are joined."""
    seen: dict[str, list[tuple[int, int]]] = defaultdict(list)
    joined: Span | None = None
    for span in spans:
        for first, last in _uncovered(seen[span.dealer], span.first, span.last):
            insort(seen[span.dealer], (first, last))
            if joined is not None and joined.dealer == span.dealer and joined.last + 1 == first:
                joined = joined._replace(last=last)
                continue
            if joined is not None:
                yield joined
            joined = Span(span.dealer, first, last)
    if joined is not None:
        yield joined


def _uncovered(covered: list[tuple[int, int]], first: int, last: int) -> list[tuple[int, int]]:
    """The parts of ``first..last`` that no interval of the sorted, disjoint list covers."""
    parts = []
    place = bisect_left(covered, (first, first))
    if place and covered[place - 1][1] >= first:
        first = covered[place - 1][1] + 1
    while first <= last and place < len(covered) and covered[place][0] <= last:
        if first < covered[place][0]:
            parts.append((first, covered[place][0] - 1))
        first = max(first, covered[place][1] + 1)
        place += 1
    if first <= last:
        parts.append((first, last))
    return parts
