//! Players, asked about states.

use crate::{errors::Kind, state::State};
use pyo3::{prelude::*, types::PyType};
use std::sync::{Mutex, PoisonError};
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
    /// The engine for the game that was asked about last.
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
        let answer = py.detach(|| {
            let limit = Limit { budget, stop: &|| false };
            // A search that panicked would leave an engine that is at worst slower.
            let mut slot = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            let engine = slot.get(&self.name, &state.setup().game, &self.tables).map_err(|error| error.to_string())?;
            let answer = ask(engine, &limit);
            let silent = answer.is_none() && state.setup().game.choose(&state.state, 0).is_some();
            if silent { Err(engine.excuse()) } else { Ok(answer) }
        });
        answer.map_err(|message| Kind::Player.with(message))
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
