//! The report of an experiment: one HTML page that needs no script and no other file, and lines for the terminal.

mod html;
mod lines;
mod plots;

pub use html::page;
pub use lines::lines;

use crate::{
    experiment::{Directory, Experiment},
    measure::Analysis,
};
use tilewright_store::write_whole;

/// Analyses what is in a directory and writes `summary.json` and `report.html` there. The page names `command` as what
/// repeats it.
///
/// # Errors
///
/// If no seed was finished by all variants and players yet, or a file cannot be written; the text says which.
pub fn write(directory: &Directory, experiment: &Experiment, command: &str) -> Result<Analysis, String> {
    let analysis = Analysis::new(experiment, &directory.results(experiment)).ok_or_else(|| NO_SEED.to_owned())?;
    let summary = format!("{:#}\n", analysis.json(experiment));
    for (name, text) in [("summary.json", summary), ("report.html", page(experiment, &analysis, command))] {
        let path = directory.path().join(name);
        write_whole(&path, &text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(analysis)
}

/// Why there is nothing to analyse.
pub const NO_SEED: &str = "no seed was finished by all variants and players yet; `lab run` goes on";

/// Variants in a plot with lines; more cannot be told apart.
const MAX_SHOWN: usize = 6;

/// The variants that plots show: the base, then those whose ladder differs most from the base's, or whose length does.
fn shown(experiment: &Experiment, analysis: &Analysis) -> Vec<usize> {
    use crate::measure::Measure;
    let at = analysis.place(Measure::Depth).or_else(|| analysis.place(Measure::Length)).unwrap_or(0);
    let mut others: Vec<usize> = (1..experiment.variants.len()).collect();
    let size = |variant: &usize| analysis.variants[*variant].differences[at].value.abs();
    if others.len() >= MAX_SHOWN {
        others.sort_by(|a, b| size(b).total_cmp(&size(a)));
        others.truncate(MAX_SHOWN - 1);
        others.sort_unstable();
    }
    std::iter::once(0).chain(others).collect()
}

#[cfg(test)]
mod tests;
