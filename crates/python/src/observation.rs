//! What an environment shows of a state: ranks or values of all cells, strain, the preview.

use crate::errors::Kind;
use numpy::{
    PyArrayDyn,
    ndarray::{ArrayD, IxDyn},
};
use pyo3::{intern, prelude::*, types::PyDict};
use tilewright_core::{Game, Shape, bits};
use tilewright_games::{AnyGame, AnyState};
use tilewright_session::Setup;

/// How tiles are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tiles {
    /// As `uint8`: 0 where empty, n for 2^n.
    Ranks,
    /// As `int32`: their values.
    Faces,
}

impl Tiles {
    /// The name of the `observation` argument.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ranks => "ranks",
            Self::Faces => "faces",
        }
    }
}

/// The form of observations.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) tiles: Tiles,
    /// The shape of a board: rows and columns, or cells; with strain, 2 comes first.
    pub(crate) shape: Vec<usize>,
    /// How many coming values are shown.
    pub(crate) preview: usize,
    strain: bool,
}

impl Form {
    /// The form that an `observation` argument asks for; without one, ranks where all values are powers of two.
    pub(crate) fn new(setup: &Setup, wanted: Option<&str>) -> PyResult<Self> {
        let rules = setup.variant.rules();
        let powers = rules.has_ranks();
        let tiles = match wanted {
            None if powers => Tiles::Ranks,
            None | Some("faces") => Tiles::Faces,
            Some("ranks") if powers => Tiles::Ranks,
            Some("ranks") => {
                return Err(
                    Kind::Variant.with("not all tiles of this game are powers of two: observation is \"faces\"")
                );
            }
            Some(_) => return Err(Kind::Variant.with("observation is \"ranks\" or \"faces\"")),
        };
        let topology = setup.game.topology();
        let mut shape = match topology.shape() {
            Shape::Square { width, height, .. } => vec![height.into(), width.into()],
            _ => vec![topology.len()],
        };
        let strain = rules.has_strain();
        if strain {
            shape.insert(0, 2);
        }
        Ok(Self { tiles, shape, preview: rules.preview(), strain })
    }

    /// How many numbers a board has.
    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Writes a board of ranks.
    #[inline]
    pub(crate) fn write_ranks<G: Game>(game: &G, state: &G::State, board: &mut [u8]) {
        // Such games have no other values.
        let _ = game.ranks(state, board);
    }

    /// Writes a board of values, and of strain where there is some.
    #[inline]
    pub(crate) fn write_faces<G: Game>(&self, game: &G, state: &G::State, board: &mut [i32]) {
        let mut values = [0; 128];
        let cells = game.topology().len();
        game.values(state, &mut values[..cells]);
        for (face, value) in board.iter_mut().zip(&values[..cells]) {
            *face = *value as i32;
        }
        if self.strain {
            let mut strains = [0; 128];
            game.strains(state, &mut strains[..cells]);
            for (shown, strain) in board[cells..].iter_mut().zip(&strains[..cells]) {
                *shown = (*strain).into();
            }
        }
    }

    /// Writes the coming values, as the tiles are shown.
    pub(crate) fn write_preview<G: Game>(&self, game: &G, state: &G::State, preview: &mut [i32]) {
        let next = game.position(state).next;
        for (i, shown) in preview.iter_mut().enumerate() {
            let value = next.get(i).copied().unwrap_or(0);
            *shown = match self.tiles {
                Tiles::Ranks if value > 0 => value.trailing_zeros() as i32,
                _ => value as i32,
            };
        }
    }

    /// A state's observation in fresh arrays.
    pub(crate) fn observe<'py, G: Game>(
        &self,
        py: Python<'py>,
        game: &G,
        state: &G::State,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = IxDyn(&self.shape);
        let board = match self.tiles {
            Tiles::Ranks => {
                let mut board = vec![0; self.len()];
                Self::write_ranks(game, state, &mut board);
                array(py, shape, board)?.into_any()
            }
            Tiles::Faces => {
                let mut board = vec![0; self.len()];
                self.write_faces(game, state, &mut board);
                array(py, shape, board)?.into_any()
            }
        };
        if self.preview == 0 {
            return Ok(board);
        }
        let mut preview = vec![0; self.preview];
        self.write_preview(game, state, &mut preview);
        let both = PyDict::new(py);
        both.set_item(intern!(py, "board"), board)?;
        both.set_item(intern!(py, "preview"), array(py, IxDyn(&[self.preview]), preview)?)?;
        Ok(both.into_any())
    }
}

fn array<T: numpy::Element>(py: Python<'_>, shape: IxDyn, data: Vec<T>) -> PyResult<Bound<'_, PyArrayDyn<T>>> {
    let array = ArrayD::from_shape_vec(shape, data).map_err(|error| Kind::Error.with(error))?;
    Ok(PyArrayDyn::from_owned_array(py, array))
}

/// The number of steps after which games are cut: that of a `turns` argument.
pub(crate) fn step_limit(turns: Option<u64>) -> PyResult<Option<u64>> {
    match turns {
        Some(0) => Err(Kind::Variant.with("turns is 1 or more, or None")),
        turns => Ok(turns),
    }
}

/// What a step is rewarded with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reward {
    /// The points.
    Points,
    /// log₂(1 + points).
    Log2,
}

impl Reward {
    pub(crate) fn new(name: &str) -> PyResult<Self> {
        match name {
            "points" => Ok(Self::Points),
            "log2" => Ok(Self::Log2),
            _ => Err(Kind::Variant.with("reward is \"points\" or \"log2\"")),
        }
    }

    /// The name of the `reward` argument.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Log2 => "log2",
        }
    }

    #[inline]
    pub(crate) fn of(self, gain: u64) -> f64 {
        match self {
            Self::Points => gain as f64,
            Self::Log2 => (1.0 + gain as f64).log2(),
        }
    }
}

/// Which actions are legal, a flag for each.
pub(crate) fn action_mask(game: &AnyGame, state: &AnyState) -> Vec<bool> {
    let list = game.action_list();
    let (mut set, mut mask) = (vec![0; list.words()], vec![false; list.len()]);
    game.action_set(state, &mut set);
    bits::flags(&set, &mut mask);
    mask
}
