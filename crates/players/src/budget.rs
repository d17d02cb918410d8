//! How long a player may think, and the counting of it.

use crate::Player;

/// How many nodes (positions, or turns in random games) a search may visit. Results with the same budget repeat on any
/// machine.
///
/// A player's name may have a budget of its own (`expectimax:nodes=5000`); the smaller one counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Budget {
    /// The player's own, or [`Player::NODES`] if its name has none.
    #[default]
    Default,
    /// At most this many.
    Nodes(u64),
    /// The player's own, or no bound at all: something else stops the search.
    Unlimited,
}

/// How long a player may think.
pub struct Limit<'a> {
    /// Nodes to visit.
    pub budget: Budget,
    /// Polled about every 64 nodes; once it returns true, the search returns its best answer so far. For callers with a
    /// clock or a cancel button.
    pub stop: &'a dyn Fn() -> bool,
}

impl Limit<'_> {
    /// At most this many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { budget: Budget::Nodes(nodes), stop: &|| false }
    }
}

impl Default for Limit<'_> {
    /// The player's own budget.
    fn default() -> Self {
        Self { budget: Budget::Default, stop: &|| false }
    }
}

/// The search was stopped, by its budget or by the caller, before it had a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// Counts the nodes of one search against its limit.
pub(crate) struct Counter<'a> {
    used: u64,
    /// `None` if there is no bound.
    max: Option<u64>,
    /// Steps of work that counts as no node.
    steps: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

/// Nodes between two polls of `stop`: a node takes about a microsecond in the slowest game.
const POLL_EVERY: u64 = 64;

impl<'a> Counter<'a> {
    /// The counter of a search by a player with its own budget.
    pub(crate) fn new(own: Budget, limit: &Limit<'a>) -> Self {
        let max = match (own, limit.budget) {
            (Budget::Nodes(own), Budget::Nodes(max)) => Some(own.min(max)),
            (Budget::Nodes(max), _) | (_, Budget::Nodes(max)) => Some(max),
            (Budget::Default, Budget::Default) => Some(Player::NODES),
            (Budget::Unlimited, _) | (_, Budget::Unlimited) => None,
        };
        Self { used: 0, max, steps: 0, stop: limit.stop, stopped: false }
    }

    /// Counts a node.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Stopped> {
        self.spend_all(1)
    }

    /// Counts some nodes, a handful at most.
    #[inline]
    pub(crate) fn spend_all(&mut self, nodes: u64) -> Result<(), Stopped> {
        let before = self.used;
        self.used += nodes;
        if before / POLL_EVERY != self.used / POLL_EVERY && (self.stop)() {
            self.stopped = true;
        }
        if self.stopped || self.max.is_some_and(|max| self.used > max) { Err(Stopped) } else { Ok(()) }
    }

    /// Counts a step of work that is no node but takes about as long.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(POLL_EVERY) && (self.stop)() {
            self.stopped = true;
        }
        if self.stopped { Err(Stopped) } else { Ok(()) }
    }

    /// Asks the caller at once, after something that took long.
    pub(crate) fn poll(&mut self) -> Result<(), Stopped> {
        self.stopped |= (self.stop)();
        if self.stopped { Err(Stopped) } else { Ok(()) }
    }

    /// Whether the caller stopped the search.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether nothing is left.
    pub(crate) fn is_spent(&self) -> bool {
        self.stopped || self.left() == Some(0)
    }

    /// The nodes counted.
    pub(crate) fn used(&self) -> u64 {
        self.max.map_or(self.used, |max| self.used.min(max))
    }

    /// The nodes left; `None` if there is no bound.
    pub(crate) fn left(&self) -> Option<u64> {
        self.max.map(|max| max.saturating_sub(self.used))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counter_new_takes_the_smaller_budget() {
        let left = |own, budget| Counter::new(own, &Limit { budget, stop: &|| false }).left();
        assert_eq!(left(Budget::Default, Budget::Default), Some(Player::NODES));
        assert_eq!(left(Budget::Nodes(7), Budget::Default), Some(7));
        assert_eq!([Budget::Default, Budget::Unlimited].map(|own| left(own, Budget::Nodes(9))), [Some(9); 2]);
        assert_eq!([(7, 9), (9, 7)].map(|(own, max)| left(Budget::Nodes(own), Budget::Nodes(max))), [Some(7); 2]);
        assert_eq!(left(Budget::Nodes(7), Budget::Unlimited), Some(7));
        assert_eq!([Budget::Default, Budget::Unlimited].map(|own| left(own, Budget::Unlimited)), [None; 2]);
        assert_eq!(left(Budget::Unlimited, Budget::Default), None);
    }

    /// This number used to mean "the player's own budget".
    #[test]
    fn counter_new_with_the_largest_number_allows_that_many() {
        assert_eq!(Counter::new(Budget::Default, &Limit::nodes(u64::MAX)).left(), Some(u64::MAX));
    }
}
