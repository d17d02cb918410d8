//! Dense numbering of a variant's actions.

use crate::{Action, Meaning, Notation, Topology};
use alloc::{boxed::Box, vec, vec::Vec};

/// The actions that can be legal in some position of a variant, ascending by id and numbered from 0 without gaps.
///
/// Ids are fixed by the [`Notation`] and leave gaps: a swap of two far cells has an id on every board. Learned players and
/// environments want a number for each action that can happen and for no other.
///
/// ```
/// use tilewright_core::{Action, ActionList, Meaning, Notation, Topology};
/// let board = Topology::square(3, 3).unwrap();
/// let list = ActionList::new(Notation::Pair, &board, |meaning| match meaning {
///     Meaning::Swap(a, b) => board.dirs().any(|dir| board.neighbour(a, dir) == Some(b)),
///     _ => false,
/// });
/// assert_eq!(list.len(), 24);
/// assert_eq!((list.get(0), list.index(Action(1))), (Some(Action(1)), Some(0)));
/// assert_eq!(list.index(Action(2)), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionList {
    actions: Box<[Action]>,
    /// For each id its index, [`Self::NONE`] if the action is never legal.
    indices: Box<[u16]>,
}

impl ActionList {
    const NONE: u16 = u16::MAX;

    /// The actions of a notation for which `possible` holds.
    pub fn new(notation: Notation, topology: &Topology, possible: impl Fn(Meaning) -> bool) -> Self {
        let ids = 0..notation.count(topology);
        let actions: Vec<Action> =
            ids.map(Action).filter(|action| possible(notation.meaning(topology, *action))).collect();
        let mut indices = vec![Self::NONE; usize::from(notation.count(topology))];
        for (index, action) in actions.iter().enumerate() {
            indices[usize::from(action.0)] = index as u16;
        }
        Self { actions: actions.into(), indices: indices.into() }
    }

    /// How many actions there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// How many words a set of them has, a bit for each; see [`crate::bits`].
    #[inline]
    pub fn words(&self) -> usize {
        self.len().div_ceil(64)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The action with that index.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Action> {
        self.actions.get(index).copied()
    }

    /// The index of an action; `None` if it is never legal.
    #[inline]
    pub fn index(&self, action: Action) -> Option<usize> {
        let index = *self.indices.get(usize::from(action.0))?;
        (index != Self::NONE).then_some(index.into())
    }

    /// All actions, ascending.
    #[inline]
    pub fn as_slice(&self) -> &[Action] {
        &self.actions
    }
}
