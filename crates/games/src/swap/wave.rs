//! Waves: which groups merge next and where, what they become, and how tiles fall after them.
//!
//! A wave is found on a full board and applied at once; refilling and the turn around it are the game's business.

use super::{Anchor, Group, Law, MAX_FACE, Resolve, Rules, Score, lines::Faces, lines::Lines};
use core::cmp::Reverse;
use tilewright_core::{Cell, Cells, Event, Log, Topology};

/// A group that merges, and the cell where the new tile stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    pub(super) cells: Cells,
    pub(super) at: Cell,
}

/// The merges of one wave, in the order in which they are told. A group has three cells at least.
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

    /// Adds a group, unless it is none or shares cells with one that is there.
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
    /// What `count` tiles of a face become.
    pub(super) fn made(&self, face: u32, count: u32) -> u32 {
        let made = match self.law {
            Law::Doubling => u64::from(face) << (count - 2).min(31),
            Law::Sum => u64::from(face) * u64::from(count),
        };
        made.min(MAX_FACE.into()) as u32
    }

    /// What merging them earns.
    pub(super) fn gain(&self, face: u32, count: u32) -> u64 {
        match self.score {
            Score::Sum => u64::from(face) * u64::from(count),
            Score::Result => self.made(face, count).into(),
        }
    }

    fn group(&self, lines: &Lines, faces: &Faces, cell: Cell) -> Cells {
        match self.group {
            Group::Cross => lines.cross(faces, cell),
            Group::Union => lines.union(faces, cell),
        }
    }

    /// The wave right after the tile of `a` went to `b`.
    pub(super) fn first_wave(&self, lines: &Lines, faces: &Faces, a: Cell, b: Cell) -> Wave {
        if self.resolve == Resolve::Rounds && self.group == Group::Union {
            return self.unions(lines, faces, &[b, a]);
        }
        let mut wave = Wave::new();
        for cell in [b, a] {
            if self.resolve == Resolve::Rounds || wave.is_empty() {
                wave.take(self.anchor, self.group(lines, faces, cell), cell);
            }
        }
        // Without `must_merge` a swap may touch no line; what stood on a loaded board is resolved all the same.
        if wave.is_empty() { self.next_wave(lines, faces) } else { wave }
    }

    /// Any later wave: nothing was moved, the whole board is looked at.
    pub(super) fn next_wave(&self, lines: &Lines, faces: &Faces) -> Wave {
        match (self.resolve, self.group) {
            (Resolve::Sequential, _) => self.lowest(lines, faces),
            (Resolve::Rounds, Group::Cross) => self.largest(lines, faces),
            (Resolve::Rounds, Group::Union) => self.unions(lines, faces, &[]),
        }
    }

    /// The group of the first cell in a line, rows from the bottom up, each from left to right.
    fn lowest(&self, lines: &Lines, faces: &Faces) -> Wave {
        let mut wave = Wave::new();
        let found = lines.all(faces);
        let found = (0..self.height)
            .rev()
            .flat_map(|row| (0..self.width).map(move |column| Cell(row * self.width + column)))
            .find(|&cell| found.contains(cell));
        if let Some(cell) = found {
            wave.take(self.anchor, self.group(lines, faces, cell), cell);
        }
        wave
    }

    /// The crosses of all cells in lines, those that make the most first, each that is still whole.
    fn largest(&self, lines: &Lines, faces: &Faces) -> Wave {
        let mut candidates = [(Reverse(0), 0, 0); Topology::MAX_CELLS];
        let mut count = 0;
        for cell in lines.all(faces) {
            let made = self.made(faces[cell.index()], lines.cross(faces, cell).len());
            candidates[count] = (Reverse(made), cell.0 % self.width, cell.0 / self.width);
            count += 1;
        }
        candidates[..count].sort_unstable();
        let mut wave = Wave::new();
        for (_, column, row) in &candidates[..count] {
            let cell = Cell(row * self.width + column);
            wave.take(self.anchor, lines.cross(faces, cell), cell);
        }
        wave
    }

    /// All groups on the board, by their first cells; each stands where the first of `moved` lies that is in it.
    fn unions(&self, lines: &Lines, faces: &Faces, moved: &[Cell]) -> Wave {
        let mut wave = Wave::new();
        for cell in lines.all(faces) {
            if !wave.taken.contains(cell) {
                let group = lines.union(faces, cell);
                let moved = moved.iter().copied().find(|&cell| group.contains(cell));
                wave.take(self.anchor, group, moved.unwrap_or(cell));
            }
        }
        wave
    }

    /// Merges the groups of a wave. Gives what they earned.
    pub(super) fn merge<L: Log>(&self, faces: &mut Faces, wave: &Wave, log: &mut L) -> u64 {
        let mut total = 0;
        for &Merge { cells, at } in wave.merges() {
            let (face, count) = (faces[at.index()], cells.len());
            for cell in cells {
                faces[cell.index()] = 0;
            }
            let value = self.made(face, count);
            faces[at.index()] = value;
            let gain = self.gain(face, count);
            total += gain;
            log.push(Event::Merged { cells, at, value, overflow: false });
            log.push(Event::Scored { gain });
        }
        total
    }

    /// Lets every tile fall that has a gap below it: columns from left to right, each from the bottom up.
    pub(super) fn fall<L: Log>(&self, faces: &mut Faces, log: &mut L) {
        for column in 0..self.width {
            let mut free = self.height;
            for row in (0..self.height).rev() {
                let from = Cell(row * self.width + column);
                if faces[from.index()] != 0 {
                    free -= 1;
                    let to = Cell(free * self.width + column);
                    if to != from {
                        faces[to.index()] = faces[from.index()];
                        faces[from.index()] = 0;
                        log.push(Event::Fell { from, to });
                    }
                }
            }
        }
    }

    /// The gap that is refilled next: columns from left to right, each from the lowest up.
    pub(super) fn gap(&self, faces: &Faces) -> Option<Cell> {
        (0..self.width)
            .flat_map(|column| (0..self.height).rev().map(move |row| Cell(row * self.width + column)))
            .find(|cell| faces[cell.index()] == 0)
    }
}
