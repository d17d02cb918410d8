//! What would happen on the board, and why: predictions for front ends to mark and to say.
//!
//! The rules answer ([`strain::Rules::strains`](tilewright_games::strain::Rules::strains),
//! [`factor::Rules::linked`](tilewright_games::factor::Rules::linked)); here the answers become cells and sentences.

use crate::{Session, Setup, wire};
use serde::Serialize;
use tilewright_core::{Cell, Game};
use tilewright_games::Rules;

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
        self.game().topology().cells().filter_map(|cell| self.warning(cell)).collect()
    }

    fn warning(&self, cell: Cell) -> Option<Warning> {
        let Rules::Strain(rules) = self.setup().variant.rules() else { return None };
        let tile = self.game().tile(self.state(), cell)?;
        let low: Vec<_> =
            self.neighbours(cell).map(|(_, value)| value).filter(|&value| rules.strains(value, tile.value)).collect();
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
        let tile =
            self.game().topology().cells().nth(cell.index()).and_then(|_| self.game().tile(self.state(), cell))?;
        Some(match self.setup().variant.rules() {
            Rules::Slide(_) | Rules::Swap(_) => TileNote::default(),
            Rules::Strain(rules) => {
                let mut low = self.neighbours(cell).filter(|(_, value)| rules.strains(*value, tile.value));
                let text = match (self.warning(cell), low.next()) {
                    (Some(warning), _) => warning.text,
                    (None, Some((_, value))) => format!(
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
                for (other, value) in self.neighbours(cell) {
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

    /// The neighbouring tiles: their cells and values.
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Cell, u32)> {
        let topology = self.game().topology();
        let around = topology.dirs().filter_map(move |dir| topology.neighbour(cell, dir));
        around.filter_map(|cell| self.game().tile(self.state(), cell).map(|tile| (cell, tile.value)))
    }
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
pub fn is_prime(value: u32) -> bool {
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

    #[test]
    fn is_prime_small_numbers() {
        let primes: Vec<_> = (0..30).filter(|&n| is_prime(n)).collect();
        assert_eq!(primes, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    }
}
