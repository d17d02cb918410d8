"""Games and states: plain immutable values with explicit chance."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
from pathlib import Path

import numpy as np
import pytest

import tilewright as tw
from conftest import ROOT


def test_game_describes_its_board(game: tw.Game) -> None:
    assert game.coords.shape == (game.cells, 2) and game.coords.dtype == np.int8
    assert game.neighbours.shape == (game.cells, len(game.directions)) and game.neighbours.dtype == np.int16
    assert game.neighbours.min() >= -1 and game.neighbours.max() < game.cells
    assert (game.symmetries[0] == np.arange(game.cells)).all()
    assert all((np.sort(row) == np.arange(game.cells)).all() for row in game.symmetries)
    texts = [game.action_text(index) for index in range(game.num_actions)]
    assert [game.action_index(text) for text in texts] == list(range(game.num_actions))


def test_presets_classic_and_hex_have_the_documented_actions() -> None:
    assert tw.Game("classic-2048").num_actions == 4
    assert tw.Game("hex-2048").num_actions == 6
    assert tw.Game("merge3").num_actions == 80


def test_game_from_dict_and_toml_equals_the_preset() -> None:
    preset = tw.Game("merge3")
    assert tw.Game(preset.variant) == preset and hash(tw.Game(preset.variant)) == hash(preset)
    toml = "family = 'swap'\nwidth = 5\nheight = 6\nspawn = [2, 4, 8]"
    assert tw.Game.from_toml(toml) == tw.Game({"family": "swap", "width": 5, "height": 6, "spawn": [2, 4, 8]})
    assert pickle.loads(pickle.dumps(preset)).preset == "merge3"


def test_game_variant_has_every_field(game: tw.Game) -> None:
    rules = game.variant
    assert tw.Game(rules) == game and tw.Game({**rules}).variant == rules
    fields = {"slide": 5, "swap": 17, "strain": 9, "factor": 8}
    assert len(rules) == fields[game.family] and rules["family"] == game.family
    if game.family in ("swap", "factor"):
        if rules.get("must_merge", True):
            assert tw.Game({**rules, "turn_limit": None}).variant["turn_limit"] is None
        assert tw.Game({**rules, "turn_limit": 9}).variant["turn_limit"] == 9


def test_act_and_settle_equal_advance(game: tw.Game) -> None:
    state, chance = game.start(seed=3), np.random.default_rng(1)
    for turn in range(12):
        if state.phase == "over":
            break
        action = int(chance.choice(state.actions()))
        seed, (expected, expected_gain) = turn, state.advance(action, tw.Dice(turn))
        dice, (after, gain) = tw.Dice(seed), state.act(action)
        while after.phase == "chance":
            outcomes = after.outcomes()
            ticket = dice.word() * sum(weight for _, weight in outcomes) >> 64
            text = next(text for i, (text, _) in enumerate(outcomes) if ticket < sum(w for _, w in outcomes[: i + 1]))
            after, more = after.settle(text)
            gain += more
        assert (after, gain) == (expected, expected_gain)
        state = expected


def test_state_every_kind_survives_pickle_and_copy(game: tw.Game) -> None:
    state = game.start(seed=1)
    after, _ = state.act(int(state.actions()[-1]))
    states = [state, after]
    while after.phase == "chance" and len(states) < 6:
        after, _ = after.settle(after.outcomes()[-1][0])
        states.append(after)
    for kept in states:
        for other in (pickle.loads(pickle.dumps(kept)), copy.copy(kept), copy.deepcopy(kept)):
            assert other == kept and hash(other) == hash(kept) and str(other) == str(kept)
            assert other.phase == kept.phase and other.outcomes() == kept.outcomes()


def test_arrays_agree_with_the_position(game: tw.Game) -> None:
    state = game.start(seed=5)
    cells = [cell for row in str(state).split(" |")[0].split("/") for cell in row.split(" ")]
    faces = [0 if cell == "." else int(cell.split("+")[0]) for cell in cells]
    assert state.faces().tolist() == faces and state.faces().dtype == np.int32
    mask = state.action_mask()
    assert mask.dtype == np.bool_ and np.flatnonzero(mask).tolist() == state.actions().tolist()
    try:
        assert state.ranks().tolist() == [face.bit_length() - 1 if face else 0 for face in faces]
    except tw.PositionError:
        assert any(face & (face - 1) or face == 1 for face in faces)


def test_render_shows_every_board(game: tw.Game) -> None:
    state = game.start(seed=1)
    picture = state.render_rgb()
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) >= 3
    assert "\x1b[48;2;" in state.render_ansi()
    assert state._repr_html_().startswith("<svg") and state._repr_html_().count("<polygon") == game.cells


def test_player_ranks_all_legal_actions_best_first() -> None:
    for preset in ("classic-2048", "merge3", "factors"):
        state = tw.Game(preset).start(seed=1)
        ranking = tw.Player("expectimax:nodes=300").rank(state)
        assert sorted(index for index, _ in ranking) == state.actions().tolist()
        values = [value for _, value in ranking]
        assert values == sorted(values, reverse=True)


def test_player_learned_answers_where_weights_ship() -> None:
    state = tw.Game("classic-2048").start(seed=1)
    assert tw.Player("learned").choose(state) in state.actions()


def test_train_callback_sees_progress_and_stops(tmp_path: Path) -> None:
    out = tmp_path / "small.values"
    seen: list[int] = []

    def callback(progress: dict[str, float]) -> bool:
        seen.append(int(progress["moves"]))
        return len(seen) < 2

    tw.train("merge3", out, moves=500_000, callback=callback)
    assert len(seen) == 2 and seen[1] < 500_000
    state = tw.Game("merge3").start(seed=1)
    assert tw.Player(f"learned:values={out}").choose(state) in state.actions()
    with pytest.raises(tw.Error, match="is there already; resume=True goes on"):
        tw.train("merge3", out, moves=10)
    assert tw.train("merge3", out, moves=10, resume=True)["moves"] > seen[1]


def test_train_features_are_kept_in_the_file(tmp_path: Path) -> None:
    out = tmp_path / "own.values"
    tw.train("merge3", out, moves=1_000, features="runs 3\nsingles")
    assert b"\ntuples runs 3; singles\n" in out.read_bytes()
    with pytest.raises(tw.Error, match="line 1: “rnus” is none of"):
        tw.train("merge3", tmp_path / "no.values", features="rnus")


def test_train_writes_the_files_of_the_command(tmp_path: Path) -> None:
    program = os.environ.get("TILEWRIGHT", str(ROOT / "target/debug/tilewright"))
    ours, theirs = tmp_path / "ours.values", tmp_path / "theirs.values"
    tw.train("numberclart", ours, moves=6_000, seed=5, small=True)
    command = [program, "train", "numberclart", "--moves", "6000", "--seed", "5", "--small", "--out", str(theirs)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert ours.read_bytes() == theirs.read_bytes()
    curves = [Path(f"{file}.curve").read_text(encoding="utf-8").splitlines() for file in (ours, theirs)]
    points = [[{**json.loads(line), "seconds": 0} for line in curve] for curve in curves]
    assert points[0] == points[1] and points[0][-1]["moves"] == 6_000
