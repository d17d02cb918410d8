//! Mobility of swap boards: the swaps in sight, by value, on a board that may have gaps.
//!
//! A swap is in sight if a tile can step into a cell where it completes a line with tiles that stand there already. Gaps
//! count as cells to step into: something will stand there when the player is to choose. All cells of a value at once,
//! by shifts of bit boards.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};
use tilewright_games::swap::{Reach, Rules};

/// A set of cells, a bit each in scan order: `u64` for up to 64 cells, `u128` for more.
pub(crate) trait Cells:
    Copy
    + Eq
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    fn bit(at: u32) -> Self;
    fn count(self) -> u32;
}

macro_rules! cells {
    ($type:ty) => {
        impl Cells for $type {
            #[inline]
            fn bit(at: u32) -> Self {
                1 << at
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
        }
    };
}
cells!(u64);
cells!(u128);

/// How cells are shifted on a board, and what a line is.
#[derive(Clone, Debug)]
pub(crate) struct Mobility<W> {
    width: u32,
    height: u32,
    /// All cells.
    full: W,
    /// The first and the last column.
    columns: [W; 2],
    wrap: bool,
    diagonal: bool,
    anywhere: bool,
    /// How many tiles make a line.
    run: usize,
}

/// The longest line that is needed.
const MAX_RUN: usize = 5;

impl<W: Cells> Mobility<W> {
    pub(crate) fn new(rules: &Rules) -> Self {
        let (width, height) = (u32::from(rules.width), u32::from(rules.height));
        let all = |cells: &mut dyn Iterator<Item = u32>| cells.fold(W::default(), |set, at| set | W::bit(at));
        let column = |x: u32| all(&mut (0..height).map(|y| y * width + x));
        Self {
            width,
            height,
            full: all(&mut (0..width * height)),
            columns: [column(0), column(width - 1)],
            wrap: rules.wrap,
            diagonal: rules.diagonal,
            anywhere: rules.reach == Reach::Anywhere,
            run: usize::from(rules.run).min(MAX_RUN),
        }
    }

    /// The cells whose neighbour to the right is in the set.
    #[inline]
    fn right(&self, set: W) -> W {
        let inner = set >> 1 & !self.columns[1];
        if self.wrap { inner | set << (self.width - 1) & self.columns[1] } else { inner }
    }

    /// The cells whose neighbour to the left is in the set.
    #[inline]
    fn left(&self, set: W) -> W {
        let inner = set << 1 & self.full & !self.columns[0];
        if self.wrap { inner | set >> (self.width - 1) & self.columns[0] } else { inner }
    }

    /// The cells whose neighbour below is in the set.
    #[inline]
    fn below(&self, set: W) -> W {
        let inner = set >> self.width;
        if self.wrap { inner | set << (self.width * (self.height - 1)) & self.full } else { inner }
    }

    /// The cells whose neighbour above is in the set.
    #[inline]
    fn above(&self, set: W) -> W {
        let inner = set << self.width & self.full;
        if self.wrap { inner | set >> (self.width * (self.height - 1)) } else { inner }
    }

    /// The cells that complete a line along an axis, with tiles behind only, with tiles ahead only, and in any way.
    #[inline]
    fn windows(&self, set: W, ahead: impl Fn(W) -> W, behind: impl Fn(W) -> W) -> [W; 3] {
        // `next[n]`: the cells with n + 1 tiles of the set in a row ahead of them; `last` the same behind them.
        let (mut next, mut last) = ([W::default(); MAX_RUN], [W::default(); MAX_RUN]);
        let (mut far_ahead, mut far_behind) = (set, set);
        let (mut all_ahead, mut all_behind) = (self.full, self.full);
        let others = self.run - 1;
        for n in 0..others {
            (far_ahead, far_behind) = (ahead(far_ahead), behind(far_behind));
            (all_ahead, all_behind) = (all_ahead & far_ahead, all_behind & far_behind);
            (next[n], last[n]) = (all_ahead, all_behind);
        }
        let mut any = next[others - 1] | last[others - 1];
        for n in 1..others {
            any = any | next[n - 1] & last[others - n - 1];
        }
        [last[others - 1], next[others - 1], any]
    }

    /// The number of swaps in sight of the tiles in the set, which have one value.
    #[inline]
    pub(crate) fn count(&self, set: W) -> u32 {
        let tiles = set.count();
        if (tiles as usize) < self.run {
            return 0;
        }
        let [left_only, right_only, across] = self.windows(set, |set| self.right(set), |set| self.left(set));
        let [above_only, below_only, along] = self.windows(set, |set| self.below(set), |set| self.above(set));
        let mut slanted = W::default();
        if self.diagonal {
            let falling = |set| self.below(self.right(set));
            let rising = |set| self.above(self.right(set));
            slanted = self.windows(set, falling, |set| self.above(self.left(set)))[2]
                | self.windows(set, rising, |set| self.below(self.left(set)))[2];
        }
        let free = self.full & !set;
        if self.anywhere {
            return (free & (across | along | slanted)).count() * (tiles - (self.run as u32 - 1));
        }
        // A tile that comes from the right leaves its cell, so along its row only what stands to the left counts.
        (free & self.right(set) & (along | slanted | left_only)).count()
            + (free & self.left(set) & (along | slanted | right_only)).count()
            + (free & self.below(set) & (across | slanted | above_only)).count()
            + (free & self.above(set) & (across | slanted | below_only)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Dice1, Game};
    use tilewright_games::{AnyGame, Compiled, Preset, Rules as AnyRules, Variant};

    /// The swaps in sight on a full board are its legal actions, each pair of cells once for each tile that makes a line.
    fn check(game: &AnyGame) {
        let AnyRules::Swap(rules) = game.rules() else { panic!("it is a swap game") };
        let mobility = Mobility::<u128>::new(&rules);
        let topology = game.topology();
        for seed in 0..40 {
            let state = game.start(&mut Dice1::new(seed), &mut ()).unwrap();
            let mut values = vec![0; topology.len()];
            game.values(&state, &mut values);
            let mut kinds = values.clone();
            kinds.sort_unstable();
            kinds.dedup();
            for kind in kinds {
                let set = (0..).zip(&values).filter(|(_, value)| **value == kind).fold(0, |set, (at, _)| set | 1 << at);
                let mut swaps = 0;
                for from in topology.cells().filter(|cell| values[cell.index()] == kind) {
                    for to in topology.dirs().filter_map(|dir| neighbour(&rules, game, from, dir)) {
                        let mut board = values.clone();
                        board.swap(from.index(), to.index());
                        swaps += u32::from(values[to.index()] != kind && has_line(&rules, &board, to.index()));
                    }
                }
                assert_eq!(mobility.count(set), swaps, "seed {seed}, value {kind}, {values:?}");
            }
        }
    }

    fn neighbour(
        rules: &Rules,
        game: &AnyGame,
        cell: tilewright_core::Cell,
        dir: tilewright_core::Dir,
    ) -> Option<tilewright_core::Cell> {
        let (row, column) = game.topology().coords(cell);
        let (dy, dx) = [(-1, 0), (0, 1), (1, 0), (0, -1)][dir.index()];
        let (height, width) = (rules.height as i8, rules.width as i8);
        let (row, column) = (row + dy, column + dx);
        if rules.wrap {
            return game.topology().cell_at(row.rem_euclid(height), column.rem_euclid(width));
        }
        game.topology().cell_at(row, column)
    }

    /// Whether a line runs through the cell.
    fn has_line(rules: &Rules, board: &[u32], at: usize) -> bool {
        let (width, height) = (rules.width as i32, rules.height as i32);
        let (row, column) = (at as i32 / width, at as i32 % width);
        let value = |row: i32, column: i32| {
            let (row, column) =
                if rules.wrap { (row.rem_euclid(height), column.rem_euclid(width)) } else { (row, column) };
            let inside = (0..height).contains(&row) && (0..width).contains(&column);
            inside.then(|| board[(row * width + column) as usize])
        };
        let axes: &[(i32, i32)] = if rules.diagonal { &[(0, 1), (1, 0), (1, 1), (1, -1)] } else { &[(0, 1), (1, 0)] };
        axes.iter().any(|(dy, dx)| {
            let reach = |sign: i32| {
                let same = |n: &i32| value(row + sign * n * dy, column + sign * n * dx) == Some(board[at]);
                (1..i32::from(rules.run)).take_while(same).count()
            };
            reach(1) + reach(-1) + 1 >= usize::from(rules.run)
        })
    }

    #[test]
    fn count_on_full_boards_matches_a_search_of_all_swaps() {
        for preset in ["exponentile", "merge3"] {
            check(&Preset::find(preset).unwrap().variant.compile().unwrap());
        }
        for rules in [
            r#"{"family":"swap","width":9,"height":7,"spawn":[2,4,8],"diagonal":true}"#,
            r#"{"family":"swap","width":6,"height":5,"spawn":[2,4,8],"wrap":true}"#,
            r#"{"family":"swap","width":8,"height":8,"spawn":[2,4],"run":4}"#,
        ] {
            check(&Variant::from_text(rules).unwrap().compile().unwrap());
        }
    }
}
