"""``harpan:N``, our own dealer: the same 52 cards for a number on every machine and version, for ever.

The whole definition, to be written again in any language (all arithmetic on unsigned 64-bit words, so
modulo 2^64):

1. ``state = N``, any number from 0 to 2^64 - 1.
2. The next word is made by SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
   generators", OOPSLA 2014; constants and steps as in Vigna's public domain ``splitmix64.c``)::

       state = state + 0x9E3779B97F4A7C15
       z = state
       z = (z xor (z >> 30)) * 0xBF58476D1CE4E5B9
       z = (z xor (z >> 27)) * 0x94D049BB133111EB
       word = z xor (z >> 31)

3. The pack lies in order of rank, ace to king, within a rank clubs, diamonds, hearts, spades, in the
   places 0 to 51.
4. For ``i`` = 51, 50, .. 1: draw words until one is below ``2^64 - (2^64 mod (i + 1))``; ``j`` is that
   word modulo ``i + 1``; swap the cards in the places ``i`` and ``j``. Refusing the few words at the top
   makes every ``j`` equally likely, so the shuffle (Fisher-Yates, from the last place down) has no bias.
5. The places 0 to 51 are the deal in deal order: row by row across the columns, then the stock, first
   turned card first.
"""

from harpan_solver.cards import DECK_SIZE, Card

HIGHEST = 2**64 - 1

_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15
_FIRST_FACTOR = 0xBF58476D1CE4E5B9
_SECOND_FACTOR = 0x94D049BB133111EB
# Place to fill, how many cards it may come from, and the first word that is refused.
_PLACES = tuple((i, i + 1, 2**64 - 2**64 % (i + 1)) for i in range(DECK_SIZE - 1, 0, -1))


def split_mix(state: int) -> tuple[int, int]:
    """The next state of SplitMix64 and the word that it gives."""
    state = (state + _STEP) & _MASK
    z = ((state ^ (state >> 30)) * _FIRST_FACTOR) & _MASK
    z = ((z ^ (z >> 27)) * _SECOND_FACTOR) & _MASK
    return state, z ^ (z >> 31)


def harpan_cards(number: int) -> tuple[Card, ...]:
    """The 52 cards of ``harpan:number`` in deal order; number 0 to 2^64 - 1."""
    pack = list(range(DECK_SIZE))
    state = number
    for i, size, refused in _PLACES:
        while True:
            # split_mix written out: a call for each card would double the time of a deal.
            state = (state + _STEP) & _MASK
            z = ((state ^ (state >> 30)) * _FIRST_FACTOR) & _MASK
            z = ((z ^ (z >> 27)) * _SECOND_FACTOR) & _MASK
            z ^= z >> 31
            if z < refused:
                break
        j = z % size
        pack[i], pack[j] = pack[j], pack[i]
    return tuple(pack)
