//! Estimates of the points to come after an afterstate of a small board.
//!
//! The original game has networks that learned them on some boards. Elsewhere a formula is enough: the search corrects it by
//! what it finds (see [`super`]), so that only differences between boards of one sum have to be right.

use super::{Small, network::Network};
use std::sync::Arc;
use tilewright_core::{Cell, Dir, Topology};
use tilewright_games::slide::{Layout, UpTo16};
use tilewright_values::Values;

pub(super) enum Evaluator {
    Network(Network),
    /// Values of the player `learned`.
    Learned {
        values: Arc<Values>,
        layout: UpTo16,
    },
    Formula {
        /// Pairs of neighbouring cells.
        pairs: Vec<(u32, u32)>,
        /// The lines of one direction of each axis.
        lines: Vec<Vec<u32>>,
    },
}

impl Evaluator {
    pub(super) fn new(small: &Small, topology: &Topology) -> Self {
        if let Some(network) = Network::new(small) {
            return Self::Network(network);
        }
        let axes = || (0..topology.dir_count() as u8 / 2).map(Dir);
        let pairs = axes().flat_map(|dir| {
            let pair = move |cell: Cell| Some((cell.0.into(), topology.neighbour(cell, dir)?.0.into()));
            topology.cells().filter_map(pair)
        });
        let lines =
            axes().flat_map(|dir| topology.lines(dir)).map(|line| line.iter().map(|cell| cell.0.into()).collect());
        Self::Formula { pairs: pairs.collect(), lines: lines.collect() }
    }

    /// `None` if the values are not of packed boards.
    pub(super) fn with_values(values: &Arc<Values>, topology: &Topology) -> Option<Self> {
        values.reads_packed().then_some(())?;
        Some(Self::Learned { values: Arc::clone(values), layout: UpTo16::new(topology)? })
    }

    /// The estimate for a canonical afterstate.
    pub(super) fn estimate(&self, small: &Small, board: u64) -> f64 {
        match self {
            Self::Network(network) => network.estimate(small, board),
            Self::Learned { values, layout } => f64::from(values.packed(layout, board, 0)).max(0.0),
            Self::Formula { pairs, lines } => formula(small, pairs, lines, board),
        }
    }

    /// The most afterstates of a layer that are expanded. With good estimates, a search may look further ahead with less
    /// breadth.
    pub(super) fn breadth(&self, nodes: u64) -> usize {
        let root = nodes.isqrt() as usize;
        if self.is_rough() { 7 * root / 2 } else { 5 * root / 2 }.max(20)
    }

    /// Whether estimates get better by a correction with what a search finds. Those of a network do not: the boards that
    /// are expanded look best to it, and its errors there are not those elsewhere.
    pub(super) fn is_rough(&self) -> bool {
        matches!(self, Self::Formula { .. })
    }
}

/// Empty cells, neighbours that are equal, and lines that fall from one end to the other.
fn formula(small: &Small, pairs: &[(u32, u32)], lines: &[Vec<u32>], board: u64) -> f64 {
    let rank = |cell: u32| small.boards.rank(board, cell);
    let height = |cell: u32| (rank(cell) * rank(cell)) as f64;
    let empty = (0..small.cells()).filter(|cell| rank(*cell) == 0).count() as f64;
    let mut order = 1.0 + 0.45 * empty;
    for &(a, b) in pairs {
        order -= 0.003 * (height(a) - height(b)).abs();
        if rank(a) > 0 && rank(b) > 0 {
            order += match rank(a).abs_diff(rank(b)) {
                0 => 0.5,
                1 => 0.2,
                _ => 0.0,
            };
        }
    }
    for line in lines {
        let steps = || line.windows(2).map(|pair| height(pair[1]) - height(pair[0]));
        let rising: f64 = steps().map(|step| step.max(0.0)).sum();
        let falling: f64 = steps().map(|step| (-step).max(0.0)).sum();
        order -= 0.025 * rising.min(falling);
    }
    small.smallest() * (4.0 * small.sum(board) as f64 * sigmoid(order) + 10.0 * empty)
}

/// The logistic function.
pub(super) fn sigmoid(x: f64) -> f64 {
    let less = exp_neg(x.abs());
    if x < 0.0 { less / (1.0 + less) } else { 1.0 / (1.0 + less) }
}

/// e^−x as (1 − x/1024)^1024: close enough, and the same on every machine.
pub(super) fn exp_neg(x: f64) -> f64 {
    (0..10).fold((1.0 - x / 1024.0).max(0.0), |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Game, Position};
    use tilewright_games::Variant;

    #[test]
    fn exp_neg_is_close_to_the_exponential() {
        for x in [0.0, 0.1, 1.0, 3.0, 10.0] {
            assert!((exp_neg(x) - f64::exp(-x)).abs() < 1e-3, "{x}");
        }
        assert_eq!(exp_neg(2000.0), 0.0);
    }

    #[test]
    fn estimate_of_order_is_above_that_of_disorder() {
        for (rules, order, disorder) in [
            (r#"{"shape":"square","width":3,"height":3}"#, "256 128 64/8 16 32/4 2 .", "256 4 64/2 16 ./128 8 32"),
            (r#"{"shape":"square","width":4,"height":2}"#, "64 32 16 8/. . 2 4", "64 4 32 ./8 16 2 ."),
            (r#"{"shape":"hex","radius":1}"#, "32 16/. 4 8/. .", "32 ./16 . 4/. 8"),
        ] {
            let text = format!(r#"{{"family":"slide","board":{rules}}}"#);
            let game = Variant::from_text(&text).unwrap().compile().unwrap();
            let small = Small::new(&game).unwrap();
            let evaluator = Evaluator::new(&small, game.topology());
            let estimate = |text: &str| {
                let board =
                    small.pack(&game, &game.place(&Position::parse(game.topology(), text).unwrap()).unwrap()).unwrap();
                evaluator.estimate(&small, small.canonical(board))
            };
            assert!(estimate(order) > estimate(disorder), "{rules}: {} {}", estimate(order), estimate(disorder));
        }
    }
}
