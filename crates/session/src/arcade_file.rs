//! Everything that a user has as one file: the format of terminal and pages, so that games can be carried between the two.
//!
//! ```text
//! {"format": "tilewright-arcade", "version": 1,
//!  "games": [{"slot", "title", "when", "save", "begun", "time"}],      in progress; times in milliseconds
//!  "records": "…", "dailies": "…",                                      texts of their own formats
//!  "variants": [{"name", "variant", "when"}],                           rules as canonical JSON text
//!  "replays": [{"title", "score", "turns", "when", "replay"}],
//!  "settings": {"theme": "dark", …}}
//! ```
//!
//! A file that is wrong anywhere is refused whole.

use crate::{Dailies, PlayTime, Records, Replay, Save, Session};
use serde::Serialize;
use serde_json::{Map, Value, json};
use tilewright_games::Variant;

const FORMAT: &str = "tilewright-arcade";
const VERSION: u64 = 1;
/// The most things of a kind.
const MAX_ITEMS: usize = 10_000;
/// The longest name, in characters.
const MAX_NAME: usize = 200;

/// A file of the arcade that was read: every part of it was checked by the code that uses it.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ArcadeFile {
    /// Games in progress.
    pub games: Vec<FileGame>,
    /// The records, as [`Records::write`] writes them.
    pub records: String,
    /// The results of daily challenges, as [`Dailies::write`] writes them.
    pub dailies: String,
    /// Custom variants.
    pub variants: Vec<FileVariant>,
    /// Games that are over.
    pub replays: Vec<FileReplay>,
    /// Settings: an object; what is in it is checked where it is used.
    #[cfg_attr(feature = "typescript", tsify(type = "Partial<Settings>"))]
    pub settings: Value,
}

/// A game in progress. Times are in milliseconds.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileGame {
    /// The name of its slot, which says whether it is a challenge of the day.
    pub slot: String,
    /// What it is called.
    pub title: String,
    /// When it was saved.
    pub when: u64,
    /// The save, without the time that it took.
    pub save: String,
    /// When its first turn was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub begun: Option<u64>,
    /// How long it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub time: Option<u64>,
    /// The game in the save, with its times.
    #[serde(skip)]
    pub session: Session,
}

/// A custom variant.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileVariant {
    /// Its name.
    pub name: String,
    /// The rules, as canonical text.
    pub variant: String,
    /// When it was stored, in milliseconds.
    pub when: u64,
    /// The rules in the text.
    #[serde(skip)]
    pub rules: Variant,
}

/// A game that is over.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileReplay {
    /// What it is called.
    pub title: String,
    /// Its score.
    pub score: u64,
    /// Its turns.
    pub turns: u64,
    /// When it ended, in milliseconds.
    pub when: u64,
    /// The replay.
    pub replay: String,
    /// The game in the replay.
    #[serde(skip)]
    pub session: Session,
}

impl ArcadeFile {
    /// The longest text that is read at all.
    pub const MAX_BYTES: usize = 64 << 20;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the text is no file of the arcade, or any part of it is wrong; as a sentence that names the part.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > Self::MAX_BYTES {
            return Err("this file is longer than any that the arcade writes".into());
        }
        let value: Value =
            serde_json::from_str(text).map_err(|_| "this is no file of the arcade: it is no JSON".to_owned())?;
        let file = value.as_object().filter(|file| file.get("format") == Some(&FORMAT.into()));
        let file = file.ok_or_else(|| format!("this is no file of the arcade: its format is not “{FORMAT}”"))?;
        if file.get("version") != Some(&VERSION.into()) {
            return Err(format!("this file has another version; this program reads version {VERSION}"));
        }
        let part = |key: &str| match file.get(key) {
            None => Ok(""),
            Some(Value::String(text)) => Ok(text.as_str()),
            Some(_) => Err(format!("in this file, {key} should be a text")),
        };
        let records = match part("records")? {
            "" => Records::default(),
            text => Records::read(text).map_err(|error| format!("records: {error}"))?,
        };
        let dailies = match part("dailies")? {
            "" => Dailies::default(),
            text => Dailies::read(text).map_err(|error| format!("dailies: {error}"))?,
        };
        let settings = match file.get("settings") {
            None => json!({}),
            Some(Value::Object(settings)) => Value::Object(settings.clone()),
            Some(_) => return Err("in this file, settings should be an object".into()),
        };
        Ok(Self {
            games: list(file, "games", read_game)?,
            records: records.write(),
            dailies: dailies.write(),
            variants: list(file, "variants", read_variant)?,
            replays: list(file, "replays", read_replay)?,
            settings,
        })
    }

    /// The text of a file with these parts.
    pub fn write(
        games: Vec<Value>,
        records: &Records,
        dailies: &Dailies,
        variants: Vec<Value>,
        replays: Vec<Value>,
        settings: Value,
    ) -> String {
        let file = json!({
            "format": FORMAT, "version": VERSION, "games": games, "records": records.write(), "dailies": dailies.write(),
            "variants": variants, "replays": replays, "settings": settings,
        });
        format!("{file:#}\n")
    }
}

fn read_game(item: &Map<String, Value>) -> Result<FileGame, String> {
    let save = text_of(item, "save")?;
    let mut session = Save::read(save).map_err(|error| error.to_string())?;
    let optional = |key: &str| item.get(key).map(|_| number_of(item, key)).transpose();
    let (begun, time) = (optional("begun")?, optional("time")?);
    if let Some(begun) = begun {
        session.set_time(PlayTime { begun: Some(begun / 1000), milliseconds: time.unwrap_or(0) });
    }
    let (slot, title) = (line_of(item, "slot")?, line_of(item, "title")?);
    Ok(FileGame { slot, title, when: number_of(item, "when")?, save: save.into(), begun, time, session })
}

fn read_variant(item: &Map<String, Value>) -> Result<FileVariant, String> {
    let rules = Variant::from_text(text_of(item, "variant")?).map_err(|error| error.to_string())?;
    rules.compile().map_err(|error| error.to_string())?;
    Ok(FileVariant { name: line_of(item, "name")?, variant: rules.canonical(), when: number_of(item, "when")?, rules })
}

fn read_replay(item: &Map<String, Value>) -> Result<FileReplay, String> {
    let replay = text_of(item, "replay")?;
    let session = Replay::read(replay).and_then(|replay| replay.session()).map_err(|error| error.to_string())?;
    Ok(FileReplay {
        title: line_of(item, "title")?,
        // What the replay says, whatever stands next to it.
        score: session.score(),
        turns: session.turn() as u64,
        when: number_of(item, "when")?,
        replay: replay.into(),
        session,
    })
}

fn list<T>(
    file: &Map<String, Value>,
    key: &str,
    read: impl Fn(&Map<String, Value>) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let wrong = || format!("in this file, {key} should be a list of at most {MAX_ITEMS} objects");
    let items = match file.get(key) {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) if items.len() <= MAX_ITEMS => items,
        Some(_) => return Err(wrong()),
    };
    let read_item = |(i, item): (usize, &Value)| {
        read(item.as_object().ok_or_else(wrong)?).map_err(|error| format!("{key} {}: {error}", i + 1))
    };
    items.iter().enumerate().map(read_item).collect()
}

fn text_of<'a>(item: &'a Map<String, Value>, key: &str) -> Result<&'a str, String> {
    item.get(key).and_then(Value::as_str).ok_or_else(|| format!("{key} should be a text"))
}

/// A text of one line that can be shown.
fn line_of(item: &Map<String, Value>, key: &str) -> Result<String, String> {
    let text = text_of(item, key)?;
    let fine = (1..=MAX_NAME).contains(&text.chars().count()) && !text.contains(char::is_control);
    fine.then(|| text.to_owned()).ok_or_else(|| format!("{key} should be one line of 1 to {MAX_NAME} characters"))
}

fn number_of(item: &Map<String, Value>, key: &str) -> Result<u64, String> {
    // Times of a browser may have fractions.
    let number = item.get(key).and_then(Value::as_f64).filter(|number| (0.0..1e15).contains(number));
    number.map(|number| number as u64).ok_or_else(|| format!("{key} should be a number that is not negative"))
}
