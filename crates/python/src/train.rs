//! `tw.train`: the command `tilewright train`, with a callback.

use crate::{errors::Kind, game::setup_of};
use pyo3::{prelude::*, types::PyDict};
use std::path::PathBuf;
use tilewright_store::{Amount, Plan, Report, TrainError, train as train_into};
use tilewright_values::{Options, Size};

fn describe<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("seconds", report.seconds)?;
    dict.set_item("moves", report.progress.moves)?;
    dict.set_item("games", report.progress.games)?;
    dict.set_item("mean", report.progress.mean)?;
    dict.set_item("turns", report.progress.turns)?;
    Ok(dict)
}

/// Learns values of a game's boards and writes them to a file that `learned:values=FILE` plays from.
///
/// The callback gets the progress as a dict (seconds, moves, games, mean, turns); training ends early if it returns
/// False, and what was learned so far is written. `features` is the text of a feature set, as `tilewright train --features`
/// reads it. With one thread the same seed and moves give the same file. The
/// learning curve is next to it, in FILE.curve, a line of JSON for each point.
#[pyfunction]
#[pyo3(signature = (game, out, *, minutes = 1.0, moves = None, threads = 1, seed = 1, small = false, features = None, resume = false, callback = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn train<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    out: PathBuf,
    minutes: f64,
    moves: Option<u64>,
    threads: usize,
    seed: u64,
    small: bool,
    features: Option<&str>,
    resume: bool,
    callback: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    if !(0.001..=100_000.0).contains(&minutes) || moves == Some(0) || !(1..=64).contains(&threads) {
        return Err(Kind::Error.with("minutes are 0.001 to 100000, moves 1 or more, threads 1 to 64"));
    }
    let variant = setup_of(game)?.variant;
    let features = features.map(str::parse).transpose().map_err(|message: String| Kind::Error.with(message))?;
    if resume && features.is_some() {
        return Err(Kind::Error.with("values that are resumed keep their features"));
    }
    let size = if small { Size::Small } else { Size::Full };
    let options = Options { seed, threads, size, features, ..Options::default() };
    let amount = moves.map_or(Amount::Minutes(minutes), Amount::Moves);
    let plan = Plan { amount, resume, max_bytes: None };
    let callback = callback.map(|callback| callback.clone().unbind());
    let mut raised = None;
    let trained = py.detach(|| {
        // Ctrl-C, or an error of the callback, keeps what was learned.
        let mut goes_on = |report: &Report| {
            let answer = Python::attach(|py| {
                py.check_signals()?;
                let Some(callback) = &callback else { return Ok(true) };
                let answer = callback.bind(py).call1((describe(py, report)?,))?;
                Ok(answer.is_none() || answer.is_truthy()?)
            });
            answer.unwrap_or_else(|error| {
                raised = Some(error);
                false
            })
        };
        train_into(&variant, options, plan, &out, &mut goes_on)
    });
    let trained = trained.map_err(|error| match error {
        TrainError::Exists(_) => Kind::Error.with(format!("{error}; resume=True goes on with it")),
        TrainError::Other(message) => Kind::Error.with(message),
    });
    match raised {
        Some(error) => Err(error),
        None => describe(py, &trained?),
    }
}
