"""Cards and deals as people type and paste them; every row of parsing.json has its outcome here."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harpan_solver.cards import card_name
from harpan_solver.deals import deal, parse_card, parse_cards, read_board
from harpan_solver.deals.card_text import split_cards
from harpan_solver.errors import InputError
from harpan_solver.rules import Rules

DATA = Path(__file__).parents[1] / "data" / "deals"
ROWS = {row["id"]: row["text"] for row in json.loads((DATA / "parsing.json").read_text())}
CASES = json.loads((DATA / "board_cases.json").read_text())
DIGITS = ROWS["p29"].removeprefix("\ufeff")
DEAL = deal(7)

# What one card of a row of parsing.json is.
CARDS = {
    "p01": "TH",
    "p02": "TH",
    "p03": "AS",
    "p07": "KC",
    "p09": "AS",
    "p10": "AS",
    "p11": "AS",
    "p13": "QS",
}
# What the error says of a row that is no card.
CARD_ERRORS = {
    "p05": "'14' is no rank",
    "p06": "'14' is no rank",
    "p14": "U+1F0AC PLAYING CARD KNIGHT OF SPADES",
    "p15": "U+0441 CYRILLIC SMALL LETTER ES",
    "p17": "'0' is no rank",
    "p18": "'101' is no rank",
    "p21": "one card is needed",
    "p22": "the rank comes first, then the suit: 7H",
}
# What the error says of a row that is no deal, or nothing where it is one.
DEALS = {
    "p25": "more than once: 4D (cards 1, 52); missing: TH",
    "p26": "31 cards given, 52 needed",
    "p27": "159 digits given, 156 needed; too much: '999'",
    "p29": "",
    "p30": "",
    "p31": "",
}


@pytest.mark.parametrize("row", CARDS)
def test_cards_of_the_table(row: str) -> None:
    assert card_name(parse_card(ROWS[row])) == CARDS[row]
    assert split_cards(ROWS[row]) == [parse_card(CARDS[row])]


@pytest.mark.parametrize("row", CARD_ERRORS)
def test_no_cards_of_the_table(row: str) -> None:
    with pytest.raises(InputError, match=re.escape(CARD_ERRORS[row])):
        parse_card(ROWS[row])


@pytest.mark.parametrize("row", sorted(CARD_ERRORS.keys() - {"p18"}))
def test_no_cards_of_the_table_in_a_deal(row: str) -> None:
    """The same inside a deal, with the place; p18 is a card there, in three digits."""
    start = DEAL.text[:12]
    with pytest.raises(InputError, match=r"card [78] at character 1[345]: ") as caught:
        parse_cards(start + ROWS[row] + DEAL.text[14:])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("row", ["p19", "p23"])
def test_unknown_cards_and_jokers(row: str) -> None:
    for text in ROWS[row].split(" / "):
        with pytest.raises(InputError, match=r"every card must be given|jokers are not in the pack"):
            parse_card(text)
    with pytest.raises(InputError, match="jokers"):
        parse_card("🃏")


@pytest.mark.parametrize("row", DEALS)
def test_three_digit_deals_of_the_table(row: str) -> None:
    if DEALS[row]:
        with pytest.raises(InputError) as caught:
            parse_cards(ROWS[row])
        assert DEALS[row] in str(caught.value)
    else:
        cards = "".join(map(card_name, parse_cards(ROWS[row])))
        assert cards == _letters(DIGITS)


def test_solvitaire_rows_of_the_table() -> None:
    piles = [["9C"], ["10d", "JH"], ["4h", "7c", "4C"], ["Kc", "5d", "Ah", "AD"]]
    with pytest.raises(InputError, match="4 of 7 columns"):
        read_board(json.dumps({"tableau piles": piles}))
    board = json.loads((DATA / "solvitaire.json").read_text()) | json.loads(ROWS["p33"])
    assert read_board(json.dumps(board)) == read_board((DATA / "solvitaire.json").read_text())


def test_arrows_of_the_table() -> None:
    lines = CASES["047_pysol_format_lf_vs_crlf"]["input"]["text_lf"].replace("Talon: ", "Talon: ==> ", 1)
    lines = lines.replace("\n", " <==\n", 1)
    assert ROWS["p35"].startswith("Talon: ==> ") and ROWS["p35"].endswith(" <==")
    assert read_board(lines).cards == deal("pysolfc:24").cards  # type: ignore[union-attr]


@pytest.mark.parametrize("rules", [{"draw": 0}, {"draw": -3}, {"passes": 0}])
def test_numbers_of_the_table(rules: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="whole number"):
        Rules(**rules)  # type: ignore[arg-type]


def test_every_row_of_the_table_has_a_test() -> None:
    tested = {*CARDS, *CARD_ERRORS, *DEALS, "p19", "p23", "p33", "p34", "p35", "p37"}
    assert tested == ROWS.keys()


def _letters(digits: str) -> str:
    """Three digits a card as letters, written anew."""
    triples = re.findall("...", digits)
    return "".join("A23456789TJQK"[int(each[:2]) - 1] + "CDHS"[int(each[2]) - 1] for each in triples)


def _spellings() -> dict[str, str]:
    names = re.findall("..", DEAL.text)
    suits = dict(zip("CDHS", "♣♦♥♠", strict=True))
    outlined = dict(zip("CDHS", "♧♢♡♤", strict=True))
    starts = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}
    values = dict(zip("A23456789TJQK", (*range(1, 12), 13, 14), strict=True))
    return {
        "plain": DEAL.text,
        "spaces": " ".join(names),
        "commas": ", ".join(names),
        "lines": "\r\n".join(" ".join(names[at : at + 7]) for at in range(0, 52, 7)),
        "tabs": "\t".join(names),
        "lower": DEAL.text.lower(),
        "ten": DEAL.text.replace("T", "10"),
        "one": DEAL.text.replace("A", "1"),
        "symbols": "".join(rank + suits[suit] for rank, suit in names),
        "emoji": "".join(f"{rank}{suits[suit]}\ufe0f" for rank, suit in names),
        "outlined": "".join(rank + outlined[suit] for rank, suit in names),
        "suit first": "".join(suits[suit] + rank.replace("T", "10") for rank, suit in names),
        "suit first, emoji": " ".join(f"{suits[suit]}\ufe0f{rank}" for rank, suit in names),
        "apart": " ".join(DEAL.text),
        "pictures": "".join(chr(starts[suit] + values[rank]) for rank, suit in names),
        "byte order mark": "\ufeff" + DEAL.text,
        "quoted": f'"{DEAL.text}"',
        "single quotes": f" '{DEAL.text}' ",
    }


@pytest.mark.parametrize("spelling", _spellings())
def test_spellings_of_one_deal(spelling: str) -> None:
    assert parse_cards(_spellings()[spelling]) == DEAL.cards


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (DEAL.text[:-2], "51 cards given, 52 needed; missing: " + DEAL.text[-2:]),
        (DEAL.text + "7H", r"53 cards given, 52 needed; more than once: 7H \(cards \d+, 53\)$"),
        (DEAL.text[:-2] + DEAL.text[:2], rf"^more than once: {DEAL.text[:2]} \(cards 1, 52\); missing: "),
        ("", "0 cards given, 52 needed; missing: AC AD AH AS 2C 2D 2H 2S and 44 more"),
        ("7H", "^1 card given"),
        ("7H" * 200_000, r"200000 cards given, 52 needed; more than once: 7H \(cards 1, 2, 3, ..\); missing"),
        ("x" * 2_000_000, r"card 1 at character 1: 'xxxxxx…': 'x' starts no card"),
        ("1" * 2_000_001, "666667 cards given, 52 needed; more than once: JC"),
        (
            DEAL.text[:20] + " " * 1_000_000 + "\0",
            r"card 11 at character 1000021: '\\x00': '\\x00' \(U\+0000\)",
        ),
        (DEAL.text[:20] + "7", "card 11 at character 21: '7': the suit is missing"),
        (DEAL.text[:20] + "A10H", "card 11 at character 21: 'A10H': '1' is no suit"),
        (DEAL.text[:20] + "110H", "card 11 at character 21: '110H': '110' is no rank"),
        (DEAL.text[:20] + "♠102H", "rank is missing|is no rank"),
        (DEAL.text[:20] + "♠", "the rank is missing"),
        (DEAL.text[:20] + "<7H>", "card 11 at character 21: '<7H>': '<' starts no card"),
        (DEAL.text[:20] + "7H*", "card 12 at character 23"),
        (DEAL.text[:20] + "7ſ", "LATIN SMALL LETTER LONG S"),
        (DEAL.text[:20] + "٧H", "ARABIC-INDIC DIGIT SEVEN"),
        (DEAL.text[:20] + "\u200b7H", "ZERO WIDTH SPACE"),
        (DEAL.text[:20] + "7H;8D", "';' starts no card"),
        (DEAL.text[:20] + "🃠", "FOOL"),
        (DEAL.text[:20] + "🂠", "every card must be given"),
        ("04203", "5 digits given; three for each card are needed, 156 for a deal"),
        ("042031145", "card 3 at digit 7: '145' is no card"),
        (DIGITS + "0", "157 digits given, 156 needed; too much: '0'"),
        (DIGITS + "042", "53 cards given"),
    ],
    ids=lambda part: part[:20] if part.isprintable() else "control",
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_cards(text)
    assert re.search(message, str(caught.value)), str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_reported_cases() -> None:
    with pytest.raises(InputError, match="31 cards given, 52 needed"):
        parse_cards(CASES["045_truncated_deal_silently_replaced"]["input"]["argument"])
    good, bad = CASES["046_batch_line_with_duplicate"]["input"]["lines"]
    assert len(parse_cards(good)) == 52
    with pytest.raises(InputError, match=r"more than once: 4D \(cards 1, 52\); missing: QD"):
        parse_cards(bad)


@pytest.mark.parametrize("text", ["", " ", "7H8D", "7H 8D", "7", "H", "7H*", None, 7, ["7H"]])
def test_no_single_card(text: object) -> None:
    with pytest.raises(InputError, match=r"^card "):
        parse_card(text)  # type: ignore[arg-type]


@settings(deadline=None, max_examples=300)
@given(st.text() | st.text("AT1072JQK cdhsCDHS♠♣,\n<>*?#🂡\ufe0f", max_size=40))
def test_any_text_is_cards_or_one_line(text: str) -> None:
    for parse in (parse_card, split_cards, parse_cards):
        try:
            parse(text)
        except InputError as error:
            assert "\n" not in str(error) and len(str(error)) < 600


@settings(deadline=None, max_examples=300)
@given(st.permutations(range(52)), st.integers(0, 51), st.text(max_size=3))
def test_a_changed_card_is_never_another_deal(cards: list[int], place: int, text: str) -> None:
    """Whatever stands in for one card, the deal is the same one or refused."""
    names = list(map(card_name, cards))
    try:
        found = parse_cards("".join([*names[:place], text, *names[place + 1 :]]))
    except InputError:
        return
    assert list(found) == cards
