//! Experiment files: what is read has a base, lists its shards, and its id does not depend on when it is read.

use super::{one_line, text};
use tilewright_lab::experiment::Experiment;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    // A mutation rarely hits the header, so it is given.
    let with_header = format!("format = \"tilewright-experiment 1\"\nbase = \"merge3\"\nplayers = [\"random\"]\n{text}");
    for text in [text, &with_header] {
        match Experiment::parse(text) {
            Err(error) => one_line(error),
            Ok(experiment) => {
                assert!(!experiment.variants.is_empty() && !experiment.players.is_empty());
                let names: std::collections::HashSet<_> = experiment.variants.iter().map(|v| &v.name).collect();
                assert_eq!(names.len(), experiment.variants.len());
                assert_eq!(experiment.id(), Experiment::parse(text).expect("it was read before").id());
            }
        }
    }
}
