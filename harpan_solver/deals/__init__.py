"""Deals: by name from a dealer, as text, from files, and written out again."""

from harpan_solver.deals.boards import read_board
from harpan_solver.deals.card_text import parse_card
from harpan_solver.deals.deal import Deal
from harpan_solver.deals.deal_text import parse_cards
from harpan_solver.deals.dealers import DEALERS, Dealer
from harpan_solver.deals.exact import exact_number
from harpan_solver.deals.formats import FORMATS, write_deal, write_deals
from harpan_solver.deals.names import NamedDeals, deal, expand_names
from harpan_solver.deals.position_json import parse_position_json, position_from_json, position_json
from harpan_solver.deals.position_text import parse_position, position_text
from harpan_solver.deals.reading import read_deals, read_file, read_position, read_stream

__all__ = [
    "DEALERS",
    "FORMATS",
    "Deal",
    "Dealer",
    "NamedDeals",
    "deal",
    "exact_number",
    "expand_names",
    "parse_card",
    "parse_cards",
    "parse_position",
    "parse_position_json",
    "position_from_json",
    "position_json",
    "position_text",
    "read_board",
    "read_deals",
    "read_file",
    "read_position",
    "read_stream",
    "write_deal",
    "write_deals",
]
