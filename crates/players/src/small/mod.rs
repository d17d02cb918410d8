//! Expectimax for slide boards of up to nine cells, layer by layer.
//!
//! Every turn raises the tile sum, so boards form layers by sum; each board is expanded once. Forward: expand the most
//! probable afterstates of a layer (chance has its odds, and an action is the less probable the worse its estimate); the
//! others keep their estimate. Backward: back up expected values; a formula's estimates are corrected per layer by a
//! linear fit ([`correct`]). If all boards fit the budget, values are exact.
//!
//! Kept next to the packed search for larger boards because it is stronger here: positions repeat within a search, and it
//! searches each of them once. What it loses against exact play is in `docs/players.md`, with the commands.

mod board;
mod evaluate;
pub mod network;
mod nodes;

pub use board::Small;

use crate::{
    Ranking,
    budget::{Counter, Stopped},
    legal,
    order::sort,
};
use evaluate::{Evaluator, exp_neg};
use nodes::{Node, Nodes};
use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};
use tilewright_core::{BuildBoardHasher, Game, Meaning};
use tilewright_games::Compiled;
use tilewright_values::Values;

/// An action whose value is lower than the best by this share of it is e times less probable.
const TEMPERATURE: f64 = 0.05;
/// Boards of the first iteration, and by how many times each further one has more. A stopped search answers with the last
/// finished iteration. A board counts as a node once, however many iterations visit it.
const FIRST: u64 = 500;
const GROWTH: u64 = 8;
/// The most nodes of any budget: the memory of a search has to be freed after it, and a user must not wait for that.
const MAX_NODES: u64 = 100_000;

/// The canonical boards of one tile sum.
#[derive(Default)]
struct Layer {
    /// Boards on which the player is to choose.
    decisions: Nodes,
    /// Boards on which chance is to choose.
    afterstates: Nodes,
}

/// The search for one game.
pub(crate) struct Layered {
    small: Small,
    evaluator: Evaluator,
}

impl Layered {
    /// `None` if the game is no slide game, or its board not small.
    pub(crate) fn new<G: Compiled>(game: &G) -> Option<Self> {
        let small = Small::new(game)?;
        let evaluator = Evaluator::new(&small, game.topology());
        Some(Self { small, evaluator })
    }

    /// The search with learned values at its leaves. `None`, too, if they are not of packed boards, or new tiles are not
    /// from 2 on.
    pub(crate) fn with_values<G: Compiled>(game: &G, values: &Arc<Values>) -> Option<Self> {
        let small = Small::new(game).filter(|small| small.smallest() == 2.0)?;
        let evaluator = Evaluator::with_values(values, game.topology())?;
        Some(Self { small, evaluator })
    }

    /// Searches at most `max_depth` turns ahead. `None` if the position has a tile that is too large.
    pub(crate) fn rank<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        counter: &mut Counter<'_>,
        max_depth: Option<u32>,
    ) -> Option<Ranking> {
        let Self { small, evaluator } = self;
        let root = small.pack(game, state)?;
        let mut best = Ranking { actions: legal(game, state), depth: 1, nodes: 0 };
        let turn = |(action, _): &(_, _)| match game.notation().meaning(game.topology(), *action) {
            Meaning::Slide(dir) => small.slide(root, dir.index()).map(|(to, gain)| (small.canonical(to), gain)),
            _ => None,
        };
        let turns: Vec<(u64, f64)> = best.actions.iter().map(turn).collect::<Option<_>>()?;
        for ((_, value), (to, gain)) in best.actions.iter_mut().zip(&turns) {
            *value = gain + evaluator.estimate(small, *to);
        }
        let max = counter.left().map_or(MAX_NODES, |left| left.min(MAX_NODES));
        let mut search = Search::new(small, evaluator, counter, max);
        let mut nodes = FIRST;
        // A single action needs no search.
        while turns.len() > 1 {
            if max < 2 * nodes {
                nodes = max;
            }
            let Ok((values, turns_ahead)) = search.run(nodes, &turns, max_depth) else { break };
            best.depth = turns_ahead;
            for ((_, value), (found, (_, gain))) in best.actions.iter_mut().zip(values.iter().zip(&turns)) {
                *value = gain + found;
            }
            if nodes == max || search.is_complete {
                break;
            }
            nodes *= GROWTH;
        }
        sort(&mut best.actions);
        Some(Ranking { nodes: counter.used(), ..best })
    }
}

struct Search<'a, 'b> {
    small: &'a Small,
    evaluator: &'a Evaluator,
    counter: &'a mut Counter<'b>,
    /// The boards visited in all iterations, and the most there may be.
    seen: HashSet<u64, BuildBoardHasher>,
    max: u64,
    /// The boards that this iteration may hold, and how many it does.
    nodes: u64,
    held: u64,
    /// Whether everything was expanded so far.
    is_complete: bool,
    /// By the sum of the tiles.
    layers: BTreeMap<u64, Layer>,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(small: &'a Small, evaluator: &'a Evaluator, counter: &'a mut Counter<'b>, max: u64) -> Self {
        let (seen, layers) = (HashSet::default(), BTreeMap::new());
        Self { small, evaluator, counter, seen, max, nodes: 0, held: 0, is_complete: false, layers }
    }

    /// One iteration: the values of the afterstates of `turns`, and how many turns ahead they were searched.
    fn run(&mut self, nodes: u64, turns: &[(u64, f64)], max_depth: Option<u32>) -> Result<(Vec<f64>, u32), Stopped> {
        (self.nodes, self.held, self.is_complete) = (nodes, 0, true);
        self.layers.clear();
        let root = self.small.sum(turns[0].0);
        let mut layer = Layer::default();
        // Sorted: a symmetric position, with the same afterstates, is searched in the same order.
        let mut first: Vec<u64> = turns.iter().map(|(to, _)| *to).collect();
        first.sort_unstable();
        for to in first {
            let estimate = self.evaluator.estimate(self.small, to);
            let node = Node { probability: 1.0, value: estimate, estimate, expanded: false };
            layer.afterstates.entry(to, || Some(node));
        }
        let (mut next, mut seen) = (Some((root, layer)), root);
        while let Some((sum, mut layer)) = next {
            self.expand_actions(&mut layer)?;
            if max_depth.is_none_or(|depth| sum - root < u64::from(depth - 1)) && self.expand_chance(sum, &mut layer)? {
                seen = sum + 1;
            }
            self.layers.insert(sum, layer);
            let after = self.layers.range(sum + 1..).next().map(|(sum, _)| *sum);
            next = after.and_then(|sum| self.layers.remove_entry(&sum));
        }
        let sums: Vec<u64> = self.layers.keys().rev().copied().collect();
        for sum in sums {
            let mut layer = self.layers.remove(&sum).unwrap_or_default();
            self.back_up(sum, &mut layer)?;
            self.layers.insert(sum, layer);
        }
        let first = &self.layers[&root].afterstates;
        Ok((turns.iter().map(|(to, _)| first.get(*to).value).collect(), (seen - root) as u32 + 1))
    }

    /// Adds the afterstates of all decisions of a layer.
    fn expand_actions(&mut self, layer: &mut Layer) -> Result<(), Stopped> {
        for (board, node) in layer.decisions.iter() {
            self.counter.step()?;
            let mut tries = [(0, 0.0); 6];
            let (mut count, mut best) = (0, 0.0);
            for (to, gain) in self.small.afterstates(*board) {
                let after = layer.afterstates.entry(to, || {
                    let estimate = self.evaluator.estimate(self.small, to);
                    Some(Node { value: estimate, estimate, ..Node::default() })
                });
                let value = gain + after.map_or(0.0, |after| after.value);
                tries[count] = (to, value);
                best = f64::max(best, value);
                count += 1;
            }
            for (to, value) in &tries[..count] {
                let share = exp_neg((best - value) / (TEMPERATURE * best.max(1.0)));
                layer.afterstates.get_mut(*to).probability += node.probability * share;
            }
        }
        Ok(())
    }

    /// Adds the boards that follow the most probable afterstates of a layer, as far as the nodes go; whether there was
    /// one.
    fn expand_chance(&mut self, sum: u64, layer: &mut Layer) -> Result<bool, Stopped> {
        let breadth = self.evaluator.breadth(self.nodes);
        let mut order: Vec<(u64, f64)> =
            layer.afterstates.iter().map(|(board, node)| (*board, node.probability)).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        self.is_complete &= order.len() <= breadth;
        let mut any = false;
        for (board, probability) in order.into_iter().take(breadth) {
            for (next, more, share) in self.small.spawns(board) {
                let probability = probability * share;
                let decisions = &mut self.layers.entry(sum + more).or_default().decisions;
                let mut is_new = false;
                let node = decisions.entry(next, || {
                    is_new = !self.seen.contains(&next);
                    let is_full = self.held == self.nodes || is_new && self.seen.len() as u64 == self.max;
                    self.held += u64::from(!is_full);
                    (!is_full).then(Node::default)
                });
                let Some(node) = node else {
                    self.is_complete = false;
                    return Ok(any);
                };
                node.probability += probability;
                if is_new {
                    self.seen.insert(next);
                    self.counter.spend()?;
                }
            }
            layer.afterstates.get_mut(board).expanded = true;
            any = true;
        }
        Ok(any)
    }

    /// Brings the values of later layers back to this one.
    fn back_up(&mut self, sum: u64, layer: &mut Layer) -> Result<(), Stopped> {
        for (board, node) in layer.afterstates.iter_mut().filter(|(_, node)| node.expanded) {
            self.counter.step()?;
            let value =
                |(next, more, share): (u64, u64, f64)| share * self.layers[&(sum + more)].decisions.get(next).value;
            node.value = self.small.spawns(*board).map(value).sum();
        }
        let is_rough = self.evaluator.is_rough();
        if is_rough {
            correct(&mut layer.afterstates);
        }
        for (board, node) in layer.decisions.iter_mut() {
            self.counter.step()?;
            // A mere estimate that is too high would win over every action that was expanded; a corrected one may.
            let expanded = self.small.afterstates(*board).any(|(to, _)| layer.afterstates.get(to).expanded);
            let counts = |to: u64| is_rough || layer.afterstates.get(to).expanded == expanded;
            let tried = self.small.afterstates(*board).filter(|(to, _)| counts(*to));
            node.value = tried.map(|(to, gain)| gain + layer.afterstates.get(to).value).fold(0.0, f64::max);
        }
        Ok(())
    }
}

/// Corrects the estimates of afterstates that were not expanded by a linear fit of values on estimates through those that
/// were.
fn correct(afterstates: &mut Nodes) {
    /// The least standard deviation of estimates, as a share of their mean: a slope from nearly equal ones is noise.
    const MIN_DEVIATION: f64 = 0.1;
    let mean = |of: &dyn Fn(&Node) -> f64| {
        let expanded = || afterstates.iter().map(|(_, node)| node).filter(|node| node.expanded);
        let weights: f64 = expanded().map(|node| node.probability).sum();
        expanded().map(|node| node.probability * of(node)).sum::<f64>() / weights
    };
    let (estimate, value) = (mean(&|node| node.estimate), mean(&|node| node.value));
    if !estimate.is_finite() {
        return;
    }
    let least = (MIN_DEVIATION * estimate).powi(2);
    let variance = mean(&|node| (node.estimate - estimate).powi(2));
    let covariance = mean(&|node| (node.estimate - estimate) * (node.value - value));
    let slope = if variance + least > 0.0 { ((covariance + least) / (variance + least)).clamp(0.2, 1.5) } else { 1.0 };
    for (_, node) in afterstates.iter_mut().filter(|(_, node)| !node.expanded) {
        node.value = (value + slope * (node.estimate - estimate)).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Budget, Engine, Limit, Player,
        exact::{Goal, Policy, solve, table},
    };
    use std::sync::Arc;
    use tilewright_core::{Dice1, Notation, Phase, Position};
    use tilewright_games::{AnyGame, Variant};

    const EXPECTIMAX: Player = Player::Expectimax { nodes: None, depth: None };

    fn game(rules: &str) -> Arc<AnyGame> {
        Variant::from_text(&format!(r#"{{"family":"slide",{rules}}}"#)).unwrap().compile().unwrap().into()
    }

    fn square() -> Arc<AnyGame> {
        game(r#""board":{"shape":"square","width":3,"height":3}"#)
    }

    fn engine(game: &Arc<AnyGame>, player: &Player) -> Engine {
        Engine::new(player, Arc::clone(game)).unwrap()
    }

    fn ranked(game: &Arc<AnyGame>, board: &str, player: Player, nodes: u64) -> Ranking {
        let position = Position::parse(game.topology(), board).unwrap();
        engine(game, &player).rank(&game.place(&position).unwrap(), &Limit::nodes(nodes))
    }

    #[test]
    fn rank_of_symmetric_positions_is_the_same() {
        let game = square();
        let position = Position::parse(game.topology(), "64 32 4/8 16 ./2 . .").unwrap();
        let own = ranked(&game, &position.text(game.topology()), EXPECTIMAX, 2000);
        assert_eq!((own.actions.len(), own.nodes), (2, 2000));
        for symmetry in game.symmetries() {
            let mut image = position.clone();
            for cell in game.topology().cells() {
                image.tiles[symmetry.cell(cell).index()] = position.tiles[cell.index()];
            }
            let theirs = ranked(&game, &image.text(game.topology()), EXPECTIMAX, 2000);
            for (action, value) in &own.actions {
                let turned = Notation::Direction.map(game.topology(), symmetry, *action);
                assert!(theirs.actions.contains(&(turned, *value)), "{turned:?} {value} {theirs:?}");
            }
        }
    }

    #[test]
    fn run_again_counts_a_board_once() {
        let game = square();
        let Layered { small, evaluator } = &Layered::new(&*game).unwrap();
        let position = Position::parse(game.topology(), "64 32 4/8 16 ./2 . .").unwrap();
        let root = small.pack(&*game, &game.place(&position).unwrap()).unwrap();
        let turns: Vec<_> = small.afterstates(root).collect();
        let limit = Limit::nodes(4000);
        let after = |steps: &[u64]| {
            let mut counter = Counter::new(Budget::Default, &limit);
            let mut search = Search::new(small, evaluator, &mut counter, 4000);
            let found = steps.iter().map(|nodes| search.run(*nodes, &turns, None).unwrap()).last();
            (found, search.held, counter.used())
        };
        let at_once = after(&[4000]);
        assert_eq!((at_once.1, at_once.2), (4000, 4000));
        // Most of what the first iteration visited is of use to the last.
        let in_steps = after(&[500, 4000]);
        assert!(in_steps.1 > 3900 && in_steps.2 == 4000, "{in_steps:?}");
    }

    #[test]
    fn rank_near_the_end_is_exact() {
        let (game, board) = (square(), "256 32 4/16 128 2/64 8 2");
        let own = ranked(&game, board, EXPECTIMAX, 20_000);
        let exact = Player::Exact { nodes: None, goal: Goal::Score, table: None };
        let best = ranked(&game, board, exact, 1_000_000);
        assert_eq!(own.actions.len(), best.actions.len());
        for ((action, value), (other, known)) in own.actions.iter().zip(&best.actions) {
            assert!(action == other && (value - known).abs() < 1e-6, "{own:?} {best:?}");
        }
    }

    /// This depth used to mean "no limit" here.
    #[test]
    fn rank_with_depth_16_looks_16_turns_ahead() {
        let ranked = |player| ranked(&square(), "2 . ./. . ./. . 2", player, 100_000);
        assert_eq!(ranked(Player::parse("expectimax:depth=16").unwrap()).depth, 16);
        assert!(ranked(EXPECTIMAX).depth > 16);
    }

    #[test]
    fn rank_with_little_depth_or_time_still_answers() {
        let (game, board) = (square(), "2 . ./. . ./. . 2");
        let shallow = ranked(&game, board, Player::Expectimax { nodes: None, depth: Some(1) }, 2000);
        assert_eq!((shallow.actions.len(), shallow.depth, shallow.nodes), (4, 1, 0));
        let hasty = ranked(&game, board, EXPECTIMAX, 1);
        assert_eq!((hasty.actions.len(), hasty.nodes), (4, 1));
        let position = Position::parse(game.topology(), board).unwrap();
        let stopped = Limit { budget: Budget::Default, stop: &|| true };
        let stopped = engine(&game, &EXPECTIMAX).rank(&game.place(&position).unwrap(), &stopped);
        assert!(stopped.actions.len() == 4 && stopped.nodes < 200, "{stopped:?}");
    }

    #[test]
    fn rank_with_a_tile_that_is_too_large_falls_back() {
        assert_eq!(ranked(&square(), "4096 2 ./. . ./. . 2", EXPECTIMAX, 500).actions.len(), 4);
    }

    #[test]
    fn play_of_boards_that_fit_the_budget_is_perfect() {
        for (rules, nodes) in [
            (r#""board":{"shape":"square","width":2,"height":2},"target":32"#, 2000),
            (r#""board":{"shape":"square","width":2,"height":2},"spawn":{"4":2,"16":1},"target":128"#, 2000),
        ] {
            let (game, limit) = (game(rules), Limit::nodes(nodes));
            for goal in [Goal::Score, Goal::Win] {
                let value =
                    |policy: Policy<'_>| solve(&game, goal, policy, &Limit::nodes(10_000), &mut |_| ()).unwrap().value;
                let (best, own) = (value(Policy::Best), value(Policy::Engine(&mut engine(&game, &EXPECTIMAX), &limit)));
                assert!((best - own).abs() < 1e-9, "{rules} {goal:?}: {own} of {best}");
            }
        }
    }

    #[test]
    fn play_of_a_hexagon_is_nearly_perfect() {
        let game = game(r#""board":{"shape":"hex","radius":1},"target":64"#);
        let table = table(&game, Goal::Score, &Limit::nodes(1_000_000), &mut |_| ()).unwrap();
        let mut player = engine(&game, &EXPECTIMAX);
        let (mut lost, mut had) = (0.0, 0.0);
        for seed in 0..4 {
            let mut dice = Dice1::new(seed);
            let mut state = game.start(&mut dice, &mut ()).unwrap();
            had += table.rank(&*game, &state).unwrap().actions[0].1;
            while game.phase(&state) == Phase::Decide {
                let own = player.choose(&state, &Limit::nodes(3000)).unwrap();
                let known = table.rank(&*game, &state).unwrap().actions;
                lost += known[0].1 - known.iter().find(|(action, _)| *action == own).unwrap().1;
                game.advance(&mut state, own, &mut dice, &mut ()).unwrap();
            }
        }
        assert!(lost < 0.02 * had, "{lost} of {had}");
    }

    #[test]
    fn correct_fits_estimates_to_values() {
        let node = |estimate, value, expanded| Node { probability: 1.0, value, estimate, expanded };
        let boards = [node(100.0, 60.0, true), node(200.0, 110.0, true), node(150.0, 150.0, false)];
        let mut afterstates = Nodes::default();
        for (board, node) in (0..).zip(boards) {
            afterstates.entry(board, || Some(node));
        }
        correct(&mut afterstates);
        assert_eq!([0, 1].map(|board| afterstates.get(board).value), [60.0, 110.0]);
        assert!((afterstates.get(2).value - 85.0).abs() < 1e-9, "{}", afterstates.get(2).value);
        // Without values, estimates stay.
        let mut estimates = Nodes::default();
        estimates.entry(0, || Some(node(70.0, 70.0, false)));
        correct(&mut estimates);
        assert_eq!(estimates.get(0).value, 70.0);
    }
}
