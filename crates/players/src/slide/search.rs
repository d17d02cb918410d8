//! The recursion of the search: averages over chance, maxima over directions.

use super::{
    grid::{Form, MAX_AXES, MAX_LINES, Row, Rows},
    value::{END, LeafValue},
};
use crate::budget::{Counter, Stopped};

/// The most entries of the transposition table, as a power of two.
const MAX_LOG_ENTRIES: u32 = 16;
/// The fewest that are used.
const MIN_LOG_ENTRIES: u32 = 10;

/// An entry of the transposition table: an afterstate, when it was written and how deep, and its value.
#[derive(Clone, Copy, Default)]
struct TtEntry<B> {
    board: B,
    stamp: u32,
    value: f32,
}

/// The transposition table. It outlives a search, but values of another iteration are never read: so answers repeat.
pub(super) struct Table<B> {
    entries: Box<[TtEntry<B>]>,
    /// How many of the entries are used, as a power of two: the fewer, the sooner they are all in the cache.
    log_entries: u32,
    /// The stamp of this iteration. The depth is added to it, up to [`Self::MAX_DEPTH`].
    stamp: u32,
}

impl<B: Copy + Eq + Default> Table<B> {
    /// Stamps between two iterations.
    const MAX_DEPTH: u32 = 32;

    pub(super) fn new() -> Self {
        let entries = vec![TtEntry { board: B::default(), stamp: 0, value: 0.0 }; 1 << MAX_LOG_ENTRIES].into();
        Self { entries, log_entries: MAX_LOG_ENTRIES, stamp: 0 }
    }

    /// Sets how many entries are used, by the nodes of a search if they are limited: about ten of them share one.
    pub(super) fn fit(&mut self, nodes: Option<u64>) {
        let log = nodes.map_or(MAX_LOG_ENTRIES, |nodes| (nodes / 4 + 1).ilog2());
        self.log_entries = log.clamp(MIN_LOG_ENTRIES, MAX_LOG_ENTRIES);
    }

    /// Begins an iteration.
    pub(super) fn forget(&mut self) {
        self.stamp = self.stamp.wrapping_add(Self::MAX_DEPTH);
        if self.stamp < Self::MAX_DEPTH {
            self.entries.fill(TtEntry { board: B::default(), stamp: 0, value: 0.0 });
            self.stamp = Self::MAX_DEPTH;
        }
    }

    /// The value of a board that was written in this iteration from at least as far before the leaves.
    #[inline]
    fn get(&self, at: usize, board: B, depth: u32) -> Option<f32> {
        let entry = self.entries[at];
        let known =
            entry.board == board && entry.stamp >= self.stamp + depth && entry.stamp < self.stamp + Self::MAX_DEPTH;
        known.then_some(entry.value)
    }

    #[inline]
    fn set(&mut self, at: usize, board: B, depth: u32, value: f32) {
        self.entries[at] = TtEntry { board, stamp: self.stamp + depth, value };
    }
}

/// A new tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spawn {
    pub rank: u8,
    pub probability: f32,
}

/// One iteration.
pub(super) struct Search<'a, 'b, F: Form, V: LeafValue<F>> {
    pub form: &'a F,
    pub values: &'a V,
    pub spawns: &'a [Spawn],
    pub table: &'a mut Table<F::Board>,
    pub scratch: &'a mut Scratch<V::Base>,
    pub counter: &'a mut Counter<'b>,
}

impl<F: Form, V: LeafValue<F>> Search<'_, '_, F, V> {
    /// The expected value of an afterstate, `depth` turns before the leaves.
    pub(super) fn chance(&mut self, board: F::Board, depth: u32, probability: f32) -> Result<f32, Stopped> {
        if depth == 0 || probability < V::MIN_PROBABILITY {
            self.counter.spend()?;
            let base = &mut self.scratch[0].bases[0];
            self.values.set_base(self.form, board, 0, &self.form.rows(board, 0), base);
            return Ok(self.values.value(base));
        }
        let key = self.form.canonical(board);
        let at = (F::hash(key) >> (64 - self.table.log_entries)) as usize;
        if let Some(value) = self.table.get(at, key, depth) {
            return Ok(value);
        }
        let value = if depth == 1 { self.last(board)? } else { self.average(board, depth, probability)? };
        self.table.set(at, key, depth, value);
        Ok(value)
    }

    /// [`Self::chance`] as its definition reads.
    pub(super) fn average(&mut self, board: F::Board, depth: u32, probability: f32) -> Result<f32, Stopped> {
        let empty = self.form.empty(board);
        let probability = probability / empty.count_ones() as f32;
        let mut value = 0.0;
        for spawn in self.spawns {
            let mut sum = 0.0;
            for cell in ones(empty) {
                let next = self.form.put(board, cell, spawn.rank);
                sum += self.decide(next, depth, probability * spawn.probability)?;
            }
            value += spawn.probability * sum;
        }
        Ok(value / empty.count_ones() as f32)
    }

    /// The value of the best direction; [`END`] if there is none.
    fn decide(&mut self, board: F::Board, depth: u32, probability: f32) -> Result<f32, Stopped> {
        let mut best = END;
        for dir in 0..2 * self.form.axes() {
            if let Some((after, gain)) = self.form.slide(board, dir) {
                let value = self.chance(after, depth - 1, probability)?;
                best = f32::max(best, self.values.point() * gain as f32 + value);
            }
        }
        Ok(best)
    }

    /// [`Self::average`] at depth 1, where nearly all the time goes. A new tile changes one line of each axis, so the
    /// others are slid once; and a tile slides to the same place from wherever it appears between two others, so
    /// afterstates that follow each other are often the same.
    pub(super) fn last(&mut self, board: F::Board) -> Result<f32, Stopped> {
        let has_third = F::AXES > 2 && self.form.axes() > 2;
        // The compiler has to know the axis.
        self.set_axis::<0>(board);
        self.set_axis::<1>(board);
        if has_third {
            self.set_axis::<2>(board);
        }
        let empty = self.form.empty(board);
        let mut value = 0.0;
        for spawn in self.spawns {
            // The last afterstates of each line with their values.
            let mut known = [[(Row::MAX, END); 2]; MAX_AXES * MAX_LINES];
            let mut sum = 0.0;
            for cell in ones(empty) {
                let (mut best, mut leaves) = (END, 0);
                self.leaves::<0>(cell as usize, spawn.rank, &mut known, &mut best, &mut leaves);
                self.leaves::<1>(cell as usize, spawn.rank, &mut known, &mut best, &mut leaves);
                if has_third {
                    self.leaves::<2>(cell as usize, spawn.rank, &mut known, &mut best, &mut leaves);
                }
                self.counter.spend_all(leaves)?;
                sum += best;
            }
            value += spawn.probability * sum;
        }
        Ok(value / empty.count_ones() as f32)
    }

    /// Works out what afterstates along an axis have in common.
    #[inline]
    fn set_axis<const AXIS: usize>(&mut self, board: F::Board) {
        let (form, axis) = (self.form, &mut self.scratch[AXIS]);
        axis.rows = form.rows(board, AXIS);
        (axis.gain, axis.moving) = (0, [0; 2]);
        let mut slid = [[0; MAX_LINES]; 2];
        for (line, i) in F::lines(AXIS).zip(0..) {
            let row = form.slid(line, axis.rows[i]);
            axis.gains[i] = row.gain;
            axis.gain += row.gain;
            for end in [0, 1] {
                slid[end][i] = row.to[end];
                axis.moving[end] |= u32::from(row.to[end] != axis.rows[i]) << i;
            }
        }
        for (end, base) in axis.bases.iter_mut().enumerate() {
            let after = form.slide(board, AXIS + end * form.axes()).map_or(board, |(after, _)| after);
            self.values.set_base(form, after, AXIS, &slid[end], base);
        }
    }

    /// The two leaves along an axis after a new tile.
    #[inline(always)]
    fn leaves<const AXIS: usize>(
        &self,
        cell: usize,
        rank: u8,
        known: &mut [[(Row, f32); 2]; MAX_AXES * MAX_LINES],
        best: &mut f32,
        leaves: &mut u64,
    ) {
        let (form, values) = (self.form, self.values);
        let axis = &self.scratch[AXIS];
        let place = form.grid().places[AXIS][cell];
        let line = usize::from(place.line);
        let i = line - AXIS * F::LINES;
        let filled = axis.rows[i] | Row::from(rank) << (F::BITS * u32::from(place.place));
        let slid = form.slid(line, filled);
        for end in [0, 1] {
            let to = slid.to[end];
            let moves = to != filled || axis.moving[end] & !(1 << i) != 0;
            let value = || {
                let gain = values.point() * (axis.gain - axis.gains[i] + slid.gain) as f32;
                gain + values.with_line::<AXIS>(form, &axis.bases[end], i, to)
            };
            let value = if V::IS_QUICK {
                value()
            } else if !moves {
                continue;
            } else {
                if known[line][end].0 != to {
                    known[line][end] = (to, value());
                }
                known[line][end].1
            };
            if moves && value > *best {
                *best = value;
            }
            *leaves += u64::from(moves);
        }
    }
}

/// What afterstates along an axis have in common before the new tile is there.
#[derive(Default)]
pub(super) struct Axis<T> {
    rows: Rows,
    /// The gain of each line, and of all.
    gains: [u64; MAX_LINES],
    gain: u64,
    /// For each end the lines that move, a bit each.
    moving: [u32; 2],
    /// For each end the slid board.
    bases: [T; 2],
}

/// Room for what is worked out in [`Search::last`].
pub(super) type Scratch<T> = [Axis<T>; MAX_AXES];

/// The indices of the bits that are set.
#[inline]
fn ones(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let index = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (index < u32::BITS).then_some(index)
    })
}
