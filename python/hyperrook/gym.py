"""Environments for Gymnasium: one agent against random moves, a level of the engine, or a function
of your own.

>>> import gymnasium
>>> import hyperrook.gym
>>> env = gymnasium.make("hyperrook/sesqui-v0", opponent="random")
>>> seen, info = env.reset(seed=1)
>>> action = env.action_space.sample(seen["action_mask"])
>>> seen, reward, terminated, truncated, info = env.step(action)
>>> str(info["history"][0]) == str(env.unwrapped.history.moves[0])
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Optional, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from . import _pixels
from ._core import Game, History, Move, Position, games
from .engine import Engine
from .errors import IllegalActionError

__all__ = ["HyperrookEnv", "Observation", "Opponent"]

Observation = dict[str, npt.NDArray[Any]]
"""What an agent sees: ``"observation"`` (planes) and ``"action_mask"`` (one number an action)."""
Opponent = Union[Literal["random"], int, Callable[[History], Union[str, Move]]]
"""Who plays the other side: ``"random"``, a level of the engine (1 to 8), or a function."""


class HyperrookEnv(gymnasium.Env[Observation, np.int64]):
    """A game with one agent. The environment makes the moves of the opponent.

    The observation is a dictionary: ``"observation"`` has the planes of
    :class:`~hyperrook.ObservationSpace` as the agent sees them, ``"action_mask"`` is 1 for legal
    actions of :class:`~hyperrook.ActionSpace`. The reward is 1 for a win, -1 for a loss, else 0.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: Union[str, Game] = "chess",
        *,
        opponent: Opponent = "random",
        side: Literal["white", "black", "random"] = "white",
        illegal: Literal["lose", "raise"] = "lose",
        max_plies: int = 1_000,
        start: Optional[str] = None,
        chart: Optional[str] = None,
        mirror: bool = True,
        render_mode: Optional[str] = None,
        render_size: int = 420,
    ) -> None:
        """``illegal`` tells what an illegal action does: it loses the game, or it raises
        ``IllegalActionError``. ``start`` is the text of the position that games start from."""
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}")
        if max_plies < 1:
            raise ValueError(f"max_plies is at least 1, not {max_plies}")
        if side not in ("white", "black", "random"):
            raise ValueError(f'side is "white", "black" or "random", not {side!r}')
        if illegal not in ("lose", "raise"):
            raise ValueError(f'illegal is "lose" or "raise", not {illegal!r}')
        self.game = Game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self._render_size = render_size
        self._side = side
        self._illegal = illegal
        self._max_plies = max_plies
        self._start: Position = self.game.position(start) if start else self.game.start()
        if self._start.outcome is not None:
            raise ValueError("the game is over in the start that was given")
        self._opponent = opponent
        self._engine: Optional[Engine] = None
        if isinstance(opponent, int) and not isinstance(opponent, bool):
            if not 1 <= opponent <= 8:
                raise ValueError(f"a level of the engine is 1 to 8, not {opponent}")
            self._engine = Engine(self.game)
        elif opponent != "random" and not callable(opponent):
            raise ValueError('opponent is "random", a level from 1 to 8, or a function')
        self.actions = self.game.action_space(mirror=mirror)
        self.planes = self.game.observation_space(chart=chart, mirror=mirror)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {
                "observation": spaces.Box(0, 255, self.planes.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self.history = History(self._start)
        """The game so far."""
        self.side: Literal["white", "black"] = "white"
        """The side of the player."""

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if self._side == "random":
            self.side = "white" if self.np_random.integers(2) == 0 else "black"
        else:
            self.side = self._side
        self.history = History(self._start)
        if self._engine is not None:
            self._engine.clear()
        if self.history.position.turn != self.side:
            self._reply()
        self._show()
        return self._observe(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.history.outcome is not None:
            raise RuntimeError("the game is over: call reset")
        position = self.history.position
        try:
            move = self.actions.decode(position, int(action))
        except IllegalActionError:
            if self._illegal == "raise":
                raise
            return self._observe(), -1.0, True, False, {**self._info(), "illegal": True}
        self.history.play(move)
        if self.history.outcome is None:
            self._reply()
        outcome = self.history.outcome
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.side else -1.0
        truncated = outcome is None and len(self.history) >= self._max_plies
        self._show()
        return self._observe(), reward, outcome is not None, truncated, self._info()

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return str(self.history.position)
        if self.render_mode == "rgb_array":
            last = self.history.moves[-1] if len(self.history) else None
            return _pixels.pixels(self.history.position, last, self._render_size)
        if self.render_mode == "human":
            print(self.history.position, end="\n\n")
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _reply(self) -> None:
        """Makes the opponent's move."""
        position = self.history.position
        if self._engine is not None:
            seed = int(self.np_random.integers(2**32))
            level = int(self._opponent)  # type: ignore[arg-type]
            # Full strength has no limit of its own.
            nodes = 100_000 if level == 8 else None
            reply = self._engine.play(self.history, level=level, nodes=nodes, seed=seed)
            assert reply is not None, "a game that is not over has legal moves"
            self.history.play(reply)
        elif callable(self._opponent):
            self.history.play(self._opponent(self.history))
        else:
            moves = position.legal_moves
            self.history.play(moves[int(self.np_random.integers(len(moves)))])

    def _observe(self) -> Observation:
        position = self.history.position
        seen = self.planes.observe(self.history, side=self.side)
        if self.history.outcome is None and position.turn == self.side:
            mask = self.actions.mask(position)
        else:
            mask = np.zeros(len(self.actions), np.uint8)
        return {"observation": seen, "action_mask": mask.view(np.int8)}

    def _info(self) -> dict[str, Any]:
        outcome = self.history.outcome
        return {
            "history": tuple(str(move) for move in self.history.moves),
            "outcome": None if outcome is None else outcome.text,
        }


def _register() -> None:
    for name in games():
        gymnasium.register(
            f"hyperrook/{name}-v0", "hyperrook.gym:HyperrookEnv", kwargs={"game": name}
        )


_register()
