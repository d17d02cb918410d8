//! Settings: one table of what can be set, with allowed values and defaults, for all front ends.
//!
//! [`SETTINGS`] drives parsing, printing, the line-based `set` command and both settings screens. A row that only one
//! front end has is marked so. In files a setting is a line `name = value`; on pages it is a field of a JSON object.

mod options;
mod table;

pub use options::{Colours, Motion, Speed, Theme};
pub use table::{
    ANALYSIS_TIME, ANALYSIS_TIMES, FrontEnd, MAX_MILLISECONDS, SETTINGS, Setting, SettingGroup, SettingKind, time_text,
};

use crate::{Notice, UndoRule};
use serde::{Serialize, Serializer};
use serde_json::Value;
use table::PACES;
use tilewright_players::Player;

/// What the user has set.
///
/// ```
/// use tilewright_session::{FrontEnd, Settings, Speed};
///
/// let (settings, notices) = Settings::read(FrontEnd::Terminal, "speed = slow\nvolume = 11\n");
/// assert_eq!(settings.speed, Speed::Slow);
/// assert_eq!(notices, ["Settings, line 2: there is no setting “volume”; the default is used."]);
/// ```
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Settings {
    /// The colours.
    pub theme: Theme,
    /// How many colours the terminal shows.
    pub colours: Colours,
    /// How fast animations are.
    pub speed: Speed,
    /// Whether tiles move, or appear where they end up.
    pub motion: Motion,
    /// Whether turns can be heard.
    pub sound: bool,
    /// Whether turns can be felt, on devices that can vibrate.
    pub haptics: bool,
    /// Whether there are buttons for the directions.
    pub buttons: bool,
    /// Whether the terminal's mouse is used.
    pub mouse: bool,
    /// The player that gives hints and plays in autoplay.
    #[serde(serialize_with = "player_text")]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub player: Player,
    /// How long it may think, in milliseconds.
    pub think: u32,
    /// The pause between two turns of autoplay, in milliseconds.
    pub pace: u32,
    /// Whether turns of a new game can be undone.
    #[serde(serialize_with = "undo_text")]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub undo: UndoRule,
}

fn player_text<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&player_name(player))
}

/// A player as short as it can be written: without parameters if they are the usual ones.
pub fn player_name(player: &Player) -> String {
    if Player::ALL.contains(player) { player.id().into() } else { player.to_string() }
}

fn undo_text<S: Serializer>(rule: &UndoRule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rule.text())
}

/// The first line of a settings file.
const HEADER: &str = "# tilewright-settings 1";

impl Settings {
    /// The defaults of a front end.
    pub fn new(front: FrontEnd) -> Self {
        let theme = match front {
            FrontEnd::Terminal => Theme::Dark,
            FrontEnd::Pages => Theme::System,
        };
        Self {
            theme,
            colours: Colours::Auto,
            speed: Speed::Normal,
            motion: Motion::System,
            sound: false,
            haptics: false,
            buttons: false,
            mouse: true,
            // The strongest that answers in time; `Player::in_game` has another where nothing was learned.
            player: Player::parse("learned").expect("the players are there"),
            think: 300,
            pace: 400,
            undo: UndoRule::Unlimited,
        }
    }

    /// The settings of a front end as a text: one `name = value` a line.
    pub fn write(&self, front: FrontEnd) -> String {
        let mut text = HEADER.to_owned();
        for setting in Setting::all(front) {
            text += &format!("\n{} = {}", setting.name, setting.value(self));
        }
        text + "\n"
    }

    /// The settings in a text, and notices on what in it is not understood: that falls back to its default.
    pub fn read(front: FrontEnd, text: &str) -> (Self, Vec<String>) {
        /// A file of noise gets a few notices, not thousands.
        const MAX_NOTICES: usize = 8;
        let mut settings = Self::new(front);
        let mut notices = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(message) = settings.set_line(front, line) {
                notices.push(format!("Settings, line {}: {message}; the default is used.", i + 1));
            }
            if notices.len() == MAX_NOTICES {
                notices.push("Settings: the rest of the file is not read.".into());
                break;
            }
        }
        (settings, notices)
    }

    fn set_line(&mut self, front: FrontEnd, line: &str) -> Result<(), String> {
        let (name, value) = line.split_once('=').ok_or("a setting looks like “name = value”")?;
        self.set(front, name.trim(), value.trim())
    }

    /// Sets one setting by its name.
    ///
    /// # Errors
    ///
    /// There is no such setting, or what its allowed values are.
    pub fn set(&mut self, front: FrontEnd, name: &str, value: &str) -> Result<(), String> {
        let setting = Setting::named(front, name).ok_or_else(|| {
            let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
            format!("there is no setting “{name}”")
        })?;
        setting.set(self, value)
    }

    /// How long the player may think about a hint, in milliseconds: as long as about a turn of autoplay, some tenths of a
    /// second unless the user has set another time.
    pub fn hint_time(&self) -> u32 {
        self.think.max(50)
    }

    /// Chooses the next player; says which.
    pub fn next_player(&mut self) -> Notice {
        let at = Player::ALL.iter().position(|player| player.id() == self.player.id()).unwrap_or(0);
        self.player = Player::ALL[(at + 1) % Player::ALL.len()].clone();
        Notice::plain(format!("{}: {}.", self.player.id(), self.player.about()))
    }

    /// Sets the next shorter or longer pause of autoplay; says which.
    pub fn change_pace(&mut self, faster: bool) -> Notice {
        let at = PACES.iter().position(|pace| *pace >= self.pace).unwrap_or(PACES.len() - 1);
        self.pace = PACES[if faster { at.saturating_sub(1) } else { (at + 1).min(PACES.len() - 1) }];
        Notice::plain(match self.pace {
            0 => "Autoplay does not wait between turns.".to_owned(),
            pace => format!("Autoplay waits {pace} ms between turns."),
        })
    }

    /// The settings in a JSON text. What is missing or not understood has its default.
    pub fn from_json(front: FrontEnd, json: &str) -> Self {
        let given: Value = serde_json::from_str(json).unwrap_or_default();
        let mut settings = Self::new(front);
        for setting in Setting::all(front) {
            let value = match (&given[setting.name], setting.kind) {
                (Value::Bool(value), SettingKind::Switch) => value.to_string(),
                (Value::Number(value), SettingKind::Milliseconds { .. }) => value.to_string(),
                (Value::String(value), SettingKind::Word(_) | SettingKind::Player | SettingKind::Undo) => value.clone(),
                _ => continue,
            };
            // What is not allowed leaves the default.
            let _ = setting.set(&mut settings, &value);
        }
        settings
    }
}

#[cfg(test)]
mod tests;
