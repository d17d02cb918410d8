"""Steps per CPU second of the vector environment, beside Pgx where it is installed, and of a single environment.

    python -m tilewright.bench [--seconds S] [PRESET ...]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import tilewright as tw


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps per CPU second; `step` says how many it made."""
    step()
    start, steps = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        steps += step()
    return steps / spent


def vector(preset: str, num_envs: int, seconds: float) -> float:
    """Random legal actions, observations and masks written."""
    envs = tw.VectorEnv(preset, num_envs, seed=1)
    envs.reset()

    def step() -> int:
        envs.step(envs.random_actions())
        return num_envs

    return rate(step, seconds)


def single(preset: str, seconds: float) -> float:
    """One environment, always the first legal action; a reset is part of it."""
    env = tw.TileEnv(preset)
    mask = env.reset(seed=1)[1]["action_mask"]

    def steps() -> int:
        nonlocal mask
        for _ in range(1000):
            _, _, terminated, _, info = env.step(int(mask.argmax()))
            mask = (env.reset()[1] if terminated else info)["action_mask"]
        return 1000

    return rate(steps, seconds)


def pgx_rate(num_envs: int, seconds: float) -> float | None:
    """Pgx's 2048 with random legal actions, jitted and vectorised, into arrays; None if it is not installed."""
    try:
        jax, pgx = import_module("jax"), import_module("pgx")
    except ImportError:
        return None
    env = pgx.make("2048")

    def turn(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        first, second = jax.random.split(key)
        action = jax.random.categorical(first, logits)
        return auto(state, action, second)

    auto = import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)
    advance = jax.jit(jax.vmap(turn))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), num_envs))
    key = jax.random.PRNGKey(1)

    def step() -> int:
        nonlocal state, key
        key, sub = jax.random.split(key)
        state = advance(state, jax.random.split(sub, num_envs))
        jax.block_until_ready(state.observation)
        return num_envs

    return rate(step, seconds)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tilewright.bench", description=__doc__)
    parser.add_argument("presets", nargs="*", default=tw.presets(), metavar="PRESET")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--num-envs", type=int, default=4096)
    arguments = parser.parse_args()
    print(f"{arguments.num_envs} environments, one thread, random legal actions, observations and masks written")
    print(f"{'game':<18} {'steps/CPU s':>14} {'single env':>12}")
    rates: dict[str, float] = {}
    for preset in arguments.presets:
        many = rates[preset] = vector(preset, arguments.num_envs, arguments.seconds)
        one = single(preset, arguments.seconds)
        print(f"{preset:<18} {many:>14,.0f} {one:>12,.0f}", flush=True)
    peer = pgx_rate(arguments.num_envs, arguments.seconds)
    if peer is None:
        print("pgx 2048           not installed: pip install pgx")
    else:
        own = rates.get("classic-2048")
        print(f"{'pgx 2048':<18} {peer:>14,.0f}" + (f"   classic-2048 makes {own / peer:.0f} times as many" if own else ""))


if __name__ == "__main__":
    main()
