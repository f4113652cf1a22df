"""Complete search of small decks with the plain rules: the slow, sure answer beside the fast solver's.

Every ordinary move is made - turning the stock, redeals, any face-up card with all that lies on it to any
column that takes it, cards to the foundations and back - and every board is remembered, until a win is found
or no new board is left. No move is left out because it looks useless, and nothing here comes from
``harpan_solver``: only the rules are shared, and those are written here a second time.

Cards are numbered ``4 * rank + suit`` (suits 0 clubs, 1 diamonds, 2 hearts, 3 spades; 1 and 2 are red).

A board is written down exactly, as the place of every card, three bits a card:

==  ==========================================================================
0   on its foundation
1   in the stock or the waste (their order is the deal's; the board's last six
    bits say how many of these cards are turned, that is, are waste)
2   where it was dealt in the columns (face up if it is the last such card of
    its column, else face down)
3   moved onto the diamond (a black card) or the club (a red card) one rank higher
4   moved onto the heart (a black card) or the spade (a red card) one rank higher
5   moved to an empty column (kings)
==  ==========================================================================

Two boards are written alike only if they differ in nothing but which of the columns without dealt cards
holds what. Moving a run changes the place of its first card alone: the others still lie on what they lay on.
A board takes three 64-bit words (21, 21 and 10 cards, then the number turned); boards are compared in full,
so there are no collisions and "no win" is a proof. A won game is the one board of three zeros.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit

DEFAULT_MAX_STATES = 500_000

_ON_FOUNDATION, _IN_STOCK, _AS_DEALT, _ON_FIRST_HOST, _ON_SECOND_HOST, _IN_EMPTY_COLUMN = range(6)
_CARDS_PER_WORD = 21
_TURNED = 30  # the number turned lies in the last word above its ten cards
_LEFT_OUT, _NO_WIN = -1, 0
_FIRST_SIZE = 1 << 13


class Answer(NamedTuple):
    """What a complete search found.

    Attributes:
        complete: False if the search met its limit of states; ``fewest_passes`` then says nothing.
        fewest_passes: times through the stock of the win that needs fewest, or None if no play wins.
        states: different boards reached before the search ended.
    """

    complete: bool
    fewest_passes: int | None
    states: int

    def wins(self, passes: int | None) -> bool:
        """Whether some play wins within a number of passes (None = unlimited)."""
        if not self.complete:
            raise ValueError("the search was not complete")
        return self.fewest_passes is not None and (passes is None or self.fewest_passes <= passes)


def complete_search(
    cards: Sequence[int],
    ranks: int,
    columns: int,
    draw: int,
    worrying_back: bool,
    max_states: int = DEFAULT_MAX_STATES,
) -> Answer:
    """Searches all plays of a small deck.

    Args:
        cards: all ``4 * ranks`` cards in deal order: row by row to the columns, then the stock.
        ranks: ranks in the deck, 3 to 13; the highest is the one that an empty column takes.
        columns: columns of 1, 2, 3 .. cards, 3 to 7.
        draw: cards turned at a time.
        worrying_back: whether a foundation's top card may go back to a column.
        max_states: the search gives up (``complete`` False) beyond this many boards.
    """
    if not (3 <= ranks <= 13 and 3 <= columns <= 7 and draw >= 1):
        raise ValueError(f"{ranks} ranks, {columns} columns, draw {draw}: outside what can be searched")
    if sorted(cards) != list(range(4 * ranks)) or columns * (columns + 1) // 2 > 4 * ranks:
        raise ValueError(f"not a deck of {ranks} ranks for {columns} columns: {cards}")
    dealt, stock = _deal(cards, columns)
    passes, states = _search(dealt, stock, ranks, draw, worrying_back, max_states)
    if passes == _LEFT_OUT:
        return Answer(False, None, int(states))
    return Answer(True, None if passes == _NO_WIN else int(passes), int(states))


def _deal(cards: Sequence[int], columns: int) -> tuple[Any, Any]:
    """The dealt columns, int64 [columns, columns] with -1 for no card, and the stock, int64 [n]."""
    dealt = np.full((columns, columns), -1, np.int64)
    rest = iter(cards)
    for row in range(columns):
        for column in range(row, columns):
            dealt[column, row] = next(rest)
    return dealt, np.array(list(rest), np.int64)


@njit(cache=True, nogil=True)
def _search(dealt, stock, ranks, draw, worrying_back, max_states):  # type: ignore[no-untyped-def]
    """(fewest passes, boards reached); all boards of one pass are found before any redeal is made."""
    seen = np.zeros((_FIRST_SIZE, 3), np.int64)  # open addressing; three zeros = free
    now = np.empty((_FIRST_SIZE, 3), np.int64)  # boards of this pass still to be looked at
    later = np.empty((_FIRST_SIZE, 3), np.int64)  # boards after a redeal
    found = np.empty((64, 3), np.int64)  # boards one move away
    board = np.empty(3, np.int64)
    place = np.empty(52, np.int64)
    face_up = np.zeros(52, np.bool_)
    covered = np.zeros(52, np.bool_)
    heights = np.zeros(4, np.int64)

    _first_board(dealt, stock, later[0])
    later_count, states, passes = 1, 0, 0
    while later_count:
        passes += 1
        now_count = 0
        for i in range(later_count):
            if _remember(seen, later[i]):
                states += 1
                now_count = _push(now, now_count, later[i])
                if 2 * states > len(seen):
                    seen = _grown_table(seen)
                if now_count == len(now):
                    now = _grown(now)
        later_count = 0
        while now_count:
            now_count -= 1
            board[0], board[1], board[2] = now[now_count, 0], now[now_count, 1], now[now_count, 2]
            _look(board, dealt, ranks, place, face_up, covered, heights)
            count, redeals = _moves(
                board, dealt, stock, ranks, draw, worrying_back, place, face_up, covered, heights, found
            )
            for i in range(count):
                if found[i, 0] == 0 and found[i, 1] == 0 and found[i, 2] == 0:
                    return passes, states
                if _remember(seen, found[i]):
                    states += 1
                    if states > max_states:
                        return _LEFT_OUT, states
                    now_count = _push(now, now_count, found[i])
                    if 2 * states > len(seen):
                        seen = _grown_table(seen)
                    if now_count == len(now):
                        now = _grown(now)
            if redeals:
                later_count = _push(later, later_count, board)
                later[later_count - 1, 2] &= (1 << _TURNED) - 1
                if later_count == len(later):
                    later = _grown(later)
    return _NO_WIN, states


@njit(cache=True, nogil=True)
def _first_board(dealt, stock, board):  # type: ignore[no-untyped-def]
    """Writes the board of a fresh deal into ``board``."""
    board[:] = 0
    for column in range(len(dealt)):
        for row in range(column + 1):
            _put(board, dealt[column, row], _AS_DEALT)
    for card in stock:
        _put(board, card, _IN_STOCK)


@njit(cache=True, nogil=True)
def _put(board, card, new_place):  # type: ignore[no-untyped-def]
    """Changes the place of one card in ``board``."""
    word, shift = card // _CARDS_PER_WORD, 3 * (card % _CARDS_PER_WORD)
    board[word] = (board[word] & ~(7 << shift)) | (new_place << shift)


@njit(cache=True, nogil=True)
def _look(board, dealt, ranks, place, face_up, covered, heights):  # type: ignore[no-untyped-def]
    """Reads ``board`` into its parts, all written in place.

    place: of each card; face_up: whether it lies face up in a column; covered: whether it does and another
    lies on it; heights: cards on each foundation.
    """
    heights[:] = 0
    covered[:] = False
    for card in range(4 * ranks):
        where = (board[card // _CARDS_PER_WORD] >> 3 * (card % _CARDS_PER_WORD)) & 7
        place[card] = where
        face_up[card] = where > _AS_DEALT
        if where == _ON_FOUNDATION:
            heights[card & 3] += 1
        elif _ON_FIRST_HOST <= where <= _ON_SECOND_HOST:
            covered[_host(card, where)] = True
    for column in range(len(dealt)):
        last = -1
        for row in range(column + 1):
            if place[dealt[column, row]] == _AS_DEALT:
                last = dealt[column, row]
        if last >= 0:
            face_up[last] = True


@njit(cache=True, nogil=True)
def _is_red(card):  # type: ignore[no-untyped-def]
    return card & 3 == 1 or card & 3 == 2


@njit(cache=True, nogil=True)
def _host(card, where):  # type: ignore[no-untyped-def]
    """The card that a card lies on in one of the two ``_ON_.._HOST`` places."""
    above = 4 * ((card >> 2) + 1)
    if _is_red(card):
        return above + (0 if where == _ON_FIRST_HOST else 3)
    return above + (1 if where == _ON_FIRST_HOST else 2)


@njit(cache=True, nogil=True)
def _moves(board, dealt, stock, ranks, draw, worrying_back, place, face_up, covered, heights, found):  # type: ignore[no-untyped-def]
    """Writes all boards one move away into ``found``, but the redeal; returns (their number, may redeal).

    The order is free; cards to the foundations come last because the search looks at the last board first.
    """
    turned = board[2] >> _TURNED
    waste_top, left = -1, 0
    for card in stock:
        if place[card] == _IN_STOCK:
            left += 1
            if left == turned:
                waste_top = card
    count = 0
    if turned < left:
        count = _push(found, count, board)
        found[count - 1, 2] += min(draw, left - turned) << _TURNED

    used = 0
    for column in range(len(dealt)):
        used += place[dealt[column, 0]] == _AS_DEALT
    for king in range(4 * ranks - 4, 4 * ranks):
        used += place[king] == _IN_EMPTY_COLUMN
    if used < len(dealt):
        for king in range(4 * ranks - 4, 4 * ranks):
            count = _try_to_column(
                king, _IN_EMPTY_COLUMN, board, ranks, worrying_back, waste_top, face_up, heights, found, count
            )
    for host in range(4, 4 * ranks):
        if face_up[host] and not covered[host]:
            for card in range(host // 4 * 4 - 4, host // 4 * 4):
                if _is_red(card) != _is_red(host):
                    where = _ON_FIRST_HOST if _host(card, _ON_FIRST_HOST) == host else _ON_SECOND_HOST
                    count = _try_to_column(
                        card, where, board, ranks, worrying_back, waste_top, face_up, heights, found, count
                    )

    for suit in range(4):
        card = 4 * heights[suit] + suit
        if heights[suit] < ranks and (card == waste_top or (face_up[card] and not covered[card])):
            count = _push(found, count, board)
            _put(found[count - 1], card, _ON_FOUNDATION)
            if card == waste_top:
                found[count - 1, 2] -= 1 << _TURNED
    return count, turned == left and turned > 0


@njit(cache=True, nogil=True)
def _try_to_column(card, where, board, ranks, worrying_back, waste_top, face_up, heights, found, count):  # type: ignore[no-untyped-def]
    """Adds to ``found`` the board with ``card`` moved to a place that takes it, if the card can move at all.

    It can if it lies face up in a column (what lies on it comes along), is the waste's top, or is a
    foundation's top and worrying back is allowed. Returns the new count.
    """
    from_foundation = worrying_back and heights[card & 3] == (card >> 2) + 1
    if face_up[card] or card == waste_top or from_foundation:
        count = _push(found, count, board)
        _put(found[count - 1], card, where)
        if card == waste_top:
            found[count - 1, 2] -= 1 << _TURNED
    return count


@njit(cache=True, nogil=True)
def _slot(seen, board):  # type: ignore[no-untyped-def]
    """Where ``board`` lies in the table, or the free slot where it belongs."""
    mask = len(seen) - 1
    mixed = board[0] * 0x2545F4914F6CDD1D + board[1] * 0x1B873593CC9E2D51 + board[2] * 0x369DEA0F31A53F85
    slot = (mixed ^ (mixed >> 32)) * 0x2545F4914F6CDD1D >> 32 & mask
    while seen[slot, 0] or seen[slot, 1] or seen[slot, 2]:
        if seen[slot, 0] == board[0] and seen[slot, 1] == board[1] and seen[slot, 2] == board[2]:
            break
        slot = (slot + 1) & mask
    return slot


@njit(cache=True, nogil=True)
def _remember(seen, board):  # type: ignore[no-untyped-def]
    """Adds ``board`` to the table; False if it was there."""
    slot = _slot(seen, board)
    if seen[slot, 0] or seen[slot, 1] or seen[slot, 2]:
        return False
    for word in range(3):
        seen[slot, word] = board[word]
    return True


@njit(cache=True, nogil=True)
def _push(boards, count, board):  # type: ignore[no-untyped-def]
    """Puts ``board`` at the end of a list that has room; returns the new count."""
    for word in range(3):
        boards[count, word] = board[word]
    return count + 1


@njit(cache=True, nogil=True)
def _grown(boards):  # type: ignore[no-untyped-def]
    """A list of twice the size with the same boards."""
    larger = np.empty((2 * len(boards), 3), np.int64)
    larger[: len(boards)] = boards
    return larger


@njit(cache=True, nogil=True)
def _grown_table(seen):  # type: ignore[no-untyped-def]
    """A table four times the size with the same boards."""
    larger = np.zeros((4 * len(seen), 3), np.int64)
    for board in seen:
        if board[0] or board[1] or board[2]:
            larger[_slot(larger, board)] = board
    return larger
