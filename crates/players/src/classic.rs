//! Expectimax on 4×4 slide boards, packed: a board is sixteen nibbles, a move and a judgement are four look-ups each.
//!
//! The tables are made by the game itself, row by row, so no rule stands here. Boards with tiles beyond 2^15 do not fit
//! and are left to the search for all games.

use crate::{Ranking, budget::Budget, insight::Slide, sort};
use std::{cell::RefCell, sync::LazyLock};
use tilewright_core::{Action, Game, Outcome, Place, Position, Tile};
use tilewright_games::{AnyGame, AnyState, Preset};

/// What becomes of rows, and how good they are.
struct Tables {
    left: Vec<u16>,
    right: Vec<u16>,
    worth: Vec<f32>,
}

/// Sliding is the same in every 4×4 game, whatever its new tiles, so the tables are those of the preset, which knows
/// every rank.
static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let preset = Preset::find("classic-2048").expect("the preset is compiled in");
    Tables::new(&preset.variant.compile().expect("presets compile"))
});

impl Tables {
    fn new(game: &AnyGame) -> Self {
        let left: Vec<u16> = (0..=u16::MAX).step_by(4).flat_map(|first| slid(game, first)).collect();
        let worth = |row: u16| Slide::line((0..4).map(|i| u32::from(row >> (4 * i) & 15))) as f32;
        Self {
            // To the right is to the left, seen from the other end.
            right: (0..=u16::MAX).map(|row| reversed(left[usize::from(reversed(row))])).collect(),
            left,
            worth: (0..=u16::MAX).map(worth).collect(),
        }
    }

    #[inline]
    fn slide(&self, tiles: u64, turned: u64, dir: u16) -> u64 {
        let rows = |x: u64, table: &[u16]| {
            let row = |i: u32| u64::from(table[usize::from((x >> (16 * i)) as u16)]) << (16 * i);
            row(0) | row(1) | row(2) | row(3)
        };
        match dir {
            0 => transpose(rows(turned, &self.left)),
            1 => rows(tiles, &self.right),
            2 => transpose(rows(turned, &self.right)),
            _ => rows(tiles, &self.left),
        }
    }

    #[inline]
    fn worth(&self, tiles: u64) -> f32 {
        let rows = |x: u64| {
            let row = |i: u32| self.worth[usize::from((x >> (16 * i)) as u16)];
            row(0) + row(1) + row(2) + row(3)
        };
        rows(tiles) + rows(transpose(tiles))
    }
}

/// What becomes of four rows in turn, from the first, if they slide to the left. A board at a time: whoever asks for the
/// first search should not wait for the tables.
fn slid(game: &AnyGame, first: u16) -> [u16; 4] {
    let rows = [first, first + 1, first + 2, first + 3];
    let mut position = Position::empty(game.topology());
    for (i, tile) in position.tiles.iter_mut().enumerate() {
        let rank = rows[i / 4] >> (4 * (i % 4)) & 15;
        *tile = (rank > 0).then(|| Tile::new(1 << rank));
    }
    let Ok(mut state) = game.place(&position) else { return rows };
    if game.act(&mut state, Action(3), &mut ()).is_err() {
        return rows;
    }
    let tiles = game.position(&state).tiles;
    // A row that would outgrow its nibbles stays: below the root it counts as one that cannot move.
    std::array::from_fn(|i| pack(&tiles[4 * i..4 * i + 4]).map_or(rows[i], |row| row as u16))
}

/// A row from its other end.
fn reversed(row: u16) -> u16 {
    (0..4).fold(0, |turned, i| turned | (row >> (4 * i) & 15) << (12 - 4 * i))
}

/// The ranks as nibbles, where they fit.
fn pack(tiles: &[Option<Tile>]) -> Option<u64> {
    tiles.iter().enumerate().try_fold(0, |tiles, (i, tile)| {
        let rank = tile.map_or(0, |tile| tile.value.trailing_zeros());
        (rank < 16).then_some(tiles | u64::from(rank) << (4 * i))
    })
}

/// Rows become columns.
#[inline]
fn transpose(x: u64) -> u64 {
    let swap = |x: u64, shift: u32, mask: u64| {
        let t = (x ^ x >> shift) & mask;
        x ^ t ^ t << shift
    };
    swap(swap(x, 12, 0x0000_f0f0_0000_f0f0), 24, 0x0000_0000_ff00_ff00)
}

/// The same board of all its eight images.
#[inline]
fn canonical(tiles: u64) -> u64 {
    // Rows in the opposite order.
    let flip =
        |x: u64| x.rotate_left(32) >> 16 & 0x0000_ffff_0000_ffff | x.rotate_left(32) << 16 & 0xffff_0000_ffff_0000;
    // Each row from its other end.
    let mirror = |x: u64| {
        let x = x >> 8 & 0x00ff_00ff_00ff_00ff | (x & 0x00ff_00ff_00ff_00ff) << 8;
        x >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (x & 0x0f0f_0f0f_0f0f_0f0f) << 4
    };
    let least = |x: u64| {
        let y = mirror(x);
        x.min(y).min(flip(x)).min(flip(y))
    };
    least(tiles).min(least(transpose(tiles)))
}

/// A slot of the transposition table: a board, when it was written and how deep, what it is worth.
#[derive(Clone, Copy, Default)]
struct Slot {
    tiles: u64,
    stamp: u32,
    worth: f32,
}

/// Slots in the table, a power of two.
const SLOTS: usize = 1 << 16;

thread_local! {
    /// The table and the stamp of the last search: what others left behind is never read, so results repeat.
    static TABLE: RefCell<(Vec<Slot>, u32)> = RefCell::new((vec![Slot::default(); SLOTS], 0));
}

struct Search<'a, 'b> {
    tables: &'static Tables,
    budget: &'a mut Budget<'b>,
    /// Rank and probability of a new tile.
    spawn: &'a [(u64, f32)],
    slots: &'a mut [Slot],
    stamp: u32,
}

/// A line of chance that is less likely than this is judged where it stands.
const UNLIKELY: f32 = 0.0001;

pub(crate) fn rank(game: &AnyGame, state: &AnyState, budget: &mut Budget<'_>, most: u32) -> Option<Ranking> {
    let tables = &*TABLES;
    let tiles = pack(&game.position(state).tiles)?;
    let mut actions = crate::legal(game, state);
    let spawn = spawn(game, state)?;
    let turned = transpose(tiles);
    if actions.iter().any(|(action, _)| tables.slide(tiles, turned, action.0) == tiles) {
        return None;
    }
    let mut best = Ranking { actions: actions.clone(), ..Ranking::default() };
    let mut last_cost = 1;
    TABLE.with_borrow_mut(|(slots, last)| {
        // Every deepening has its stamp; the depth is a part of it.
        for depth in 1..=most {
            let before = budget.used();
            *last = last.wrapping_add(32);
            if *last < 64 {
                slots.fill(Slot::default());
                *last = 64;
            }
            let mut search = Search { tables, budget, spawn: &spawn, slots, stamp: *last };
            let finished = actions.iter_mut().try_for_each(|(action, value)| {
                let slid = tables.slide(tiles, turned, action.0);
                *value = search.chance(slid, depth - 1, 1.0)?.into();
                Some(())
            });
            if finished.is_none() {
                break;
            }
            best.actions.clone_from(&actions);
            best.depth = depth;
            // A step that cannot end is wasted, so one that promises not to is not begun.
            let cost = budget.used() - before;
            let growth = (cost / last_cost).clamp(2, 12);
            last_cost = cost.max(1);
            if cost.saturating_mul(growth) > budget.left() || actions.len() < 2 {
                break;
            }
        }
    });
    sort(&mut best.actions);
    Some(Ranking { nodes: budget.used(), ..best })
}

/// Ranks of new tiles with their probabilities; none where they do not fit.
fn spawn(game: &AnyGame, state: &AnyState) -> Option<Vec<(u64, f32)>> {
    let mut after = state.clone();
    let mut action = None;
    game.actions(state, &mut |legal| action = Some(legal));
    game.act(&mut after, action?, &mut ()).ok()?;
    let mut entries = Vec::new();
    let mut first: Option<Place> = None;
    game.outcomes(&after, &mut |Outcome { at, value }, weight| {
        if *first.get_or_insert(at) == at {
            entries.push((u64::from(value.trailing_zeros()), weight as f32));
        }
    });
    let total: f32 = entries.iter().map(|(_, weight)| weight).sum();
    entries.iter_mut().for_each(|(_, weight)| *weight /= total);
    entries.iter().all(|(rank, _)| *rank < 16).then_some(entries)
}

impl Search<'_, '_> {
    /// The average over all new tiles, that many turns before the leaves.
    fn chance(&mut self, tiles: u64, depth: u32, likely: f32) -> Option<f32> {
        if depth == 0 || likely < UNLIKELY {
            self.budget.spend()?;
            return Some(self.tables.worth(tiles));
        }
        let key = canonical(tiles);
        let at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize & (SLOTS - 1);
        let slot = self.slots[at];
        // Written in this deepening, and from at least as far before the leaves.
        if slot.tiles == key && slot.stamp >= self.stamp + depth && slot.stamp < self.stamp + 32 {
            return Some(slot.worth);
        }
        let pairs = tiles | tiles >> 1;
        let mut empty = !(pairs | pairs >> 2) & 0x1111_1111_1111_1111;
        let count = empty.count_ones() as f32;
        let likely = likely / count;
        let mut sum = 0.0;
        while empty != 0 {
            let cell = empty & empty.wrapping_neg();
            empty &= empty - 1;
            for &(rank, share) in self.spawn {
                sum += share * self.decide(tiles | (cell * rank), depth, likely * share)?;
            }
        }
        let worth = sum / count;
        self.slots[at] = Slot { tiles: key, stamp: self.stamp + depth, worth };
        Some(worth)
    }

    /// The best action's worth; nothing where there is none.
    fn decide(&mut self, tiles: u64, depth: u32, likely: f32) -> Option<f32> {
        let turned = transpose(tiles);
        let mut best = 0.0;
        for dir in 0..4 {
            let slid = self.tables.slide(tiles, turned, dir);
            if slid != tiles {
                best = f32::max(best, self.chance(slid, depth - 1, likely)?);
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_have_one_canonical_board() {
        let tiles = 0x0123_4567_89ab_cde0;
        let mut image = tiles;
        for _ in 0..4 {
            // A quarter turn: transposed, then each row from its other end.
            let turned = transpose(image);
            image = (0..16).fold(0, |x, i| x | (turned >> (4 * i) & 15) << (4 * (i / 4 * 4 + 3 - i % 4)));
            assert_eq!(canonical(image), canonical(tiles));
            assert_eq!(canonical(transpose(image)), canonical(tiles));
        }
        assert_eq!(image, tiles);
        assert_ne!(canonical(tiles ^ 1), canonical(tiles));
    }
}
