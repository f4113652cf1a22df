"""The switches of the search: one for each cutting rule, one for each planted fault.

``docs/cutting-rules.md`` states every rule with its condition and where it is proven or how it was
checked.
"""

from typing import NamedTuple


class Cuts(NamedTuple):
    """Which cutting rules the search uses; each one is on unless said otherwise.

    Attributes:
        safe_up: a card that is safe goes up at once and nothing else is tried.
        never_bring_back_safe: a foundation card that would at once be safe again stays.
        returns_on_demand: placed cards go up as soon as they can, and a card comes back from its
            foundation only for a use that follows at once.
        stock_on_demand: with draw 1 and unlimited passes a stock card is laid on a column only for
            a use that follows at once.
        floating_stock: a deal is lost when the floating-stock relaxation is.
        single_draw: a deal is lost when it is with draw 1 and unlimited passes.
    """

    safe_up: bool = True
    never_bring_back_safe: bool = True
    returns_on_demand: bool = True
    stock_on_demand: bool = True
    floating_stock: bool = True
    single_draw: bool = True


class PlantedFaults(NamedTuple):
    """Unsound rules that the cross-check on small decks must catch; all off in every real solve.

    Attributes:
        stronger_safe: the safe rule for games without worrying back, used where it is allowed.
        safe_from_stock: safe cards go up from the stock at once with any draw count.
        face_down_key: positions are told apart by face-down cards only.
    """

    stronger_safe: bool = False
    safe_from_stock: bool = False
    face_down_key: bool = False


ALL_CUTS = Cuts()
NO_CUTS = Cuts(*(False for _ in Cuts._fields))
# Only rules with a published proof.
STRICT_CUTS = NO_CUTS._replace(safe_up=True, never_bring_back_safe=True)
NO_FAULTS = PlantedFaults()
