"""The Gymnasium environments, single and vector."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers

import tilewright as tw


@pytest.mark.parametrize("preset", tw.presets())
def test_check_env_passes_for_every_preset(preset: str) -> None:
    env = gymnasium.make(f"tilewright/{preset}-v{tw.Game(preset).revision}", render_mode="rgb_array")
    with warnings.catch_warnings():
        # Gymnasium would have observations scaled to [0, 1]; ranks and values are whole numbers.
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)
    assert env.observation_space.contains(env.reset(seed=1)[0])


@pytest.mark.parametrize("rules", [{"preview": 3}, {"preview": 1, "spawn": [2, 4]}, {"diagonal": True}], ids=str)
def test_check_env_passes_for_variants(rules: dict[str, Any]) -> None:
    for arguments in ({"reward": "log2"}, {"observation": "faces", "turns": 7}):
        env = gymnasium.make("tilewright/merge3-v1", variant=rules, render_mode="ansi", **arguments)  # type: ignore[arg-type]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_env(env.unwrapped)


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


def test_env_over_at_the_last_step_is_terminated_and_truncated() -> None:
    """As with Gymnasium's TimeLimit; the vector environment equals single ones elsewhere."""
    for turns, cut in ((3, True), (4, False)):
        env = tw.TileEnv("merge3", variant={"turn_limit": 3}, turns=turns)
        _, info = env.reset(seed=1)
        for step in range(3):
            _, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            assert (terminated, truncated) == ((True, cut) if step == 2 else (False, False))


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
                assert infos["_final_obs"][i] and (board(infos["final_obs"][i]) == board(observation)).all()
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


@pytest.mark.parametrize("preset", tw.presets())
def test_make_vec_is_the_native_one_with_all_arguments(preset: str) -> None:
    name = f"tilewright/{preset}-v{tw.Game(preset).revision}"
    for arguments in ({}, {"observation": "faces", "reward": "log2", "turns": 3}, {"render_mode": "ansi"}):
        envs = gymnasium.make_vec(name, num_envs=6, **arguments)  # type: ignore[arg-type]
        assert isinstance(envs.unwrapped, tw.VectorEnv)
        observations, infos = envs.reset(seed=5)
        assert envs.observation_space.contains(observations)
        single = gymnasium.make(name, **arguments)  # type: ignore[arg-type]
        observation, info = single.reset(seed=7)
        assert (observations[2] == observation).all() and (infos["action_mask"][2] == info["action_mask"]).all()
        assert envs.single_observation_space == single.observation_space
        assert envs.render() is None or envs.render()[2] == single.render()


def equal(ours: Any, theirs: Any) -> bool:
    """Whether two observations are the same, dicts and None included."""
    if isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(equal(ours[key], theirs[key]) for key in theirs)
    return theirs is None if ours is None else bool(np.array_equal(ours, theirs) and ours.dtype == theirs.dtype)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("rules", [{"turn_limit": 4}, {"turn_limit": 6, "preview": 2}], ids=str)
def test_vector_env_shows_what_gymnasium_shows(rules: dict[str, int], mode: AutoresetMode) -> None:
    """Observations, flags and infos with their masks, as Gymnasium makes them of single environments."""
    count = 3
    theirs = SyncVectorEnv([lambda: tw.TileEnv("merge3", variant=rules, turns=5)] * count, autoreset_mode=mode)
    ours = tw.VectorEnv("merge3", count, variant=rules, turns=5, autoreset=mode)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    chance, ended = np.random.default_rng(1), 0
    (observation, infos), (expected, expected_infos) = ours.reset(seed=8), theirs.reset(seed=8)
    for _ in range(5):
        assert equal(observation, expected)
        masks = expected_infos.pop("action_mask")
        assert (infos["action_mask"] == masks).all()
        assert all(equal(infos[key], expected_infos[key]) for key in expected_infos)
        actions = [chance.choice(np.flatnonzero(mask)) if chance.random() < 0.8 else np.argmin(mask) for mask in masks]
        observation, rewards, terminated, truncated, infos = ours.step(np.array(actions))
        expected, expected_rewards, *expected_flags, expected_infos = theirs.step(np.array(actions))
        assert (rewards == expected_rewards).all() and (np.array(expected_flags) == [terminated, truncated]).all()
        if "final_info" in expected_infos:
            final, expected_final = infos["final_info"], expected_infos.pop("final_info")
            assert (infos["_final_info"] == expected_infos.pop("_final_info")).all()
            for key in ("action_mask", "score", "turn", "illegal"):
                mask = expected_final.get(f"_{key}", np.zeros(count, dtype=np.bool_))
                assert (final[f"_{key}"] == mask).all() and (final[key][mask] == expected_final.get(key, mask)[mask]).all()
            finals = expected_infos.pop("final_obs")
            assert all(equal(own, other) for own, other in zip(infos["final_obs"], finals, strict=True))
            ended += int(expected_infos["_final_obs"].sum())
        # Which actions were illegal is told for all of the step; Gymnasium has the new game's info where one ended.
        expected_infos.pop("illegal", None), expected_infos.pop("_illegal", None)
        if (terminated | truncated).any():
            break
    assert (terminated | truncated).any() and (ended > 0) == (mode == AutoresetMode.SAME_STEP)


@pytest.mark.parametrize("autoreset", ["same-step", "next-step"])
def test_vector_env_wrappers_of_gymnasium_take_it(autoreset: str) -> None:
    plain = tw.VectorEnv("classic-2048", 4, seed=1, turns=8, autoreset=autoreset)
    # Gymnasium's wrappers of observations refuse to begin anew in the same step.
    inner = plain if autoreset == "same-step" else wrappers.FlattenObservation(plain)
    envs = wrappers.RecordEpisodeStatistics(inner)
    observations, infos = envs.reset()
    returns = []
    for _ in range(40):
        assert observations.shape == ((4, 4, 4) if autoreset == "same-step" else (4, 16))
        assert envs.observation_space.contains(observations)
        observations, _, terminated, truncated, infos = envs.step(plain.random_actions())
        if "episode" in infos:
            done = infos["_episode"]
            returns += infos["episode"]["r"][done].tolist()
            last = infos["final_info"] if autoreset == "same-step" else infos
            assert (infos["episode"]["r"][done] == last["score"][done]).all()
    assert len(returns) >= 16


def test_masks_sample_legal_actions_to_the_end_of_a_game() -> None:
    """As in PettingZoo: the mask goes into the action space's `sample`, and nothing illegal is played."""
    for preset in ("classic-2048", "hex-2048", "merge3", "numberclart"):
        env = gymnasium.make(f"tilewright/{preset}-v{tw.Game(preset).revision}")
        env.action_space.seed(1)
        _, info = env.reset(seed=1)
        terminated = False
        while not terminated:
            action = env.action_space.sample(info["action_mask"].astype(np.int8))
            _, _, terminated, _, info = env.step(action)
            assert "illegal" not in info
        assert not info["action_mask"].any() and not env.unwrapped.action_masks().any()  # type: ignore[attr-defined]
    envs = tw.VectorEnv("merge3", 8, seed=1)
    _, infos = envs.reset()
    for _ in range(50):
        masks = tuple(mask.astype(np.int8) for mask in infos["action_mask"])
        infos = envs.step(envs.action_space.sample(masks))[4]
        assert not infos["illegal"].any()


@pytest.mark.parametrize("preset", ["merge3", "classic-2048", "numberclart"])
def test_env_copies_and_pickles_go_on_with_the_same_game(preset: str) -> None:
    env = tw.TileEnv(preset, reward="log2", turns=9)
    fresh = pickle.loads(pickle.dumps(env))
    assert fresh.state is None and equal(fresh.reset(seed=3)[0], env.reset(seed=3)[0])
    for _ in range(4):
        env.step(int(np.argmax(env.action_masks())))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        path = [one.step(int(np.argmax(one.action_masks()))) for one in (other, copy.deepcopy(env)) for _ in range(5)]
        for ours, theirs in zip(path[:5], path[5:], strict=True):
            assert equal(ours[0], theirs[0]) and ours[1:4] == theirs[1:4]
            assert all(np.array_equal(ours[4][key], theirs[4][key]) for key in ("action_mask", "score", "turn"))
        assert path[4][3] and equal(other.reset()[0], tw.TileEnv(preset).reset(seed=4)[0])
    assert env.step(int(np.argmax(env.action_masks())))[4]["turn"] == 5


def test_env_without_turns_is_never_cut() -> None:
    env = tw.TileEnv("merge3")
    env.reset(seed=3)
    _, arguments, played = env._env.__reduce__()
    # A pickle with the most steps there can be.
    env._env.__setstate__((*played[:-1], 2**64 - 1))
    assert arguments[3] is None and not env.step(int(np.argmax(env.action_masks())))[3]
    assert tw.TileEnv("merge3", turns=2**64 - 1)._env.__reduce__()[1][3] == 2**64 - 1


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
    assert envs.step(envs.random_actions(), copy=True)[0] is not envs.step(envs.random_actions())[0]
    boards, infos = envs.reset(seed=1, copy=True)
    before, masks = boards.copy(), infos["action_mask"].copy()
    envs.step(envs.random_actions())
    assert (boards == before).all() and (infos["action_mask"] == masks).all()


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
