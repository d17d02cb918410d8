"""The Gymnasium environments, single and vector."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tilewright as tw


@pytest.mark.parametrize("preset", tw.presets())
def test_check_env_passes_for_every_preset(preset: str) -> None:
    env = gymnasium.make(f"tilewright/{preset}-v{tw.Game(preset).revision}", render_mode="rgb_array")
    with warnings.catch_warnings():
        # Gymnasium would have observations scaled to [0, 1]; ranks and values are whole numbers.
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)
    assert env.observation_space.contains(env.reset(seed=1)[0])


def test_env_seed_deals_the_game_of_that_seed_and_then_the_next() -> None:
    env = tw.TileEnv("classic-2048")
    first, info = env.reset(seed=41)
    assert (first.ravel() == tw.Game("classic-2048").start(seed=41).ranks()).all()
    second, _ = env.reset()
    assert (second.ravel() == tw.Game("classic-2048").start(seed=42).ranks()).all()
    assert set(info) == {"action_mask", "score", "turn"}


def test_env_illegal_action_changes_nothing_and_counts_towards_turns() -> None:
    env = tw.TileEnv("merge3", turns=3)
    before, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(~info["action_mask"])[0])
    for step in (1, 2, 3):
        after, reward, terminated, truncated, info = env.step(illegal)
        assert (after == before).all() and reward == 0 and not terminated and info["illegal"]
        assert truncated == (step == 3) and info["turn"] == 0


def test_env_reward_log2_and_faces() -> None:
    points, logs = tw.TileEnv("exponentile"), tw.TileEnv("exponentile", reward="log2", observation="faces")
    ranks, info = points.reset(seed=2)
    faces, _ = logs.reset(seed=2)
    assert faces.dtype == np.int32 and (faces == np.where(ranks > 0, 2 ** ranks.astype(np.int32), 0)).all()
    action = int(np.flatnonzero(info["action_mask"])[0])
    gain, reward = points.step(action)[1], logs.step(action)[1]
    assert gain > 0 and reward == np.log2(1 + gain)


def test_env_preview_is_a_dict_and_strain_is_stacked() -> None:
    env = tw.TileEnv("merge3", variant={"preview": 3})
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation) and observation["preview"].shape == (3,)
    assert observation["preview"].tolist() == env.state.preview
    observation, _ = tw.TileEnv("numberclart").reset(seed=1)
    assert observation.shape[0] == 2


class Single:
    """Single environments as a vector: what the native one has to equal."""

    def __init__(self, game: tw.Game, count: int, seed: int, turns: int | None) -> None:
        self.envs = [tw.TileEnv(game, turns=turns) for _ in range(count)]
        self.numbers = [0] * count
        self.seed, self.count = seed, count
        self.last = [env.reset(seed=seed + i) for i, env in enumerate(self.envs)]

    def next_game(self, i: int) -> tuple[Any, dict[str, Any]]:
        self.numbers[i] += 1
        return self.envs[i].reset(seed=self.seed + i + self.numbers[i] * self.count)


def board(observation: Any) -> Any:
    return observation["board"] if isinstance(observation, dict) else observation


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "disabled"])
def test_vector_env_equals_single_environments(game: tw.Game, autoreset: str, threads: int) -> None:
    count, seed, turns = 5, 11, 25
    envs = tw.VectorEnv(game, count, seed=seed, threads=threads, turns=turns, autoreset=autoreset)
    single, chance = Single(game, count, seed, turns), np.random.default_rng(3)
    boards, infos = envs.reset()
    done = [False] * count
    for _ in range(60):
        for i, (observation, info) in enumerate(single.last):
            assert (board(boards)[i] == board(observation)).all()
            assert (infos["action_mask"][i] == info["action_mask"]).all() and infos["score"][i] == info["score"]
        if autoreset == "disabled" and any(done):
            boards, infos = envs.reset(options={"reset_mask": np.array(done)})
            single.last = [single.next_game(i) if done[i] else single.last[i] for i in range(count)]
            done = [False] * count
            continue
        legal = [np.flatnonzero(info["action_mask"]) for _, info in single.last]
        # Now and then one that is not legal.
        actions = np.array([chance.choice(own) if len(own) and chance.random() < 0.9 else 0 for own in legal])
        boards, rewards, terminated, truncated, infos = envs.step(actions)
        for i, env in enumerate(single.envs):
            if done[i] and autoreset == "next-step":
                single.last[i] = single.next_game(i)
                assert rewards[i] == 0 and not terminated[i] and not truncated[i]
                done[i] = False
                continue
            observation, reward, ended, cut, info = env.step(int(actions[i]))
            assert (rewards[i], terminated[i], truncated[i]) == (reward, ended, cut)
            assert infos["illegal"][i] == info.get("illegal", False)
            done[i] = ended or cut
            single.last[i] = (observation, info)
            if done[i] and autoreset == "same-step":
                assert infos["_final_obs"][i] and (infos["final_obs"][i] == board(observation)).all()
                assert infos["final_info"]["score"][i] == info["score"]
                single.last[i], done[i] = single.next_game(i), False


@pytest.mark.parametrize("autoreset", ["next-step", "same-step"])
def test_vector_env_many_environments_equal_single_ones(autoreset: str) -> None:
    count, seed = 300, 5
    envs = tw.VectorEnv("merge3", count, seed=seed, turns=20, threads=2, autoreset=autoreset)
    boards, infos = envs.reset()
    # Environments at the ends and on both sides of where the work is divided.
    watched = [0, 1, 127, 128, 149, 150, 255, 256, 299]
    single = [tw.TileEnv("merge3", turns=20) for _ in watched]
    number, waiting = [0] * len(watched), [False] * len(watched)
    for env, i in zip(single, watched):
        env.reset(seed=seed + i)
    for _ in range(60):
        actions = envs.random_actions()
        boards, rewards, terminated, truncated, infos = envs.step(actions)
        for k, (env, i) in enumerate(zip(single, watched)):
            if waiting[k]:
                ended, reward = False, 0.0
            else:
                _, reward, over, cut, _ = env.step(int(actions[i]))
                ended = over or cut
                assert (terminated[i], truncated[i]) == (over, cut)
            assert rewards[i] == reward
            if waiting[k] or (ended and autoreset == "same-step"):
                number[k] += 1
                env.reset(seed=seed + i + number[k] * count)
            waiting[k] = ended and autoreset == "next-step"
            assert env.state is not None and (boards[i].ravel() == env.state.faces()).all()
            assert (infos["action_mask"][i] == env.action_masks()).all()


def test_vector_env_make_vec_is_the_native_one() -> None:
    envs = gymnasium.make_vec("tilewright/classic-2048-v1", num_envs=6)
    assert isinstance(envs.unwrapped, tw.VectorEnv)
    observations, _ = envs.reset(seed=5)
    assert envs.observation_space.contains(observations)


def test_vector_env_random_actions_are_legal_and_repeat() -> None:
    runs = []
    for threads in (1, 2):
        envs = tw.VectorEnv("hex-2048", 64, seed=9, threads=threads)
        _, infos = envs.reset()
        for _ in range(200):
            actions = envs.random_actions()
            assert infos["action_mask"][np.arange(64), actions].all()
            infos = envs.step(actions)[4]
        runs.append(infos["score"].copy())
    assert (runs[0] == runs[1]).all()


def test_vector_env_arrays_are_reused_unless_copied() -> None:
    envs, fresh = tw.VectorEnv("classic-2048", 2, seed=1), tw.VectorEnv("classic-2048", 2, seed=1, copy=True)
    assert envs.reset()[0] is envs.step(envs.random_actions())[0]
    assert fresh.reset()[0] is not fresh.step(fresh.random_actions())[0]


def test_vector_env_states_round_trip_and_restart(game: tw.Game) -> None:
    envs = tw.VectorEnv(game, 3, seed=4)
    envs.reset()
    for _ in range(5):
        envs.step(envs.random_actions())
    kept = envs.states()
    actions = envs.random_actions().copy()
    first = board(envs.step(actions)[0]).copy()
    envs.set_states(kept)
    assert (board(envs.step(actions)[0]) == first).all()
    with pytest.raises(tw.PositionError):
        envs.set_states({**kept, "faces": kept["faces"] * 0 - 1})
