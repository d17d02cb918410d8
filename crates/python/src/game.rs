//! A game: a preset or a variant, compiled.

use crate::{
    convert::{from_python, to_python},
    errors::Kind,
    state::State,
};
use numpy::{PyArray2, ndarray::Array2};
use pyo3::{
    exceptions::{PyOverflowError, PyTypeError},
    prelude::*,
    types::{PyDict, PyString, PyType},
};
use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};
use tilewright_core::{Action, Dice1, Game as _, Position};
use tilewright_games::{Preset, Variant};
use tilewright_session::Setup;

/// The ids of all presets.
///
/// >>> import tilewright as tw
/// >>> tw.presets()[:2]
/// ['classic-2048', 'hex-2048']
#[pyfunction]
pub(crate) fn presets() -> Vec<&'static str> {
    Preset::all().iter().map(|preset| preset.id).collect()
}

/// The ids of all presets with their revisions, for the names of environments.
#[pyfunction]
pub(crate) fn revisions() -> Vec<(&'static str, u32)> {
    Preset::all().iter().map(|preset| (preset.id, preset.revision)).collect()
}

/// A game: a preset by its id, or a variant as a dict.
///
/// >>> import tilewright as tw
/// >>> game = tw.Game("hex-2048")
/// >>> game.family, game.cells, game.num_actions
/// ('slide', 19, 6)
#[pyclass(module = "tilewright", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) setup: Arc<Setup>,
}

/// The game that a caller names: a `Game`, a preset's id, or a variant as a dict.
pub(crate) fn setup_of(what: &Bound<'_, PyAny>) -> PyResult<Arc<Setup>> {
    let setup = if let Ok(game) = what.cast::<Game>() {
        return Ok(Arc::clone(&game.get().setup));
    } else if let Ok(id) = what.cast::<PyString>() {
        let id = id.to_cow()?;
        // An older revision goes by its name in replays, family/id@revision.
        let preset = Preset::labelled(&id).map_or_else(|| Preset::named(&id), Ok);
        Setup::preset(preset.map_err(|error| Kind::Variant.with(error))?)
    } else if what.is_instance_of::<PyDict>() {
        Variant::from_json(&from_python(what)?).and_then(Setup::custom)
    } else {
        let kind = what.get_type();
        return Err(PyTypeError::new_err(format!(
            "a game is a preset's id, a dict or a tilewright.Game, no {}",
            kind.name()?
        )));
    };
    setup.map_err(|error| Kind::Variant.with(error))
}

/// The action with a dense index or a text.
pub(crate) fn action_of(setup: &Setup, what: &Bound<'_, PyAny>) -> PyResult<Action> {
    if let Ok(text) = what.cast::<PyString>() {
        let action = setup.game.action_named(&text.to_cow()?).map_err(|error| Kind::IllegalAction.with(error))?;
        return Ok(action);
    }
    action_indexed(setup, what)
}

/// The action with a dense index, given as any integer of Python.
pub(crate) fn action_indexed(setup: &Setup, what: &Bound<'_, PyAny>) -> PyResult<Action> {
    let is_too_large = |error: &PyErr| error.is_instance_of::<PyOverflowError>(what.py());
    let index =
        what.extract::<i64>().map_err(|error| if is_too_large(&error) { out_of_range(setup, what) } else { error })?;
    action_at(setup, index)
}

/// The action with a dense index.
pub(crate) fn action_at(setup: &Setup, index: i64) -> PyResult<Action> {
    let action = usize::try_from(index).ok().and_then(|index| setup.game.action_list().get(index));
    action.ok_or_else(|| out_of_range(setup, index))
}

fn out_of_range(setup: &Setup, index: impl std::fmt::Display) -> PyErr {
    let last = setup.game.action_list().len() - 1;
    Kind::IllegalAction.with(format!("there is no action {index}; actions are 0 to {last}"))
}

impl Game {
    fn named(setup: Result<Arc<Setup>, tilewright_games::VariantError>) -> PyResult<Self> {
        setup.map(|setup| Self { setup }).map_err(|error| Kind::Variant.with(error))
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(what: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { setup: setup_of(what)? })
    }

    /// A variant from TOML text, like the files of `tilewright --variant`.
    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Self> {
        Self::named(Variant::from_text(text).and_then(Setup::custom))
    }

    /// The preset's id; None for a variant.
    #[getter]
    fn preset(&self) -> Option<&'static str> {
        self.setup.preset.map(|preset| preset.id)
    }

    /// The preset's revision; None for a variant.
    #[getter]
    fn revision(&self) -> Option<u32> {
        self.setup.preset.map(|preset| preset.revision)
    }

    /// The family: slide, swap, strain or factor.
    #[getter]
    fn family(&self) -> &'static str {
        self.setup.variant.family().name()
    }

    /// The rules as a dict, every field with its value; None for a limit that is not set.
    #[getter]
    fn variant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut rules = self.setup.variant.to_json();
        for field in self.setup.variant.family().fields() {
            if let Some(rules) = rules.as_object_mut().filter(|rules| !rules.contains_key(field.name)) {
                rules.insert(field.name.to_owned(), serde_json::Value::Null);
            }
        }
        to_python(py, &rules)
    }

    /// The number of cells, row by row as in position notation.
    #[getter]
    fn cells(&self) -> usize {
        self.setup.game.topology().len()
    }

    /// Each cell's coordinates, int8 [cells, 2]: axial for hexagons, row and column for grids.
    #[getter]
    fn coords<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let topology = self.setup.game.topology();
        let coords: Vec<_> = topology.cells().map(|cell| topology.coords(cell)).collect();
        let array = Array2::from_shape_fn((coords.len(), 2), |(cell, i)| [coords[cell].0, coords[cell].1][i]);
        PyArray2::from_owned_array(py, array)
    }

    /// Each cell's neighbours, int16 [cells, directions], -1 where there is none.
    #[getter]
    fn neighbours<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i16>> {
        let topology = self.setup.game.topology();
        let rows: Vec<Vec<i16>> = topology
            .cells()
            .map(|cell| {
                let next = |dir| topology.neighbour(cell, dir).map_or(-1, |next| i16::from(next.0));
                topology.dirs().map(next).collect()
            })
            .collect();
        let shape = (topology.len(), topology.dir_count());
        PyArray2::from_owned_array(py, Array2::from_shape_fn(shape, |(cell, dir)| rows[cell][dir]))
    }

    /// The names of the directions, in the order of `neighbours`.
    #[getter]
    fn directions(&self) -> Vec<&'static str> {
        self.setup.game.topology().dir_names().collect()
    }

    /// How many actions there are: those that can be legal in some position.
    #[getter]
    fn num_actions(&self) -> usize {
        self.setup.game.action_list().len()
    }

    /// An action's text, as in the protocol.
    fn action_text(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.setup.game.action_text(action_of(&self.setup, index)?))
    }

    /// The index of an action given as text.
    fn action_index(&self, text: &str) -> PyResult<usize> {
        let game = &self.setup.game;
        let action = game.action_named(text).map_err(|error| Kind::IllegalAction.with(error))?;
        let index = game.action_list().index(action);
        index.ok_or_else(|| Kind::IllegalAction.with(format!("{text} is legal in no position of this game")))
    }

    /// The symmetries of the rules, int16 [k, cells], the identity first: row s tells for each cell where s takes it.
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i16>> {
        let game = &self.setup.game;
        let (list, cells) = (game.symmetries(), game.topology().len());
        let image = |(k, cell): (usize, usize)| {
            let cell = tilewright_core::Cell(cell as u8);
            list.get(k).map_or(cell, |symmetry| symmetry.cell(cell)).0.into()
        };
        PyArray2::from_owned_array(py, Array2::from_shape_fn((list.len().max(1), cells), image))
    }

    /// The start of the game of a seed: the same deal as everywhere else.
    fn start(&self, seed: u64) -> PyResult<State> {
        let start = self.setup.game.start(&mut Dice1::new(seed), &mut ());
        start.map(|state| State::settled(&self.setup, state)).map_err(|error| Kind::Variant.with(error))
    }

    /// The state of a position in its notation.
    pub(crate) fn position(&self, text: &str) -> PyResult<State> {
        let game = &self.setup.game;
        let state = Position::parse(game.topology(), text).and_then(|position| game.place(&position));
        state.map(|state| State::settled(&self.setup, state)).map_err(|error| Kind::Position.with(error))
    }

    pub(crate) fn __repr__(&self) -> String {
        match self.setup.preset {
            Some(preset) if preset.is_newest() => format!("Game(\"{}\")", preset.id),
            Some(preset) => format!("Game(\"{}\")", preset.label()),
            None => format!("Game.from_toml(...): {}", self.setup.variant.canonical()),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.setup.variant == other.setup.variant
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.setup.variant.hash().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyAny>,))> {
        let what = match self.setup.preset {
            Some(preset) => PyString::new(py, &preset.label()).into_any(),
            None => self.variant(py)?,
        };
        Ok((py.get_type::<Self>(), (what,)))
    }
}
