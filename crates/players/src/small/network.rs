//! A small integer network that estimates the points to come after an afterstate, learned from the solved game.
//! `cargo run --release -p tilewright-benches --bin learn` makes its files.
//!
//! For each sum of tiles, the best board is a bound; the network estimates a board's share of it. The first layer adds up
//! a row of weights for each cell, by its rank, and one for each pair of cells next to each other (corners, too) whose
//! tiles are equal or one rank apart. So an evaluation is a few dozen vector additions.

use super::{Small, evaluate::sigmoid};
use tilewright_core::Shape;

/// Ranks with weights of their own; higher ones count as the last.
const RANKS: usize = 10;
/// Kinds of pairs with weights of their own: a rank less, equal, a rank more.
const PAIR_KINDS: usize = 3;
/// The most neurons of a layer.
pub const MAX_NEURONS: usize = 128;
/// Sums with a bound of their own; no game gets further.
pub const SUMS: usize = 1024;
/// The unit of a bound, in points.
pub const POINTS: u32 = 24;
/// The unit of a weight is 1 / this.
pub const STEPS: i32 = 16;
/// The length of what precedes the weights in a file: neurons of the first layer, of the second, bounds.
pub const HEAD: usize = 2 + SUMS;

/// A board with a network: width, height, its file.
pub type Learned = (u8, u8, &'static [u8]);

/// The boards with networks. A board that is higher than wide is transposed first.
pub static LEARNED: [Learned; 2] = [(3, 3, include_bytes!("3x3.bin")), (4, 2, include_bytes!("4x2.bin"))];

/// The order of a network's weights: for each input its row, the first layer's biases, for each neuron of the second layer
/// its column, their biases, the weights of the last layer and its bias.
#[derive(Debug)]
pub struct Layout {
    cells: usize,
    /// Pairs of cells next to each other, corners included.
    pairs: Vec<(u32, u32)>,
    /// Neurons of the first layer, a multiple of eight.
    pub first: usize,
    /// Neurons of the second layer.
    pub second: usize,
}

impl Layout {
    pub fn new(width: u8, height: u8, first: usize, second: usize) -> Self {
        let cells = usize::from(width * height);
        let (across, down) = (|cell| cell % u32::from(width), |cell| cell / u32::from(width));
        let near = |a: u32, b: u32| across(a).abs_diff(across(b)) <= 1 && down(a).abs_diff(down(b)) <= 1;
        let all = (0..cells as u32).flat_map(|a| (0..a).map(move |b| (a, b)));
        Self { cells, pairs: all.filter(|(a, b)| near(*a, *b)).collect(), first, second }
    }

    /// Where the rows of a board's inputs begin.
    #[inline]
    pub fn rows(&self, board: u64) -> impl Iterator<Item = usize> {
        let rank = move |cell: u32| (board >> (4 * cell) & 15) as usize;
        let cells = (0..self.cells).map(move |cell| cell * RANKS + rank(cell as u32).min(RANKS - 1));
        let pairs = self.pairs.iter().enumerate().filter_map(move |(pair, &(a, b))| {
            let (a, b) = (rank(a), rank(b));
            let alike = a > 0 && b > 0 && a.abs_diff(b) <= 1;
            alike.then(|| self.cells * RANKS + pair * PAIR_KINDS + a + 1 - b)
        });
        cells.chain(pairs).map(|input| input * self.first)
    }

    pub fn first_biases(&self) -> usize {
        (self.cells * RANKS + self.pairs.len() * PAIR_KINDS) * self.first
    }

    pub fn columns(&self) -> usize {
        self.first_biases() + self.first
    }

    pub fn second_biases(&self) -> usize {
        self.columns() + self.first * self.second
    }

    pub fn last(&self) -> usize {
        self.second_biases() + self.second
    }

    /// The number of weights.
    pub fn size(&self) -> usize {
        self.last() + self.second + 1
    }
}

/// A network with its weights.
pub(super) struct Network {
    layout: Layout,
    bounds: &'static [u8],
    /// Widened to 16 bits, which vector instructions multiply.
    weights: Box<[i16]>,
    /// The number of columns of a board that has to be transposed; `None` if it has not.
    columns_to_transpose: Option<u32>,
}

impl Network {
    /// `None` if there is no network for the game.
    pub(super) fn new(small: &Small) -> Option<Self> {
        let Shape::Square { width, height, wrap: false } = small.original_shape()? else { return None };
        let fits = |learned: &&Learned| (learned.0, learned.1) == (width.max(height), width.min(height));
        let &(across, down, file) = LEARNED.iter().find(fits)?;
        let layout = Layout::new(across, down, file[0].into(), file[1].into());
        let weights = file[HEAD..].iter().map(|byte| byte.cast_signed().into()).collect();
        Some(Self {
            layout,
            bounds: &file[2..HEAD],
            weights,
            columns_to_transpose: (height > width).then_some(width.into()),
        })
    }

    /// The estimate for a canonical afterstate.
    pub(super) fn estimate(&self, small: &Small, board: u64) -> f64 {
        let transposed =
            |columns| small.boards.images(board).map(|image| transpose(image, columns, small.cells())).max();
        let board = self.columns_to_transpose.and_then(transposed).unwrap_or(board);
        let first = self.layout.first;
        let (layout, weights) = (&self.layout, &*self.weights);
        let mut sums = [0; MAX_NEURONS];
        let sums = &mut sums[..first];
        sums.copy_from_slice(&weights[layout.first_biases()..layout.columns()]);
        for row in layout.rows(board) {
            sums.iter_mut().zip(&weights[row..row + first]).for_each(|(sum, weight)| *sum += weight);
        }
        sums.iter_mut().for_each(|sum| *sum = (*sum).clamp(0, STEPS as i16));
        let mut last = i32::from(weights[layout.size() - 1]) * STEPS * STEPS;
        let columns = weights[layout.columns()..layout.second_biases()].chunks_exact(first);
        let ends = weights[layout.second_biases()..layout.last()].iter().zip(&weights[layout.last()..]);
        for (column, (bias, weight)) in columns.zip(ends) {
            let sum: i32 =
                column.iter().zip(&*sums).map(|(weight, value)| i32::from(*weight) * i32::from(*value)).sum();
            last += i32::from(*weight) * (i32::from(*bias) * STEPS + sum).clamp(0, STEPS * STEPS);
        }
        let bound = f64::from(self.bounds[(small.sum(board) as usize).min(SUMS - 1)]) * f64::from(POINTS);
        bound * sigmoid(f64::from(last) / f64::from(STEPS * STEPS * STEPS))
    }
}

/// The board with its columns as rows.
fn transpose(board: u64, columns: u32, cells: u32) -> u64 {
    let to = |cell: u32| cell % columns * (cells / columns) + cell / columns;
    (0..cells).map(|cell| (board >> (4 * cell) & 15) << (4 * to(cell))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Game, Position};
    use tilewright_games::{AnyGame, Variant};

    fn game(board: &str, rules: &str) -> AnyGame {
        Variant::from_text(&format!(r#"{{"family":"slide","board":{board}{rules}}}"#)).unwrap().compile().unwrap()
    }

    fn small(board: &str, rules: &str) -> Small {
        Small::new(&game(board, rules)).unwrap()
    }

    const WIDE: &str = r#"{"shape":"square","width":4,"height":2}"#;
    const TALL: &str = r#"{"shape":"square","width":2,"height":4}"#;

    #[test]
    fn learned_files_have_the_length_of_their_layout() {
        for (width, height, file) in LEARNED {
            let layout = Layout::new(width, height, file[0].into(), file[1].into());
            assert!(layout.first.is_multiple_of(8) && layout.first <= MAX_NEURONS);
            assert_eq!(file.len(), HEAD + layout.size(), "{width}×{height}");
        }
    }

    #[test]
    fn rows_are_of_cells_and_similar_pairs() {
        let layout = Layout::new(3, 3, 8, 1);
        assert_eq!(layout.pairs.len(), 20);
        let inputs = |board| layout.rows(board).map(|row| row / 8).collect::<Vec<_>>();
        let empty: Vec<usize> = (0..9).map(|cell| 10 * cell).collect();
        assert_eq!(inputs(0), empty);
        // Cells 0, 1 and 4 hold ranks 3, 2 and 3: pairs 1-0, 4-0 and 4-1.
        let pair = |a, b| layout.pairs.iter().position(|pair| *pair == (a, b)).unwrap();
        let alike = [(pair(1, 0), 0), (pair(4, 0), 1), (pair(4, 1), 2)];
        let mut expected = empty;
        expected[0] += 3;
        expected[1] += 2;
        expected[4] += 3;
        expected.extend(alike.map(|(pair, apart)| 90 + 3 * pair + apart));
        assert_eq!(inputs(0x3_0023), expected);
    }

    #[test]
    fn estimate_of_a_tall_board_is_that_of_the_transposed_one() {
        let (wide, tall) = (game(WIDE, ""), game(TALL, ""));
        let estimate = |game: &AnyGame, board: &str| {
            let small = Small::new(game).unwrap();
            let state = game.place(&Position::parse(game.topology(), board).unwrap()).unwrap();
            let packed = small.pack(game, &state).unwrap();
            Network::new(&small).unwrap().estimate(&small, small.canonical(packed))
        };
        for (on_its_side, standing) in
            [("64 32 16 8/. . 2 4", "64 ./32 ./16 2/8 4"), ("2 . . 64/16 4 8 2", "2 16/. 4/. 8/64 2")]
        {
            assert_eq!(estimate(&wide, on_its_side), estimate(&tall, standing));
        }
    }

    #[test]
    fn new_of_other_games_is_none() {
        assert!(Network::new(&small(WIDE, "")).is_some());
        assert!(Network::new(&small(TALL, r#","target":64"#)).is_some());
        assert!(Network::new(&small(WIDE, r#","spawn":{"2":1}"#)).is_none());
        assert!(Network::new(&small(r#"{"shape":"square","width":3,"height":2}"#, "")).is_none());
        assert!(Network::new(&small(r#"{"shape":"hex","radius":1}"#, "")).is_none());
    }
}
