//! Exact solutions of small boards by backward induction: what the best player, a random one, or any player is worth.
//!
//! Works on every game whose positions never come again (sliding only ever adds to the board). Turned and mirrored
//! positions count as one where the rules do not tell them apart.

use crate::{Limit, Player};
use std::{collections::HashMap, fmt};
use tilewright_core::{Action, Cell, Game, Outcome, Position};
use tilewright_games::AnyGame;

/// What is to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The target; play ends there. Values are probabilities.
    Win,
    /// Points, to the very end. Values are points.
    Score,
}

/// Who decides.
#[derive(Clone, Copy)]
pub enum Policy<'a> {
    /// Whoever knows everything but the dice.
    Best,
    /// All legal actions are equally likely.
    Random,
    /// A player, thinking within a limit.
    Player(Player, &'a Limit<'a>),
}

/// What a policy is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solved {
    /// The expected value from the start.
    pub value: f64,
    /// Positions with a decision that were met, up to symmetry: neither won nor lost.
    pub states: u64,
}

/// Why there is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// There are more positions than were allowed.
    TooLarge {
        /// What was allowed.
        most: u64,
    },
    /// A position can come again, so there is no last one to begin with.
    Loops,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { most } => write!(f, "there are more than {most} positions; --most allows more"),
            Self::Loops => {
                f.write_str("positions can come again in this game; only games that always go on are solved")
            }
        }
    }
}

impl std::error::Error for SolveError {}

struct Solver<'a> {
    game: &'a AnyGame,
    goal: Goal,
    policy: Policy<'a>,
    most: u64,
    progress: &'a mut dyn FnMut(u64),
    /// For each symmetry where every cell's tile comes from.
    images: Vec<Vec<u8>>,
    /// The value of every position, none while it is being worked out.
    values: HashMap<Box<[u32]>, Option<f64>>,
}

/// What a policy is worth from the start of the game. `progress` hears the number of positions now and then.
pub fn solve(
    game: &AnyGame,
    goal: Goal,
    policy: Policy<'_>,
    most: u64,
    progress: &mut dyn FnMut(u64),
) -> Result<Solved, SolveError> {
    let symmetries = game.symmetries();
    let mut images: Vec<Vec<u8>> = Vec::new();
    for symmetry in symmetries {
        let mut from = vec![0; game.topology().len()];
        game.topology().cells().for_each(|cell| from[symmetry.cell(cell).index()] = cell.0);
        images.push(from);
    }
    // A player may treat images of a position differently, so its own value needs them apart.
    if images.is_empty() || matches!(policy, Policy::Player(..)) {
        images = vec![game.topology().cells().map(|Cell(cell)| cell).collect()];
    }
    let mut solver = Solver { game, goal, policy, most, progress, images, values: HashMap::new() };
    let value = solver.value(game.blank())?;
    Ok(Solved { value, states: solver.values.len() as u64 })
}

impl Solver<'_> {
    /// The value of a state of any phase.
    fn value(&mut self, state: <AnyGame as Game>::State) -> Result<f64, SolveError> {
        let game = self.game;
        if !game.is_chance(&state) {
            return self.settled(&state);
        }
        let mut outcomes: Vec<(Outcome, u32)> = Vec::new();
        game.outcomes(&state, &mut |outcome, weight| outcomes.push((outcome, weight)));
        let total: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let mut value = 0.0;
        for (outcome, weight) in outcomes {
            let mut next = state.clone();
            let gain = game.settle(&mut next, outcome, &mut ());
            value += f64::from(weight) / total * (self.points(gain) + self.value(next)?);
        }
        Ok(value)
    }

    fn points(&self, gain: u64) -> f64 {
        if self.goal == Goal::Score { gain as f64 } else { 0.0 }
    }

    /// The value of a settled state.
    fn settled(&mut self, state: &<AnyGame as Game>::State) -> Result<f64, SolveError> {
        let game = self.game;
        if self.goal == Goal::Win && game.reached(state).is_some() {
            return Ok(1.0);
        }
        let actions = crate::legal(game, state);
        if actions.is_empty() {
            return Ok(0.0);
        }
        let key = self.key(&game.position(state));
        match self.values.get(&key) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => return Err(SolveError::Loops),
            None => {}
        }
        let count = self.values.len() as u64 + 1;
        if count > self.most {
            return Err(SolveError::TooLarge { most: self.most });
        }
        if count.is_multiple_of(1 << 14) {
            (self.progress)(count);
        }
        self.values.insert(key.clone(), None);
        let after = |solver: &mut Self, action: Action| {
            let mut next = state.clone();
            let gain = game.act(&mut next, action, &mut ()).unwrap_or(0);
            Ok(solver.points(gain) + solver.value(next)?)
        };
        let value = match self.policy {
            Policy::Player(player, limit) => {
                let ranking = player.rank(game, state, limit);
                after(self, ranking.actions.first().map_or(actions[0].0, |(action, _)| *action))?
            }
            Policy::Best => {
                let mut best = f64::NEG_INFINITY;
                for (action, _) in &actions {
                    best = best.max(after(self, *action)?);
                }
                best
            }
            Policy::Random => {
                let mut sum = 0.0;
                for (action, _) in &actions {
                    sum += after(self, *action)?;
                }
                sum / actions.len() as f64
            }
        };
        self.values.insert(key, Some(value));
        Ok(value)
    }

    /// The least of a position's images, as numbers, with whatever it holds beyond its tiles.
    fn key(&self, position: &Position) -> Box<[u32]> {
        let face =
            |cell: u8| position.tiles[usize::from(cell)].map_or(0, |tile| tile.value << 3 | u32::from(tile.strain));
        let least =
            self.images.iter().min_by(|a, b| a.iter().map(|cell| face(*cell)).cmp(b.iter().map(|cell| face(*cell))));
        let tiles = least.into_iter().flatten().map(|cell| face(*cell));
        let extras = [position.clock, position.left].into_iter().flatten().chain(position.next.iter().copied());
        tiles.chain(extras).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Variant;

    fn square(side: u32, target: u32) -> AnyGame {
        let text = format!(
            r#"{{"family":"slide","board":{{"shape":"square","width":{side},"height":{side}}},"target":{target}}}"#
        );
        Variant::from_text(&text).unwrap().compile().unwrap()
    }

    fn wins(side: u32, target: u32, policy: Policy<'_>) -> Solved {
        solve(&square(side, target), Goal::Win, policy, 1_000_000, &mut |_| ()).unwrap()
    }

    #[test]
    fn known_numbers_of_positions() {
        let small = [8, 16, 32, 64].map(|target| wins(2, target, Policy::Best).states);
        assert_eq!(small, [15, 35, 57, 74]);
        let larger = [8, 16, 32].map(|target| wins(3, target, Policy::Best).states);
        assert_eq!(larger, [1_186, 16_834, 124_372]);
    }

    #[test]
    fn known_probabilities() {
        let close = |found: f64, known: f64, within: f64| assert!((found - known).abs() < within, "{found} {known}");
        close(wins(2, 16, Policy::Best).value, 770_009_003.0 / 800_000_000.0, 1e-12);
        close(wins(2, 32, Policy::Best).value, 663_098_312_572_433.0 / 8_000_000_000_000_000.0, 1e-12);
        close(wins(2, 16, Policy::Random).value, 0.1218, 0.000_05);
        close(wins(2, 32, Policy::Random).value, 0.000_511, 0.000_000_5);
    }

    #[test]
    fn no_player_is_better_than_the_best() {
        let game = square(2, 32);
        let limit = Limit::nodes(500);
        let value = |policy| solve(&game, Goal::Score, policy, 10_000, &mut |_| ()).unwrap().value;
        let best = value(Policy::Best);
        for player in Player::ALL {
            let own = value(Policy::Player(player, &limit));
            assert!(own <= best + 1e-9, "{player} {own} {best}");
        }
        assert!(value(Policy::Random) < 0.5 * best);
    }

    #[test]
    fn what_cannot_be_solved_says_why() {
        let most = |most| solve(&square(3, 32), Goal::Win, Policy::Best, most, &mut |_| ());
        assert_eq!(most(100), Err(SolveError::TooLarge { most: 100 }));
        let text = r#"{"family":"factor","size":3,"start_tiles":1,"largest_prime":2}"#;
        let game = Variant::from_text(text).unwrap().compile().unwrap();
        assert_eq!(solve(&game, Goal::Score, Policy::Best, 100_000, &mut |_| ()), Err(SolveError::Loops));
    }
}
