//! The end of a small slide game, played out: where all that can still happen fits the budget, actions are worth the points
//! they bring on average, and there is nothing to judge.

use crate::{Ranking, budget::Budget, images::Images, legal, sort};
use std::collections::HashMap;
use tilewright_core::{Game, Notation, Outcome};

/// What counts as a small board. Larger ones are never near enough to their end, nor do their positions come again and
/// again in a search.
pub(crate) const MOST_CELLS: usize = 9;
/// Turns to the end at the most: more never fit a budget, and a stack is finite.
const MOST_TURNS: u32 = 200;
/// The share of the budget that is risked on it.
const SHARE: u64 = 4;

struct Endgame<'a, 'b, G: Game> {
    game: &'a G,
    budget: &'a mut Budget<'b>,
    /// Nodes after which it is given up.
    most: u64,
    images: Images,
    values: HashMap<Box<[u32]>, f64>,
    /// The longest line so far.
    turns: u32,
}

/// The exact ranking by points, if it is within reach. Sliding alone never brings a position back, so only there is an
/// end to reach.
pub(crate) fn rank<G: Game>(game: &G, state: &G::State, budget: &mut Budget<'_>) -> Option<Ranking> {
    if game.notation() != Notation::Direction || game.topology().len() > MOST_CELLS {
        return None;
    }
    let most = budget.used() + budget.left() / SHARE;
    let mut search = Endgame { game, budget, most, images: Images::of(game), values: HashMap::new(), turns: 0 };
    let mut actions = legal(game, state);
    for (action, value) in &mut actions {
        let mut after = state.clone();
        let gain = game.act(&mut after, *action, &mut ()).ok()? as f64;
        *value = gain + search.chance(&after, 1)?;
    }
    sort(&mut actions);
    Some(Ranking { actions, depth: search.turns, nodes: search.budget.used() })
}

impl<G: Game> Endgame<'_, '_, G> {
    /// What is still to come on average once chance has chosen, so many turns from the root.
    fn chance(&mut self, after: &G::State, turn: u32) -> Option<f64> {
        if !self.game.is_chance(after) {
            return self.decide(after, turn);
        }
        let mut outcomes: Vec<(Outcome, f64)> = Vec::new();
        self.game.outcomes(after, &mut |outcome, weight| outcomes.push((outcome, weight.into())));
        let total: f64 = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut value = 0.0;
        for (outcome, weight) in outcomes {
            let mut state = after.clone();
            let gain = self.game.settle(&mut state, outcome, &mut ()) as f64;
            value += weight / total * (gain + self.chance(&state, turn)?);
        }
        Some(value)
    }

    /// What the best player still gets from here.
    fn decide(&mut self, state: &G::State, turn: u32) -> Option<f64> {
        let key = self.images.key(&self.game.position(state));
        if let Some(value) = self.values.get(&key) {
            return Some(*value);
        }
        self.budget.spend()?;
        if self.budget.used() > self.most || turn > MOST_TURNS {
            return None;
        }
        self.turns = self.turns.max(turn);
        let mut best = 0.0;
        for (action, _) in legal(self.game, state) {
            let mut after = state.clone();
            let gain = self.game.act(&mut after, action, &mut ()).ok()? as f64;
            best = f64::max(best, gain + self.chance(&after, turn + 1)?);
        }
        self.values.insert(key, best);
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Limit, Player,
        exact::{Goal, Policy, solve},
    };
    use tilewright_games::Variant;

    #[test]
    fn a_small_board_is_played_perfectly() {
        let text = r#"{"family":"slide","board":{"shape":"square","width":2,"height":2},"target":32}"#;
        let game = Variant::from_text(text).unwrap().compile().unwrap();
        let (player, limit) = (Player::Expectimax { nodes: None, depth: 16 }, Limit::nodes(2000));
        for goal in [Goal::Score, Goal::Win] {
            let value = |policy| solve(&game, goal, policy, 10_000, &mut |_| ()).unwrap().value;
            let (best, own) = (value(Policy::Best), value(Policy::Player(player, &limit)));
            assert!((best - own).abs() < 1e-9, "{goal:?}: {own} of {best}");
        }
    }
}
