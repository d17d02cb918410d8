//! Players, asked about states.

use crate::{errors::Kind, state::State};
use pyo3::{prelude::*, types::PyType};
use std::{
    cell::Cell,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tilewright_core::Game as _;
use tilewright_players::{Budget, Engine, EngineSlot, Limit, Player as Name, Tables};

/// A player by its name, with parameters as on the command line.
///
/// >>> import tilewright as tw
/// >>> player = tw.Player("expectimax:nodes=2000")
/// >>> state = tw.Game("classic-2048").start(seed=1)
/// >>> [index for index, value in player.rank(state)] == sorted(state.actions(), key=dict(player.rank(state)).get, reverse=True)
/// True
#[pyclass(module = "tilewright", frozen)]
pub(crate) struct Player {
    name: Name,
    tables: Tables,
    /// The engine for the game that was asked about last. A thread takes it out while it asks, so that no other thread and
    /// no forked process waits for it.
    engine: Mutex<EngineSlot>,
}

impl Player {
    /// What the engine answers about a state. An answer that says nothing is an error unless the game is over.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        state: &State,
        nodes: Option<u64>,
        ask: impl Fn(&mut Engine, &Limit<'_>) -> Option<T> + Send + Sync,
    ) -> PyResult<Option<T>> {
        let budget = nodes.map_or(Budget::Default, Budget::Nodes);
        let mut slot = std::mem::take(&mut *self.slot());
        let answer = py.detach(|| {
            let refused = |message: String| Kind::Player.with(message);
            let engine = slot.get(&self.name, &state.setup().game, &self.tables);
            let engine = engine.map_err(|error| refused(error.to_string()))?;
            let signals = Signals::default();
            let answer = ask(engine, &Limit { budget, stop: &|| signals.came() });
            if let Some(error) = signals.raised.take() {
                return Err(error);
            }
            let silent = answer.is_none() && state.setup().game.choose(&state.state, 0).is_some();
            if silent { Err(refused(engine.excuse())) } else { Ok(answer) }
        });
        *self.slot() = slot;
        answer
    }

    fn slot(&self) -> MutexGuard<'_, EngineSlot> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks for signals during a search, so that Ctrl-C ends it.
struct Signals {
    looked: Cell<Instant>,
    raised: Cell<Option<PyErr>>,
}

impl Default for Signals {
    fn default() -> Self {
        Self { looked: Cell::new(Instant::now()), raised: Cell::new(None) }
    }
}

impl Signals {
    /// Whether a signal handler raised an exception. Looks a few times a second: each look takes the GIL.
    fn came(&self) -> bool {
        if self.looked.get().elapsed() < Duration::from_millis(200) {
            return false;
        }
        let raised = Python::attach(|py| py.check_signals()).err();
        self.looked.set(Instant::now());
        let came = raised.is_some();
        self.raised.set(raised);
        came
    }
}

#[pymethods]
impl Player {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let name = Name::parse(name).map_err(|error| Kind::Player.with(error))?;
        let mut tables = Tables::default();
        tables.open(&name).map_err(|error| Kind::Player.with(error))?;
        Ok(Self { name, tables, engine: Mutex::default() })
    }

    /// The legal actions with their values, best first: [(index, value)]. Empty if the game is over.
    #[pyo3(signature = (state, *, nodes = None))]
    fn rank(&self, py: Python<'_>, state: &State, nodes: Option<u64>) -> PyResult<Vec<(usize, f64)>> {
        let list = state.setup().game.action_list();
        let ranking = self.ask(py, state, nodes, |engine, limit| {
            Some(engine.rank(&state.state, limit).actions).filter(|actions| !actions.is_empty())
        })?;
        let ranking = ranking.unwrap_or_default().into_iter();
        Ok(ranking.filter_map(|(action, value)| Some((list.index(action)?, value))).collect())
    }

    /// The index of the best action; None if the game is over.
    #[pyo3(signature = (state, *, nodes = None))]
    fn choose(&self, py: Python<'_>, state: &State, nodes: Option<u64>) -> PyResult<Option<usize>> {
        let action = self.ask(py, state, nodes, |engine, limit| engine.choose(&state.state, limit))?;
        Ok(action.and_then(|action| state.setup().game.action_list().index(action)))
    }

    /// The name with its parameters.
    #[getter]
    fn name(&self) -> String {
        self.name.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Player(\"{}\")", self.name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.name(),))
    }
}
