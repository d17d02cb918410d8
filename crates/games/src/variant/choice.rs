//! Fields that are one of a few words: an enum with its words, so that no text is compared once a variant is read.

/// Declares such an enum.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$case_about:meta])* $case:ident = $word:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$case_about])* $case),* }

        impl $name {
            /// The words in files.
            pub const NAMES: &[&str] = &[$($word),*];

            /// The word in files.
            pub fn name(self) -> &'static str {
                match self { $(Self::$case => $word),* }
            }

            /// The choice with that word.
            pub(crate) fn named(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$case),)* _ => None }
            }
        }
    };
}

pub(crate) use choice;
