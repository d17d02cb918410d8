//! The learner: plays games against its own values and corrects them, TD(0) on afterstates.

use crate::{
    features::{Best, Extract, MAX_PLACES, Scratch},
    stages::Stages,
    weights::Weights,
};
use std::collections::{HashSet, VecDeque};
use tilewright_core::{Action, BuildBoardHasher, Dice, Dice1, Game, Phase, Shape, ticket};
use tilewright_games::{AnyGame, Compiled, Rules};

/// What a family's values are made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Returns {
    /// What the next turn counts, compared with this one.
    pub(crate) discount: f32,
    /// Points for each turn survived.
    pub(crate) per_turn: f32,
    /// A game is left after so many turns.
    pub(crate) max_turns: u32,
    /// Afterstates learn so many turns later, from the errors of all these turns (truncated TD(λ)),
    pub(crate) horizon: usize,
    /// each error by this factor less than the one before.
    pub(crate) lambda: f32,
    /// The part of turns that are played at random: see [`EXPLORED`].
    pub(crate) explore: f64,
    /// After a game is over, play goes on at most so many times from the middle of what was played last; `None` if
    /// unlimited.
    pub(crate) restarts: Option<u32>,
    /// How many entries of an afterstate are of one table, if it is the same for all: see [`Weights::learn`].
    pub(crate) group: usize,
}

impl Returns {
    /// What the best of the next turn counts now.
    #[inline]
    pub(crate) fn ahead(&self, best: f32) -> f32 {
        self.discount * (best + self.per_turn)
    }

    /// `images` is the number of symmetric images of a board, if each looks up an entry of every table.
    pub(crate) fn new(game: &AnyGame, images: usize) -> Self {
        let (rules, cells) = (&game.rules(), game.topology().len());
        let usual = Self {
            discount: 1.0,
            per_turn: 0.0,
            max_turns: 500,
            horizon: 1,
            lambda: 0.0,
            explore: 0.0,
            restarts: None,
            group: 0,
        };
        match rules {
            Rules::Slide(rules) => {
                let explore = EXPLORED.iter().find(|(most, _)| cells <= *most).map_or(0.0, |(_, part)| *part);
                // On squares, whole games teach more than their ends do. On hexagons it is the other way round.
                let is_square = matches!(rules.board, Shape::Square { .. });
                let restarts = (is_square && explore == 0.0).then_some(SQUARE_RESTARTS);
                Self { max_turns: 500_000, horizon: 3, lambda: 0.5, explore, restarts, group: images, ..usual }
            }
            // Games of limited length earn what they earn in sight; others, as long as they live.
            Rules::Swap(rules) if !rules.must_merge || rules.turn_limit.is_some_and(|limit| limit > 200) => {
                Self { discount: 0.99, max_turns: 2_000, ..usual }
            }
            Rules::Swap(_) => Self { max_turns: 20_000, ..usual },
            Rules::Strain(_) => Self { discount: 0.98, ..usual },
            Rules::Factor(_) => Self { discount: 0.995, per_turn: 20.0, ..usual },
        }
    }
}

/// The part of turns that are random on slide boards of up to so many cells. A tuple covers most of such a board, so boards
/// that were never seen have no value, and a player that only takes the best known turn would never see them. The more cells,
/// the longer are games, and too many random turns would never let one come far. On larger boards tuples say enough about boards
/// that are new.
const EXPLORED: [(usize, f64); 2] = [(7, 0.1), (9, 0.01)];

/// See [`Returns::restarts`].
const SQUARE_RESTARTS: u32 = 2;

/// What every turn learns with.
#[derive(Clone, Copy)]
pub(crate) struct Lesson<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) returns: &'a Returns,
    /// How fast it learns: 1, or less after a collapse.
    pub(crate) rate: f32,
    /// How many stages of the game have tables of their own.
    pub(crate) stages: usize,
    /// Whether the first boards of stages are remembered, to begin games with: see [`Worker::next_segment`].
    pub(crate) remembers_stages: bool,
}

/// A finished game, from its start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Finished {
    pub(crate) score: u64,
    pub(crate) turns: u32,
}

/// A segment shorter than this is not gone back into.
const MIN_SEGMENT: usize = 20;

/// Boards to begin games with, at most, of each stage.
const MAX_FIRSTS: usize = 4096;

/// An afterstate that is going to learn.
struct Trace {
    /// Its entries.
    places: Vec<u32>,
    /// The errors that it was credited with.
    error: f32,
}

/// A game in progress, and what is learned from it.
pub(crate) struct Worker<S> {
    dice: Dice1,
    state: Option<S>,
    /// The states of the segment so far: after a game is over, play goes on from the middle of them.
    states: Vec<S>,
    /// How often play has gone on from the middle since the start of a game.
    restarts: u32,
    /// The furthest stage of the game so far.
    stage: usize,
    /// The stage that the last game was begun in.
    begun: usize,
    /// The first boards of stages in earlier games, from stage 1 on.
    firsts: [Vec<S>; Stages::COUNT - 1],
    score: u64,
    turns: u32,
    /// The last afterstates, the oldest first, that have still to learn.
    traces: VecDeque<Trace>,
    /// The places of the next one, and room to find it.
    next: Scratch<S>,
    /// Room for more.
    spare: Vec<Vec<u32>>,
    /// The points since then.
    earned: u64,
    /// The usual magnitude of errors.
    usual: f32,
}

impl<S: Copy> Worker<S> {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            dice: Dice1::new(seed),
            state: None,
            states: Vec::new(),
            restarts: 0,
            stage: 0,
            begun: 0,
            firsts: Default::default(),
            score: 0,
            turns: 0,
            traces: VecDeque::new(),
            next: Scratch::default(),
            spare: Vec::new(),
            earned: 0,
            usual: 1.0,
        }
    }

    /// Plays and learns for so many turns.
    pub(crate) fn run<G: Game<State = S>>(
        &mut self,
        game: &G,
        features: &impl Extract<G>,
        lesson: Lesson<'_>,
        turns: u64,
        finished: &mut Vec<Finished>,
    ) {
        for _ in 0..turns {
            let state = match self.state.take() {
                Some(state) => state,
                None => match self.next_segment(game, lesson) {
                    Some(state) => state,
                    None => return,
                },
            };
            self.turn(game, features, lesson, state, finished);
        }
    }

    /// Plays so many turns without learning, and counts how often each entry is looked up, up to 255 times. The entries of
    /// all afterstates count, not only of the best: a search meets them, too.
    pub(crate) fn count_visits<G: Game<State = S>>(
        &mut self,
        game: &G,
        features: &impl Extract<G>,
        weights: &Weights,
        turns: u64,
        visits: &mut [u8],
    ) {
        let mut places = [0; MAX_PLACES];
        let mut state = None;
        for _ in 0..turns {
            let Some(now) = state.take().or_else(|| game.start(&mut self.dice, &mut ()).ok()) else { return };
            let mut best: Option<(f32, S)> = None;
            afterstates(game, &now, &mut self.next.seen, &mut |_, gain, after| {
                let count = if is_over(game, &after) { 0 } else { features.write(game, &after, &mut places) };
                for place in &places[..count] {
                    let visits = &mut visits[*place as usize];
                    *visits = visits.saturating_add(1);
                }
                let value = gain as f32 + weights.sum(&places[..count]);
                if best.is_none_or(|(known, _)| value > known) {
                    best = Some((value, after));
                }
            });
            state = best.map(|(_, mut after)| {
                game.roll(&mut after, &mut self.dice, &mut ());
                after
            });
        }
    }

    /// The state to go on from: the middle of the last segment, or a new game; `None` if none can be dealt.
    ///
    /// New games begin in all stages in turn, with a board with which an earlier game got there (carousel shaping, Jaśkowski
    /// 2018). Otherwise late stages would learn from few turns, and play with a search, which gets there more often, would
    /// know little of them.
    fn next_segment<G: Game<State = S>>(&mut self, game: &G, lesson: Lesson<'_>) -> Option<S> {
        (self.earned, self.score, self.turns) = (0, 0, 0);
        let length = self.states.len();
        if length >= MIN_SEGMENT && lesson.returns.restarts.is_none_or(|max| self.restarts < max) {
            let middle = self.states[length / 2];
            self.states.clear();
            self.restarts += 1;
            return Some(middle);
        }
        self.states.clear();
        self.restarts = 0;
        self.begun = (self.begun + 1) % lesson.stages;
        if let Some(firsts) = self.begun.checked_sub(1).map(|stage| &self.firsts[stage])
            && !firsts.is_empty()
        {
            self.stage = self.begun;
            return Some(firsts[ticket(self.dice.word(), firsts.len() as u64) as usize]);
        }
        (self.begun, self.stage) = (0, 0);
        game.start(&mut self.dice, &mut ()).ok()
    }

    /// Remembers the first board of a stage; of many, the last ones.
    fn enter(&mut self, stage: usize, state: S) {
        self.stage = stage;
        if let Some(firsts) = self.firsts.get_mut(stage - 1) {
            if firsts.len() < MAX_FIRSTS {
                firsts.push(state);
            } else {
                firsts[ticket(self.dice.word(), MAX_FIRSTS as u64) as usize] = state;
            }
        }
    }

    /// How many boards there are to begin games of a stage with.
    pub(crate) fn firsts(&self, stage: usize) -> usize {
        stage.checked_sub(1).and_then(|stage| self.firsts.get(stage)).map_or(0, Vec::len)
    }

    /// One turn: the best action by its points and the value of its afterstate. The afterstate of the turn before learns
    /// from it.
    #[inline]
    fn turn<G: Game<State = S>>(
        &mut self,
        game: &G,
        features: &impl Extract<G>,
        lesson: Lesson<'_>,
        mut state: S,
        finished: &mut Vec<Finished>,
    ) {
        let Lesson { weights, returns, .. } = lesson;
        let best = features.best(game, &state, weights, &mut self.next);
        let ahead = best.as_ref().map_or(0.0, |best| returns.discount * (best.value + returns.per_turn));
        self.correct(self.earned as f32 + ahead, lesson);
        let Some(Best { mut gain, mut after, .. }) = best else {
            self.flush(lesson);
            self.finish(finished);
            return;
        };
        if returns.explore > 0.0
            && (ticket(self.dice.word(), 1 << 16) as f64) < returns.explore * f64::from(1 << 16)
            && let Some(action) = game.choose(&state, self.dice.word())
        {
            // The best turn was learned from. What follows this one is no one's credit before it.
            self.flush(lesson);
            after = state;
            gain = game.act(&mut after, action, &mut ()).unwrap_or(0);
            let mut places = [0; MAX_PLACES];
            let count = if is_over(game, &after) { 0 } else { features.write(game, &after, &mut places) };
            self.next.places.clear();
            self.next.places.extend_from_slice(&places[..count]);
        }
        self.states.push(state);
        if !self.next.places.is_empty() {
            let room = self.spare.pop().unwrap_or_default();
            self.traces.push_back(Trace { places: std::mem::replace(&mut self.next.places, room), error: 0.0 });
        }
        state = after;
        self.earned = game.roll(&mut state, &mut self.dice, &mut ());
        self.score = self.score.saturating_add(gain).saturating_add(self.earned);
        self.turns += 1;
        if lesson.remembers_stages {
            let stage = features.stage(game, &state);
            if stage > self.stage {
                self.enter(stage, state);
            }
        }
        if self.turns < returns.max_turns {
            self.state = Some(state);
        } else {
            // Left, not over: there is nothing to learn from an end, and nothing to go back to.
            self.flush(lesson);
            self.finish(finished);
            self.states.clear();
        }
    }

    /// Credits the error of the last afterstate, whose target this is, to it and to those before, each less than the one
    /// after it; then the oldest one learns.
    #[inline]
    fn correct(&mut self, target: f32, lesson: Lesson<'_>) {
        let Some(last) = self.traces.back() else { return };
        let mut credit = target - lesson.weights.sum(&last.places);
        for trace in self.traces.iter_mut().rev() {
            trace.error += credit;
            credit *= lesson.returns.lambda;
        }
        if self.traces.len() >= lesson.returns.horizon {
            self.learn_oldest(lesson);
        }
    }

    #[inline]
    fn learn_oldest(&mut self, lesson: Lesson<'_>) {
        if let Some(Trace { places, error }) = self.traces.pop_front() {
            lesson.weights.learn(&places, error, lesson.rate, lesson.returns.group, &mut self.usual);
            self.spare.push(places);
        }
    }

    /// All learn what they were credited with so far.
    fn flush(&mut self, lesson: Lesson<'_>) {
        while !self.traces.is_empty() {
            self.learn_oldest(lesson);
        }
    }

    fn finish(&mut self, finished: &mut Vec<Finished>) {
        if self.restarts == 0 && self.begun == 0 {
            finished.push(Finished { score: self.score, turns: self.turns });
        }
    }
}

/// Room for finding actions with the same gain and afterstate.
pub type Seen<S> = HashSet<(u64, S), BuildBoardHasher>;

/// The legal actions with their gains and afterstates, in the order of their ids. Of actions with the same gain and
/// afterstate only the first comes: many a swap can be told in two ways. `seen` is room for finding them.
#[inline]
pub fn afterstates<G: Game>(
    game: &G,
    state: &G::State,
    seen: &mut Seen<G::State>,
    sink: &mut impl FnMut(Action, u64, G::State),
) {
    let actions = game.action_list().as_slice();
    if actions.len() <= 6 {
        // To try is quicker than to ask first.
        for action in actions {
            let mut after = *state;
            if let Ok(gain) = game.act(&mut after, *action, &mut ()) {
                sink(*action, gain, after);
            }
        }
        return;
    }
    seen.clear();
    game.actions(state, &mut |action| {
        let mut after = *state;
        let gain = game.act(&mut after, action, &mut ()).unwrap_or(0);
        if seen.insert((gain, after)) {
            sink(action, gain, after);
        }
    });
}

/// Whether the game is over in an afterstate.
#[inline]
pub(crate) fn is_over<G: Game>(game: &G, after: &G::State) -> bool {
    !game.is_chance(after) && matches!(game.phase(after), Phase::Over(_))
}
