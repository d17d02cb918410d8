//! Values as files, `tilewright-values 1`.
//!
//! ```text
//! tilewright-values 1
//! variant 3f0c…                     hash of the variant
//! rules {"family":"slide",…}        its canonical text
//! features full 91b2…               or small: which tables it has follows from the rules; and a hash of them
//! training seed=1 threads=1 moves=2000000 games=1234
//! unit 0.0625                       what a step of a weight is worth
//! ```
//!
//! Then for each table the number of its weights that are not zero, and for each of those the distance of its index from
//! the one before and the weight in units; all as variable-length integers of 7 bits a byte, weights with their sign in
//! the lowest bit. The last 8 bytes are a check of everything before, little-endian.

use crate::{Size, Values, features::Features, trainer::Training, values::Table};
use std::{
    fmt, fs,
    io::{self, Read},
    path::Path,
};
use tilewright_core::fnv1a;
use tilewright_games::Variant;

const FORMAT: &str = "tilewright-values 1";
/// The longest file that is read.
const MAX_BYTES: u64 = 1 << 30;

impl Values {
    /// The values as a file of at most `max` bytes, as precise as fits: weights are rounded to multiples of a unit, and
    /// those that round to zero are left out.
    pub fn to_bytes(&self, max: Option<usize>) -> Vec<u8> {
        let tables: Vec<Vec<(u32, f32)>> = self.tables().iter().map(Table::entries).collect();
        let largest = tables.iter().flatten().map(|entry| entry.1.abs()).fold(1e-6, f32::max);
        // A power of two, so that rounding twice is rounding once.
        let mut unit = f32::exp2((largest / f32::from(i16::MAX)).log2().ceil());
        loop {
            let bytes = self.in_units(&tables, unit);
            if max.is_none_or(|max| bytes.len() <= max) || unit > largest {
                return bytes;
            }
            unit *= std::f32::consts::SQRT_2;
        }
    }

    fn in_units(&self, tables: &[Vec<(u32, f32)>], unit: f32) -> Vec<u8> {
        let Training { seed, threads, moves, games } = self.training();
        let mut bytes = format!(
            "{FORMAT}\nvariant {:016x}\nrules {}\nfeatures {} {:016x}\ntraining seed={seed} threads={threads} moves={moves} \
             games={games}\nunit {unit}\n",
            self.variant().hash(),
            self.variant().canonical(),
            self.size().name(),
            self.features().fingerprint(),
        )
        .into_bytes();
        for table in tables {
            let rounded = table.iter().map(|(index, weight)| (*index, (weight / unit).round() as i32));
            let rounded: Vec<_> = rounded.filter(|(_, steps)| *steps != 0).collect();
            put(&mut bytes, rounded.len() as u32);
            let mut next = 0;
            for (index, steps) in rounded {
                put(&mut bytes, index - next);
                put(&mut bytes, steps.unsigned_abs() << 1 | u32::from(steps < 0));
                next = index + 1;
            }
        }
        let check = fnv1a(&bytes);
        bytes.extend(check.to_le_bytes());
        bytes
    }

    /// The values in a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or holds no values; the text names the file.
    pub fn open(path: &Path) -> Result<Self, String> {
        let name = path.display();
        let closed = |error: io::Error| format!("cannot read {name}: {error}");
        let about = fs::metadata(path).map_err(closed)?;
        if !about.is_file() || about.len() > MAX_BYTES {
            // A pipe or a device might keep us waiting.
            return Err(format!("cannot read {name}: it is no file of values"));
        }
        let mut bytes = Vec::new();
        fs::File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes)).map_err(closed)?;
        Self::from_bytes(&bytes).map_err(|message| format!("{name}: {message}"))
    }

    /// The values in the bytes of a file. Takes memory in proportion to them.
    ///
    /// # Errors
    ///
    /// If the bytes are no values, or damaged ones.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let foreign = || format!("this is no {FORMAT}");
        let (text, check) = bytes.split_last_chunk::<8>().ok_or_else(foreign)?;
        let mut rest = text;
        let mut line = |name: &str| {
            let end = rest.iter().take(Variant::MAX_BYTES).position(|byte| *byte == b'\n');
            let (line, after) = end.map(|end| (&rest[..end], &rest[end + 1..])).unwrap_or_default();
            rest = after;
            let line = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix(name)).map(str::to_owned);
            line.ok_or_else(|| damaged(format_args!("there is no line “{}”", name.trim_end())))
        };
        if line(FORMAT).as_deref() != Ok("") {
            return Err(foreign());
        }
        if fnv1a(text) != u64::from_le_bytes(*check) {
            return Err(damaged("its check does not hold"));
        }
        let (hash, rules) = (line("variant ")?, line("rules ")?);
        let (size, training, unit) = (line("features ")?, line("training ")?, line("unit ")?);
        let variant = Variant::from_text(&rules).map_err(damaged)?;
        if format!("{:016x}", variant.hash()) != hash {
            return Err(damaged("the rules are not those of its variant"));
        }
        let (size, fingerprint) = size.split_once(' ').ok_or_else(|| damaged("its features have no hash"))?;
        let size = Size::named(size).ok_or_else(|| damaged("its features are neither full nor small"))?;
        let training = read_training(&training).ok_or_else(|| damaged("how it was trained cannot be read"))?;
        let unit: f32 = unit
            .parse()
            .ok()
            .filter(|unit: &f32| unit.is_normal() && *unit > 0.0 && *unit < 1e9)
            .ok_or_else(|| damaged("its unit is no positive number"))?;
        let game = variant.compile().map_err(damaged)?;
        let features = Features::new(&game, size);
        if format!("{:016x}", features.fingerprint()) != fingerprint {
            return Err("the values are of another version of this program; `tilewright train` learns them anew".into());
        }
        let sizes = features.sizes();
        let mut tables = Vec::with_capacity(sizes.len());
        for size in sizes {
            let entries = read_table(&mut rest, size, unit).ok_or_else(|| damaged("a table does not fit its place"))?;
            tables.push(Table::new(size, &entries));
        }
        if !rest.is_empty() {
            return Err(damaged("it goes on after its last table"));
        }
        Self::new(variant, size, training, tables).ok_or_else(|| damaged("its variant cannot be played"))
    }
}

fn damaged(message: impl fmt::Display) -> String {
    format!("the values are damaged: {message}")
}

/// Appends a number, 7 bits a byte, the lowest first; the highest bit says that more follow.
fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number that [`put`] appended.
fn take(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0u64;
    for shift in 0..5 {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << (7 * shift);
        if byte & 128 == 0 {
            return number.try_into().ok();
        }
    }
    None
}

/// The weights of a table.
fn read_table(bytes: &mut &[u8], size: u32, unit: f32) -> Option<Vec<(u32, f32)>> {
    let count = take(bytes)? as usize;
    // Before memory is asked for: a weight takes two bytes.
    if count > bytes.len() / 2 {
        return None;
    }
    let mut entries = Vec::with_capacity(count);
    let mut next = 0u32;
    for _ in 0..count {
        let index = next.checked_add(take(bytes)?).filter(|index| *index < size)?;
        let steps = take(bytes)?;
        let magnitude = (steps >> 1) as f32 * unit;
        entries.push((index, if steps & 1 == 1 { -magnitude } else { magnitude }));
        next = index + 1;
    }
    Some(entries)
}

fn read_training(text: &str) -> Option<Training> {
    let mut words = text.split(' ');
    let mut number = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix('=')?.parse::<u64>().ok();
    let (seed, threads) = (number("seed")?, number("threads")?);
    let (moves, games) = (number("moves")?, number("games")?);
    Some(Training { seed, threads: threads.try_into().ok()?, moves, games })
}
