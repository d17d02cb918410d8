//! Small slide boards as numbers that can slide: a nibble a cell in scan order, a rank each, 0 for an empty cell.

use crate::board::{Board, Frame};
use tilewright_core::{Dir, Game, Position, Shape};
use tilewright_games::{AnyGame, slide::slid_row};

/// What counts as a small board. On larger ones positions do not come again and again in a search.
const MOST_CELLS: usize = 9;
/// Cells of the longest line that tables of rows are for.
const ROW: usize = 4;
/// Ranks of new tiles and of tiles to begin with: whatever comes of them still has a nibble.
const MOST_RANK: u64 = 11;

/// A slide game on a small board.
#[derive(Debug)]
pub struct Small {
    pub(super) board: Board,
    /// For each direction its lines, each a list of cells from its front.
    lines: Vec<Vec<Vec<u32>>>,
    /// New tiles: rank, what it adds to the sum of a board, probability.
    pub(super) spawn: Vec<(u64, u64, f64)>,
    /// For each rank the points that made a tile of it, where it was not new.
    points: [f64; 16],
}

impl Small {
    /// None where the game is no slide game, or not small.
    pub fn of(game: &AnyGame) -> Option<Self> {
        let topology = game.topology();
        if topology.len() > MOST_CELLS {
            return None;
        }
        let frame = Frame::nibbles(game)?;
        if frame.spawn.iter().any(|(rank, _)| *rank > MOST_RANK) {
            return None;
        }
        let lines = (0..topology.dir_count() as u8).map(|dir| {
            let lines = topology.lines(Dir(dir)).iter();
            lines.map(|line| line.iter().map(|cell| cell.0.into()).collect()).collect()
        });
        let lines: Vec<Vec<Vec<u32>>> = lines.collect();
        if lines.iter().flatten().any(|line| line.len() > ROW) {
            return None;
        }
        let total: f64 = frame.spawn.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let spawn =
            frame.spawn.iter().map(|(rank, weight)| (*rank, 1 << rank >> 1, f64::from(*weight) / total)).collect();
        // Two tiles of a rank become one of the next, for its face: 2^r (r − 1) in faces of 2 add up to that.
        let face = f64::from(frame.least) / 2.0;
        let points = std::array::from_fn(|rank| face * (1 << rank) as f64 * (rank as f64 - 1.0).max(0.0));
        Some(Self { board: Board::new(game, frame), lines, spawn, points })
    }

    /// The board's shape, where tiles are dealt as in the usual game.
    pub(super) fn usual(&self) -> Option<Shape> {
        let Frame { shape, spawn, least, .. } = &self.board.frame;
        let usual =
            *least == 2 && matches!(spawn[..], [(1, twos), (2, fours)] if u64::from(twos) == 9 * u64::from(fours));
        usual.then_some(*shape)
    }

    /// The number of a position; none where it has a tile that leaves no room for what may come of it.
    pub fn pack(&self, position: &Position) -> Option<u64> {
        let board = self.board.pack(position)?;
        (0..self.cells()).all(|cell| self.board.rank(board, cell) <= MOST_RANK).then_some(board)
    }

    /// The largest of a board's images: one number for all of them.
    #[inline]
    pub fn image(&self, board: u64) -> u64 {
        self.board.images(board).max().unwrap_or(board)
    }

    /// The number of cells.
    pub fn cells(&self) -> u32 {
        self.board.cells
    }

    /// The sum of the tiles in smallest faces: sliding keeps it, chance adds to it.
    pub fn sum(&self, board: u64) -> u64 {
        self.board.sum(board)
    }

    /// The smallest face.
    pub(super) fn face(&self) -> f64 {
        self.board.frame.least.into()
    }

    /// A board slid in a direction, and its points; none where nothing moves.
    #[inline]
    pub fn slid(&self, board: u64, dir: u16) -> Option<(u64, f64)> {
        let mut to = board;
        let mut gain = 0.0;
        for line in self.lines.get(usize::from(dir))? {
            let row = line.iter().rev().fold(0, |row, cell| row << 4 | (board >> (4 * cell) & 15) as u16);
            let [slid, _] = slid_row(row);
            if slid == row {
                continue;
            }
            for (i, cell) in line.iter().enumerate() {
                let rank = slid >> (4 * i) & 15;
                to = to & !(15 << (4 * cell)) | u64::from(rank) << (4 * cell);
                gain += self.points[usize::from(rank)] - self.points[usize::from(row >> (4 * i) & 15)];
            }
        }
        (to != board).then_some((to, gain))
    }

    /// The images of the boards that actions make of a board, with their points.
    pub(super) fn slides(&self, board: u64) -> impl Iterator<Item = (u64, f64)> {
        let slid = (0..self.lines.len() as u16).filter_map(move |dir| self.slid(board, dir));
        slid.map(|(to, gain)| (self.image(to), gain))
    }

    /// The images of the boards that new tiles make of a board, with what the tile adds to the sum and its probability.
    pub(super) fn spawns(&self, board: u64) -> impl Iterator<Item = (u64, u64, f64)> {
        let free = move |cell: &u32| self.board.rank(board, *cell) == 0;
        let room = (0..self.cells()).filter(free).count() as f64;
        (0..self.cells()).filter(free).flat_map(move |cell| {
            self.spawn
                .iter()
                .map(move |&(rank, more, share)| (self.image(board | rank << (4 * cell)), more, share / room))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Action, Dice1};
    use tilewright_games::Variant;

    fn game(rules: &str) -> AnyGame {
        Variant::from_text(&format!(r#"{{"family":"slide",{rules}}}"#)).unwrap().compile().unwrap()
    }

    #[test]
    fn boards_slide_and_turn_as_the_game_does() {
        for rules in [
            r#""board":{"shape":"square","width":3,"height":3}"#,
            r#""board":{"shape":"square","width":4,"height":2}"#,
            r#""board":{"shape":"square","width":2,"height":3},"spawn":{"4":3,"8":2,"32":1}"#,
            r#""board":{"shape":"hex","radius":1}"#,
        ] {
            let game = game(rules);
            let small = Small::of(&game).unwrap();
            for seed in 0..10 {
                let mut dice = Dice1::new(seed);
                let mut state = game.start(&mut dice, &mut ()).unwrap();
                let mut board = small.pack(&game.position(&state)).unwrap();
                for turn in 0.. {
                    for symmetry in game.symmetries() {
                        let turned = game
                            .topology()
                            .cells()
                            .map(|cell| small.board.rank(board, cell.0.into()) << (4 * symmetry.cell(cell).index()));
                        assert_eq!(small.image(turned.sum()), small.image(board));
                    }
                    let count = game.topology().dir_count() as u16;
                    for dir in 0..count {
                        let mut after = state.clone();
                        let gain = game.act(&mut after, Action(dir), &mut ()).ok();
                        let after = gain.map(|gain| (small.pack(&game.position(&after)).unwrap(), gain as f64));
                        assert_eq!(small.slid(board, dir), after, "{rules} {board:x} {dir}");
                    }
                    let dirs: Vec<u16> = (0..count).filter(|dir| small.slid(board, *dir).is_some()).collect();
                    let Some(dir) = dirs.get(turn % dirs.len().max(1)) else { break };
                    let mut slid = state.clone();
                    game.act(&mut slid, Action(*dir), &mut ()).unwrap();
                    let slid = small.pack(&game.position(&slid)).unwrap();
                    game.advance(&mut state, Action(*dir), &mut dice, &mut ()).unwrap();
                    board = small.pack(&game.position(&state)).unwrap();
                    let odds: f64 = small.spawns(slid).map(|(.., share)| share).sum();
                    assert!((odds - 1.0).abs() < 1e-12);
                    let mut spawns = small.spawns(slid);
                    assert!(spawns.any(|(to, more, _)| (to, more) == (small.image(board), small.sum(board) - small.sum(slid))));
                }
            }
        }
    }

    #[test]
    fn it_is_for_small_slide_boards() {
        for rules in [
            r#""board":{"shape":"square","width":4,"height":4}"#,
            r#""board":{"shape":"square","width":5,"height":2}"#,
            r#""board":{"shape":"hex","radius":2}"#,
            r#""board":{"shape":"square","width":2,"height":2},"spawn":{"2":1,"8192":1}"#,
        ] {
            assert!(Small::of(&game(rules)).is_none(), "{rules}");
        }
    }

    #[test]
    fn the_usual_game_is_known() {
        let usual = |rules: &str| Small::of(&game(rules)).unwrap().usual().is_some();
        assert!(usual(r#""board":{"shape":"square","width":3,"height":3}"#));
        assert!(usual(r#""board":{"shape":"square","width":4,"height":2},"spawn":{"2":18,"4":2},"target":64"#));
        for spawn in [r#"{"2":1}"#, r#"{"2":8,"4":2}"#, r#"{"4":9,"8":1}"#] {
            assert!(
                !usual(&format!(r#""board":{{"shape":"square","width":3,"height":3}},"spawn":{spawn}"#)),
                "{spawn}"
            );
        }
    }
}
