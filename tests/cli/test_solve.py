"""``harpan solve``: rows, order, sources, limits, pages for people."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from harpan_solver.cli.solve import solve
from harpan_solver.cuts import ALL_CUTS, STRICT_CUTS, Cuts
from harpan_solver.deals import deal
from harpan_solver.limits import Limits
from harpan_solver.rules import Rules
from tests.cli import fake_solver
from tests.cli.conftest import Invoke

KEYS = ["deal", "cards", "rules", "verdict", "reason", "moves", "nodes", "seconds"]
Fake = Callable[..., None]

# Four spades are left to play. The jack lies on the waste, so the ten is drawn first: five moves.
GAME = {
    "tableau": [["KS", "QS"], [], [], [], [], [], []],
    "hidden": [1, 0, 0, 0, 0, 0, 0],
    "stock": ["TS"],
    "waste": ["JS"],
    "foundations": {"C": 13, "D": 13, "H": 13, "S": 9},
    "pass": 2,
}


def rows(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def names(text: str) -> list[object]:
    return [row["deal"] for row in rows(text)]


def test_a_row_has_its_keys_in_order(invoke: Invoke) -> None:
    result = invoke("solve", "42", "--json", "--draw", "1", "--passes", "3", "--worrying-back", "off")
    assert result.exit_code == 0
    assert result.stderr == ""
    [row] = rows(result.stdout)
    assert list(row) == KEYS
    assert row == {
        "deal": "harpan:42",
        "cards": deal(42).text,
        "rules": {"draw": 1, "passes": 3, "worrying_back": False, "empty_column": "king"},
        "verdict": "unsolvable",
        "reason": None,
        "moves": [],
        "nodes": 7,
        "seconds": 0.25,
    }
    assert list(row["rules"]) == ["draw", "passes", "worrying_back", "empty_column"]  # type: ignore[call-overload]


def test_unlimited_passes_are_null(invoke: Invoke) -> None:
    [row] = rows(invoke("solve", "1", "--json", "--passes", "Unlimited").stdout)
    assert row["rules"] == {"draw": 3, "passes": None, "worrying_back": True, "empty_column": "king"}


def test_the_installed_command_is_the_same(invoke: Invoke) -> None:
    assert invoke("1-3", "--json", command=solve).stdout == invoke("solve", "1-3", "--json").stdout


@pytest.mark.parametrize("workers", ["1", "3"])
def test_rows_come_in_the_order_asked(invoke: Invoke, fake: Fake, workers: str) -> None:
    fake(**{"harpan:5": "slow"})
    result = invoke("solve", "5", "solvitaire:1-3", "2-4", "--json", "--workers", workers)
    assert names(result.stdout) == [
        "harpan:5",
        *(f"solvitaire:{n}" for n in (1, 2, 3)),
        *(f"harpan:{n}" for n in (2, 3, 4)),
    ]


def test_sources_are_combined_in_order(invoke: Invoke, tmp_path: Path) -> None:
    one = tmp_path / "one.txt"
    one.write_text(
        "# one deal over several lines\n" + "\n".join(deal(1).text[at : at + 26] for at in range(0, 104, 26))
    )
    many = tmp_path / "many.txt"
    many.write_text(f"{deal(2).text}\n\nsolvitaire:9\n")
    game = tmp_path / "game.json"
    game.write_text(json.dumps(GAME))
    result = invoke(
        *("solve", "--json", "--position", str(game), "--file", str(many), "--cards", deal(7).text),
        *("--file", str(one), "3", "-", "4"),
        input=f"{deal(5).text}\n",
    )
    assert result.exit_code == 0
    assert names(result.stdout) == [
        "harpan:3",
        "-:1",
        "harpan:4",
        "cards",
        f"{many}:1",
        f"{many}:3",
        f"{one}:1",
        str(game),
    ]
    assert [row["cards"] for row in rows(result.stdout)] == [
        *(deal(number).text for number in (3, 5, 4, 7, 2, "solvitaire:9", 1)),
        None,
    ]


def test_a_game_in_progress_has_its_position_for_cards(invoke: Invoke) -> None:
    result = invoke("solve", "--json", "--position", "-", input=json.dumps(GAME))
    [row] = rows(result.stdout)
    assert list(row) == ["deal", "cards", "position", *KEYS[2:]]
    assert (row["deal"], row["cards"], row["position"]) == ("-", None, GAME)


def test_the_start_of_a_game_is_a_deal(invoke: Invoke) -> None:
    start = invoke("show", "8", "--json").stdout
    [row] = rows(invoke("solve", "--json", "--position", "-", input=start).stdout)
    assert list(row) == KEYS
    assert row["cards"] == deal(8).text


def test_an_endless_range_starts_at_once(invoke: Invoke, fake: Fake) -> None:
    """The last number is checked, yet nothing as long as the range is made."""
    fake(**{"harpan:3": "bug"})
    result = invoke("solve", "0-18446744073709551615", "--json")
    assert names(result.stdout) == ["harpan:0", "harpan:1", "harpan:2"]
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        ([], Limits(None, 600.0, 2048)),
        (["--max-nodes", "1000", "--max-seconds", "0.5", "--memory-mb", "256"], Limits(1000, 0.5, 256)),
        (["--max-seconds", "none"], Limits(None, None, 2048)),
        (["--max-nodes", "1" + "0" * 30, "--max-seconds", "1e300"], Limits(10**15, 1e15, 2048)),
    ],
)
def test_limits_reach_the_solver(invoke: Invoke, options: list[str], limits: Limits) -> None:
    assert invoke("solve", "1", "--json", *options).exit_code == 0
    assert [(asked.rules, asked.limits) for asked in fake_solver.asked] == [(Rules(), limits)]


@pytest.mark.parametrize(("options", "cuts"), [([], ALL_CUTS), (["--strict"], STRICT_CUTS)])
@pytest.mark.parametrize("passes", [[], ["--fewest-passes"]])
def test_strictness_reaches_the_solver(
    invoke: Invoke, options: list[str], cuts: Cuts, passes: list[str]
) -> None:
    assert invoke("solve", "1", "--json", *options, *passes).exit_code == 0
    assert [asked.cuts for asked in fake_solver.asked] == [cuts]


WISHES: dict[str, tuple[list[str], int, dict[str, object], str]] = {
    "nothing": ([], 0, {}, "Solvable: 5 moves, 2 passes through the stock ("),
    "fewest passes": (
        ["--fewest-passes"],
        0,
        {"fewest_passes": 2},
        "Solvable: 5 moves, 2 passes through the stock, and fewer passes do not win (",
    ),
    # Won, and a limit was reached before these passes were proven the fewest.
    "fewest passes, not proven": (
        ["--fewest-passes", "--passes", "3"],
        3,
        {"reason": "max-seconds", "fewest_passes": None},
        "Solvable: 5 moves, 2 passes through the stock; whether fewer passes win is not decided, "
        "the limit --max-seconds was reached (",
    ),
    # Two cards from the waste and two from column 1, in which one card is turned up.
    "standard": (
        ["--score", "standard"],
        0,
        {"score": {"system": "standard", "points": 45}},
        "\nScore: 45 points (standard).\n",
    ),
    "vegas": (
        ["--score", "vegas"],
        0,
        {"score": {"system": "vegas", "points": -32}},
        "\nScore: -32 points (vegas).\n",
    ),
    "both": (
        ["--score", "patienshuset", "--fewest-passes"],
        0,
        {"fewest_passes": 2, "score": {"system": "patienshuset", "points": 55}},
        "\nScore: 55 points (patienshuset).\n",
    ),
}


@pytest.mark.parametrize(("options", "status", "keys", "words"), WISHES.values(), ids=WISHES.keys())
def test_what_options_ask_besides(
    invoke: Invoke, options: list[str], status: int, keys: dict[str, object], words: str
) -> None:
    command = ["solve", "--position", "-", *options]
    result = invoke(*command, "--json", input=json.dumps(GAME))
    assert result.exit_code == status
    [row] = rows(result.stdout)
    added = [key for key in keys if key not in KEYS]
    assert list(row) == ["deal", "cards", "position", *KEYS[2:], *added]
    assert row["verdict"] == "solvable" and len(row["moves"]) == 5  # type: ignore[arg-type]
    assert {key: row[key] for key in keys} == keys
    page = invoke(*command, input=json.dumps(GAME))
    assert page.exit_code == status
    assert words in page.stdout


def test_a_deal_that_is_not_solvable_has_neither(invoke: Invoke, fake: Fake) -> None:
    fake(**{"harpan:2": "undecided"})
    options = ["--fewest-passes", "--score", "windows"]
    result = invoke("solve", "1-2", "--json", *options)
    assert result.exit_code == 3
    assert [(row["verdict"], row["fewest_passes"], row["score"]) for row in rows(result.stdout)] == [
        ("unsolvable", None, None),
        ("undecided", None, None),
    ]
    assert "Score" not in invoke("solve", "1", *options).stdout


@pytest.mark.parametrize(
    ("deals", "workers", "share"), [("1-8", "4", 0.25), ("1-2", "4", 0.5), ("1", "4", 1.0)]
)
def test_the_memory_is_shared_out(invoke: Invoke, deals: str, workers: str, share: float) -> None:
    assert invoke("solve", deals, "--json", "--workers", workers).exit_code == 0
    assert {asked.table_share for asked in fake_solver.asked} == {share}


def test_workers_run_at_the_same_time(invoke: Invoke, fake: Fake) -> None:
    fake_solver.most_at_once = 0
    fake(**{f"harpan:{number}": "slow" for number in (1, 2, 3)})
    invoke("solve", "1-3", "--json", "--workers", "3")
    assert fake_solver.most_at_once == 3


def test_an_undecided_deal_shows_in_the_exit_status(invoke: Invoke, fake: Fake) -> None:
    fake(**{"harpan:2": "undecided"})
    result = invoke("solve", "1-3", "--json")
    assert result.exit_code == 3
    assert [(row["verdict"], row["reason"]) for row in rows(result.stdout)] == [
        ("unsolvable", None),
        ("undecided", "max-nodes"),
        ("unsolvable", None),
    ]


def test_a_bug_is_one_line_that_names_the_deal(invoke: Invoke, fake: Fake) -> None:
    fake(**{"harpan:2": "bug"})
    result = invoke("solve", "1-3", "--json")
    assert result.exit_code == 1
    assert names(result.stdout) == ["harpan:1"]
    assert result.stderr.count("\n") == 1
    assert "harpan:2: ReplayFault: move 3" in result.stderr


def test_the_first_run_says_what_takes_so_long(invoke: Invoke, fake: Fake) -> None:
    fake(compile="slow")
    result = invoke("solve", "1", "--json")
    assert result.stderr == "harpan solve: compiling, once\n"
    assert names(result.stdout) == ["harpan:1"]


def test_a_page_for_people(invoke: Invoke) -> None:
    result = invoke("solve", "42", "--draw", "2", "--passes", "1")
    lines = result.stdout.splitlines()
    assert lines[0] == "harpan:42: draw 2, 1 pass, worrying back on"
    assert any(line.split() == ["1", "2", "3", "4", "5", "6", "7"] for line in lines)
    assert "♣" in result.stdout
    assert lines[-1] == "Unsolvable: no way of playing wins under these rules (7 states, 0.25 s)."
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


def test_pages_are_parted(invoke: Invoke, fake: Fake) -> None:
    fake(**{"harpan:2": "undecided"})
    pages = invoke("solve", "1-2", "--ascii").stdout.split("-" * 44)
    assert [page.strip().split(":")[:2] for page in pages] == [["harpan", "1"], ["harpan", "2"]]
    assert "Undecided: the limit --max-nodes was reached" in pages[1]


def test_a_solution_in_words(invoke: Invoke) -> None:
    result = invoke("solve", "--position", "-", "--ascii", input=json.dumps(GAME))
    assert "Solvable: 5 moves, 2 passes through the stock" in result.stdout
    steps = [
        line for line in result.stdout.splitlines() if line.lstrip()[:2] in ("1.", "2.", "3.", "4.", "5.")
    ]
    assert len(steps) == 5
    assert "TS" in steps[0] and "KS" in steps[4]
    assert result.stdout.isascii()


@pytest.mark.parametrize(
    ("options", "environment", "colourful"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ([], {"FORCE_COLOR": ""}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
@pytest.mark.parametrize("command", ["solve", "show"])
def test_colour(
    invoke: Invoke,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    options: list[str],
    environment: dict[str, str],
    colourful: bool,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in invoke(command, "1", *options).stdout) == colourful


def test_rows_have_no_colour(invoke: Invoke) -> None:
    assert "\x1b" not in invoke("solve", "1", "--json", "--color", "always").stdout
