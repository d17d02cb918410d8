//! Facts of a game that front ends show next to its board, and how its tiles are to be coloured.
//!
//! What differs between families is answered here, from the typed rules, so that a front end needs no line for a family.

use crate::{Session, Setup, counted, grouped, outlook::is_prime};
use serde::Serialize;
use tilewright_core::Game;
use tilewright_games::Rules;

/// A name and a value: `Target 2048`.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Fact {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: String,
    /// Whether it is an achievement, and may stand out.
    pub achieved: bool,
}

/// How the values of a game grow: colours follow it.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Values double: one colour for each power of two, mixed colours between them.
    Doubling,
    /// Values count up: one colour for each value.
    Counting,
    /// Values divide each other: primes have a colour of their own, products are as in [`Scale::Doubling`].
    Dividing,
}

impl Scale {
    /// The exponent whose colour tiles have that are [apart](Self::is_apart): no small number has it.
    pub const APART: u8 = 20;

    /// The scale that is serialised by this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "doubling" => Some(Self::Doubling),
            "counting" => Some(Self::Counting),
            "dividing" => Some(Self::Dividing),
            _ => None,
        }
    }

    /// Whether a tile has a colour of its own: a prime if values divide each other.
    pub fn is_apart(self, value: u32) -> bool {
        self == Self::Dividing && is_prime(value)
    }

    /// The exponent of two whose colour a tile has. Between two whole numbers their colours are mixed.
    pub fn exponent(self, value: u32) -> f64 {
        match self {
            Self::Counting => value.into(),
            _ if self.is_apart(value) => Self::APART.into(),
            // Exactly whole on every machine.
            _ if value.is_power_of_two() => value.ilog2().into(),
            _ => f64::from(value.max(1)).log2(),
        }
    }
}

/// What is to be known of the tiles of a game to draw them.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TileLook {
    /// How their values grow.
    pub scale: Scale,
    /// The strain at which a tile breaks; 0 in games without strain.
    pub max_strain: u8,
}

impl Setup {
    /// How the tiles of this game are drawn.
    pub fn tile_look(&self) -> TileLook {
        match self.variant.rules() {
            Rules::Strain(rules) => TileLook { scale: Scale::Counting, max_strain: rules.max_strain },
            Rules::Factor(_) => TileLook { scale: Scale::Dividing, max_strain: 0 },
            Rules::Slide(_) | Rules::Swap(_) => TileLook { scale: Scale::Doubling, max_strain: 0 },
        }
    }

    /// Whether a turn of this game can have waves.
    pub fn has_waves(&self) -> bool {
        match self.variant.rules() {
            Rules::Swap(_) | Rules::Factor(_) => true,
            Rules::Slide(_) | Rules::Strain(_) => false,
        }
    }

    /// The value to reach, in games that have a target.
    pub fn target(&self) -> Option<u32> {
        match self.variant.rules() {
            Rules::Slide(rules) => Some(rules.target),
            Rules::Swap(_) | Rules::Strain(_) | Rules::Factor(_) => None,
        }
    }
}

impl Session {
    /// In how many turns, at the latest, a clock brings the next tile; `None` in games without a clock.
    ///
    /// It counts from 1: that is the next turn. The clock does not start again when a chain brings a tile, so a tile
    /// that has just come says nothing about the next one.
    pub fn next_spawn(&self) -> Option<u32> {
        let clock = self.position().clock?;
        match self.setup().variant.rules() {
            Rules::Factor(rules) => Some(u32::from(rules.spawn_every).saturating_sub(clock)),
            Rules::Slide(_) | Rules::Swap(_) | Rules::Strain(_) => None,
        }
    }

    /// The same in a sentence.
    pub fn next_spawn_text(&self) -> Option<String> {
        self.next_spawn().map(|turns| match turns {
            1 => "The next turn brings a new number.".into(),
            turns => format!("A new number comes in {} at the latest.", counted(turns.into(), "turn")),
        })
    }

    /// The facts that only some games have: the target, the next number, the turns left, the coming tiles.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut fact = |name, value, achieved| facts.push(Fact { name, value, achieved });
        if let Some(target) = self.setup().target() {
            let reached = self.game().reached(self.state()).is_some();
            fact("Target", if reached { format!("{target} ✓") } else { target.to_string() }, reached);
        }
        if let Some(turns) = self.next_spawn() {
            // A chain brings a number earlier.
            fact("Next number", counted(turns.into(), "turn"), false);
        }
        let position = self.position();
        if let Some(left) = position.left {
            fact("Turns left", grouped(left.into()), false);
        }
        if !position.next.is_empty() {
            let values: Vec<_> = position.next.iter().map(u32::to_string).collect();
            fact("Next", values.join(" "), false);
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponent_follows_the_scale() {
        assert_eq!((Scale::Doubling.exponent(8), Scale::Doubling.exponent(0)), (3.0, 0.0));
        assert!((2.5..2.6).contains(&Scale::Doubling.exponent(6)));
        assert_eq!((Scale::Counting.exponent(8), Scale::Counting.exponent(7)), (8.0, 7.0));
        assert_eq!((Scale::Dividing.exponent(8), Scale::Dividing.exponent(7)), (3.0, f64::from(Scale::APART)));
    }

    #[test]
    fn named_reads_what_is_serialised() {
        for scale in [Scale::Doubling, Scale::Counting, Scale::Dividing] {
            assert_eq!(Scale::named(serde_json::json!(scale).as_str().unwrap()), Some(scale));
        }
        assert_eq!(Scale::named("Doubling"), None);
    }
}
