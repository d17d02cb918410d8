//! Input at the board: a cursor, a picked tile, and the actions that keys, taps and drags come to.
//!
//! A front end forwards what the user did to a [`BoardInput`] and carries out the [`Answer`]. Which cells are marked is
//! read from it; how they are marked is the front end's choice.

use crate::{Notice, Session, keys::direction_keys};
use tilewright_core::{Action, Cell, Dir, Game, Meaning, Notation};

/// The cursor and the picked tile of one user at one board.
///
/// Games in which tiles swap always have a cursor; in the others it is shown by [`Self::pick`] and ended by
/// [`Self::back`].
///
/// ```
/// # use tilewright_core::Dir;
/// # use tilewright_games::Preset;
/// use tilewright_session::{Answer, BoardInput, Session, Setup};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let session = Session::new(Setup::preset(Preset::find("classic-2048").unwrap())?, 7)?;
/// let mut input = BoardInput::new(&session);
/// let Answer::Act(action) = input.go(&session, Dir::UP, false) else { panic!("tiles can go up") };
/// assert!(session.legal().contains(&action));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardInput {
    cursor: Option<Cell>,
    picked: Option<Cell>,
}

/// What comes of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing but the marks has changed.
    Marked,
    /// An action to play; it is legal.
    Act(Action),
    /// Nothing to play; this is to be shown.
    Say(Notice),
}

/// How far a tile can be dragged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DragReach {
    /// A drag means a direction: it is complete as soon as its direction is known.
    Direction,
    /// A tile can be dragged to any cell: a drag is complete when the pointer is lifted.
    Anywhere,
}

impl BoardInput {
    /// The input for a game that has just been opened.
    pub fn new(session: &Session) -> Self {
        Self { cursor: pairs(session).then(|| middle(session)), picked: None }
    }

    /// The cell that keys are at; `None` if directions move tiles at once.
    pub fn cursor(&self) -> Option<Cell> {
        self.cursor
    }

    /// The cell whose tile was picked.
    pub fn picked(&self) -> Option<Cell> {
        self.picked
    }

    /// Puts the picked tile down; false if there is none.
    pub fn release(&mut self) -> bool {
        self.picked.take().is_some()
    }

    /// A direction. With `shift` it acts where it would only move the cursor.
    pub fn go(&mut self, session: &Session, dir: Dir, shift: bool) -> Answer {
        let pairs = pairs(session);
        let from = self.picked.or(self.cursor.filter(|_| shift && pairs));
        // Where swaps reach further than the next cell, the cursor goes there and Enter swaps.
        let looks = from.is_none() || (pairs && !shift && session.drag_reach() == DragReach::Anywhere);
        let topology = session.game().topology();
        if let (Some(cursor), true) = (self.cursor, looks) {
            self.cursor = topology.neighbour(cursor, dir).or(self.cursor);
            return Answer::Marked;
        }
        let action = match from {
            Some(cell) => session.step(cell, dir),
            None => session.swipe(dir),
        };
        let answer = self.answer(session, action, || format!("Nothing can go {} here.", topology.dir_name(dir)));
        // The cursor goes with its tile where tiles swap or step, and stays where they slide out of sight.
        let next = from.and_then(|cell| topology.neighbour(cell, dir));
        let slides = session.game().notation() == Notation::DirectionOrStep;
        if let (Answer::Act(_), Some(next), false) = (&answer, next, slides) {
            self.follow(next);
        }
        answer
    }

    /// Enter: shows the cursor, picks the tile there, or lets the picked tile go there.
    pub fn pick(&mut self, session: &Session) -> Answer {
        let looks = session.game().notation() == Notation::Direction;
        match self.cursor {
            None => {
                self.cursor = Some(middle(session));
                Answer::Say(Notice::plain(if looks {
                    "Arrows look around, Esc goes back."
                } else {
                    "Arrows move the cursor, Enter picks a tile, Esc goes back."
                }))
            }
            Some(_) if looks => {
                Answer::Say(Notice::plain("This game is played with directions alone; Esc goes back to them."))
            }
            Some(cursor) => self.touch(session, cursor),
        }
    }

    /// A tap or click on a cell: the first picks its tile, the second acts.
    pub fn tap(&mut self, session: &Session, cell: Cell) -> Answer {
        if session.game().notation() == Notation::Direction {
            return Answer::Say(Notice::plain("Drag across the board to slide that way."));
        }
        self.touch(session, cell)
    }

    fn touch(&mut self, session: &Session, cell: Cell) -> Answer {
        match self.picked {
            Some(picked) if picked == cell => {
                self.picked = None;
                Answer::Marked
            }
            Some(picked) => self.drag(session, picked, cell),
            None if session.position().tiles.get(cell.index()).is_none_or(Option::is_none) => {
                Answer::Say(Notice::bad("There is no tile to pick in this cell."))
            }
            None => {
                self.picked = Some(cell);
                self.follow(cell);
                Answer::Say(Notice::plain("Picked. Now where to?"))
            }
        }
    }

    /// A drag from one cell to another.
    pub fn drag(&mut self, session: &Session, from: Cell, to: Cell) -> Answer {
        let action = session.pair(from, to);
        let answer = self.answer(session, action, || "There is no way from the one cell to the other.".into());
        if let Answer::Act(_) = answer {
            self.follow(to);
        }
        answer
    }

    /// A swipe in a direction that began in a cell, or outside of all cells.
    pub fn swipe(&mut self, session: &Session, from: Option<Cell>, dir: Dir) -> Answer {
        let tiles = session.position().tiles;
        let tile = from.filter(|cell| tiles.get(cell.index()).is_some_and(Option::is_some));
        let notation = session.game().notation();
        let name = session.game().topology().dir_name(dir);
        let own = tile.and_then(|cell| session.step(cell, dir));
        let own_can = own.is_some_and(|action| session.game().is_legal(session.state(), action));
        match tile.filter(|_| notation != Notation::Direction) {
            // Where tiles step one by one, a swipe is an arrow key unless its tile can go that way.
            Some(_) if notation == Notation::Step && !own_can => {
                self.answer(session, session.swipe(dir), || format!("Nothing can go {name} here."))
            }
            Some(cell) => self.answer(session, session.step(cell, dir), || format!("The tile cannot go {name}.")),
            // A direction alone means nothing where tiles swap.
            None if notation == Notation::Pair => {
                self.picked = None;
                Answer::Marked
            }
            None => self.answer(session, session.swipe(dir), || format!("Nothing can go {name} here.")),
        }
    }

    /// Esc: puts the picked tile down, or else hides the cursor; false if there was nothing to go back from.
    pub fn back(&mut self, session: &Session) -> bool {
        self.release() || (!pairs(session) && self.cursor.take().is_some())
    }

    /// What the keys for directions do now: their name and a word or two.
    pub fn prompt(&self, session: &Session) -> (String, &'static str) {
        let rows = direction_keys(session.game().topology()).split(" / ");
        let keys = rows.map(|row| row.replace(' ', "")).collect::<Vec<_>>().join(" ");
        let and_enter = || format!("{keys} Enter");
        match (session.game().notation(), self.picked, self.cursor) {
            (Notation::Direction, _, Some(_)) => (keys, "look"),
            (Notation::Direction | Notation::DirectionOrStep, None, None) => (keys, "slide"),
            (Notation::Pair, Some(_), _) => (keys, "swap"),
            (Notation::Pair, None, _) => (and_enter(), "pick, swap"),
            (_, Some(_), _) => (keys, "move it"),
            (_, None, Some(_)) => (and_enter(), "pick"),
            (Notation::Step, None, None) => (keys, "step, Enter picks"),
        }
    }

    /// The action if it is legal, or else why not. Whatever was picked is put down.
    fn answer(&mut self, session: &Session, action: Option<Action>, otherwise: impl FnOnce() -> String) -> Answer {
        self.picked = None;
        match action {
            Some(action) if session.game().is_legal(session.state(), action) => Answer::Act(action),
            Some(action) => Answer::Say(session.blocked_notice(action)),
            None if session.over().is_some() => Answer::Say(session.over_notice()),
            None => Answer::Say(Notice::bad(otherwise())),
        }
    }

    fn follow(&mut self, cell: Cell) {
        if self.cursor.is_some() {
            self.cursor = Some(cell);
        }
    }
}

impl Session {
    /// How far a tile can be dragged in this game: anywhere if some action swaps tiles that are no neighbours.
    pub fn drag_reach(&self) -> DragReach {
        let topology = self.game().topology();
        let adjacent = |a, b| topology.dirs().any(|dir| topology.neighbour(a, dir) == Some(b));
        let far = |&action: &Action| matches!(self.meaning(action), Meaning::Swap(a, b) if !adjacent(a, b));
        if self.game().action_list().as_slice().iter().any(far) { DragReach::Anywhere } else { DragReach::Direction }
    }
}

fn pairs(session: &Session) -> bool {
    session.game().notation() == Notation::Pair
}

/// The tile nearest to the middle of the board: a cursor on an empty cell is of no use.
fn middle(session: &Session) -> Cell {
    let topology = session.game().topology();
    let tiles = session.position().tiles;
    // Twice the mean of the coordinates, so that nothing is rounded away.
    let count = topology.len() as i32;
    let sum = |of: fn((i8, i8)) -> i8| topology.cells().map(|cell| i32::from(of(topology.coords(cell)))).sum::<i32>();
    let (a, b) = (2 * sum(|c| c.0) / count, 2 * sum(|c| c.1) / count);
    let far = |cell: &Cell| {
        let (x, y) = topology.coords(*cell);
        (2 * i32::from(x) - a).abs() + (2 * i32::from(y) - b).abs()
    };
    topology.cells().filter(|cell| tiles[cell.index()].is_some()).min_by_key(far).unwrap_or(Cell(0))
}
