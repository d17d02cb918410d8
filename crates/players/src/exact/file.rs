//! Tables as files.
//!
//! A few lines say what was solved; then come the boards as 64-bit numbers, by their tile sum and ascending, their values
//! as 64-bit floats in the same order, and a check of everything; all little-endian.

use super::{Goal, ValueTable, layers::Layer};
use std::{
    fmt,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
};
use tilewright_core::fnv1a;
use tilewright_games::Variant;

const FORMAT: &str = "tilewright-table 1";

impl ValueTable {
    /// Writes the table of a variant.
    ///
    /// # Errors
    ///
    /// If `out` cannot be written.
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

    /// Reads the table in a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is no table; the text names the file.
    pub fn open(path: &Path) -> Result<Self, String> {
        let name = path.display();
        let closed = |error: io::Error| format!("cannot read {name}: {error}");
        let about = fs::metadata(path).map_err(closed)?;
        if !about.is_file() {
            // A pipe or a device might keep us waiting.
            return Err(format!("cannot read {name}: it is no file"));
        }
        let mut file = BufReader::new(File::open(path).map_err(closed)?);
        Self::read(&mut file, about.len()).map_err(|message| format!("{name}: {message}"))
    }

    /// Reads the table in `length` bytes of input.
    ///
    /// # Errors
    ///
    /// If the bytes are no table, or a damaged one.
    pub fn read(input: &mut impl BufRead, length: u64) -> Result<Self, String> {
        let Head { text, variant, goal, count } = Head::read(input)?;
        // Before memory is asked for: a number that a file does not hold is no number of positions.
        if u128::from(length) != text.len() as u128 + 16 * u128::from(count) + 8 {
            return Err(damaged("its length is not that of its positions"));
        }
        let game = variant.compile().map_err(damaged)?;
        let mut table = Self::empty(&game, goal).ok_or_else(|| damaged("its boards are too large"))?;
        let mut check = Check::new(&text);
        let mut word = || {
            let mut bytes = [0; 8];
            input.read_exact(&mut bytes).map_err(damaged)?;
            Ok::<u64, String>(u64::from_le_bytes(bytes))
        };
        let mut words = |check: &mut Check| {
            let read = (0..count).map(|_| word().inspect(|word| check.add(*word)));
            read.collect::<Result<Vec<u64>, String>>()
        };
        let (keys, values) = (words(&mut check)?, words(&mut check)?);
        if word()? != check.0 {
            return Err(damaged("its check does not hold"));
        }
        for (key, value) in keys.into_iter().zip(values.into_iter().map(f64::from_bits)) {
            let Layer { keys, values } = table.layers.entry(table.boards.sum(key)).or_default();
            if keys.last().is_some_and(|last| *last >= key) || !value.is_finite() {
                return Err(damaged("its boards are out of order, or a value is no number"));
            }
            keys.push(key);
            values.push(value);
        }
        Ok(table)
    }
}

fn damaged(says: impl fmt::Display) -> String {
    format!("the table is damaged: {says}")
}

/// The lines before the boards.
struct Head {
    text: String,
    variant: Variant,
    goal: Goal,
    count: u64,
}

impl Head {
    fn read(input: &mut impl BufRead) -> Result<Self, String> {
        let foreign = || format!("this is no {FORMAT}");
        let mut text = String::new();
        let mut line = |name: &str| {
            let begin = text.len();
            let mut limited = input.by_ref().take(Variant::MAX_BYTES as u64);
            limited.read_line(&mut text).map_err(|_| foreign())?;
            let rest = text[begin..].strip_suffix('\n').and_then(|line| line.strip_prefix(name)).map(str::to_owned);
            rest.ok_or_else(|| damaged(format_args!("there is no line “{}”", name.trim_end())))
        };
        if line(FORMAT).as_deref() != Ok("") {
            return Err(foreign());
        }
        let (hash, rules) = (line("variant ")?, line("rules ")?);
        let (goal, count) = (line("goal ")?, line("positions ")?);
        let variant = Variant::from_text(&rules).map_err(damaged)?;
        if format!("{:016x}", variant.hash()) != hash {
            return Err(damaged("the rules are not those of its variant"));
        }
        let goal = Goal::named(&goal).ok_or_else(|| damaged("the goal is neither win nor score"))?;
        let count = count.parse().map_err(|_| damaged("the number of positions is no number"))?;
        Ok(Self { text, variant, goal, count })
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
