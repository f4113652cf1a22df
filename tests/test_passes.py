"""The fewest passes that win: reported deals, small decks searched completely, limits."""

import csv
from pathlib import Path

import pytest

from harpan_solver.cuts import ALL_CUTS, STRICT_CUTS, Cuts
from harpan_solver.deals import Deal, deal, parse_cards
from harpan_solver.errors import InputError
from harpan_solver.game import replay
from harpan_solver.limits import Limits
from harpan_solver.moves import REDEAL
from harpan_solver.passes import FewestPasses, fewest_passes
from harpan_solver.position import Position
from harpan_solver.result import Reason, Verdict
from harpan_solver.rules import Rules
from harpan_solver.solver import solve
from tests.reference.decks import parse_cards as parse_small_deck

PYSOL_24 = (
    "5C7H2D5DQC5H4C9H9SQH2C7SAHAC5SJSKD2S8C3C9C6C7DJC6H6STHKHTCTSAD4DQS3H3SJHTDKC8H8S4S4HKS6D8D7CJD9D2HQD3DAS"
)
MINIMAL_12 = (
    "JDTC5H7DQH5D5C8C2HJCKC3DQS6H6D4C4SQD5S2C2S9HTH3H7C7H8DQC2D9S8H7SKHTDTS8SJSKS4DJHAC6C3CAH9C6S3SAS4HADKD9D"
)
TEST_DEAL_1 = (
    "4D4C4SQS2H7HJCADQH8CTS9H3C5D5CQC9S7S6C9C8HTD4H7CKDKSJHJSKC2DTHAH6D3DTCACAS3S5S2CJD6S9D8DKH3H7D5H8S6H2SQD"
)
# Lost with draw 3 by Solvitaire's search, too.
LOST = "solvitaire:1"

with (Path(__file__).parent / "data" / "small_decks.csv").open(encoding="ascii", newline="") as lines:
    SMALL_DECKS = list(csv.DictReader(lines))[::15]


def moves_fit(found: FewestPasses) -> bool:
    """Whether the moves win, and with the fewest passes claimed."""
    solution = found.solution
    redeals = solution.moves.count(REDEAL)
    return (
        replay(solution.position, solution.rules, solution.moves).won
        and found.passes == solution.position.pass_number + redeals
    )


# Fewest moves of these deals with so many passes are published, and that fewer passes found nothing.
@pytest.mark.parametrize(
    ("cards", "rules", "passes"),
    [
        (PYSOL_24, Rules(3), 3),
        (MINIMAL_12, Rules(1, worrying_back=False), 1),
        (TEST_DEAL_1, Rules(1), 2),
        (TEST_DEAL_1, Rules(3), 2),
    ],
    ids=["PySol 24", "Minimal 12", "test deal 1, draw 1", "test deal 1, draw 3"],
)
def test_reported_deals(cards: str, rules: Rules, passes: int) -> None:
    found = fewest_passes(Deal("cards", parse_cards(cards)), rules)
    assert (found.passes, found.solution.verdict, found.solution.reason) == (
        passes,
        Verdict.SOLVABLE,
        None,
    )
    assert found.solution.rules == rules
    assert moves_fit(found)


@pytest.mark.parametrize("cuts", [ALL_CUTS, STRICT_CUTS], ids=["all cuts", "strict"])
def test_small_decks_searched_completely(cuts: Cuts) -> None:
    for row in SMALL_DECKS:
        position = Position.dealt(
            parse_small_deck(row["cards"]), ranks=int(row["ranks"]), columns=int(row["columns"])
        )
        rules = Rules(int(row["draw"]), worrying_back=row["worrying_back"] == "on")
        found = fewest_passes(position, rules, cuts=cuts)
        assert found.passes == (int(row["fewest_passes"]) if row["fewest_passes"] else None), row
        assert found.solution.verdict is (Verdict.SOLVABLE if found.passes else Verdict.UNSOLVABLE)
        assert found.passes is None or moves_fit(found)


def test_the_rules_bound_the_answer() -> None:
    start = deal("pysolfc:24")
    assert fewest_passes(start, Rules(3, passes=2)).solution.verdict is Verdict.UNSOLVABLE
    assert fewest_passes(start, Rules(3, passes=3)).passes == 3


def test_a_deal_that_is_lost() -> None:
    found = fewest_passes(LOST)
    assert (found.passes, found.solution.verdict, found.solution.moves) == (None, Verdict.UNSOLVABLE, ())


def test_passes_of_a_game_in_progress_count_from_the_first() -> None:
    start = deal("pysolfc:24").position
    rules = Rules(3)
    whole = fewest_passes(start, rules)
    turned = whole.solution.moves.index(REDEAL) + 1
    later = replay(start, rules, whole.solution.moves[:turned]).position
    assert later.pass_number == 2
    found = fewest_passes(later, rules)
    assert found.passes == 3
    assert moves_fit(found)


def test_a_limit_ends_the_proof_and_keeps_the_win() -> None:
    nodes = solve("pysolfc:24", Rules(3)).nodes
    # Children are counted in batches: the win must fit in, the proof that follows must not.
    found = fewest_passes("pysolfc:24", Rules(3), Limits(max_nodes=nodes + 20))
    assert (found.passes, found.solution.reason) == (None, Reason.MAX_NODES)
    assert found.solution.verdict is Verdict.SOLVABLE
    assert replay(deal("pysolfc:24"), Rules(3), found.solution.moves).won


@pytest.mark.parametrize(
    ("limits", "reason"),
    [(Limits(max_nodes=50), Reason.MAX_NODES), (Limits(max_seconds=1e-9), Reason.MAX_SECONDS)],
)
def test_a_limit_before_any_win(limits: Limits, reason: Reason) -> None:
    # A deal about which nothing is found for long.
    found = fewest_passes("solvitaire:22", Rules(1), limits)
    assert (found.passes, found.solution.reason) == (None, reason)
    assert (found.solution.verdict, found.solution.moves) == (Verdict.UNDECIDED, ())


def test_asked_to_stop() -> None:
    found = fewest_passes("pysolfc:24", Rules(3), should_stop=lambda: True)
    assert (found.passes, found.solution.reason) == (None, Reason.INTERRUPTED)


def test_questions_that_are_none() -> None:
    with pytest.raises(InputError):
        fewest_passes("nobody:7")


@pytest.mark.parametrize(
    "rules", [Rules(3), Rules(1, passes=2), Rules(3, worrying_back=False), Rules(1, 1, False)], ids=str
)
def test_strict_mode_gives_the_same_verdicts(rules: Rules) -> None:
    names = [f"solvitaire:{number}" for number in (1, 2, 4, 5, 9, 11, 12)]
    verdicts = [solve(name, rules).verdict for name in names]
    assert [solve(name, rules, cuts=STRICT_CUTS).verdict for name in names] == verdicts
    assert set(verdicts) == {Verdict.SOLVABLE, Verdict.UNSOLVABLE}
