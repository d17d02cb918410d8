"""The vector environment: many games of one variant, stepped together."""

from __future__ import annotations

import secrets
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv as GymVectorEnv
from gymnasium.vector.utils import batch_space

from tilewright._errors import Error, IllegalAction, PositionError
from tilewright._native import Batch, Game
from tilewright._spaces import RENDER_MODES, check_render_mode, observation_space, resolve

_MODES = {
    "next-step": AutoresetMode.NEXT_STEP,
    "same-step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class VectorEnv(GymVectorEnv[Any, Any, Any]):
    """Many games at a time. Game j of environment i has the seed `seed + i + j * num_envs`.

    The arrays that `step` and `reset` return are overwritten by the next step, unless `copy=True`, here or there.

    >>> import tilewright as tw
    >>> envs = tw.VectorEnv("classic-2048", 4, seed=1)
    >>> boards, infos = envs.reset()
    >>> boards.shape, infos["action_mask"].shape
    ((4, 4, 4), (4, 4))
    >>> boards, rewards, terminated, truncated, infos = envs.step(envs.random_actions())
    """

    def __init__(
        self,
        game: Game | str | dict[str, Any],
        num_envs: int = 1,
        *,
        seed: int | None = None,
        threads: int = 1,
        variant: dict[str, Any] | None = None,
        observation: str | None = None,
        reward: str = "points",
        turns: int | None = None,
        autoreset: str | AutoresetMode = "same-step",
        copy: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        mode = autoreset.value.lower().replace("step", "-step") if isinstance(autoreset, AutoresetMode) else autoreset
        if mode not in _MODES:
            raise Error('autoreset is "next-step", "same-step" or "disabled"')
        self.game = resolve(game, variant)
        # What the environment was made with begins; the first reset without a seed does not deal anew.
        first = secrets.randbits(64) if seed is None else index(seed)
        self._batch = Batch(self.game, num_envs, first, threads, observation, reward, turns, mode)
        self._fresh = True
        self._copy = copy
        self._arrays = self._batch.arrays()
        self._same_step = mode == "same-step"
        self._has_preview = bool(self._batch.form[2])
        # What games that have ended showed last, views of it, and which ended in the last step that had any.
        self._final = np.full(num_envs, None, dtype=object)
        self._views = np.full(num_envs, None, dtype=object)
        self._viewed = np.zeros(num_envs, dtype=np.bool_)
        self._ended = np.zeros(0, dtype=np.int64)
        self._all = np.ones(num_envs, dtype=np.bool_)
        self._all.flags.writeable = False
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": _MODES[mode], "render_modes": RENDER_MODES}
        self.render_mode = render_mode
        self.single_observation_space = observation_space(self._batch.form)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _observation(self, arrays: dict[str, Any]) -> Any:
        boards = arrays["boards"]
        return {"board": boards, "preview": arrays["previews"]} if self._has_preview else boards

    def _infos(self, arrays: dict[str, Any]) -> dict[str, Any]:
        # Gymnasium has an array _key for each key: which environments have it.
        return {
            "action_mask": arrays["masks"],
            "_action_mask": self._all,
            "score": arrays["scores"],
            "_score": self._all,
            "turn": arrays["turns"],
            "_turn": self._all,
        }

    def _final_observation(self, arrays: dict[str, Any], i: int) -> Any:
        board = arrays["finals"][i]
        return {"board": board, "preview": arrays["final_previews"][i]} if self._has_preview else board

    def _add_final(self, infos: dict[str, Any], arrays: dict[str, Any], done: Any) -> None:
        """Adds what games that have ended showed last, as Gymnasium does: observations one by one, None elsewhere."""
        rows = done.nonzero()[0]
        if arrays is not self._arrays:
            final = np.full(self.num_envs, None, dtype=object)
            for i in rows.tolist():
                final[i] = self._final_observation(arrays, i)
        else:
            # Overwritten as the other arrays are, with views that are made once: new ones would take a tenth of the time.
            final, views = self._final, self._views
            final[self._ended] = None
            for i in rows[~self._viewed[rows]].tolist():
                views[i] = self._final_observation(arrays, i)
            self._viewed[rows] = True
            final[rows] = views[rows]
            self._ended = rows
        infos["final_obs"], infos["_final_obs"] = final, done
        illegal = arrays["illegal"] & done
        infos["final_info"] = {
            "action_mask": arrays["final_masks"],
            "_action_mask": done,
            "score": arrays["final_scores"],
            "_score": done,
            "turn": arrays["final_turns"],
            "_turn": done,
            "illegal": illegal,
            "_illegal": illegal,
        }
        infos["_final_info"] = done

    def _shown(self, copy: bool | None) -> dict[str, Any]:
        """The arrays by name, or copies of them."""
        if self._copy if copy is None else copy:
            return {name: array.copy() for name, array in self._arrays.items()}
        return self._arrays

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
        copy: bool | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begins the games of a seed; without one, the next game of every environment.

        With `options={"reset_mask": mask}` only of those in the mask.
        """
        if options is not None and not isinstance(options, dict):
            raise TypeError(f"options is a dict, not {type(options).__name__}")
        mask = (options or {}).get("reset_mask")
        if isinstance(seed, (list, tuple)):
            raise Error("seed is one number: environment i begins with seed + i")
        if seed is not None and mask is not None:
            raise Error("give a seed or a reset_mask, not both")
        if seed is not None:
            self._batch.restart(index(seed))
        elif mask is not None:
            mask = np.ascontiguousarray(mask)
            if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise Error(f"reset_mask is a bool array of {self.num_envs}")
            self._batch.next_games(mask)
        elif not self._fresh:
            self._batch.next_games(np.ones(self.num_envs, dtype=np.bool_))
        self._fresh = False
        arrays = self._shown(copy)
        return self._observation(arrays), self._infos(arrays)

    def step(self, actions: Any, *, copy: bool | None = None) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays an action in every environment: any array of integers. `copy=True` gives fresh arrays."""
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise IllegalAction(f"actions are whole numbers, no {actions.dtype}")
        if actions.shape != (self.num_envs,):
            raise IllegalAction(f"actions have the shape ({self.num_envs},), not {actions.shape}")
        if actions.dtype == np.uint64:
            # Numbers that would become negative are too large either way.
            actions = np.minimum(actions, np.uint64(2**63 - 1))
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        self._batch.step(actions if actions.flags.aligned else actions.copy())
        self._fresh = False
        arrays = self._shown(copy)
        infos = self._infos(arrays)
        infos["illegal"] = infos["_illegal"] = arrays["illegal"]
        terminated, truncated = arrays["terminated"], arrays["truncated"]
        if self._same_step:
            done = terminated | truncated
            if done.any():
                self._add_final(infos, arrays, done)
        return self._observation(arrays), arrays["rewards"], terminated, truncated, infos

    def render(self) -> tuple[Any, ...] | None:
        """The boards of all environments, as text with the terminal's colours or as pictures."""
        if self.render_mode is None:
            return None
        return tuple(self._batch.render(self.render_mode == "ansi"))

    def random_actions(self) -> Any:
        """Random legal actions, uniform, from dice of their own; 0 where a game is over."""
        return self._batch.random_actions()

    def states(self) -> dict[str, Any]:
        """All games as arrays: faces, strain, preview, clock, left, score, turn, number, seed, draws."""
        return self._batch.states()

    def set_states(self, states: dict[str, Any]) -> None:
        """Sets all games from arrays like those of `states`; what is missing stays as it is."""
        if not isinstance(states, dict):
            raise TypeError(f"states is a dict of arrays, not {type(states).__name__}")
        wrong = set(states) - set(current := self._batch.states())
        if wrong:
            raise PositionError(f"there is no array {sorted(wrong)[0]!r} in states; there are {', '.join(current)}")
        arrays = {}
        for name, now in current.items():
            given = np.asarray(states.get(name, now))
            if given.dtype.kind not in "iu":
                raise PositionError(f"{name} holds whole numbers, no {given.dtype}")
            kind = np.uint64 if name in ("score", "turn", "number", "seed", "draws") else np.int64
            low, high = (0, 2**64 - 1) if kind is np.uint64 else (-(2**63), 2**63 - 1)
            if given.size and (int(given.min()) < low or int(given.max()) > high):
                raise PositionError(f"{name} holds numbers from {low} to {high}")
            if given.ndim != now.ndim:
                raise PositionError(f"{name} has the shape {now.shape}, not {given.shape}")
            arrays[name] = np.require(given, kind, ["C_CONTIGUOUS", "ALIGNED"])
        self._batch.set_states(**arrays)
        self._fresh = False
