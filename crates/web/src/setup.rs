//! What is to be played, from what a page says: a preset's id or a variant as JSON text.

use crate::{
    Refusal,
    bridge::hand_over,
    table::{Board, own_title},
    view::{Tile, tiles},
};
use serde::Serialize;
use std::sync::Arc;
use tilewright_core::{Game, Position, Reason, clip};
use tilewright_games::{Preset, Variant};
use tilewright_session::{Save, Session, Setup, Summary};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The game that a preset's id or a variant's text names.
pub(crate) fn setup(what: &str) -> Result<Arc<Setup>, Refusal> {
    if what.trim_start().starts_with('{') {
        return Ok(Setup::custom(variant(what)?)?);
    }
    let preset = Preset::find(what).ok_or_else(|| {
        let ids: Vec<_> = Preset::all().iter().map(|preset| preset.id).collect();
        Refusal::new(format!("there is no game “{}”; there are {}", clip(what), ids.join(", ")))
    })?;
    Ok(Setup::preset(preset)?)
}

/// The variant in a JSON text.
pub(crate) fn variant(text: &str) -> Result<Variant, Refusal> {
    if text.len() > Variant::MAX_BYTES {
        return Err(Refusal::new(format!("a variant has at most {} bytes", Variant::MAX_BYTES)));
    }
    Ok(Variant::from_text(text)?)
}

/// The seed in a decimal text.
pub(crate) fn seed(text: &str) -> Result<u64, Refusal> {
    let wrong =
        || Refusal::new(format!("“{}” is no seed; a seed is a whole number from 0 to {}", clip(text), u64::MAX));
    text.parse().map_err(|_| wrong())
}

/// A position in a game, with the game.
fn place(what: &str, board: &str, seed: u64) -> Result<Session, Refusal> {
    let setup = setup(what)?;
    let position = Position::parse(setup.game.topology(), board).map_err(Refusal::new)?;
    Session::from_position(setup, &position, seed).map_err(Refusal::new)
}

/// A game from a position.
pub(crate) fn placed(what: &str, board: &str, seed_text: &str) -> Result<Session, Refusal> {
    place(what, board, seed(seed_text)?)
}

/// A position for a picture.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct BoardPreview {
    #[serde(flatten)]
    pub(crate) board: Board,
    /// The tiles, by cell.
    pub tiles: Vec<Option<Tile>>,
}

/// What a saved game says of itself.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct SaveSummary {
    /// The name of its variant in replays, or `custom`.
    pub label: String,
    /// What a menu calls it.
    pub title: String,
    /// The preset's id, unless the variant is somebody's own.
    pub preset: Option<String>,
    /// The hash of its variant, sixteen hex digits.
    pub variant_hash: String,
    /// The seed of its dice, in decimal.
    pub seed: String,
    /// The turns played.
    pub turn: usize,
    /// The points so far.
    pub score: u64,
    /// Why it is over, if it is.
    pub over: Option<String>,
    /// The position as text.
    pub board: String,
}

impl SaveSummary {
    fn of(text: &str) -> Result<Self, Refusal> {
        let Summary { label, variant, seed, turn, score, over, board } = Save::summary(text).map_err(Refusal::new)?;
        let preset = Preset::labelled(&label);
        Ok(Self {
            title: preset.map_or_else(|| own_title("variant"), |preset| preset.title.clone()),
            preset: preset.map(|preset| preset.id.into()),
            label,
            variant_hash: format!("{variant:016x}"),
            seed: seed.to_string(),
            turn,
            score,
            over: over.map(Reason::name).map(Into::into),
            board,
        })
    }
}

/// What a saved game says of itself; nothing is played for it.
#[wasm_bindgen(js_name = saveSummary, unchecked_return_type = "SaveSummary")]
pub fn save_summary(text: &str) -> Result<JsValue, Refusal> {
    SaveSummary::of(text).map(|summary| hand_over(&summary))
}

/// The canonical text of a position that can stand on the board of a game.
#[wasm_bindgen(js_name = checkBoard)]
pub fn check_board(what: &str, board: &str) -> Result<String, Refusal> {
    place(what, board, 0).map(|session| session.board())
}

/// A position with the geometry of its board, for a picture. Without a text, the empty board.
#[wasm_bindgen(js_name = boardPreview, unchecked_return_type = "BoardPreview")]
pub fn board_preview(what: &str, board: Option<String>) -> Result<JsValue, Refusal> {
    let setup = setup(what)?;
    let topology = setup.game.topology();
    let position = match board {
        Some(text) => Position::parse(topology, &text).map_err(Refusal::new)?,
        None => Position::empty(topology),
    };
    Ok(hand_over(&BoardPreview { board: Board::of(topology), tiles: tiles(&position) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_played_is_refused_in_a_sentence() {
        let says = |what: &str, board: &str, seed: &str| placed(what, board, seed).unwrap_err().says;
        assert!(says("chess", "", "1").starts_with("there is no game “chess”; there are classic-2048, "));
        assert_eq!(
            says("merge3", "", "-1"),
            format!("“-1” is no seed; a seed is a whole number from 0 to {}", u64::MAX)
        );
        assert_eq!(says("classic-2048", "2", "1"), "the board has 4 rows, but the text has 1");
        let wrong = setup(r#"{"family":"strain","width":99}"#).unwrap_err();
        assert_eq!(wrong.field.as_deref(), Some("width"));
        assert!(setup("{").unwrap_err().says.starts_with("this is no JSON"));
    }

    #[test]
    fn a_save_tells_what_it_is() {
        let session = Session::new(setup("hex-2048").unwrap(), u64::MAX).unwrap();
        let summary = SaveSummary::of(&Save::write(&session)).unwrap();
        assert_eq!((summary.preset.as_deref(), summary.title.as_str()), (Some("hex-2048"), "Hex 2048"));
        assert_eq!((summary.seed, summary.board), (u64::MAX.to_string(), session.board()));
        assert!(SaveSummary::of("nonsense").is_err());
    }
}
