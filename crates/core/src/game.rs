//! The one trait: a compiled variant, pure and deterministic, with chance made explicit.

use crate::{
    ActionList, Cell, Dice, Log, NoRank, Notation, NotationError, Place, Position, PositionError, Symmetry, Tile,
    Topology, rank, ticket,
};
use alloc::string::String;
use core::{fmt, hash::Hash};

/// A player's choice: a fixed id whose meaning never depends on the position. [`Notation`] converts it to text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action(pub u16);

/// What chance chooses: a tile of some value in some place. Ordered by place, then value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome {
    /// Where the tile goes.
    pub at: Place,
    /// Its value.
    pub value: u32,
}

/// Who is to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The player; there is at least one legal action.
    Decide,
    /// Chance; there is at least one outcome.
    Chance,
    /// No one: the game is over.
    Over(Reason),
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No action is legal.
    Stuck,
    /// The variant's number of turns is used up.
    TurnLimit,
}

impl Reason {
    /// The name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stuck => "stuck",
            Self::TurnLimit => "turn-limit",
        }
    }
}

/// The action is not legal here; the state is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal(pub Action);

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action {} is not legal here", self.0.0)
    }
}

impl core::error::Error for Illegal {}

/// No playable start board was found within a bounded number of draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoStart;

impl fmt::Display for NoStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no playable start board was found; a larger board or more spawn values would help")
    }
}

impl core::error::Error for NoStart {}

/// A compiled variant: rules and tables that never change, so any number of threads can share them.
///
/// Points are `u64` and saturate. `act` and `settle` return a gain; the caller adds them up. Invariant: states hold no
/// score, so equal boards are equal.
pub trait Game {
    /// Everything that the rest of the game depends on, and nothing else: no score, no turn count, no dice.
    type State: Copy + Eq + Hash + fmt::Debug;

    /// The board.
    fn topology(&self) -> &Topology;

    /// How this game writes its actions; gives every action its id.
    fn notation(&self) -> Notation;

    /// The empty board before the first chance node: dealing the start is chance, too.
    fn blank(&self) -> Self::State;

    /// Who is to choose.
    fn phase(&self, state: &Self::State) -> Phase;

    /// Whether the phase is [`Phase::Chance`], for hot loops.
    #[inline]
    fn is_chance(&self, state: &Self::State) -> bool {
        self.phase(state) == Phase::Chance
    }

    /// The legal actions, ascending; none unless the phase is [`Phase::Decide`].
    fn actions(&self, state: &Self::State, sink: &mut impl FnMut(Action));

    /// The actions that can be legal in some position of this variant, with a dense index for each. Fixed for a variant:
    /// what learned players and environments number their actions by.
    fn action_list(&self) -> &ActionList;

    /// Writes the legal actions as a set: bit `i % 64` of `set[i / 64]` is set if the i-th action of
    /// [`Self::action_list`] is legal. The slice has [`ActionList::words`] words.
    fn action_set(&self, state: &Self::State, set: &mut [u64]) {
        set_of_actions(self, state, set);
    }

    /// Plays an action up to the next decision or chance node.
    ///
    /// # Errors
    ///
    /// An action that is not legal is returned as [`Illegal`]; the state does not change and nothing is logged.
    fn act<L: Log>(&self, state: &mut Self::State, action: Action, log: &mut L) -> Result<u64, Illegal>;

    /// The outcomes of the chance node with their weights, ascending and without repeats; none unless the phase is
    /// [`Phase::Chance`].
    fn outcomes(&self, state: &Self::State, sink: &mut impl FnMut(Outcome, u32));

    /// Lets chance choose `outcome`, which must be one of [`Self::outcomes`].
    fn settle<L: Log>(&self, state: &mut Self::State, outcome: Outcome, log: &mut L) -> u64;

    /// The tile in a cell; `None` if the cell is empty.
    fn tile(&self, state: &Self::State, cell: Cell) -> Option<Tile>;

    /// Writes the value of every tile in scan order, 0 for an empty cell. The slice has one entry per cell.
    fn values(&self, state: &Self::State, values: &mut [u32]) {
        for (cell, value) in self.topology().cells().zip(values) {
            *value = self.tile(state, cell).map_or(0, |tile| tile.value);
        }
    }

    /// The largest value on the board; 0 if it is empty.
    fn largest(&self, state: &Self::State) -> u32 {
        let mut values = [0; Topology::MAX_CELLS];
        let values = &mut values[..self.topology().len()];
        self.values(state, values);
        values.iter().copied().max().unwrap_or(0)
    }

    /// Writes the rank of every tile in scan order: n for 2^n, 0 for an empty cell. The slice has one entry per cell.
    ///
    /// # Errors
    ///
    /// [`NoRank`] if a value is not a power of two from 2 on. A value of 1 has no rank of its own, as rank 0 is an empty
    /// cell. The slice then holds no useful data.
    fn ranks(&self, state: &Self::State, ranks: &mut [u8]) -> Result<(), NoRank> {
        ranks_of_tiles(self, state, ranks)
    }

    /// Writes the strain of every tile in scan order, 0 for an empty cell. The slice has one entry per cell.
    fn strains(&self, state: &Self::State, strains: &mut [u8]) {
        for (cell, strain) in self.topology().cells().zip(strains) {
            *strain = self.tile(state, cell).map_or(0, |tile| tile.strain);
        }
    }

    /// [`Position::clock`], for searches, which cannot afford a position.
    fn clock(&self, state: &Self::State) -> Option<u32> {
        self.position(state).clock
    }

    /// [`Position::left`]: the turns left if they are limited.
    fn turns_left(&self, state: &Self::State) -> Option<u32> {
        self.position(state).left
    }

    /// The state as plain data.
    fn position(&self, state: &Self::State) -> Position;

    /// The settled state that plain data describes.
    ///
    /// # Errors
    ///
    /// A sentence that says which tile or value cannot stand on this board.
    fn place(&self, position: &Position) -> Result<Self::State, PositionError>;

    /// The target if the game has one and it stands on the board.
    fn reached(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// The symmetries of the rules, the identity first; empty if the rules distinguish directions.
    fn symmetries(&self) -> &[Symmetry] {
        &[]
    }

    /// Whether a turn may have any number of chance nodes, as in cascades where refills set off new merges.
    fn is_endless(&self) -> bool {
        false
    }

    /// The outcome that a word of the dice stands for, at a chance node.
    fn draw(&self, state: &Self::State, word: u64) -> Outcome {
        let mut total = 0;
        self.outcomes(state, &mut |_, weight| total += u64::from(weight));
        let mut ticket = ticket(word, total);
        let mut drawn = None;
        self.outcomes(state, &mut |outcome, weight| {
            if drawn.is_none() {
                match ticket.checked_sub(u64::from(weight)) {
                    Some(rest) => ticket = rest,
                    None => drawn = Some(outcome),
                }
            }
        });
        drawn.expect("a chance node has outcomes")
    }

    /// The number of legal actions; 0 if the player is not to choose.
    fn action_count(&self, state: &Self::State) -> u64 {
        let mut count = 0;
        self.actions(state, &mut |_| count += 1);
        count
    }

    /// The legal action that a word stands for, all being equally likely; `None` if there is none.
    #[inline]
    fn choose(&self, state: &Self::State, word: u64) -> Option<Action> {
        self.choose_counted(state, word).map(|(action, _)| action)
    }

    /// [`Self::choose`] with [`Self::action_count`]. A random player's choice, so a board that can count its actions
    /// without listing them may override it.
    fn choose_counted(&self, state: &Self::State, word: u64) -> Option<(Action, u64)> {
        let count = self.action_count(state);
        let mut left = ticket(word, count);
        let mut chosen = None;
        self.actions(state, &mut |action| {
            if left == 0 && chosen.is_none() {
                chosen = Some((action, count));
            }
            left = left.saturating_sub(1);
        });
        chosen
    }

    /// Whether an action is legal.
    fn is_legal(&self, state: &Self::State, action: Action) -> bool {
        let mut found = false;
        self.actions(state, &mut |legal| found |= legal == action);
        found
    }

    /// Draws and settles until the player is to choose or the game is over.
    #[inline]
    fn roll<L: Log>(&self, state: &mut Self::State, dice: &mut impl Dice, log: &mut L) -> u64 {
        let mut gain = 0u64;
        while self.is_chance(state) {
            let outcome = self.draw(state, dice.word());
            gain = gain.saturating_add(self.settle(state, outcome, log));
        }
        gain
    }

    /// One turn: [`Self::act`], then [`Self::roll`].
    ///
    /// # Errors
    ///
    /// As [`Self::act`].
    #[inline]
    fn advance<L: Log>(
        &self,
        state: &mut Self::State,
        action: Action,
        dice: &mut impl Dice,
        log: &mut L,
    ) -> Result<u64, Illegal> {
        let gain = self.act(state, action, log)?;
        Ok(gain.saturating_add(self.roll(state, dice, log)))
    }

    /// Plays a turn if the action is legal: [`Self::advance`] without events. Otherwise nothing changes, the dice included.
    /// Returns whether it was legal, and the points.
    ///
    /// For loops over many games that try actions without asking first: there an illegal one is common and cannot be
    /// predicted, so a board may override this without branches.
    #[inline]
    fn attempt<D: Dice + Copy>(&self, state: &mut Self::State, action: Action, dice: &mut D) -> (bool, u64) {
        match self.advance(state, action, dice, &mut ()) {
            Ok(gain) => (true, gain),
            Err(Illegal(_)) => (false, 0),
        }
    }

    /// Deals a start position.
    ///
    /// # Errors
    ///
    /// [`NoStart`] after a bounded number of draws: hardly any board needs a second deal, and a variant that needs a
    /// thousand is broken.
    fn start<L: Log>(&self, dice: &mut impl Dice, log: &mut L) -> Result<Self::State, NoStart> {
        let mut state = self.blank();
        for _ in 0..1000 * Topology::MAX_CELLS {
            if !self.is_chance(&state) {
                return Ok(state);
            }
            let outcome = self.draw(&state, dice.word());
            self.settle(&mut state, outcome, log);
        }
        Err(NoStart)
    }

    /// The action as text.
    fn action_text(&self, action: Action) -> String {
        self.notation().text(self.topology(), action)
    }

    /// The action that a text names, legal or not.
    ///
    /// # Errors
    ///
    /// A sentence that says what actions look like in this game.
    fn action_named(&self, text: &str) -> Result<Action, NotationError> {
        self.notation().parse(self.topology(), text)
    }
}

/// [`Game::action_set`] action by action: as provided, for games that can do better on some boards only.
pub fn set_of_actions<G: Game + ?Sized>(game: &G, state: &G::State, set: &mut [u64]) {
    set.fill(0);
    let list = game.action_list();
    game.actions(state, &mut |action| {
        if let Some(index) = list.index(action) {
            set[index / 64] |= 1 << (index % 64);
        }
    });
}

/// [`Game::ranks`] tile by tile: as provided, for games that can do better on some boards only.
///
/// # Errors
///
/// As [`Game::ranks`].
pub fn ranks_of_tiles<G: Game + ?Sized>(game: &G, state: &G::State, ranks: &mut [u8]) -> Result<(), NoRank> {
    for (cell, slot) in game.topology().cells().zip(ranks) {
        *slot = match game.tile(state, cell) {
            None => 0,
            Some(Tile { value, .. }) => rank(value).ok_or(NoRank { value, at: cell })?,
        };
    }
    Ok(())
}
