//! Random play of any game.

use crate::Tally;
use cpu_time::ProcessTime;
use std::time::Duration;
use tilewright_core::{Action, Dice, Dice1, Event, Game, Log};

/// The longest game: some of `factors` would go on and on.
pub(crate) const CUT: u64 = 10_000;

/// Several games take turns, so that the processor has something to do while one waits for its own last step.
const LANES: usize = 4;

/// A log that starts over at every turn, as a front end's does.
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
}

impl<'a, G: Game, L: Fresh> Run<'a, G, L> {
    pub(crate) fn new(game: &'a G) -> Self {
        let chooser = Chooser { dice: Dice1::new(0x5eed), rest: 0, left: 0 };
        let lanes = std::array::from_fn(|seed| Lane::deal(game, seed as u64));
        Self { game, lanes, chooser, log: L::default(), dealt: LANES as u64, tally: Tally::default() }
    }

    /// Plays for a while; gives the steps per CPU second.
    pub(crate) fn slice(&mut self, time: Duration) -> f64 {
        let few = Some(u64::from(self.game.notation().count(self.game.topology()))).filter(|&count| count <= 6);
        let mut steps = 0;
        let clock = ProcessTime::now();
        while clock.elapsed() < time {
            // Many steps between two looks at the clock, which is not free.
            for _ in 0..256 {
                for lane in &mut self.lanes {
                    self.log.clear();
                    if let Some(gain) = lane.turn(self.game, few, &mut self.chooser, &mut self.log) {
                        steps += 1;
                        lane.turns += 1;
                        lane.score += gain;
                        if lane.turns < CUT {
                            continue;
                        }
                        self.tally.cut += 1;
                    }
                    self.tally.games += 1;
                    self.tally.turns += lane.turns;
                    self.tally.score += u128::from(lane.score);
                    *lane = Lane::deal(self.game, self.dealt);
                    self.dealt += 1;
                }
            }
        }
        let seconds = clock.elapsed().as_secs_f64();
        self.tally.steps += steps;
        self.tally.seconds += seconds;
        steps as f64 / seconds
    }
}

impl<G: Game> Lane<G> {
    fn deal(game: &G, seed: u64) -> Self {
        let mut dice = Dice1::new(seed);
        let state = game.start(&mut dice, &mut ()).expect("presets have start boards");
        Self { state, dice, turns: 0, score: 0 }
    }

    /// A uniformly random legal action and what follows; none where there is none. Where there are few actions in
    /// all, it is quickest to try one and to list the legal ones only if it was not: every legal one is as likely.
    #[inline]
    fn turn<L: Fresh>(&mut self, game: &G, few: Option<u64>, chooser: &mut Chooser, log: &mut L) -> Option<u64> {
        let mut action = match few {
            Some(count) => Action(chooser.below(count) as u16),
            None => game.choose(&self.state, chooser.dice.word())?,
        };
        loop {
            match game.advance(&mut self.state, action, &mut self.dice, log) {
                Ok(gain) => return Some(gain),
                Err(_) => action = game.choose(&self.state, chooser.dice.word())?,
            }
            log.clear();
        }
    }
}

/// The random player's own dice. A word is good for several small choices: what the first leaves of it, as a fraction,
/// serves the next.
struct Chooser {
    dice: Dice1,
    rest: u64,
    left: u32,
}

impl Chooser {
    /// A number below `count`, which is at most 6: eight of them use up 21 of 64 bits.
    #[inline]
    fn below(&mut self, count: u64) -> u64 {
        if self.left == 0 {
            self.rest = self.dice.word();
            self.left = 8;
        }
        self.left -= 1;
        let wide = u128::from(self.rest) * u128::from(count);
        self.rest = wide as u64;
        (wide >> 64) as u64
    }
}
