"""From a position of the game to the tables of the kernels' search for the shortest solution."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from harpan_solver.cards import Card, rank_of, suit_of
from harpan_solver.cuts import ALL_CUTS, NO_FAULTS
from harpan_solver.kernels.layout import HALF_STOCK, TURNED_SHIFT, Layout, Settings
from harpan_solver.kernels.shortest_layout import PASSES_SHIFT, UNKNOWN, Bounds, Lying
from harpan_solver.kernels.shortest_stock import fill_costs
from harpan_solver.packing import BIT_NUMBER, pack
from harpan_solver.position import Position
from harpan_solver.rules import Rules

# The stock by suits, looked at two suits at a time, or one at a time if a group would be too large.
PARTITIONS = (((0,), (1,), (2,), (3,)), ((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
LARGEST_GROUP = 14
SCRATCH = 64
HALF = int(HALF_STOCK)


class Setup(NamedTuple):
    """A question, and as the kernels take it."""

    position: Position
    rules: Rules
    lying: Lying
    layout: Layout
    settings: Settings
    bounds: Bounds


def set_up(position: Position, rules: Rules) -> Setup:
    """Translates a question.

    Raises:
        InputError: more than 24 cards in stock and waste together.
    """
    packed = pack(position, rules, ALL_CUTS, NO_FAULTS)
    turned = np.uint64(len(position.waste))
    key = (packed.state.key & np.uint64((1 << int(TURNED_SHIFT)) - 1)) | (turned << TURNED_SHIFT)
    hosts = _hosts(position)
    if rules.passes is not None:
        hosts |= packed.passes_left << int(PASSES_SHIFT)
    lying = Lying(key, packed.state.found, packed.state.up, packed.state.heads, np.uint64(hosts))
    return Setup(position, rules, lying, packed.layout, packed.settings, _bounds(position, rules))


def _hosts(position: Position) -> int:
    """The word of hosts: every child lies where it lies."""
    hosts = 0
    for column, hidden in zip(position.tableau, position.hidden, strict=True):
        for host, child in zip(column[hidden:], column[hidden + 1 :], strict=False):
            number = BIT_NUMBER[host]
            pair = number & ~1
            hosts |= 1 << pair
            # The bit above tells of the first child, or of the only one.
            first = BIT_NUMBER[child] & 1 == 0
            sibling = BIT_NUMBER.index(BIT_NUMBER[child] ^ 1)
            if first or not _is_placed(position, sibling):
                hosts |= (number & 1) << pair + 1
    return hosts


def _is_placed(position: Position, card: Card) -> bool:
    return any(
        card in column[hidden + 1 :] for column, hidden in zip(position.tableau, position.hidden, strict=True)
    )


def _bounds(position: Position, rules: Rules) -> Bounds:
    columns = [column[: hidden + 1] for column, hidden in zip(position.tableau, position.hidden, strict=True)]
    originals = np.zeros((len(columns), max(map(len, columns), default=0) + 1), np.int64)
    for row, column in zip(originals, columns, strict=True):
        row[: len(column)] = [BIT_NUMBER[card] for card in column]
    vectors = math.prod(len(column) + 1 for column in columns)
    stock = position.waste + position.stock
    groups, first_groups = _groups(stock)
    picks = np.zeros((len(groups), 2, 1 << HALF), np.uint32)
    offsets = np.zeros(len(groups), np.int64)
    entries = 0
    for group, places in enumerate(groups):
        offsets[group] = entries
        entries += (len(places) + 1) << len(places)
        half = np.arange(1 << HALF)
        for bit, place in enumerate(places):
            picks[group, place // HALF] |= ((half >> place % HALF & 1) << bit).astype(np.uint32)
    costs = np.zeros(entries, np.uint16)
    for group, places in enumerate(groups):
        cards = [stock[place] for place in places]
        room = np.zeros((2, len(places) + 1), np.int64)
        fill_costs(_lower(cards), rules.draw, int(offsets[group]), costs, room)
    return Bounds(
        detours=np.full(vectors, UNKNOWN, np.uint8),
        originals=originals,
        lengths=np.array([len(column) for column in columns], np.int64),
        scratch=np.zeros((SCRATCH, SCRATCH), np.uint64),
        picks=picks,
        places=np.array([sum(1 << place for place in places) for places in groups], np.uint64),
        offsets=offsets,
        costs=costs,
        first_groups=np.array(first_groups, np.int64),
    )


def _groups(stock: Sequence[Card]) -> tuple[list[list[int]], list[int]]:
    """The places of the stock cards of each group, and where each partition's groups begin."""
    groups: list[list[int]] = []
    first_groups = [0]
    for partition in PARTITIONS:
        parts = [[place for place, card in enumerate(stock) if suit_of(card) in suits] for suits in partition]
        if all(len(part) <= LARGEST_GROUP for part in parts):
            groups += parts
            first_groups.append(len(groups))
    return groups, first_groups


def _lower(cards: Sequence[Card]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """For each card the set of the lower ones of its suit."""
    sets = [
        sum(
            1 << bit
            for bit, other in enumerate(cards)
            if suit_of(other) == suit_of(card) and rank_of(other) < rank_of(card)
        )
        for card in cards
    ]
    return np.array(sets, np.int64)
