"""How other programs number their deals, written from a description of each.

Every function takes a number that its dealer allows and gives 52 cards in deal order.
"""

from collections.abc import Callable
from random import Random

from harpan_solver.cards import DECK_SIZE, RANK_COUNT, Card, card
from harpan_solver.deals.layout import TABLEAU_SIZE, deal_order
from harpan_solver.position import COLUMN_COUNT

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)
_WORD = 2**32 - 1
_MINIMAL_STANDARD = 2**31 - 1
_TWISTER_WORDS = 624


def _by_rank(*suits: int) -> list[Card]:
    """A pack ace to king, within a rank in the order of suits given."""
    return [card(rank, suit) for rank in range(RANK_COUNT) for suit in suits]


def _by_suit(*suits: int) -> list[Card]:
    """A pack suit by suit in the order given, each ace to king."""
    return [card(rank, suit) for suit in suits for rank in range(RANK_COUNT)]


def _shuffle_down(pack: list[Card], index: Callable[[int], int]) -> list[Card]:
    """Fisher-Yates from the last place down, in place; ``index(n)`` chooses from 0 to n - 1."""
    for i in range(DECK_SIZE - 1, 0, -1):
        j = index(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def solvitaire_cards(number: int) -> tuple[Card, ...]:
    """Solvitaire's random deals, 0 to 2^31 - 1.

    The Mersenne twister seeded with one 32-bit word; the index is the word divided by equal buckets of
    the 32-bit range, drawn again where it falls beyond the last bucket. Cards leave the pack from its
    end: first the stock, last card taken on top, then row by row, each row from the seventh column
    leftwards.
    """
    bits = _twister(number).getrandbits

    def index(size: int) -> int:
        bucket, rest = divmod(_WORD, size)
        if rest == size - 1:
            bucket += 1
        while True:
            chosen = bits(32) // bucket
            if chosen < size:
                return chosen

    pack = _shuffle_down(_by_rank(_CLUBS, _HEARTS, _SPADES, _DIAMONDS), index)
    rest = reversed(pack[:TABLEAU_SIZE])
    columns: list[list[Card]] = [[] for _ in range(COLUMN_COUNT)]
    for row in range(COLUMN_COUNT):
        for column in range(COLUMN_COUNT - 1, row - 1, -1):
            columns[column].append(next(rest))
    return deal_order(columns, pack[TABLEAU_SIZE:])


def _twister(seed: int) -> Random:
    """MT19937 in the state that ``init_genrand`` of its authors (and C++'s ``mt19937``) gives a 32-bit seed.

    ``Random.seed`` mixes its seed in another way, so the state is made here and handed over whole.
    """
    word = seed
    rest = [word := 1812433253 * (word ^ word >> 30) + i & _WORD for i in range(1, _TWISTER_WORDS)]
    generator = Random()
    generator.setstate((3, (seed, *rest, _TWISTER_WORDS), None))
    return generator


def ksolve_cards(number: int) -> tuple[Card, ...]:
    """Klondike-Solver's (and pyksolve's ``shuffle1``) deals, 0 to 2^32 - 1."""
    words = _KsolveWords(number)
    for _ in range(50):
        words.step()
    words.value = 0x9417B3AF ^ number ^ (_signed(number) >> 15) & _WORD
    for _ in range(950):
        words.step()
    pack = _by_suit(_CLUBS, _DIAMONDS, _SPADES, _HEARTS)
    for _ in range(269):
        k = (words.step() & 0x7FFFFFFF) % DECK_SIZE
        j = (words.step() & 0x7FFFFFFF) % DECK_SIZE
        pack[k], pack[j] = pack[j], pack[k]
    return tuple(pack)


def _signed(word: int) -> int:
    """A 32-bit word read as a signed number."""
    return word - 2**32 if word >= 2**31 else word


class _KsolveWords:
    """Klondike-Solver's generator: three words, all arithmetic modulo 2^32."""

    def __init__(self, seed: int) -> None:
        self.value = seed
        self.mix = 51651237
        self.twist = 895213268

    def step(self) -> int:
        """Moves on and gives the new value."""
        value, mix, twist = self.value, self.mix, self.twist
        y = ((twist - mix) & _WORD) ^ twist ^ value ^ mix
        mix ^= twist ^ value
        value ^= (twist - mix) & _WORD
        twist ^= value ^ y
        value ^= ((twist << 7) ^ (_signed(mix) >> 16) ^ (y << 8)) & _WORD
        self.value, self.mix, self.twist = value, mix, twist
        return value


def greenfelt_cards(number: int) -> tuple[Card, ...]:
    """The deals of greenfelt.net, 1 to 2^31 - 2: the minimal standard generator, seven rounds of swaps."""
    seed = number
    pack = _by_suit(_CLUBS, _DIAMONDS, _HEARTS, _SPADES)
    for _ in range(7):
        for i in range(DECK_SIZE):
            seed = 16807 * seed % _MINIMAL_STANDARD
            j = seed % DECK_SIZE
            pack[i], pack[j] = pack[j], pack[i]
    return tuple(reversed(pack))


def pysolfc_cards(number: int) -> tuple[Card, ...]:
    """PySolFC's deals, 1 or more: the Microsoft generator below 32000, Python's own from there on."""
    if number < 32000:
        return pysolfc_ms_cards(number)
    random = Random(number).random
    pack = _by_suit(_CLUBS, _SPADES, _HEARTS, _DIAMONDS)
    return _pysolfc_layout(_shuffle_down(pack, lambda size: int(random() * size)))


def pysolfc_ms_cards(number: int) -> tuple[Card, ...]:
    """PySolFC's deals whose number starts with ``ms``: the Microsoft generator, 1 to 2^33 - 1."""
    return _pysolfc_layout(_microsoft_pack(number))


def kpatience_cards(number: int) -> tuple[Card, ...]:
    """KDE KPatience's deals, 1 to 2^31 - 1: the Microsoft generator, cards taken from the end of the pack."""
    return tuple(reversed(_microsoft_pack(number)))


def _microsoft_pack(number: int) -> list[Card]:
    """The pack shuffled by the generator of Microsoft's C library, as FreeCell programs use it.

    Above 2^31 and 2^32 it is stretched as PySolFC and FreeCell Pro do: a sixteenth bit that is always
    set, and then sixteen bits plus one from a state that starts at the number less 2^32.
    """
    state = number if number < 2**32 else number - 2**32

    def index(size: int) -> int:
        nonlocal state
        state = (214013 * state + 2531011) % 2**33
        if number >= 2**32:
            return ((state >> 16 & 0xFFFF) + 1) % size
        return (state >> 16 & 0x7FFF | (0x8000 if number >= 2**31 else 0)) % size

    return _shuffle_down(_by_rank(_CLUBS, _DIAMONDS, _HEARTS, _SPADES), index)


def _pysolfc_layout(pack: list[Card]) -> tuple[Card, ...]:
    """Deals from the end of the pack: rows of 6, 5, .. 1 face down, then 7 face up, each from the right."""
    rest = iter(reversed(pack))
    columns: list[list[Card]] = [[] for _ in range(COLUMN_COUNT)]
    for length in (*range(COLUMN_COUNT - 1, 0, -1), COLUMN_COUNT):
        for column in range(COLUMN_COUNT - 1, COLUMN_COUNT - 1 - length, -1):
            columns[column].append(next(rest))
    return deal_order(columns, list(rest))


def microsoft_cards(number: int) -> tuple[Card, ...]:
    """The Microsoft Solitaire Collection's deals: the long number of its log, 0 to 52! - 1."""

    def index(size: int) -> int:
        nonlocal number
        number, remainder = divmod(number, size)
        return remainder

    return tuple(reversed(_shuffle_down(_by_suit(_SPADES, _HEARTS, _CLUBS, _DIAMONDS), index)))
