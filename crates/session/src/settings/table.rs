//! The table of settings: names, allowed values, and how each is read and changed.

use super::{Colours, Motion, Settings, Speed, Theme, player_name};
use crate::UndoRule;
use serde::Serialize;
use tilewright_players::Player;

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
/// The pauses of autoplay that screens and keys go through, in milliseconds.
pub(super) const PACES: &[u32] = &[0, 50, 100, 200, 400, 800, 1500, 3000];
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
    // Without floating point: printing it would be a part of every page.
    match (ms / 1000, ms % 1000) {
        (0, ms) => format!("{ms} ms"),
        (seconds, 0) => format!("{seconds} s"),
        (seconds, rest) => format!("{seconds}.{} s", format!("{rest:03}").trim_end_matches('0')),
    }
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
                first.to_ascii_uppercase() + rest
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
