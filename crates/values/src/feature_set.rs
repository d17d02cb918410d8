//! A feature set as a small text: the tuples that have tables, instead of those that follow from topology and family.
//!
//! A line each; what comes after `#` is a comment.
//!
//! ```text
//! tuple x x x x/x x . ./. . . ./. . . .    the cells of a tuple, drawn as boards are written
//! runs 4                                   all straight runs of four cells
//! blocks                                   all compact blocks of four cells
//! neighbourhoods                           each cell with all its neighbours, and the wall
//! singles                                  each cell alone
//! share mirror                             which places share a table, from here on
//! ```
//!
//! `share` is `translations`, `symmetries`, `mirror` or `nothing`; before the first such line it is what the family has.
//! On slide boards of up to 25 cells all symmetric images share a table, whatever the text. The family's symbols and
//! counts are always there.

use crate::tuples::{self, Sharing, Tuple};
use std::{fmt, str::FromStr};
use tilewright_core::{Cell, Topology, clip};

/// Which tuples of cells have tables.
///
/// ```
/// use tilewright_values::FeatureSet;
///
/// let set: FeatureSet = "tuple x x x x/x x . ./. . . ./. . . .\nruns 4 # rows and columns".parse()?;
/// assert_eq!(set.to_string(), "tuple x x x x/x x . ./. . . ./. . . .; runs 4");
/// assert!("runs 99".parse::<FeatureSet>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureSet(Vec<Item>);

/// A line of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    /// Rows of cells, `true` for those of the tuple.
    Tuple(Vec<Vec<bool>>),
    Runs(usize),
    Blocks,
    Neighbourhoods,
    Singles,
    Share(Sharing),
}

/// The most lines.
const MAX_ITEMS: usize = 64;
/// The most cells of a tuple.
const MAX_LENGTH: usize = 7;
/// The most rows of a board, and cells of a row.
const MAX_SIDE: usize = 16;

const SHARINGS: [(&str, Sharing); 4] = [
    ("translations", Sharing::Translations),
    ("symmetries", Sharing::Symmetries),
    ("mirror", Sharing::Mirror),
    ("nothing", Sharing::Nothing),
];

impl FeatureSet {
    /// The longest text.
    pub const MAX_BYTES: usize = 64 << 10;

    /// The tuples on a board; `sharing` is what the family shares.
    pub(crate) fn tuples(&self, topology: &Topology, mut sharing: Sharing) -> Result<Vec<Tuple>, String> {
        let mut all = Vec::new();
        for item in &self.0 {
            let found = match item {
                Item::Tuple(rows) => tuples::drawn(topology, sharing, place(topology, rows)?),
                Item::Runs(length) => tuples::runs(topology, sharing, *length),
                Item::Blocks => tuples::blocks(topology, sharing),
                Item::Neighbourhoods => tuples::neighbourhoods(topology, sharing),
                Item::Singles => tuples::singles(topology, sharing),
                Item::Share(new) => {
                    sharing = *new;
                    continue;
                }
            };
            if found.is_empty() {
                return Err(format!("the board has no room for “{item}”"));
            }
            all.extend(found);
        }
        Ok(all)
    }
}

/// The cells of a drawn tuple.
fn place(topology: &Topology, rows: &[Vec<bool>]) -> Result<Vec<u8>, String> {
    let wanted = topology.rows().count();
    if rows.len() != wanted {
        return Err(format!("a tuple has {} rows, but the board has {wanted}", rows.len()));
    }
    for (number, (row, range)) in (1..).zip(rows.iter().zip(topology.rows())) {
        if row.len() != range.len() {
            let (found, wanted) = (row.len(), range.len());
            return Err(format!("row {number} of a tuple has {found} cells, but that of the board has {wanted}"));
        }
    }
    let cells = topology.cells().zip(rows.iter().flatten());
    Ok(cells.filter(|(_, is_in)| **is_in).map(|(Cell(cell), _)| cell).collect())
}

impl FromStr for FeatureSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.len() > Self::MAX_BYTES {
            return Err(format!("a feature set has at most {} bytes", Self::MAX_BYTES));
        }
        let mut items = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            for part in line.split(';').map(str::trim).filter(|part| !part.is_empty()) {
                items.push(item(part).map_err(|message| format!("line {number}: {message}"))?);
            }
        }
        if items.len() > MAX_ITEMS {
            return Err(format!("a feature set has at most {MAX_ITEMS} lines"));
        }
        if items.iter().all(|item| matches!(item, Item::Share(_))) {
            return Err("a feature set has at least one of tuple, runs, blocks, neighbourhoods, singles".into());
        }
        Ok(Self(items))
    }
}

fn item(text: &str) -> Result<Item, String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match (word, rest) {
        ("tuple", _) => drawing(rest),
        ("runs", _) => {
            let length = rest.parse().ok().filter(|length| (2..=MAX_LENGTH).contains(length));
            length.map(Item::Runs).ok_or_else(|| format!("runs have 2 to {MAX_LENGTH} cells: “runs 4”"))
        }
        ("blocks", "") => Ok(Item::Blocks),
        ("neighbourhoods", "") => Ok(Item::Neighbourhoods),
        ("singles", "") => Ok(Item::Singles),
        ("share", _) => {
            let found = SHARINGS.iter().find(|(name, _)| *name == rest);
            let names = SHARINGS.map(|(name, _)| name).join(", ");
            found.map(|(_, sharing)| Item::Share(*sharing)).ok_or_else(|| format!("share is one of {names}"))
        }
        _ => {
            let text = clip(text);
            Err(format!("“{text}” is none of tuple ROWS, runs N, blocks, neighbourhoods, singles, share WHAT"))
        }
    }
}

fn drawing(text: &str) -> Result<Item, String> {
    let cell = |cell: &str| match cell {
        "x" => Some(true),
        "." => Some(false),
        _ => None,
    };
    let row = |row: &str| row.split_whitespace().map(cell).collect::<Option<Vec<bool>>>();
    let rows: Option<Vec<_>> = text.split('/').map(row).collect();
    let rows = rows.filter(|rows| rows.len() <= MAX_SIDE && rows.iter().all(|row| row.len() <= MAX_SIDE));
    let rows = rows.ok_or("a tuple is drawn with x and .: “tuple x x ./x . .”")?;
    let count = rows.iter().flatten().filter(|is_in| **is_in).count();
    if !(1..=MAX_LENGTH).contains(&count) {
        return Err(format!("a tuple has 1 to {MAX_LENGTH} cells, this one has {count}"));
    }
    Ok(Item::Tuple(rows))
}

/// One line, which reads back as the same set.
impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, item) in self.0.iter().enumerate() {
            let separator = if number > 0 { "; " } else { "" };
            write!(f, "{separator}{item}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tuple(rows) => {
                let cell = |is_in: &bool| if *is_in { "x" } else { "." };
                let row = |row: &Vec<bool>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
                write!(f, "tuple {}", rows.iter().map(row).collect::<Vec<_>>().join("/"))
            }
            Self::Runs(length) => write!(f, "runs {length}"),
            Self::Blocks => f.write_str("blocks"),
            Self::Neighbourhoods => f.write_str("neighbourhoods"),
            Self::Singles => f.write_str("singles"),
            Self::Share(sharing) => {
                let name = SHARINGS.iter().find(|(_, known)| known == sharing).map_or("", |(name, _)| name);
                write!(f, "share {name}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_comments_and_spaces_are_no_part_of_a_set() {
        let text =
            "# corners\n  tuple  x x ./. . ./. . .  \n\nshare nothing; runs 3\nblocks # all\nneighbourhoods\nsingles";
        let set: FeatureSet = text.parse().unwrap();
        let line = "tuple x x ./. . ./. . .; share nothing; runs 3; blocks; neighbourhoods; singles";
        assert_eq!(set.to_string(), line);
        assert_eq!(line.parse(), Ok(set));
    }

    #[test]
    fn parse_mistakes_are_named_with_their_line() {
        for (text, part) in [
            ("", "at least one"),
            ("share mirror", "at least one"),
            ("runs 4\nrnus 3", "line 2: “rnus 3” is none of tuple"),
            ("runs", "2 to 7"),
            ("runs 1", "2 to 7"),
            ("runs 99999999999999999999", "2 to 7"),
            ("blocks 2", "none of"),
            ("share halves", "share is one of translations"),
            ("tuple x o", "drawn with x and ."),
            ("tuple . ./. .", "this one has 0"),
            ("tuple x x x x/x x x x", "this one has 8"),
        ] {
            let error = text.parse::<FeatureSet>().unwrap_err();
            assert!(error.contains(part) && !error.contains('\n'), "{text:?}: {error}");
        }
        assert!("singles\n".repeat(65).parse::<FeatureSet>().unwrap_err().contains("64 lines"));
    }

    #[test]
    fn tuples_that_do_not_fit_the_board_are_refused() {
        let board = Topology::square(3, 2).unwrap();
        for (text, part) in [
            ("tuple x x", "1 rows, but the board has 2"),
            ("tuple x x x/x x", "row 2 of a tuple has 2 cells"),
            ("runs 4", "no room for “runs 4”"),
        ] {
            let error = text.parse::<FeatureSet>().unwrap().tuples(&board, Sharing::Symmetries).unwrap_err();
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }

    #[test]
    fn tuples_share_as_the_last_line_says() {
        let board = Topology::square(4, 4).unwrap();
        let places = |text: &str| -> Vec<usize> {
            let tuples = text.parse::<FeatureSet>().unwrap().tuples(&board, Sharing::Symmetries).unwrap();
            tuples.iter().map(|tuple| tuple.places.len()).collect()
        };
        let corner = "tuple x x . ./x . . ./. . . ./. . . .";
        assert_eq!(places(corner), [4]);
        assert_eq!(places(&format!("share translations; {corner}; share nothing; {corner}")), [9, 1]);
        assert_eq!(places("share translations; runs 4"), [4, 4]);
        let hexagon = Topology::hex(1).unwrap();
        let set: FeatureSet = "share translations; tuple x ./. . ./. .".parse().unwrap();
        assert_eq!(set.tuples(&hexagon, Sharing::Symmetries).unwrap()[0].places.len(), 7);
    }
}
