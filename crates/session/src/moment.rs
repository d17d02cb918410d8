//! The game between two turns, and how a turn changes it.

use crate::{ChanceError, DiceSource, PlayError};
use tilewright_core::{Action, Dice, Game, Illegal, Log, Outcome, Phase, Reason};
use tilewright_games::{AnyGame, AnyState};

/// A settled state with its score and how many words of the dice led to it. Everything else about a session's present
/// follows from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) state: AnyState,
    pub(crate) score: u64,
    pub(crate) draws: u64,
}

impl Moment {
    /// Plays one turn. With `chance`, its outcomes are taken in order instead of the dice. Of `dice@1` no word is used
    /// then; of secret dice one per outcome, as all their outcomes are stored with the turn.
    ///
    /// # Errors
    ///
    /// If the action is not legal or the outcomes do not fit. The moment is then unusable, as part of the turn may have
    /// been played: callers play on a copy.
    pub(crate) fn advance<L: Log>(
        &mut self,
        game: &AnyGame,
        dice: &DiceSource,
        action: Action,
        chance: Option<&[Outcome]>,
        log: &mut L,
    ) -> Result<(), PlayError> {
        let gain = match chance {
            None => {
                let mut dice = dice.at(self.draws);
                let gain = game.advance(&mut self.state, action, &mut dice, log)?;
                self.draws = dice.draws();
                gain
            }
            Some(outcomes) => {
                let gain = game.act(&mut self.state, action, log)?;
                let gain = gain.saturating_add(settle(game, &mut self.state, outcomes, log)?);
                if let DiceSource::Secret(_) = dice {
                    self.draws = self.draws.saturating_add(outcomes.len() as u64);
                }
                gain
            }
        };
        self.score = self.score.saturating_add(gain);
        Ok(())
    }

    /// The outcomes that the dice give an action here; nothing is played.
    pub(crate) fn draw(&self, game: &AnyGame, dice: &DiceSource, action: Action) -> Result<Vec<Outcome>, Illegal> {
        let mut state = self.state;
        let mut dice = dice.at(self.draws);
        let mut outcomes = Vec::new();
        game.act(&mut state, action, &mut ())?;
        while game.is_chance(&state) {
            let outcome = game.draw(&state, dice.word());
            game.settle(&mut state, outcome, &mut ());
            outcomes.push(outcome);
        }
        Ok(outcomes)
    }

    /// Why the game is over, if it is.
    pub(crate) fn over(&self, game: &AnyGame) -> Option<Reason> {
        match game.phase(&self.state) {
            Phase::Over(reason) => Some(reason),
            Phase::Decide | Phase::Chance => None,
        }
    }

    /// The stable hash of the state.
    pub(crate) fn hash(&self, game: &AnyGame) -> u64 {
        game.position(&self.state).hash(game.topology())
    }
}

/// Settles the chance nodes of a turn with these outcomes, all of them and no more.
fn settle<L: Log>(game: &AnyGame, state: &mut AnyState, outcomes: &[Outcome], log: &mut L) -> Result<u64, PlayError> {
    let mut gain = 0u64;
    let mut given = outcomes.iter().copied();
    let mut possible = Vec::new();
    for node in 0.. {
        possible.clear();
        game.outcomes(state, &mut |outcome, _| possible.push(outcome));
        match given.next() {
            None if possible.is_empty() => break,
            Some(outcome) if possible.contains(&outcome) => {
                gain = gain.saturating_add(game.settle(state, outcome, log));
            }
            given => return Err(PlayError::Chance(ChanceError { node, given, possible })),
        }
    }
    Ok(gain)
}
