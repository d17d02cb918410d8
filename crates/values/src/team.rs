//! One match over all games: a team of workers for the game at hand, monomorphic from there on.

use crate::{
    features::{Extract, Features},
    learner::{Finished, Returns, Worker},
    weights::Weights,
};
use std::thread;
use tilewright_core::Game;
use tilewright_games::AnyGame;

/// Workers that learn into the same weights.
pub(crate) trait Team: Send {
    /// Each worker plays so many turns. The finished games, worker by worker.
    fn round(
        &mut self,
        game: &AnyGame,
        features: &Features,
        weights: &Weights,
        returns: &Returns,
        rate: f32,
        turns: u64,
    ) -> Vec<Finished>;
}

/// The workers of one type of game.
struct Workers<G: Game>(Vec<Worker<G::State>>);

macro_rules! teams {
    ($game:expr, $seed:expr, $count:expr, $($(#[$only:meta])? $name:ident),*) => {
        match $game {
            $($(#[$only])? AnyGame::$name(game) => Box::new(workers(game, $seed, $count)) as Box<dyn Team>),*
        }
    };
}

/// The team of a game.
pub(crate) fn new(game: &AnyGame, seed: u64, count: usize) -> Box<dyn Team> {
    teams!(
        game,
        seed,
        count,
        SlideSquare4,
        SlideHex2,
        SlideUpTo25,
        SlideUpTo16,
        Slide,
        Factor,
        Strain,
        SwapPowers,
        SwapValues,
        #[cfg(not(target_family = "wasm"))]
        WideSwapPowers,
        #[cfg(not(target_family = "wasm"))]
        WideSwapValues,
        #[cfg(target_family = "wasm")]
        Swap
    )
}

fn workers<G: Game>(_: &G, seed: u64, count: usize) -> Workers<G> {
    // Far from the seeds of games that are reported: those are small numbers.
    let stream = |n: usize| (seed ^ 0x7261_696e).wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(n as u64) << 8;
    Workers((0..count).map(|n| Worker::new(stream(n).wrapping_mul(0x2545_f491_4f6c_dd1d))).collect())
}

impl<G: Game> Workers<G> {
    fn run(
        &mut self,
        game: &G,
        features: &impl Extract<G>,
        weights: &Weights,
        returns: &Returns,
        rate: f32,
        turns: u64,
    ) -> Vec<Finished>
    where
        G: Sync,
        G::State: Send,
    {
        let work = |worker: &mut Worker<G::State>| {
            let mut finished = Vec::new();
            worker.run(game, features, weights, returns, rate, turns, &mut finished);
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

macro_rules! implement {
    ($($(#[$only:meta])? $name:ident, $kind:ident, $game:ty;)*) => {$(
        $(#[$only])?
        impl Team for Workers<$game> {
            fn round(
                &mut self,
                game: &AnyGame,
                features: &Features,
                weights: &Weights,
                returns: &Returns,
                rate: f32,
                turns: u64,
            ) -> Vec<Finished> {
                match (game, features) {
                    (AnyGame::$name(game), Features::$kind(features)) => {
                        self.run(game, features, weights, returns, rate, turns)
                    }
                    _ => panic!("the features belong to another game"),
                }
            }
        }
    )*};
}

use tilewright_games::{factor, slide, strain, swap};
implement! {
    SlideSquare4, Nibbles64, slide::Packed<slide::Square4>;
    SlideHex2, Nibbles128, slide::Packed<slide::Hex2>;
    SlideUpTo16, Nibbles64, slide::Packed<slide::UpTo16>;
    SlideUpTo25, Nibbles128, slide::Packed<slide::UpTo25>;
    Slide, Cells, slide::Plain;
    Factor, Cells, factor::Masked;
    Strain, Cells, strain::Sliced;
    SwapPowers, Cells, swap::Fast<{ swap::POWERS }>;
    SwapValues, Cells, swap::Fast<{ swap::VALUES }>;
    #[cfg(not(target_family = "wasm"))]
    WideSwapPowers, Cells, swap::Fast<{ swap::POWERS }, u128>;
    #[cfg(not(target_family = "wasm"))]
    WideSwapValues, Cells, swap::Fast<{ swap::VALUES }, u128>;
    #[cfg(target_family = "wasm")]
    Swap, Cells, swap::Plain;
}
