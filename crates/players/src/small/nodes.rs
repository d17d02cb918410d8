//! The boards of a layer.

use std::collections::{HashMap, hash_map::Entry};
use tilewright_core::BuildBoardHasher;

/// A board of a layer.
#[derive(Clone, Copy, Default)]
pub(super) struct Node {
    pub probability: f64,
    pub value: f64,
    /// The evaluator's estimate; of afterstates only, like the next field.
    pub estimate: f64,
    /// Whether the boards that follow it were visited.
    pub expanded: bool,
}

/// Boards with their nodes, in the order in which they came: sums over them are the same on every machine.
#[derive(Default)]
pub(super) struct Nodes {
    list: Vec<(u64, Node)>,
    places: HashMap<u64, u32, BuildBoardHasher>,
}

impl Nodes {
    /// The node of a board: the one that is there, or what `new` makes. `None` if that makes none.
    pub(super) fn entry(&mut self, board: u64, new: impl FnOnce() -> Option<Node>) -> Option<&mut Node> {
        let place = match self.places.entry(board) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                self.list.push((board, new()?));
                *free.insert(self.list.len() as u32 - 1)
            }
        };
        Some(&mut self.list[place as usize].1)
    }

    /// The node of a board that is there.
    pub(super) fn get(&self, board: u64) -> &Node {
        &self.list[self.places[&board] as usize].1
    }

    pub(super) fn get_mut(&mut self, board: u64) -> &mut Node {
        &mut self.list[self.places[&board] as usize].1
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(u64, Node)> + Clone {
        self.list.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut (u64, Node)> {
        self.list.iter_mut()
    }
}
