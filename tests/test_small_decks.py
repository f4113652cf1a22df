"""The solver's verdicts on small decks: complete search with the plain rules says what is right."""

import csv
from pathlib import Path

import pytest

from harpan_solver.cuts import PlantedFaults
from tests.reference.complete_search import Answer, complete_search
from tests.reference.cross_check import ALL, QUESTIONS, Question, Tally, catch, some_cuts
from tests.reference.decks import FAMILY_SIZE, SmallDeck, family, parse_cards

SEED = 1
MAX_STATES = 20_000
CHUNK = 10
CHUNKS = 21

with (Path(__file__).parent / "data" / "small_decks.csv").open(encoding="ascii", newline="") as lines:
    KNOWN = list(csv.DictReader(lines))

NOT_KNOWN = Answer(complete=False, fewest_passes=None, states=0)


def known_fewest(row: dict[str, str]) -> int | None:
    return int(row["fewest_passes"]) if row["fewest_passes"] else None


def known_deck(row: dict[str, str]) -> SmallDeck:
    known = Answer(complete=True, fewest_passes=known_fewest(row), states=0)
    answers = (known, NOT_KNOWN) if row["worrying_back"] == "on" else (NOT_KNOWN, known)
    return SmallDeck(
        int(row["ranks"]), int(row["columns"]), int(row["draw"]), parse_cards(row["cards"]), *answers
    )


def compare_known(rows: list[dict[str, str]]) -> None:
    """The fewest passes win, one fewer and, where nothing wins, unlimited ones do not."""
    tally = Tally()
    for row in rows:
        fewest = known_fewest(row)
        passes = (None,) if fewest is None else (fewest, fewest - 1) if fewest > 1 else (fewest,)
        worrying_back = row["worrying_back"] == "on"
        tally.compare(known_deck(row), {Question(worrying_back, each): ALL for each in passes})
    assert tally.differences == []


def test_there_is_enough() -> None:
    assert len(KNOWN) == 2275
    assert CHUNKS * CHUNK * FAMILY_SIZE >= 5000


@pytest.mark.parametrize("part", range(8))
def test_known_fewest_passes(part: int) -> None:
    compare_known(KNOWN[part::8])


@pytest.mark.plain
@pytest.mark.bounds
@pytest.mark.filterwarnings("ignore:overflow encountered")  # uncompiled hashing: wrapping around is meant
def test_known_fewest_passes_of_the_smallest() -> None:
    compare_known([row for row in KNOWN if row["ranks"] == "4"][:12])


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_verdicts_equal_the_complete_search(chunk: int) -> None:
    tally = Tally()
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        for place, deck in enumerate(family(SEED, number, MAX_STATES).decks):
            tally.compare(deck, some_cuts(QUESTIONS, number * FAMILY_SIZE + place))
    assert tally.differences == []
    assert tally.decks.total() == CHUNK * FAMILY_SIZE
    assert tally.share_of_decks(least_ranks=5) >= 0.5
    assert tally.share(tally.won) >= 0.2
    assert tally.share(tally.lost) >= 0.2


@pytest.mark.parametrize("fault", PlantedFaults._fields)
def test_planted_fault_is_caught(fault: str) -> None:
    decks = (deck for number in range(40) for deck in family(SEED, number, MAX_STATES).decks)
    caught = catch(fault, decks, QUESTIONS)
    assert caught is not None
    assert caught.decks <= 500


def compare_search_with_known(rows: list[dict[str, str]], max_states: int) -> None:
    different = []
    for row in rows:
        deck = known_deck(row)
        answer = complete_search(
            deck.cards, deck.ranks, deck.columns, deck.draw, row["worrying_back"] == "on", max_states
        )
        if not answer.complete or answer.fewest_passes != known_fewest(row):
            different.append(f"{row}: {answer}")
    assert different == []


def test_complete_search_finds_known_fewest_passes() -> None:
    compare_search_with_known([row for row in KNOWN if int(row["ranks"]) <= 6], 2_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_complete_search_finds_all_known_fewest_passes(part: int) -> None:
    compare_search_with_known(KNOWN[part::8], 20_000_000)


def test_complete_search_says_when_it_gave_up() -> None:
    cards = parse_cards("2C6S4C3CAH4S3SAS4HAD3H5D5C2D6DAC2S5H6C2H6H3D4D5S")
    answer = complete_search(cards, ranks=6, columns=6, draw=1, worrying_back=True, max_states=10)
    assert not answer.complete
    with pytest.raises(ValueError, match="not complete"):
        answer.wins(None)


def test_families_are_reproducible() -> None:
    first = [[(deck.draw, deck.cards) for deck in family(SEED, 2, MAX_STATES).decks] for _ in range(2)]
    assert first[0] == first[1]
    assert len(set(first[0])) == FAMILY_SIZE
