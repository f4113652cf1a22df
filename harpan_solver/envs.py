"""A Gymnasium environment of the game with hidden cards, for training players: ``harpan_solver/Klondike-v0``.

Importing this module registers it, which needs the extra ``rl``::

    import gymnasium
    import harpan_solver.envs

    env = gymnasium.make("harpan_solver/Klondike-v0", draw=1)

An observation is a vector of small whole numbers, of type int8, with everything in
``harpan_solver.observation.Observation`` but the rules and the moves made. A card is written as its number
from 1 to 52 (its ``4 * rank + suit`` plus 1), an unseen card as 53, and 0 where no card lies. The places:

======================  ====================================================================
places                  what lies there
======================  ====================================================================
0 to 132                the columns, 19 places each, from the bottom, with 53 face down
133 to 136              cards on the foundation of clubs, diamonds, hearts, spades
137 to 160              the waste, from the bottom
161 to 184              the stock, first turned first, with 53 where never turned
185                     the pass, from 1; 127 stands for all from 127 on
======================  ====================================================================

An action is a number below ``len(ACTIONS)``, the place of its move in that tuple. Which are legal now is
in ``info["action_mask"]``, one int8 of 0 or 1 for each, as ``Discrete.sample`` takes it. An illegal action
changes nothing and costs ``illegal_reward``.
"""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from harpan_solver.board import board_text
from harpan_solver.cards import DECK_SIZE, SUIT_COUNT
from harpan_solver.deals.deal import Deal
from harpan_solver.deals.harpan import HIGHEST
from harpan_solver.deals.names import deal
from harpan_solver.errors import InputError
from harpan_solver.game import Game, Step
from harpan_solver.moves import (
    DRAW,
    REDEAL,
    WASTE_TO_FOUNDATION,
    Move,
    column_to_column,
    column_to_foundation,
    foundation_to_column,
    waste_to_column,
)
from harpan_solver.observation import Observation, observe
from harpan_solver.position import COLUMN_COUNT
from harpan_solver.rules import Rules
from harpan_solver.scoring import SYSTEMS, points_after

ENV_ID = "harpan_solver/Klondike-v0"
UNSEEN = DECK_SIZE + 1
# Six face-down cards under a run from king to ace.
LONGEST_COLUMN = 19
STOCK_SIZE = 24
MOST_PASSES = 127
WIN = "win"

_COLUMNS = range(COLUMN_COUNT)
ACTIONS: tuple[Move, ...] = (
    DRAW,
    REDEAL,
    WASTE_TO_FOUNDATION,
    *(waste_to_column(target) for target in _COLUMNS),
    *(column_to_foundation(source) for source in _COLUMNS),
    *(foundation_to_column(suit, target) for suit in range(SUIT_COUNT) for target in _COLUMNS),
    *(
        column_to_column(source, target, size)
        for source in _COLUMNS
        for target in _COLUMNS
        if target != source
        for size in range(1, 14)
    ),
)
_NUMBER_OF = {move: number for number, move in enumerate(ACTIONS)}

Encoded = NDArray[np.int8]


def encode(seen: Observation) -> Encoded:
    """An observation of a full pack as the vector that is described above; shape (186,)."""
    vector = np.zeros(LENGTH, np.int8)
    for number, (hidden, face_up) in enumerate(zip(seen.hidden, seen.tableau, strict=True)):
        column = [UNSEEN] * hidden + [each + 1 for each in face_up]
        vector[number * LONGEST_COLUMN :][: len(column)] = column
    vector[_FOUNDATIONS:_WASTE] = seen.foundations
    vector[_WASTE:][: len(seen.waste)] = [each + 1 for each in seen.waste]
    vector[_STOCK:][: len(seen.stock)] = [UNSEEN if each is None else each + 1 for each in seen.stock]
    vector[_PASS] = min(seen.pass_number, MOST_PASSES)
    return vector


_FOUNDATIONS = COLUMN_COUNT * LONGEST_COLUMN
_WASTE = _FOUNDATIONS + SUIT_COUNT
_STOCK = _WASTE + STOCK_SIZE
_PASS = _STOCK + STOCK_SIZE
LENGTH = _PASS + 1


class KlondikeEnv(gymnasium.Env[Encoded, np.int64]):
    """One game an episode.

    An episode is terminated when the game is won or no move is left, and truncated after ``max_steps``
    steps.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        draw: int = 3,
        passes: int | None = None,
        worrying_back: bool = True,
        reward: str = WIN,
        illegal_reward: float = 0.0,
        max_steps: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        """Set up the environment.

        Args:
            draw, passes, worrying_back: the rules of the game, as of ``Rules``.
            reward: ``win``: 1 for the move that wins and 0 for all others; or the name of a scoring
                system: the points that the move brings, without the stake.
            illegal_reward: what a move brings that is not legal.
            max_steps: steps after which an episode is truncated.
            render_mode: ``ansi`` for ``render`` to give the board as text.

        Raises:
            InputError: a value that is not allowed.
        """
        if reward != WIN and reward not in SYSTEMS:
            raise InputError(f"reward {reward!r}: one of {WIN}, {', '.join(SYSTEMS)} is needed")
        if max_steps < 1:
            raise InputError(f"max_steps {max_steps}: a whole number from 1 up is needed")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InputError(f"render_mode {render_mode!r}: ansi or None is needed")
        self.rules = Rules(draw, passes, worrying_back)
        self.reward = reward
        self.illegal_reward = illegal_reward
        self.max_steps = max_steps
        self.render_mode = render_mode
        highest = np.full(LENGTH, UNSEEN, np.int8)
        highest[_FOUNDATIONS:_WASTE] = 13
        highest[_PASS] = MOST_PASSES
        self.observation_space = spaces.Box(np.zeros(LENGTH, np.int8), highest, dtype=np.int8)
        self.action_space = spaces.Discrete(len(ACTIONS))
        self._system = SYSTEMS.get(reward)
        self._game: Game
        self._legal: list[Move]
        self._steps: int
        self._points: int
        self._start(deal(0))

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Encoded, dict[str, Any]]:
        """Deal a new game.

        Args:
            seed: of the deals from now on.
            options: ``{"deal": 42}``, or the name of any deal, for that one in place of a random one.

        Raises:
            InputError: another option, or an unknown deal.
        """
        super().reset(seed=seed)
        unknown = set(options or ()) - {"deal"}
        if unknown:
            raise InputError(f"option {', '.join(sorted(unknown))}: only deal is known")
        if options and "deal" in options:
            self._start(deal(options["deal"]))
        else:
            number = int(self.np_random.integers(0, HIGHEST, dtype=np.uint64, endpoint=True))
            self._start(deal(number))
        return self._seen()

    def step(self, action: np.int64) -> tuple[Encoded, float, bool, bool, dict[str, Any]]:
        """Play a move; an illegal one changes nothing.

        Raises:
            InputError: a number that names no move.
        """
        if not self.action_space.contains(action):
            raise InputError(f"action {action!r}: 0 to {len(ACTIONS) - 1} are needed")
        self._steps += 1
        move = ACTIONS[action]
        reward = self.illegal_reward
        if move in self._legal:
            reward = self._gain(self._game.play(move))
            self._legal = self._game.legal_moves()
        over = self._game.won or not self._legal
        encoded, info = self._seen()
        return encoded, reward, over, not over and self._steps >= self.max_steps, info

    def render(self) -> str | None:
        """The board as text, with face-down cards face down; ``None`` without a render mode."""
        return board_text(self._game) if self.render_mode == "ansi" else None

    def _start(self, dealt: Deal) -> None:
        self._game = Game(dealt, self.rules)
        self._legal = self._game.legal_moves()
        self._steps = 0
        self._points = 0 if self._system is None else self._system.stake

    def _gain(self, step: Step) -> float:
        """What a legal move brings."""
        if self._system is None:
            return float(self._game.won)
        before = self._points
        self._points = points_after(before, step, self._system, self.rules.draw)
        return float(self._points - before)

    def _seen(self) -> tuple[Encoded, dict[str, Any]]:
        mask = np.zeros(len(ACTIONS), np.int8)
        mask[[_NUMBER_OF[move] for move in self._legal]] = 1
        return encode(observe(self._game)), {"action_mask": mask}


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, entry_point=f"{__name__}:KlondikeEnv")
