"""Bit counting on 64-bit words, from LLVM when compiled and from Python's integers when not."""

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
from numba.core import types
from numba.extending import intrinsic

from harpan_solver.kernels.jit import COMPILED, part

Count: TypeAlias = Callable[[np.uint64], np.uint64]

ZERO = np.uint64(0)
ONE = np.uint64(1)
TOP = np.uint64(63)


@intrinsic
def _compiled_popcount(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _compiled_lowest(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), generate


@intrinsic
def _compiled_leading(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), generate


def _plain_popcount(word: np.uint64) -> np.uint64:
    return np.uint64(int(word).bit_count())


def _plain_lowest(word: np.uint64) -> np.uint64:
    return np.uint64((int(word) & -int(word)).bit_length() - 1 if word else 64)


def _plain_leading(word: np.uint64) -> np.uint64:
    return np.uint64(64 - int(word).bit_length())


#: Number of set bits of a uint64.
popcount: Count = cast(Count, _compiled_popcount) if COMPILED else _plain_popcount
#: Number of the lowest set bit of a uint64, 64 for zero.
lowest: Count = cast(Count, _compiled_lowest) if COMPILED else _plain_lowest
_leading: Count = cast(Count, _compiled_leading) if COMPILED else _plain_leading


@part
def highest(word: np.uint64) -> np.uint64:
    """Number of the highest set bit of a uint64 that is not zero."""
    return TOP - _leading(word)


@part
def highest_bit(word: np.uint64) -> np.uint64:
    """The highest set bit alone; zero for zero."""
    if word == ZERO:
        return ZERO
    return ONE << highest(word)


@part
def low_bits(count: np.uint64) -> np.uint64:
    """The lowest ``count`` (0..63) bits set."""
    return (ONE << count) - ONE
