"""The same games as over the protocol, turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw

ROOT = Path(__file__).parents[2]


def test_states_gains_masks_and_events_equal_the_protocol(game: tw.Game, rpc: Any) -> None:
    what = {"preset": game.preset} if game.preset else {"variant": game.variant}
    for seed in (1, 2**64 - 1):
        view = rpc.call("new", seed=str(seed), game="parity", **what)
        session, state, dice = tw.Session(game, seed), game.start(seed=seed), tw.Dice(seed, draws=view["draws"])
        chance, score = np.random.default_rng(seed % 2**32), 0
        for _ in range(40):
            assert str(state) == view["board"] == str(session.state)
            legal = [game.action_text(int(index)) for index in state.actions()]
            assert legal == view["legal"] and int(state.action_mask().sum()) == len(legal)
            if view["phase"] == "over":
                assert state.phase == "over" and state.reason == view["reason"]
                break
            action = str(chance.choice(legal))
            answer = rpc.call("play", action=action, game="parity")
            assert session.play(action) == answer["events"]
            state, gain = state.advance(game.action_index(action), dice)
            score += gain
            view = answer["view"]
            assert score == view["score"] == session.score and dice.draws == view["draws"]
            mine = session.view()
            assert {**mine, "game": "parity"} == view


def test_session_undo_redo_and_replay(game: tw.Game) -> None:
    session = tw.Session(game, 7)
    for _ in range(5):
        if session.state.phase == "over":
            break
        session.play(int(session.state.actions()[0]))
    end = session.view()
    back = session.undo()
    assert back["turn"] == end["turn"] - 1
    again = session.redo()
    assert again["board"] == end["board"] and again["score"] == end["score"]
    summary = tw.verify(session.replay())
    assert summary["score"] == end["score"] and summary["turns"] == end["turn"]
    with pytest.raises(tw.Error, match="nothing to redo"):
        session.redo()


def test_verify_recorded_replays_pass() -> None:
    replays = sorted((ROOT / "tests/data").rglob("*.replay"))
    assert replays
    for path in replays:
        assert tw.verify(path.read_text(encoding="utf-8"))["turns"] > 0, path
