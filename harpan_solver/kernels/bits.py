"""Bit counting on 64-bit words, from LLVM when compiled and from Python's integers when not."""

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from harpan_solver.kernels.jit import COMPILED, part

# Untyped in Numba.
_functions: Any = cgutils

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


@intrinsic
def _compiled_prefetch(typing_context: Any, words: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        address = builder.bitcast(builder.gep(array.data, [args[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        fetch = _functions.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # For reading, to be kept in all caches, as data.
        builder.call(fetch, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(words, types.uint64), generate


def _plain_prefetch(words: Any, index: np.uint64) -> None:
    pass


#: Asks for the cache line of an array's element, ahead of its use.
prefetch: Callable[[Any, np.uint64], None] = (
    cast(Callable[[Any, np.uint64], None], _compiled_prefetch) if COMPILED else _plain_prefetch
)
