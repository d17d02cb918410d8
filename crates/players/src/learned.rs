//! Learned values: the best action by its points and the value of its afterstate, or a search on top of that.
//!
//! Small slide boards have the layered search of [`crate::small`]. Where chance has few outcomes, as on other slide boards,
//! the search enumerates them and deepens turn by turn. Elsewhere it
//! samples: whole rounds, in which each of the most promising actions gets one sample with the same dice (common random
//! numbers), and the better half goes on. More samples come before more depth: one sampled turn is worse than none, and a
//! sample goes on to a second turn only where the budget is large enough.

use crate::{
    Ranking,
    budget::{Counter, Stopped},
    order::{descending, sort_by_keys},
    seed,
    slide::LearnedSearch,
    small::Layered,
};
use std::{collections::HashMap, sync::Arc};
use tilewright_core::{Action, BuildBoardHasher, Cell, Dice1, Game, Outcome, Place};
use tilewright_games::{AnyGame, AnyState, Compiled};
use tilewright_values::{Evaluate, Seen, Values, ValuesVisitor, afterstates};

/// Actions that samples are drawn for.
const WIDTH: usize = 6;
/// Rounds of samples, at least, before they count.
const MIN_ROUNDS: u32 = 4;
/// Rounds of samples until only the better half of the actions gets more.
const HALVE_AFTER: u32 = 8;
/// Rounds of samples at the most.
const MAX_ROUNDS: u32 = 128;
/// The most outcomes of a chance node that are enumerated.
const MAX_OUTCOMES: usize = 64;
/// The most actions of a game whose outcomes are enumerated.
const MAX_ACTIONS: usize = 6;
/// The most turns that an enumerating search looks ahead.
const MAX_DEPTH: u32 = 8;
/// A line of chance that is less probable than this is evaluated where it stands.
const MIN_PROBABILITY: f32 = 0.003;

/// The player `learned`.
pub(crate) struct Learned {
    values: Arc<Values>,
    /// The search of small slide boards.
    layered: Option<Layered>,
    /// The search of slide boards of up to 25 cells.
    slide: Option<LearnedSearch>,
}

impl Learned {
    pub(crate) fn new(game: &AnyGame, values: Arc<Values>) -> Self {
        Self { layered: Layered::with_values(game, &values), slide: LearnedSearch::new(game, &values), values }
    }

    /// The ranking of the legal actions; `counter` is `None` if nothing is to be searched.
    pub(crate) fn rank(&mut self, game: &AnyGame, state: &AnyState, counter: Option<&mut Counter<'_>>) -> Ranking {
        match (&mut self.slide, counter) {
            (Some(slide), Some(counter)) => {
                let layered = self.layered.as_ref().and_then(|search| search.rank(game, state, counter, None));
                match layered.map(Ok).or_else(|| slide.rank(game, state, counter)) {
                    Some(Ok(ranking)) => ranking,
                    Some(Err(Stopped)) | None => self.values.with(game, state, Rank(None)),
                }
            }
            (_, counter) => self.values.with(game, state, Rank(counter)),
        }
    }

    /// The first of [`Self::rank`] without a search.
    #[inline]
    pub(crate) fn choose(&self, game: &AnyGame, state: &AnyState) -> Option<Action> {
        self.values.with(game, state, Choose)
    }
}

struct Choose;

impl ValuesVisitor for Choose {
    type Result = Option<Action>;

    #[inline]
    fn visit<G: Compiled>(self, game: &G, state: &G::State, values: &impl Evaluate<G>) -> Option<Action> {
        let mut best: Option<(Action, f32)> = None;
        afterstates(game, state, &mut Seen::default(), &mut |action, gain, after| {
            let value = gain as f32 + values.value(game, &after);
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((action, value));
            }
        });
        best.map(|(action, _)| action)
    }
}

struct Rank<'a, 'b>(Option<&'a mut Counter<'b>>);

impl ValuesVisitor for Rank<'_, '_> {
    type Result = Ranking;

    fn visit<G: Compiled>(self, game: &G, state: &G::State, values: &impl Evaluate<G>) -> Ranking {
        let mut tries = Vec::new();
        afterstates(game, state, &mut Seen::default(), &mut |action, gain, after| {
            let value = f64::from(gain as f32 + values.value(game, &after));
            tries.push(Try { action, gain, after, value, rank: 0 });
        });
        sort_tries(&mut tries);
        let (mut nodes, mut depth) = (tries.len() as u64, 0);
        if let (Some(counter), true) = (self.0, tries.len() > 1) {
            let mut search = Search { game, values, counter, seen: Seen::default() };
            depth = match search.outcomes(&tries[0].after) {
                Some(_) => search.enumerate(&mut tries),
                None => search.sample(state, &mut tries),
            };
            nodes += search.counter.used();
        }
        Ranking { actions: with_twins(game, state, &tries), nodes, depth }
    }
}

/// The actions with their values, and each that does the same as one of them right after it.
fn with_twins<G: Game>(game: &G, state: &G::State, tries: &[Try<G::State>]) -> Vec<(Action, f64)> {
    let mut twins = vec![Vec::new(); tries.len()];
    let found = tries.iter().enumerate().map(|(i, tried)| ((tried.gain, tried.after), i));
    let found: HashMap<_, _, BuildBoardHasher> = found.collect();
    game.actions(state, &mut |action| {
        let mut after = *state;
        let gain = game.act(&mut after, action, &mut ()).unwrap_or(0);
        twins[found[&(gain, after)]].push(action);
    });
    tries.iter().zip(twins).flat_map(|(tried, twins)| twins.into_iter().map(|action| (action, tried.value))).collect()
}

/// An action at the root.
struct Try<S> {
    action: Action,
    gain: u64,
    after: S,
    /// Its value, by the deepest search that was finished.
    value: f64,
    /// How far it was searched: those of a higher rank come first.
    rank: u32,
}

struct Search<'a, 'b, G: Game, E> {
    game: &'a G,
    values: &'a E,
    counter: &'a mut Counter<'b>,
    /// Room for finding actions that do the same.
    seen: Seen<G::State>,
}

/// The outcomes of a chance node with their probabilities.
type Outcomes = ([(Outcome, f32); MAX_OUTCOMES], usize);

impl<G: Compiled, E: Evaluate<G>> Search<'_, '_, G, E> {
    /// The outcomes if there are few and no further chance follows them; `None` otherwise.
    fn outcomes(&self, after: &G::State) -> Option<Outcomes> {
        // With many actions a turn, all outcomes of all of them would be too much.
        if self.game.is_endless() || self.game.action_list().len() > MAX_ACTIONS {
            return None;
        }
        let mut outcomes = [(Outcome { at: Place::Cell(Cell(0)), value: 0 }, 0.0); MAX_OUTCOMES];
        let (mut count, mut total) = (0, 0.0);
        self.game.outcomes(after, &mut |outcome, weight| {
            if let Some(slot) = outcomes.get_mut(count) {
                *slot = (outcome, weight as f32);
            }
            total += weight as f32;
            count += 1;
        });
        if count > MAX_OUTCOMES {
            return None;
        }
        outcomes[..count].iter_mut().for_each(|(_, weight)| *weight /= total);
        Some((outcomes, count))
    }

    /// Deepens turn by turn. Returns the turns that were looked ahead.
    fn enumerate(&mut self, tries: &mut [Try<G::State>]) -> u32 {
        let mut finished = 0;
        for depth in 1..=MAX_DEPTH {
            let before = self.counter.used();
            let mut found = Vec::with_capacity(tries.len());
            for tried in tries.iter() {
                match self.chance(&tried.after, depth, 1.0) {
                    Ok(value) => found.push(f64::from(tried.gain as f32 + value)),
                    Err(Stopped) => break,
                }
            }
            if found.len() < tries.len() {
                break;
            }
            tries.iter_mut().zip(found).for_each(|(tried, value)| tried.value = value);
            sort_tries(tries);
            finished = depth;
            // The next step takes at least ten times as long.
            let cost = self.counter.used() - before;
            if self.counter.left().is_some_and(|left| left < 10 * cost) {
                break;
            }
        }
        finished
    }

    /// The expected value of an afterstate, `depth` turns before values are looked up.
    fn chance(&mut self, after: &G::State, depth: u32, probability: f32) -> Result<f32, Stopped> {
        let found = if depth == 0 || probability < MIN_PROBABILITY { None } else { self.outcomes(after) };
        let Some((outcomes, count)) = found else {
            self.counter.spend()?;
            return Ok(self.values.value(self.game, after));
        };
        if count == 0 {
            // No chance here: the player chooses at once, or the game is over.
            return self.decide(after, depth, probability);
        }
        let mut sum = 0.0;
        for (outcome, share) in &outcomes[..count] {
            let mut state = *after;
            let gain = self.game.settle(&mut state, *outcome, &mut ()) as f32;
            sum += share * (gain + self.decide(&state, depth, probability * share)?);
        }
        Ok(sum)
    }

    /// The discounted value of a settled state.
    fn decide(&mut self, state: &G::State, depth: u32, probability: f32) -> Result<f32, Stopped> {
        let mut best: Option<f32> = None;
        let mut stopped = false;
        afterstates(self.game, state, &mut Seen::default(), &mut |_, gain, after| {
            if !stopped {
                match self.chance(&after, depth - 1, probability) {
                    Ok(value) => best = Some(best.unwrap_or(f32::MIN).max(gain as f32 + value)),
                    Err(Stopped) => stopped = true,
                }
            }
        });
        if stopped { Err(Stopped) } else { Ok(best.map_or(0.0, |best| self.values.ahead(best))) }
    }

    /// Samples what follows the most promising actions. Returns the turns that were looked ahead: 0 if there were not
    /// enough samples to count.
    fn sample(&mut self, state: &G::State, tries: &mut [Try<G::State>]) -> u32 {
        let seed = seed(self.game, state);
        // As many as can be sampled often enough: a sample evaluates about as many afterstates as there are here.
        let nodes = |samples: usize| (samples * tries.len()) as u64;
        let is_affordable = |samples: usize| self.counter.left().is_none_or(|left| left >= nodes(samples));
        let turns = if is_affordable(2 * WIDTH * MIN_ROUNDS as usize) { 2 } else { 1 };
        let affordable = (2..=WIDTH).rev().find(|width| is_affordable(width * MIN_ROUNDS as usize));
        let mut width = affordable.unwrap_or(2).min(tries.len());
        let mut sums = vec![0.0; width];
        let mut rounds = 0;
        while rounds < MAX_ROUNDS && self.counter.poll().is_ok() {
            if rounds == HALVE_AFTER && width > 2 {
                // The better half, in the order of what was found so far.
                settle(&mut tries[..width], &sums, rounds);
                tries[..width].iter_mut().for_each(|tried| tried.rank = 1);
                width = width.div_ceil(2);
                sums = tries[..width].iter().map(|tried| tried.value * f64::from(rounds)).collect();
            }
            let mut round = Vec::with_capacity(width);
            for tried in &tries[..width] {
                let mut after = tried.after;
                let mut dice = Dice1::new(seed ^ u64::from(rounds) << 32);
                let gain = self.game.roll(&mut after, &mut dice, &mut ()) as f32;
                let Ok(rest) = self.follow(&after, turns, &mut dice) else { break };
                round.push(f64::from(tried.gain as f32 + gain + rest));
            }
            if round.len() < width {
                break;
            }
            sums.iter_mut().zip(round).for_each(|(sum, value)| *sum += value);
            rounds += 1;
        }
        if rounds < MIN_ROUNDS {
            return 0;
        }
        settle(&mut tries[..width], &sums, rounds);
        let rank = tries[0].rank + 1;
        tries[..width].iter_mut().for_each(|tried| tried.rank = rank);
        // What was searched further comes first: values of different searches do not compare.
        sort_by_keys(tries, |tried| [(!tried.rank).into(), descending(tried.value), tried.action.0.into()]);
        let mut lowest = f64::INFINITY;
        for tried in tries.iter_mut() {
            tried.value = tried.value.min(lowest);
            lowest = tried.value;
        }
        turns
    }

    /// The discounted value of a settled state: `turns` turns by the best action, then the value of the
    /// last afterstate.
    fn follow(&mut self, state: &G::State, turns: u32, dice: &mut Dice1) -> Result<f32, Stopped> {
        let Some(Best { value, gain, mut after }) = self.best(state)? else { return Ok(0.0) };
        if turns == 1 {
            return Ok(self.values.ahead(value));
        }
        let more = self.game.roll(&mut after, dice, &mut ());
        let rest = self.follow(&after, turns - 1, dice)?;
        Ok(self.values.ahead((gain + more) as f32 + rest))
    }

    /// The best action in a settled state by its points and the value of its afterstate.
    fn best(&mut self, state: &G::State) -> Result<Option<Best<G::State>>, Stopped> {
        let mut best: Option<Best<G::State>> = None;
        let mut count = 0;
        afterstates(self.game, state, &mut self.seen, &mut |_, gain, after| {
            count += 1;
            let value = gain as f32 + self.values.value(self.game, &after);
            if best.as_ref().is_none_or(|known| value > known.value) {
                best = Some(Best { value, gain, after });
            }
        });
        self.counter.spend_all(count)?;
        Ok(best)
    }
}

/// The best action in a state.
struct Best<S> {
    /// Its points and the value of its afterstate.
    value: f32,
    gain: u64,
    after: S,
}

/// Sets the values to the means of their samples and sorts by them.
fn settle<S>(tries: &mut [Try<S>], sums: &[f64], rounds: u32) {
    tries.iter_mut().zip(sums).for_each(|(tried, sum)| tried.value = sum / f64::from(rounds));
    sort_tries(tries);
}

/// Best first, and the first of equals.
fn sort_tries<S>(tries: &mut [Try<S>]) {
    sort_by_keys(tries, |tried| [descending(tried.value), tried.action.0.into(), 0]);
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Engine, EngineError, Limit, Player, Tables};
    use std::{fs, sync::Arc};
    use tilewright_core::{Dice1, Game};
    use tilewright_games::{AnyGame, Preset, Variant};
    use tilewright_values::{Options, Size, Trainer};

    /// A player with values of a short training, in a file of its own.
    fn trained(variant: &Variant, name: &str) -> (Tables, String) {
        let mut trainer = Trainer::new(variant, Options { size: Size::Small, ..Options::default() }).unwrap();
        trainer.run(20_000);
        let path = std::env::temp_dir().join(format!("tilewright-learned-{name}-{}", std::process::id()));
        fs::write(&path, trainer.values().to_bytes(None)).unwrap();
        let path = path.display().to_string();
        let mut tables = Tables::default();
        tables.open(&Player::Learned { nodes: None, values: Some(path.clone()), practice: None }).unwrap();
        fs::remove_file(&path).unwrap();
        (tables, path)
    }

    fn game(id: &str) -> (Variant, Arc<AnyGame>) {
        let variant = Preset::find(id).unwrap().variant;
        (variant, Arc::new(variant.compile().unwrap()))
    }

    #[test]
    fn rank_every_family_ranks_all_actions_within_its_nodes() {
        for id in ["classic-2048", "hex-2048", "merge3", "numberclart", "factors"] {
            let (variant, game) = game(id);
            let (tables, path) = trained(&variant, id);
            for nodes in [None, Some(40), Some(3000)] {
                let player = Player::Learned { nodes, values: Some(path.clone()), practice: None };
                let mut engine = Engine::with_tables(&player, Arc::clone(&game), &tables).unwrap();
                let mut dice = Dice1::new(7);
                let mut state = game.start(&mut dice, &mut ()).unwrap();
                for _ in 0..8 {
                    let mut legal = Vec::new();
                    game.actions(&state, &mut |action| legal.push(action));
                    let ranking = engine.rank(&state, &Limit::default());
                    let mut ranked: Vec<_> = ranking.actions.iter().map(|(action, _)| *action).collect();
                    assert!(ranking.actions.is_sorted_by(|a, b| a.1 >= b.1), "{id} {nodes:?} {ranking:?}");
                    assert_eq!(ranked.first().copied(), engine.choose(&state, &Limit::default()), "{id} {nodes:?}");
                    ranked.sort();
                    assert_eq!(ranked, legal, "{id} {nodes:?}");
                    assert_eq!(ranking, engine.rank(&state, &Limit::default()), "{id} {nodes:?}");
                    assert!(ranking.nodes <= nodes.unwrap_or(0) + legal.len() as u64, "{id} {}", ranking.nodes);
                    // Actions that do the same are nothing to choose between.
                    let mut results = Vec::new();
                    for action in &legal {
                        let mut after = state;
                        let gain = game.act(&mut after, *action, &mut ()).unwrap();
                        if !results.contains(&(gain, after)) {
                            results.push((gain, after));
                        }
                    }
                    let searched = results.len() > 1 && nodes.is_some();
                    assert!(ranking.depth == 0 || searched, "{id} {nodes:?}");
                    assert!(ranking.depth > 0 || !searched || nodes == Some(40), "{id} {nodes:?}");
                    let Some(action) = ranking.actions.first() else { break };
                    game.advance(&mut state, action.0, &mut dice, &mut ()).unwrap();
                }
            }
        }
    }

    #[test]
    fn rank_stopped_at_once_answers_from_values_alone() {
        let (variant, game) = game("merge3");
        let (tables, path) = trained(&variant, "stopped");
        let player = Player::Learned { nodes: None, values: Some(path), practice: None };
        let mut engine = Engine::with_tables(&player, Arc::clone(&game), &tables).unwrap();
        let state = game.start(&mut Dice1::new(3), &mut ()).unwrap();
        let alone = engine.rank(&state, &Limit::default());
        let stopped = engine.rank(&state, &Limit { budget: Budget::Unlimited, stop: &|| true });
        assert_eq!((stopped.actions, stopped.depth), (alone.actions, 0));
    }

    #[test]
    fn with_tables_other_variant_or_closed_file_is_refused() {
        let (variant, _) = game("merge3");
        let (_, other) = game("merge3-doubling");
        let (tables, path) = trained(&variant, "other");
        let player = Player::Learned { nodes: None, values: Some(path.clone()), practice: None };
        let refused = Engine::with_tables(&player, Arc::clone(&other), &tables).unwrap_err();
        assert_eq!(refused, EngineError::OtherValues { path: path.clone() });
        assert_eq!(Engine::new(&player, other).unwrap_err(), EngineError::File { path });
        let own = r#"{"family":"swap","width":4,"height":4,"spawn":[2,4]}"#;
        let game = Arc::new(Variant::from_text(own).unwrap().compile().unwrap());
        let shipped = Player::Learned { nodes: None, values: None, practice: None };
        let message = Engine::new(&shipped, game).unwrap_err().to_string();
        assert!(message.contains("tilewright train"), "{message}");
    }
}
