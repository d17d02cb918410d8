//! Small slide boards as integers that can slide: a nibble per cell in scan order, a relative rank each, 0 for an empty
//! cell.

use crate::packing::{Afterstate, Boards, Packing};
use tilewright_core::{Game, Shape};
use tilewright_games::{Compiled, Rules};

/// The most cells of a small board. On larger ones, positions hardly ever repeat within a search.
const MAX_CELLS: usize = 9;
/// The most cells of a line: longer ones have no lookup table.
const MAX_LINE: usize = 4;
/// The highest rank of new tiles and at the root: whatever a search makes of them still fits into a nibble.
const MAX_RANK: u64 = 11;

/// A slide game on a small board.
#[derive(Debug)]
pub struct Small {
    pub(super) boards: Boards,
    /// New tiles: rank, what it adds to the sum of a board, probability.
    pub(super) spawn: Vec<(u64, u64, f64)>,
}

impl Small {
    /// `None` if the game is no slide game, or not small.
    pub fn new<G: Compiled>(game: &G) -> Option<Self> {
        let topology = game.topology();
        let Rules::Slide(rules) = game.rules() else { return None };
        let packing = Packing::nibbles(&rules);
        if topology.len() > MAX_CELLS || packing.spawn.iter().any(|(rank, _)| *rank > MAX_RANK) {
            return None;
        }
        if topology.dirs().flat_map(|dir| topology.lines(dir)).any(|line| line.len() > MAX_LINE) {
            return None;
        }
        let total: f64 = packing.spawn.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let spawn =
            packing.spawn.iter().map(|(rank, weight)| (*rank, 1 << rank >> 1, f64::from(*weight) / total)).collect();
        Some(Self { boards: Boards::new(topology, packing), spawn })
    }

    /// The shape of the board if new tiles are 2 and 4 at 9 to 1, as in the original game.
    pub(super) fn original_shape(&self) -> Option<Shape> {
        let Packing { shape, spawn, smallest, .. } = &self.boards.packing;
        let is_original =
            *smallest == 2 && matches!(spawn[..], [(1, twos), (2, fours)] if u64::from(twos) == 9 * u64::from(fours));
        is_original.then_some(*shape)
    }

    /// The board of a state; `None` if it has a tile that leaves no room for what a search may make of it.
    pub fn pack<G: Game>(&self, game: &G, state: &G::State) -> Option<u64> {
        let board = self.boards.pack(game, state)?;
        (0..self.cells()).all(|cell| self.boards.rank(board, cell) <= MAX_RANK).then_some(board)
    }

    /// The largest of all symmetric boards. (Exact tables have the smallest; the networks here learned the largest.)
    #[inline]
    pub fn canonical(&self, board: u64) -> u64 {
        self.boards.images(board).max().unwrap_or(board)
    }

    /// The number of cells.
    pub fn cells(&self) -> u32 {
        self.boards.cells
    }

    /// The sum of the tiles in units of the smallest value: sliding keeps it, chance adds to it.
    pub fn sum(&self, board: u64) -> u64 {
        self.boards.sum(board)
    }

    /// The smallest value.
    pub(super) fn smallest(&self) -> f64 {
        self.boards.packing.smallest.into()
    }

    /// The afterstate of a slide, and its gain; `None` if nothing moves.
    #[inline]
    pub fn slide(&self, board: u64, dir: usize) -> Option<(u64, f64)> {
        let Afterstate { board, gain } = self.boards.slide(board, dir)?;
        Some((board?, gain as f64))
    }

    /// The canonical afterstates of a board, with their gains.
    pub(super) fn afterstates(&self, board: u64) -> impl Iterator<Item = (u64, f64)> {
        let slid = (0..self.boards.dirs()).filter_map(move |dir| self.slide(board, dir));
        slid.map(|(to, gain)| (self.canonical(to), gain))
    }

    /// The canonical boards that new tiles make of an afterstate, with what the tile adds to the sum and its probability.
    pub(super) fn spawns(&self, board: u64) -> impl Iterator<Item = (u64, u64, f64)> {
        let is_empty = move |cell: &u32| self.boards.rank(board, *cell) == 0;
        let room = (0..self.cells()).filter(is_empty).count() as f64;
        (0..self.cells()).filter(is_empty).flat_map(move |cell| {
            self.spawn
                .iter()
                .map(move |&(rank, more, share)| (self.canonical(board | rank << (4 * cell)), more, share / room))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Action, Dice1, Dir};
    use tilewright_games::{AnyGame, Variant};

    fn game(rules: &str) -> AnyGame {
        Variant::from_text(&format!(r#"{{"family":"slide",{rules}}}"#)).unwrap().compile().unwrap()
    }

    #[test]
    fn slide_and_canonical_match_the_game() {
        for rules in [
            r#""board":{"shape":"square","width":3,"height":3}"#,
            r#""board":{"shape":"square","width":4,"height":2}"#,
            r#""board":{"shape":"square","width":2,"height":3},"spawn":{"4":3,"8":2,"32":1}"#,
            r#""board":{"shape":"hex","radius":1}"#,
        ] {
            let game = game(rules);
            let small = Small::new(&game).unwrap();
            for seed in 0..10 {
                let mut dice = Dice1::new(seed);
                let mut state = game.start(&mut dice, &mut ()).unwrap();
                let mut board = small.pack(&game, &state).unwrap();
                for turn in 0.. {
                    for symmetry in game.symmetries() {
                        let turned = game
                            .topology()
                            .cells()
                            .map(|cell| small.boards.rank(board, cell.0.into()) << (4 * symmetry.cell(cell).index()));
                        assert_eq!(small.canonical(turned.sum()), small.canonical(board));
                    }
                    let count = game.topology().dir_count();
                    for dir in 0..count {
                        let mut after = state;
                        let gain = game.act(&mut after, Action::slide(Dir(dir as u8)), &mut ()).ok();
                        let after = gain.map(|gain| (small.pack(&game, &after).unwrap(), gain as f64));
                        assert_eq!(small.slide(board, dir), after, "{rules} {board:x} {dir}");
                    }
                    let dirs: Vec<usize> = (0..count).filter(|dir| small.slide(board, *dir).is_some()).collect();
                    let Some(dir) = dirs.get(turn % dirs.len().max(1)) else { break };
                    let mut slid = state;
                    game.act(&mut slid, Action::slide(Dir(*dir as u8)), &mut ()).unwrap();
                    let slid = small.pack(&game, &slid).unwrap();
                    game.advance(&mut state, Action::slide(Dir(*dir as u8)), &mut dice, &mut ()).unwrap();
                    board = small.pack(&game, &state).unwrap();
                    let odds: f64 = small.spawns(slid).map(|(.., share)| share).sum();
                    assert!((odds - 1.0).abs() < 1e-12);
                    let mut spawns = small.spawns(slid);
                    assert!(spawns.any(
                        |(to, more, _)| (to, more) == (small.canonical(board), small.sum(board) - small.sum(slid))
                    ));
                }
            }
        }
    }

    #[test]
    fn new_of_a_large_board_is_none() {
        for rules in [
            r#""board":{"shape":"square","width":4,"height":4}"#,
            r#""board":{"shape":"square","width":5,"height":2}"#,
            r#""board":{"shape":"hex","radius":2}"#,
            r#""board":{"shape":"square","width":2,"height":2},"spawn":{"2":1,"8192":1}"#,
        ] {
            assert!(Small::new(&game(rules)).is_none(), "{rules}");
        }
    }

    #[test]
    fn original_shape_is_for_twos_and_fours() {
        let is_original = |rules: &str| Small::new(&game(rules)).unwrap().original_shape().is_some();
        assert!(is_original(r#""board":{"shape":"square","width":3,"height":3}"#));
        assert!(is_original(r#""board":{"shape":"square","width":4,"height":2},"spawn":{"2":18,"4":2},"target":64"#));
        for spawn in [r#"{"2":1}"#, r#"{"2":8,"4":2}"#, r#"{"4":9,"8":1}"#] {
            assert!(
                !is_original(&format!(r#""board":{{"shape":"square","width":3,"height":3}},"spawn":{spawn}"#)),
                "{spawn}"
            );
        }
    }
}
