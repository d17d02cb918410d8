//! Results of daily challenges: the first try of a day counts, later ones are practice.
//!
//! As text they are JSON:
//!
//! ```text
//! {"format":"tilewright-dailies","version":1,"days":[
//!  {"date":"2026-11-15","preset":"merge3","score":96,"turns":12,"played":"2026-11-15","help":"undo","practice":2}]}
//! ```
//!
//! `help` is missing if there was none. A bare list of days, as the pages wrote it at first, is read as well.

use crate::{Session, counted, daily, date_text, day_named, grouped};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use tilewright_games::Preset;

const FORMAT: &str = "tilewright-dailies";
/// More than anybody plays: twenty-seven years of days.
const MAX_DAYS: usize = 10_000;
/// The weeks of the calendar.
const WEEKS: u64 = 6;
/// Monday first. The first of January 1970 was a Thursday.
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The first try of a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DailyResult {
    /// The preset's id.
    pub preset: String,
    /// The points.
    pub score: u64,
    /// The turns.
    pub turns: u64,
    /// The day of its first turn (UTC), in days since 1970: a streak counts days that were played on themselves.
    pub played: u64,
    /// The kinds of help that were taken.
    pub help: Option<String>,
    /// How many tries came after it.
    pub practice: u64,
}

/// The results of all days, by the day in days since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dailies {
    days: BTreeMap<u64, DailyResult>,
}

/// A day of the calendar.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CalendarDay {
    /// The day of its month.
    pub day: u8,
    /// How it stands.
    pub state: DayState,
    /// The date and how it went, in a line.
    pub about: String,
}

/// How a day of the calendar stands.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum DayState {
    /// Played on the day itself.
    Done,
    /// Played on another day.
    Late,
    /// Not played.
    Missed,
    /// Today, not played yet.
    Today,
    /// Still to come.
    Future,
}

/// How the challenges of a weekday went.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct WeekdayRow {
    /// The weekday: `Mon`.
    pub name: &'static str,
    /// The title of the game that was played last on it.
    pub game: String,
    /// How many challenges were played.
    pub played: u64,
    /// The best score.
    pub best: u64,
    /// The mean score.
    pub mean: u64,
}

/// Everything that a page of daily challenges shows.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DailyOverview {
    /// Days in a row up to today or yesterday, each played on the day itself.
    pub streak: u64,
    /// How many challenges were played in all.
    pub played: u64,
    /// Whole weeks from Monday to Sunday, the last with today.
    pub calendar: Vec<CalendarDay>,
    /// The weekdays that were played.
    pub weekdays: Vec<WeekdayRow>,
}

impl Dailies {
    /// The longest text that is read at all.
    pub const MAX_BYTES: usize = 4 << 20;

    /// Adds a challenge that is over or given up. `day` is the challenge's, `begun` the time of the first turn, in seconds
    /// since 1970. A game that does not count ([`Session::counts`]), or has another preset or seed than the day, is left
    /// out.
    pub fn add(&mut self, day: u64, session: &Session, begun: u64) {
        let (preset, seed) = daily(day);
        let same = session.setup().preset.is_some_and(|played| played.id == preset.id) && session.seed() == Some(seed);
        if !session.counts() || !same {
            return;
        }
        match self.days.get_mut(&day) {
            Some(first) => first.practice = first.practice.saturating_add(1),
            None => {
                let result = DailyResult {
                    preset: preset.id.into(),
                    score: session.score(),
                    turns: session.turn() as u64,
                    played: begun / 86_400,
                    help: session.helped_by(),
                    practice: 0,
                };
                self.days.insert(day, result);
            }
        }
    }

    /// The first try of a day.
    pub fn get(&self, day: u64) -> Option<&DailyResult> {
        self.days.get(&day)
    }

    /// How many days were played.
    pub fn len(&self) -> usize {
        self.days.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.days.is_empty()
    }

    /// Adds the days of others, as when two machines played; adding the same ones again changes nothing. Of two first tries
    /// of a day the one that was played earlier counts, on the same day ours.
    pub fn merge(&mut self, others: &Self) {
        for (&day, theirs) in &others.days {
            let Some(ours) = self.days.get_mut(&day) else {
                self.days.insert(day, theirs.clone());
                continue;
            };
            let same = (ours.score, ours.turns, ours.played) == (theirs.score, theirs.turns, theirs.played);
            let (first, second) = if theirs.played < ours.played {
                (theirs.clone(), ours.practice)
            } else {
                (ours.clone(), theirs.practice)
            };
            let second = if same { second } else { second.saturating_add(1) };
            *ours = DailyResult { practice: first.practice.max(second), ..first };
        }
    }

    /// Days in a row up to today or yesterday, each played on the day itself.
    pub fn streak(&self, today: u64) -> u64 {
        let kept = |day: &u64| self.days.get(day).is_some_and(|result| result.played == *day);
        let last = if kept(&today) { Some(today) } else { today.checked_sub(1) };
        let days = (0..=last.unwrap_or(0)).rev().take_while(kept);
        if last.is_some() { days.count() as u64 } else { 0 }
    }

    /// Everything that a page of daily challenges shows.
    pub fn overview(&self, today: u64) -> DailyOverview {
        // Three days before the first of January 1970 a week began; a clock that was never set is on that day.
        let first = (today.saturating_add(3) / 7 * 7).saturating_sub(3 + 7 * (WEEKS - 1));
        DailyOverview {
            streak: self.streak(today),
            played: self.days.len() as u64,
            calendar: (first..first + 7 * WEEKS).map(|day| self.calendar_day(day, today)).collect(),
            weekdays: (0..7).filter_map(|weekday| self.weekday(weekday)).collect(),
        }
    }

    fn calendar_day(&self, day: u64, today: u64) -> CalendarDay {
        let date = date_text(day);
        let result = self.days.get(&day);
        let state = match result {
            Some(result) if result.played == day => DayState::Done,
            Some(_) => DayState::Late,
            None if day == today => DayState::Today,
            None if day > today => DayState::Future,
            None => DayState::Missed,
        };
        let about = result.map_or_else(|| "not played".into(), DailyResult::about);
        CalendarDay { day: date[8..].parse().unwrap_or(0), state, about: format!("{date}: {about}") }
    }

    fn weekday(&self, weekday: u64) -> Option<WeekdayRow> {
        let games: Vec<_> =
            self.days.iter().filter(|(day, _)| (*day + 3) % 7 == weekday).map(|(_, game)| game).collect();
        let sum: u128 = games.iter().map(|game| u128::from(game.score)).sum();
        Some(WeekdayRow {
            name: WEEKDAYS[weekday as usize],
            game: games.last()?.title(),
            played: games.len() as u64,
            best: games.iter().map(|game| game.score).max()?,
            mean: (sum / games.len() as u128) as u64,
        })
    }

    /// The results as text.
    pub fn write(&self) -> String {
        let days: Vec<_> = self.days.iter().map(|(&day, result)| result.to_json(day)).collect();
        format!("{}\n", json!({ "format": FORMAT, "version": 1, "days": days }))
    }

    /// The results in a text.
    ///
    /// # Errors
    ///
    /// If the text is too long, no JSON, of another format or version, or if a day lacks something; as a sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > Self::MAX_BYTES {
            return Err(format!("results of challenges have at most {} bytes", Self::MAX_BYTES));
        }
        let value: Value = serde_json::from_str(text).map_err(|_| "results of challenges are JSON".to_owned())?;
        Self::from_json(&value)
    }

    /// The same from JSON that was parsed already.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub fn from_json(value: &Value) -> Result<Self, String> {
        let days = match value {
            Value::Array(days) => days,
            Value::Object(fields) if fields.get("format") == Some(&FORMAT.into()) => {
                if fields.get("version") != Some(&1.into()) {
                    return Err("expected results of challenges in version 1".into());
                }
                fields.get("days").and_then(Value::as_array).ok_or("expected a list of days")?
            }
            _ => return Err(format!("expected the format “{FORMAT}”")),
        };
        if days.len() > MAX_DAYS {
            return Err(format!("at most {MAX_DAYS} days are read"));
        }
        let mut dailies = Self::default();
        for (i, day) in days.iter().enumerate() {
            let read = day.as_object().and_then(DailyResult::read);
            let (day, result) =
                read.ok_or_else(|| format!("day {}: expected date, preset, score, turns, played, practice", i + 1))?;
            dailies.days.insert(day, result);
        }
        Ok(dailies)
    }

    /// As JSON, to stand in another file.
    pub fn to_json(&self) -> Value {
        json!({ "format": FORMAT, "version": 1,
            "days": self.days.iter().map(|(&day, result)| result.to_json(day)).collect::<Vec<_>>() })
    }
}

impl DailyResult {
    /// How it went, in a line: `Merge3, 1 234 points in 56 turns, helped by undo, then 2 in practice`.
    pub fn about(&self) -> String {
        let (points, turns) = (counted(self.score, "point"), counted(self.turns, "turn"));
        let help = self.help.as_ref().map_or(String::new(), |help| format!(", helped by {help}"));
        let practice =
            if self.practice == 0 { String::new() } else { format!(", then {} in practice", grouped(self.practice)) };
        format!("{}, {points} in {turns}{help}{practice}", self.title())
    }

    fn title(&self) -> String {
        Preset::find(&self.preset).map_or_else(|| self.preset.clone(), |preset| preset.title.clone())
    }

    fn to_json(&self, day: u64) -> Value {
        let mut fields = json!({
            "date": date_text(day),
            "preset": self.preset,
            "score": self.score,
            "turns": self.turns,
            "played": date_text(self.played),
            "practice": self.practice,
        });
        if let Some(help) = &self.help {
            fields["help"] = help.as_str().into();
        }
        fields
    }

    fn read(fields: &Map<String, Value>) -> Option<(u64, Self)> {
        let text = |key: &str| fields.get(key).and_then(Value::as_str);
        let number = |key: &str| fields.get(key).and_then(Value::as_u64);
        // A line that is shown: not longer than one, and nothing that moves a cursor.
        let line = |key: &str| text(key).filter(|text| text.len() <= 100 && !text.contains(char::is_control));
        let help = match fields.get("help") {
            None => None,
            Some(_) => Some(line("help")?.to_owned()),
        };
        let result = Self {
            preset: line("preset")?.to_owned(),
            score: number("score")?,
            turns: number("turns")?,
            played: day_named(text("played")?)?,
            help,
            practice: number("practice")?,
        };
        Some((day_named(text("date")?)?, result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    /// 2026-11-15, a Sunday.
    const TODAY: u64 = 20_772;

    fn played(days: &[(u64, u64)]) -> Dailies {
        let result = |played| DailyResult {
            preset: "merge3".into(),
            score: 10 + played,
            turns: 3,
            played,
            help: None,
            practice: 0,
        };
        Dailies { days: days.iter().map(|&(day, on)| (day, result(on))).collect() }
    }

    #[test]
    fn add_first_try_counts_and_later_ones_are_practice() {
        let (preset, seed) = daily(TODAY);
        let mut session = Session::new(Setup::preset(preset).unwrap(), seed).unwrap();
        let mut dailies = Dailies::default();
        dailies.add(TODAY, &session, TODAY * 86_400);
        assert!(dailies.is_empty(), "nothing was played");
        let mut other = Session::new(Setup::preset(preset).unwrap(), seed + 1).unwrap();
        other.play(other.legal()[0], None).unwrap();
        dailies.add(TODAY, &other, TODAY * 86_400);
        assert!(dailies.is_empty(), "another seed is not the challenge");
        for turns in 1..=3 {
            let action = session.legal()[0];
            session.play(action, None).unwrap();
            dailies.add(TODAY, &session, TODAY * 86_400 + turns);
        }
        let first = dailies.get(TODAY).unwrap();
        assert_eq!((first.turns, first.practice, first.played), (1, 2, TODAY));
        assert_eq!(dailies.len(), 1);
    }

    #[test]
    fn streak_counts_days_played_on_themselves_up_to_today_or_yesterday() {
        let days = [(TODAY - 2, TODAY - 2), (TODAY - 1, TODAY - 1), (TODAY, TODAY)];
        assert_eq!(played(&days).streak(TODAY), 3);
        assert_eq!(played(&days).streak(TODAY + 1), 3);
        assert_eq!(played(&days).streak(TODAY + 2), 0);
        // Made up for later: no part of a streak.
        assert_eq!(played(&[(TODAY - 1, TODAY), (TODAY, TODAY)]).streak(TODAY), 1);
        assert_eq!(Dailies::default().streak(TODAY), 0);
        assert_eq!(played(&[(0, 0)]).streak(0), 1);
        assert_eq!(Dailies::default().streak(0), 0);
    }

    #[test]
    fn overview_has_whole_weeks_and_the_weekdays_played() {
        let dailies = played(&[(TODAY - 7, TODAY - 7), (TODAY, TODAY), (TODAY - 1, TODAY)]);
        let DailyOverview { calendar, weekdays, streak, played } = dailies.overview(TODAY);
        assert_eq!((streak, played, calendar.len()), (1, 3, 42));
        assert_eq!(calendar[41].state, DayState::Done, "a Sunday ends its week");
        assert_eq!((calendar[40].state, calendar[39].state), (DayState::Late, DayState::Missed));
        assert_eq!(calendar[41].about, "2026-11-15: Merge3, 20 782 points in 3 turns");
        let rows: Vec<_> = weekdays.iter().map(|row| (row.name, row.played, row.best, row.mean)).collect();
        assert_eq!(rows, [("Sat", 1, TODAY + 10, TODAY + 10), ("Sun", 2, TODAY + 10, TODAY + 6)]);
        assert_eq!(Dailies::default().overview(0).calendar.len(), 42, "a clock that was never set");
        let tomorrow = Dailies::default().overview(TODAY + 1).calendar;
        assert_eq!((tomorrow[35].state, tomorrow[36].state), (DayState::Today, DayState::Future));
    }

    #[test]
    fn read_of_what_was_written_is_the_same_and_a_bare_list_is_read() {
        let mut dailies = played(&[(TODAY, TODAY), (TODAY - 3, TODAY)]);
        dailies.days.get_mut(&TODAY).unwrap().help = Some("undo, hint".into());
        assert_eq!(Dailies::read(&dailies.write()), Ok(dailies.clone()));
        assert_eq!(Dailies::read(&dailies.to_json()["days"].to_string()), Ok(dailies));
        for bad in ["", "{}", "[1]", r#"[{"date":"x"}]"#, r#"{"format":"tilewright-dailies","version":2,"days":[]}"#] {
            assert!(Dailies::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn merge_twice_is_merge_once_and_the_earlier_try_counts() {
        let mut ours = played(&[(TODAY, TODAY), (TODAY - 1, TODAY)]);
        let theirs = played(&[(TODAY - 2, TODAY - 2), (TODAY - 1, TODAY - 1)]);
        ours.merge(&theirs);
        let once = ours.clone();
        ours.merge(&theirs);
        assert_eq!(ours, once);
        assert_eq!(ours.len(), 3);
        let yesterday = ours.get(TODAY - 1).unwrap();
        assert_eq!((yesterday.played, yesterday.practice), (TODAY - 1, 1));
    }
}
