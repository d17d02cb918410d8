//! Expectimax on 4×4 slide boards, packed: a board is sixteen nibbles, a move and a judgement are four look-ups each.
//!
//! What becomes of rows is asked of the game, so no rule stands here: below the root, a row that would outgrow its
//! nibbles counts as one that cannot move. Boards with tiles beyond 2^15 are left to the search for all games.

use crate::{
    Player, Ranking,
    budget::{Counter, Stopped},
    evaluate::{self, line_value},
    sort,
};
use std::sync::LazyLock;
use tilewright_core::{Game, Shape, rank};
use tilewright_games::{Compiled, Rules, slide::slid_row};

/// What becomes of rows, and how good they are.
struct Tables {
    /// A row slid to the left and to the right: both are wanted at once, so they lie side by side.
    slid: Vec<[u16; 2]>,
    worth: Vec<f32>,
}

/// Towards the end a row is slid to, as [`Tables::slid`] has them.
const LEFT: usize = 0;
const RIGHT: usize = 1;

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let worth = |row: u16| line_value((0..4).map(|i| u32::from(row >> (4 * i) & 15))) as f32;
    Tables { slid: (0..=u16::MAX).map(slid_row).collect(), worth: (0..=u16::MAX).map(worth).collect() }
});

impl Tables {
    #[inline]
    fn slide(&self, tiles: u64, turned: u64, dir: u16) -> u64 {
        match dir {
            0 => transpose(self.rows(turned, LEFT)),
            1 => self.rows(tiles, RIGHT),
            2 => transpose(self.rows(turned, RIGHT)),
            _ => self.rows(tiles, LEFT),
        }
    }

    /// All rows slid to that end.
    #[inline]
    fn rows(&self, tiles: u64, end: usize) -> u64 {
        let row = |i: u32| u64::from(self.slid[usize::from(row(tiles, i))][end]) << (16 * i);
        row(0) | row(1) | row(2) | row(3)
    }

    #[inline]
    fn worth(&self, tiles: u64) -> f32 {
        above_end(self.lines(tiles).iter().sum::<f32>() + self.lines(transpose(tiles)).iter().sum::<f32>())
    }

    /// What each row is worth.
    #[inline]
    fn lines(&self, tiles: u64) -> [f32; 4] {
        [0, 1, 2, 3].map(|i| self.worth[usize::from(row(tiles, i))])
    }
}

/// The evaluation of a board that goes on, from the sum of its lines: see [`evaluate::above_end`].
#[inline]
fn above_end(sum: f32) -> f32 {
    const MARGIN: f32 = evaluate::SLIDE_MARGIN as f32;
    if sum >= MARGIN { sum } else { MARGIN * MARGIN / (2.0 * MARGIN - sum) }
}

/// One of the four rows.
#[inline]
fn row(tiles: u64, i: u32) -> u16 {
    (tiles >> (16 * i)) as u16
}

/// A board slid to one end before a tile is new, so that only the tile's own row has to be slid again.
#[derive(Clone, Copy)]
struct Slid {
    tiles: u64,
    lines: [f32; 4],
}

impl Slid {
    fn new(tables: &Tables, tiles: u64, end: usize) -> Self {
        let tiles = tables.rows(tiles, end);
        Self { tiles, lines: tables.lines(tiles) }
    }

    /// The whole board, with that row instead of its own, and what it is worth.
    #[inline]
    fn with(&self, tables: &Tables, i: u32, row: u16) -> (u64, f32) {
        let tiles = self.tiles & !(0xffff << (16 * i)) | u64::from(row) << (16 * i);
        let mut lines = self.lines;
        lines[i as usize] = tables.worth[usize::from(row)];
        (tiles, above_end(lines.iter().sum::<f32>() + tables.lines(transpose(tiles)).iter().sum::<f32>()))
    }
}

/// The ranks as nibbles; `None` if one does not fit.
fn pack<G: Game>(game: &G, state: &G::State) -> Option<u64> {
    let mut ranks = [0; 16];
    game.ranks(state, &mut ranks).ok()?;
    let fits = ranks.iter().all(|rank| *rank < 16);
    fits.then(|| ranks.iter().rev().fold(0, |tiles, rank| tiles << 4 | u64::from(*rank)))
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

/// The lowest bit of every empty cell.
#[inline]
fn empty(tiles: u64) -> u64 {
    let pairs = tiles | tiles >> 1;
    !(pairs | pairs >> 2) & 0x1111_1111_1111_1111
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

/// The search with its transposition table.
pub(crate) struct Classic {
    slots: Box<[Slot]>,
    /// The stamp of the last deepening: entries of earlier ones are never read, so results repeat.
    stamp: u32,
    /// Rank and probability of a new tile.
    spawn: Vec<(u64, f32)>,
}

impl Classic {
    /// `None` if the game is another one.
    pub(crate) fn new<G: Compiled>(game: &G) -> Option<Self> {
        let Rules::Slide(rules) = game.rules() else { return None };
        if rules.board != (Shape::Square { width: 4, height: 4, wrap: false }) {
            return None;
        }
        let total = rules.spawn.total() as f32;
        let entry = |&(value, weight): &(u32, u32)| Some((rank(value)?.into(), weight as f32 / total));
        let spawn: Vec<(u64, f32)> = rules.spawn.as_slice().iter().map(entry).collect::<Option<_>>()?;
        spawn.iter().all(|(rank, _)| *rank < 16).then(|| Self {
            slots: vec![Slot::default(); SLOTS].into(),
            stamp: 0,
            spawn,
        })
    }

    /// `None` if the position has tiles beyond the tables.
    pub(crate) fn rank<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        counter: &mut Counter<'_>,
        most: u32,
    ) -> Option<Ranking> {
        let tables = &*TABLES;
        let tiles = pack(game, state)?;
        let mut actions = crate::legal(game, state);
        let turned = transpose(tiles);
        if actions.iter().any(|(action, _)| tables.slide(tiles, turned, action.0) == tiles) {
            return None;
        }
        let mut best = Ranking { actions: actions.clone(), ..Ranking::default() };
        let most_nodes = share(tiles, counter.left());
        let mut last_cost = 1;
        // Every deepening has its stamp; the depth is a part of it.
        for depth in 1..=most {
            let before = counter.used();
            self.stamp = self.stamp.wrapping_add(32);
            if self.stamp < 64 {
                self.slots.fill(Slot::default());
                self.stamp = 64;
            }
            let mut search = Search { tables, counter, spawn: &self.spawn, slots: &mut self.slots, stamp: self.stamp };
            let finished = actions.iter_mut().try_for_each(|(action, value)| {
                let slid = tables.slide(tiles, turned, action.0);
                *value = search.chance(slid, depth - 1, 1.0)?.into();
                Ok::<(), Stopped>(())
            });
            if finished.is_err() {
                break;
            }
            // If every line ends within this depth, only the shallower search knows which one lasts longer.
            if depth > 1 && actions.iter().all(|(_, value)| *value == 0.0) {
                break;
            }
            best.actions.clone_from(&actions);
            best.depth = depth;
            // A step that cannot end is wasted, so one that promises not to is not begun.
            let cost = counter.used() - before;
            let growth = (cost / last_cost).clamp(2, 12);
            last_cost = cost.max(1);
            if cost.saturating_mul(growth) > most_nodes.saturating_sub(counter.used()) || actions.len() < 2 {
                break;
            }
        }
        sort(&mut best.actions);
        Some(Ranking { nodes: counter.used(), ..best })
    }
}

struct Search<'a, 'b> {
    tables: &'static Tables,
    counter: &'a mut Counter<'b>,
    /// Rank and probability of a new tile.
    spawn: &'a [(u64, f32)],
    slots: &'a mut [Slot],
    stamp: u32,
}

/// A line of chance that is less likely than this is judged where it stands.
const UNLIKELY: f32 = 0.0001;

/// What a board deserves of so many nodes. Where many different tiles wait for their equals, games are lost; each one
/// less makes that about half as likely in the turns to come.
fn share(tiles: u64, nodes: u64) -> u64 {
    let seen = (0..16).fold(0_u32, |seen, i| seen | 1 << (tiles >> (4 * i) & 15));
    let different = (seen >> 1).count_ones();
    (nodes >> CROWDED.saturating_sub(different)).max(nodes.min(Player::NODES))
}

/// So many different tiles deserve everything.
const CROWDED: u32 = 12;

impl Search<'_, '_> {
    /// The average over all new tiles, that many turns before the leaves.
    fn chance(&mut self, tiles: u64, depth: u32, likely: f32) -> Result<f32, Stopped> {
        if depth == 0 || likely < UNLIKELY {
            self.counter.spend()?;
            return Ok(self.tables.worth(tiles));
        }
        let key = canonical(tiles);
        let at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize & (SLOTS - 1);
        let slot = self.slots[at];
        // Written in this deepening, and from at least as far before the leaves.
        if slot.tiles == key && slot.stamp >= self.stamp + depth && slot.stamp < self.stamp + 32 {
            return Ok(slot.worth);
        }
        let worth = if depth == 1 { self.last(tiles)? } else { self.average(tiles, depth, likely)? };
        self.slots[at] = Slot { tiles: key, stamp: self.stamp + depth, worth };
        Ok(worth)
    }

    /// That average, by the way of every turn but the last.
    fn average(&mut self, tiles: u64, depth: u32, likely: f32) -> Result<f32, Stopped> {
        let mut empty = empty(tiles);
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
        Ok(sum / count)
    }

    /// The same one turn before the leaves, where nearly all the time goes: a new tile changes one row and one column,
    /// so what becomes of the others is worked out once.
    fn last(&mut self, tiles: u64) -> Result<f32, Stopped> {
        let tables = self.tables;
        let turned = transpose(tiles);
        let across = [LEFT, RIGHT].map(|end| Slid::new(tables, tiles, end));
        let along = [LEFT, RIGHT].map(|end| Slid::new(tables, turned, end));
        let mut empty = empty(tiles);
        let count = empty.count_ones() as f32;
        let mut sum = 0.0;
        while empty != 0 {
            let at = empty.trailing_zeros();
            empty &= empty - 1;
            let (y, x) = (at / 16, at / 4 % 4);
            for &(rank, share) in self.spawn {
                let mut best = 0.0;
                let mut leaves = 0;
                for (before, slid, i, shift) in [(tiles, &across, y, at), (turned, &along, x, 16 * x + 4 * y)] {
                    let before = before | rank << shift;
                    let rows = tables.slid[usize::from(row(before, i))];
                    for end in [LEFT, RIGHT] {
                        let (after, worth) = slid[end].with(tables, i, rows[end]);
                        if after != before {
                            leaves += 1;
                            best = f32::max(best, worth);
                        }
                    }
                }
                self.counter.spend_all(leaves)?;
                sum += share * best;
            }
        }
        Ok(sum / count)
    }

    /// The best action's worth; nothing where there is none.
    fn decide(&mut self, tiles: u64, depth: u32, likely: f32) -> Result<f32, Stopped> {
        let turned = transpose(tiles);
        let mut best = 0.0;
        for dir in 0..4 {
            let slid = self.tables.slide(tiles, turned, dir);
            if slid != tiles {
                best = f32::max(best, self.chance(slid, depth - 1, likely)?);
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Limit};

    /// The quick way through the last turn is the plain one, to the bit and to the node.
    #[test]
    fn last_turns_are_as_any_other() {
        let mut slots = vec![Slot::default(); SLOTS];
        let mut tiles = 0x0123_4567_89ab_cdef_u64;
        for round in 0..2000_u32 {
            tiles = tiles.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
            // Crowded boards and open ones, low tiles and high ones.
            let mask =
                (0..16).filter(|i| (tiles >> i ^ tiles >> (i + 16)) & 1 == 0).fold(0, |mask, i| mask | 0xf << (4 * i));
            let board = tiles & mask & if round.is_multiple_of(2) { u64::MAX } else { 0x3333_3333_3333_3333 };
            // A full board has no cells to average over.
            if empty(board) == 0 {
                continue;
            }
            let ways = [1, 2].map(|way| {
                let limit = Limit { budget: Budget::Unlimited, ..Limit::default() };
                let mut counter = Counter::new(None, &limit);
                let spawn = [(1, 0.9), (2, 0.1)];
                let mut search =
                    Search { tables: &TABLES, counter: &mut counter, spawn: &spawn, slots: &mut slots, stamp: 64 };
                let worth = if way == 1 { search.last(board) } else { search.average(board, 1, 1.0) };
                (worth.map(f32::to_bits), counter.used())
            });
            assert_eq!(ways[0], ways[1], "{board:016x}");
        }
    }

    #[test]
    fn crowds_of_different_tiles_deserve_more() {
        assert_eq!(share(0x0000_0000_0000_0021, 8_000_000), Player::NODES);
        assert_eq!(share(0x0000_0a98_7654_3211, 8_000_000), 2_000_000);
        assert_eq!(share(0x0000_dcba_9876_5432, 8_000_000), 8_000_000);
        assert_eq!(share(0x0000_0000_0000_0021, 500), 500);
    }

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
