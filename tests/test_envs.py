"""The Gymnasium environment: Gymnasium's own checks, and its games beside the plain rules."""

from random import Random

import pytest

from harpan_solver.deals import deal
from harpan_solver.errors import InputError
from harpan_solver.game import Game
from harpan_solver.observation import observe
from harpan_solver.rules import Rules
from harpan_solver.scoring import SYSTEMS, score
from tests.tables import redealt
from tests.test_game import IN_ORDER, in_order

gymnasium = pytest.importorskip("gymnasium")
envs = pytest.importorskip("harpan_solver.envs")

NUMBER_OF = {str(move): number for number, move in enumerate(envs.ACTIONS)}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"draw": 1, "passes": 1, "worrying_back": False, "reward": "standard"},
        {"passes": 3, "reward": "vegas", "illegal_reward": -1.0},
    ],
    ids=str,
)
def test_gymnasium_finds_no_fault(options: dict[str, object]) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(envs.ENV_ID, render_mode="ansi", **options).unwrapped)


def test_actions_are_all_moves_each_once() -> None:
    assert len(NUMBER_OF) == len(envs.ACTIONS) == 3 + 7 + 7 + 4 * 7 + 7 * 6 * 13


@pytest.mark.parametrize("rules", [Rules(3), Rules(1, 2, False)], ids=str)
def test_random_games_follow_the_plain_rules(rules: Rules) -> None:
    env = envs.KlondikeEnv(rules.draw, rules.passes, rules.worrying_back, reward="patienshuset")
    rng = Random(1)
    for number in range(5):
        game = Game(deal(number), rules)
        encoded, info = env.reset(options={"deal": number})
        total = 0.0
        for _ in range(200):
            assert (encoded == envs.encode(observe(game))).all() and encoded in env.observation_space
            legal = [envs.ACTIONS[action] for action in info["action_mask"].nonzero()[0]]
            assert set(legal) == set(game.legal_moves())
            if not legal:
                break
            move = rng.choice(game.legal_moves())
            game.play(move)
            encoded, reward, terminated, truncated, info = env.step(NUMBER_OF[str(move)])
            total += reward
            assert not truncated and terminated == (not game.legal_moves())
        assert total == score(deal(number), rules, game.history, "patienshuset")


@pytest.mark.parametrize(("reward", "gained"), [("win", 1), ("vegas", 260), ("standard", None)])
def test_a_whole_game(reward: str, gained: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envs, "deal", lambda name: in_order())
    env = envs.KlondikeEnv(draw=1, passes=1, reward=reward)
    env.reset()
    results = [env.step(NUMBER_OF[move]) for move in IN_ORDER]
    assert [result[2] for result in results] == [False] * (len(IN_ORDER) - 1) + [True]
    points = score(in_order(), Rules(1, 1), IN_ORDER, reward) if reward in SYSTEMS else 0
    stake = SYSTEMS[reward].stake if reward in SYSTEMS else 0
    assert sum(result[1] for result in results) == (points - stake if gained is None else gained)


def test_what_is_unseen_makes_no_difference() -> None:
    start = deal(7).position
    game = Game(start)
    for _ in range(3):
        game.play("draw")
    seen = observe(game)
    again = Game(redealt(start, seen, seen.unseen[::-1]))
    for _ in range(3):
        again.play("draw")
    assert (envs.encode(observe(game)) == envs.encode(observe(again))).all()


def test_an_illegal_action_changes_nothing_and_costs() -> None:
    env = envs.KlondikeEnv(illegal_reward=-0.5)
    before, _ = env.reset(seed=1)
    after, reward, terminated, truncated, info = env.step(NUMBER_OF["redeal"])
    assert (before == after).all() and (reward, terminated, truncated) == (-0.5, False, False)
    assert info["action_mask"][NUMBER_OF["draw"]] == 1


def test_steps_run_out() -> None:
    env = envs.KlondikeEnv(max_steps=3)
    env.reset(seed=1)
    assert [env.step(NUMBER_OF["draw"])[3] for _ in range(3)] == [False, False, True]


def test_seeds_and_named_deals() -> None:
    env = gymnasium.make(envs.ENV_ID, render_mode="ansi")
    boards = [env.reset(seed=seed)[0].tobytes() for seed in (1, 1, 2)]
    assert boards[0] == boards[1] != boards[2]
    env.reset(options={"deal": "solvitaire:7"})
    assert env.render() == str(Game(deal("solvitaire:7")))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "bridge"}, "reward 'bridge': one of win, standard"),
        ({"max_steps": 0}, "max_steps 0: a whole number from 1"),
        ({"render_mode": "human"}, "render_mode 'human': ansi or None"),
        ({"draw": 0}, "draw 0"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        envs.KlondikeEnv(**options)
    with pytest.raises(InputError, match="option size: only deal is known"):
        envs.KlondikeEnv().reset(options={"size": 3})
