"""Hints: reported positions, and games with small decks against complete search with the plain rules."""

import random
from dataclasses import replace

import pytest

from harpan_solver.deals import deal, parse_cards
from harpan_solver.deals.deal import Deal
from harpan_solver.errors import IllegalMove, InputError
from harpan_solver.game import Game, replay
from harpan_solver.hints import Hint, Outlook, hint, through_the_stock
from harpan_solver.limits import Limits
from harpan_solver.moves import Move, parse_move
from harpan_solver.position import Position
from harpan_solver.result import Reason
from harpan_solver.rules import Rules

ONE_PASS = Rules(draw=1, passes=1)


def columns(text: str) -> tuple[tuple[int, ...], ...]:
    """Columns parted by ``/``; each from the bottom."""
    return tuple(tuple(map(card, part.split())) for part in text.split("/"))


def card(name: str) -> int:
    return 4 * "A23456789TJQK".index(name[0]) + "CDHS".index(name[1])


# Where a player asked another program whether this can still be won: it can.
ENDGAME = Position(
    tableau=columns(
        "KD QS JD TC 9H 8C 7H 6C 5H 4S / JS TD 9C 8H 7C 6H 5C 4D 3S 2H / 7S / 4H / "
        "KH QC JH TS 9D 8S 7D 6S / / JC TH"
    ),
    hidden=(0,) * 7,
    stock=columns("QD 6D QH KS 8D 5S 3H 5D 9S KC")[0],
    foundations=(4, 3, 1, 2),
)

# Another program's example of a game in progress, from its deal on; won on with draw 1 and with draw 3.
EXAMPLE = Deal(
    "example",
    parse_cards(
        "7DTH2H4D9SKSJC9D5C3S4S7SJS5DQHAC8HQDADKC9C8DQS6SAS9H3HJD7CTSKD5HKHTD8S4CAH7H6H3C6C4H8C5SJH6D2S2CTC2D3DQC"
    ),
)
EXAMPLE_MOVES = [
    *("4>F", "draw", "draw", "W>7", "6>7:1", "draw", "draw", "W>6"),
    *("draw", "draw", "draw", "draw", "draw", "W>F", "7>5:3", "W>6", "7>6:1"),
]
EXAMPLE_POSITION = Position(
    tableau=columns(
        "7D / TH 9D / 2H 5C 5D / 4D 3S QH / 9S 4S AC KC QS JD TS 9H / KS 7S 8H 9C 6S 5H 4C 3H / "
        "JC JS QD 8D AS"
    ),
    hidden=(0, 1, 2, 2, 4, 4, 4),
    stock=columns("7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC")[0],
    waste=columns("7C KD KH TD 8S")[0],
    foundations=(0, 1, 1, 0),
)

# With one pass and draw 1 it can be won, and the third draw loses it.
SPOILT = "solvitaire:7"
SPOILING = ["draw"] * 4


def wins(start: Position, rules: Rules, moves: tuple[Move, ...]) -> bool:
    return replay(start, rules, moves).won


@pytest.mark.parametrize(
    ("start", "draw"),
    [(ENDGAME, 1), (EXAMPLE_POSITION, 1), (EXAMPLE_POSITION, 3)],
    ids=["endgame", "example-1", "example-3"],
)
def test_games_that_can_still_be_won(start: Position, draw: int) -> None:
    found = hint(start, Rules(draw))
    assert found.outlook is Outlook.WINNABLE
    assert found.settled and found.lost_between is None and found.instead == ()
    assert found.move == found.moves[0]
    assert wins(start, Rules(draw), found.moves)


def test_a_game_from_its_deal_on() -> None:
    found = hint(EXAMPLE, Rules(1), EXAMPLE_MOVES)
    assert found.position == EXAMPLE_POSITION
    assert list(map(str, found.played)) == EXAMPLE_MOVES
    assert wins(EXAMPLE.position, Rules(1), found.played + found.moves)


def test_the_end_of_the_endgame_is_won() -> None:
    moves = hint(ENDGAME, Rules(1)).moves
    found = hint(ENDGAME, Rules(1), moves)
    assert (found.outlook, found.move, found.nodes, found.settled) == (Outlook.WON, None, 0, True)


def test_the_move_that_lost() -> None:
    found = hint(SPOILT, ONE_PASS, SPOILING)
    assert (found.outlook, found.lost_since, found.lost_between) == (Outlook.LOST, 3, (3, 3))
    assert found.moves == () and found.move is None
    before = replay(deal(SPOILT), ONE_PASS, SPOILING[:2]).position
    assert wins(before, ONE_PASS, found.instead)


def test_a_deal_that_could_not_be_won_from_the_start() -> None:
    # Solvitaire says so too.
    for moves in ([], ["draw"], ["draw", "draw", "draw"]):
        found = hint("solvitaire:1", Rules(3), moves)
        assert (found.outlook, found.lost_since, found.instead) == (Outlook.LOST, 0, ())


def test_a_number_is_a_deal_of_our_own() -> None:
    assert hint(42).start == deal(42).position


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(max_nodes=50), Reason.MAX_NODES),
        (Limits(max_seconds=1e-9), Reason.MAX_SECONDS),
    ],
)
def test_a_limit_leaves_the_outlook_undecided(limits: Limits, reason: Reason) -> None:
    # Nothing is found about this deal in fifty states.
    found = hint("solvitaire:22", Rules(1), [], limits)
    assert (found.outlook, found.reason, found.lost_between) == (Outlook.UNDECIDED, reason, None)
    assert not found.settled


def test_a_limit_leaves_the_losing_move_undecided() -> None:
    first = hint(replay(deal(SPOILT), ONE_PASS, SPOILING).position, ONE_PASS)
    assert first.outlook is Outlook.LOST
    found = hint(SPOILT, ONE_PASS, SPOILING, Limits(max_nodes=first.nodes + 1))
    assert (found.outlook, found.reason) == (Outlook.LOST, Reason.MAX_NODES)
    assert (found.lost_since, found.lost_between, found.instead) == (None, (0, 4), ())
    assert found.nodes < first.nodes + 1000


def test_asked_to_stop() -> None:
    found = hint("solvitaire:22", Rules(1), should_stop=lambda: True)
    assert (found.outlook, found.reason) == (Outlook.UNDECIDED, Reason.INTERRUPTED)


def test_the_row() -> None:
    row = hint(SPOILT, ONE_PASS, SPOILING).row()
    assert row["rules"] == ONE_PASS.row()
    told = {"played": 4, "outlook": "lost", "reason": None, "move": None, "moves": []}
    told |= {"lost_since": 3, "lost_between": [3, 3]}
    assert {key: row[key] for key in told} == told
    row = hint(EXAMPLE, Rules(1), EXAMPLE_MOVES).row()
    assert row["outlook"] == "winnable" and row["lost_between"] is None
    assert row["moves"][0] == row["move"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("moves", "error", "message"),
    [
        (["draw", "5>7:1"], IllegalMove, "move 2 (5>7:1): 5D does not go on 5S"),
        (["jump"], InputError, "move 1 (jump): "),
        (["draw"] * 24 + ["redeal"], IllegalMove, "move 25 (redeal): pass 1 was the last"),
    ],
)
def test_moves_that_cannot_be(moves: list[str], error: type[InputError], message: str) -> None:
    with pytest.raises(error) as caught:
        hint(SPOILT, ONE_PASS, moves)
    assert str(caught.value).startswith(message)


def test_starts_that_cannot_be() -> None:
    for start, rules in (("nobody:7", ONE_PASS), (replace(ENDGAME, pass_number=2), ONE_PASS)):
        with pytest.raises(InputError):
            hint(start, rules)


@pytest.mark.parametrize(
    ("moves", "beginning"),
    [
        ("W>3 draw", "W>3"),
        ("draw draw redeal draw 3>F W>F", "draw draw redeal draw 3>F"),
        ("draw", "draw"),
        ("", ""),
    ],
)
def test_the_beginning_through_the_stock(moves: str, beginning: str) -> None:
    assert through_the_stock(list(map(parse_move, moves.split()))) == tuple(
        map(parse_move, beginning.split())
    )


# --- small decks, where the plain rules alone tell what is right ---


class Truth:
    """Which positions can be won, by trying everything."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[Position, bool] = {}

    def winnable(self, start: Position) -> bool:
        start = self._key(start)
        if start not in self.known:
            reached, waiting = {start}, [start]
            while waiting:
                position = waiting.pop()
                game = Game(position, self.rules)
                if game.won or self.known.get(position):
                    self.known[start] = True
                    return True
                for move in game.legal_moves():
                    game.play(move)
                    after = self._key(game.position)
                    game.undo()
                    if after not in reached and self.known.get(after, True):
                        reached.add(after)
                        waiting.append(after)
            self.known |= dict.fromkeys(reached, False)
        return self.known[start]

    def _key(self, position: Position) -> Position:
        return replace(position, pass_number=1) if self.rules.passes is None else position


def careless_game(start: Position, rules: Rules, chance: random.Random) -> list[Move]:
    game = Game(start, rules)
    for _ in range(25):
        moves = game.legal_moves()
        if not moves or game.won:
            break
        game.play(chance.choice(moves))
    return game.history


def check(found: Hint, truth: Truth) -> None:
    """The hint agrees with the truth about each position of the game."""
    game = Game(found.start, found.rules)
    winnable = [truth.winnable(game.position)]
    for move in found.played:
        game.play(move)
        winnable.append(truth.winnable(game.position))
    assert found.settled
    if game.won:
        assert found.outlook is Outlook.WON
    elif winnable[-1]:
        assert found.outlook is Outlook.WINNABLE
        assert wins(found.position, found.rules, found.moves)
    else:
        assert (found.outlook, found.lost_since) == (Outlook.LOST, winnable.index(False))
        assert bool(found.instead) == winnable[0]
        if found.instead:
            before = replay(found.start, found.rules, found.played[: winnable.index(False) - 1]).position
            assert wins(before, found.rules, found.instead)


# Trying everything takes long where cards may come back from the foundations, so those games are few.
@pytest.mark.parametrize(
    ("rules", "games"),
    [(Rules(1, 1, False), 25), (Rules(2, 2, False), 25), (Rules(3, None, False), 25), (Rules(2, 1), 4)],
    ids=str,
)
def test_careless_games_with_small_decks(rules: Rules, games: int) -> None:
    chance = random.Random(1)
    thrown_away = 0
    for _ in range(games):
        cards = list(range(16))
        chance.shuffle(cards)
        start = Position.dealt(tuple(cards), ranks=4, columns=3)
        found = hint(start, rules, careless_game(start, rules, chance))
        check(found, Truth(rules))
        thrown_away += bool(found.lost_since)
    assert thrown_away >= games // 8, "some games must be lost by a move, or this tells little"
