//! What is to be played, from what a page says: a preset's id or a variant as JSON text; and positions on its board.

use crate::{Refusal, bridge::to_js, game_info::Board};
use serde::Serialize;
use std::sync::Arc;
use tilewright_core::{Game, Position, Tile, clip};
use tilewright_games::{Preset, Variant};
use tilewright_session::{Scale, Session, Setup, serialize_tiles, typed_tile};
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
    // `parse` allows a plus sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(wrong)
}

/// The position in a text, on the board of a game.
pub(crate) fn position(setup: &Setup, board: &str) -> Result<Position, Refusal> {
    Position::parse(setup.game.topology(), board).map_err(Refusal::new)
}

/// A game from a position.
pub(crate) fn placed(what: &str, board: &str, seed_text: &str) -> Result<Session, Refusal> {
    let (setup, seed) = (setup(what)?, seed(seed_text)?);
    let position = position(&setup, board)?;
    Session::from_position(setup, &position, seed).map_err(Refusal::new)
}

/// A position for a picture.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct BoardPreview {
    #[serde(flatten)]
    pub(crate) board: Board,
    /// The tiles, by cell.
    #[serde(serialize_with = "serialize_tiles")]
    #[tsify(type = "(Tile | null)[]")]
    pub tiles: Vec<Option<Tile>>,
}

/// A seed in its shortest notation.
#[wasm_bindgen(js_name = checkSeed)]
pub fn check_seed(text: &str) -> Result<String, Refusal> {
    seed(text).map(|seed| seed.to_string())
}

/// The exponent of two whose colour a tile has. Between two whole numbers their colours are mixed.
#[wasm_bindgen(js_name = colourExponent)]
pub fn colour_exponent(#[wasm_bindgen(unchecked_param_type = "Scale")] scale: &str, value: u32) -> f64 {
    Scale::named(scale).unwrap_or(Scale::Doubling).exponent(value)
}

/// The canonical text of a position that is possible in a game.
#[wasm_bindgen(js_name = checkBoard)]
pub fn check_board(what: &str, board: &str) -> Result<String, Refusal> {
    placed(what, board, "0").map(|session| session.board())
}

/// A position with the tile of one cell changed; a value of 0 empties the cell.
#[wasm_bindgen(js_name = setTile)]
pub fn set_tile(what: &str, board: &str, cell: u8, value: u32, strain: u8) -> Result<String, Refusal> {
    let setup = setup(what)?;
    let mut position = position(&setup, board)?;
    if let Some(tile) = position.tiles.get_mut(usize::from(cell)) {
        *tile = (value > 0).then_some(Tile { value, strain });
    }
    Ok(position.text(setup.game.topology()))
}

/// A position after a key that was typed into one of its cells; `undefined` if it is no key for cells.
#[wasm_bindgen(js_name = typeTile)]
pub fn type_tile(what: &str, board: &str, cell: u8, key: &str) -> Result<Option<String>, Refusal> {
    let setup = setup(what)?;
    let mut position = position(&setup, board)?;
    let Some(tile) = position.tiles.get_mut(usize::from(cell)) else { return Ok(None) };
    let Some(typed) = typed_tile(*tile, key, setup.tile_look().max_strain > 0) else { return Ok(None) };
    *tile = typed;
    Ok(Some(position.text(setup.game.topology())))
}

/// A position without its tiles.
#[wasm_bindgen(js_name = clearBoard)]
pub fn clear_board(what: &str, board: &str) -> Result<String, Refusal> {
    let setup = setup(what)?;
    let mut position = position(&setup, board)?;
    position.tiles.fill(None);
    Ok(position.text(setup.game.topology()))
}

/// A position with the geometry of its board, for a picture. Without a text, the empty board.
#[wasm_bindgen(js_name = boardPreview, unchecked_return_type = "BoardPreview")]
pub fn board_preview(what: &str, board: Option<String>) -> Result<JsValue, Refusal> {
    let setup = setup(what)?;
    let position = match board {
        Some(text) => position(&setup, &text)?,
        None => Position::empty(setup.game.topology()),
    };
    Ok(to_js(&BoardPreview { board: Board::of(&setup), tiles: position.tiles }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placed_not_playable_is_refused_in_a_sentence() {
        let message = |what: &str, board: &str, seed: &str| placed(what, board, seed).unwrap_err().message;
        assert!(message("chess", "", "1").starts_with("there is no game “chess”; there are classic-2048, "));
        assert_eq!(
            message("merge3", "", "-1"),
            format!("“-1” is no seed; a seed is a whole number from 0 to {}", u64::MAX)
        );
        assert_eq!(message("classic-2048", "2", "1"), "the board has 4 rows, but the text has 1");
        let wrong = setup(r#"{"family":"strain","width":99}"#).unwrap_err();
        assert_eq!(wrong.field.as_deref(), Some("width"));
        assert!(setup("{").unwrap_err().message.starts_with("this is no JSON"));
    }

    #[test]
    fn seed_is_a_decimal_number_of_64_bits() {
        for good in ["0", "42", "18446744073709551615"] {
            assert_eq!(check_seed(good).unwrap(), good);
        }
        for bad in ["", "-1", "+1", "1.5", "abc", "18446744073709551616", "٣"] {
            assert!(seed(bad).unwrap_err().message.contains("whole number"), "{bad}");
        }
    }

    #[test]
    fn type_tile_changes_one_cell_or_nothing() {
        let board = clear_board("factors", &Session::new(setup("factors").unwrap(), 1).unwrap().board()).unwrap();
        let typed = |cell, key| type_tile("factors", &board, cell, key).unwrap();
        assert!(typed(1, "7").unwrap().starts_with(". 7 "));
        assert_eq!(typed(1, "Backspace").as_ref(), Some(&board));
        assert_eq!((typed(1, "x"), typed(99, "7")), (None, None));
    }

    #[test]
    fn set_tile_and_clear_board_keep_what_else_belongs_to_the_position() {
        let board = Session::new(setup("factors").unwrap(), 1).unwrap().board();
        let rest = |board: &str| board.split_once('|').map(|(_, rest)| rest.to_owned());
        let changed = set_tile("factors", &board, 0, 97, 0).unwrap();
        assert!(changed.starts_with("97 "), "{changed}");
        let empty = clear_board("factors", &changed).unwrap();
        assert!(empty.starts_with(". . "), "{empty}");
        assert_eq!((rest(&changed), rest(&empty)), (rest(&board), rest(&board)));
        assert_eq!(set_tile("factors", &changed, 0, 0, 0).unwrap().split_once(' ').unwrap().0, ".");
        assert!(
            set_tile(
                "numberclart",
                &clear_board("numberclart", &Session::new(setup("numberclart").unwrap(), 1).unwrap().board()).unwrap(),
                1,
                3,
                2
            )
            .unwrap()
            .starts_with(". 3+2 ")
        );
    }
}
