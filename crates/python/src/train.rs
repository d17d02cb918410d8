//! `tw.train`: the command `tilewright train`, with a callback.

use crate::{errors::Kind, game::setup_of};
use pyo3::{prelude::*, types::PyDict};
use std::{
    io::Write as _,
    path::PathBuf,
    time::{Duration, Instant},
};
use tilewright_store::write_with;
use tilewright_values::{MAX_SHIPPED, Options, Progress, Size, Trainer, Values};

/// Turns between two calls of the callback.
const STEP: u64 = 20_000;

fn report<'py>(py: Python<'py>, progress: Progress, seconds: f64) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("seconds", seconds)?;
    dict.set_item("moves", progress.moves)?;
    dict.set_item("games", progress.games)?;
    dict.set_item("mean", progress.mean)?;
    dict.set_item("turns", progress.turns)?;
    Ok(dict)
}

/// Learns values of a game's boards and writes them to a file that `learned:values=FILE` plays from.
///
/// The callback gets the progress as a dict (seconds, moves, games, mean, turns); training ends early if it returns
/// False, and what was learned so far is written. With one thread the same seed and moves give the same file.
#[pyfunction]
#[pyo3(signature = (game, out, *, minutes = 1.0, moves = None, threads = 1, seed = 1, small = false, resume = false, callback = None))]
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
    resume: bool,
    callback: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    if !(0.001..=100_000.0).contains(&minutes) || moves == Some(0) || !(1..=64).contains(&threads) {
        return Err(Kind::Error.with("minutes are 0.001 to 100000, moves 1 or more, threads 1 to 64"));
    }
    let variant = setup_of(game)?.variant;
    let options = Options { seed, threads, size: if small { Size::Small } else { Size::Full } };
    let name = out.display();
    let mut trainer = match (resume, out.exists()) {
        (true, _) => Values::open(&out).and_then(|values| Trainer::resume(&variant, options, &values)),
        (false, false) => Trainer::new(&variant, options).map_err(|error| error.to_string()),
        (false, true) => Err(format!("{name} is there already; resume=True goes on with it")),
    }
    .map_err(|error| Kind::Error.with(error))?;
    let write = |trainer: &Trainer| {
        let bytes = trainer.values().to_bytes(small.then_some(MAX_SHIPPED));
        let written = write_with(&out, |file| file.write_all(&bytes));
        written.map_err(|error| Kind::Error.with(format!("cannot write {name}: {error}")))
    };
    // Before the work: a file that cannot be written after it.
    write(&trainer)?;
    let (clock, first) = (Instant::now(), trainer.progress().moves);
    let time = Duration::from_secs_f64(60.0 * minutes);
    let interrupted = loop {
        let played = trainer.progress().moves - first;
        if moves.map_or(clock.elapsed() >= time, |moves| played >= moves) {
            break None;
        }
        let step = moves.map_or(STEP, |moves| (moves - played).min(STEP));
        let progress = py.detach(|| trainer.run(step));
        // Ctrl-C, or an error of the callback, keeps what was learned.
        let goes_on = py.check_signals().and_then(|()| match callback {
            None => Ok(true),
            Some(callback) => {
                let answer = callback.call1((report(py, progress, clock.elapsed().as_secs_f64())?,))?;
                Ok(answer.is_none() || answer.is_truthy()?)
            }
        });
        match goes_on {
            Ok(true) => {}
            Ok(false) => break None,
            Err(error) => break Some(error),
        }
    };
    py.detach(|| trainer.settle());
    write(&trainer)?;
    match interrupted {
        Some(error) => Err(error),
        None => report(py, trainer.progress(), clock.elapsed().as_secs_f64()),
    }
}
