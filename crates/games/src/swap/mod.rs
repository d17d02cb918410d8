//! The swap family: two tiles change places, lines merge, what is above falls, new tiles follow.
//!
//! [`Plain`] reads like the rule page. [`Fast`] is the same game on bit planes, and what variants compile to. Both play
//! every variant; the differential tests compare them. A variant that cannot be dealt is refused when it compiles.

mod fast;
mod lines;
mod plain;
mod trial;
mod wave;

#[cfg(test)]
mod tests;

pub use fast::{Fast, POWERS, VALUES};
pub use plain::Plain;

use crate::{
    Field, Fields, Kind, Spawn, VariantError,
    variant::{FieldMap, choice as words},
};

/// The largest value; a merge that would exceed it makes this one.
pub const MAX_VALUE: u32 = 1 << 30;

/// The parameters in files.
pub const FIELDS: &[Field] = &[
    side("width", "number of columns"),
    side("height", "number of rows"),
    Field {
        name: "spawn",
        alias: None,
        kind: Kind::Spawn { max: MAX_VALUE, default: &[(2, 1), (4, 1), (8, 1), (16, 1), (32, 1)] },
        about: "the values of new tiles with their weights",
    },
    choice("law", Law::NAMES, "doubling", "what n tiles of v become: v·2^(n−2), or v·n"),
    choice("score", Score::NAMES, "sum", "what a merge earns: the tiles that went, or the one that came"),
    choice("anchor", Anchor::NAMES, "moved", "where the new tile stands"),
    choice("resolve", Resolve::NAMES, "sequential", "one group after the other, or all of a wave together"),
    choice("group", Group::NAMES, "cross", "the lines through one cell, or all lines that touch"),
    Field {
        name: "run",
        alias: None,
        kind: Kind::Whole { min: 3, max: 5, default: 3 },
        about: "how many equal tiles make a line",
    },
    switch("gravity", true, "tiles fall into gaps; off: gaps are refilled where they are"),
    switch("diagonal", false, "diagonal lines count, too"),
    switch("wrap", false, "opposite edges meet: a torus for lines and neighbours"),
    choice("reach", Reach::NAMES, "neighbour", "which two tiles may be swapped"),
    switch("must_merge", true, "a swap has to make a line"),
    Field {
        name: "preview",
        alias: None,
        kind: Kind::Whole { min: 0, max: 16, default: 0 },
        about: "how many coming tiles are known",
    },
    Field {
        name: "turn_limit",
        alias: None,
        kind: Kind::Limit { min: 1, max: 1_000_000 },
        about: "the game ends after so many turns",
    },
];

const fn side(name: &'static str, about: &'static str) -> Field {
    Field { name, alias: None, kind: Kind::Whole { min: 3, max: 10, default: 8 }, about }
}

const fn choice(
    name: &'static str,
    options: &'static [&'static str],
    default: &'static str,
    about: &'static str,
) -> Field {
    Field { name, alias: None, kind: Kind::Choice { options, default }, about }
}

const fn switch(name: &'static str, default: bool, about: &'static str) -> Field {
    Field { name, alias: None, kind: Kind::Switch { default }, about }
}

/// The parameters, checked.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields of files say it")]
pub struct Rules {
    pub width: u8,
    pub height: u8,
    pub spawn: Spawn,
    pub law: Law,
    pub score: Score,
    pub anchor: Anchor,
    pub resolve: Resolve,
    pub group: Group,
    pub run: u8,
    pub gravity: bool,
    pub diagonal: bool,
    pub wrap: bool,
    pub reach: Reach,
    pub must_merge: bool,
    pub preview: u8,
    pub turn_limit: Option<u32>,
}

words! {
    /// What n equal tiles become.
    #[expect(missing_docs, reason = "the fields of files say it")]
    Law { Doubling = "doubling", Sum = "sum" }
}

words! {
    /// What a merge earns.
    #[expect(missing_docs, reason = "the fields of files say it")]
    Score { Sum = "sum", Result = "result" }
}

words! {
    /// Where the new tile stands.
    #[expect(missing_docs, reason = "the fields of files say it")]
    Anchor { Moved = "moved", First = "first" }
}

words! {
    /// In which order groups merge.
    #[expect(missing_docs, reason = "the fields of files say it")]
    Resolve { Sequential = "sequential", Rounds = "rounds" }
}

words! {
    /// What merges together.
    #[expect(missing_docs, reason = "the fields of files say it")]
    Group { Cross = "cross", Union = "union" }
}

words! {
    /// Which two tiles may be swapped.
    #[expect(missing_docs, reason = "the fields of files say it")]
    Reach { Neighbour = "neighbour", Anywhere = "anywhere" }
}

impl Rules {
    /// Whether every tile is a power of two.
    pub(crate) fn has_powers(&self) -> bool {
        self.law == Law::Doubling && self.spawn.as_slice().iter().all(|(value, _)| value.is_power_of_two())
    }

    pub(crate) fn read(fields: &Fields) -> Result<Self, VariantError> {
        let rules = Self {
            width: fields.whole("width") as u8,
            height: fields.whole("height") as u8,
            spawn: fields.spawn("spawn"),
            law: fields.choice("law", Law::named),
            score: fields.choice("score", Score::named),
            anchor: fields.choice("anchor", Anchor::named),
            resolve: fields.choice("resolve", Resolve::named),
            group: fields.choice("group", Group::named),
            run: fields.whole("run") as u8,
            gravity: fields.switch("gravity"),
            diagonal: fields.switch("diagonal"),
            wrap: fields.switch("wrap"),
            reach: fields.choice("reach", Reach::named),
            must_merge: fields.switch("must_merge"),
            preview: fields.whole("preview") as u8,
            turn_limit: fields.limit("turn_limit"),
        };
        if !rules.must_merge && rules.turn_limit.is_none() {
            return Err(VariantError::new(
                "turn_limit",
                "has to be given with must_merge = false: such a game would never end",
            ));
        }
        Ok(rules)
    }

    pub(crate) fn write(&self, fields: &mut FieldMap) {
        fields.set("width", self.width);
        fields.set("height", self.height);
        fields.spawn("spawn", &self.spawn);
        fields.set("law", self.law.name());
        fields.set("score", self.score.name());
        fields.set("anchor", self.anchor.name());
        fields.set("resolve", self.resolve.name());
        fields.set("group", self.group.name());
        fields.set("run", self.run);
        fields.set("gravity", self.gravity);
        fields.set("diagonal", self.diagonal);
        fields.set("wrap", self.wrap);
        fields.set("reach", self.reach.name());
        fields.set("must_merge", self.must_merge);
        fields.set("preview", self.preview);
        fields.limit("turn_limit", self.turn_limit);
    }
}
