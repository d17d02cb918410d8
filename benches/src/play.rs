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
        let chooser = Chooser(0x5eed);
        let lanes = std::array::from_fn(|seed| Lane::deal(game, seed as u64));
        Self { game, lanes, chooser, log: L::default(), dealt: LANES as u64, tally: Tally::default() }
    }

    /// Plays for a while; gives the steps per CPU second.
    pub(crate) fn slice(&mut self, time: Duration) -> f64 {
        let few = Some(u64::from(self.game.notation().count(self.game.topology()))).filter(|&count| count <= 6 && std::env::var("TRY").is_ok());
        let mut steps = 0;
        let clock = ProcessTime::now();
        while clock.elapsed() < time {
            // Many steps between two looks at the clock, which is not free.
            for _ in 0..256 {
                for lane in &mut self.lanes {
                    self.log.clear();
                    match lane.turn(self.game, few, &mut self.chooser, &mut self.log) {
                        Some(gain) => {
                            steps += 1;
                            lane.turns += 1;
                            lane.score += gain;
                            if lane.turns < CUT {
                                continue;
                            }
                            self.tally.cut += 1;
                        }
                        None => {}
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
            None => game.choose(&self.state, chooser.word())?,
        };
        loop {
            match game.advance(&mut self.state, action, &mut self.dice, log) {
                Ok(gain) => return Some(gain),
                Err(_) => action = game.choose(&self.state, chooser.word())?,
            }
            log.clear();
        }
    }
}

/// The random player's own dice: a multiplicative sequence, of which the upper half is good. Cheap on purpose.
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
        (self.word() >> 32) * count >> 32
    }
}
