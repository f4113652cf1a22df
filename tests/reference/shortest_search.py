"""Breadth-first search of small decks with the plain rules: the fewest moves that win.

Every ordinary move is made, as in ``complete_search``, whose boards and moves are used here. Each draw and
each card or run moved counts one, a redeal nothing. Shares no code with ``harpan_solver``.
"""

from collections.abc import Sequence

import numpy as np
from numba import njit

from tests.reference.complete_search import (
    _deal,
    _first_board,
    _grown,
    _grown_table,
    _look,
    _moves,
    _push,
    _remember,
)

_TURNED = 30
_REDEALS = 40  # with a pass limit the redeals made lie above the number turned
_LEFT_OUT, _NO_WIN = -2, -1


def fewest_moves(
    cards: Sequence[int],
    ranks: int,
    columns: int,
    draw: int,
    passes: int | None,
    worrying_back: bool,
    max_states: int,
) -> int | None:
    """The fewest moves that win a small deck, or None if it cannot be won.

    Args:
        cards, ranks, columns, draw, worrying_back: as for ``complete_search``.
        passes: times through the stock allowed, None = unlimited.
        max_states: boards that may be reached.

    Raises:
        OverflowError: more boards than ``max_states``.
    """
    dealt, stock = _deal(cards, columns)
    found = _search(dealt, stock, ranks, draw, -1 if passes is None else passes, worrying_back, max_states)
    if found == _LEFT_OUT:
        raise OverflowError(f"more than {max_states} boards")
    return None if found == _NO_WIN else int(found)


@njit(cache=True, nogil=True)
def _search(dealt, stock, ranks, draw, passes, worrying_back, max_states):  # type: ignore[no-untyped-def]
    """Boards in order of the moves needed to reach them."""
    seen = np.zeros((1 << 13, 3), np.int64)
    now = np.empty((1 << 13, 3), np.int64)
    later = np.empty((1 << 13, 3), np.int64)
    found = np.empty((64, 3), np.int64)
    board = np.empty(3, np.int64)
    place = np.empty(52, np.int64)
    face_up = np.zeros(52, np.bool_)
    covered = np.zeros(52, np.bool_)
    heights = np.zeros(4, np.int64)
    _first_board(dealt, stock, now[0])
    _remember(seen, now[0])
    now_count, later_count, moves, states = 1, 0, 0, 1
    while now_count:
        index = 0
        while index < now_count:  # grows while it is read: a redeal costs nothing
            redeals_made = now[index, 2] >> _REDEALS
            board[0], board[1] = now[index, 0], now[index, 1]
            board[2] = now[index, 2] & ((1 << _REDEALS) - 1)
            index += 1
            _look(board, dealt, ranks, place, face_up, covered, heights)
            count, may_redeal = _moves(
                board, dealt, stock, ranks, draw, worrying_back, place, face_up, covered, heights, found
            )
            for i in range(count):
                if found[i, 0] == 0 and found[i, 1] == 0 and found[i, 2] == 0:
                    return moves + 1
                found[i, 2] += redeals_made << _REDEALS
                if _remember(seen, found[i]):
                    states += 1
                    later_count = _push(later, later_count, found[i])
                    if later_count == len(later):
                        later = _grown(later)
            if may_redeal and (passes < 0 or redeals_made + 1 < passes):
                board[2] &= (1 << _TURNED) - 1
                if passes >= 0:
                    board[2] += (redeals_made + 1) << _REDEALS
                if _remember(seen, board):
                    states += 1
                    now_count = _push(now, now_count, board)
                    if now_count == len(now):
                        now = _grown(now)
            if states > max_states:
                return _LEFT_OUT
            while 2 * (states + 64) > len(seen):
                seen = _grown_table(seen)
        now, later = later, now
        now_count, later_count = later_count, 0
        moves += 1
    return _NO_WIN
