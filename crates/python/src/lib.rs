//! The native half of the Python package `tilewright` (in `python/`): games, states, dice, sessions, players, training,
//! and the environments' inner loops.
//!
//! Nothing is decided here. Rules, players and learning are those of the other crates; this one turns their values into
//! Python's and NumPy's, and their errors into the package's exceptions.
//!
//! ```python
//! import tilewright as tw
//! game = tw.Game("classic-2048")
//! state = game.start(seed=1)
//! state, gain = state.advance(state.actions()[0], tw.Dice(1))
//! ```
//!
//! This example is the package's own, where `python/tests/test_docs.py` runs it.

#![forbid(unsafe_code)]

mod batch;
mod convert;
mod dice;
mod env;
mod errors;
mod game;
mod lab;
mod lanes;
mod observation;
mod picture;
mod player;
mod session;
mod state;
mod train;

use pyo3::prelude::*;

/// The module `tilewright._native`. It relies on the GIL: arrays that it writes to are in the hands of callers.
#[pymodule(gil_used = true)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<dice::Dice>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<env::Env>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<lab::Experiment>()?;
    module.add_class::<lab::Results>()?;
    module.add_function(wrap_pyfunction!(game::presets, module)?)?;
    module.add_function(wrap_pyfunction!(game::revisions, module)?)?;
    module.add_function(wrap_pyfunction!(session::verify, module)?)?;
    module.add_function(wrap_pyfunction!(train::train, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
