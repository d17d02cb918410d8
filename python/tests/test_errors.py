"""Bad input: an exception of the documented type, never a crash."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tilewright as tw

CLASSIC = tw.Game("classic-2048")


def test_errors_derive_from_error_and_value_error() -> None:
    for kind in (tw.VariantError, tw.PositionError, tw.IllegalAction, tw.OutcomeError, tw.ReplayError, tw.PlayerError):
        assert issubclass(kind, tw.Error) and issubclass(kind, ValueError)


@pytest.mark.parametrize(
    "what",
    [
        "clasic-2048",
        {},
        {"family": "slide", "board": {"shape": "square", "width": 10**12, "height": 4}},
        {"family": "swap", "width": float("nan")},
        {"family": "swap", "spawn": [10**30]},
        {"family": b"swap"},
        {1: 2},
        {"family": {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {"i": {"j": 1}}}}}}}}}}},
    ],
    ids=str,
)
def test_game_bad_variant_raises(what: Any) -> None:
    with pytest.raises(tw.VariantError):
        tw.Game(what)


@pytest.mark.parametrize("what", [None, 5, 1.5, b"classic-2048", [], object()], ids=str)
def test_game_wrong_type_raises(what: Any) -> None:
    with pytest.raises(TypeError):
        tw.Game(what)


@pytest.mark.parametrize("text", ["", "2 . .", "3 . . ./. . . ./. . . ./. . . .", "2 2 2 2/" * 4, "x" * 10_000])
def test_position_that_cannot_stand_raises(text: str) -> None:
    with pytest.raises(tw.PositionError):
        CLASSIC.position(text)


def test_state_illegal_actions_and_outcomes_raise() -> None:
    state = CLASSIC.position("2 . . ./. . . ./. . . ./. . . .")
    for action in ("left", CLASSIC.action_index("left"), 4, -1, 2**70, "sideways"):
        with pytest.raises(tw.IllegalAction):
            state.act(action)
    for action in (1.0, None, np.zeros(3)):
        with pytest.raises(TypeError):
            state.act(action)  # type: ignore[arg-type]
    after, _ = state.act("right")
    for outcome in ("2@9,9", "8@0,0", "nonsense", "", "2@0,3"):
        with pytest.raises(tw.OutcomeError):
            after.settle(outcome)
    with pytest.raises(tw.OutcomeError):
        state.settle("2@0,1")
    with pytest.raises(tw.IllegalAction):
        after.act("left")


def test_seed_out_of_range_raises() -> None:
    for seed in (-1, 2**64):
        with pytest.raises(OverflowError):
            CLASSIC.start(seed=seed)


def test_replay_damaged_raises() -> None:
    session = tw.Session("merge3", 1)
    session.play(int(session.state.actions()[0]))
    text = session.replay()
    for damaged in ("", "x", text[:-10], text.replace("tilewright", "tilewrong"), text + text):
        with pytest.raises(tw.ReplayError):
            tw.verify(damaged)


def test_player_unknown_or_silent_raises() -> None:
    for name in ("", "nobody", "expectimax:nodes=x", "learned:values=/nowhere", "exact:table=/nowhere"):
        with pytest.raises(tw.PlayerError):
            tw.Player(name)
    with pytest.raises(tw.PlayerError):
        tw.Player("exact:nodes=10").rank(CLASSIC.start(seed=1))


def test_pickle_tampered_raises() -> None:
    state = CLASSIC.start(seed=1)
    rebuild, (game, (position, _, _)) = state.__reduce__()  # type: ignore[misc]
    for forged in (("9 9", None, []), (position, "nowhere", []), (position, None, ["x"] * 3), (position, "up", ["2@9,9"])):
        try:
            assert rebuild(game, forged) == state
        except tw.Error:
            pass
    env = tw.TileEnv("classic-2048")
    env.reset(seed=1)
    for what in (state, state.act("up")[0] if state.action_mask()[0] else state, tw.Game("merge3"), tw.Dice(3), env._env):
        data = pickle.dumps(what)
        for at in range(0, len(data), 3):
            broken = bytearray(data)
            broken[at] ^= 0x15
            try:
                pickle.loads(bytes(broken))
            except Exception:
                pass
    make, arguments, played = env._env.__reduce__()  # type: ignore[misc]
    forged = make(*arguments)
    for wrong in (("9 9", *played[1:]), (str(tw.Game("merge3").start(seed=1)), *played[1:])):
        with pytest.raises(tw.PositionError):
            forged.__setstate__(wrong)
    for other in (played[:3], (played[0], -1, *played[2:]), (None, *played[1:])):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            forged.__setstate__(other)
    forged.__setstate__((played[0], *[2**64 - 1] * 5))
    assert forged.step(int(state.actions()[0]))[4]["score"] == 2**64 - 1


def test_vector_env_bad_actions_raise_and_change_nothing() -> None:
    envs = tw.VectorEnv("classic-2048", 4, seed=1)
    before = envs.reset()[0].copy()
    for actions in ([0, 1, 2], [0, 1, 2, 4], [0, 1, 2, -1], [0.0] * 4, [[0, 1, 2, 3]], np.full(4, np.nan), ["up"] * 4, None):
        with pytest.raises(tw.IllegalAction):
            envs.step(actions)
    assert (envs.reset(seed=1)[0] == before).all()
    strided = np.arange(8)[::2] % 2
    envs.step(strided)
    envs.step(strided.astype(np.uint8))
    unaligned = np.frombuffer(bytes(33), np.int8)[1:].view(np.int64)
    assert not unaligned.flags.aligned
    for actions in (unaligned, strided.astype(">i8"), np.broadcast_to(np.int16(1), 4), strided[::-1], range(4)):
        envs.step(actions)
    faces = np.frombuffer(bytearray(4 * 16 * 8 + 1), np.int8)[1:].view(np.int64).reshape(4, 16)
    faces[:, 0] = 2
    envs.set_states({"faces": faces})


def test_vector_env_arguments_out_of_range_raise() -> None:
    for arguments in ({"num_envs": 0}, {"num_envs": 2**40}, {"num_envs": 1, "threads": 0}, {"num_envs": 1, "autoreset": "x"}):
        with pytest.raises(tw.Error):
            tw.VectorEnv("classic-2048", **arguments)  # type: ignore[arg-type]
    for arguments in ({"observation": "rank"}, {"reward": "x"}, {"turns": 0}, {"render_mode": "human"}):
        with pytest.raises(tw.VariantError):
            tw.VectorEnv("classic-2048", 1, **arguments)  # type: ignore[arg-type]
        with pytest.raises(tw.VariantError):
            tw.TileEnv("classic-2048", **arguments)  # type: ignore[arg-type]
    with pytest.raises(tw.VariantError):
        tw.VectorEnv("merge3", 1, observation="ranks")


def test_vector_env_resized_or_read_only_arrays_are_refused() -> None:
    envs = tw.VectorEnv("classic-2048", 4, seed=1)
    boards, _ = envs.reset()
    boards.flags.writeable = False
    with pytest.raises(tw.Error):
        envs.step([0, 0, 0, 0])
    boards.flags.writeable = True
    envs.step([0, 0, 0, 0])
    # Another thread could be writing to it.
    with pytest.raises(ValueError, match="does not own its data"):
        boards.resize((1, 1), refcheck=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy 2.4 deprecates it.
        boards.strides = (0, 0, 0)
    with pytest.raises(tw.Error):
        envs.step([0, 0, 0, 0])


def test_vector_env_states_that_cannot_be_raise_and_change_nothing() -> None:
    envs = tw.VectorEnv("classic-2048", 4, seed=1, turns=10)
    envs.reset()
    before = envs.states()
    for name, given in (
        ("faces", np.full((4, 16), np.nan)),
        ("faces", np.zeros((4, 16), np.int64)),
        ("faces", np.full((4, 16), 2**40)),
        ("faces", np.full((4, 16), 2**63, np.uint64)),
        ("faces", np.zeros((4, 15), np.int64)),
        ("strain", np.full((4, 16), 300)),
        ("clock", np.zeros(4, np.int64)),
        ("score", np.full(4, -1)),
        ("turn", np.zeros((4, 1), np.int64)),
        ("nonsense", np.zeros(4)),
    ):
        with pytest.raises(tw.PositionError):
            envs.set_states({name: given})
    for states in (5, [], None):
        with pytest.raises(TypeError):
            envs.set_states(states)  # type: ignore[arg-type]
    assert all((before[name] == now).all() for name, now in envs.states().items())


def test_vector_env_counters_at_their_limits_saturate() -> None:
    envs = tw.VectorEnv("classic-2048", 4, seed=1, turns=10)
    envs.reset()
    most = np.full(4, 2**64 - 1, np.uint64)
    envs.set_states({"score": most, "turn": most, "number": most, "draws": most})
    _, _, _, truncated, infos = envs.step(envs.random_actions())
    assert truncated.all() and (infos["final_info"]["score"] == 2**63 - 1).all()
    assert (infos["turn"] == 0).all() and (envs.states()["number"] == 0).all()


def test_seeds_and_actions_of_other_types_raise() -> None:
    for seed in (1.5, float("nan"), "x", [1]):
        with pytest.raises(TypeError):
            tw.VectorEnv("classic-2048", 2, seed=seed)  # type: ignore[arg-type]
    env = tw.TileEnv("classic-2048")
    env.reset(seed=1)
    for action in (4, -1, 2**70, -(2**70)):
        with pytest.raises(tw.IllegalAction):
            env.step(action)
    for other in (1.0, float("nan"), None, "up", np.zeros(3)):
        with pytest.raises(TypeError):
            env.step(other)  # type: ignore[arg-type]
    envs = tw.VectorEnv("classic-2048", 2, seed=1)
    with pytest.raises(TypeError):
        envs.reset(options=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        tw.TileEnv("merge3", variant=5)  # type: ignore[arg-type]


def test_vector_env_larger_than_memory_is_refused() -> None:
    largest = {"family": "swap", "width": 10, "height": 10, "reach": "anywhere"}
    with pytest.raises(tw.Error, match="num_envs is 1 to"):
        tw.VectorEnv(largest, 2**24)


def test_vector_env_many_threads_step_or_are_refused() -> None:
    envs = tw.VectorEnv("classic-2048", 2000, seed=1)
    envs.reset()
    barrier, refused, stepped = threading.Barrier(4), [], []

    def work() -> None:
        barrier.wait()
        for _ in range(200):
            try:
                envs.step(np.zeros(2000, np.int64))
                envs.states() if len(stepped) % 50 == 0 else envs.random_actions()
                stepped.append(1)
            except tw.Error as error:
                refused.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stepped) + len(refused) == 800 and stepped
    envs.step(envs.random_actions())


def test_import_without_the_gil_is_refused_in_one_sentence() -> None:
    pretend = "import sysconfig; sysconfig.get_config_vars()['Py_GIL_DISABLED'] = 1; import tilewright"
    result = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True)
    assert result.returncode == 1 and "ImportError: tilewright needs CPython with the GIL" in result.stderr


def test_many_threads_share_players_sessions_and_states() -> None:
    player, session, state = tw.Player("expectimax:nodes=200"), tw.Session("merge3", 1), CLASSIC.start(seed=1)
    barrier = threading.Barrier(4)

    def work(number: int) -> list[tuple[int, float]]:
        barrier.wait()
        for _ in range(20):
            try:
                session.play(int(session.state.actions()[0]))
            except (tw.Error, IndexError):
                pass
        return player.rank(state)

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(work, range(4)))
    assert all(result == results[0] for result in results)


def test_player_in_a_forked_process_does_not_wait_for_threads_of_its_parent() -> None:
    """The parent's thread is in a search when the process is forked; the child asks the same player."""
    program = """
import os, threading, time, tilewright as tw
player, state = tw.Player("mcts"), tw.Game("classic-2048").start(seed=1)
threading.Thread(target=player.rank, args=(state,), kwargs={"nodes": 10**12}, daemon=True).start()
time.sleep(0.3)
child = os.fork()
if child == 0:
    print(len(player.rank(state, nodes=100)), flush=True)
    os._exit(0)
os.waitpid(child, 0)
os._exit(0)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert int(result.stdout) > 0, result.stderr


def test_player_search_ends_at_an_interrupt() -> None:
    program = """
import os, signal, threading, tilewright as tw
state = tw.Game("classic-2048").start(seed=1)
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    tw.Player("mcts").rank(state, nodes=10**12)
except KeyboardInterrupt:
    print("interrupted", len(tw.Player("expectimax").rank(state, nodes=100)))
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert result.stdout.startswith("interrupted"), result.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process")
def test_vector_env_without_memory_raises() -> None:
    program = """
import resource, tilewright as tw
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
for more in range(16, 200, 20):
    resource.setrlimit(resource.RLIMIT_AS, (used + more * 2**20, resource.RLIM_INFINITY))
    try:
        tw.VectorEnv("classic-2048", 2**20)
    except MemoryError as error:
        print(error)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    # The games first, then NumPy's arrays.
    assert result.returncode == 0, result.stderr
    assert "not enough memory" in result.stdout and "Unable to allocate" in result.stdout, result.stdout


def play_in_a_process(seed: int) -> str:
    return str(tw.Game("hex-2048").start(seed=seed))


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_play_the_same_games(method: str) -> None:
    context = multiprocessing.get_context(method)
    with context.Pool(2) as pool:
        assert pool.map(play_in_a_process, [1, 2]) == [play_in_a_process(1), play_in_a_process(2)]
