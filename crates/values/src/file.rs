//! Values as files, `tilewright-values 1`.
//!
//! ```text
//! tilewright-values 1
//! variant 3f0c…                     hash of the variant
//! rules {"family":"slide",…}        its canonical text
//! features full 91b2…               or small: which tables it has follows from the rules; and a hash of them. A number
//!                                   after it is that of stages which have tables of their own, if that is more than one
//! tuples runs 4; singles            only if a feature set was given: which tables it has follows from it instead
//! training seed=1 threads=1 moves=2000000 games=1234
//! unit 0.0625                       what a step of a weight is worth
//! ```
//!
//! Then the tables, in an adaptive range coder (`coder.rs`): for each the number of its weights that are not zero, and for
//! each of those the distance of its index from the one before and the weight in units, as the difference from what
//! neighbouring entries suggest. The last 8 bytes are a check of everything before, little-endian.

use crate::{
    FeatureSet, Size, Values,
    coder::{Coder, Decoder, Encoder, Numbers},
    features::{Features, Recipe},
    store::Store,
    trainer::Training,
};
use std::{
    fmt, fs,
    io::{self, Read},
    path::Path,
};
use tilewright_core::fnv1a;
use tilewright_games::Variant;

const FORMAT: &str = "tilewright-values 1";
/// The longest line.
const MAX_LINE: usize =
    if Variant::MAX_BYTES > FeatureSet::MAX_BYTES { Variant::MAX_BYTES } else { FeatureSet::MAX_BYTES };
/// The longest file that is read.
const MAX_BYTES: u64 = 1 << 30;

impl Values {
    /// The values as a file of at most `max` bytes, as precise as fits: weights are rounded to multiples of a unit, and
    /// those that round to zero are left out.
    pub fn to_bytes(&self, max: Option<usize>) -> Vec<u8> {
        let entries = self.store().entries();
        let largest = entries.iter().map(|entry| entry.1.abs()).fold(1e-6, f32::max);
        // A power of two, so that rounding twice is rounding once.
        let mut unit = f32::exp2((largest / f32::from(i16::MAX)).log2().ceil());
        loop {
            let bytes = self.in_units(&entries, unit);
            if max.is_none_or(|max| bytes.len() <= max) || unit > largest {
                return bytes;
            }
            unit *= std::f32::consts::SQRT_2;
        }
    }

    fn in_units(&self, entries: &[(u32, f32)], unit: f32) -> Vec<u8> {
        let Training { seed, threads, moves, games } = self.training();
        let stages = match self.features().stages() {
            (1, _) => String::new(),
            (stages, _) => format!(" {stages}"),
        };
        let tuples = self.feature_set().map_or(String::new(), |set| format!("tuples {set}\n"));
        let mut bytes = format!(
            "{FORMAT}\nvariant {:016x}\nrules {}\nfeatures {} {:016x}{stages}\n{tuples}training seed={seed} threads={threads} moves={moves} \
             games={games}\nunit {unit}\n",
            self.variant().hash(),
            self.variant().canonical(),
            self.size().name(),
            self.features().fingerprint(),
        )
        .into_bytes();
        let mut encoder = Encoder::new();
        let (starts, total) = self.features().starts();
        let ends = starts.iter().skip(1).chain([&total]);
        let mut rest = entries;
        for (start, end) in starts.iter().zip(ends) {
            let (table, others) = rest.split_at(rest.partition_point(|(place, _)| place < end));
            rest = others;
            let rounded = table.iter().map(|(place, weight)| (place - start, (weight / unit).round() as i32));
            let rounded: Vec<_> = rounded.filter(|(_, steps)| *steps != 0).collect();
            let mut model = Model::default();
            model.count(&mut encoder, rounded.len() as u32);
            rounded.into_iter().for_each(|entry| {
                model.entry(&mut encoder, entry);
            });
        }
        bytes.extend(encoder.finish());
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
            let end = rest.iter().take(MAX_LINE).position(|byte| *byte == b'\n');
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
        let (hash, rules, size) = (line("variant ")?, line("rules ")?, line("features ")?);
        // The line of a feature set is there or not.
        let next = line("")?;
        let (set, training) = match next.strip_prefix("tuples ") {
            Some(set) => (Some(set.parse().map_err(damaged)?), line("")?),
            None => (None, next),
        };
        let training = training.strip_prefix("training ").ok_or_else(|| damaged("there is no line “training”"))?;
        let unit = line("unit ")?;
        let variant = Variant::from_text(&rules).map_err(damaged)?;
        if format!("{:016x}", variant.hash()) != hash {
            return Err(damaged("the rules are not those of its variant"));
        }
        let (size, fingerprint) = size.split_once(' ').ok_or_else(|| damaged("its features have no hash"))?;
        let (fingerprint, stages) = match fingerprint.split_once(' ') {
            Some((fingerprint, stages)) => (fingerprint, stages.parse().ok().filter(|stages| *stages > 1)),
            None => (fingerprint, Some(1)),
        };
        let size = Size::named(size).ok_or_else(|| damaged("its features are neither full nor small"))?;
        let training = read_training(training).ok_or_else(|| damaged("how it was trained cannot be read"))?;
        let unit: f32 = unit
            .parse()
            .ok()
            .filter(|unit: &f32| unit.is_normal() && *unit > 0.0 && *unit < 1e9)
            .ok_or_else(|| damaged("its unit is no positive number"))?;
        let game = variant.compile().map_err(damaged)?;
        let recipe = Recipe { size, set };
        let mut features = Features::new(&game, &recipe).map_err(damaged)?;
        let stages = stages.filter(|stages| *stages <= features.stages().1);
        features.open_stages(stages.ok_or_else(|| damaged("it has stages that its boards do not have"))?);
        if format!("{:016x}", features.fingerprint()) != fingerprint {
            return Err("the values are of another version of this program; `tilewright train` learns them anew".into());
        }
        let unfit = || damaged("a table does not fit its place");
        let sizes = features.sizes();
        let (starts, total) = features.starts();
        let mut entries = Vec::new();
        let mut decoder = Decoder::new(rest).ok_or_else(unfit)?;
        for (start, size) in starts.into_iter().zip(sizes) {
            read_table(&mut decoder, size, unit, start, &mut entries).ok_or_else(unfit)?;
        }
        if !decoder.rest().is_empty() {
            return Err(damaged("it goes on after its last table"));
        }
        Ok(Self::new(variant, &game, recipe, training, features, Store::new(total, &entries)))
    }
}

fn damaged(message: impl fmt::Display) -> String {
    format!("the values are damaged: {message}")
}

/// How the weights of a table are coded: what is expected of them, learned on the way. The same for writing and reading.
#[derive(Default)]
struct Model {
    count: Numbers,
    /// By whether the last distance was 0.
    distances: [Numbers; 2],
    /// By how many bits the last differences had.
    weights: [Numbers; MAX_SPREAD + 1],
    /// The index after the last.
    next: u32,
    /// The last weight in units.
    last: i32,
    /// The last weight at an index with the same last hexadecimal digit.
    above: [i32; 16],
    is_apart: bool,
    /// The usual magnitude of differences, times 4.
    spread: u32,
}

/// The most bits of differences that are told apart.
const MAX_SPREAD: usize = 14;
/// The most units of a weight.
const MAX_STEPS: i32 = 1 << 28;
/// The most weights in a byte, roughly: no bit takes less than a hundredth of one.
const MAX_A_BYTE: usize = 512;

impl Model {
    /// The number of weights.
    fn count(&mut self, coder: &mut impl Coder, count: u32) -> Option<u32> {
        self.count.code(coder, count)
    }

    /// The next weight: its index and its units. A reader ignores the one that it is given.
    fn entry(&mut self, coder: &mut impl Coder, (index, steps): (u32, i32)) -> Option<(u32, i32)> {
        let distance = self.distances[usize::from(self.is_apart)].code(coder, index.wrapping_sub(self.next))?;
        let index = self.next.checked_add(distance)?;
        self.is_apart = distance != 0;
        self.next = index.checked_add(1)?;
        let above = &mut self.above[index as usize & 15];
        let expected = if self.is_apart { *above } else { (self.last + *above) / 2 };
        let context = (self.spread >> 2).checked_ilog2().map_or(0, |log| log as usize + 1).min(MAX_SPREAD);
        let difference = steps.wrapping_sub(expected);
        let folded = (difference << 1 ^ difference >> 31) as u32;
        let folded = self.weights[context].code(coder, folded)?;
        let difference = (folded >> 1) as i32 ^ -((folded & 1) as i32);
        let steps = expected.checked_add(difference).filter(|steps| steps.abs() <= MAX_STEPS)?;
        self.spread = self.spread - (self.spread >> 2) + difference.unsigned_abs();
        (*above, self.last) = (steps, steps);
        Some((index, steps))
    }
}

/// Reads the weights of a table that starts at this place.
fn read_table(
    decoder: &mut Decoder<'_>,
    size: u32,
    unit: f32,
    start: u32,
    entries: &mut Vec<(u32, f32)>,
) -> Option<()> {
    let mut model = Model::default();
    let count = model.count(decoder, 0)?;
    // Before there is memory for them.
    if count as usize > MAX_A_BYTE * (decoder.rest().len() + 4) {
        return None;
    }
    for _ in 0..count {
        let (index, steps) = model.entry(decoder, (0, 0)).filter(|(index, _)| *index < size)?;
        entries.push((start + index, steps as f32 * unit));
    }
    Some(())
}

fn read_training(text: &str) -> Option<Training> {
    let mut words = text.split(' ');
    let mut number = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix('=')?.parse::<u64>().ok();
    let (seed, threads) = (number("seed")?, number("threads")?);
    let (moves, games) = (number("moves")?, number("games")?);
    Some(Training { seed, threads: threads.try_into().ok()?, moves, games })
}
