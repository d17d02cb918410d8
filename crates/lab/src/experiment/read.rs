//! Reads experiment files. Each mistake is answered with its line, what is there and what would be allowed.

use super::{Experiment, ExperimentError, Probe, Varied, grid, practice};
use serde_json::{Map, Value};
use std::{collections::HashSet, ops::Range};
use tilewright_core::clip;
use tilewright_games::{Family, Field, Kind, Preset, Variant};
use tilewright_players::Player;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// The names at the top of a file.
const NAMES: [&str; 11] =
    ["format", "title", "base", "games", "turns", "seed", "players", "vary", "variant", "probe", "program"];
/// The longest title or name.
const MAX_NAME: usize = 200;
/// The deepest value; the reader calls itself.
const MAX_DEPTH: usize = 4;

type Entry<'a> = (&'a Spanned<std::borrow::Cow<'a, str>>, &'a Spanned<DeValue<'a>>);

impl Experiment {
    /// The longest file.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Reads an experiment file.
    ///
    /// # Errors
    ///
    /// The first mistake: its line, what is there and what would be allowed.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        // Some editors start a file with a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        if text.len() > Self::MAX_BYTES {
            let message = format!("an experiment file has at most {} bytes, not {}", Self::MAX_BYTES, text.len());
            return Err(ExperimentError { line: None, message });
        }
        let reader = Reader { text };
        let table = DeTable::parse(text).map_err(|error| {
            let line = error.span().map(|span| reader.line(&span));
            let message = error.message().lines().next().unwrap_or("it cannot be read");
            ExperimentError { line, message: format!("this is no TOML: {message}") }
        })?;
        reader.experiment(table.get_ref())
    }
}

struct Reader<'a> {
    text: &'a str,
}

/// A single variant: its name, the line it starts in, and what differs from the base.
pub(super) struct Single {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) fields: Map<String, Value>,
}

impl Reader<'_> {
    fn line(&self, span: &Range<usize>) -> usize {
        self.text.as_bytes()[..span.start.min(self.text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
    }

    fn error<T>(&self, span: Range<usize>, message: impl Into<String>) -> Result<T, ExperimentError> {
        Err(ExperimentError { line: Some(self.line(&span)), message: message.into() })
    }

    fn experiment(&self, table: &DeTable<'_>) -> Result<Experiment, ExperimentError> {
        self.known(table, &NAMES, "an experiment")?;
        let get = |name: &str| find(table, name);
        let missing = |name: &str, allowed: &str| ExperimentError {
            line: None,
            message: format!("`{name}` is missing; {allowed}"),
        };
        let expected = format!("it is \"{}\"", Experiment::FORMAT);
        let (_, format) = get("format").ok_or_else(|| missing("format", &expected))?;
        if format.get_ref().as_str() != Some(Experiment::FORMAT) {
            return self.wrong("format", format, &expected);
        }
        let title = get("title").map_or(Ok(String::new()), |(_, value)| self.words("title", value))?;
        let program = get("program").map(|(_, value)| self.words("program", value)).transpose()?;
        let (_, base) = get("base").ok_or_else(|| missing("base", "it names a preset, or is a table [base]"))?;
        let (base_name, base) = self.base(base)?;
        let games = self.number(table, "games", 400, 1..=Experiment::MAX_GAMES)?;
        let turns = self.number(table, "turns", 2000, 1..=Experiment::MAX_TURNS.into())? as u32;
        let seed = self.number(table, "seed", 1, 0..=u64::MAX)?;
        let (_, players) =
            get("players").ok_or_else(|| missing("players", "it lists players, like [\"random\", \"greedy\"]"))?;
        let players = self.players(players)?;
        let (varied, vary_line) = match get("vary") {
            None => (Vec::new(), 1),
            Some((key, value)) => (self.vary(value, base.family())?, self.line(&key.span())),
        };
        let singles = get("variant").map_or(Ok(Vec::new()), |(_, value)| self.singles(value, base.family()))?;
        let probe = get("probe").map(|(_, value)| self.probe(value, games)).transpose()?;
        let grid = grid::expand(&base_name, &base, &varied, vary_line, singles, seed)?;
        let experiment = Experiment {
            title,
            variants: grid.variants,
            refused: grid.refused,
            varied,
            players,
            games,
            turns,
            seed,
            probe,
            program,
            source: self.text.to_owned(),
            trainings: practice::Trainings::default(),
        };
        let total = u128::from(games) * experiment.variants.len() as u128 * experiment.players.len() as u128;
        if total > Experiment::MAX_TOTAL.into() {
            let message = format!(
                "these are {total} games; an experiment has at most {}: fewer games, variants or players",
                Experiment::MAX_TOTAL
            );
            return Err(ExperimentError { line: None, message });
        }
        Ok(experiment)
    }

    /// Refuses names that are not in the list.
    fn known(&self, table: &DeTable<'_>, names: &[&str], place: &str) -> Result<(), ExperimentError> {
        let stranger = table.iter().map(|(key, _)| key).find(|key| !names.contains(&key.get_ref().as_ref()));
        match stranger {
            None => Ok(()),
            Some(key) => {
                let listed = names.iter().filter(|name| **name != "program").copied().collect::<Vec<_>>().join(", ");
                let message = format!("`{}` is not known in {place}; there are {listed}", clip(key.get_ref()));
                self.error(key.span(), message)
            }
        }
    }

    fn wrong<T>(&self, name: &str, value: &Spanned<DeValue<'_>>, allowed: &str) -> Result<T, ExperimentError> {
        let found = match to_json(value.get_ref(), 0) {
            Some(found) => clip(&found.to_string()),
            None => format!("a {}", value.get_ref().type_str()),
        };
        self.error(value.span(), format!("`{name}` cannot be {found}; {allowed}"))
    }

    fn words(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<String, ExperimentError> {
        let plain = |text: &&str| !text.is_empty() && text.len() <= MAX_NAME && !text.chars().any(char::is_control);
        match value.get_ref().as_str().filter(plain) {
            Some(text) => Ok(text.to_owned()),
            None => self.wrong(name, value, &format!("it is one line of text of at most {MAX_NAME} bytes")),
        }
    }

    fn number(
        &self,
        table: &DeTable<'_>,
        name: &str,
        default: u64,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, ExperimentError> {
        let Some((_, value)) = find(table, name) else { return Ok(default) };
        match whole(value.get_ref()).filter(|number| range.contains(number)) {
            Some(number) => Ok(number),
            None => {
                let allowed = format!("it is a whole number from {} to {}", range.start(), range.end());
                self.wrong(name, value, &allowed)
            }
        }
    }

    fn base(&self, value: &Spanned<DeValue<'_>>) -> Result<(String, Variant), ExperimentError> {
        if let DeValue::Table(_) = value.get_ref() {
            let fields = to_json(value.get_ref(), 0).unwrap_or_default();
            return match Variant::from_json(&fields) {
                Ok(variant) => Ok(("base".into(), variant)),
                Err(error) => self.error(self.field_span(value, error.field()), format!("[base]: {error}")),
            };
        }
        match value.get_ref().as_str().and_then(Preset::find) {
            Some(preset) => Ok((preset.id.to_owned(), preset.variant)),
            None => {
                let ids: Vec<_> = Preset::all().iter().map(|preset| preset.id).collect();
                self.wrong("base", value, &format!("it is one of {}, or a table [base]", ids.join(", ")))
            }
        }
    }

    /// Where a field of a table stands, else the table.
    fn field_span(&self, table: &Spanned<DeValue<'_>>, field: Option<&str>) -> Range<usize> {
        let entry = table.get_ref().as_table().zip(field).and_then(|(table, field)| find(table, field));
        entry.map_or_else(|| table.span(), |(key, _)| key.span())
    }

    fn player(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<Player, ExperimentError> {
        let Some(text) = value.get_ref().as_str() else {
            return self.wrong(name, value, "it is a player's name, like \"mcts:nodes=500\"");
        };
        Player::parse(text).or_else(|error| self.error(value.span(), format!("`{name}`: {error}")))
    }

    fn players(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<Player>, ExperimentError> {
        let allowed = format!("it lists 1 to {} players, weakest first", Experiment::MAX_PLAYERS);
        let list = value.get_ref().as_array().filter(|list| (1..=Experiment::MAX_PLAYERS).contains(&list.len()));
        let Some(list) = list else { return self.wrong("players", value, &allowed) };
        let mut players: Vec<Player> = Vec::new();
        for item in list.iter() {
            let player = self.player("players", item)?;
            if players.contains(&player) {
                return self.error(item.span(), format!("{player} is named twice; every player plays once"));
            }
            players.push(player);
        }
        Ok(players)
    }

    fn vary(&self, value: &Spanned<DeValue<'_>>, family: Family) -> Result<Vec<Varied>, ExperimentError> {
        let Some(table) = value.get_ref().as_table() else {
            return self.wrong("vary", value, "it is a table of fields with the values to try, like law = [\"sum\"]");
        };
        let mut entries: Vec<Entry<'_>> = table.iter().collect();
        // The file's order, which names and columns have.
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut varied: Vec<Varied> = Vec::new();
        for (key, list) in entries {
            let field = self.field(key, family)?;
            let Some(items) = list.get_ref().as_array().filter(|items| !items.is_empty()) else {
                let allowed = format!("it lists the values to try; {}", field.kind.allowed());
                return self.wrong(field.name, list, &allowed);
            };
            if varied.iter().any(|other| other.field == field.name) {
                return self
                    .error(key.span(), format!("field `{}` is given twice, under both of its names", field.name));
            }
            let (mut values, mut seen) = (Vec::new(), HashSet::new());
            for item in items.iter() {
                let value = self.field_value(field, item)?;
                if !seen.insert(value.clone()) {
                    let message = format!("field `{}` lists {} twice", field.name, super::value_text(&value));
                    return self.error(item.span(), message);
                }
                values.push(value);
            }
            varied.push(Varied { field: field.name.to_owned(), values });
        }
        if varied.is_empty() {
            return self.error(value.span(), format!("[vary] is empty; it lists values of {}", field_names(family)));
        }
        Ok(varied)
    }

    fn field(
        &self,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        family: Family,
    ) -> Result<&'static Field, ExperimentError> {
        let name = key.get_ref().as_ref();
        let of = |family: Family| family.fields().iter().find(|field| field.name == name || field.alias == Some(name));
        if let Some(field) = of(family) {
            return Ok(field);
        }
        let other = Family::ALL.into_iter().find(|family| of(*family).is_some());
        let other = other.map_or_else(String::new, |other| format!(", but in the family {other}"));
        let message = format!(
            "field `{}` is not known in the family {family}{other}; there are {}",
            clip(name),
            field_names(family)
        );
        self.error(key.span(), message)
    }

    /// A value of a field in its canonical form; null for the word `none` where a field may be left out.
    fn field_value(&self, field: &Field, value: &Spanned<DeValue<'_>>) -> Result<Value, ExperimentError> {
        if matches!(field.kind, Kind::Limit { .. }) && value.get_ref().as_str() == Some("none") {
            return Ok(Value::Null);
        }
        let Some(json) = to_json(value.get_ref(), 0) else {
            let found = value.get_ref().type_str();
            return self
                .error(value.span(), format!("field `{}` cannot be a {found}; {}", field.name, field.kind.allowed()));
        };
        field.read(&json).or_else(|error| self.error(value.span(), error.to_string()))
    }

    fn singles(&self, value: &Spanned<DeValue<'_>>, family: Family) -> Result<Vec<Single>, ExperimentError> {
        let Some(list) = value.get_ref().as_array() else {
            return self.wrong("variant", value, "single variants are tables [[variant]] with a name");
        };
        list.iter().map(|item| self.single(item, family)).collect()
    }

    fn single(&self, value: &Spanned<DeValue<'_>>, family: Family) -> Result<Single, ExperimentError> {
        let Some(table) = value.get_ref().as_table() else {
            return self.wrong("variant", value, "single variants are tables [[variant]] with a name");
        };
        let Some((_, name)) = find(table, "name") else {
            return self.error(value.span(), "[[variant]] has no name; it needs one, like name = \"free swaps\"");
        };
        let name = self.words("name", name)?;
        let mut fields = Map::new();
        // A variant of another family has nothing of the base.
        let family = match find(table, "family") {
            None => family,
            Some((_, value)) => match value.get_ref().as_str().and_then(Family::find) {
                Some(found) => {
                    fields.insert("family".into(), found.name().into());
                    found
                }
                None => return self.wrong("family", value, &format!("it is one of {}", Family::NAMES.join(", "))),
            },
        };
        for (key, value) in table.iter().filter(|(key, _)| !["name", "family"].contains(&key.get_ref().as_ref())) {
            let field = self.field(key, family)?;
            if fields.insert(field.name.into(), self.field_value(field, value)?).is_some() {
                return self
                    .error(key.span(), format!("field `{}` is given twice, under both of its names", field.name));
            }
        }
        Ok(Single { name, line: self.line(&value.span()), fields })
    }

    fn probe(&self, value: &Spanned<DeValue<'_>>, games: u64) -> Result<Probe, ExperimentError> {
        let Some(table) = value.get_ref().as_table() else {
            return self.wrong("probe", value, "it is a table [probe] with player, every and games");
        };
        self.known(table, &["player", "every", "games"], "[probe]")?;
        let Some((_, judge)) = find(table, "player") else {
            let message = "[probe] has no player; it needs a judge, like player = \"mcts:nodes=5000\"";
            return self.error(value.span(), message);
        };
        let player = self.player("player", judge)?;
        if !gives_points(&player) {
            let message =
                format!("{player} is no judge: its values are no points; ask mcts, rollout, lookahead or exact");
            return self.error(judge.span(), message);
        }
        let every = self.number(table, "every", 5, 1..=Experiment::MAX_TURNS.into())? as u32;
        let games = self.number(table, "games", games.min(50), 1..=games)?;
        Ok(Probe { player, every, games })
    }
}

/// Whether a player's values of actions are points, so that they can be compared in per cent.
fn gives_points(player: &Player) -> bool {
    use tilewright_players::exact::Goal;
    match player {
        Player::Lookahead { .. } | Player::Rollout { .. } | Player::Mcts { .. } => true,
        Player::Exact { goal, .. } => *goal == Goal::Score,
        _ => false,
    }
}

fn field_names(family: Family) -> String {
    family.fields().iter().map(|field| field.name).collect::<Vec<_>>().join(", ")
}

fn find<'a, 'i>(
    table: &'a DeTable<'i>,
    name: &str,
) -> Option<(&'a Spanned<std::borrow::Cow<'i, str>>, &'a Spanned<DeValue<'i>>)> {
    table.iter().find(|(key, _)| key.get_ref().as_ref() == name)
}

/// A number from 0 up.
fn whole(value: &DeValue<'_>) -> Option<u64> {
    let number = value.as_integer()?;
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A value as JSON; `None` for dates, numbers with a fraction, and what is nested too deep.
fn to_json(value: &DeValue<'_>, depth: usize) -> Option<Value> {
    if depth > MAX_DEPTH {
        return None;
    }
    Some(match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Boolean(switch) => Value::from(*switch),
        DeValue::Integer(number) => match whole(value) {
            Some(number) => number.into(),
            None => i64::from_str_radix(number.as_str(), number.radix()).ok()?.into(),
        },
        DeValue::Float(_) | DeValue::Datetime(_) => return None,
        DeValue::Array(list) => {
            list.iter().map(|item| to_json(item.get_ref(), depth + 1)).collect::<Option<Vec<_>>>()?.into()
        }
        DeValue::Table(table) => {
            let entry = |(key, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
                Some((key.get_ref().to_string(), to_json(value.get_ref(), depth + 1)?))
            };
            Value::Object(table.iter().map(entry).collect::<Option<_>>()?)
        }
    })
}

#[cfg(test)]
mod tests;
