//! One match over all games: a team of workers for the game at hand, monomorphic from there on.

use crate::{
    features::{Extract, Features, for_each_game},
    learner::{Finished, Lesson, Worker},
    weights::Weights,
};
use std::thread;
use tilewright_core::Game;
use tilewright_games::AnyGame;

/// Workers that learn into the same weights.
pub(crate) trait Team: Send {
    /// Each worker plays so many turns. The finished games, worker by worker.
    fn round(&mut self, game: &AnyGame, features: &Features, lesson: Lesson<'_>, turns: u64) -> Vec<Finished>;

    /// How many boards there are to begin games of a stage with.
    fn firsts(&self, stage: usize) -> usize;

    /// One worker plays so many turns: see [`Worker::count_visits`].
    fn count_visits(&mut self, game: &AnyGame, features: &Features, weights: &Weights, turns: u64, visits: &mut [u8]);
}

/// The workers of one type of game.
struct Workers<G: Game>(Vec<Worker<G::State>>);

fn workers<G: Game>(_: &G, seed: u64, count: usize) -> Workers<G> {
    // Far from the seeds of games that are reported: those are small numbers.
    let stream = |n: usize| (seed ^ 0x7261_696e).wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(n as u64) << 8;
    Workers((0..count).map(|n| Worker::new(stream(n).wrapping_mul(0x2545_f491_4f6c_dd1d))).collect())
}

impl<G: Game> Workers<G> {
    fn run(&mut self, game: &G, features: &impl Extract<G>, lesson: Lesson<'_>, turns: u64) -> Vec<Finished>
    where
        G: Sync,
        G::State: Send,
    {
        let work = |worker: &mut Worker<G::State>| {
            let mut finished = Vec::new();
            worker.run(game, features, lesson, turns, &mut finished);
            finished
        };
        if let [only] = self.0.as_mut_slice() {
            return work(only);
        }
        thread::scope(|scope| {
            let work = &work;
            let handles: Vec<_> = self.0.iter_mut().map(|worker| scope.spawn(move || work(worker))).collect();
            handles.into_iter().flat_map(|handle| handle.join().expect("a worker does not panic")).collect()
        })
    }
}

macro_rules! teams {
    ($($(#[$only:meta])? $name:ident, $kind:ident, $game:ty;)*) => {
        /// The team of a game.
        pub(crate) fn new(game: &AnyGame, seed: u64, count: usize) -> Box<dyn Team> {
            match game {
                $($(#[$only])? AnyGame::$name(game) => Box::new(workers(game, seed, count)),)*
            }
        }

        $($(#[$only])?
        impl Team for Workers<$game> {
            fn round(&mut self, game: &AnyGame, features: &Features, lesson: Lesson<'_>, turns: u64) -> Vec<Finished> {
                match (game, features) {
                    (AnyGame::$name(game), Features::$kind(features)) => self.run(game, features, lesson, turns),
                    _ => panic!("the features belong to another game"),
                }
            }

            fn firsts(&self, stage: usize) -> usize {
                self.0.iter().map(|worker| worker.firsts(stage)).sum()
            }

            fn count_visits(
                &mut self,
                game: &AnyGame,
                features: &Features,
                weights: &Weights,
                turns: u64,
                visits: &mut [u8],
            ) {
                match (game, features) {
                    (AnyGame::$name(game), Features::$kind(features)) => {
                        self.0[0].count_visits(game, features, weights, turns, visits);
                    }
                    _ => panic!("the features belong to another game"),
                }
            }
        })*
    };
}

for_each_game!(teams);
