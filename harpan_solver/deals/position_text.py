"""A position of a game in progress as lines to read, and reading one from any format."""

from harpan_solver.cards import card_name
from harpan_solver.deals.board_text import foundations_text
from harpan_solver.deals.boards import read_board
from harpan_solver.deals.deal import Deal
from harpan_solver.position import Position


def position_text(position: Position) -> str:
    """The position as lines, as :mod:`harpan_solver.deals.board_text` describes them.

    Columns from the bottom with face-down cards in ``<>``, then stock, waste (top last), foundations and
    pass; no line end after the last.
    """
    lines = []
    for number, (column, hidden) in enumerate(zip(position.tableau, position.hidden, strict=True), 1):
        names = [card_name(each) for each in column]
        names[:hidden] = [f"<{name}>" for name in names[:hidden]]
        lines.append(f"{number}: {' '.join(names) or '-'}")
    lines.append(f"stock: {' '.join(map(card_name, position.stock)) or '-'}")
    lines.append(f"waste: {' '.join(map(card_name, position.waste)) or '-'}")
    lines.append(f"foundations: {foundations_text(position.foundations)}")
    lines.append(f"pass: {position.pass_number}")
    return "\n".join(lines)


def parse_position(text: str) -> Position:
    """The position of a text in any format that :func:`read_board` knows; a deal is its start.

    Raises:
        InputError: the text cannot be read, or its cards make up no position.
    """
    board = read_board(text)
    return board.position if isinstance(board, Deal) else board
