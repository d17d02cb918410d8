//! Dice as Python sees them.

use pyo3::prelude::*;
use tilewright_core::{Dice as _, Dice1};

/// The project's dice, dice@1: the words of a seed, one after the other.
///
/// >>> import tilewright as tw
/// >>> dice = tw.Dice(42)
/// >>> dice.word()
/// 13679457532755275413
/// >>> dice.draws
/// 1
#[pyclass(module = "tilewright")]
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    seed: u64,
    pub(crate) dice: Dice1,
}

#[pymethods]
impl Dice {
    #[new]
    #[pyo3(signature = (seed, draws = 0))]
    fn new(seed: u64, draws: u64) -> Self {
        Self { seed, dice: Dice1::at(seed, draws) }
    }

    /// The next 64 bits.
    fn word(&mut self) -> u64 {
        self.dice.word()
    }

    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// How many words were taken.
    #[getter]
    fn draws(&self) -> u64 {
        self.dice.draws()
    }

    fn __repr__(&self) -> String {
        format!("Dice({}, draws={})", self.seed, self.draws())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.dice == other.dice
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (u64, u64)) {
        (py.get_type::<Self>(), (self.seed, self.draws()))
    }
}
