//! Expectimax for slide boards of up to nine cells, the smallest that are worth a game.
//!
//! Boards come again and again here, and every turn raises the sum of the tiles. So boards are looked at in waves, one
//! for each sum, each board once, from the present one up; where a wave is broad, only what is likely is followed: chance
//! has its odds, and an action is the less likely the worse it looks. What is not followed is judged. Values then come
//! back from the last wave to the first. On the way, those who were followed show how far rough judgements of their wave
//! are off, and the others' are corrected by that. Where the end is in reach, nothing is left to judge.

mod board;
mod judge;
pub mod network;

pub use board::Small;

use crate::{
    Ranking,
    budget::{Counter, Stopped},
    legal, sort,
};
use judge::{Judge, fading};
use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};
use tilewright_core::Game;
use tilewright_games::{AnyGame, AnyState};

/// An action that looks worse than the best by this part of its value is e times less likely.
const DOUBT: f64 = 0.05;
/// The most turns ahead that a player can be told: all that it has.
const NO_LIMIT: u32 = 16;
/// Boards of the first search, and how many times more each further one has. Who is told to stop has the last to answer
/// from. A board counts as a node once, however many searches look at it.
const FIRST: u64 = 500;
const GROWTH: u64 = 8;
/// The most nodes of any budget: what was remembered has to be forgotten again, and nobody waits for that.
const MOST: u64 = 100_000;

/// A board: how likely it is to come, and what it is worth.
#[derive(Clone, Copy, Default)]
struct Node {
    likely: f64,
    worth: f64,
    /// What it seems to be worth; only for boards on which chance is next, as is the following.
    judged: f64,
    /// Whether its successors were looked at.
    open: bool,
}

/// Boards of one sum, each in the image that stands for all.
#[derive(Default)]
struct Wave {
    /// Boards on which the player is to choose.
    settled: BTreeMap<u64, Node>,
    /// Boards on which chance is next.
    slid: BTreeMap<u64, Node>,
}

/// The search for one game, and what judges its boards.
pub(crate) struct Layered {
    small: Small,
    judge: Judge,
}

impl Layered {
    /// `None` if this search is not for the game.
    pub(crate) fn new(game: &AnyGame) -> Option<Self> {
        let small = Small::of(game)?;
        let judge = Judge::of(&small, game.topology());
        Some(Self { small, judge })
    }

    /// `None` if the position has a tile beyond its numbers.
    pub(crate) fn rank(
        &self,
        game: &AnyGame,
        state: &AnyState,
        counter: &mut Counter<'_>,
        depth: u32,
    ) -> Option<Ranking> {
        let Self { small, judge } = self;
        let root = small.pack(&game.position(state))?;
        let mut best = Ranking { actions: legal(game, state), depth: 1, nodes: 0 };
        let turns: Option<Vec<(u64, f64)>> =
            best.actions.iter().map(|(action, _)| small.slid(root, action.0)).collect();
        let turns: Vec<_> = turns?.into_iter().map(|(to, gain)| (small.image(to), gain)).collect();
        for ((_, worth), (to, gain)) in best.actions.iter_mut().zip(&turns) {
            *worth = gain + judge.worth(small, *to);
        }
        let most = counter.left().min(MOST);
        let mut search = Search::new(small, judge, counter, most);
        let mut nodes = FIRST;
        // With one action there is nothing to think about.
        while turns.len() > 1 {
            if most < 2 * nodes {
                nodes = most;
            }
            let Ok((worths, turns_ahead)) = search.run(nodes, &turns, depth) else { break };
            best.depth = turns_ahead;
            for ((_, worth), (found, (_, gain))) in best.actions.iter_mut().zip(worths.iter().zip(&turns)) {
                *worth = gain + found;
            }
            if nodes == most || search.whole {
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
    judge: &'a Judge,
    counter: &'a mut Counter<'b>,
    /// The boards it has looked at, now and before, and the most there may be.
    seen: BTreeSet<u64>,
    most: u64,
    /// The boards it may hold this time, and how many it does.
    nodes: u64,
    held: u64,
    /// Whether everything was followed so far.
    whole: bool,
    /// By the sum of the tiles.
    waves: BTreeMap<u64, Wave>,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(small: &'a Small, judge: &'a Judge, counter: &'a mut Counter<'b>, most: u64) -> Self {
        let (seen, waves) = (BTreeSet::new(), BTreeMap::new());
        Self { small, judge, counter, seen, most, nodes: 0, held: 0, whole: false, waves }
    }

    /// What the boards after each action are worth, and how many turns ahead that was found; none where it is to stop.
    fn run(&mut self, nodes: u64, turns: &[(u64, f64)], depth: u32) -> Result<(Vec<f64>, u32), Stopped> {
        (self.nodes, self.held, self.whole) = (nodes, 0, true);
        self.waves.clear();
        let root = self.small.sum(turns[0].0);
        let most = if depth < NO_LIMIT { u64::from(depth - 1) } else { u64::MAX };
        let mut wave = Wave::default();
        for (to, _) in turns {
            let judged = self.judge.worth(self.small, *to);
            wave.slid.insert(*to, Node { likely: 1.0, worth: judged, judged, open: false });
        }
        let (mut next, mut seen) = (Some((root, wave)), root);
        while let Some((sum, mut wave)) = next {
            self.slide(&mut wave)?;
            if sum - root < most && self.fill(sum, &mut wave)? {
                seen = sum + 1;
            }
            self.waves.insert(sum, wave);
            let after = self.waves.range(sum + 1..).next().map(|(sum, _)| *sum);
            next = after.and_then(|sum| self.waves.remove_entry(&sum));
        }
        let sums: Vec<u64> = self.waves.keys().rev().copied().collect();
        for sum in sums {
            let mut wave = self.waves.remove(&sum).unwrap_or_default();
            self.value(sum, &mut wave)?;
            self.waves.insert(sum, wave);
        }
        let first = &self.waves[&root].slid;
        Ok((turns.iter().map(|(to, _)| first[to].worth).collect(), (seen - root) as u32 + 1))
    }

    /// Lets the player act on all settled boards of a wave.
    fn slide(&mut self, wave: &mut Wave) -> Result<(), Stopped> {
        for (board, node) in &wave.settled {
            self.counter.step()?;
            let mut tries = [(0, 0.0); 6];
            let (mut count, mut best) = (0, 0.0);
            for (to, gain) in self.small.slides(*board) {
                let slid = wave.slid.entry(to).or_insert_with(|| {
                    let judged = self.judge.worth(self.small, to);
                    Node { worth: judged, judged, ..Node::default() }
                });
                tries[count] = (to, gain + slid.worth);
                best = f64::max(best, gain + slid.worth);
                count += 1;
            }
            for (to, worth) in &tries[..count] {
                if let Some(slid) = wave.slid.get_mut(to) {
                    slid.likely += node.likely * fading((best - worth) / (DOUBT * best.max(1.0)));
                }
            }
        }
        Ok(())
    }

    /// Lets chance act on the likeliest boards of a wave, as far as the nodes go; whether there was one.
    fn fill(&mut self, sum: u64, wave: &mut Wave) -> Result<bool, Stopped> {
        let breadth = self.judge.breadth(self.nodes);
        let mut order: Vec<(u64, f64)> = wave.slid.iter().map(|(board, node)| (*board, node.likely)).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        self.whole &= order.len() <= breadth;
        let mut any = false;
        for (board, likely) in order.into_iter().take(breadth) {
            for (next, more, share) in self.small.spawns(board) {
                let likely = likely * share;
                match self.waves.entry(sum + more).or_default().settled.entry(next) {
                    Entry::Occupied(mut known) => known.get_mut().likely += likely,
                    Entry::Vacant(new) => {
                        let fresh = !self.seen.contains(&next);
                        if self.held == self.nodes || fresh && self.seen.len() as u64 == self.most {
                            self.whole = false;
                            return Ok(any);
                        }
                        self.held += 1;
                        if fresh {
                            self.seen.insert(next);
                            self.counter.spend()?;
                        }
                        new.insert(Node { likely, ..Node::default() });
                    }
                }
            }
            if let Some(node) = wave.slid.get_mut(&board) {
                node.open = true;
                any = true;
            }
        }
        Ok(any)
    }

    /// Brings the values of later waves back to this one.
    fn value(&mut self, sum: u64, wave: &mut Wave) -> Result<(), Stopped> {
        for (board, node) in wave.slid.iter_mut().filter(|(_, node)| node.open) {
            self.counter.step()?;
            let worth = |(next, more, share): (u64, u64, f64)| share * self.waves[&(sum + more)].settled[&next].worth;
            node.worth = self.small.spawns(*board).map(worth).sum();
        }
        let rough = self.judge.is_rough();
        if rough {
            correct(&mut wave.slid);
        }
        for (board, node) in &mut wave.settled {
            self.counter.step()?;
            // A mere judgement that is too high would win over every action that was followed; corrected, it may.
            let open = self.small.slides(*board).any(|(to, _)| wave.slid[&to].open);
            let counts = |to: &u64| rough || wave.slid[to].open == open;
            let tried = self.small.slides(*board).filter(|(to, _)| counts(to));
            node.worth = tried.map(|(to, gain)| gain + wave.slid[&to].worth).fold(0.0, f64::max);
        }
        Ok(())
    }
}

/// Corrects what was only judged by the line that runs best through what was followed: judged along, found up.
fn correct(slid: &mut BTreeMap<u64, Node>) {
    /// The least spread of judgements, as a part of their mean: a slope from nearly equal ones would be chance.
    const SPREAD: f64 = 0.1;
    let mean = |of: &dyn Fn(&Node) -> f64| {
        let open = || slid.values().filter(|node| node.open);
        open().map(|node| node.likely * of(node)).sum::<f64>() / open().map(|node| node.likely).sum::<f64>()
    };
    let (judged, found) = (mean(&|node| node.judged), mean(&|node| node.worth));
    if !judged.is_finite() {
        return;
    }
    let least = (SPREAD * judged).powi(2);
    let spread = mean(&|node| (node.judged - judged).powi(2));
    let along = mean(&|node| (node.judged - judged) * (node.worth - found));
    let slope = if spread + least > 0.0 { ((along + least) / (spread + least)).clamp(0.2, 1.5) } else { 1.0 };
    for node in slid.values_mut().filter(|node| !node.open) {
        node.worth = (found + slope * (node.judged - judged)).max(0.0);
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
    use tilewright_core::{Action, Dice1, Dir, Phase, Position};
    use tilewright_games::Variant;

    const EXPECTIMAX: Player = Player::Expectimax { nodes: None, depth: 16 };

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
    fn images_of_a_position_are_worth_the_same() {
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
                let turned = Action(symmetry.dir(Dir(action.0 as u8)).0.into());
                assert!(theirs.actions.contains(&(turned, *value)), "{turned:?} {value} {theirs:?}");
            }
        }
    }

    #[test]
    fn a_board_counts_once_in_all_searches() {
        let game = square();
        let Layered { small, judge } = &Layered::new(&game).unwrap();
        let position = Position::parse(game.topology(), "64 32 4/8 16 ./2 . .").unwrap();
        let turns: Vec<_> = small.slides(small.pack(&position).unwrap()).collect();
        let limit = Limit::nodes(4000);
        let after = |steps: &[u64]| {
            let mut counter = Counter::new(None, &limit);
            let mut search = Search::new(small, judge, &mut counter, 4000);
            let found = steps.iter().map(|nodes| search.run(*nodes, &turns, NO_LIMIT).unwrap()).last();
            (found, search.held, counter.used())
        };
        let at_once = after(&[4000]);
        assert_eq!((at_once.1, at_once.2), (4000, 4000));
        // What the first search looked at is not all of use to the last, but most of it.
        let in_steps = after(&[500, 4000]);
        assert!(in_steps.1 > 3900 && in_steps.2 == 4000, "{in_steps:?}");
    }

    #[test]
    fn the_end_is_played_out() {
        let (game, board) = (square(), "256 32 4/16 128 2/64 8 2");
        let own = ranked(&game, board, EXPECTIMAX, 20_000);
        let exact = Player::Exact { nodes: None, goal: Goal::Score, table: None };
        let best = ranked(&game, board, exact, 1_000_000);
        assert_eq!(own.actions.len(), best.actions.len());
        for ((action, value), (other, known)) in own.actions.iter().zip(&best.actions) {
            assert!(action == other && (value - known).abs() < 1e-6, "{own:?} {best:?}");
        }
    }

    #[test]
    fn little_time_and_little_depth_are_enough_for_an_answer() {
        let (game, board) = (square(), "2 . ./. . ./. . 2");
        let shallow = ranked(&game, board, Player::Expectimax { nodes: None, depth: 1 }, 2000);
        assert_eq!((shallow.actions.len(), shallow.depth, shallow.nodes), (4, 1, 0));
        let hasty = ranked(&game, board, EXPECTIMAX, 1);
        assert_eq!((hasty.actions.len(), hasty.nodes), (4, 1));
        let position = Position::parse(game.topology(), board).unwrap();
        let stopped = Limit { budget: Budget::Default, stop: &|| true };
        let stopped = engine(&game, &EXPECTIMAX).rank(&game.place(&position).unwrap(), &stopped);
        assert!(stopped.actions.len() == 4 && stopped.nodes < 200, "{stopped:?}");
    }

    #[test]
    fn a_tile_beyond_its_numbers_is_left_to_the_common_search() {
        assert_eq!(ranked(&square(), "4096 2 ./. . ./. . 2", EXPECTIMAX, 500).actions.len(), 4);
    }

    #[test]
    fn boards_that_fit_the_budget_are_played_perfectly() {
        for (rules, nodes) in [
            (r#""board":{"shape":"square","width":2,"height":2},"target":32"#, 2000),
            (r#""board":{"shape":"square","width":2,"height":2},"spawn":{"4":2,"16":1},"target":128"#, 2000),
        ] {
            let (game, limit) = (game(rules), Limit::nodes(nodes));
            for goal in [Goal::Score, Goal::Win] {
                let value = |policy: Policy<'_>| solve(&game, goal, policy, 10_000, &mut |_| ()).unwrap().value;
                let (best, own) = (value(Policy::Best), value(Policy::Engine(&mut engine(&game, &EXPECTIMAX), &limit)));
                assert!((best - own).abs() < 1e-9, "{rules} {goal:?}: {own} of {best}");
            }
        }
    }

    #[test]
    fn a_hexagon_is_played_nearly_perfectly() {
        let game = game(r#""board":{"shape":"hex","radius":1},"target":64"#);
        let table = table(&game, Goal::Score, 1_000_000, &mut |_| ()).unwrap();
        let mut player = engine(&game, &EXPECTIMAX);
        let (mut lost, mut had) = (0.0, 0.0);
        for seed in 0..4 {
            let mut dice = Dice1::new(seed);
            let mut state = game.start(&mut dice, &mut ()).unwrap();
            had += table.rank(&game, &state).unwrap().actions[0].1;
            while game.phase(&state) == Phase::Decide {
                let own = player.choose(&state, &Limit::nodes(3000)).unwrap();
                let known = table.rank(&game, &state).unwrap().actions;
                lost += known[0].1 - known.iter().find(|(action, _)| *action == own).unwrap().1;
                game.advance(&mut state, own, &mut dice, &mut ()).unwrap();
            }
        }
        assert!(lost < 0.02 * had, "{lost} of {had}");
    }

    #[test]
    fn what_was_only_judged_is_corrected_by_what_was_found() {
        let node = |judged, worth, open| Node { likely: 1.0, worth, judged, open };
        let boards = [node(100.0, 60.0, true), node(200.0, 110.0, true), node(150.0, 150.0, false)];
        let mut slid: BTreeMap<u64, Node> = (0..).zip(boards).collect();
        correct(&mut slid);
        assert_eq!([slid[&0].worth, slid[&1].worth], [60.0, 110.0]);
        assert!((slid[&2].worth - 85.0).abs() < 1e-9, "{}", slid[&2].worth);
        // Where nothing was followed, judgements stand.
        let mut judged: BTreeMap<u64, Node> = [(0, node(70.0, 70.0, false))].into();
        correct(&mut judged);
        assert_eq!(judged[&0].worth, 70.0);
    }
}
