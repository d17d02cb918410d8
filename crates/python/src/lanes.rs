//! Many games of one variant, stepped together: everything of the vector environment that knows no Python.
//!
//! Game j of environment i has the seed `seed + i + j · num_envs`, so results do not depend on how many threads share
//! the work.

use crate::observation::{Form, Reward};
use std::any::Any;
use tilewright_core::{Action, ActionList, Dice as _, Dice1, Game, NoStart, Position, PositionError, bits};
use tilewright_games::{AnyGame, Compiled, Visitor};

/// When an environment whose game is over begins the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Autoreset {
    NextStep,
    SameStep,
    Disabled,
}

/// One environment's game.
#[derive(Clone, Copy, Debug)]
struct Lane<S> {
    state: S,
    dice: Dice1,
    score: u64,
    turn: u64,
    /// Steps with an action that was not legal.
    idle: u64,
    /// Which game of this environment it is.
    number: u64,
    /// Whether it ended or was cut.
    done: bool,
}

impl<S> Lane<S> {
    /// Plays an action; gives its points, or `None` if it is not legal.
    #[inline]
    fn play<G: Game<State = S>>(&mut self, game: &G, action: Option<Action>) -> Option<u64> {
        let played = action.and_then(|action| game.advance(&mut self.state, action, &mut self.dice, &mut ()).ok());
        let (gain, turns) = played.map_or((0, 0), |gain| (gain, 1));
        // Callers can set scores and turns to anything.
        self.score = self.score.saturating_add(gain);
        self.turn = self.turn.saturating_add(turns);
        self.idle += 1 - turns;
        played
    }
}

/// What all environments have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    pub(crate) seed: u64,
    pub(crate) num_envs: usize,
    /// The number of steps at which games are cut, if they are.
    pub(crate) turns: Option<u64>,
    pub(crate) reward: Reward,
    pub(crate) autoreset: Autoreset,
}

impl Common {
    /// The seed of a game of an environment.
    fn seed_of(&self, env: usize, number: u64) -> u64 {
        self.seed.wrapping_add(env as u64).wrapping_add(number.wrapping_mul(self.num_envs as u64))
    }

    /// Not inlined, so that rare code takes no registers from the loops.
    #[inline(never)]
    fn deal<G: Game>(&self, game: &G, env: usize, number: u64) -> Result<Lane<G::State>, NoStart> {
        let mut dice = Dice1::new(self.seed_of(env, number));
        let state = game.start(&mut dice, &mut ())?;
        Ok(Lane { state, dice, score: 0, turn: 0, idle: 0, number, done: false })
    }
}

/// Splits an array of what ended games showed, which is empty where none is shown.
fn split_some<T>(array: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
    array.split_at_mut(at.min(array.len()))
}

/// Boards of several environments, one after the other.
pub(crate) enum Boards<'a> {
    Ranks(&'a mut [u8]),
    Faces(&'a mut [i32]),
}

impl<'a> Boards<'a> {
    /// The numbers up to this one, and the others.
    fn split(self, at: usize) -> (Self, Self) {
        match self {
            Self::Ranks(boards) => {
                let (a, b) = split_some(boards, at);
                (Self::Ranks(a), Self::Ranks(b))
            }
            Self::Faces(boards) => {
                let (a, b) = split_some(boards, at);
                (Self::Faces(a), Self::Faces(b))
            }
        }
    }

    /// Writes the boards of the lanes, the first of which is that of environment `first`.
    #[inline]
    fn write<G: Game>(&mut self, form: &Form, game: &G, lanes: &[Lane<G::State>], first: usize) {
        let len = form.len();
        match self {
            Self::Ranks(boards) => {
                for (lane, board) in lanes.iter().zip(boards[first * len..].chunks_exact_mut(len)) {
                    Form::write_ranks(game, &lane.state, board);
                }
            }
            Self::Faces(boards) => {
                for (lane, board) in lanes.iter().zip(boards[first * len..].chunks_exact_mut(len)) {
                    form.write_faces(game, &lane.state, board);
                }
            }
        }
    }
}

/// The arrays of a step, or the part of some environments.
pub(crate) struct Arrays<'a> {
    pub(crate) actions: &'a [i64],
    pub(crate) boards: Boards<'a>,
    pub(crate) previews: &'a mut [i32],
    pub(crate) masks: &'a mut [bool],
    /// The masks again, as sets: callers may write to theirs, and random actions are drawn from these.
    pub(crate) legal: &'a mut [u64],
    pub(crate) rewards: &'a mut [f64],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
    pub(crate) illegal: &'a mut [bool],
    pub(crate) scores: &'a mut [i64],
    pub(crate) turns: &'a mut [i64],
    pub(crate) finals: Boards<'a>,
    pub(crate) final_previews: &'a mut [i32],
    pub(crate) final_masks: &'a mut [bool],
    pub(crate) final_scores: &'a mut [i64],
    pub(crate) final_turns: &'a mut [i64],
}

impl<'a> Arrays<'a> {
    /// The first `envs` environments, and the others.
    fn split(self, form: &Form, list: &ActionList, envs: usize) -> (Self, Self) {
        let (boards, masks) = (self.boards.split(envs * form.len()), self.masks.split_at_mut(envs * list.len()));
        let legal = self.legal.split_at_mut(envs * list.words());
        let (previews, finals) =
            (self.previews.split_at_mut(envs * form.preview), self.finals.split(envs * form.len()));
        let (final_previews, final_masks) =
            (split_some(self.final_previews, envs * form.preview), split_some(self.final_masks, envs * list.len()));
        // Random actions and resets have no list.
        let given = self.actions.split_at(envs.min(self.actions.len()));
        let (rewards, illegal) = (self.rewards.split_at_mut(envs), self.illegal.split_at_mut(envs));
        let (terminated, truncated) = (self.terminated.split_at_mut(envs), self.truncated.split_at_mut(envs));
        let (scores, turns) = (self.scores.split_at_mut(envs), self.turns.split_at_mut(envs));
        let (final_scores, final_turns) = (self.final_scores.split_at_mut(envs), self.final_turns.split_at_mut(envs));
        let first = Arrays {
            actions: given.0,
            boards: boards.0,
            previews: previews.0,
            masks: masks.0,
            legal: legal.0,
            rewards: rewards.0,
            terminated: terminated.0,
            truncated: truncated.0,
            illegal: illegal.0,
            scores: scores.0,
            turns: turns.0,
            finals: finals.0,
            final_previews: final_previews.0,
            final_masks: final_masks.0,
            final_scores: final_scores.0,
            final_turns: final_turns.0,
        };
        let rest = Arrays {
            actions: given.1,
            boards: boards.1,
            previews: previews.1,
            masks: masks.1,
            legal: legal.1,
            rewards: rewards.1,
            terminated: terminated.1,
            truncated: truncated.1,
            illegal: illegal.1,
            scores: scores.1,
            turns: turns.1,
            finals: finals.1,
            final_previews: final_previews.1,
            final_masks: final_masks.1,
            final_scores: final_scores.1,
            final_turns: final_turns.1,
        };
        (first, rest)
    }

    /// Writes what there is to see of all lanes.
    #[inline]
    fn show<G: Game>(&mut self, form: &Form, game: &G, lanes: &[Lane<G::State>]) {
        self.boards.write(form, game, lanes, 0);
        if form.preview > 0 {
            for (lane, preview) in lanes.iter().zip(self.previews.chunks_exact_mut(form.preview)) {
                form.write_preview(game, &lane.state, preview);
            }
        }
        for ((lane, score), turn) in lanes.iter().zip(&mut *self.scores).zip(&mut *self.turns) {
            (*score, *turn) = (shown(lane.score), shown(lane.turn));
        }
    }

    /// Writes the masks of the lanes, the first of which is that of environment `first`.
    #[inline]
    fn mask<G: Game>(&mut self, game: &G, lanes: &[Lane<G::State>], first: usize) {
        let (actions, words) = (game.action_list().len(), game.action_list().words());
        let sets = self.legal[first * words..].chunks_exact_mut(words);
        let masks = self.masks[first * actions..].chunks_exact_mut(actions);
        for (lane, (set, mask)) in lanes.iter().zip(sets.zip(masks)) {
            game.action_set(&lane.state, set);
            bits::flags(set, mask);
        }
    }

    /// Plays the actions; writes what they earned and which were not legal.
    #[inline]
    fn play<G: Game>(&mut self, game: &G, reward: Reward, lanes: &mut [Lane<G::State>]) {
        let list = game.action_list();
        let results = self.rewards.iter_mut().zip(&mut *self.illegal);
        for ((lane, index), (earned, illegal)) in lanes.iter_mut().zip(self.actions).zip(results) {
            let gain = lane.play(game, action(list, *index));
            (*earned, *illegal) = (reward.of(gain.unwrap_or(0)), gain.is_none());
        }
    }

    /// The same where games have ended: there the next one begins, whatever the action.
    fn play_or_begin<G: Game>(
        &mut self,
        game: &G,
        common: &Common,
        first: usize,
        lanes: &mut [Lane<G::State>],
    ) -> Result<(), NoStart> {
        let list = game.action_list();
        for (env, lane) in lanes.iter_mut().enumerate() {
            let gain = if lane.done {
                *lane = common.deal(game, first + env, lane.number.wrapping_add(1))?;
                Some(0)
            } else {
                lane.play(game, action(list, self.actions[env]))
            };
            (self.rewards[env], self.illegal[env]) = (common.reward.of(gain.unwrap_or(0)), gain.is_none());
        }
        Ok(())
    }

    /// Writes what games that have ended showed last and begins the next ones.
    fn begin_next<G: Game>(
        &mut self,
        game: &G,
        common: &Common,
        form: &Form,
        first: usize,
        lanes: &mut [Lane<G::State>],
    ) -> Result<(), NoStart> {
        let actions = game.action_list().len();
        for env in 0..lanes.len() {
            let Lane { done: true, score, turn, number, .. } = lanes[env] else { continue };
            let lane = &mut lanes[env..=env];
            self.finals.write(form, game, lane, env);
            if form.preview > 0 {
                let shown = &mut self.final_previews[env * form.preview..][..form.preview];
                form.write_preview(game, &lane[0].state, shown);
            }
            let mask = env * actions..(env + 1) * actions;
            self.final_masks[mask.clone()].copy_from_slice(&self.masks[mask]);
            (self.final_scores[env], self.final_turns[env]) = (shown(score), shown(turn));
            lane[0] = common.deal(game, first + env, number.wrapping_add(1))?;
            self.mask(game, lane, env);
        }
        Ok(())
    }

    /// Writes which games are over or cut, given their masks; gives whether any is.
    #[inline]
    fn end<G: Game>(&mut self, game: &G, limit: Option<u64>, lanes: &mut [Lane<G::State>]) -> bool {
        let mut any = false;
        let sets = self.legal.chunks_exact(game.action_list().words());
        let ends = self.terminated.iter_mut().zip(&mut *self.truncated);
        for ((lane, set), (terminated, truncated)) in lanes.iter_mut().zip(sets).zip(ends) {
            // Most have one word: no loop then.
            *terminated = set[0] == 0 && set[1..].iter().all(|word| *word == 0);
            *truncated = limit.is_some_and(|limit| lane.turn.saturating_add(lane.idle) >= limit);
            lane.done = *terminated | *truncated;
            any |= lane.done;
        }
        any
    }
}

/// A number as arrays hold it.
#[inline]
fn shown(number: u64) -> i64 {
    number.min(i64::MAX as u64) as i64
}

/// How many environments take a step together: each part of the step is a loop of its own over them, short enough for
/// the processor to overlap several games, and what the loops share stays in its nearest cache.
const BLOCK: usize = 128;

/// Steps some environments, the first of which is number `first`.
fn step<G: Game>(
    game: &G,
    common: &Common,
    form: &Form,
    mut first: usize,
    lanes: &mut [Lane<G::State>],
    mut arrays: Arrays<'_>,
) -> Result<(), NoStart> {
    for lanes in lanes.chunks_mut(BLOCK) {
        let (mut block, rest) = arrays.split(form, game.action_list(), lanes.len());
        arrays = rest;
        if common.autoreset == Autoreset::NextStep && lanes.iter().any(|lane| lane.done) {
            block.play_or_begin(game, common, first, lanes)?;
        } else {
            block.play(game, common.reward, lanes);
        }
        block.mask(game, lanes, 0);
        if block.end(game, common.turns, lanes) && common.autoreset == Autoreset::SameStep {
            block.begin_next(game, common, form, first, lanes)?;
        }
        block.show(form, game, lanes);
        first += lanes.len();
    }
    Ok(())
}

/// The action of an index. It was checked before, but the caller may write to its array meanwhile.
#[inline]
fn action(list: &ActionList, index: i64) -> Option<Action> {
    list.get(index as usize)
}

/// The lanes behind the type that all games share.
type AnyLanes = Box<dyn Any + Send + Sync>;

fn lanes<G: Compiled>(lanes: &mut AnyLanes) -> &mut Vec<Lane<G::State>> {
    lanes.downcast_mut().expect("the lanes are of this game")
}

/// Why games cannot be dealt.
#[derive(Debug)]
pub(crate) enum DealError {
    /// The variant has no playable start board.
    NoStart(NoStart),
    /// The environments do not fit into memory.
    Memory,
}

impl From<NoStart> for DealError {
    fn from(error: NoStart) -> Self {
        Self::NoStart(error)
    }
}

/// An empty list with room for `len`; a list that grows by itself would end the process if there is no memory.
fn reserved<T>(len: usize) -> Result<Vec<T>, DealError> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| DealError::Memory)?;
    Ok(list)
}

/// Deals the first game of every environment.
struct Deal<'a>(&'a Common);

impl Visitor for Deal<'_> {
    type Result = Result<AnyLanes, DealError>;

    fn visit<G: Compiled>(self, game: &G) -> Self::Result {
        let mut lanes = reserved(self.0.num_envs)?;
        for env in 0..self.0.num_envs {
            lanes.push(self.0.deal(game, env, 0)?);
        }
        Ok(Box::new(lanes))
    }
}

/// The size of an environment's game in bytes.
struct LaneSize;

impl Visitor for LaneSize {
    type Result = usize;

    fn visit<G: Compiled>(self, _: &G) -> usize {
        size_of::<Lane<G::State>>()
    }
}

/// What to do with all environments.
pub(crate) enum Task<'a> {
    /// Begin the next game of those in the mask, and show all.
    Next(&'a [bool]),
    /// Show all as they are.
    Show,
    /// Play the actions, on a number of threads.
    Step(usize),
}

struct Work<'a> {
    common: &'a Common,
    form: &'a Form,
    lanes: &'a mut AnyLanes,
    arrays: Arrays<'a>,
    task: Task<'a>,
}

impl Visitor for Work<'_> {
    type Result = Result<(), NoStart>;

    fn visit<G: Compiled>(self, game: &G) -> Self::Result {
        let Self { common, form, lanes: any, mut arrays, task } = self;
        let lanes = lanes::<G>(any);
        match task {
            Task::Step(threads) => {
                let share = lanes.len().div_ceil(threads);
                if threads == 1 {
                    return step(game, common, form, 0, lanes, arrays);
                }
                std::thread::scope(|scope| {
                    let mut workers = Vec::new();
                    for (number, lanes) in lanes.chunks_mut(share).enumerate() {
                        let (mine, rest) = arrays.split(form, game.action_list(), lanes.len());
                        arrays = rest;
                        workers.push(scope.spawn(move || step(game, common, form, number * share, lanes, mine)));
                    }
                    workers.into_iter().try_for_each(|worker| worker.join().expect("a step does not panic"))
                })
            }
            Task::Next(chosen) => {
                for (env, lane) in lanes.iter_mut().enumerate().filter(|(env, _)| chosen[*env]) {
                    *lane = common.deal(game, env, lane.number.wrapping_add(1))?;
                }
                show_all(game, form, lanes, &mut arrays);
                Ok(())
            }
            Task::Show => {
                show_all(game, form, lanes, &mut arrays);
                Ok(())
            }
        }
    }
}

fn show_all<G: Game>(game: &G, form: &Form, lanes: &[Lane<G::State>], arrays: &mut Arrays<'_>) {
    arrays.mask(game, lanes, 0);
    arrays.show(form, game, lanes);
    for flags in [&mut *arrays.terminated, &mut *arrays.truncated, &mut *arrays.illegal] {
        flags.fill(false);
    }
    arrays.rewards.fill(0.0);
}

/// One environment's game as plain data.
pub(crate) struct LaneData {
    pub(crate) position: Position,
    pub(crate) score: u64,
    pub(crate) turn: u64,
    /// Which game of its environment it is.
    pub(crate) number: u64,
    pub(crate) seed: u64,
    pub(crate) draws: u64,
}

/// Reads all games.
struct Read<'a>(&'a Common, &'a mut AnyLanes);

impl Visitor for Read<'_> {
    type Result = Vec<LaneData>;

    fn visit<G: Compiled>(self, game: &G) -> Self::Result {
        let data = |(env, lane): (usize, &Lane<G::State>)| LaneData {
            position: game.position(&lane.state),
            score: lane.score,
            turn: lane.turn,
            number: lane.number,
            seed: self.0.seed_of(env, lane.number),
            draws: lane.dice.draws(),
        };
        lanes::<G>(self.1).iter().enumerate().map(data).collect()
    }
}

/// Sets all games, or none if a position cannot stand.
struct Set<'a>(&'a mut AnyLanes, &'a [LaneData]);

impl Visitor for Set<'_> {
    type Result = Result<(), (usize, PositionError)>;

    fn visit<G: Compiled>(self, game: &G) -> Self::Result {
        let lanes = lanes::<G>(self.0);
        let mut new = lanes.clone();
        for (env, (lane, data)) in new.iter_mut().zip(self.1).enumerate() {
            lane.state = game.place(&data.position).map_err(|error| (env, error))?;
            (lane.dice, lane.number) = (Dice1::at(data.seed, data.draws), data.number);
            (lane.score, lane.turn, lane.idle, lane.done) = (data.score, data.turn, 0, false);
        }
        *lanes = new;
        Ok(())
    }
}

/// The games of all environments.
pub(crate) struct Lanes {
    lanes: AnyLanes,
    /// The legal actions of all environments, as they were shown.
    legal: Vec<u64>,
}

impl Lanes {
    /// The first game of every environment.
    pub(crate) fn deal(game: &AnyGame, common: &Common) -> Result<Self, DealError> {
        let words = common.num_envs * game.action_list().words();
        let mut legal = reserved(words)?;
        legal.resize(words, 0);
        Ok(Self { lanes: game.with(Deal(common))?, legal })
    }

    /// How many bytes an environment takes here.
    pub(crate) fn bytes_per_env(game: &AnyGame) -> usize {
        game.with(LaneSize) + 8 * game.action_list().words()
    }

    pub(crate) fn run<'a>(
        &'a mut self,
        game: &AnyGame,
        common: &Common,
        form: &Form,
        mut arrays: Arrays<'a>,
        task: Task<'_>,
    ) -> Result<(), NoStart> {
        arrays.legal = &mut self.legal;
        game.with(Work { common, form, lanes: &mut self.lanes, arrays, task })
    }

    /// Random legal actions, 0 where there is none.
    pub(crate) fn choose(&self, mut dice: Dice1, actions: &mut [i64]) {
        let words = self.legal.len() / actions.len();
        for (set, index) in self.legal.chunks_exact(words).zip(actions) {
            *index = bits::choose(set, dice.word()).unwrap_or(0) as i64;
        }
    }

    pub(crate) fn read(&mut self, game: &AnyGame, common: &Common) -> Vec<LaneData> {
        game.with(Read(common, &mut self.lanes))
    }

    /// # Errors
    ///
    /// The first environment whose position cannot stand; nothing has changed then.
    pub(crate) fn set(&mut self, game: &AnyGame, data: &[LaneData]) -> Result<(), (usize, PositionError)> {
        game.with(Set(&mut self.lanes, data))
    }
}
