//! Waves: which groups merge next and where, what they become, and how tiles fall after them.
//!
//! A wave is found on a full board and applied at once. Refilling is in `plain`.

use super::{Anchor, Group, Law, MAX_VALUE, Resolve, Rules, Score, lines::Lines, lines::Values};
use core::cmp::Reverse;
use tilewright_core::{Cell, Cells, Event, Log, Topology};

/// A group that merges, and the cell where the new tile stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    pub(super) cells: Cells,
    pub(super) at: Cell,
}

/// The merges of one wave, in the order in which they are logged. A group has at least three cells.
#[derive(Debug)]
pub(super) struct Wave {
    merges: [Merge; Topology::MAX_CELLS / 3],
    len: usize,
    taken: Cells,
}

impl Wave {
    pub(super) fn new() -> Self {
        let none = Merge { cells: Cells::EMPTY, at: Cell(0) };
        Self { merges: [none; Topology::MAX_CELLS / 3], len: 0, taken: Cells::EMPTY }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn merges(&self) -> &[Merge] {
        &self.merges[..self.len]
    }

    /// Adds a group, unless it is empty or shares cells with one that was added.
    fn take(&mut self, anchor: Anchor, cells: Cells, moved: Cell) {
        let Some(first) = cells.first() else { return };
        if !cells.meets(self.taken) {
            let at = if anchor == Anchor::First { first } else { moved };
            self.merges[self.len] = Merge { cells, at };
            self.len += 1;
            self.taken = Cells::from_bits(self.taken.bits() | cells.bits());
        }
    }
}

impl Rules {
    /// The value that `count` tiles of a value become.
    pub fn made(&self, value: u32, count: u32) -> u32 {
        let made = match self.law {
            Law::Doubling => u64::from(value) << (count - 2).min(31),
            Law::Sum => u64::from(value) * u64::from(count),
        };
        made.min(MAX_VALUE.into()) as u32
    }

    /// What merging them earns.
    pub(super) fn gain(&self, value: u32, count: u32) -> u64 {
        match self.score {
            Score::Sum => u64::from(value) * u64::from(count),
            Score::Result => self.made(value, count).into(),
        }
    }

    fn group(&self, lines: &Lines, values: &Values, cell: Cell) -> Cells {
        match self.group {
            Group::Cross => lines.cross(values, cell),
            Group::Union => lines.union(values, cell),
        }
    }

    /// The wave right after the tile of `a` went to `b`.
    pub(super) fn first_wave(&self, lines: &Lines, values: &Values, a: Cell, b: Cell) -> Wave {
        if self.resolve == Resolve::Rounds && self.group == Group::Union {
            return self.unions(lines, values, &[b, a]);
        }
        let mut wave = Wave::new();
        for cell in [b, a] {
            if self.resolve == Resolve::Rounds || wave.is_empty() {
                wave.take(self.anchor, self.group(lines, values, cell), cell);
            }
        }
        // Without `must_merge` a swap may touch no line; what stood on a loaded board is resolved all the same.
        if wave.is_empty() { self.next_wave(lines, values) } else { wave }
    }

    /// Any later wave: nothing was moved, the whole board is looked at.
    pub(super) fn next_wave(&self, lines: &Lines, values: &Values) -> Wave {
        match (self.resolve, self.group) {
            (Resolve::Sequential, _) => self.lowest(lines, values),
            (Resolve::Rounds, Group::Cross) => self.largest(lines, values),
            (Resolve::Rounds, Group::Union) => self.unions(lines, values, &[]),
        }
    }

    /// The group of the first cell in a line, rows from the bottom up, each from left to right.
    fn lowest(&self, lines: &Lines, values: &Values) -> Wave {
        let mut wave = Wave::new();
        let found = lines.all(values);
        let found = (0..self.height)
            .rev()
            .flat_map(|row| (0..self.width).map(move |column| Cell(row * self.width + column)))
            .find(|&cell| found.contains(cell));
        if let Some(cell) = found {
            wave.take(self.anchor, self.group(lines, values, cell), cell);
        }
        wave
    }

    /// The crosses of all cells in lines, those that make the most first, each if none of its cells is taken.
    fn largest(&self, lines: &Lines, values: &Values) -> Wave {
        let mut candidates = [(Reverse(0), 0, 0); Topology::MAX_CELLS];
        let mut count = 0;
        for cell in lines.all(values) {
            let made = self.made(values[cell.index()], lines.cross(values, cell).len());
            candidates[count] = (Reverse(made), cell.0 % self.width, cell.0 / self.width);
            count += 1;
        }
        candidates[..count].sort_unstable();
        let mut wave = Wave::new();
        for (_, column, row) in &candidates[..count] {
            let cell = Cell(row * self.width + column);
            wave.take(self.anchor, lines.cross(values, cell), cell);
        }
        wave
    }

    /// All groups on the board, by their first cells; each stands where the first of `moved` lies that is in it.
    fn unions(&self, lines: &Lines, values: &Values, moved: &[Cell]) -> Wave {
        let mut wave = Wave::new();
        for cell in lines.all(values) {
            if !wave.taken.contains(cell) {
                let group = lines.union(values, cell);
                let moved = moved.iter().copied().find(|&cell| group.contains(cell));
                wave.take(self.anchor, group, moved.unwrap_or(cell));
            }
        }
        wave
    }

    /// Merges the groups of a wave. Gives what they earned.
    pub(super) fn merge<L: Log>(&self, values: &mut Values, wave: &Wave, log: &mut L) -> u64 {
        let mut total = 0;
        for &Merge { cells, at } in wave.merges() {
            let (merged, count) = (values[at.index()], cells.len());
            for cell in cells {
                values[cell.index()] = 0;
            }
            let value = self.made(merged, count);
            values[at.index()] = value;
            let gain = self.gain(merged, count);
            total += gain;
            log.push(Event::Merged { cells, at, value, overflow: false });
            log.push(Event::Scored { gain });
        }
        total
    }

    /// Lets every tile fall that has a gap below it: columns from left to right, each from the bottom up.
    pub(super) fn fall<L: Log>(&self, values: &mut Values, log: &mut L) {
        for column in 0..self.width {
            let mut free = self.height;
            for row in (0..self.height).rev() {
                let from = Cell(row * self.width + column);
                if values[from.index()] != 0 {
                    free -= 1;
                    let to = Cell(free * self.width + column);
                    if to != from {
                        values[to.index()] = values[from.index()];
                        values[from.index()] = 0;
                        log.push(Event::Fell { from, to });
                    }
                }
            }
        }
    }

    /// The gap that is refilled next: columns from left to right, each from the lowest up.
    pub(super) fn gap(&self, values: &Values) -> Option<Cell> {
        (0..self.width)
            .flat_map(|column| (0..self.height).rev().map(move |row| Cell(row * self.width + column)))
            .find(|cell| values[cell.index()] == 0)
    }
}
