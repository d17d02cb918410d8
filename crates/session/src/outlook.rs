//! What would happen on the board, and why: predictions for front ends to mark and to say.
//!
//! The rules answer ([`strain::Rules::strains`](tilewright_games::strain::Rules::strains),
//! [`factor::Rules::linked`](tilewright_games::factor::Rules::linked)); here the answers become cells and sentences.

use crate::{Session, Setup, wire};
use serde::Serialize;
use tilewright_core::{Cell, Cells, Game, Tile, Topology};
use tilewright_games::{Rules, strain};

/// A tile that would change if the turn ended now.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Warning {
    /// Its cell.
    #[serde(serialize_with = "wire::cell")]
    pub cell: Cell,
    /// Whether it would break; otherwise it would gain strain.
    pub breaks: bool,
    /// What and why: `5 beside 1 and 2: strain 2 of 3`.
    pub text: String,
}

/// What there is to say of a tile that is pointed at or picked.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TileNote {
    /// One line; empty if the number says it all.
    pub text: String,
    /// The neighbours that it would change or be changed by.
    #[serde(serialize_with = "wire::cells")]
    #[cfg_attr(feature = "typescript", tsify(type = "Cell[]"))]
    pub linked: Vec<Cell>,
}

/// A sign on the board.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// Points of strain on a tile.
    Strain,
    /// A tile with a [`Warning`] that it would gain strain.
    Strains,
    /// A tile with a [`Warning`] that it would break.
    Breaks,
    /// The colour of primes.
    Prime,
    /// The colours of products.
    Product,
    /// A neighbour that is linked to the picked tile.
    Linked,
    /// No sign on a tile, but an arrow key.
    Arrow,
}

/// A line of the legend.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LegendLine {
    /// The sign.
    pub sign: Sign,
    /// What it means, in a few words.
    pub text: String,
}

impl Setup {
    /// What the signs on the board mean; empty in games without any.
    pub fn legend(&self) -> Vec<LegendLine> {
        let line = |sign, text: &str| LegendLine { sign, text: text.into() };
        match self.variant.rules() {
            Rules::Strain(rules) => vec![
                line(Sign::Strain, &format!("strain; at {} it breaks in pieces", rules.max_strain)),
                line(Sign::Strains, "about to gain strain"),
                line(Sign::Breaks, "about to break"),
                line(Sign::Arrow, "arrow key: steps the topmost tile that can"),
            ],
            Rules::Factor(_) => {
                vec![line(Sign::Prime, "a prime"), line(Sign::Product, "a product"), line(Sign::Linked, "would react")]
            }
            Rules::Slide(_) | Rules::Swap(_) => Vec::new(),
        }
    }
}

impl Session {
    /// The tiles that would gain strain or break if the turn ended now.
    ///
    /// ```
    /// # use tilewright_core::{Game, Position};
    /// # use tilewright_games::Preset;
    /// # use tilewright_session::{Session, Setup};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let setup = Setup::preset(Preset::find("numberclart").unwrap())?;
    /// let board = ". 1 . . ./. 5 2 . ./. . . . ./. . . . ./. . . . .";
    /// let position = Position::parse(setup.game.topology(), board)?;
    /// let session = Session::from_position(setup, &position, 1)?;
    /// assert_eq!(session.warnings()[0].text, "5 beside 1 and 2: strain 2 of 3");
    /// # Ok(())
    /// # }
    /// ```
    pub fn warnings(&self) -> Vec<Warning> {
        let Rules::Strain(rules) = self.setup().variant.rules() else { return Vec::new() };
        let merged = self.merged(&rules);
        self.game().topology().cells().filter_map(|cell| self.warning(&rules, &merged, cell)).collect()
    }

    /// The tiles as the next turn's merges leave them if no step changes that.
    fn merged(&self, rules: &strain::Rules) -> Merged {
        let mut merged = Merged { tiles: self.position().tiles, gone: Cells::EMPTY };
        for (a, b) in rules.waiting(self.game().topology(), &merged.tiles) {
            let value = merged.tiles[a.index()].map_or(0, |tile| tile.value + 1);
            merged.tiles[a.index()] = Some(Tile::new(value)).filter(|_| value <= rules.max_value.into());
            merged.tiles[b.index()] = None;
            merged.gone.insert(a);
            merged.gone.insert(b);
        }
        merged
    }

    fn warning(&self, rules: &strain::Rules, merged: &Merged, cell: Cell) -> Option<Warning> {
        // What merges starts anew, without strain.
        let tile = self.tile(cell).filter(|_| !merged.gone.contains(cell))?;
        let low = merged.low_neighbours(self, rules, cell);
        let strain = rules.max_strain.min(tile.strain + low.len() as u8);
        let breaks = strain >= rules.max_strain;
        // What one neighbour strains heals in the same turn.
        if !breaks && low.len() < 2 {
            return None;
        }
        let beside = if low.is_empty() { String::new() } else { format!(" beside {}", and_list(&low)) };
        let end = if breaks { "; it breaks" } else { "" };
        Some(Warning {
            cell,
            breaks,
            text: format!("{}{beside}: strain {strain} of {}{end}", tile.value, rules.max_strain),
        })
    }

    /// What there is to say of the tile in a cell, and which neighbours it is linked to; `None` if there is no tile.
    pub fn tile_note(&self, cell: Cell) -> Option<TileNote> {
        let topology = self.game().topology();
        let tile = topology.cells().nth(cell.index()).and_then(|cell| self.tile(cell))?;
        Some(match self.setup().variant.rules() {
            Rules::Slide(_) | Rules::Swap(_) => TileNote::default(),
            Rules::Strain(rules) => {
                let merged = self.merged(&rules);
                let low = merged.low_neighbours(self, &rules, cell);
                let text = match (self.warning(&rules, &merged, cell), low.first()) {
                    _ if merged.gone.contains(cell) => format!("{0} beside {0}: they merge next turn", tile.value),
                    (Some(warning), _) => warning.text,
                    (None, Some(value)) => format!(
                        "{} beside {value}: strain stays {} of {}, it gains 1 and heals 1",
                        tile.value, tile.strain, rules.max_strain
                    ),
                    _ if tile.strain > 0 => {
                        format!("{}: strain {} of {}, at ease", tile.value, tile.strain, rules.max_strain)
                    }
                    _ => format!("{}: no strain", tile.value),
                };
                TileNote { text, linked: Vec::new() }
            }
            Rules::Factor(rules) => {
                let mut note = TileNote { text: factored(tile.value), linked: Vec::new() };
                let (mut divides, mut divided) = (Vec::new(), Vec::new());
                for (other, value) in neighbours(topology, cell, |cell| self.tile(cell)) {
                    // Values of this family fit 16 bits.
                    if !rules.linked(tile.value as u16, value as u16) {
                        continue;
                    }
                    note.linked.push(other);
                    if value >= tile.value { divides.push(value) } else { divided.push(value) }
                }
                if !divides.is_empty() {
                    note.text += &format!("; divides {}", and_list(&divides));
                }
                if !divided.is_empty() {
                    note.text += &format!("; divided by {}", and_list(&divided));
                }
                note
            }
        })
    }

    fn tile(&self, cell: Cell) -> Option<Tile> {
        self.game().tile(self.state(), cell)
    }
}

/// A board after merges.
struct Merged {
    tiles: Vec<Option<Tile>>,
    /// The cells whose tiles merged.
    gone: Cells,
}

impl Merged {
    fn low_neighbours(&self, session: &Session, rules: &strain::Rules, cell: Cell) -> Vec<u32> {
        low_neighbours(rules, session.game().topology(), cell, |cell| self.tiles[cell.index()])
    }
}

/// The tiles around a cell: their cells and values. `tile` gives the tile in a cell.
pub(crate) fn neighbours(
    topology: &Topology,
    cell: Cell,
    tile: impl Fn(Cell) -> Option<Tile>,
) -> impl Iterator<Item = (Cell, u32)> {
    let around = topology.dirs().filter_map(move |dir| topology.neighbour(cell, dir));
    around.filter_map(move |cell| tile(cell).map(|tile| (cell, tile.value)))
}

/// The values of the neighbours that strain the tile in a cell; none if there is no tile.
pub(crate) fn low_neighbours(
    rules: &strain::Rules,
    topology: &Topology,
    cell: Cell,
    tile: impl Fn(Cell) -> Option<Tile>,
) -> Vec<u32> {
    let high = tile(cell).map_or(0, |tile| tile.value);
    neighbours(topology, cell, tile).map(|(_, value)| value).filter(|&value| rules.strains(value, high)).collect()
}

/// A number and its prime factors: `385 = 5·7·11`, or the number alone if it is a prime.
pub(crate) fn factored(value: u32) -> String {
    let factors = factors(value);
    if factors.len() < 2 {
        return format!("{value}, a prime");
    }
    let factors: Vec<_> = factors.iter().map(u32::to_string).collect();
    format!("{value} = {}", factors.join("·"))
}

/// Whether a number is a prime.
pub(crate) fn is_prime(value: u32) -> bool {
    value > 1 && factors(value).len() == 1
}

/// The prime factors, ascending.
fn factors(value: u32) -> Vec<u32> {
    let (mut rest, mut found, mut factor) = (value, Vec::new(), 2);
    while factor * factor <= rest {
        while rest.is_multiple_of(factor) {
            found.push(factor);
            rest /= factor;
        }
        factor += 1;
    }
    if rest > 1 {
        found.push(rest);
    }
    found
}

/// `1`, `1 and 2`, `1, 2 and 3`.
pub(crate) fn and_list(values: &[u32]) -> String {
    let texts: Vec<_> = values.iter().map(u32::to_string).collect();
    match texts.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::Position;
    use tilewright_games::Preset;

    fn placed(id: &str, board: &str) -> Session {
        let setup = Setup::preset(Preset::find(id).unwrap()).unwrap();
        let position = Position::parse(setup.game.topology(), board).unwrap();
        Session::from_position(setup, &position, 1).unwrap()
    }

    #[test]
    fn warnings_say_which_tiles_strain_and_break_and_why() {
        // One low neighbour strains as much as heals.
        let session = placed("numberclart", ". 1 . . ./1 5+1 2 . ./. . . . ./. . . 5 1/. . . 1 5+1");
        let texts: Vec<_> = session.warnings().into_iter().map(|warning| (warning.breaks, warning.text)).collect();
        assert_eq!(
            texts,
            [
                (true, "5 beside 1, 2 and 1: strain 3 of 3; it breaks".into()),
                (false, "5 beside 1 and 1: strain 2 of 3".into()),
                (true, "5 beside 1 and 1: strain 3 of 3; it breaks".into()),
            ]
        );
        let session = placed("numberclart", "4+1 1 . . ./. . . . ./. . . . ./. . . . ./. . . . .");
        assert_eq!(session.warnings(), []);
        let note = session.tile_note(Cell(0)).unwrap();
        assert_eq!(note.text, "4 beside 1: strain stays 1 of 3, it gains 1 and heals 1");
    }

    #[test]
    fn tile_note_of_a_tile_beside_its_equal_says_that_they_merge() {
        let session = placed("numberclart", "1 1 1 . ./. . . . ./5+2 1 . . ./5 . . . ./. . . . .");
        let notes = [0, 1, 2, 10].map(|cell| session.tile_note(Cell(cell)).unwrap().text);
        let ones = "1 beside 1: they merge next turn";
        // Of three in a row the first two merge.
        assert_eq!(notes, [ones, ones, "1: no strain", "5 beside 5: they merge next turn"]);
    }

    /// What is predicted is what a turn does to tiles that the turn itself does not touch.
    #[test]
    fn warnings_come_true_in_the_next_turn() {
        let board = ". 1 . . ./1 5+1 2 . ./. . . . 4/. . . . 1/3 . . 1 5";
        let mut session = placed("numberclart", board);
        let warned: Vec<_> = session.warnings().iter().map(|warning| (warning.cell, warning.breaks)).collect();
        let before = session.position().tiles;
        session.play(session.game().action_named("4,0:up").unwrap(), None).unwrap();
        let after = session.position().tiles;
        let changed = |cell: Cell| {
            let (was, is) = (before[cell.index()].filter(|tile| tile.value > 3)?, after[cell.index()]);
            match is.filter(|is| is.value == was.value) {
                Some(is) => (is.strain > was.strain).then_some((cell, false)),
                None => Some((cell, true)),
            }
        };
        let changed: Vec<_> = session.game().topology().cells().filter_map(changed).collect();
        assert_eq!((changed.len(), changed), (2, warned));
    }

    /// Phase 2 of the rule page comes before phase 3.
    #[test]
    fn warnings_are_of_the_board_after_the_next_merges() {
        // The 4 would break beside a 1, but the 1s make a 2. The 5 would break, but merges with its equal.
        let mut session = placed("numberclart", "4+2 1 1 . ./. . . . ./5+2 1 . . ./5 . . . ./. . . . 3");
        assert_eq!(session.warnings(), []);
        session.play(session.game().action_named("4,4:up").unwrap(), None).unwrap();
        assert!(session.board().starts_with("4+1 2 "), "{}", session.board());
        let broke = |line: &String| line.contains("breaks");
        assert!(!session.story().iter().any(broke), "{:?}", session.story());
    }

    #[test]
    fn tile_note_of_a_number_has_its_factors_and_links() {
        let session = placed("factors", "385 5 . ./. 35 . 7/. . . 7/. . . .");
        let note = |cell| session.tile_note(Cell(cell)).unwrap();
        assert_eq!(note(0), TileNote { text: "385 = 5·7·11; divided by 5".into(), linked: vec![Cell(1)] });
        assert_eq!(note(1).text, "5, a prime; divides 35 and 385");
        assert_eq!(note(7), TileNote { text: "7, a prime; divides 7".into(), linked: vec![Cell(11)] });
        assert_eq!(session.tile_note(Cell(2)), None);
        assert_eq!(session.tile_note(Cell(200)), None);
    }

    /// “Arrows and swipes” of the rule page: known before the first turn only, until it became part of the legend.
    #[test]
    fn legend_of_strain_says_which_tile_an_arrow_steps() {
        let session = placed("numberclart", ". . . . ./. 1 . 2 ./. . . . ./. . . . ./3 . . . .");
        let legend = session.setup().legend();
        let arrow = legend.iter().find(|line| line.sign == Sign::Arrow).unwrap();
        assert_eq!(arrow.text, "arrow key: steps the topmost tile that can");
        let first = session.swipe(tilewright_core::Dir::DOWN).unwrap();
        assert_eq!(session.game().action_text(first), "1,1:down");
        assert_eq!(crate::BoardInput::new(&session).prompt(&session), ("arrows".into(), "step, Enter picks"));
    }

    #[test]
    fn is_prime_small_numbers() {
        let primes: Vec<_> = (0..30).filter(|&n| is_prime(n)).collect();
        assert_eq!(primes, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    }
}
