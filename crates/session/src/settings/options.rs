//! The words that some settings choose among.

use serde::Serialize;

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
