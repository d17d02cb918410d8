//! The swap family: two tiles change places, lines merge, what is above falls, new tiles follow.
//!
//! [`Plain`] reads like the rule page and plays every variant. [`Fast`] plays the common ones on bit planes, and the
//! tests hold it equal to the plain one. A variant that cannot be dealt is refused here, before anybody plays it.

mod fast;
mod lines;
mod plain;
mod trial;
mod wave;

#[cfg(test)]
mod tests;

pub use fast::{FACES, Fast, POWERS};
pub use plain::Plain;

use crate::{Field, Fields, Kind, Spawn, VariantError};

/// The largest face; a merge that would exceed it makes this one.
pub const MAX_FACE: u32 = 1 << 30;

/// The parameters in files.
pub const FIELDS: &[Field] = &[
    side("width", "number of columns"),
    side("height", "number of rows"),
    Field {
        name: "spawn",
        alias: None,
        kind: Kind::Spawn { max: MAX_FACE, default: &[(2, 1), (4, 1), (8, 1), (16, 1), (32, 1)] },
        about: "the values of new tiles with their weights",
    },
    choice("law", &["doubling", "sum"], "doubling", "what n tiles of v become: v·2^(n−2), or v·n"),
    choice("score", &["sum", "result"], "sum", "what a merge earns: the tiles that went, or the one that came"),
    choice("anchor", &["moved", "first"], "moved", "where the new tile stands"),
    choice("resolve", &["sequential", "rounds"], "sequential", "one group after the other, or all of a wave together"),
    choice("group", &["cross", "union"], "cross", "the lines through one cell, or all lines that touch"),
    Field {
        name: "run",
        alias: None,
        kind: Kind::Whole { min: 3, max: 5, default: 3 },
        about: "how many equal tiles make a line",
    },
    switch("gravity", true, "tiles fall into gaps; off: gaps are refilled where they are"),
    switch("diagonal", false, "diagonal lines count, too"),
    switch("wrap", false, "opposite edges meet: a torus for lines and neighbours"),
    choice("reach", &["neighbour", "anywhere"], "neighbour", "which two tiles may be swapped"),
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
#[derive(Clone, PartialEq, Debug)]
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

/// What n equal tiles become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of files say it")]
pub enum Law {
    Doubling,
    Sum,
}

/// What a merge earns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of files say it")]
pub enum Score {
    Sum,
    Result,
}

/// Where the new tile stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of files say it")]
pub enum Anchor {
    Moved,
    First,
}

/// In which order groups merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of files say it")]
pub enum Resolve {
    Sequential,
    Rounds,
}

/// What merges together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of files say it")]
pub enum Group {
    Cross,
    Union,
}

/// Which two tiles may be swapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of files say it")]
pub enum Reach {
    Neighbour,
    Anywhere,
}

impl Rules {
    pub(crate) fn read(fields: &Fields) -> Result<Self, VariantError> {
        let rules = Self {
            width: fields.whole("width") as u8,
            height: fields.whole("height") as u8,
            spawn: fields.spawn("spawn"),
            law: if fields.choice("law") == "sum" { Law::Sum } else { Law::Doubling },
            score: if fields.choice("score") == "sum" { Score::Sum } else { Score::Result },
            anchor: if fields.choice("anchor") == "first" { Anchor::First } else { Anchor::Moved },
            resolve: if fields.choice("resolve") == "rounds" { Resolve::Rounds } else { Resolve::Sequential },
            group: if fields.choice("group") == "union" { Group::Union } else { Group::Cross },
            run: fields.whole("run") as u8,
            gravity: fields.switch("gravity"),
            diagonal: fields.switch("diagonal"),
            wrap: fields.switch("wrap"),
            reach: if fields.choice("reach") == "anywhere" { Reach::Anywhere } else { Reach::Neighbour },
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
}
