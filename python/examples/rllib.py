"""PPO of RLlib on an environment of the package, with illegal actions masked.

    pip install "ray[rllib]" torch
    python examples/rllib.py [--game merge3-doubling] [--iterations 10] [--runners 0]

RLlib's module for masks expects a dict with the observation and the mask; the wrapper below makes one of what the environment
gives. Each iteration plays 4,000 turns and prints the mean return (the sum of the rewards) and length of its games. With
`--runners 0` this process plays; with more, so many workers of Ray do, and each needs a processor.

Was run with Ray 2.60.0 and what it brings, Gymnasium 1.2.2, and PyTorch 2.15.0 on CPython 3.11, with 0 and with 1 runner.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import tilewright as tw

RANKS = 18


class Masked(gym.Env[Any, Any]):
    """Ranks one-hot as one vector, the mask beside them, rewards as logarithms of points."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.env = tw.TileEnv(config["game"], turns=2000)
        cells = int(np.prod(self.env.observation_space.shape or ()))
        self.action_space = self.env.action_space
        count = int(self.env.action_space.n)  # type: ignore[attr-defined]
        self.observation_space = spaces.Dict(
            {
                "action_mask": spaces.Box(0.0, 1.0, (count,), np.float32),
                "observations": spaces.Box(0.0, 1.0, (cells * RANKS,), np.float32),
            }
        )

    def _seen(self, board: Any, info: dict[str, Any]) -> dict[str, Any]:
        ranks = np.minimum(board.ravel(), RANKS - 1)
        return {
            "action_mask": info["action_mask"].astype(np.float32),
            "observations": np.eye(RANKS, dtype=np.float32)[ranks].ravel(),
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        board, info = self.env.reset(seed=seed)
        return self._seen(board, info), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        board, points, terminated, truncated, info = self.env.step(int(action))
        return self._seen(board, info), float(np.log2(1 + points / 8)), terminated, truncated, {}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="merge3-doubling")
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--runners", type=int, default=0)
    options = parser.parse_args()
    register_env("tilewright", Masked)
    config = (
        PPOConfig()
        .environment("tilewright", env_config={"game": options.game})
        .env_runners(num_env_runners=options.runners, num_envs_per_env_runner=8)
        .debugging(seed=1)
        .training(lr=5e-4, gamma=0.99, train_batch_size_per_learner=4000, minibatch_size=500, num_epochs=4)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [256]}))
    )
    algorithm = config.build_algo()
    for iteration in range(options.iterations):
        runners = algorithm.train()["env_runners"]
        reward, length = runners["episode_return_mean"], runners["episode_len_mean"]
        print(f"iteration {iteration + 1}: mean return {reward:.1f}, mean length {length:.1f} turns", flush=True)
    algorithm.stop()
