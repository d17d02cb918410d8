//! Slide boards as numbers: a few bits a cell, and one number for all images of a board.

use crate::exact::Goal;
use tilewright_core::{Game, Place, Position, Shape, Tile};
use tilewright_games::AnyGame;

/// What a slide game is to a solution: two games with the same have the same values everywhere.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Frame {
    pub(crate) shape: Shape,
    /// The ranks of new tiles with their weights.
    pub(crate) spawn: Vec<(u64, u32)>,
    /// The smallest face: rank 1. A rank more is twice the face, rank 0 an empty cell.
    pub(crate) least: u32,
    /// The highest rank on a board that is not won.
    ranks: u32,
    /// Bits a cell.
    bits: u32,
}

impl Frame {
    /// Bits a cell of a frame for searches, which have tables of rows of such cells.
    pub(crate) const NIBBLE: u32 = 4;

    /// The frame of a solution. None where the game is another one, or a board does not fit into 64 bits.
    pub(crate) fn of(game: &AnyGame, goal: Goal) -> Option<Self> {
        let mut frame = Self::nibbles(game)?;
        let Self { least, .. } = frame;
        let rank = |face: u32| (face / least).trailing_zeros() + 1;
        // A full board holds at most one of each face below its highest: n cells double the largest spawn n − 1 times.
        let cells = game.topology().len() as u32;
        let largest = frame.spawn.last()?.0 as u32;
        frame.ranks = (largest + cells - 1).min(rank(tilewright_games::slide::MAX_FACE));
        if goal == Goal::Win {
            let won = |rank: &u32| {
                let mut one = Position::empty(game.topology());
                one.tiles[0] = Some(Tile::new(least << (rank - 1)));
                game.place(&one).is_ok_and(|state| game.reached(&state).is_some())
            };
            frame.ranks = (1..=frame.ranks).find(won).map_or(frame.ranks, |won| won - 1);
        }
        frame.bits = (frame.ranks + 1).next_power_of_two().trailing_zeros().max(1);
        (frame.bits * cells <= 64).then_some(frame)
    }

    /// The frame of a search: a nibble a cell, whatever can come about. None where the game is another one.
    pub(crate) fn nibbles(game: &AnyGame) -> Option<Self> {
        if !matches!(
            game,
            AnyGame::Slide(_) | AnyGame::SlideSquare4(_) | AnyGame::SlideHex2(_) | AnyGame::SlideUpTo25(_)
        ) {
            return None;
        }
        let mut spawn = Vec::new();
        game.outcomes(&game.blank(), &mut |outcome, weight| {
            if outcome.at == Place::Cell(tilewright_core::Cell(0)) {
                spawn.push((outcome.value, weight));
            }
        });
        let least = spawn.first()?.0;
        let rank = |face: u32| u64::from((face / least).trailing_zeros()) + 1;
        let spawn = spawn.iter().map(|(face, weight)| (rank(*face), *weight)).collect();
        Some(Self { shape: game.topology().shape(), spawn, least, ranks: (1 << Self::NIBBLE) - 1, bits: Self::NIBBLE })
    }
}

/// Boards of a frame as numbers.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) frame: Frame,
    pub(crate) cells: u32,
    /// For each symmetry and each byte of a board, what becomes of the byte.
    images: Vec<Vec<[u64; 256]>>,
    /// How many boards there are up to symmetry, whether or not they can come about.
    pub(crate) boards: f64,
}

impl Board {
    pub(crate) fn new(game: &AnyGame, frame: Frame) -> Self {
        let topology = game.topology();
        let (cells, bits) = (topology.len() as u32, frame.bits);
        let (mut images, mut fixed) = (Vec::new(), 0.0);
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
            images.push(bytes);
            // Burnside: as many boards as a symmetry leaves alone on average; those are constant on its cycles.
            fixed += f64::from(frame.ranks + 1).powi(cycles(&to));
        }
        let boards = (fixed / images.len() as f64).round();
        Self { frame, cells, images, boards }
    }

    /// The number of a board as it stands; none where a tile is beyond the frame.
    pub(crate) fn pack(&self, position: &Position) -> Option<u64> {
        let Frame { least, ranks, bits, .. } = self.frame;
        let mut board = 0;
        for (i, tile) in position.tiles.iter().enumerate() {
            let Some(Tile { value, .. }) = tile else { continue };
            let rank = (value / least).trailing_zeros() + 1;
            if rank > ranks {
                return None;
            }
            board |= u64::from(rank) << (bits * i as u32);
        }
        Some(board)
    }

    /// A board turned and mirrored in every way.
    #[inline]
    pub(crate) fn images(&self, board: u64) -> impl Iterator<Item = u64> {
        self.images.iter().map(move |image| {
            let bytes = image.iter().enumerate();
            bytes.fold(0, |turned, (i, byte)| turned | byte[(board >> (8 * i) & 0xff) as usize])
        })
    }

    /// The least of all images of a board.
    #[inline]
    pub(crate) fn least(&self, board: u64) -> u64 {
        self.images(board).min().unwrap_or(board)
    }

    /// The position that a number stands for.
    pub(crate) fn position(&self, board: u64) -> Position {
        let face = |rank: u64| (rank > 0).then(|| Tile::new(self.frame.least << (rank - 1)));
        Position { tiles: (0..self.cells).map(|cell| face(self.rank(board, cell))).collect(), ..Position::default() }
    }

    /// The sum of a board's tiles, in smallest faces: sliding keeps it, and chance adds to it.
    pub(crate) fn sum(&self, board: u64) -> u64 {
        (0..self.cells).map(|cell| 1 << self.rank(board, cell) >> 1).sum()
    }

    /// All boards that a new tile of this rank may make of a board; none where the tile is beyond the frame.
    #[inline]
    pub(crate) fn spawned(&self, board: u64, rank: u64, sink: &mut impl FnMut(Option<u64>)) {
        for cell in 0..self.cells {
            if self.rank(board, cell) == 0 {
                let next = board | rank << (self.frame.bits * cell);
                sink((rank <= self.frame.ranks.into()).then(|| self.least(next)));
            }
        }
    }

    /// The rank in a cell.
    #[inline]
    pub(crate) fn rank(&self, board: u64, cell: u32) -> u64 {
        board >> (self.frame.bits * cell) & ((1 << self.frame.bits) - 1)
    }
}

/// How many cycles a permutation has.
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
