//! What the programs here share.

use cpu_time::ProcessTime;
use std::process::ExitCode;
use tilewright_games::Variant;
use tilewright_values::{Options, Trainer};

/// Trains for a number of CPU minutes, on one thread. The learner is left as it ends, without [`Trainer::settle`].
///
/// # Errors
///
/// If the variant cannot be compiled.
pub fn train(variant: &Variant, seed: u64, minutes: f64) -> Result<Trainer, String> {
    let clock = ProcessTime::now();
    let done = || clock.elapsed().as_secs_f64() / (60.0 * minutes);
    let mut trainer = Trainer::new(variant, Options { seed, ..Options::default() })?;
    while done() < 1.0 {
        trainer.anneal(done());
        trainer.run(5_000);
    }
    Ok(trainer)
}

/// How a program ends: whether what it measured is as it should be, or why it measured nothing, which it prints.
pub fn exit_code(result: Result<bool, String>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
