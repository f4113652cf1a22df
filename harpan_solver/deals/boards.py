"""Telling the formats of deals and positions apart, and reading any of them."""

import re

from harpan_solver.deals.board_text import looks_like_board, position_from_board, split_lines
from harpan_solver.deals.deal import Deal
from harpan_solver.deals.deal_text import bare, parse_cards
from harpan_solver.deals.dealers import DEALER_NAMES
from harpan_solver.deals.layout import deal_order
from harpan_solver.deals.names import deal as named_deal
from harpan_solver.deals.position_json import position_from_json
from harpan_solver.deals.solvitaire_json import PILES, position_from_solvitaire
from harpan_solver.deals.strict_json import kind, load_json
from harpan_solver.errors import InputError
from harpan_solver.position import Position

_DEAL_NAME = re.compile(rf"(?:{'|'.join(DEALER_NAMES)}):\S*")


def read_board(text: str, name: str = "cards") -> Deal | Position:
    """The deal or the position of a text in any format there is.

    Known are Solvitaire's JSON, a position as JSON, a row of ``harpan-solve --json``, boards in lines
    (PySol's, columns, positions: :mod:`harpan_solver.deals.board_text`), a deal's name with its dealer,
    three digits a card, and cards in deal order. Cards alone, with neither labels nor marks, are in deal
    order whatever their lines look like. The start of a game comes back as a Deal called ``name``.

    Raises:
        InputError: the text cannot be read; where it matters with the line, the column and the card.
    """
    body = bare(text)
    if body[:1] in ("{", "["):
        return _json_board(load_json(body), name)
    if is_deal_name(body):
        return Deal(name, named_deal(body).cards)
    if looks_like_board(body):
        first_line = len(split_lines(text.partition(body)[0]))
        return as_deal(position_from_board(body, first_line), name)
    return Deal(name, parse_cards(body))


def is_deal_name(text: str) -> bool:
    """Whether the text is meant as the name of a deal: a known dealer and a colon in front."""
    return _DEAL_NAME.fullmatch(text) is not None


def as_deal(position: Position, name: str) -> Deal | Position:
    """The deal, called ``name``, of which the position is the start; otherwise the position."""
    if list(map(len, position.tableau)) != list(range(1, len(position.tableau) + 1)):
        return position
    cards = deal_order(position.tableau, position.stock)
    return Deal(name, cards) if Position.dealt(cards) == position else position


def _json_board(data: object, name: str) -> Deal | Position:
    """The deal or the position of loaded JSON."""
    if not isinstance(data, dict):
        raise InputError(f"{kind(data)}: an object with the cards of a deal or a position is needed")
    if PILES in data:
        return as_deal(position_from_solvitaire(data), name)
    if "cards" in data and "tableau" not in data:
        cards = data["cards"]
        if not isinstance(cards, str):
            raise InputError(f'cards: {kind(cards)}; a text such as "7DTC.." is needed')
        return Deal(name, parse_cards(cards))
    return as_deal(position_from_json(data), name)
