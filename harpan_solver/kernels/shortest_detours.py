"""How many original cards of the columns cannot go straight up, at least.

An original card that makes one move only, to its foundation, goes up before every card beneath it, and
after every lower card of its suit. So a card u comes before a card v whenever a card beneath u has the
suit of v and no higher rank. Cards that wait for each other in a circle cannot all go straight up: one of
each circle makes a move more, from column to column. The fewest cards that meet every circle are the bound.
It depends on nothing but the number of original cards in place in each column, so it is worked out once
for each. With worrying back all this holds for the first time that a card goes up.
"""

import numpy as np

from harpan_solver.kernels.bits import ONE, ZERO, lowest
from harpan_solver.kernels.jit import part
from harpan_solver.kernels.shortest_layout import Bounds

TWO = np.uint64(2)
THREE = np.uint64(3)
# Branches looked at before the weaker bound is good enough, and how many may wait.
MOST_STEPS = 400
MOST_WAITING = 40
# Columns of Bounds.scratch, a row for each card in place: the cards that come after it, its suit and rank,
# the number of cards beneath it, and the card that led to it. For each branch that waits: the cards left, and
# how many were taken out.
AFTER, SUIT, RANK, BENEATH, PARENT, LEFT, GONE = range(7)


@part
def _write_cards(vector: np.int64, bounds: Bounds) -> int:
    """Writes into scratch, for each card in place, the set of those that must come after it."""
    nodes = 0
    rest = int(vector)
    scratch = bounds.scratch
    for column in range(bounds.lengths.size):
        count = rest % (bounds.lengths[column] + 1)
        rest //= bounds.lengths[column] + 1
        for row in range(count):
            number = np.uint64(bounds.originals[column, row])
            rank = number >> TWO
            scratch[nodes, AFTER] = ZERO
            scratch[nodes, SUIT] = (number & THREE) ^ ((rank & ONE) << ONE)
            scratch[nodes, RANK] = rank
            scratch[nodes, BENEATH] = np.uint64(row)
            nodes += 1
    for node in range(nodes):
        for under in range(node - np.int64(scratch[node, BENEATH]), node):
            for other in range(nodes):
                if (
                    scratch[other, SUIT] == scratch[under, SUIT]
                    and scratch[other, RANK] >= scratch[under, RANK]
                ):
                    scratch[node, AFTER] |= ONE << np.uint64(other)
    return nodes


@part
def _trimmed(alive: np.uint64, bounds: Bounds) -> np.uint64:
    """The cards of a set that may be part of a circle in it."""
    scratch = bounds.scratch
    changed = True
    while changed:
        changed = False
        reached = ZERO
        rest = alive
        while rest != ZERO:
            node = lowest(rest)
            rest &= rest - ONE
            after = scratch[node, AFTER] & alive
            reached |= after
            if after == ZERO:
                alive ^= ONE << node
                changed = True
        if alive & ~reached != ZERO:
            alive &= reached
            changed = True
    return alive


@part
def _short_circle(alive: np.uint64, bounds: Bounds) -> np.uint64:
    """A circle of two if there is one, else a short one; the set must hold a circle."""
    scratch = bounds.scratch
    rest = alive
    while rest != ZERO:
        node = lowest(rest)
        rest &= rest - ONE
        after = scratch[node, AFTER] & alive
        while after != ZERO:
            other = lowest(after)
            after &= after - ONE
            if (scratch[other, AFTER] >> node) & ONE != ZERO:
                return (ONE << node) | (ONE << other)
    best = alive
    size = 65
    starts = alive
    while starts != ZERO:
        start = lowest(starts)
        starts &= starts - ONE
        seen = ONE << start
        front = seen
        steps = 0
        closed = False
        while front != ZERO and not closed and steps + 1 < size:
            steps += 1
            following = ZERO
            while front != ZERO and not closed:
                node = lowest(front)
                front &= front - ONE
                new = scratch[node, AFTER] & alive
                if (new >> start) & ONE != ZERO:
                    closed = True
                    size = steps
                    best = ONE << start
                    while node != start:
                        best |= ONE << node
                        node = scratch[node, PARENT]
                new &= ~seen
                seen |= new
                following |= new
                while new != ZERO:
                    scratch[lowest(new), PARENT] = node
                    new &= new - ONE
            front = following
    return best


@part
def _worked_out(vector: np.int64, bounds: Bounds) -> np.uint8:
    """The fewest cards that meet every circle, or, when that takes too long, a number of disjoint circles."""
    scratch = bounds.scratch
    nodes = _write_cards(vector, bounds)
    alive = ZERO
    alone = 0
    for node in range(nodes):
        if (scratch[node, AFTER] >> np.uint64(node)) & ONE != ZERO:
            alone += 1
        else:
            alive |= ONE << np.uint64(node)
    alive = _trimmed(alive, bounds)
    # 1. Disjoint circles bound the answer from below; one card of each circle met is an answer.
    disjoint = 0
    rest = alive
    while rest != ZERO:
        disjoint += 1
        rest = _trimmed(rest & ~_short_circle(rest, bounds), bounds)
    # 2. One card of some circle must go: try each, the deepest branch first.
    best = np.int64(64)
    scratch[0, LEFT] = alive
    scratch[0, GONE] = ZERO
    top = 1
    steps = 0
    while top > 0 and best > disjoint:
        steps += 1
        if steps > MOST_STEPS or top > MOST_WAITING:
            return np.uint8(alone + disjoint)
        top -= 1
        rest = scratch[top, LEFT]
        gone = np.int64(scratch[top, GONE])
        if rest == ZERO:
            best = gone
        elif gone + 1 < best:
            circle = _short_circle(rest, bounds)
            while circle != ZERO:
                without = rest & ~(circle & (~circle + ONE))
                circle &= circle - ONE
                scratch[top, LEFT] = _trimmed(without, bounds)
                scratch[top, GONE] = np.uint64(gone + 1)
                top += 1
    return np.uint8(alone + best)


@part
def detours_of(vector: np.uint64, bounds: Bounds) -> np.uint64:
    """The bound for a number of original cards in place, from the table or into it."""
    known = bounds.detours[vector]
    if known == np.uint8(255):
        known = _worked_out(np.int64(vector), bounds)
        bounds.detours[vector] = known
    return np.uint64(known)
