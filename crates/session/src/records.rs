//! Records: what was played and how it went, per preset and variant, as text.
//!
//! ```text
//! tilewright-records 1
//! game <preset or custom> <hash of the variant>
//! counts <finished> <abandoned> <with help> <turns in all>
//! best <score without help> <score with help> <largest tile> <longest game>
//! tiles <tile>:<games> …                      games by their largest tile
//! played <when> <score> <turns> <tile> <stuck|turn-limit|open> <seed or secret> <help>
//! ```
//!
//! Help is `none`, `undo`, `hint` or `both`, followed by `+` and the player if one played turns by itself.
//!
//! A game that was given up counts as abandoned and is never dropped from the numbers. `when` is the time of the caller's
//! clock, in seconds since 1970; there is no clock here.

use crate::{
    Assisted, Fact, Session, counted, grouped,
    replay::{end_word, hex, number, read_end_word},
};
use std::{collections::BTreeMap, fmt, fmt::Write};
use tilewright_core::Reason;
use tilewright_games::Preset;

/// What stands in place of statistics before the first game counts.
pub const NO_RECORDS: &str = "Nothing yet. A game counts once it is over or given up; one in progress does not.";

const HEADER: &str = "tilewright-records 1";
/// How many of the last games of a variant are listed one by one.
const MAX_HISTORY: usize = 200;

/// What was played of each game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Records {
    games: BTreeMap<Key, Record>,
}

/// Which game: a preset by its id or `custom`, and the hash of the variant. A preset that changes starts anew.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key {
    /// The preset's id, or `custom`.
    pub name: String,
    /// The hash of the variant.
    pub variant: u64,
}

/// How it went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Games played to their end.
    pub finished: u64,
    /// Games given up.
    pub abandoned: u64,
    /// How many of both had help from undo or hints.
    pub assisted: u64,
    /// The turns of all games.
    pub turns: u64,
    /// The best score without help.
    pub best: u64,
    /// The best score with help.
    pub best_assisted: u64,
    /// The largest tile.
    pub largest: u32,
    /// The most turns of a game.
    pub longest: u64,
    /// How many games ended with which largest tile.
    pub tiles: BTreeMap<u32, u64>,
    /// The last games, oldest first.
    pub history: Vec<GameResult>,
}

/// The best scores of a game, `None` if it was not played that way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Best {
    /// Without help from undo, hints or autoplay.
    pub unhelped: Option<u64>,
    /// With help.
    pub helped: Option<u64>,
}

impl Best {
    /// As text: `1234`, `–` if there was no game without help, and `1234 (5678 with help)` if help did better.
    /// `number` writes a score.
    pub fn text(self, number: impl Fn(u64) -> String) -> String {
        let best = self.unhelped.map_or_else(|| "–".into(), &number);
        match self.helped.filter(|helped| self.unhelped.is_none_or(|best| *helped > best)) {
            Some(helped) => format!("{best} ({} with help)", number(helped)),
            None => best,
        }
    }

    /// The best scores if a game with this score is counted as well.
    pub fn including(self, score: u64, is_helped: bool) -> Self {
        let Self { unhelped, helped } = self;
        if is_helped {
            Self { helped: helped.max(Some(score)), unhelped }
        } else {
            Self { unhelped: unhelped.max(Some(score)), helped }
        }
    }
}

/// One game that is over or was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// When, in seconds since 1970, by the caller's clock.
    pub when: u64,
    /// The points.
    pub score: u64,
    /// The turns.
    pub turns: u64,
    /// The largest tile at the end.
    pub tile: u32,
    /// Why it was over; `None` if it was given up.
    pub end: Option<Reason>,
    /// The seed; `None` if the dice were secret.
    pub seed: Option<u64>,
    /// What help was taken.
    pub help: Assisted,
}

/// Records that cannot be read: the line, from 1, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordsError {
    /// The line.
    pub line: usize,
    /// What is wrong, as a sentence.
    pub message: String,
}

impl fmt::Display for RecordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordsError {}

impl Key {
    /// The key of a preset.
    pub fn preset(preset: &Preset) -> Self {
        Self { name: preset.id.into(), variant: preset.variant.hash() }
    }

    /// The key of what a session plays.
    pub fn of(session: &Session) -> Self {
        let setup = session.setup();
        match setup.preset {
            Some(preset) => Self::preset(preset),
            None => Self { name: "custom".into(), variant: setup.variant.hash() },
        }
    }

    /// The preset, if it has the same rules still.
    fn current_preset(&self) -> Option<&'static Preset> {
        Preset::find(&self.name).filter(|preset| preset.variant.hash() == self.variant)
    }

    /// The title of the preset, or else what `custom` calls the variant of this hash. Rules that are neither have the
    /// title that is left and the first digits of their hash.
    pub fn title(&self, custom: impl FnOnce(u64) -> Option<String>) -> String {
        if let Some(preset) = self.current_preset() {
            return preset.title.clone();
        }
        custom(self.variant).unwrap_or_else(|| {
            let title = Preset::find(&self.name).map_or(&self.name, |preset| &preset.title);
            format!("{title} {:04x}", self.variant >> 48)
        })
    }

    /// The preset's id, followed by the variant's hash if the preset has other rules now or there is none.
    pub fn id(&self) -> String {
        match self.current_preset() {
            Some(preset) => preset.id.into(),
            None => format!("{} {:016x}", self.name, self.variant),
        }
    }
}

impl GameResult {
    /// The game as it stands now.
    pub fn of(session: &Session, when: u64) -> Self {
        Self {
            when,
            score: session.score(),
            turns: session.turn() as u64,
            tile: session.largest(),
            end: session.over(),
            seed: session.seed(),
            help: session.assisted(),
        }
    }

    /// The seed in decimal, or `secret`.
    pub fn seed_text(&self) -> String {
        self.seed.map_or_else(|| "secret".into(), |seed| seed.to_string())
    }

    /// Why it was over, in a word or two: `stuck`, `given up`.
    pub fn end_words(&self) -> &'static str {
        self.end.map_or("given up", Reason::name)
    }

    /// Whether there was help.
    pub fn assisted(&self) -> bool {
        self.help.any()
    }
}

impl Record {
    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.finished.saturating_add(self.abandoned)
    }

    /// The best scores without and with help, each `None` if there was no such game. “Best” alone always means the first.
    pub fn best_scores(&self) -> Best {
        Best {
            unhelped: (self.games() > self.assisted).then_some(self.best),
            helped: (self.assisted > 0).then_some(self.best_assisted),
        }
    }

    /// The mean score of the games in the list; `None` if it is empty.
    pub fn mean(&self) -> Option<u64> {
        let count = u128::try_from(self.history.len()).ok().filter(|&count| count > 0)?;
        let sum: u128 = self.history.iter().map(|entry| u128::from(entry.score)).sum();
        Some((sum / count) as u64)
    }

    /// The numbers by their names, in the order in which they are shown.
    pub fn facts(&self) -> Vec<Fact> {
        let score = |score: Option<u64>| score.map_or_else(|| "–".into(), grouped);
        let Best { unhelped, helped } = self.best_scores();
        [
            ("Best", score(unhelped)),
            ("Best with help", score(helped)),
            ("Mean of the last", score(self.mean())),
            ("Games", grouped(self.games())),
            ("Finished", grouped(self.finished)),
            ("Given up", grouped(self.abandoned)),
            ("With help", grouped(self.assisted)),
            ("Largest tile", grouped(self.largest.into())),
            ("Longest game", counted(self.longest, "turn")),
            ("Turns in all", grouped(self.turns)),
        ]
        .map(|(name, value)| Fact { name, value, achieved: false })
        .into()
    }

    fn add(&mut self, entry: GameResult) {
        let abandoned = entry.end.is_none();
        let count = |counter: &mut u64, by: bool| *counter = counter.saturating_add(u64::from(by));
        count(&mut self.finished, !abandoned);
        count(&mut self.abandoned, abandoned);
        count(&mut self.assisted, entry.assisted());
        count(self.tiles.entry(entry.tile).or_default(), true);
        self.turns = self.turns.saturating_add(entry.turns);
        let best = if entry.assisted() { &mut self.best_assisted } else { &mut self.best };
        *best = entry.score.max(*best);
        self.largest = self.largest.max(entry.tile);
        self.longest = self.longest.max(entry.turns);
        self.history.push(entry);
        self.history.sort_by_key(|entry| entry.when);
        self.history.drain(..self.history.len().saturating_sub(MAX_HISTORY));
    }

    /// Adds the games of another record that this one does not have.
    fn merge(&mut self, other: &Self) {
        let ours = self.history.clone();
        let shared: Vec<_> = other.history.iter().filter(|entry| ours.contains(entry)).collect();
        let count = |test: &dyn Fn(&GameResult) -> bool| shared.iter().filter(|entry| test(entry)).count() as u64;
        let add = |ours: &mut u64, theirs: u64, both: u64| *ours = ours.saturating_add(theirs.saturating_sub(both));
        add(&mut self.finished, other.finished, count(&|entry| entry.end.is_some()));
        add(&mut self.abandoned, other.abandoned, count(&|entry| entry.end.is_none()));
        add(&mut self.assisted, other.assisted, count(&GameResult::assisted));
        add(&mut self.turns, other.turns, shared.iter().fold(0, |sum: u64, entry| sum.saturating_add(entry.turns)));
        for (&tile, &games) in &other.tiles {
            add(self.tiles.entry(tile).or_default(), games, count(&|entry| entry.tile == tile));
        }
        self.best = self.best.max(other.best);
        self.best_assisted = self.best_assisted.max(other.best_assisted);
        self.largest = self.largest.max(other.largest);
        self.longest = self.longest.max(other.longest);
        self.history.extend(other.history.iter().filter(|entry| !ours.contains(entry)));
        self.history.sort_by_key(|entry| entry.when);
        self.history.drain(..self.history.len().saturating_sub(MAX_HISTORY));
    }
}

impl Records {
    /// The longest text that is read at all.
    pub const MAX_BYTES: usize = 16 << 20;

    /// Counts a game that is over or given up.
    pub fn add(&mut self, key: Key, entry: GameResult) {
        self.games.entry(key).or_default().add(entry);
    }

    /// How one game went so far.
    pub fn get(&self, key: &Key) -> Option<&Record> {
        self.games.get(key)
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Record)> {
        self.games.iter()
    }

    /// Adds the games of other records that these do not have, as when two processes or two machines played. A game in
    /// both lists is counted once.
    pub fn merge(&mut self, other: &Self) {
        if self == other {
            return;
        }
        for (key, record) in &other.games {
            match self.games.get_mut(key) {
                Some(ours) if ours == record => {}
                Some(ours) => ours.merge(record),
                None => {
                    self.games.insert(key.clone(), record.clone());
                }
            }
        }
    }

    /// The records as text.
    pub fn write(&self) -> String {
        let mut text = format!("{HEADER}\n");
        let mut line = |words: fmt::Arguments<'_>| {
            writeln!(text, "{words}").expect("writing to a string succeeds");
        };
        for (key, record) in &self.games {
            line(format_args!("game {} {:016x}", key.name, key.variant));
            let Record { finished, abandoned, assisted, turns, best, best_assisted, largest, longest, .. } = record;
            line(format_args!("counts {finished} {abandoned} {assisted} {turns}"));
            line(format_args!("best {best} {best_assisted} {largest} {longest}"));
            let tiles: Vec<_> = record.tiles.iter().map(|(tile, games)| format!("{tile}:{games}")).collect();
            line(format_args!("tiles {}", tiles.join(" ")));
            for game in &record.history {
                let GameResult { when, score, turns, tile, end, help, .. } = game;
                let help = help.word();
                let (end, seed) = (end_word(*end), game.seed_text());
                line(format_args!("played {when} {score} {turns} {tile} {end} {seed} {help}"));
            }
        }
        text
    }

    /// The records in a text.
    ///
    /// # Errors
    ///
    /// Names the first line that cannot be read.
    pub fn read(text: &str) -> Result<Self, RecordsError> {
        let wrong = |line: usize, message: &str| RecordsError { line, message: message.into() };
        if text.len() > Self::MAX_BYTES {
            return Err(wrong(1, "records are never this long"));
        }
        let mut lines = (1..).zip(text.lines()).peekable();
        if lines.next().map(|(_, words)| words) != Some(HEADER) {
            return Err(wrong(1, "records start with “tilewright-records 1”"));
        }
        let mut records = Self::default();
        while let Some((at, words)) = lines.next() {
            let key = read_key(words).ok_or_else(|| wrong(at, "expected “game name hash”"))?;
            let mut numbers = |word: &str| {
                let (at, words) = lines.next().unwrap_or((at + 1, ""));
                read_numbers(words, word).ok_or_else(|| wrong(at, &format!("expected “{word}” and four numbers")))
            };
            let [finished, abandoned, assisted, turns] = numbers("counts")?;
            let [best, best_assisted, largest, longest] = numbers("best")?;
            let largest = u32::try_from(largest).map_err(|_| wrong(at + 2, "no tile is that large"))?;
            let (at, words) = lines.next().unwrap_or((at + 3, ""));
            let tiles = read_tiles(words).ok_or_else(|| wrong(at, "expected “tiles tile:games …”"))?;
            let mut history = Vec::new();
            while let Some((at, words)) = lines.next_if(|(_, words)| words.starts_with("played ")) {
                let entry = read_entry(words)
                    .ok_or_else(|| wrong(at, "expected “played when score turns tile end seed help”"))?;
                if history.len() == MAX_HISTORY {
                    return Err(wrong(at, &format!("at most {MAX_HISTORY} games are listed")));
                }
                history.push(entry);
            }
            let record =
                Record { finished, abandoned, assisted, turns, best, best_assisted, largest, longest, tiles, history };
            if records.games.insert(key, record).is_some() {
                return Err(wrong(at - 3, "this game is listed twice"));
            }
        }
        Ok(records)
    }
}

fn read_key(words: &str) -> Option<Key> {
    let (name, variant) = words.strip_prefix("game ")?.split_once(' ')?;
    let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    plain.then_some(Key { name: name.into(), variant: hex(variant)? })
}

fn read_numbers(words: &str, word: &str) -> Option<[u64; 4]> {
    let numbers: Vec<u64> =
        words.strip_prefix(word)?.strip_prefix(' ')?.split(' ').map(number).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn read_tiles(words: &str) -> Option<BTreeMap<u32, u64>> {
    let words = words.strip_prefix("tiles ")?;
    let pairs = words.split(' ').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (tile, games) = pair.split_once(':')?;
            Some((u32::try_from(number(tile)?).ok()?, number(games)?))
        })
        .collect()
}

fn read_entry(words: &str) -> Option<GameResult> {
    let words: Vec<_> = words.strip_prefix("played ")?.split(' ').collect();
    let [when, score, turns, tile, end, seed, help] = words.try_into().ok()?;
    Some(GameResult {
        when: number(when)?,
        score: number(score)?,
        turns: number(turns)?,
        tile: u32::try_from(number(tile)?).ok()?,
        end: read_end_word(end)?,
        seed: if seed == "secret" { None } else { Some(number(seed)?) },
        help: Assisted::from_word(help)?,
    })
}

impl FromIterator<(Key, Record)> for Records {
    fn from_iter<I: IntoIterator<Item = (Key, Record)>>(games: I) -> Self {
        Self { games: games.into_iter().collect() }
    }
}
