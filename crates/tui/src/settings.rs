//! Settings as text: one `name = value` a line. What is not understood falls back to its default and is told.

use tilewright_players::Player;
use tilewright_session::UndoRule;

/// How whoever plays likes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The colours' mood.
    pub theme: Theme,
    /// How many colours are used.
    pub colours: Colours,
    /// How quick animations are.
    pub speed: Speed,
    /// Nothing flies: tiles appear where they end up.
    pub reduced_motion: bool,
    /// Who gives hints and plays on its own.
    pub player: Player,
    /// Milliseconds between two turns of a player that plays on its own.
    pub pace: u32,
    /// Whether turns of a new game may be taken back.
    pub undo: UndoRule,
    /// Whether the mouse is used.
    pub mouse: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::Dark,
            colours: Colours::Auto,
            speed: Speed::Normal,
            reduced_motion: false,
            player: Player::Greedy,
            pace: 400,
            undo: UndoRule::Unlimited,
            mouse: true,
        }
    }
}

/// A choice among words.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$case_about:meta])* $case:ident = $word:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$case_about])* $case),* }

        impl $name {
            /// All of them, in the order in which settings go round.
            pub const ALL: &[Self] = &[$(Self::$case),*];

            /// The word in files and on screens.
            pub fn name(self) -> &'static str {
                match self { $(Self::$case => $word),* }
            }

            /// The one of that name.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == word)
            }

            /// The next one, after the last the first again.
            pub fn next(self) -> Self {
                let at = Self::ALL.iter().position(|&known| known == self).unwrap_or(0);
                Self::ALL[(at + 1) % Self::ALL.len()]
            }
        }
    };
}

words! {
    /// The mood of the colours.
    Theme {
        /// Light on dark.
        Dark = "dark",
        /// Dark on light.
        Light = "light",
        /// Nothing but the strongest contrasts.
        HighContrast = "high-contrast",
        /// Told apart by everybody, whatever colours they see.
        ColourBlind = "colour-blind",
    }
}

words! {
    /// How many colours are used.
    Colours {
        /// As many as the terminal says it has.
        Auto = "auto",
        /// 24 bits.
        Full = "full",
        /// 256.
        Many = "256",
        /// 16.
        Few = "16",
        /// None at all.
        None = "none",
    }
}

words! {
    /// How quick animations are.
    Speed {
        /// No animation.
        Instant = "instant",
        /// Hardly to be seen.
        Fast = "fast",
        /// To be followed with ease.
        Normal = "normal",
        /// To be studied.
        Slow = "slow",
    }
}

const HEADER: &str = "# tilewright-settings 1";
/// The slowest pace that makes sense, in milliseconds.
const SLOWEST: u32 = 60_000;

impl Settings {
    /// The settings as text.
    pub fn write(&self) -> String {
        let Self { theme, colours, speed, reduced_motion, player, pace, undo, mouse } = self;
        format!(
            "{HEADER}\ntheme = {}\ncolours = {}\nspeed = {}\nreduced_motion = {reduced_motion}\nplayer = {}\npace = {pace}\n\
             undo = {}\nmouse = {mouse}\n",
            theme.name(),
            colours.name(),
            speed.name(),
            player.id(),
            undo.text(),
        )
    }

    /// The settings in a text, and what in it was not understood.
    pub fn read(text: &str) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        let mut notices = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(says) = settings.set(line) {
                notices.push(format!("Settings, line {}: {says}; the default is used.", i + 1));
            }
            // A file of noise deserves a few words, not thousands.
            if notices.len() == 8 {
                notices.push("Settings: the rest of the file is not read.".into());
                break;
            }
        }
        (settings, notices)
    }

    fn set(&mut self, line: &str) -> Result<(), String> {
        let (name, value) = line.split_once('=').ok_or("a setting looks like “name = value”")?;
        let (name, value) = (name.trim(), value.trim());
        let options = |names: Vec<&str>| format!("{name} is one of {}", names.join(", "));
        let switch = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(options(vec!["true", "false"])),
        };
        match name {
            "theme" => {
                self.theme = Theme::parse(value)
                    .ok_or_else(|| options(Theme::ALL.iter().map(|theme| theme.name()).collect()))?;
            }
            "colours" => {
                self.colours = Colours::parse(value)
                    .ok_or_else(|| options(Colours::ALL.iter().map(|colours| colours.name()).collect()))?;
            }
            "speed" => {
                self.speed = Speed::parse(value)
                    .ok_or_else(|| options(Speed::ALL.iter().map(|speed| speed.name()).collect()))?;
            }
            "player" => self.player = Player::parse(value).map_err(|error| error.to_string())?,
            "reduced_motion" => self.reduced_motion = switch()?,
            "mouse" => self.mouse = switch()?,
            "pace" => {
                let pace = value.parse().ok().filter(|&pace| pace <= SLOWEST);
                self.pace = pace.ok_or_else(|| format!("pace is 0 to {SLOWEST} milliseconds"))?;
            }
            "undo" => {
                self.undo = UndoRule::parse(value).ok_or("undo is off, unlimited, or limited and a number")?;
            }
            _ => {
                let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
                return Err(format!("there is no setting “{name}”"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were() {
        let settings = Settings {
            theme: Theme::ColourBlind,
            colours: Colours::Few,
            speed: Speed::Slow,
            reduced_motion: true,
            player: Player::Random,
            pace: 0,
            undo: UndoRule::Limited(3),
            mouse: false,
        };
        assert_eq!(Settings::read(&settings.write()), (settings, vec![]));
        assert_eq!(Settings::read(""), (Settings::default(), vec![]));
    }

    #[test]
    fn what_is_not_understood_is_told_and_the_rest_holds() {
        let (settings, notices) = Settings::read("theme = pink\nspeed = slow\nnoise\nvolume = 11\npace = -1\n");
        assert_eq!(settings, Settings { speed: Speed::Slow, ..Settings::default() });
        assert_eq!(
            notices[0],
            "Settings, line 1: theme is one of dark, light, high-contrast, colour-blind; the default is used."
        );
        assert_eq!(notices.len(), 4);
        let (settings, notices) = Settings::read(&"x\u{1b}[2J\n".repeat(100_000));
        assert_eq!((settings, notices.len()), (Settings::default(), 9));
    }
}
