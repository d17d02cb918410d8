//! Flat Monte Carlo: after each action the same number of random games, with the same dice for every action.

use crate::{Ranking, budget::Counter, legal, order::sort, seed, simple};
use tilewright_core::{Dice, Dice1, Game};

pub(crate) fn rank<G: Game>(game: &G, state: &G::State, counter: &mut Counter<'_>, turns: u32) -> Ranking {
    let mut actions = legal(game, state);
    let start = seed(game, state);
    let mut sums = vec![0.0; actions.len()];
    let mut rounds = 0u32;
    // Whole rounds only, so that no action is judged by more games than another.
    'rounds: while actions.len() > 1 && !counter.is_spent() {
        let mut round = Vec::with_capacity(actions.len());
        for (action, _) in &actions {
            let mut dice = Dice1::new(start.wrapping_add(u64::from(rounds) << 32));
            let mut chooser = Dice1::new(!start ^ u64::from(rounds));
            let mut state = *state;
            let Ok(()) = counter.spend() else { break 'rounds };
            let mut score = game.advance(&mut state, *action, &mut dice, &mut ()).unwrap_or(0);
            for _ in 1..turns {
                let Some(action) = game.choose(&state, chooser.word()) else { break };
                let Ok(()) = counter.spend() else { break 'rounds };
                score = score.saturating_add(game.advance(&mut state, action, &mut dice, &mut ()).unwrap_or(0));
            }
            round.push(score as f64);
        }
        sums.iter_mut().zip(round).for_each(|(sum, score)| *sum += score);
        rounds += 1;
    }
    if rounds == 0 {
        return Ranking { nodes: counter.used(), ..simple::greedy(game, state) };
    }
    actions.iter_mut().zip(sums).for_each(|((_, value), sum)| *value = sum / f64::from(rounds));
    sort(&mut actions);
    Ranking { actions, nodes: counter.used(), depth: turns }
}
