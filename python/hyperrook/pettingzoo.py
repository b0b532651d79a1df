"""Environments for PettingZoo (AEC): two agents, ``"white"`` and ``"black"``.

>>> import hyperrook.pettingzoo
>>> env = hyperrook.pettingzoo.env("sesqui")
>>> env.reset(seed=1)
>>> seeds = [env.action_space(agent).seed(1) for agent in env.possible_agents]
>>> for agent in env.agent_iter(max_iter=10):
...     seen, reward, terminated, truncated, info = env.last()
...     done = terminated or truncated
...     action = None if done else env.action_space(agent).sample(seen["action_mask"])
...     env.step(action)
>>> len(env.unwrapped.history)
10
"""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _pixels
from ._core import Game, History, Position

__all__ = ["HyperrookAECEnv", "env", "raw_env"]

_Observation = dict[str, npt.NDArray[Any]]


class HyperrookAECEnv(AECEnv[str, _Observation, Optional[int]], EzPickle):
    """A game of two agents.

    What an agent observes is a dictionary: ``"observation"`` has the planes of
    :class:`~hyperrook.ObservationSpace` as the agent sees them, ``"action_mask"`` is 1 for its
    legal actions of :class:`~hyperrook.ActionSpace`, and 0 everywhere if it is not to move.
    The winner's reward is 1, the loser's -1.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "hyperrook_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Union[str, Game] = "chess",
        *,
        max_plies: int = 1_000,
        start: Optional[str] = None,
        chart: Optional[str] = None,
        mirror: bool = True,
        render_mode: Optional[str] = None,
        render_size: int = 420,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            max_plies=max_plies,
            start=start,
            chart=chart,
            mirror=mirror,
            render_mode=render_mode,
            render_size=render_size,
        )
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}")
        if max_plies < 1:
            raise ValueError(f"max_plies is at least 1, not {max_plies}")
        self.game = Game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self._render_size = render_size
        self._max_plies = max_plies
        self._start: Position = self.game.position(start) if start else self.game.start()
        if self._start.outcome is not None:
            raise ValueError("the game is over in the start that was given")
        self.actions = self.game.action_space(mirror=mirror)
        self.planes = self.game.observation_space(chart=chart, mirror=mirror)
        self.possible_agents = ["white", "black"]
        self.agents = self.possible_agents[:]
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self.planes.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        actions = spaces.Discrete(len(self.actions))
        # Each agent's space has random numbers of its own.
        self.observation_spaces = {"white": space, "black": spaces.Dict(dict(space.spaces))}
        self.action_spaces = {"white": actions, "black": spaces.Discrete(int(actions.n))}
        self.history = History(self._start)
        self.agent_selection = self.history.position.turn

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> None:
        self.agents = self.possible_agents[:]
        self.history = History(self._start)
        self.agent_selection = self.history.position.turn
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._show()

    def observe(self, agent: str) -> _Observation:
        seen = self.planes.observe(self.history, side=agent)  # type: ignore[arg-type]
        position = self.history.position
        if position.turn == agent and self.history.outcome is None:
            mask = self.actions.mask(position)
        else:
            mask = np.zeros(len(self.actions), np.uint8)
        return {"observation": seen, "action_mask": mask.view(np.int8)}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "a game that is not over needs an action"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.history.play(self.actions.decode(self.history.position, int(action)))
        outcome = self.history.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                for each in self.agents:
                    self.rewards[each] = 1.0 if each == outcome.winner else -1.0
            self.infos = {each: {"outcome": outcome.text} for each in self.agents}
        elif len(self.history) >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = "black" if agent == "white" else "white"
        self._show()

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

    def close(self) -> None:
        """There is nothing to close."""


raw_env = HyperrookAECEnv
"""The environment without wrappers."""


def env(game: Union[str, Game] = "chess", **options: Any) -> AECEnv[Any, Any, Any]:
    """The environment with the usual wrappers: an illegal action loses the game."""
    wrapped: AECEnv[Any, Any, Any] = HyperrookAECEnv(game, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
