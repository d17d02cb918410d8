//! The inner loop of a single environment.

use crate::{
    errors::Kind,
    game::{Game, action_indexed, setup_of},
    observation::{Form, Reward, Tiles, action_mask, step_limit},
    state::State,
};
use numpy::PyArray1;
use pyo3::{
    intern,
    prelude::*,
    types::{PyDict, PyType},
};
use std::sync::Arc;
use tilewright_core::{Dice1, Game as _};
use tilewright_games::AnyState;
use tilewright_session::Setup;

/// The arguments that made an environment: game, observation, reward, turns.
type Arguments = (Game, &'static str, &'static str, Option<u64>);

/// A pickled game: its position, seed, draws, score, turns and steps.
type Played = (String, u64, u64, u64, u64, u64);

/// What a step gives in Gymnasium: observation, reward, terminated, truncated, info.
type Step<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

/// One game at a time, for `tilewright.envs.TileEnv`.
#[pyclass(module = "tilewright._native")]
pub(crate) struct Env {
    setup: Arc<Setup>,
    form: Form,
    reward: Reward,
    /// The number of steps at which games are cut, if they are.
    limit: Option<u64>,
    state: AnyState,
    seed: u64,
    dice: Dice1,
    score: u64,
    /// Turns played, and steps taken: an action that is not legal is a step, too.
    turn: u64,
    steps: u64,
}

impl Env {
    fn info<'py>(&self, py: Python<'py>, mask: &[bool]) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), PyArray1::from_slice(py, mask))?;
        info.set_item(intern!(py, "score"), self.score)?;
        info.set_item(intern!(py, "turn"), self.turn)?;
        Ok(info)
    }

    fn mask(&self) -> Vec<bool> {
        action_mask(&self.setup.game, &self.state)
    }
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (game, observation = None, reward = "points", turns = None))]
    fn new(game: &Bound<'_, PyAny>, observation: Option<&str>, reward: &str, turns: Option<u64>) -> PyResult<Self> {
        let setup = setup_of(game)?;
        let form = Form::new(&setup, observation)?;
        let (state, reward, limit) = (setup.game.blank(), Reward::new(reward)?, step_limit(turns)?);
        Ok(Self { setup, form, reward, limit, state, seed: 0, dice: Dice1::new(0), score: 0, turn: 0, steps: 0 })
    }

    /// Whether boards are shown as ranks, their shape, and how many coming values are shown.
    #[getter]
    fn form(&self) -> (bool, Vec<usize>, usize) {
        (self.form.tiles == Tiles::Ranks, self.form.shape.clone(), self.form.preview)
    }

    /// Deals the game of a seed.
    fn reset<'py>(&mut self, py: Python<'py>, seed: u64) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        let mut dice = Dice1::new(seed);
        self.state = self.setup.game.start(&mut dice, &mut ()).map_err(|error| Kind::Variant.with(error))?;
        (self.seed, self.dice, self.score, self.turn, self.steps) = (seed, dice, 0, 0, 0);
        let observation = self.form.observe(py, &*self.setup.game, &self.state)?;
        Ok((observation, self.info(py, &self.mask())?))
    }

    /// Plays an action; one that is not legal changes nothing.
    fn step<'py>(&mut self, action: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let (py, action) = (action.py(), action_indexed(&self.setup, action)?);
        let game = &*self.setup.game;
        let played = if game.is_chance(&self.state) {
            return Err(Kind::Error.with("reset the environment before its first step"));
        } else {
            game.advance(&mut self.state, action, &mut self.dice, &mut ())
        };
        let gain = played.unwrap_or(0);
        // Pickles can hold any numbers.
        self.steps = self.steps.saturating_add(1);
        self.score = self.score.saturating_add(gain);
        self.turn = self.turn.saturating_add(played.is_ok().into());
        let mask = self.mask();
        let terminated = !mask.contains(&true);
        let truncated = self.limit.is_some_and(|limit| self.steps >= limit);
        let info = self.info(py, &mask)?;
        if played.is_err() {
            info.set_item(intern!(py, "illegal"), true)?;
        }
        let observation = self.form.observe(py, game, &self.state)?;
        Ok((observation, self.reward.of(gain), terminated, truncated, info))
    }

    /// The state; None before the first reset.
    #[getter]
    fn state(&self) -> Option<State> {
        (!self.setup.game.is_chance(&self.state)).then(|| State::settled(&self.setup, self.state))
    }

    /// For copies and pickles: the class, its arguments, and the game unless it was not reset yet.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Arguments, Option<Played>) {
        let game = Game { setup: Arc::clone(&self.setup) };
        let arguments = (game, self.form.tiles.name(), self.reward.name(), self.limit);
        let played = self
            .state()
            .map(|state| (state.__str__(), self.seed, self.dice.draws(), self.score, self.turn, self.steps));
        (py.get_type::<Self>(), arguments, played)
    }

    /// Goes on with the game of a pickle. A position that cannot stand raises `PositionError`.
    fn __setstate__(&mut self, played: Played) -> PyResult<()> {
        let (position, seed, draws, score, turn, steps) = played;
        self.state = Game { setup: Arc::clone(&self.setup) }.position(&position)?.state;
        self.dice = Dice1::at(seed, draws);
        (self.seed, self.score, self.turn, self.steps) = (seed, score, turn, steps);
        Ok(())
    }
}
