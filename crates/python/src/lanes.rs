//! Many games of one variant, stepped together: everything of the vector environment that knows no Python.
//!
//! Game j of environment i has the seed `seed + i + j · num_envs`, so results do not depend on how many threads share
//! the work.

use crate::observation::{Form, Reward};
use std::any::Any;
use tilewright_core::{Action, ActionList, Dice as _, Dice1, Game, NoStart, Position, PositionError, ticket};
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
    /// Steps, illegal ones included.
    steps: u64,
    /// Which game of this environment it is.
    number: u64,
    /// Whether it ended or was cut.
    done: bool,
}

/// What all environments have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    pub(crate) seed: u64,
    pub(crate) num_envs: usize,
    /// The number of steps at which games are cut.
    pub(crate) turns: u64,
    pub(crate) reward: Reward,
    pub(crate) autoreset: Autoreset,
}

impl Common {
    /// The seed of a game of an environment.
    fn seed_of(&self, env: usize, number: u64) -> u64 {
        self.seed.wrapping_add(env as u64).wrapping_add(number.wrapping_mul(self.num_envs as u64))
    }

    fn deal<G: Game>(&self, game: &G, env: usize, number: u64) -> Result<Lane<G::State>, NoStart> {
        let mut dice = Dice1::new(self.seed_of(env, number));
        let state = game.start(&mut dice, &mut ())?;
        Ok(Lane { state, dice, score: 0, turn: 0, steps: 0, number, done: false })
    }
}

/// Boards of several environments, one after the other.
pub(crate) enum Boards<'a> {
    Ranks(&'a mut [u8]),
    Faces(&'a mut [i32]),
}

impl<'a> Boards<'a> {
    /// The numbers up to this one, and the others. Final boards are empty where none are shown.
    fn split(self, at: usize) -> (Self, Self) {
        match self {
            Self::Ranks(boards) => {
                let (a, b) = boards.split_at_mut(at.min(boards.len()));
                (Self::Ranks(a), Self::Ranks(b))
            }
            Self::Faces(boards) => {
                let (a, b) = boards.split_at_mut(at.min(boards.len()));
                (Self::Faces(a), Self::Faces(b))
            }
        }
    }

    #[inline]
    fn write<G: Game>(&mut self, form: &Form, game: &G, state: &G::State, env: usize) {
        let len = form.len();
        match self {
            Self::Ranks(boards) => Form::write_ranks(game, state, &mut boards[env * len..][..len]),
            Self::Faces(boards) => form.write_faces(game, state, &mut boards[env * len..][..len]),
        }
    }
}

/// The arrays of a step, or the part of some environments.
pub(crate) struct Arrays<'a> {
    pub(crate) actions: &'a [i64],
    pub(crate) boards: Boards<'a>,
    pub(crate) previews: &'a mut [i32],
    pub(crate) masks: &'a mut [bool],
    /// The masks again: callers may write to theirs, and random actions are drawn from these.
    pub(crate) legal: &'a mut [bool],
    pub(crate) rewards: &'a mut [f64],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
    pub(crate) illegal: &'a mut [bool],
    pub(crate) scores: &'a mut [i64],
    pub(crate) turns: &'a mut [i64],
    pub(crate) finals: Boards<'a>,
    pub(crate) final_scores: &'a mut [i64],
    pub(crate) final_turns: &'a mut [i64],
}

impl<'a> Arrays<'a> {
    /// The first `envs` environments, and the others.
    fn split(self, form: &Form, actions: usize, envs: usize) -> (Self, Self) {
        let (boards, masks) = (self.boards.split(envs * form.len()), self.masks.split_at_mut(envs * actions));
        let legal = self.legal.split_at_mut(envs * actions);
        let (previews, finals) =
            (self.previews.split_at_mut(envs * form.preview), self.finals.split(envs * form.len()));
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
            final_scores: final_scores.1,
            final_turns: final_turns.1,
        };
        (first, rest)
    }

    /// Writes what there is to see of an environment.
    #[inline]
    fn show<G: Game>(&mut self, form: &Form, game: &G, lane: &Lane<G::State>, env: usize) {
        self.boards.write(form, game, &lane.state, env);
        if form.preview > 0 {
            let preview = &mut self.previews[env * form.preview..][..form.preview];
            form.write_preview(game, &lane.state, preview);
        }
        self.scores[env] = lane.score as i64;
        self.turns[env] = lane.turn as i64;
    }

    /// Writes the mask of an environment; gives whether any action is legal.
    #[inline]
    fn mask<G: Game>(&mut self, game: &G, state: &G::State, env: usize) -> bool {
        let actions = game.action_list().len();
        let legal = &mut self.legal[env * actions..][..actions];
        game.action_mask(state, legal);
        self.masks[env * actions..][..actions].copy_from_slice(legal);
        legal.contains(&true)
    }
}

/// Steps some environments, the first of which is number `first`.
fn step<G: Game>(
    game: &G,
    common: &Common,
    form: &Form,
    first: usize,
    lanes: &mut [Lane<G::State>],
    mut arrays: Arrays<'_>,
) -> Result<(), NoStart> {
    let list = game.action_list();
    for (env, lane) in lanes.iter_mut().enumerate() {
        let (mut gain, mut illegal) = (0, false);
        if lane.done && common.autoreset == Autoreset::NextStep {
            *lane = common.deal(game, first + env, lane.number + 1)?;
        } else {
            let action = action(list, arrays.actions[env]);
            match game.advance(&mut lane.state, action, &mut lane.dice, &mut ()) {
                Ok(points) => {
                    gain = points;
                    lane.score += points;
                    lane.turn += 1;
                }
                Err(_) => illegal = true,
            }
            lane.steps += 1;
        }
        let terminated = !arrays.mask(game, &lane.state, env);
        let truncated = !terminated && lane.steps >= common.turns;
        lane.done = terminated || truncated;
        arrays.rewards[env] = common.reward.of(gain);
        arrays.terminated[env] = terminated;
        arrays.truncated[env] = truncated;
        arrays.illegal[env] = illegal;
        if lane.done && common.autoreset == Autoreset::SameStep {
            arrays.finals.write(form, game, &lane.state, env);
            arrays.final_scores[env] = lane.score as i64;
            arrays.final_turns[env] = lane.turn as i64;
            *lane = common.deal(game, first + env, lane.number + 1)?;
            arrays.mask(game, &lane.state, env);
        }
        arrays.show(form, game, lane, env);
    }
    Ok(())
}

/// The action of an index that was checked before.
#[inline]
fn action(list: &ActionList, index: i64) -> Action {
    list.get(index as usize).unwrap_or(Action(u16::MAX))
}

/// The lanes behind the type that all games share.
type AnyLanes = Box<dyn Any + Send + Sync>;

fn lanes<G: Compiled>(lanes: &mut AnyLanes) -> &mut Vec<Lane<G::State>> {
    lanes.downcast_mut().expect("the lanes are of this game")
}

/// Deals the first game of every environment.
struct Deal<'a>(&'a Common);

impl Visitor for Deal<'_> {
    type Result = Result<AnyLanes, NoStart>;

    fn visit<G: Compiled>(self, game: &G) -> Self::Result {
        let lanes: Result<Vec<_>, _> = (0..self.0.num_envs).map(|env| self.0.deal(game, env, 0)).collect();
        Ok(Box::new(lanes?))
    }
}

/// What to do with all environments.
pub(crate) enum Task<'a> {
    /// Begin the next game of those in the mask, and show all.
    Next(&'a [bool]),
    /// Show all as they are.
    Show,
    /// Play the actions, on so many threads.
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
                let actions = game.action_list().len();
                std::thread::scope(|scope| {
                    let mut workers = Vec::new();
                    for (number, lanes) in lanes.chunks_mut(share).enumerate() {
                        let (mine, rest) = arrays.split(form, actions, lanes.len());
                        arrays = rest;
                        workers.push(scope.spawn(move || step(game, common, form, number * share, lanes, mine)));
                    }
                    workers.into_iter().try_for_each(|worker| worker.join().expect("a step does not panic"))
                })
            }
            Task::Next(chosen) => {
                for (env, lane) in lanes.iter_mut().enumerate().filter(|(env, _)| chosen[*env]) {
                    *lane = common.deal(game, env, lane.number + 1)?;
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
    for (env, lane) in lanes.iter().enumerate() {
        arrays.mask(game, &lane.state, env);
        arrays.show(form, game, lane, env);
    }
    for flags in [&mut *arrays.terminated, &mut *arrays.truncated, &mut *arrays.illegal] {
        flags.fill(false);
    }
    arrays.rewards.fill(0.0);
}

/// The legal action that a word stands for, all being equally likely; 0 where there is none.
fn choose(legal: &[bool], word: u64) -> usize {
    let count = legal.iter().map(|&legal| u64::from(legal)).sum();
    let mut left = ticket(word, count);
    let chosen = legal.iter().position(|&legal| {
        let found = legal && left == 0;
        left -= u64::from(legal && left > 0);
        found
    });
    chosen.unwrap_or(0)
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
            (lane.score, lane.turn, lane.steps, lane.done) = (data.score, data.turn, data.turn, false);
        }
        *lanes = new;
        Ok(())
    }
}

/// The games of all environments.
pub(crate) struct Lanes {
    lanes: AnyLanes,
    /// The legal actions of all environments, as they were shown.
    legal: Vec<bool>,
}

impl Lanes {
    /// The first game of every environment.
    pub(crate) fn deal(game: &AnyGame, common: &Common) -> Result<Self, NoStart> {
        let legal = vec![false; common.num_envs * game.action_list().len()];
        Ok(Self { lanes: game.with(Deal(common))?, legal })
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
        let count = self.legal.len() / actions.len();
        for (legal, index) in self.legal.chunks_exact(count).zip(actions) {
            *index = choose(legal, dice.word()) as i64;
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
