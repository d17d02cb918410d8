//! The vector environment's arrays and its native half.

use crate::{
    errors::Kind,
    game::setup_of,
    lanes::{Arrays, Autoreset, Boards, Common, DealError, LaneData, Lanes, Task},
    observation::{Form, Reward, Tiles, step_limit},
    picture::Picture,
};
use numpy::{
    Element, PyArray1, PyArray3, PyArrayDyn, PyArrayMethods as _, PyReadonlyArray1, PyReadonlyArray2,
    PyReadwriteArrayDyn, PyUntypedArrayMethods as _,
};
use pyo3::{
    IntoPyObjectExt as _,
    exceptions::PyMemoryError,
    prelude::*,
    types::{PyDict, PyTuple},
};
use std::sync::Arc;
use tilewright_core::{Dice1, Game as _, Position, Tile};
use tilewright_session::Setup;

/// An array that the environment owns and writes to at every step.
struct Owned<T: Element>(Py<PyArrayDyn<T>>, usize);

impl<T: Element> Owned<T> {
    /// Zeros: a view of an array of NumPy's, so that callers cannot resize it while a step writes to it.
    fn new(py: Python<'_>, shape: &[usize]) -> PyResult<Self> {
        let zeros = py.import("numpy")?.call_method1("zeros", (PyTuple::new(py, shape)?, T::get_dtype(py)))?;
        let view = zeros.call_method0("view")?.cast_into::<PyArrayDyn<T>>()?;
        Ok(Self(view.unbind(), shape.iter().product()))
    }

    /// The array to write to. A caller who resized it or made it read-only gets an error.
    fn open<'py>(&self, py: Python<'py>) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
        let array = self.0.bind(py);
        if array.len() != self.1 || !array.is_c_contiguous() {
            return Err(Kind::Error.with("an array of the environment was resized"));
        }
        array.try_readwrite().map_err(|_| Kind::Error.with("an array of the environment is in use or read-only"))
    }
}

/// Boards, as ranks or values.
enum OwnedBoards {
    Ranks(Owned<u8>),
    Faces(Owned<i32>),
}

/// The same, opened.
enum OpenBoards<'py> {
    Ranks(PyReadwriteArrayDyn<'py, u8>),
    Faces(PyReadwriteArrayDyn<'py, i32>),
}

impl OwnedBoards {
    fn new(py: Python<'_>, form: &Form, shape: &[usize]) -> PyResult<Self> {
        Ok(match form.tiles {
            Tiles::Ranks => Self::Ranks(Owned::new(py, shape)?),
            Tiles::Faces => Self::Faces(Owned::new(py, shape)?),
        })
    }

    fn open<'py>(&self, py: Python<'py>) -> PyResult<OpenBoards<'py>> {
        Ok(match self {
            Self::Ranks(boards) => OpenBoards::Ranks(boards.open(py)?),
            Self::Faces(boards) => OpenBoards::Faces(boards.open(py)?),
        })
    }

    fn array<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self {
            Self::Ranks(boards) => boards.0.bind(py).clone().into_any(),
            Self::Faces(boards) => boards.0.bind(py).clone().into_any(),
        }
    }
}

impl OpenBoards<'_> {
    fn slice(&mut self) -> PyResult<Boards<'_>> {
        Ok(match self {
            Self::Ranks(boards) => Boards::Ranks(boards.as_slice_mut()?),
            Self::Faces(boards) => Boards::Faces(boards.as_slice_mut()?),
        })
    }
}

/// Many games at a time, for `tilewright.VectorEnv`.
#[pyclass(module = "tilewright._native")]
pub(crate) struct Batch {
    setup: Arc<Setup>,
    common: Common,
    form: Form,
    threads: usize,
    lanes: Lanes,
    /// How many random actions were drawn.
    drawn: u64,
    boards: OwnedBoards,
    previews: Owned<i32>,
    masks: Owned<bool>,
    rewards: Owned<f64>,
    terminated: Owned<bool>,
    truncated: Owned<bool>,
    illegal: Owned<bool>,
    scores: Owned<i64>,
    turns: Owned<i64>,
    finals: OwnedBoards,
    final_previews: Owned<i32>,
    final_masks: Owned<bool>,
    final_scores: Owned<i64>,
    final_turns: Owned<i64>,
    chosen: Owned<i64>,
}

/// What random actions are drawn from, beside the seed of the games.
const CHOOSER: u64 = 0x5eed;

/// The most environments, and the most memory that they take.
const MAX_ENVS: usize = 1 << 24;
const MAX_BYTES: usize = 1 << 32;

/// The bytes of an environment in the arrays that hold one number each.
const BYTES_PER_ENV: usize = 64;

impl Batch {
    fn run(&mut self, py: Python<'_>, actions: &[i64], task: Task<'_>) -> PyResult<()> {
        let (mut boards, mut finals) = (self.boards.open(py)?, self.finals.open(py)?);
        let (mut previews, mut masks, mut rewards) =
            (self.previews.open(py)?, self.masks.open(py)?, self.rewards.open(py)?);
        let (mut terminated, mut truncated) = (self.terminated.open(py)?, self.truncated.open(py)?);
        let (mut illegal, mut scores, mut turns) =
            (self.illegal.open(py)?, self.scores.open(py)?, self.turns.open(py)?);
        let (mut final_previews, mut final_masks) = (self.final_previews.open(py)?, self.final_masks.open(py)?);
        let (mut final_scores, mut final_turns) = (self.final_scores.open(py)?, self.final_turns.open(py)?);
        let arrays = Arrays {
            actions,
            boards: boards.slice()?,
            previews: previews.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            // The games have their own.
            legal: &mut [],
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            illegal: illegal.as_slice_mut()?,
            scores: scores.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
            finals: finals.slice()?,
            final_previews: final_previews.as_slice_mut()?,
            final_masks: final_masks.as_slice_mut()?,
            final_scores: final_scores.as_slice_mut()?,
            final_turns: final_turns.as_slice_mut()?,
        };
        let (lanes, game, common, form) = (&mut self.lanes, &*self.setup.game, &self.common, &self.form);
        py.detach(|| lanes.run(game, common, form, arrays, task)).map_err(|error| Kind::Variant.with(error))
    }
}

/// Why games cannot be dealt, as an exception.
fn refused(error: DealError) -> PyErr {
    match error {
        DealError::NoStart(error) => Kind::Variant.with(error),
        DealError::Memory => PyMemoryError::new_err("there is not enough memory for so many environments"),
    }
}

/// The games, unless another thread is at work on them.
fn lock<'py>(batch: &Bound<'py, Batch>) -> PyResult<PyRefMut<'py, Batch>> {
    batch.try_borrow_mut().map_err(|_| Kind::Error.with("another thread is stepping this environment"))
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, num_envs, seed, threads = 1, observation = None, reward = "points", turns = None, autoreset = "same-step"))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        num_envs: usize,
        seed: u64,
        threads: usize,
        observation: Option<&str>,
        reward: &str,
        turns: Option<u64>,
        autoreset: &str,
    ) -> PyResult<Self> {
        let setup = setup_of(game)?;
        let form = Form::new(&setup, observation)?;
        let actions = setup.game.action_list().len();
        let board = form.len() * if form.tiles == Tiles::Ranks { 1 } else { 4 };
        let bytes = 2 * (board + 4 * form.preview + actions) + Lanes::bytes_per_env(&setup.game) + BYTES_PER_ENV;
        let most = MAX_ENVS.min(MAX_BYTES / bytes);
        if !(1..=most).contains(&num_envs) {
            return Err(Kind::Error.with(format!("num_envs is 1 to {most}")));
        }
        if !(1..=256).contains(&threads) {
            return Err(Kind::Error.with("threads are 1 to 256"));
        }
        let autoreset = match autoreset {
            "next-step" => Autoreset::NextStep,
            "same-step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            _ => return Err(Kind::Error.with("autoreset is \"next-step\", \"same-step\" or \"disabled\"")),
        };
        let common = Common { seed, num_envs, turns: step_limit(turns)?, reward: Reward::new(reward)?, autoreset };
        let lanes = py.detach(|| Lanes::deal(&setup.game, &common)).map_err(refused)?;
        let board = [&[num_envs], &form.shape[..]].concat();
        let envs = [num_envs];
        // Only environments that begin anew in the same step show what they ended with.
        let ended = if autoreset == Autoreset::SameStep { num_envs } else { 0 };
        let ended_board = [&[ended], &form.shape[..]].concat();
        let mut batch = Self {
            boards: OwnedBoards::new(py, &form, &board)?,
            previews: Owned::new(py, &[num_envs, form.preview])?,
            masks: Owned::new(py, &[num_envs, actions])?,
            rewards: Owned::new(py, &envs)?,
            terminated: Owned::new(py, &envs)?,
            truncated: Owned::new(py, &envs)?,
            illegal: Owned::new(py, &envs)?,
            scores: Owned::new(py, &envs)?,
            turns: Owned::new(py, &envs)?,
            finals: OwnedBoards::new(py, &form, &ended_board)?,
            final_previews: Owned::new(py, &[ended, form.preview])?,
            final_masks: Owned::new(py, &[ended, actions])?,
            final_scores: Owned::new(py, &envs)?,
            final_turns: Owned::new(py, &envs)?,
            chosen: Owned::new(py, &envs)?,
            threads: threads.min(num_envs),
            drawn: 0,
            setup,
            common,
            form,
            lanes,
        };
        batch.run(py, &[], Task::Show)?;
        Ok(batch)
    }

    /// Whether boards are shown as ranks, their shape, and how many coming values are shown.
    #[getter]
    fn form(&self) -> (bool, Vec<usize>, usize) {
        (self.form.tiles == Tiles::Ranks, self.form.shape.clone(), self.form.preview)
    }

    /// Begins anew with the games of a seed.
    fn restart(batch: &Bound<'_, Self>, seed: u64) -> PyResult<()> {
        let (py, this) = (batch.py(), &mut *lock(batch)?);
        let common = Common { seed, ..this.common };
        this.lanes = py.detach(|| Lanes::deal(&this.setup.game, &common)).map_err(refused)?;
        (this.common, this.drawn) = (common, 0);
        this.run(py, &[], Task::Show)
    }

    /// Begins the next game of some environments.
    fn next_games(batch: &Bound<'_, Self>, mask: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let this = &mut *lock(batch)?;
        let mask = mask.as_slice().map_err(|_| Kind::Error.with("a mask is contiguous"))?;
        if mask.len() != this.common.num_envs {
            return Err(Kind::Error.with(format!("a mask has {} entries", this.common.num_envs)));
        }
        // A copy: the caller may write to its own while this runs.
        let mask = mask.to_vec();
        this.run(batch.py(), &[], Task::Next(&mask))
    }

    /// Plays an action in every environment.
    fn step(batch: &Bound<'_, Self>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let this = &mut *lock(batch)?;
        let (envs, count) = (this.common.num_envs, this.setup.game.action_list().len() as u64);
        let given = actions.as_slice().map_err(|_| Kind::IllegalAction.with("actions are contiguous"))?;
        if given.len() != envs {
            return Err(Kind::IllegalAction.with(format!("there are {} actions for {envs} environments", given.len())));
        }
        if let Some(wrong) = given.iter().find(|action| **action as u64 >= count) {
            return Err(Kind::IllegalAction.with(format!("there is no action {wrong}; actions are 0 to {}", count - 1)));
        }
        this.run(batch.py(), given, Task::Step(this.threads))
    }

    /// Random legal actions, uniform, 0 where the game is over.
    fn random_actions<'py>(batch: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let (py, this) = (batch.py(), &mut *lock(batch)?);
        let mut chosen = this.chosen.open(py)?;
        let actions = chosen.as_slice_mut()?;
        let dice = Dice1::at(this.common.seed ^ CHOOSER, this.drawn);
        this.drawn += this.common.num_envs as u64;
        let lanes = &this.lanes;
        py.detach(|| lanes.choose(dice, actions));
        drop(chosen);
        Ok(this.chosen.0.bind(py).clone())
    }

    /// The arrays that every step writes to, by name.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        arrays.set_item("boards", self.boards.array(py))?;
        arrays.set_item("previews", self.previews.0.bind(py))?;
        arrays.set_item("masks", self.masks.0.bind(py))?;
        arrays.set_item("rewards", self.rewards.0.bind(py))?;
        arrays.set_item("terminated", self.terminated.0.bind(py))?;
        arrays.set_item("truncated", self.truncated.0.bind(py))?;
        arrays.set_item("illegal", self.illegal.0.bind(py))?;
        arrays.set_item("scores", self.scores.0.bind(py))?;
        arrays.set_item("turns", self.turns.0.bind(py))?;
        arrays.set_item("finals", self.finals.array(py))?;
        arrays.set_item("final_previews", self.final_previews.0.bind(py))?;
        arrays.set_item("final_masks", self.final_masks.0.bind(py))?;
        arrays.set_item("final_scores", self.final_scores.0.bind(py))?;
        arrays.set_item("final_turns", self.final_turns.0.bind(py))?;
        Ok(arrays)
    }

    /// The boards of all games, as text with the terminal's colours or as pictures.
    fn render<'py>(batch: &Bound<'py, Self>, ansi: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (py, this) = (batch.py(), &mut *lock(batch)?);
        let boards = this.lanes.read(&this.setup.game, &this.common);
        let draw = |lane: LaneData| {
            let tiles = &lane.position.tiles;
            if ansi {
                tilewright_tui::board_ansi(&this.setup, tiles).into_bound_py_any(py)
            } else {
                Ok(PyArray3::from_owned_array(py, Picture::of(&this.setup, tiles).pixels()).into_any())
            }
        };
        boards.into_iter().map(draw).collect()
    }

    /// All games as arrays, fresh ones.
    fn states<'py>(batch: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (py, this) = (batch.py(), &mut *lock(batch)?);
        let (lanes, game, common) = (&mut this.lanes, &*this.setup.game, &this.common);
        let data = py.detach(|| lanes.read(game, common));
        let (envs, cells) = (data.len(), game.topology().len());
        let per_cell = |of: fn(Tile) -> i32| -> Vec<i32> {
            data.iter().flat_map(|lane| lane.position.tiles.iter().map(move |tile| tile.map_or(0, of))).collect()
        };
        let each = |of: fn(&LaneData) -> u64| PyArray1::from_iter(py, data.iter().map(of));
        let states = PyDict::new(py);
        states.set_item("faces", PyArray1::from_vec(py, per_cell(|tile| tile.value as i32)).reshape([envs, cells])?)?;
        states
            .set_item("strain", PyArray1::from_vec(py, per_cell(|tile| tile.strain.into())).reshape([envs, cells])?)?;
        let previews: Vec<i32> = data
            .iter()
            .flat_map(|lane| (0..this.form.preview).map(|i| lane.position.next.get(i).map_or(0, |value| *value as i32)))
            .collect();
        states.set_item("preview", PyArray1::from_vec(py, previews).reshape([envs, this.form.preview])?)?;
        let counter = |of: fn(&LaneData) -> Option<u32>| {
            PyArray1::from_iter(py, data.iter().map(|lane| of(lane).map_or(-1, i64::from)))
        };
        states.set_item("clock", counter(|lane| lane.position.clock))?;
        states.set_item("left", counter(|lane| lane.position.left))?;
        states.set_item("score", each(|lane| lane.score))?;
        states.set_item("turn", each(|lane| lane.turn))?;
        states.set_item("number", each(|lane| lane.number))?;
        states.set_item("seed", each(|lane| lane.seed))?;
        states.set_item("draws", each(|lane| lane.draws))?;
        Ok(states)
    }

    /// Sets all games from arrays like those of `states`; where a position cannot stand, nothing changes.
    #[pyo3(signature = (faces, strain, preview, clock, left, score, turn, number, seed, draws))]
    #[expect(clippy::too_many_arguments, reason = "one for each array")]
    fn set_states(
        batch: &Bound<'_, Self>,
        faces: PyReadonlyArray2<'_, i64>,
        strain: PyReadonlyArray2<'_, i64>,
        preview: PyReadonlyArray2<'_, i64>,
        clock: PyReadonlyArray1<'_, i64>,
        left: PyReadonlyArray1<'_, i64>,
        score: PyReadonlyArray1<'_, u64>,
        turn: PyReadonlyArray1<'_, u64>,
        number: PyReadonlyArray1<'_, u64>,
        seed: PyReadonlyArray1<'_, u64>,
        draws: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<()> {
        let this = &mut *lock(batch)?;
        let (envs, cells, shown) = (this.common.num_envs, this.setup.game.topology().len(), this.form.preview);
        let shapes =
            [(faces.shape(), [envs, cells]), (strain.shape(), [envs, cells]), (preview.shape(), [envs, shown])];
        let lens = [clock.len(), left.len(), score.len(), turn.len(), number.len(), seed.len(), draws.len()];
        if shapes.iter().any(|(shape, wanted)| shape != wanted) || lens.iter().any(|len| *len != envs) {
            let shown =
                format!("faces and strain are [{envs}, {cells}], preview is [{envs}, {shown}], others [{envs}]");
            return Err(Kind::Position.with(shown));
        }
        let (faces, strain, preview) = (faces.as_array(), strain.as_array(), preview.as_array());
        let (clock, left, score) = (clock.as_array(), left.as_array(), score.as_array());
        let (turn, numbers, seed, draws) = (turn.as_array(), number.as_array(), seed.as_array(), draws.as_array());
        let number = |value: i64, what: &str| {
            u32::try_from(value).map_err(|_| Kind::Position.with(format!("{value} is no {what}")))
        };
        let data: PyResult<Vec<LaneData>> = (0..envs)
            .map(|env| {
                let mut tiles = Vec::with_capacity(cells);
                for cell in 0..cells {
                    let value = number(faces[[env, cell]], "value")?;
                    let strain =
                        u8::try_from(strain[[env, cell]]).map_err(|_| Kind::Position.with("strain is small"))?;
                    tiles.push((value > 0).then_some(Tile { value, strain }));
                }
                let next: PyResult<Vec<u32>> = (0..shown).map(|i| number(preview[[env, i]], "value")).collect();
                let optional = |value: i64, what| if value < 0 { Ok(None) } else { number(value, what).map(Some) };
                Ok(LaneData {
                    position: Position {
                        tiles,
                        next: next?,
                        clock: optional(clock[env], "clock")?,
                        left: optional(left[env], "number of turns")?,
                    },
                    score: score[env],
                    turn: turn[env],
                    number: numbers[env],
                    seed: seed[env],
                    draws: draws[env],
                })
            })
            .collect();
        this.lanes
            .set(&this.setup.game, &data?)
            .map_err(|(env, error)| Kind::Position.with(format!("environment {env}: {error}")))?;
        this.run(batch.py(), &[], Task::Show)
    }
}
