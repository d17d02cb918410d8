//! How long a player may think, and the counting of it.

use crate::Player;

/// How long a player may think. Nodes make results repeat on any machine; `stop` is for people who wait, and whoever
/// has a clock puts it there.
pub struct Limit<'a> {
    /// Positions to look at, at the most; `u64::MAX` leaves it to the player.
    pub nodes: u64,
    /// Asked now and then; once it says yes, the player answers with the best so far.
    pub stop: &'a dyn Fn() -> bool,
}

impl Limit<'_> {
    /// No limit but these nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, stop: &|| false }
    }
}

/// What is left of a limit.
pub(crate) struct Budget<'a> {
    used: u64,
    most: u64,
    /// Steps of work that counts as no node.
    steps: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

/// Nodes between two looks at `stop`: a node takes about a microsecond in the slowest game.
const PATIENCE: u64 = 64;

impl<'a> Budget<'a> {
    /// A player's own wish and the caller's limit, whichever is less.
    pub(crate) fn new(wish: Option<u64>, limit: &Limit<'a>) -> Self {
        let most = match (wish, limit.nodes) {
            (Some(wish), most) => wish.min(most),
            (None, u64::MAX) => Player::NODES,
            (None, most) => most,
        };
        Self { used: 0, most, steps: 0, stop: limit.stop, stopped: false }
    }

    /// Counts a node; none where it was one too many.
    #[inline]
    pub(crate) fn spend(&mut self) -> Option<()> {
        self.spend_all(1)
    }

    /// Counts some nodes, a handful; none where the last was one too many.
    #[inline]
    pub(crate) fn spend_all(&mut self, nodes: u64) -> Option<()> {
        let before = self.used;
        self.used += nodes;
        if before / PATIENCE != self.used / PATIENCE && (self.stop)() {
            self.stopped = true;
        }
        (!self.stopped && self.used <= self.most).then_some(())
    }

    /// Goes on with work that counts as no node, a step of about as long; none where it is to stop.
    #[inline]
    pub(crate) fn go_on(&mut self) -> Option<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(PATIENCE) && (self.stop)() {
            self.stopped = true;
        }
        (!self.stopped).then_some(())
    }

    /// Whether nothing is left.
    pub(crate) fn is_spent(&self) -> bool {
        self.stopped || self.used >= self.most
    }

    /// The nodes counted.
    pub(crate) fn used(&self) -> u64 {
        self.used.min(self.most)
    }

    /// The nodes that are left.
    pub(crate) fn left(&self) -> u64 {
        self.most.saturating_sub(self.used)
    }
}
