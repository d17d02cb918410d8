//! The verdict and the table, for the terminal.

use crate::{
    experiment::Experiment,
    measure::{Analysis, Measure},
};
use std::fmt::Write;

/// What was asked, the verdict, the table of variants, and what the rules refused.
pub fn lines(experiment: &Experiment, analysis: &Analysis) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let mut line = |words: &str| writeln!(text, "{words}").unwrap_or_default();
    if !experiment.title.is_empty() {
        line(&experiment.title);
    }
    line(&format!(
        "{} variants, {} players, {} seeds",
        experiment.variants.len(),
        experiment.players.len(),
        analysis.seeds
    ));
    analysis.trainings(experiment).iter().for_each(|sentence| line(sentence));
    line("");
    for sentence in analysis.verdict(experiment) {
        line(&format!("- {sentence}"));
    }
    line("");
    let head: Vec<String> =
        std::iter::once("variant".to_owned()).chain(analysis.measures.iter().map(|measure| measure.title())).collect();
    let mut rows = vec![head];
    for (plan, variant) in experiment.variants.iter().zip(&analysis.variants) {
        let cells = analysis.measures.iter().zip(&variant.estimates).map(|(measure, estimate)| estimate.text(*measure));
        rows.push(std::iter::once(plan.name.clone()).chain(cells).collect());
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    for row in &rows {
        let first = format!("{:<1$}", row[0], widths[0]);
        let rest: Vec<String> =
            row.iter().zip(&widths).skip(1).map(|(cell, width)| format!("{cell:>width$}")).collect();
        line(&format!("{first}  {}", rest.join("  ")));
    }
    line("");
    for step in analysis.measures.iter().filter(|measure| matches!(measure, Measure::Step(_))) {
        line(&format!("{}: {}", step.title(), step.about(experiment)));
    }
    for refused in &experiment.refused {
        line(&format!("left out, as the rules refuse it: {}: {}", refused.name, refused.reason));
    }
    text
}
