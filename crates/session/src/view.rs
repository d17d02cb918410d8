//! What a front end draws: plain data, no rules.

use crate::{Assisted, Session, wire};
use serde::Serialize;
use serde_json::Value;
use tilewright_core::{Game, Reason, Tile};

/// A session between two turns. It serialises to the view of the protocol; see [`NamedView`] for its `game` field.
///
/// Two views are equal if everything is that is sent or drawn; the turns that led there may differ.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct View {
    /// The preset's id; `None` for a custom variant.
    pub preset: Option<&'static str>,
    /// The rules, every field with its value.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
    pub variant: Value,
    /// The position in its notation.
    pub board: String,
    /// The rows from the top. One after the other, they are all cells in the order of their indices.
    #[serde(serialize_with = "wire::rows")]
    #[cfg_attr(feature = "typescript", tsify(type = "(Tile | null)[][]"))]
    pub rows: Vec<Vec<Option<Tile>>>,
    /// The points so far.
    pub score: u64,
    /// The turns played.
    pub turn: usize,
    /// Whether an action can be played.
    pub phase: ViewPhase,
    /// Why the game is over, if it is.
    #[serde(serialize_with = "wire::reason", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(type = "ReasonName"))]
    pub reason: Option<Reason>,
    /// The target, once it is reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u32>,
    /// The legal actions in their notation, in ascending order of their ids.
    pub legal: Vec<String>,
    /// The seed of the dice; `None` if they are secret.
    #[serde(serialize_with = "wire::decimal", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional, type = "string"))]
    pub seed: Option<u64>,
    /// How many words of the dice were used.
    pub draws: u64,
    /// The stable hash of the state.
    #[serde(serialize_with = "wire::hex")]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub hash: u64,
    /// How many turns can be undone.
    pub undo: usize,
    /// How many turns can be redone.
    pub redo: usize,
    /// The coming tiles, if they are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preview: Vec<u32>,
    /// What help was taken. Sent as one bool: help of any kind.
    #[serde(serialize_with = "wire::assisted")]
    #[cfg_attr(feature = "typescript", tsify(type = "boolean"))]
    pub assisted: Assisted,
}

/// Whether a session waits for an action.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ViewPhase {
    /// It does.
    Decide,
    /// The game is over.
    Over,
}

/// A view under the name that its game goes by in the protocol.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct NamedView<'a> {
    /// The name.
    pub game: &'a str,
    /// The view.
    #[serde(flatten)]
    pub view: View,
}

impl Session {
    /// The session as plain data.
    pub fn view(&self) -> View {
        let topology = self.game().topology();
        let position = self.position();
        let reason = self.over();
        View {
            preset: self.setup().preset.map(|preset| preset.id),
            variant: self.setup().variant.to_json(),
            rows: topology.rows().map(|row| position.tiles[row].to_vec()).collect(),
            board: position.text(topology),
            score: self.score(),
            turn: self.turn(),
            phase: if reason.is_some() { ViewPhase::Over } else { ViewPhase::Decide },
            reason,
            reached: self.game().reached(self.state()),
            legal: self.legal().into_iter().map(|action| self.game().action_text(action)).collect(),
            seed: self.seed(),
            draws: self.draws(),
            hash: position.hash(topology),
            undo: self.undoable(),
            redo: self.undone(),
            preview: position.next,
            assisted: self.assisted(),
        }
    }

    /// The view under the name of its game.
    pub fn named_view<'a>(&self, game: &'a str) -> NamedView<'a> {
        NamedView { game, view: self.view() }
    }
}
