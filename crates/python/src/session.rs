//! Sessions: one play, as in the protocol.

use crate::{
    convert::to_python,
    errors::Kind,
    game::{Game, action_of, setup_of},
    state::State,
};
use pyo3::{prelude::*, sync::MutexExt as _};
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tilewright_core::{Game as _, Position};
use tilewright_session::{PlayError, Replay, Session as Play, refusal};

/// One play of a game: turns with their events, undo, redo, a view, a replay.
///
/// >>> import tilewright as tw
/// >>> session = tw.Session("classic-2048", 42)
/// >>> events = session.play(session.view()["legal"][0])
/// >>> session.view()["turn"]
/// 1
/// >>> tw.verify(session.replay())["turns"]
/// 1
#[pyclass(module = "tilewright", frozen)]
pub(crate) struct Session(Mutex<Play>);

impl Session {
    /// The play. Several threads take turns; while one waits, Python goes on.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Play> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

fn view_of<'py>(py: Python<'py>, play: &Play) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &json!(play.view()))
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (game, seed, *, position = None))]
    fn new(game: &Bound<'_, PyAny>, seed: u64, position: Option<&str>) -> PyResult<Self> {
        let setup = setup_of(game)?;
        match position {
            None => {
                Play::new(setup, seed).map(|play| Self(Mutex::new(play))).map_err(|error| Kind::Variant.with(error))
            }
            Some(text) => {
                let refused = |error| Kind::Position.with(error);
                let position = Position::parse(setup.game.topology(), text).map_err(refused)?;
                Play::from_position(setup, &position, seed).map(|play| Self(Mutex::new(play))).map_err(refused)
            }
        }
    }

    /// Plays an action, by its text or index; gives the turn's events.
    fn play<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut play = self.lock(py);
        let action = action_of(play.setup(), action)?;
        let played = play.play(action, None).map_err(|error| {
            Kind::IllegalAction.with(match error {
                PlayError::Illegal(_) => refusal(play.game(), play.state(), action),
                error => error.to_string(),
            })
        })?;
        to_python(py, &json!(played.events))
    }

    /// Takes the last turn back; gives the view.
    fn undo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut play = self.lock(py);
        if play.undo() { view_of(py, &play) } else { Err(Kind::Error.with("there is nothing to undo")) }
    }

    /// Plays again what was taken back; gives the view.
    fn redo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut play = self.lock(py);
        if play.redo() { view_of(py, &play) } else { Err(Kind::Error.with("there is nothing to redo")) }
    }

    /// How the game stands, as a dict of the same shape as the protocol's view.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view_of(py, &self.lock(py))
    }

    /// The game so far as a replay, a text that `verify` and `tilewright replay` read.
    fn replay(&self, py: Python<'_>) -> String {
        self.lock(py).replay()
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Game {
        Game { setup: Arc::clone(self.lock(py).setup()) }
    }

    /// The state.
    #[getter]
    fn state(&self, py: Python<'_>) -> State {
        let play = self.lock(py);
        State::settled(play.setup(), *play.state())
    }

    /// The points so far.
    #[getter]
    fn score(&self, py: Python<'_>) -> u64 {
        self.lock(py).score()
    }

    /// The turns played.
    #[getter]
    fn turn(&self, py: Python<'_>) -> usize {
        self.lock(py).turn()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let play = self.lock(py);
        format!("<Session: turn {}, score {}, {}>", play.turn(), play.score(), play.board())
    }
}

/// Plays a replay again; gives its summary, or raises ReplayError naming the first turn that differs.
#[pyfunction]
pub(crate) fn verify<'py>(py: Python<'py>, replay: &str) -> PyResult<Bound<'py, PyAny>> {
    let verified = py.detach(|| Replay::read(replay).and_then(|replay| replay.verify()));
    let verified = verified.map_err(|error| Kind::Replay.with(error))?;
    let setup = &verified.setup;
    let summary = json!({
        "preset": setup.preset.map(|preset| preset.id),
        "variant": setup.variant.to_json(),
        "seed": verified.seed,
        "turns": verified.turns,
        "score": verified.score,
        "over": verified.over.is_some(),
        "reason": verified.over.map(|reason| reason.name()),
        "assisted": verified.assisted.any(),
    });
    to_python(py, &summary)
}
