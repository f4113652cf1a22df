"""The report and the page of players with hidden cards, from a store of made-up games."""

from pathlib import Path
from typing import Any

import pytest

from experiments import hidden_page, hidden_report
from experiments.charts import players_chart
from experiments.claims import claims
from experiments.hidden_cards import PLAYED, play_row
from experiments.hidden_report import MONTECARLO, THUMB, WITHOUT, Row, report
from harpan_solver.batch.games import THOUGHTFUL, PlayedGame
from harpan_solver.batch.intervals import wilson
from harpan_solver.batch.settle import Finding, Task
from harpan_solver.batch.store import Ran, Store
from harpan_solver.batch.team import Team
from harpan_solver.limits import Limits
from harpan_solver.rules import Rules

DEALS = 40


def wins(player: str, number: int, rules: Rules) -> bool:
    """Later players of the list win more, as do easier rules; every tenth deal cannot be won."""
    skill = {"random": 1, "greedy": 2, THUMB: 3, MONTECARLO: 6, THOUGHTFUL: 9}.get(player, 2)
    return number % 10 < skill + (rules.draw == 1) * (player != THOUGHTFUL)


def game(number: int, won: bool) -> PlayedGame:
    if won:
        return PlayedGame(number, "won", None, "won", 52, 120, 700, 500, 600, 208, 0.5)
    return PlayedGame(number, "lost", None, "given up", 10, 80, 100, 50, 90, -2, 0.25)


def found(player: str, rules: Rules, row: int, number: int) -> Finding | PlayedGame:
    won = wins(player, number, rules)
    if player == THOUGHTFUL:
        return Finding(row, "solvable" if won else "unsolvable", None, None, 100 if won else None, 9, 0.1)
    return game(row, won)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with the first deals of every row, and one more after a gap."""
    path = tmp_path / "hidden.sqlite"
    for row in [row for rows in PLAYED.values() for row in rows]:
        with Store(path, row.rules, Ran(Limits(), "0.1.0"), row.player) as store:
            store.write(
                (
                    Task("harpan:", number, tuple(range(len(row.rules)))),
                    [found(row.player, rules, n, number) for n, rules in enumerate(row.rules)],
                )
                for number in [*range(1, DEALS + 1), DEALS + 2]
            )
    return path


@pytest.fixture
def made(path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(hidden_report, "TALLEST_DEALS", 2)
    return {"origin": {"processor": "a processor"}, **report([path], PLAYED)}


def test_the_report_counts_what_the_store_has(made: dict[str, Any]) -> None:
    assert len(made["players"]) == 6 * (len(PLAYED["plain"]) + 1 + len(PLAYED["tips"]))
    [row] = [row for row in made["players"] if row["player"] == MONTECARLO and row["rules"] == Rules(3).row()]
    assert (row["deals"], row["asked"], row["won"], row["lost"]) == (f"harpan:1-{DEALS}", 2000, 24, 16)
    assert (row["low"], row["high"]) == pytest.approx(wilson(24, DEALS), abs=1e-6)
    assert row["mean"]["vegas"] == pytest.approx((24 * 208 - 16 * 2) / DEALS)
    assert row["mean_of_wins"]["standard"] == 700
    [bound] = [
        row
        for row in made["beside_thoughtful"]
        if row["player"] == MONTECARLO and row["rules"] == Rules(3).row()
    ]
    assert (bound["solvable"], bound["won"], bound["lost"], bound["lost_but_solvable"]) == (36, 24, 16, 12)
    assert {row["tip"] for row in made["tips"]} == {*WITHOUT, "all six"}
    assert all((row["deals"], row["second_alone"]) == (DEALS, 4) for row in made["tips"])


def test_the_page_and_its_picture(made: dict[str, Any]) -> None:
    text = hidden_page.page(made)
    assert "60.00 (" in text and "| above |" in text
    assert all(f"`{player}`" in text for player in ("random", "greedy", THUMB, MONTECARLO, THOUGHTFUL))
    assert all(f"| {claim.claim} |" in text for claim in claims(made))
    left, right = players_chart(made).axes
    assert (left.get_title(), right.get_title()) == ("Draw 3", "Draw 1")


def test_a_page_of_what_is_there_so_far(tmp_path: Path, path: Path, made: dict[str, Any]) -> None:
    plain = {**made, "players": [row for row in made["players"] if row["player"] != MONTECARLO]}
    for key in ("steps", "beside_thoughtful"):
        plain[key] = [row for row in made[key] if row["player"] != MONTECARLO]
    assert MONTECARLO not in hidden_page.page(plain)


def test_a_row_is_played_into_the_store(tmp_path: Path) -> None:
    row = Row("random", (Rules(3, 1),), 3)
    path = tmp_path / "some.sqlite"
    play_row(row, row.deals, Team(Limits(), 1), path)
    [only] = hidden_report.report([path], {"plain": [row]})["players"]
    assert (only["player"], only["deals"]) == ("random", "harpan:1-3")
