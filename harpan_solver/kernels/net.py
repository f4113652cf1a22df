"""A small net that tells how likely a position is to be won by a player who has not seen all of its cards.

One hidden layer of rectified sums over inputs that are on or off. It is computed in whole numbers, so it
says the same on every machine; while it is trained, in floating point.
"""

from math import exp
from typing import Any, NamedTuple

import numpy.typing as npt

from harpan_solver.kernels.inputs import Numbers
from harpan_solver.kernels.jit import part

#: A weight of 1 as a whole number.
ONE_WEIGHT = 1024


class Net(NamedTuple):
    """Weights; all of one number type, that of ``sums``.

    Attributes:
        inputs: (INPUTS, hidden), of the inputs.
        biases: (hidden,), of the hidden units.
        outputs: (hidden + 1,), of the hidden units' values, and last what is added to them.
        unit: what an output of 1 is in log-odds.
    """

    inputs: npt.NDArray[Any]
    biases: npt.NDArray[Any]
    outputs: npt.NDArray[Any]
    unit: float


@part
def log_odds(on: Numbers, count: int, net: Net, sums: npt.NDArray[Any]) -> float:
    """The log-odds of a win.

    Args:
        on: the inputs that are on, ``count`` of them.
        sums: (hidden,), modified in place: the sums of the hidden units.
    """
    units = sums.size
    for unit in range(units):
        sums[unit] = net.biases[unit]
    for each in range(count):
        row = net.inputs[on[each]]
        for unit in range(units):
            sums[unit] += row[unit]
    total = net.outputs[units]
    for unit in range(units):
        if sums[unit] > 0:
            total += sums[unit] * net.outputs[unit]
    return float(total) * net.unit


@part
def chance(odds: float) -> float:
    """The share of wins that log-odds stand for."""
    return 1.0 / (1.0 + exp(-odds))
