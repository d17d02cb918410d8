//! States: plain immutable values, chance nodes included.

use crate::{
    dice::Dice,
    errors::Kind,
    game::{Game, action_of},
    observation::action_mask,
    picture::Picture,
};
use numpy::{PyArray1, PyArray3};
use pyo3::{prelude::*, types::PyType};
use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};
use tilewright_core::{Action, Game as _, Outcome, Phase, Position};
use tilewright_games::AnyState;
use tilewright_session::{Setup, refusal};

/// A state of a game, at a decision, at a chance node or at the end. It never changes.
///
/// >>> import tilewright as tw
/// >>> state = tw.Game("classic-2048").position("2 2 . ./. . . ./. . . ./. . . .")
/// >>> after, gain = state.act(state.game.action_index("left"))
/// >>> gain, after.phase, after.outcomes()[0]
/// (4, 'chance', ('2@0,1', 9))
/// >>> str(after.settle("2@0,1")[0])
/// '4 2 . ./. . . ./. . . ./. . . .'
#[pyclass(module = "tilewright", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct State {
    setup: Arc<Setup>,
    pub(crate) state: AnyState,
    /// How a chance node came about: position notation has settled states only, so this is what is pickled.
    path: Option<Arc<Path>>,
}

/// The way from a decision to a chance node.
#[derive(Clone, Debug)]
struct Path {
    from: AnyState,
    action: Action,
    outcomes: Vec<Outcome>,
}

/// A pickled state: its position, and for a chance node the action and the outcomes that led there from it.
type Pickled = (String, Option<String>, Vec<String>);

impl State {
    /// A state that is no chance node.
    pub(crate) fn settled(setup: &Arc<Setup>, state: AnyState) -> Self {
        Self { setup: Arc::clone(setup), state, path: None }
    }

    pub(crate) fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// The state after a step on the way from a decision.
    fn after(&self, state: AnyState, path: impl FnOnce() -> Path) -> Self {
        let path = self.setup.game.is_chance(&state).then(|| Arc::new(path()));
        Self { setup: Arc::clone(&self.setup), state, path }
    }

    fn illegal(&self, action: Action) -> PyErr {
        Kind::IllegalAction.with(refusal(&self.setup.game, &self.state, action))
    }

    fn text(&self, state: &AnyState) -> String {
        self.setup.game.position(state).text(self.setup.game.topology())
    }

    fn play(&self, action: Action) -> PyResult<(Self, u64)> {
        let mut state = self.state;
        let gain = self.setup.game.act(&mut state, action, &mut ()).map_err(|_| self.illegal(action))?;
        Ok((self.after(state, || Path { from: self.state, action, outcomes: Vec::new() }), gain))
    }

    fn settle_outcome(&self, outcome: Outcome) -> (Self, u64) {
        let mut state = self.state;
        let gain = self.setup.game.settle(&mut state, outcome, &mut ());
        let after = self.after(state, || {
            let path = self.path.as_deref().expect("a chance node has a path");
            let outcomes = path.outcomes.iter().copied().chain([outcome]).collect();
            Path { outcomes, ..path.clone() }
        });
        (after, gain)
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    pub(crate) fn game(&self) -> Game {
        Game { setup: Arc::clone(&self.setup) }
    }

    /// Who is to choose: "decide" for the player, "chance", or "over".
    #[getter]
    fn phase(&self) -> &'static str {
        match self.setup.game.phase(&self.state) {
            Phase::Decide => "decide",
            Phase::Chance => "chance",
            Phase::Over(_) => "over",
        }
    }

    /// Why the game is over, "stuck" or "turn-limit"; None if it is not.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        match self.setup.game.phase(&self.state) {
            Phase::Over(reason) => Some(reason.name()),
            _ => None,
        }
    }

    /// The values of all cells, int32 [cells], 0 where empty.
    fn faces<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let mut values = vec![0; self.setup.game.topology().len()];
        self.setup.game.values(&self.state, &mut values);
        PyArray1::from_iter(py, values.into_iter().map(|value| value as i32))
    }

    /// The ranks of all cells, uint8 [cells]: 0 where empty, n for 2^n. Raises where a value is no power of two.
    fn ranks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let mut ranks = vec![0; self.setup.game.topology().len()];
        self.setup.game.ranks(&self.state, &mut ranks).map_err(|error| Kind::Position.with(error))?;
        Ok(PyArray1::from_vec(py, ranks))
    }

    /// The strain of all cells, uint8 [cells]; zeros except in the strain family.
    fn strain<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let mut strains = vec![0; self.setup.game.topology().len()];
        self.setup.game.strains(&self.state, &mut strains);
        PyArray1::from_vec(py, strains)
    }

    /// Which actions are legal, bool [num_actions].
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, action_mask(&self.setup.game, &self.state))
    }

    /// The indices of the legal actions, int32, ascending.
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let (game, mut actions) = (&self.setup.game, Vec::new());
        game.actions(&self.state, &mut |action| actions.extend(game.action_list().index(action)));
        PyArray1::from_iter(py, actions.into_iter().map(|index| index as i32))
    }

    /// Plays an action up to the next decision or chance node: the afterstate, and the points.
    fn act(&self, action: &Bound<'_, PyAny>) -> PyResult<(Self, u64)> {
        self.play(action_of(&self.setup, action)?)
    }

    /// The outcomes of a chance node with their weights; empty elsewhere.
    fn outcomes(&self) -> Vec<(String, u32)> {
        let (game, mut outcomes) = (&self.setup.game, Vec::new());
        game.outcomes(&self.state, &mut |outcome, weight| outcomes.push((outcome.text(game.topology()), weight)));
        outcomes
    }

    /// The state after an outcome of this chance node, and the points.
    fn settle(&self, outcome: &str) -> PyResult<(Self, u64)> {
        let game = &self.setup.game;
        if !game.is_chance(&self.state) {
            return Err(Kind::Outcome.with("no chance node: it is the player's turn, or the game is over"));
        }
        let given = Outcome::parse(game.topology(), outcome).map_err(|error| Kind::Outcome.with(error))?;
        let mut possible = false;
        game.outcomes(&self.state, &mut |outcome, _| possible |= outcome == given);
        if possible {
            Ok(self.settle_outcome(given))
        } else {
            Err(Kind::Outcome.with(format!("{outcome} is not possible here")))
        }
    }

    /// Plays an action, then draws with the dice until a decision or the end: the state, and the points.
    fn advance(&self, action: &Bound<'_, PyAny>, dice: &mut Dice) -> PyResult<(Self, u64)> {
        let action = action_of(&self.setup, action)?;
        let mut state = self.state;
        let gain = self.setup.game.advance(&mut state, action, &mut dice.dice, &mut ());
        Ok((Self::settled(&self.setup, state), gain.map_err(|_| self.illegal(action))?))
    }

    pub(crate) fn __str__(&self) -> String {
        self.text(&self.state)
    }

    fn __repr__(&self) -> String {
        format!("<State of {}: {}, {}>", self.game().__repr__(), self.phase(), self.__str__())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.setup.variant == other.setup.variant && self.state == other.state
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// A state from what `__reduce__` gave. Every step is checked as if a player had asked for it.
    #[classmethod]
    fn _from(_: &Bound<'_, PyType>, game: &Game, pickled: Pickled) -> PyResult<Self> {
        let (position, action, outcomes) = pickled;
        let state = game.position(&position)?;
        let Some(action) = action else { return Ok(state) };
        let read = game.setup.game.action_named(&action).map_err(|error| Kind::IllegalAction.with(error))?;
        let (first, _) = state.play(read)?;
        outcomes.iter().try_fold(first, |state, outcome| Ok(state.settle(outcome)?.0))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, Pickled))> {
        let game = &self.setup.game;
        let pickled = match &self.path {
            None => (self.text(&self.state), None, Vec::new()),
            Some(path) => (
                self.text(&path.from),
                Some(game.action_text(path.action)),
                path.outcomes.iter().map(|outcome| outcome.text(game.topology())).collect(),
            ),
        };
        Ok((py.get_type::<Self>().getattr("_from")?, (self.game(), pickled)))
    }

    /// The board as the terminal draws it, in text with ANSI colours.
    fn render_ansi(&self) -> String {
        tilewright_tui::board_ansi(&self.setup, &self.setup.game.position(&self.state).tiles)
    }

    /// A picture of the board in the terminal's colours, uint8 [height, width, 3].
    fn render_rgb<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<u8>> {
        let picture = Picture::of(&self.setup, &self.setup.game.position(&self.state).tiles);
        PyArray3::from_owned_array(py, picture.pixels())
    }

    /// The board as an SVG picture, for notebooks.
    fn _repr_html_(&self) -> String {
        Picture::of(&self.setup, &self.setup.game.position(&self.state).tiles).svg()
    }

    /// The clock of the next spawn, where the game has one.
    #[getter]
    fn clock(&self) -> Option<u32> {
        self.setup.game.clock(&self.state)
    }

    /// The turns left, where they are limited.
    #[getter]
    fn turns_left(&self) -> Option<u32> {
        self.setup.game.turns_left(&self.state)
    }

    /// The coming values, first one first, where the game shows them.
    #[getter]
    fn preview(&self) -> Vec<u32> {
        let Position { next, .. } = self.setup.game.position(&self.state);
        next
    }
}
