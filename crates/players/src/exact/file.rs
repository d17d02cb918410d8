//! Tables as files, and the tables that players hold.
//!
//! A few lines say what was solved; then come the boards as 64-bit numbers, by their tile sum and ascending, their values
//! as 64-bit floats in the same order, and a check of everything; all little-endian.

use super::{Goal, Table, layers::Layer};
use std::{
    fmt,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    sync::{Mutex, PoisonError},
};
use tilewright_core::fnv1a;
use tilewright_games::Variant;

const FORMAT: &str = "tilewright-table 1";

impl Table {
    /// Writes the table of a variant.
    pub fn write(&self, variant: &Variant, out: &mut impl Write) -> io::Result<()> {
        let head = format!(
            "{FORMAT}\nvariant {:016x}\nrules {}\ngoal {}\npositions {}\n",
            variant.hash(),
            variant.canonical(),
            self.goal.name(),
            self.len()
        );
        out.write_all(head.as_bytes())?;
        let mut check = Check::new(&head);
        let keys = self.layers.values().flat_map(|layer| layer.keys.iter().copied());
        let values = self.layers.values().flat_map(|layer| layer.values.iter().map(|value| value.to_bits()));
        for word in keys.chain(values) {
            check.add(word);
            out.write_all(&word.to_le_bytes())?;
        }
        out.write_all(&check.0.to_le_bytes())
    }

    /// The table in so many bytes, or what is wrong with it.
    pub fn read(input: &mut impl BufRead, length: u64) -> Result<Self, String> {
        let mut head = String::new();
        let mut line = |name: &str| {
            let begin = head.len();
            let mut limited = input.by_ref().take(Variant::MAX_BYTES as u64);
            limited.read_line(&mut head).map_err(|_| format!("this is no {FORMAT}"))?;
            let line = head[begin..].strip_suffix('\n').unwrap_or_default();
            match line.strip_prefix(name) {
                Some(rest) => Ok(rest.to_owned()),
                None if begin == 0 => Err(format!("this is no {FORMAT}")),
                None => Err(format!("the table is damaged: there is no line “{}”", name.trim_end())),
            }
        };
        if !line(FORMAT)?.is_empty() {
            return Err(format!("this is no {FORMAT}"));
        }
        let (hash, rules) = (line("variant ")?, line("rules ")?);
        let (goal, count) = (line("goal ")?, line("positions ")?);
        let damaged = |says: &str| format!("the table is damaged: {says}");
        let variant = Variant::from_text(&rules).map_err(|error| damaged(&error.to_string()))?;
        if format!("{:016x}", variant.hash()) != hash {
            return Err(damaged("the rules are not those of its variant"));
        }
        let goal = Goal::named(&goal).ok_or_else(|| damaged("the goal is neither win nor score"))?;
        let count: u64 = count.parse().map_err(|_| damaged("the number of positions is no number"))?;
        // Before memory is asked for: a number that a file does not hold is no number of positions.
        if u128::from(length) != head.len() as u128 + 16 * u128::from(count) + 8 {
            return Err(damaged("its length is not that of its positions"));
        }
        let game = variant.compile().map_err(|error| damaged(&error.to_string()))?;
        let mut table = Table::empty(&game, goal).ok_or_else(|| damaged("its boards are too large"))?;
        let mut check = Check::new(&head);
        let mut words = |count: u64| -> Result<Vec<u64>, String> {
            let mut words = Vec::with_capacity(count as usize);
            let mut bytes = [0; 8];
            for _ in 0..count {
                input.read_exact(&mut bytes).map_err(|error| damaged(&error.to_string()))?;
                words.push(u64::from_le_bytes(bytes));
                check.add(u64::from_le_bytes(bytes));
            }
            Ok(words)
        };
        let (keys, values) = (words(count)?, words(count)?);
        let mut bytes = [0; 8];
        let end = input.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes));
        if end.ok() != Some(check.0) {
            return Err(damaged("its check does not hold"));
        }
        for (key, value) in keys.into_iter().zip(values) {
            let Layer { keys, values } = table.layers.entry(table.board.sum(key)).or_default();
            if keys.last().is_some_and(|last| *last >= key) {
                return Err(damaged("its boards are out of order"));
            }
            if !f64::from_bits(value).is_finite() {
                return Err(damaged("a value is no number"));
            }
            keys.push(key);
            values.push(f64::from_bits(value));
        }
        Ok(table)
    }
}

/// A running check of words.
struct Check(u64);

impl Check {
    fn new(head: &str) -> Self {
        Self(fnv1a(head.as_bytes()))
    }

    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

/// A table that players hold: read once and kept until the program ends, so that players stay small and copy freely.
#[derive(Clone, Copy)]
pub struct Held(&'static (String, Table));

static HELD: Mutex<Vec<Held>> = Mutex::new(Vec::new());

impl Held {
    /// The table in a file, read unless it was before.
    pub fn open(path: &str) -> Result<Self, String> {
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = held.iter().find(|table| table.path() == path) {
            return Ok(*table);
        }
        let closed = |error: io::Error| format!("cannot read {path}: {error}");
        let about = fs::metadata(path).map_err(closed)?;
        if !about.is_file() {
            // A pipe or a device might keep us waiting.
            return Err(format!("cannot read {path}: it is no file"));
        }
        let mut file = BufReader::new(File::open(path).map_err(closed)?);
        let table = Table::read(&mut file, about.len()).map_err(|says| format!("{path}: {says}"))?;
        let table = Self(Box::leak(Box::new((path.to_owned(), table))));
        held.push(table);
        Ok(table)
    }

    /// The file.
    pub fn path(self) -> &'static str {
        &self.0.0
    }

    /// The table.
    pub fn table(self) -> &'static Table {
        &self.0.1
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        self.path() == other.path()
    }
}

impl Eq for Held {}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Held").field(&self.path()).finish()
    }
}
