"""The kernels that train the net of playouts: deals, games of the net against the cards, and learning.

The net learns from its own games by temporal differences, TD(lambda) of Sutton ("Learning to predict by the
methods of temporal differences", Machine Learning 3, 1988), as TD-Gammon did (Tesauro, Communications of the
ACM 38, 1995): the chance of a win after a choice is moved towards the chances after the choices that follow,
and at the end to 1 or 0.
"""

from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.bits import ONE, ZERO, popcount
from harpan_solver.kernels.choices import MOVES, Choices, after_choice, find_choices, stock_ahead
from harpan_solver.kernels.inputs import Numbers
from harpan_solver.kernels.jit import kernel, part
from harpan_solver.kernels.layout import STOCK_SHIFT, Layout, Settings, State, Words
from harpan_solver.kernels.net import chance, log_odds
from harpan_solver.kernels.playouts import Playing, count_beneath, tell
from harpan_solver.kernels.step import is_won
from harpan_solver.kernels.worlds import join_stock_cards, random_below, shuffle, with_bottoms

COLUMNS = 7
STOCK = 24
ALL_WORD = np.uint64((1 << 32) - 1)

Floats = npt.NDArray[np.float32]


class Course(NamedTuple):
    """One course of training.

    Attributes:
        games: how many are played.
        temperature: how much chance there is in choices: what log-odds are divided by before noise
            (Gumbel's, which makes a softmax) is added.
        rate: how far weights follow an error; 0 to play only.
        trace: lambda.
        up_weight: how much of a game's value is the fourth power of the share of cards that went up; the
            rest is the win.
    """

    games: int
    temperature: float
    rate: float
    trace: float
    up_weight: float


class Memory(NamedTuple):
    """What a game is remembered by; the arrays are filled in place.

    Attributes:
        on: (most choices, MOST_ON) int64, the inputs after each choice.
        counts: (most choices,) int64, how many inputs are on.
        errors: (hidden,) float32, room for what the hidden units learn.
        totals: (2,) int64, games won and cards that went up in all games.
    """

    on: Numbers
    counts: Numbers
    errors: Floats
    totals: Numbers


@part
def _deal(cards: Words, layout: Layout, random: Words) -> tuple[State, Layout]:
    """Shuffles the cards and deals them into the layout's tables."""
    shuffle(cards, random)
    place = 0
    key, heads, bottoms = ZERO, ZERO, ZERO
    weight = ONE << np.uint64(16)
    for column in range(COLUMNS):
        bottoms |= ONE << cards[place]
        under = ZERO
        for _ in range(column + 1):
            layout.below[cards[place]] = under
            layout.column_step[cards[place]] = weight
            under = ONE << cards[place]
            place += 1
        heads |= under
        key += weight * np.uint64(column + 1)
        weight *= np.uint64(column + 2)
    for spot in range(STOCK):
        number = cards[place + spot]
        layout.stock_index[number] = np.uint64(spot)
        layout.stock_cards[spot // 8, 1 << (spot % 8)] = ONE << number
    join_stock_cards(0, layout)
    key |= layout.stock_places << STOCK_SHIFT
    return State(key, ZERO, heads, heads), with_bottoms(layout, bottoms)


@part
def _noise(random: Words) -> float:
    """A random number by Gumbel's distribution."""
    share = (float(random_below(random, ALL_WORD)) + 0.5) / float(ALL_WORD)
    return -log(-log(share))


@part
def _play(
    state: State,
    world: Layout,
    settings: Settings,
    temperature: float,
    choices: Choices,
    playing: Playing,
    memory: Memory,
    random: Words,
) -> tuple[bool, np.uint64, int]:
    """Plays a game; returns whether it is won, the cards that went up and the choices made."""
    count_beneath(state.heads, world, playing.beneath)
    made = 0
    while made < memory.counts.size:
        if is_won(state, world, settings):
            return True, popcount(world.deck), made
        find_choices(state, ZERO, stock_ahead(state.key) != ZERO, world, settings, choices)
        if choices.counts[MOVES] == 0:
            break
        best, most = 0, 0.0
        for choice in range(choices.counts[MOVES]):
            count = tell(choice, world, settings, choices, playing)
            odds = log_odds(playing.on, count, playing.net, playing.sums)
            if temperature > 0.0:
                odds = odds / temperature + _noise(random)
            if choice == 0 or odds > most:
                best, most = choice, odds
                memory.counts[made] = count
                for each in range(count):
                    memory.on[made, each] = playing.on[each]
        made += 1
        state, _ = after_choice(best, ZERO, world, settings, choices)
    return False, popcount(state.found), made


@part
def _learn(made: int, value: float, course: Course, playing: Playing, memory: Memory) -> None:
    """Moves the chances after a game's choices, the last one first, towards what came of them."""
    net, sums, errors = playing.net, playing.sums, memory.errors
    for each in range(made - 1, -1, -1):
        count = memory.counts[each]
        thought = chance(log_odds(memory.on[each], count, net, sums))
        step = np.float32(course.rate * (value - thought))
        value = course.trace * value + (1.0 - course.trace) * thought
        for unit in range(sums.size):
            errors[unit] = np.float32(0.0)
            if sums[unit] > 0.0:
                errors[unit] = step * net.outputs[unit]
                net.outputs[unit] += step * sums[unit]
                net.biases[unit] += errors[unit]
        net.outputs[sums.size] += step
        for at in range(count):
            row = net.inputs[memory.on[each, at]]
            for unit in range(sums.size):
                row[unit] += errors[unit]


@kernel
def train(
    course: Course,
    cards: Words,
    layout: Layout,
    settings: Settings,
    choices: Choices,
    playing: Playing,
    memory: Memory,
    random: Words,
) -> None:
    """Plays games and learns from each: the weights of ``playing.net`` are modified in place."""
    for _ in range(course.games):
        state, world = _deal(cards, layout, random)
        won, up, made = _play(state, world, settings, course.temperature, choices, playing, memory, random)
        memory.totals[0] += np.int64(won)
        memory.totals[1] += np.int64(up)
        if course.rate > 0.0:
            share = (float(up) / float(popcount(world.deck))) ** 4
            value = course.up_weight * share + (1.0 - course.up_weight) * (1.0 if won else 0.0)
            _learn(made, value, course, playing, memory)
