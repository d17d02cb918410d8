//! Slide boards as 64-bit integers, for exact solutions and the layered search: a few bits per cell, and one integer for
//! all symmetric boards.
//!
//! Cells hold ranks relative to the smallest new tile: 1 for that tile, one more for each doubling, 0 for an empty cell.

use crate::exact::Goal;
use tilewright_core::{Game, Shape, Topology};
use tilewright_games::slide::{MAX_VALUE, Rules, slide_line};

/// How boards of a slide game are packed. Games with equal packings have the same values everywhere.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Packing {
    pub(crate) shape: Shape,
    /// The ranks of new tiles with their weights.
    pub(crate) spawn: Vec<(u64, u32)>,
    /// The smallest value: rank 1.
    pub(crate) smallest: u32,
    /// The highest rank on a board that is not won.
    max_rank: u32,
    /// Bits per cell.
    bits: u32,
}

impl Packing {
    /// Bits per cell of [`Self::nibbles`].
    pub(crate) const NIBBLE: u32 = 4;

    /// The packing of an exact solution, with as few bits as its boards need; `None` if they need more than 64.
    pub(crate) fn exact(rules: &Rules, cells: usize, goal: Goal) -> Option<Self> {
        let mut packing = Self::nibbles(rules);
        let smallest = packing.smallest;
        // A full board holds at most one of each value below its highest: n cells double the largest new tile n − 1 times.
        let largest = packing.spawn.last()?.0 as u32;
        packing.max_rank = (largest + cells as u32 - 1).min(packing.rank(MAX_VALUE));
        if goal == Goal::Win {
            let is_won = |rank: &u32| smallest << (rank - 1) >= rules.target;
            packing.max_rank = (1..=packing.max_rank).find(is_won).map_or(packing.max_rank, |won| won - 1);
        }
        packing.bits = (packing.max_rank + 1).next_power_of_two().trailing_zeros().max(1);
        (packing.bits * cells as u32 <= 64).then_some(packing)
    }

    /// The packing of a search: a nibble per cell, whatever the target.
    pub(crate) fn nibbles(rules: &Rules) -> Self {
        let smallest = rules.spawn.smallest();
        let packing = Self {
            shape: rules.board,
            spawn: Vec::new(),
            smallest,
            max_rank: (1 << Self::NIBBLE) - 1,
            bits: Self::NIBBLE,
        };
        let spawn =
            rules.spawn.as_slice().iter().map(|(value, weight)| (packing.rank(*value).into(), *weight)).collect();
        Self { spawn, ..packing }
    }

    /// The relative rank of a value.
    fn rank(&self, value: u32) -> u32 {
        (value / self.smallest).trailing_zeros() + 1
    }

    /// The bits of a cell.
    fn mask(&self) -> u64 {
        (1 << self.bits) - 1
    }

    /// Slides a line to its front by the rules.
    fn slide(&self, row: u64, length: usize) -> SlidLine {
        let value = |place: usize| match row >> (self.bits * place as u32) & self.mask() {
            0 => 0,
            // No board has tiles beyond the largest, but tables have lines with them.
            rank => self.smallest.checked_shl(rank as u32 - 1).filter(|value| *value > 0).unwrap_or(MAX_VALUE),
        };
        let mut values: Vec<u32> = (0..length).map(value).collect();
        let gain = slide_line(&mut values);
        let ranks = values.iter().map(|value| if *value > 0 { self.rank(*value) } else { 0 });
        let outgrown = ranks.clone().any(|rank| rank > self.max_rank);
        let row = ranks.rev().fold(0, |row, rank| row << self.bits | u64::from(rank) & self.mask());
        SlidLine { row, gain, outgrown }
    }
}

/// The boards of a packing.
#[derive(Clone, Debug)]
pub(crate) struct Boards {
    pub(crate) packing: Packing,
    pub(crate) cells: u32,
    /// Lookup tables: for each symmetry and each byte of a board, where its bits go.
    symmetries: Vec<Vec<[u64; 256]>>,
    /// For each direction its lines, each a list of cells from its front.
    lines: Vec<Vec<Vec<u32>>>,
    /// Lookup tables: for each length every line, slid to its front. None for lines of more than 16 bits.
    slid: Vec<Vec<SlidLine>>,
    /// The number of boards up to symmetry, reachable or not.
    pub(crate) count: f64,
}

/// A line slid to its front.
#[derive(Clone, Copy, Debug)]
struct SlidLine {
    row: u64,
    gain: u64,
    /// Whether a tile is beyond the packing.
    outgrown: bool,
}

/// An afterstate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Afterstate {
    /// `None` if a tile is beyond the packing.
    pub(crate) board: Option<u64>,
    pub(crate) gain: u64,
}

impl Boards {
    pub(crate) fn new(topology: &Topology, packing: Packing) -> Self {
        let (cells, bits) = (topology.len() as u32, packing.bits);
        let (mut symmetries, mut fixed) = (Vec::new(), 0.0);
        for symmetry in topology.symmetries() {
            let to: Vec<u32> = topology.cells().map(|cell| symmetry.cell(cell).0.into()).collect();
            let mut bytes = vec![[0; 256]; (bits * cells).div_ceil(8) as usize];
            for (i, byte) in bytes.iter_mut().enumerate() {
                for (value, image) in byte.iter_mut().enumerate() {
                    let bit = |b: u32| (bits * to[(b / bits) as usize] + b % bits, b);
                    let here = (0..8).map(|b| 8 * i as u32 + b).filter(|b| *b < bits * cells).map(bit);
                    *image = here.filter(|(_, b)| value >> (b % 8) & 1 == 1).map(|(to, _)| 1 << to).sum();
                }
            }
            symmetries.push(bytes);
            // Burnside's lemma: as many boards as a symmetry fixes on average, and those are constant on its cycles.
            fixed += f64::from(packing.max_rank + 1).powi(cycles(&to));
        }
        let count = (fixed / symmetries.len() as f64).round();
        let lines =
            |dir| topology.lines(dir).iter().map(|line| line.iter().map(|cell| cell.0.into()).collect()).collect();
        let lines: Vec<Vec<Vec<u32>>> = topology.dirs().map(lines).collect();
        let longest = lines.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let tables = (0..=longest).take_while(|length| bits as usize * length <= 16);
        let table = |length| (0..1_u64 << (bits as usize * length)).map(|row| packing.slide(row, length)).collect();
        let slid = tables.map(table).collect();
        Self { packing, cells, symmetries, lines, slid, count }
    }

    /// The number of directions.
    pub(crate) fn dirs(&self) -> usize {
        self.lines.len()
    }

    /// The afterstate of a slide; `None` if nothing moves. Directions are numbered as actions are.
    #[inline]
    pub(crate) fn slide(&self, board: u64, dir: usize) -> Option<Afterstate> {
        let bits = self.packing.bits;
        let (mut after, mut gain, mut outgrown) = (0, 0, false);
        for line in &self.lines[dir] {
            let row = line.iter().rev().fold(0, |row, cell| row << bits | self.rank(board, *cell));
            let slid = match self.slid.get(line.len()) {
                Some(table) => table[row as usize],
                None => self.packing.slide(row, line.len()),
            };
            for (cell, place) in line.iter().zip(0..) {
                after |= (slid.row >> (bits * place) & self.packing.mask()) << (bits * cell);
            }
            gain += slid.gain;
            outgrown |= slid.outgrown;
        }
        (outgrown || after != board).then_some(Afterstate { board: (!outgrown).then_some(after), gain })
    }

    /// The board of a state; `None` if a tile is beyond the packing.
    pub(crate) fn pack<G: Game>(&self, game: &G, state: &G::State) -> Option<u64> {
        let mut values = [0; Topology::MAX_CELLS];
        game.values(state, &mut values[..self.cells as usize]);
        let mut board = 0;
        for (cell, value) in (0..self.cells).zip(values).filter(|(_, value)| *value > 0) {
            let rank = self.packing.rank(value);
            if rank > self.packing.max_rank {
                return None;
            }
            board |= u64::from(rank) << (self.packing.bits * cell);
        }
        Some(board)
    }

    /// All symmetric boards, the board itself first.
    #[inline]
    pub(crate) fn images(&self, board: u64) -> impl Iterator<Item = u64> {
        self.symmetries.iter().map(move |symmetry| {
            let bytes = symmetry.iter().enumerate();
            bytes.fold(0, |image, (i, byte)| image | byte[(board >> (8 * i) & 0xff) as usize])
        })
    }

    /// The smallest of all symmetric boards.
    #[inline]
    pub(crate) fn canonical(&self, board: u64) -> u64 {
        self.images(board).min().unwrap_or(board)
    }

    /// The sum of the tiles in units of the smallest value: sliding keeps it, and chance adds to it.
    pub(crate) fn sum(&self, board: u64) -> u64 {
        (0..self.cells).map(|cell| 1 << self.rank(board, cell) >> 1).sum()
    }

    /// All canonical boards that a new tile of this rank makes of a board; `None` for each if the tile is beyond the
    /// packing.
    #[inline]
    pub(crate) fn spawned(&self, board: u64, rank: u64, sink: &mut impl FnMut(Option<u64>)) {
        for cell in 0..self.cells {
            if self.rank(board, cell) == 0 {
                let next = board | rank << (self.packing.bits * cell);
                sink((rank <= self.packing.max_rank.into()).then(|| self.canonical(next)));
            }
        }
    }

    /// The rank in a cell.
    #[inline]
    pub(crate) fn rank(&self, board: u64, cell: u32) -> u64 {
        board >> (self.packing.bits * cell) & ((1 << self.packing.bits) - 1)
    }
}

/// The number of cycles of a permutation.
fn cycles(to: &[u32]) -> i32 {
    let mut seen = vec![false; to.len()];
    let mut count = 0;
    for start in 0..to.len() {
        count += i32::from(!seen[start]);
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = to[at] as usize;
        }
    }
    count
}
