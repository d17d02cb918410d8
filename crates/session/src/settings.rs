//! Settings: one table of what can be set, with allowed values and defaults, for all front ends.
//!
//! [`SETTINGS`] drives parsing, printing, the line-based `set` command and both settings screens. A row that only one
//! front end has is marked so. In files a setting is a line `name = value`; on pages it is a field of a JSON object.

use crate::{Notice, UndoRule};
use serde::{Serialize, Serializer};
use serde_json::Value;
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
fn player_name(player: &Player) -> String {
    if Player::ALL.contains(player) { player.id().into() } else { player.to_string() }
}

fn undo_text<S: Serializer>(rule: &UndoRule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rule.text())
}

/// A choice among words.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$case_about:meta])* $case:ident = $word:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
        #[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
        pub enum $name { $($(#[$case_about])* #[serde(rename = $word)] $case),* }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$case),*];

            /// The word in files and on screens.
            pub fn name(self) -> &'static str {
                match self { $(Self::$case => $word),* }
            }

            /// The one of that name.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == word)
            }
        }
    };
}

words! {
    /// The colours of a front end.
    Theme {
        /// As the device asks for; pages only.
        System = "system",
        /// Light on dark.
        Dark = "dark",
        /// Dark on light.
        Light = "light",
        /// The strongest contrasts.
        HighContrast = "high-contrast",
        /// Colours that everybody can tell apart.
        ColourBlind = "colour-blind",
    }
}

words! {
    /// How many colours a terminal shows.
    Colours {
        /// As many as the terminal says it has.
        Auto = "auto",
        /// 24 bits.
        Full = "full",
        /// 256.
        Many = "256",
        /// 16.
        Few = "16",
        /// No colours.
        None = "none",
    }
}

words! {
    /// How fast animations are.
    Speed {
        /// No animation.
        Instant = "instant",
        /// Barely visible.
        Fast = "fast",
        /// Easy to follow.
        Normal = "normal",
        /// For study.
        Slow = "slow",
    }
}

impl Speed {
    /// How long each step of a turn with this many steps takes, in milliseconds. Long cascades are shown faster: no turn
    /// takes longer than 20 steps.
    pub fn step_time(self, steps: usize) -> u32 {
        const MAX_STEPS: u32 = 20;
        let time = match self {
            Self::Instant => 0,
            Self::Fast => 70,
            Self::Normal => 140,
            Self::Slow => 400,
        };
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        if steps > MAX_STEPS { time * MAX_STEPS / steps } else { time }
    }
}

words! {
    /// Whether tiles move.
    Motion {
        /// As the device asks for; a terminal asks for nothing, so tiles move.
        System = "system",
        /// Tiles move.
        Full = "full",
        /// Tiles appear where they end up.
        Reduced = "reduced",
    }
}

/// Which front end the settings are for: some defaults differ, and some settings exist in only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrontEnd {
    /// The terminal, on screens and in lines.
    Terminal,
    /// The pages in the browser.
    Pages,
}

/// A row of the table: one thing that can be set.
#[derive(Debug)]
pub struct Setting {
    /// The name in files, in JSON and in the `set` command.
    pub name: &'static str,
    /// The name on screens.
    pub title: &'static str,
    /// What it means, in a few words.
    pub about: &'static str,
    /// What it can be.
    pub kind: SettingKind,
    /// The only front end that has it; `None` if all have it.
    pub only: Option<FrontEnd>,
    get: fn(&Settings) -> String,
    /// Sets it; `None` if the value is not allowed.
    put: fn(&mut Settings, &str) -> Option<()>,
}

/// What a setting can be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SettingKind {
    /// On or off: `true` or `false`.
    Switch,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number of milliseconds, 0 to [`MAX_MILLISECONDS`]; `usual` are those that screens offer.
    Milliseconds {
        /// What screens offer, ascending.
        usual: &'static [u32],
    },
    /// A player in its notation.
    Player,
    /// An undo rule.
    Undo,
}

/// The part of a settings page that a setting is in.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SettingGroup {
    /// How things look and feel.
    Looks,
    /// Hints, autoplay, undo.
    Play,
}

/// The times that a player may analyse a position for, in milliseconds, and the usual one.
pub const ANALYSIS_TIMES: &[u32] = &[100, 300, 1000, 3000, 10_000];
/// The usual time of an analysis, in milliseconds.
pub const ANALYSIS_TIME: u32 = 1000;
/// The longest time that can be set, in milliseconds.
pub const MAX_MILLISECONDS: u32 = 60_000;
/// The first line of a settings file.
const HEADER: &str = "# tilewright-settings 1";
/// The pauses of autoplay that screens and keys go through, in milliseconds.
const PACES: &[u32] = &[0, 50, 100, 200, 400, 800, 1500, 3000];
/// The undo rules that screens offer.
const UNDO: [UndoRule; 5] =
    [UndoRule::Unlimited, UndoRule::Limited(10), UndoRule::Limited(3), UndoRule::Limited(1), UndoRule::Off];

/// Everything that can be set, in the order of the screens.
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "theme",
        title: "Theme",
        about: "the mood of the colours",
        kind: SettingKind::Word(&["dark", "light", "high-contrast", "colour-blind"]),
        only: Some(FrontEnd::Terminal),
        get: |settings| settings.theme.name().into(),
        put: |settings, word| put(&mut settings.theme, Theme::parse(word)),
    },
    Setting {
        name: "theme",
        title: "Theme",
        about: "the mood of the colours",
        kind: SettingKind::Word(&["system", "light", "dark", "high-contrast", "colour-blind"]),
        only: Some(FrontEnd::Pages),
        get: |settings| settings.theme.name().into(),
        put: |settings, word| put(&mut settings.theme, Theme::parse(word)),
    },
    Setting {
        name: "colours",
        title: "Colours",
        about: "how many the terminal shows; auto asks it, and NO_COLOR turns them off",
        kind: SettingKind::Word(&["auto", "full", "256", "16", "none"]),
        only: Some(FrontEnd::Terminal),
        get: |settings| settings.colours.name().into(),
        put: |settings, word| put(&mut settings.colours, Colours::parse(word)),
    },
    Setting {
        name: "speed",
        title: "Animation",
        about: "how quickly tiles move",
        kind: SettingKind::Word(&["instant", "fast", "normal", "slow"]),
        only: None,
        get: |settings| settings.speed.name().into(),
        put: |settings, word| put(&mut settings.speed, Speed::parse(word)),
    },
    Setting {
        name: "reduced_motion",
        title: "Reduced motion",
        about: "nothing moves; what changed stands out for a moment",
        kind: SettingKind::Switch,
        only: Some(FrontEnd::Terminal),
        get: |settings| (settings.motion == Motion::Reduced).to_string(),
        put: |settings, word| {
            let reduced = switch(word)?;
            settings.motion = if reduced { Motion::Reduced } else { Motion::System };
            Some(())
        },
    },
    Setting {
        name: "motion",
        title: "Motion",
        about: "reduced: tiles appear where they end up",
        kind: SettingKind::Word(&["system", "full", "reduced"]),
        only: Some(FrontEnd::Pages),
        get: |settings| settings.motion.name().into(),
        put: |settings, word| put(&mut settings.motion, Motion::parse(word)),
    },
    Setting {
        name: "sound",
        title: "Sound",
        about: "turns can be heard",
        kind: SettingKind::Switch,
        only: Some(FrontEnd::Pages),
        get: |settings| settings.sound.to_string(),
        put: |settings, word| put(&mut settings.sound, switch(word)),
    },
    Setting {
        name: "haptics",
        title: "Vibration",
        about: "turns can be felt, on devices that can",
        kind: SettingKind::Switch,
        only: Some(FrontEnd::Pages),
        get: |settings| settings.haptics.to_string(),
        put: |settings, word| put(&mut settings.haptics, switch(word)),
    },
    Setting {
        name: "buttons",
        title: "Direction buttons",
        about: "below the board, in addition to swipes",
        kind: SettingKind::Switch,
        only: Some(FrontEnd::Pages),
        get: |settings| settings.buttons.to_string(),
        put: |settings, word| put(&mut settings.buttons, switch(word)),
    },
    Setting {
        name: "player",
        title: "Player",
        about: "who gives hints and plays by itself",
        kind: SettingKind::Player,
        only: None,
        get: |settings| player_name(&settings.player),
        put: |settings, word| put(&mut settings.player, Player::parse(word).ok()),
    },
    Setting {
        name: "think",
        title: "Time to think",
        about: "for a hint or a turn",
        kind: SettingKind::Milliseconds { usual: &[50, 100, 300, 1000, 3000] },
        only: Some(FrontEnd::Pages),
        get: |settings| settings.think.to_string(),
        put: |settings, word| put(&mut settings.think, milliseconds(word)),
    },
    Setting {
        name: "pace",
        title: "Autoplay waits",
        about: "the time between two turns of a player",
        kind: SettingKind::Milliseconds { usual: PACES },
        only: None,
        get: |settings| settings.pace.to_string(),
        put: |settings, word| put(&mut settings.pace, milliseconds(word)),
    },
    Setting {
        name: "undo",
        title: "Undo",
        about: "whether turns can be taken back, in games that begin from now on",
        kind: SettingKind::Undo,
        only: None,
        get: |settings| settings.undo.text(),
        put: |settings, word| put(&mut settings.undo, UndoRule::parse(word)),
    },
    Setting {
        name: "mouse",
        title: "Mouse",
        about: "off: the terminal's own selecting and copying works as usual",
        kind: SettingKind::Switch,
        only: Some(FrontEnd::Terminal),
        get: |settings| settings.mouse.to_string(),
        put: |settings, word| put(&mut settings.mouse, switch(word)),
    },
];

/// A time in words: `300 ms`, `1.5 s`.
pub fn time_text(ms: u32) -> String {
    if ms < 1000 { format!("{ms} ms") } else { format!("{} s", f64::from(ms) / 1000.0) }
}

fn put<T>(place: &mut T, value: Option<T>) -> Option<()> {
    *place = value?;
    Some(())
}

fn switch(word: &str) -> Option<bool> {
    word.parse().ok()
}

fn milliseconds(word: &str) -> Option<u32> {
    word.parse().ok().filter(|&time| time <= MAX_MILLISECONDS)
}

impl Setting {
    /// The settings of a front end, in the order of its screen.
    pub fn all(front: FrontEnd) -> impl Iterator<Item = &'static Self> {
        SETTINGS.iter().filter(move |setting| setting.only.is_none_or(|only| only == front))
    }

    /// The setting of that name.
    pub fn named(front: FrontEnd, name: &str) -> Option<&'static Self> {
        Self::all(front).find(|setting| setting.name == name)
    }

    /// The value as text.
    pub fn value(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }

    /// Sets the value.
    ///
    /// # Errors
    ///
    /// What is allowed, if this is not.
    pub fn set(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        let words = |words: &[&str]| Err(format!("{} is one of {}", self.name, words.join(", ")));
        let among = match self.kind {
            SettingKind::Word(words) => words.contains(&value),
            _ => true,
        };
        if among && (self.put)(settings, value).is_some() {
            return Ok(());
        }
        match self.kind {
            SettingKind::Switch => words(&["true", "false"]),
            SettingKind::Word(all) => words(all),
            SettingKind::Milliseconds { .. } => Err(format!("{} is 0 to {MAX_MILLISECONDS} milliseconds", self.name)),
            SettingKind::Player => Player::parse(value).map(|_| ()).map_err(|error| error.to_string()),
            SettingKind::Undo => Err(format!("{} is off, unlimited, or limited and a number", self.name)),
        }
    }

    /// The values that screens offer, in order. Others may be allowed.
    pub fn options(&self) -> Vec<String> {
        match self.kind {
            SettingKind::Switch => vec!["false".into(), "true".into()],
            SettingKind::Word(words) => words.iter().map(|&word| word.into()).collect(),
            SettingKind::Milliseconds { usual } => usual.iter().map(u32::to_string).collect(),
            SettingKind::Player => Player::ALL.iter().map(|player| player.id().into()).collect(),
            SettingKind::Undo => UNDO.iter().map(|rule| rule.text()).collect(),
        }
    }

    /// The part of a settings page that it is in.
    pub fn group(&self) -> SettingGroup {
        match self.name {
            "player" | "think" | "pace" | "undo" => SettingGroup::Play,
            _ => SettingGroup::Looks,
        }
    }

    /// What a page calls a value, and more about it, which may be empty.
    pub fn option_words(&self, value: &str) -> (String, String) {
        let name = match (self.kind, self.name, value) {
            (SettingKind::Player, ..) => {
                let about = Player::parse(value).map_or("", |player| player.about());
                return (value.into(), about.into());
            }
            (SettingKind::Milliseconds { .. }, ..) => value.parse().map_or_else(|_| value.into(), time_text),
            (SettingKind::Undo, _, "unlimited") => "As often as you like".into(),
            (SettingKind::Undo, _, "off") => "Never".into(),
            (SettingKind::Undo, ..) => match value.strip_prefix("limited ") {
                Some("1") => "1 turn in a game".into(),
                Some(turns) => format!("{turns} turns in a game"),
                None => value.into(),
            },
            (_, _, "system") => "As the device".into(),
            (_, "theme", "colour-blind") => "Colours for everybody".into(),
            (_, "speed", "instant") => "Off".into(),
            (_, "motion", "full") => "Tiles move".into(),
            (_, "motion", "reduced") => "Nothing flies".into(),
            _ => {
                let words = value.replace('-', " ");
                let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
                first.to_uppercase() + rest
            }
        };
        (name, String::new())
    }

    /// Sets the option that is `by` places after the present one, round and round.
    pub fn turn(&self, settings: &mut Settings, by: isize) {
        let (options, now) = (self.options(), self.value(settings));
        let at = options.iter().position(|option| *option == now).unwrap_or(0) as isize;
        let next = &options[(at + by).rem_euclid(options.len() as isize) as usize];
        self.set(settings, next).expect("options are allowed");
    }
}

impl Settings {
    /// The defaults of a front end.
    pub fn new(front: FrontEnd) -> Self {
        let (theme, player) = match front {
            FrontEnd::Terminal => (Theme::Dark, "greedy"),
            FrontEnd::Pages => (Theme::System, "expectimax"),
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
            player: Player::parse(player).expect("the players are there"),
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

    /// How long the player may think about a hint, in milliseconds: longer than about a turn of autoplay.
    pub fn hint_time(&self) -> u32 {
        4 * self.think.max(50)
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
mod tests {
    use super::*;

    const FRONT_ENDS: [FrontEnd; 2] = [FrontEnd::Terminal, FrontEnd::Pages];

    /// Settings in which everything is changed: each row to another option.
    fn changed(front: FrontEnd) -> Settings {
        let mut settings = Settings::new(front);
        for setting in Setting::all(front) {
            setting.turn(&mut settings, -1);
            if setting.value(&settings) == setting.value(&Settings::new(front)) {
                setting.turn(&mut settings, -1);
            }
        }
        settings
    }

    #[test]
    fn read_what_write_wrote_gives_the_same_settings() {
        for front in FRONT_ENDS {
            for settings in [Settings::new(front), changed(front)] {
                assert_eq!(Settings::read(front, &settings.write(front)), (settings, vec![]));
            }
            for setting in Setting::all(front) {
                let (usual, other) = (setting.value(&Settings::new(front)), setting.value(&changed(front)));
                assert_ne!(usual, other, "{} was not changed", setting.name);
            }
        }
    }

    /// The names and values of files that users have.
    #[test]
    fn write_terminal_settings_are_the_lines_of_the_file() {
        assert_eq!(
            Settings::new(FrontEnd::Terminal).write(FrontEnd::Terminal),
            "# tilewright-settings 1\ntheme = dark\ncolours = auto\nspeed = normal\nreduced_motion = false\n\
             player = greedy\npace = 400\nundo = unlimited\nmouse = true\n"
        );
    }

    #[test]
    fn read_not_understood_is_reported_and_the_rest_holds() {
        let usual = Settings::new(FrontEnd::Terminal);
        let read = |text: &str| Settings::read(FrontEnd::Terminal, text);
        let (settings, notices) = read("theme = pink\nspeed = slow\nnoise\nvolume = 11\npace = -1\nsound = true\n");
        assert_eq!(settings, Settings { speed: Speed::Slow, ..usual.clone() });
        assert_eq!(
            notices[0],
            "Settings, line 1: theme is one of dark, light, high-contrast, colour-blind; the default is used."
        );
        assert_eq!(notices.len(), 5);
        // The pages' theme is none of the terminal.
        assert_eq!(read("theme = system").0, usual);
        let (settings, notices) = read(&"x\u{1b}[2J\n".repeat(100_000));
        assert_eq!((settings, notices.len()), (usual, 9));
    }

    #[test]
    fn from_json_of_serialised_settings_gives_the_same_settings() {
        let settings = Settings { player: Player::parse("lookahead:3").unwrap(), ..changed(FrontEnd::Pages) };
        let json = serde_json::to_string(&settings).unwrap();
        assert_eq!(Settings::from_json(FrontEnd::Pages, &json), settings, "{json}");
        assert!(json.contains(r#""undo":"off""#) && json.contains(r#""think":100"#), "{json}");
    }

    #[test]
    fn from_json_not_understood_has_its_default_and_the_rest_holds() {
        let usual = Settings::new(FrontEnd::Pages);
        let read = |json: &str| Settings::from_json(FrontEnd::Pages, json);
        let noise = r#"{"theme":"pink","speed":"slow","volume":11,"pace":-1,"think":99999999,"player":"nobody","undo":"maybe","sound":1}"#;
        assert_eq!(read(noise), Settings { speed: Speed::Slow, ..usual.clone() });
        for noise in ["", "[]", "null", "{", "7", r#"{"theme":{"theme":[]}}"#] {
            assert_eq!(read(noise), usual, "{noise}");
        }
    }

    #[test]
    fn change_pace_goes_step_by_step_and_stops_at_the_ends() {
        let mut settings = Settings { pace: 70, ..Settings::new(FrontEnd::Pages) };
        settings.change_pace(true);
        assert_eq!(settings.pace, 50);
        assert_eq!(settings.change_pace(true), Notice::plain("Autoplay does not wait between turns."));
        settings.change_pace(true);
        assert_eq!(settings.pace, 0);
        settings.pace = MAX_MILLISECONDS;
        assert_eq!(settings.change_pace(false), Notice::plain("Autoplay waits 3000 ms between turns."));
    }

    #[test]
    fn option_words_of_every_offered_value_differ() {
        for setting in Setting::all(FrontEnd::Pages) {
            let mut names: Vec<_> = setting.options().iter().map(|value| setting.option_words(value).0).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{}: {names:?}", setting.name);
            assert!(names.iter().all(|name| !name.is_empty()), "{}", setting.name);
        }
        let undo = Setting::named(FrontEnd::Pages, "undo").unwrap();
        assert_eq!(undo.option_words("limited 1").0, "1 turn in a game");
        let theme = Setting::named(FrontEnd::Pages, "theme").unwrap();
        assert_eq!(theme.option_words("high-contrast").0, "High contrast");
        assert_eq!((time_text(300), time_text(1500), time_text(3000)), ("300 ms".into(), "1.5 s".into(), "3 s".into()));
    }

    #[test]
    fn step_time_long_cascades_take_no_longer_than_20_steps() {
        assert_eq!(Speed::Instant.step_time(1), 0);
        assert_eq!((Speed::Normal.step_time(1), Speed::Normal.step_time(20)), (140, 140));
        assert_eq!(Speed::Slow.step_time(80), 100);
    }

    #[test]
    fn next_player_goes_through_all_players() {
        let mut settings = Settings::new(FrontEnd::Pages);
        let first = settings.player.clone();
        let mut seen = Vec::new();
        for _ in Player::ALL {
            settings.next_player();
            seen.push(settings.player.id());
        }
        assert_eq!(settings.player, first);
        seen.sort();
        assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
    }

    #[test]
    fn turn_goes_through_all_options_and_round() {
        let mut settings = Settings::new(FrontEnd::Pages);
        for setting in Setting::all(FrontEnd::Pages) {
            let first = setting.options()[0].clone();
            setting.set(&mut settings, &first).unwrap();
            let mut seen = Vec::new();
            for _ in setting.options() {
                seen.push(setting.value(&settings));
                setting.turn(&mut settings, 1);
            }
            assert_eq!(seen, setting.options(), "{}", setting.name);
            assert_eq!(setting.value(&settings), first, "{}", setting.name);
        }
    }
}
