//! A session's replay text.

use super::{CHECK_EVERY, End, HEADER, end_word};
use crate::{DiceSource, Session};
use std::{fmt, fmt::Write};
use tilewright_core::{Action, Dice1, Game, Outcome, Topology};

/// More than the lines before the actions and the last line take: a variant has a few dozen short fields, a position at
/// most 128 cells.
const FRAME_BYTES: usize = 16 << 10;
/// An action's line without given outcomes: an id of at most five digits, `=`, the line's end.
const ACTION_BYTES: usize = 7;
/// `check 1000000 0123456789abcdef`
const CHECK_BYTES: usize = 32;

/// The most bytes that a replay of that many turns takes, apart from given outcomes.
pub(crate) fn max_replay_bytes(turns: usize) -> usize {
    FRAME_BYTES + turns * ACTION_BYTES + turns / CHECK_EVERY * CHECK_BYTES
}

/// The bytes that given outcomes add to a turn's line.
pub(crate) fn chance_bytes(topology: &Topology, outcomes: &[Outcome]) -> usize {
    outcomes.iter().map(|outcome| outcome.text(topology).len() + 1).sum()
}

impl Session {
    /// The game so far as replay text. The replay of a game with secret dice carries its start and all outcomes, and
    /// says seed 0; see [`DiceSource`].
    pub fn replay(&self) -> String {
        let (setup, history) = (self.setup(), self.history());
        let topology = self.game().topology();
        let mut text = format!("{HEADER}\n");
        let hash = setup.variant.hash();
        match setup.preset {
            Some(preset) => line(&mut text, format_args!("variant {} {hash:016x}", preset.label())),
            None => line(&mut text, format_args!("variant custom {hash:016x}\nrules {}", setup.variant.canonical())),
        }
        line(&mut text, format_args!("dice {} {}", Dice1::NAME, self.seed().unwrap_or(0)));
        let secret = matches!(self.dice(), DiceSource::Secret(_));
        if let Some(start) = self.loaded_start().or_else(|| secret.then(|| self.start_position())) {
            line(&mut text, format_args!("start {}", start.text(topology)));
        }
        let assisted = self.assisted();
        if assisted.any() {
            line(&mut text, format_args!("assisted {}", assisted.text()));
        }
        line(&mut text, format_args!("actions {}", self.turn()));
        for turn in 1..=self.turn() {
            let (action, chance) = history.turn(turn);
            turn_text(&mut text, topology, action, chance);
            if turn % CHECK_EVERY == 0 {
                line(&mut text, format_args!("check {turn} {:016x}", history.check(turn)));
            }
        }
        let End { turns, score, reason, hash } = End::of(self.turn(), history.now(), self.game());
        line(&mut text, format_args!("end {turns} {score} {} {hash:016x}", end_word(reason)));
        text
    }
}

/// Adds the line of a turn: `3`, or `3=2@0,1,4@next` if chance was given.
pub(crate) fn turn_text(text: &mut String, topology: &Topology, action: Action, chance: Option<&[Outcome]>) {
    match chance {
        None => line(text, format_args!("{}", action.0)),
        Some(outcomes) => {
            let outcomes: Vec<_> = outcomes.iter().map(|outcome| outcome.text(topology)).collect();
            line(text, format_args!("{}={}", action.0, outcomes.join(",")));
        }
    }
}

fn line(text: &mut String, words: fmt::Arguments<'_>) {
    writeln!(text, "{words}").expect("writing to a string succeeds");
}
