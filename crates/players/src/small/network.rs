//! What a board that chance has yet to fill is still good for: points to come, as a small network of whole numbers has
//! learned them from the solved game. `cargo run --release -p tilewright-benches --bin learn` makes the files.
//!
//! The best board of a sum bounds what there is to get; the network says which part of it a board is good for. Its first
//! layer adds up a row of weights for each cell and one for each pair of cells side by side or corner to corner whose
//! tiles are equal or one rank apart: that is what order is made of. So it costs little.

use super::{Small, judge::part};
use tilewright_core::Shape;

/// Ranks that are told apart; higher ones count as the last.
const RANKS: usize = 10;
/// What is told apart of a pair: a rank less, equal, a rank more.
const STEPS_APART: usize = 3;
/// The most neurons of a layer.
pub const MOST: usize = 128;
/// Sums with a bound of their own; no game comes further.
pub const SUMS: usize = 1024;
/// Points that a step of a bound stands for.
pub const POINTS: u32 = 24;
/// Steps of a weight that make one.
pub const STEPS: i32 = 16;
/// What a file has before the weights: neurons of the first layer, of the second, bounds.
pub const HEAD: usize = 2 + SUMS;

/// A board with a network: width, height, its file.
pub type Learned = (u8, u8, &'static [u8]);

/// The boards with networks. One that is higher than wide is laid on its side.
pub static LEARNED: [Learned; 2] = [(3, 3, include_bytes!("3x3.bin")), (4, 2, include_bytes!("4x2.bin"))];

/// Where a network has its weights, one part after the other: for each input its row, the first layer's biases, for each
/// neuron of the second its column, their biases, the weights of the last and its bias.
#[derive(Debug)]
pub struct Layout {
    cells: usize,
    /// Cells side by side or corner to corner.
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
            alike.then(|| self.cells * RANKS + pair * STEPS_APART + a + 1 - b)
        });
        cells.chain(pairs).map(|input| input * self.first)
    }

    pub fn first_biases(&self) -> usize {
        (self.cells * RANKS + self.pairs.len() * STEPS_APART) * self.first
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

/// A network, ready to judge.
pub(super) struct Network {
    layout: Layout,
    bounds: &'static [u8],
    /// In a form that processors multiply at once.
    weights: Box<[i16]>,
    /// The number of columns of a board that has to be laid on its side.
    tall: Option<u32>,
}

impl Network {
    /// None where no one has learned that game.
    pub(super) fn of(small: &Small) -> Option<Self> {
        let Shape::Square { width, height, wrap: false } = small.usual()? else { return None };
        let fits = |learned: &&Learned| (learned.0, learned.1) == (width.max(height), width.min(height));
        let &(across, down, file) = LEARNED.iter().find(fits)?;
        let layout = Layout::new(across, down, file[0].into(), file[1].into());
        let weights = file[HEAD..].iter().map(|byte| byte.cast_signed().into()).collect();
        Some(Self { layout, bounds: &file[2..HEAD], weights, tall: (height > width).then_some(width.into()) })
    }

    /// The points to come on an image.
    pub(super) fn worth(&self, small: &Small, image: u64) -> f64 {
        let on_its_side = |width| small.board.images(image).map(|image| laid(image, width, small.cells())).max();
        let board = self.tall.and_then(on_its_side).unwrap_or(image);
        let first = self.layout.first;
        let (layout, weights) = (&self.layout, &*self.weights);
        let mut sums = [0; MOST];
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
        bound * part(f64::from(last) / f64::from(STEPS * STEPS * STEPS))
    }
}

/// A board laid on its side: its columns become rows.
fn laid(board: u64, width: u32, cells: u32) -> u64 {
    let to = |cell: u32| cell % width * (cells / width) + cell / width;
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
        Small::of(&game(board, rules)).unwrap()
    }

    const WIDE: &str = r#"{"shape":"square","width":4,"height":2}"#;
    const TALL: &str = r#"{"shape":"square","width":2,"height":4}"#;

    #[test]
    fn files_are_as_long_as_their_networks() {
        for (width, height, file) in LEARNED {
            let layout = Layout::new(width, height, file[0].into(), file[1].into());
            assert!(layout.first.is_multiple_of(8) && layout.first <= MOST);
            assert_eq!(file.len(), HEAD + layout.size(), "{width}×{height}");
        }
    }

    #[test]
    fn inputs_are_cells_and_pairs_that_are_alike() {
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
    fn a_tall_board_is_worth_what_it_is_on_its_side() {
        let (wide, tall) = (game(WIDE, ""), game(TALL, ""));
        let worth = |game: &AnyGame, board: &str| {
            let small = Small::of(game).unwrap();
            let packed = small.pack(&Position::parse(game.topology(), board).unwrap()).unwrap();
            Network::of(&small).unwrap().worth(&small, small.image(packed))
        };
        for (on_its_side, standing) in
            [("64 32 16 8/. . 2 4", "64 ./32 ./16 2/8 4"), ("2 . . 64/16 4 8 2", "2 16/. 4/. 8/64 2")]
        {
            assert_eq!(worth(&wide, on_its_side), worth(&tall, standing));
        }
    }

    #[test]
    fn other_games_have_none() {
        assert!(Network::of(&small(WIDE, "")).is_some());
        assert!(Network::of(&small(TALL, r#","target":64"#)).is_some());
        assert!(Network::of(&small(WIDE, r#","spawn":{"2":1}"#)).is_none());
        assert!(Network::of(&small(r#"{"shape":"square","width":3,"height":2}"#, "")).is_none());
        assert!(Network::of(&small(r#"{"shape":"hex","radius":1}"#, "")).is_none());
    }
}
