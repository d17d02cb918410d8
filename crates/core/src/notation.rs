//! Actions and outcomes as text, both ways, and the fixed ids of actions.

use crate::{Action, Cell, Dir, Outcome, Place, Symmetry, Topology};
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// The form of a family's actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `left`: all tiles slide.
    Direction,
    /// `0,1-0,2`: the tile of the first cell moves to the second.
    Pair,
    /// `0,1:left`: one tile moves.
    Step,
    /// `left` or `0,1:left`.
    DirectionOrStep,
}

/// A text that names no action or outcome of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for NotationError {}

/// What an action's id stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// All tiles slide that way.
    Slide(Dir),
    /// The tile of the first cell moves to the second.
    Swap(Cell, Cell),
    /// One tile moves that way.
    Move(Cell, Dir),
}

/// The ids of actions: what [`Notation`] computes them from. Inlined, so that a packed board whose notation or sizes are
/// constants divides by a constant.
///
/// ```
/// use tilewright_core::{Action, Cell, Dir, Ids, Meaning, Notation};
/// let ids = Ids { notation: Notation::Step, cells: 9, dirs: 4 };
/// assert_eq!(ids.meaning(Action(5)), Some(Meaning::Move(Cell(1), Dir::RIGHT)));
/// assert_eq!(ids.meaning(Action(36)), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    /// The form of the actions.
    pub notation: Notation,
    /// The number of cells.
    pub cells: u16,
    /// The number of directions.
    pub dirs: u16,
}

impl Ids {
    /// The ids of a notation on a board.
    pub fn new(notation: Notation, topology: &Topology) -> Self {
        Self { notation, cells: topology.len() as u16, dirs: topology.dir_count() as u16 }
    }

    /// How many ids there are: every id is below this.
    #[inline(always)]
    pub fn count(self) -> u16 {
        match self.notation {
            Notation::Direction => self.dirs,
            Notation::Pair => self.cells * self.cells,
            Notation::Step => self.cells * self.dirs,
            Notation::DirectionOrStep => self.dirs + self.cells * self.dirs,
        }
    }

    /// What an action stands for; `None` if there is no such id.
    #[inline(always)]
    pub fn meaning(self, action: Action) -> Option<Meaning> {
        let Self { notation, cells, dirs } = self;
        let step = |id: u16| Meaning::Move(Cell((id / dirs) as u8), Dir((id % dirs) as u8));
        (action.0 < self.count()).then(|| match notation {
            Notation::Pair => Meaning::Swap(Cell((action.0 / cells) as u8), Cell((action.0 % cells) as u8)),
            Notation::Step => step(action.0),
            Notation::DirectionOrStep if action.0 >= dirs => step(action.0 - dirs),
            Notation::Direction | Notation::DirectionOrStep => Meaning::Slide(Dir(action.0 as u8)),
        })
    }

    /// The action with this meaning; `None` if the notation has no such action.
    #[inline(always)]
    pub fn action(self, meaning: Meaning) -> Option<Action> {
        let Self { notation, cells, dirs } = self;
        match (notation, meaning) {
            (Notation::Direction | Notation::DirectionOrStep, Meaning::Slide(dir)) => Some(Action::slide(dir)),
            (Notation::Pair, Meaning::Swap(a, b)) => Some(Action(u16::from(a.0) * cells + u16::from(b.0))),
            (Notation::Step, Meaning::Move(cell, dir)) => Some(Action(u16::from(cell.0) * dirs + u16::from(dir.0))),
            (Notation::DirectionOrStep, Meaning::Move(cell, dir)) => {
                Some(Action(dirs + u16::from(cell.0) * dirs + u16::from(dir.0)))
            }
            _ => None,
        }
    }
}

impl Action {
    /// All tiles slide that way, in every notation that has such actions.
    #[inline]
    pub const fn slide(dir: Dir) -> Self {
        Self(dir.0 as u16)
    }
}

impl Notation {
    /// How many ids there are: every id is below this.
    pub fn count(self, topology: &Topology) -> u16 {
        Ids::new(self, topology).count()
    }

    /// What an action stands for. The id must be below [`Self::count`].
    pub fn meaning(self, topology: &Topology, action: Action) -> Meaning {
        Ids::new(self, topology).meaning(action).expect("an id of this board")
    }

    /// The action with this meaning; `None` if the notation has no such action.
    pub fn action(self, topology: &Topology, meaning: Meaning) -> Option<Action> {
        Ids::new(self, topology).action(meaning)
    }

    /// The action's text. The id must be below [`Self::count`].
    pub fn text(self, topology: &Topology, action: Action) -> String {
        match self.meaning(topology, action) {
            Meaning::Slide(dir) => topology.dir_name(dir).into(),
            Meaning::Swap(a, b) => format!("{}-{}", topology.cell_text(a), topology.cell_text(b)),
            Meaning::Move(cell, dir) => format!("{}:{}", topology.cell_text(cell), topology.dir_name(dir)),
        }
    }

    /// The action that a text names, legal or not.
    ///
    /// # Errors
    ///
    /// A sentence that says what actions look like on this board.
    pub fn parse(self, topology: &Topology, text: &str) -> Result<Action, NotationError> {
        let meaning = match self {
            Self::Direction => topology.dir_named(text).map(Meaning::Slide),
            Self::Pair => parse_pair(topology, text),
            Self::Step => parse_step(topology, text),
            Self::DirectionOrStep => {
                topology.dir_named(text).map(Meaning::Slide).or_else(|| parse_step(topology, text))
            }
        };
        meaning
            .and_then(|meaning| self.action(topology, meaning))
            .ok_or_else(|| NotationError(format!("“{}” is no action here; {}", clip(text), self.forms(topology))))
    }

    /// The action with this id.
    ///
    /// # Errors
    ///
    /// If there is no such id; the sentence gives the range.
    pub fn with_id(self, topology: &Topology, id: u64) -> Result<Action, NotationError> {
        let count = self.count(topology);
        if id < count.into() {
            Ok(Action(id as u16))
        } else {
            Err(NotationError(format!("there is no action {id}; ids go from 0 to {}", count - 1)))
        }
    }

    /// Where a symmetry of the board takes an action.
    pub fn map(self, topology: &Topology, symmetry: &Symmetry, action: Action) -> Action {
        let meaning = match self.meaning(topology, action) {
            Meaning::Slide(dir) => Meaning::Slide(symmetry.dir(dir)),
            Meaning::Swap(a, b) => Meaning::Swap(symmetry.cell(a), symmetry.cell(b)),
            Meaning::Move(cell, dir) => Meaning::Move(symmetry.cell(cell), symmetry.dir(dir)),
        };
        self.action(topology, meaning).expect("a symmetry keeps the form")
    }

    /// What a right text looks like, for error messages and help.
    pub fn forms(self, topology: &Topology) -> String {
        let dirs = topology.dir_names().collect::<Vec<_>>().join(", ");
        let first = topology.cell_text(Cell(0));
        let way = topology.dir_name(Dir(1));
        match self {
            Self::Direction => format!("actions are {dirs}"),
            Self::Pair => format!("actions look like {first}-{}", topology.cell_text(Cell(1))),
            Self::Step => format!("actions look like {first}:{way}, with one of {dirs}"),
            Self::DirectionOrStep => format!("actions are {dirs}, or look like {first}:{way}"),
        }
    }
}

fn parse_pair(topology: &Topology, text: &str) -> Option<Meaning> {
    // Hexagons have negative coordinates, so not every dash separates two cells.
    text.match_indices('-').find_map(|(at, _)| {
        let (a, b) = (&text[..at], &text[at + 1..]);
        Some(Meaning::Swap(topology.cell_named(a)?, topology.cell_named(b)?))
    })
}

fn parse_step(topology: &Topology, text: &str) -> Option<Meaning> {
    let (cell, dir) = text.split_once(':')?;
    Some(Meaning::Move(topology.cell_named(cell)?, topology.dir_named(dir)?))
}

impl Outcome {
    /// The outcome as text: `2@0,1`, or `2@next`.
    pub fn text(self, topology: &Topology) -> String {
        format!("{}@{}", self.value, topology.place_text(self.at))
    }

    /// The outcome that a text names, possible or not.
    ///
    /// # Errors
    ///
    /// A sentence that says what outcomes look like.
    pub fn parse(topology: &Topology, text: &str) -> Result<Self, NotationError> {
        let parsed = text.split_once('@').and_then(|(value, place)| {
            let at = match place {
                "next" => Place::Next,
                cell => Place::Cell(topology.cell_named(cell)?),
            };
            Some(Self { at, value: canonical_number(value)? })
        });
        parsed.ok_or_else(|| {
            let example = Self { at: Place::Cell(Cell(0)), value: 2 }.text(topology);
            NotationError(format!("“{}” is no outcome here; outcomes look like {example} or 2@next", clip(text)))
        })
    }
}

/// A number in its one spelling: digits without a leading zero.
pub(crate) fn canonical_number(text: &str) -> Option<u32> {
    let canonical = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if canonical { text.parse().ok() } else { None }
}

/// The start of a text, fit to be quoted in a one-line message whatever it holds.
pub fn clip(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let clean: String = text.chars().map(|c| if c.is_control() { '�' } else { c }).take(MAX_CHARS).collect();
    if text.chars().count() > MAX_CHARS { clean + "…" } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_then_parse_every_action_round_trips() {
        let boards = [Topology::square(3, 4).unwrap(), Topology::hex(1).unwrap()];
        for topology in &boards {
            for notation in [Notation::Direction, Notation::Pair, Notation::Step, Notation::DirectionOrStep] {
                for id in 0..notation.count(topology) {
                    let text = notation.text(topology, Action(id));
                    assert_eq!(notation.parse(topology, &text), Ok(Action(id)), "{text}");
                }
            }
        }
    }

    #[test]
    fn parse_invalid_text_is_refused_with_the_right_form() {
        let topology = Topology::square(4, 4).unwrap();
        let error = Notation::Direction.parse(&topology, "Left").unwrap_err();
        assert_eq!(error.0, "“Left” is no action here; actions are up, right, down, left");
        for bad in ["", "0,0", "0,0-", "0,0-0,4", "0,0-0,0-0,1", "-0,0-0,1", "0,0 - 0,1"] {
            assert!(Notation::Pair.parse(&topology, bad).is_err(), "{bad}");
        }
        for bad in ["2", "2@", "@0,0", "02@0,0", "-2@0,0", "2@4,0", "2@Next", "99999999999@0,0"] {
            assert!(Outcome::parse(&topology, bad).is_err(), "{bad}");
        }
        assert!(Notation::Direction.with_id(&topology, 4).is_err());
    }
}
