"""The Gymnasium environment: one game at a time."""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from tilewright._native import Env, Game, State
from tilewright._spaces import RENDER_MODES, check_render_mode, observation_space, resolve


class TileEnv(gymnasium.Env[Any, np.int64]):
    """A game as a Gymnasium environment.

    >>> import gymnasium, tilewright
    >>> env = gymnasium.make("tilewright/classic-2048-v1")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].shape
    ((4, 4), (4,))
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: Game | str | dict[str, Any],
        *,
        variant: dict[str, Any] | None = None,
        observation: str | None = None,
        reward: str = "points",
        turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.game = resolve(game, variant)
        self._env = Env(self.game, observation, reward, turns)
        self._seed: int | None = None
        self.render_mode = render_mode
        self.observation_space = observation_space(self._env.form)
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals the game of the seed; without one, of the next seed after the last."""
        super().reset(seed=seed)
        if seed is None:
            seed = secrets.randbits(64) if self._seed is None else (self._seed + 1) % 2**64
        dealt = self._env.reset(seed)
        self._seed = seed
        return dealt

    def step(self, action: int | np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action. One that is not legal changes nothing, earns nothing and sets `info["illegal"]`."""
        return self._env.step(action)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal now: the name that masked PPO of sb3-contrib asks for."""
        state = self.state
        if state is None:
            return np.zeros(self.game.num_actions, dtype=np.bool_)
        return state.action_mask()

    @property
    def state(self) -> State | None:
        """The state; None before the first reset."""
        return self._env.state

    def render(self) -> Any:
        """The board, as text with the terminal's colours or as a picture."""
        state = self.state
        if self.render_mode is None or state is None:
            return None
        return state.render_ansi() if self.render_mode == "ansi" else state.render_rgb()
