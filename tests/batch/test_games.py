"""``harpan estimate --player`` and ``hs.estimate(player=...)``: games of players, kept and counted."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import harpan_solver as hs
from harpan_solver.batch import games, local, schema
from harpan_solver.batch.estimate import Estimate
from harpan_solver.batch.faults import StoreFault
from harpan_solver.batch.games import Play, PlayedGame, Sums, canonical
from harpan_solver.batch.grid import rule_grid
from harpan_solver.batch.intervals import wilson
from harpan_solver.batch.paired import games_of, outcomes, paired
from harpan_solver.batch.sample import Sample, Span
from harpan_solver.batch.settle import Finding, Task
from harpan_solver.batch.store import Ran, Store, contents
from harpan_solver.batch.team import Team
from harpan_solver.cli.group import harpan
from harpan_solver.limits import Limits
from harpan_solver.players.match import Played, play_game, seed_for
from harpan_solver.players.registry import make
from harpan_solver.scoring import SYSTEMS
from tests.batch import stand_in

RULES = [hs.Rules(1, 1), hs.Rules(3)]
SPAN = Span("harpan:", 1, 100)


def invoke(*words: str) -> Result:
    return CliRunner().invoke(harpan, words, prog_name="harpan")


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads in place of processes."""
    monkeypatch.setattr(local, "LocalWorkers", stand_in.Threads)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


def one_by_one(player: str, count: int, rules: hs.Rules) -> list[Played]:
    deals = [hs.deal(number) for number in range(1, count + 1)]
    return [play_game(deal, rules, make(player, rules, seed_for(deal))) for deal in deals]


@pytest.mark.parametrize("player", ["random", "rules-of-thumb:careful_kings=off"])
def test_a_run_is_the_games_one_by_one(path: Path, player: str) -> None:
    frame = hs.estimate("1-8", [1, 3], [1, None], player=player, store=path, bar=False)
    assert frame.attrs["player"] == player
    frame = frame[((frame.draw == 1) & (frame.passes == 1)) | ((frame.draw == 3) & frame.passes.isna())]
    for (_, row), rules in zip(frame.iterrows(), RULES, strict=True):
        played = one_by_one(player, 8, rules)
        won = sum(game.won for game in played)
        assert (row["deals"], row["won"], row["lost"], row["undecided"]) == (8, won, 8 - won, 0)
        assert (row["low"], row["high"]) == pytest.approx(wilson(won, 8))
        assert row["moves"] == sum(len(game.moves) for game in played) / 8
        assert row["up"] == sum(game.up for game in played) / 8
        for system in SYSTEMS:
            assert row[system] == sum(game.points[system] for game in played) / 8
        assert row["seconds"] == pytest.approx(row["seconds_per_move"] * row["moves"])
        kept = games_of(path, player, rules, SPAN)
        assert [(game.end, game.up, game.moves) for game in kept.values()] == [
            (str(game.end), game.up, len(game.moves)) for game in played
        ]


def test_json_rows_name_the_player_as_given() -> None:
    player = "random:worrying_back=off"
    result = invoke("estimate", "1-5", "--draw", "1,3", "--player", player, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["rules"]["draw"] for row in rows] == [1, 3]
    for row in rows:
        assert (row["player"], row["deals"], row["won"] + row["lost"]) == (player, "harpan:1-5", 5)
        assert list(row) == [
            *("player", "rules", "deals", "won", "lost", "undecided", "rate", "low", "high", "confidence")
        ]


def test_the_closing_table_tells_what_an_average_game_comes_to() -> None:
    result = invoke("estimate", "1-5", "--draw", "3,1", "--player", "greedy")
    assert "An average game" in result.stdout and all(system in result.stdout for system in SYSTEMS)
    played = one_by_one("greedy", 5, hs.Rules(3))
    assert f"{sum(game.points['vegas'] for game in played) / 5:.2f}" in result.stdout


def estimate(path: Path | None, player: str, deals: str = "1-60", stop_after: int = 10**9) -> Estimate:
    grid = rule_grid([3], [2, None], [True])
    team = Team(Limits(max_seconds=600))
    with team.store(path, grid, player) as store:
        run = Estimate(Sample.of(deals), grid, team, store=store, player=player)
        run.run(lambda: run.progress.solved >= stop_after)
    return run


def without_seconds(sums: list[Sums]) -> list[Sums]:
    return [each._replace(seconds=0) for each in sums]


def test_a_stopped_run_goes_on_where_it_was(path: Path) -> None:
    whole = estimate(None, "random")
    first = estimate(path, "random", stop_after=1)
    assert 0 < first.progress.solved < 60
    second = estimate(path, "random")
    assert first.progress.solved <= 60 - second.progress.solved
    assert second.tally.patterns == whole.tally.patterns
    assert without_seconds(second.tally.sums) == without_seconds(whole.tally.sums)
    third = estimate(path, "random")
    assert third.progress.solved == 0
    assert without_seconds(third.tally.sums) == without_seconds(second.tally.sums)
    assert (third.size, third.done, third.unit) == (120, 120, "game")


def test_players_with_other_options_do_not_mix(path: Path) -> None:
    turn, short = "turn_first=off", "short_columns_first=off"
    names = ["rules-of-thumb", f"rules-of-thumb:{turn}", f"rules-of-thumb:{turn},{short}"]
    for name in names:
        assert estimate(path, name, "1-3").progress.solved == 3
    assert estimate(path, f"rules-of-thumb:{short},{turn}", "1-3").progress.solved == 0
    assert {row["player"] for row in contents(path)} == set(names)


def test_canonical_names() -> None:
    assert canonical("greedy") == "greedy"
    assert canonical("montecarlo:worlds=0100") == "montecarlo:worlds=100"
    assert canonical("montecarlo:turn_up_credit=1,worlds=20") == "montecarlo:worlds=20,turn_up_credit=1.0"
    with pytest.raises(hs.InputError, match="nobody"):
        canonical("nobody")


def test_the_solver_and_players_share_a_store(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harpan_solver.solver.solve", stand_in.solve)
    solved, played = estimate(path, "thoughtful", "1-10"), estimate(path, "greedy", "1-10")
    assert solved.progress.solved == played.progress.solved == 10
    rules = hs.Rules(3)
    upper, greedy = (outcomes(path, name, rules, SPAN) for name in ("thoughtful", "greedy"))
    assert list(upper) == list(greedy) == list(range(1, 11))
    found = paired(greedy, upper)
    assert found.deals == 10 and found.both + found.second == list(upper.values()).count("won")
    assert found.interval.value == pytest.approx((found.second - found.first) / 10)
    rows = [json.loads(line) for line in invoke("export", str(path), "--format", "jsonl").stdout.splitlines()]
    assert len(rows) == 40
    assert {(row["player"], row["verdict"] in ("won", "lost"), row["end"] is None) for row in rows} == {
        ("thoughtful", False, True),
        ("greedy", True, False),
    }
    told = invoke("stores", str(path)).stdout
    assert "greedy" in told and "thoughtful" in told


def test_a_game_that_takes_too_long_is_undecided_and_played_again_with_more(path: Path) -> None:
    [game] = Play((hs.Rules(),), "greedy", Limits(max_seconds=1e-9))(Task("harpan:", 1, (0,)))
    assert (game.verdict, game.reason, game.end) == ("undecided", "max-seconds", None)
    assert Sums.of(game) == Sums()
    grid = (hs.Rules(),)
    with Store(path, grid, Ran(Limits(max_seconds=1e-9), ""), "greedy") as store:
        store.write([(Task("harpan:", 1, (0,)), [game])])
        assert store.verdicts(Span("harpan:", 1, 1)) == {1: ["undecided"]}
        assert store.sums(Span("harpan:", 1, 1)) == [Sums()]
    with Store(path, grid, Ran(Limits(), ""), "greedy") as store:
        assert store.verdicts(Span("harpan:", 1, 1)) == {}
    frame = hs.estimate(1, player="greedy", store=path, bar=False)
    assert (frame.undecided[0], frame.won[0] + frame.lost[0]) == (0, 1)


def test_paired_counts_undecided_deals_both_ways() -> None:
    first = {1: "won", 2: "lost", 3: "lost", 4: "undecided", 5: "won"}
    second = {1: "won", 2: "won", 3: "lost", 4: "won", 6: "won"}
    found = paired(first, second)
    assert found[:6] == (4, 1, 0, 1, 1, 1)
    assert found.interval.value == pytest.approx(1.5 / 4)


def test_limits_that_make_no_sense_for_games() -> None:
    result = invoke("estimate", "1-5", "--player", "greedy", "--max-nodes", "5")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "max_nodes 5" in result.stderr and "max_seconds" in result.stderr


def old_store(path: Path) -> None:
    """A store as version 1 made it."""
    view = schema.RESULTS_VIEW.partition("UNION ALL")[0].rstrip() + ";"
    connection = sqlite3.connect(path)
    connection.executescript(schema.TABLES + view)
    connection.executescript(f"PRAGMA application_id = {schema.APPLICATION_ID}; PRAGMA user_version = 1;")
    connection.close()


def test_a_store_of_version_1_is_read_and_brought_up(path: Path) -> None:
    old_store(path)
    connection = sqlite3.connect(path)
    connection.executescript(
        "INSERT INTO dealer VALUES (1, 'harpan:');"
        "INSERT INTO rule_set VALUES (1, 'thoughtful', 3, 0, 1, 'king');"
        "INSERT INTO run VALUES (1, '2026-01-01', '0.1.0', NULL, 600.0, 2048);"
        "INSERT INTO result VALUES (1, 7, 1, 'solvable', NULL, 2, 110, 1000, 0.5, 1);"
    )
    connection.close()
    before = path.read_bytes()
    [row] = contents(path)
    assert (row["player"], row["won"], row["states"]) == ("thoughtful", 1, 1000)
    [line] = invoke("export", str(path), "--format", "jsonl").stdout.splitlines()
    assert json.loads(line)["deal"] == "harpan:7"
    assert path.read_bytes() == before  # reading leaves it as it is
    game = PlayedGame(0, games.WON, None, "won", 52, 120, 700, 500, 600, 208, 0.01)
    ran = Ran(Limits(), "0.1.0")
    with Store(path, (hs.Rules(),), ran, "greedy") as store:
        store.write([(Task("harpan:", 7, (0,)), [game])])
    with Store(path, (hs.Rules(),), ran) as store:
        assert store.verdicts(Span("harpan:", 1, 9)) == {7: ["solvable"]}
        store.write([(Task("harpan:", 8, (0,)), [Finding(0, "unsolvable", None, None, None, 5, 0.1)])])
    assert [(each["player"], each["deals"]) for each in contents(path)] == [("greedy", 1), ("thoughtful", 2)]
    assert games_of(path, "greedy", hs.Rules(), SPAN) == {7: game}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
    with pytest.raises(StoreFault, match="no such file"):
        outcomes(path.with_name("missing"), "greedy", hs.Rules(), SPAN)
