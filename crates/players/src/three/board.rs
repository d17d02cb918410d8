//! 3×3 boards as numbers: four bits a cell in scan order, a rank each, 0 for an empty cell.

use std::sync::LazyLock;
use tilewright_core::Position;

/// The number of cells.
pub const CELLS: u32 = 9;

/// A row slid to its low end, and its points.
static ROWS: LazyLock<Box<[(u16, u16)]>> = LazyLock::new(|| (0..1 << 12).map(slid_row).collect());

fn slid_row(row: u16) -> (u16, u16) {
    let (mut slid, mut at, mut last, mut gain) = (0, 0, 0, 0);
    for rank in [row & 15, row >> 4 & 15, row >> 8].into_iter().filter(|rank| *rank > 0) {
        if rank == last {
            slid += 1 << (at - 4);
            gain += 2 << rank;
            last = 0;
        } else {
            slid |= rank << at;
            at += 4;
            last = rank;
        }
    }
    (slid, gain)
}

/// The number of a position; none where it has no such board or a tile no game of 2s and 4s gets to.
pub fn pack(position: &Position) -> Option<u64> {
    let mut board = 0;
    for (i, tile) in position.tiles.iter().enumerate() {
        let Some(tile) = tile else { continue };
        let rank = tile.value.trailing_zeros();
        // Two tiles of the last rank could merge into one that has no number.
        if i >= CELLS as usize || !tile.value.is_power_of_two() || !(1..=11).contains(&rank) {
            return None;
        }
        board |= u64::from(rank) << (4 * i);
    }
    Some(board)
}

/// The rank in a cell.
#[inline]
pub fn rank(board: u64, cell: u32) -> usize {
    (board >> (4 * cell) & 15) as usize
}

/// The sum of the tiles in pairs of points: sliding keeps it, a 2 adds one to it and a 4 two.
#[inline]
pub fn sum(board: u64) -> usize {
    (0..CELLS).map(|cell| 1 << rank(board, cell) >> 1).sum()
}

/// Left and right exchanged.
#[inline]
fn mirrored(board: u64) -> u64 {
    board & 0x0_f00f_00f0 | (board & 0x0_0f00_f00f) << 8 | board >> 8 & 0x0_0f00_f00f
}

/// Top and bottom exchanged.
#[inline]
fn flipped(board: u64) -> u64 {
    board & 0xff_f000 | (board & 0xfff) << 24 | board >> 24
}

/// Rows and columns exchanged.
#[inline]
fn turned(board: u64) -> u64 {
    board & 0xf_000f_000f
        | (board & 0xf0_00f0) << 8
        | board >> 8 & 0xf0_00f0
        | (board & 0xf00) << 16
        | board >> 16 & 0xf00
}

/// The largest of a board's images: one number for all of them.
#[inline]
pub fn image(board: u64) -> u64 {
    let pair = |board: u64| board.max(flipped(board));
    let four = |board: u64| pair(board).max(pair(mirrored(board)));
    four(board).max(four(turned(board)))
}

/// A board slid up, right, down or left, and its points; none where nothing moves.
#[inline]
pub fn slid(board: u64, dir: u16) -> Option<(u64, u64)> {
    let rows = &*ROWS;
    let low = |board: u64| {
        let [a, b, c] = [0, 12, 24].map(|shift| rows[(board >> shift & 0xfff) as usize]);
        let slid = u64::from(a.0) | u64::from(b.0) << 12 | u64::from(c.0) << 24;
        (slid, u64::from(a.1) + u64::from(b.1) + u64::from(c.1))
    };
    let (to, gain) = match dir {
        0 => low(turned(board)),
        1 => low(mirrored(board)),
        2 => low(mirrored(turned(board))),
        _ => low(board),
    };
    let to = match dir {
        0 => turned(to),
        1 => mirrored(to),
        2 => turned(mirrored(to)),
        _ => to,
    };
    (to != board).then_some((to, gain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Action, Dice1, Game};
    use tilewright_games::Variant;

    #[test]
    fn boards_slide_and_turn_as_the_game_does() {
        let text = r#"{"family":"slide","board":{"shape":"square","width":3,"height":3}}"#;
        let game = Variant::from_text(text).unwrap().compile().unwrap();
        for seed in 0..20 {
            let mut dice = Dice1::new(seed);
            let mut state = game.start(&mut dice, &mut ()).unwrap();
            let mut board = pack(&game.position(&state)).unwrap();
            for turn in 0.. {
                for symmetry in game.symmetries() {
                    let turned = game
                        .topology()
                        .cells()
                        .map(|cell| (rank(board, cell.0.into()) as u64) << (4 * symmetry.cell(cell).index()));
                    assert_eq!(image(turned.sum()), image(board));
                }
                for dir in 0..4 {
                    let mut after = state.clone();
                    let gain = game.act(&mut after, Action(dir), &mut ()).ok();
                    let after = gain.map(|gain| (pack(&game.position(&after)).unwrap(), gain));
                    assert_eq!(slid(board, dir), after, "{board:x} {dir}");
                }
                let dirs: Vec<u16> = (0..4).filter(|dir| slid(board, *dir).is_some()).collect();
                let Some(dir) = dirs.get(turn % dirs.len().max(1)) else { break };
                let before = sum(board);
                game.advance(&mut state, Action(*dir), &mut dice, &mut ()).unwrap();
                board = pack(&game.position(&state)).unwrap();
                assert!((1..=2).contains(&(sum(board) - before)));
            }
        }
    }
}
