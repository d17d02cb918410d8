//! Random play of any game.

use crate::Tally;
use cpu_time::ProcessTime;
use std::time::Duration;
use tilewright_core::{Action, Dice1, Event, Game, Log};

/// The maximum number of turns of a game: some of `factors` would not end.
pub(crate) const CUT: u64 = 10_000;

/// Rounds of the lanes between two readings of the clock.
const ROUNDS: u64 = 256;

/// The largest number of actions in all for which an action is tried without asking whether it is legal.
const FEW: u64 = 6;

/// Actions that are tried in a row, before one is chosen among the legal ones.
const TRIES: u8 = 3;

/// Games that are played in turn, so that the processor can overlap steps that do not depend on each other.
const LANES: usize = 4;

/// A log that is cleared at every turn, as a front end does.
pub(crate) trait Fresh: Log + Default {
    fn clear(&mut self);
}

impl Fresh for () {
    fn clear(&mut self) {}
}

impl Fresh for Vec<Event> {
    fn clear(&mut self) {
        Vec::clear(self);
    }
}

/// Random games, one after the other.
pub(crate) struct Run<'a, G: Game, L> {
    game: &'a G,
    lanes: [Lane<G>; LANES],
    chooser: Chooser,
    log: L,
    dealt: u64,
    pub(crate) tally: Tally,
}

/// A game being played.
struct Lane<G: Game> {
    state: G::State,
    dice: Dice1,
    turns: u64,
    score: u64,
    /// How often in a row an action was tried that is not legal.
    failed: u8,
}

impl<'a, G: Game, L: Fresh> Run<'a, G, L> {
    pub(crate) fn new(game: &'a G) -> Self {
        let chooser = Chooser(0x5eed);
        let lanes = std::array::from_fn(|seed| Lane::deal(game, seed as u64));
        Self { game, lanes, chooser, log: L::default(), dealt: LANES as u64, tally: Tally::default() }
    }

    /// Plays for a while; gives the steps per CPU second.
    pub(crate) fn slice(&mut self, time: Duration) -> f64 {
        let count = u64::from(self.game.notation().count(self.game.topology()));
        let clock = ProcessTime::now();
        let mut steps = 0;
        while clock.elapsed() < time {
            // Many steps between two readings of the clock, because a reading is a system call.
            steps += if count <= FEW { self.play(Some(count)) } else { self.play(None) };
        }
        let seconds = clock.elapsed().as_secs_f64();
        self.tally.steps += steps;
        self.tally.seconds += seconds;
        steps as f64 / seconds
    }

    /// Plays some rounds of the lanes; gives the steps.
    #[inline]
    fn play(&mut self, few: Option<u64>) -> u64 {
        let mut steps = 0;
        for _ in 0..ROUNDS {
            for lane in &mut self.lanes {
                self.log.clear();
                let goes_on = match few {
                    // `Game::attempt` takes no log, so turns with events are played one by one.
                    Some(count) if !L::ACTIVE => lane.attempt(self.game, count, &mut self.chooser, &mut steps),
                    _ => lane.turn(self.game, few, &mut self.chooser, &mut self.log, &mut steps),
                };
                if goes_on && lane.turns < CUT {
                    continue;
                }
                self.tally.cut += u64::from(goes_on);
                lane.end(self.game, self.dealt, &mut self.tally);
                self.dealt += 1;
            }
        }
        steps
    }
}

impl<G: Game> Lane<G> {
    fn deal(game: &G, seed: u64) -> Self {
        let mut dice = Dice1::new(seed);
        let state = game.start(&mut dice, &mut ()).expect("presets have start boards");
        Self { state, dice, turns: 0, score: 0, failed: 0 }
    }

    /// Plays a uniformly random legal action and counts it; `false` if there is none. If there are few actions in all, one
    /// is tried, and only if it is not legal, one is chosen among the legal ones: each stays equally likely.
    #[inline]
    fn turn<L: Fresh>(
        &mut self,
        game: &G,
        few: Option<u64>,
        chooser: &mut Chooser,
        log: &mut L,
        steps: &mut u64,
    ) -> bool {
        let action = match few {
            Some(count) => Some(Action(chooser.below(count) as u16)),
            None => game.choose(&self.state, chooser.word()),
        };
        let Some(mut action) = action else { return false };
        loop {
            match game.advance(&mut self.state, action, &mut self.dice, log) {
                Ok(gain) => {
                    self.count(true, gain, steps);
                    return true;
                }
                Err(_) => match self.choose(game, chooser.word()) {
                    Some(legal) => action = legal,
                    None => return false,
                },
            }
            log.clear();
        }
    }

    /// Tries a random action, and does nothing if it is not legal: the other lanes go on, and no branch is mispredicted.
    /// After a few failures one is chosen among the legal ones, so each stays equally likely; `false` if there is none.
    #[inline]
    fn attempt(&mut self, game: &G, count: u64, chooser: &mut Chooser, steps: &mut u64) -> bool {
        let action = Action(chooser.below(count) as u16);
        let (is_legal, gain) = game.attempt(&mut self.state, action, &mut self.dice);
        self.count(is_legal, gain, steps);
        self.failed = (self.failed + 1) * u8::from(!is_legal);
        if self.failed < TRIES {
            return true;
        }
        self.failed = 0;
        self.attempt_legal(game, chooser.word(), steps)
    }

    /// Plays a legal action; `false` if there is none. Not inlined, as [`Self::choose`].
    #[inline(never)]
    fn attempt_legal(&mut self, game: &G, word: u64, steps: &mut u64) -> bool {
        let Some(action) = game.choose(&self.state, word) else { return false };
        let (is_legal, gain) = game.attempt(&mut self.state, action, &mut self.dice);
        self.count(is_legal, gain, steps);
        true
    }

    #[inline]
    fn count(&mut self, is_legal: bool, gain: u64, steps: &mut u64) {
        *steps += u64::from(is_legal);
        self.turns += u64::from(is_legal);
        self.score += gain;
    }

    /// Not inlined, nor is the end of a game, so that rare code takes no registers from the hot loop.
    #[inline(never)]
    fn choose(&self, game: &G, word: u64) -> Option<Action> {
        game.choose(&self.state, word)
    }

    #[inline(never)]
    fn end(&mut self, game: &G, dealt: u64, tally: &mut Tally) {
        tally.games += 1;
        tally.turns += self.turns;
        tally.score += u128::from(self.score);
        *self = Self::deal(game, dealt);
    }
}

/// The random player's own generator: linear congruential, of which the upper bits are used. Cheap on purpose.
struct Chooser(u64);

impl Chooser {
    #[inline]
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
        self.0
    }

    /// A small number below `count`.
    #[inline]
    fn below(&mut self, count: u64) -> u64 {
        ((self.word() >> 32) * count) >> 32
    }
}
