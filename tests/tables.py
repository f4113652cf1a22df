"""Games in progress to look at, and the same games with the unseen cards dealt anew."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from harpan_solver.cards import Card, card
from harpan_solver.deals import parse_card
from harpan_solver.game import Game, replay
from harpan_solver.moves import Move
from harpan_solver.observation import Observation, observe
from harpan_solver.position import Position
from harpan_solver.rules import Rules

RULE_SETS = [
    Rules(draw, passes, worrying_back)
    for draw in (1, 2, 3)
    for passes in (1, 2, 3, None)
    for worrying_back in (True, False)
]


def shuffled_deal(rng: Random, ranks: int = 13, columns: int = 7) -> Position:
    cards = list(range(4 * ranks))
    rng.shuffle(cards)
    return Position.dealt(tuple(cards), ranks, columns)


def random_game(rng: Random, rules: Rules, most_moves: int) -> tuple[Position, Game]:
    """A start and the game after up to so many random moves, of which those that turn nothing are rarer."""
    start = shuffled_deal(rng)
    game = Game(start, rules)
    for _ in range(rng.randint(0, most_moves)):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(max(rng.choices(moves, k=2), key=lambda move: uncovers(game, move)))
    return start, game


def uncovers(game: Game, move: Move) -> bool:
    """Whether a move turns a face-down card up."""
    step = game.play(move)
    game.undo()
    return step.turned_up is not None


def table(
    *columns: str,
    waste: str = "",
    stock: str = "",
    foundations: tuple[int, ...] = (0, 0, 0, 0),
    pass_number: int = 2,
) -> Position:
    """A position by its visible cards: columns as "## ## 7D 6C", ## face down; cards that are named nowhere
    go there in order, and the rest under the stock."""
    named = [text.replace("##", "").split() for text in (*columns, waste, stock)]
    used = {parse_card(name) for names in named for name in names}
    used |= {card(rank, suit) for suit in range(4) for rank in range(foundations[suit])}
    rest = [each for each in range(52) if each not in used]
    tableau = [
        tuple(rest.pop(0) if name == "##" else parse_card(name) for name in text.split()) for text in columns
    ]
    return Position(
        tableau=(*tableau, *[()] * (7 - len(columns))),
        hidden=(*(text.count("##") for text in columns), *[0] * (7 - len(columns))),
        stock=(*map(parse_card, stock.split()), *rest),
        waste=tuple(map(parse_card, waste.split())),
        foundations=foundations,
        pass_number=pass_number,
    )


def redealt(start: Position, seen: Observation, order: tuple[Card, ...]) -> Position:
    """The start with the cards that are still unseen changed about: the first unseen one becomes
    the first of ``order``, and so on."""
    instead = dict(zip(seen.unseen, order, strict=True))

    def anew(pile: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(instead.get(each, each) for each in pile)

    return replace(start, tableau=tuple(map(anew, start.tableau)), stock=anew(start.stock))


def start_of_world(start: Position, game: Game, world: Position) -> Position:
    """The start from which the moves of a game lead to a world of what is seen in it."""
    places = [(*game.position.tableau, game.position.stock), (*world.tableau, world.stock)]
    real, filled = ([each for pile in piles for each in pile] for piles in places)
    instead = dict(zip(real, filled, strict=True))
    seen = observe(game)
    return redealt(start, seen, tuple(instead[each] for each in seen.unseen))


@st.composite
def games(draw: st.DrawFn, most_moves: int = 150) -> tuple[Position, Game]:
    """Starts, each with a game in progress from it."""
    rules = draw(st.sampled_from(RULE_SETS))
    return random_game(Random(draw(st.integers(0, 2**32))), rules, most_moves)


def replayed(start: Position, game: Game) -> Observation:
    """What has been seen when the moves of a game are played from another start."""
    return observe(replay(start, game.rules, game.history))
