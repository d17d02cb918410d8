//! Typing numbers into the cells of a position editor.

use tilewright_core::Tile;

/// What a key makes of the tile in a cell; `None` if it is no key for cells. Keys have the names that browsers give them.
///
/// Digits write a number and Backspace takes the last one back, `.` and Delete empty the cell, `+` and `-` change the
/// strain in games that have it. A key that can do nothing here, as Backspace in an empty cell, leaves the tile as it is.
///
/// ```
/// use tilewright_session::typed_tile;
///
/// let tile = typed_tile(None, "1", false).unwrap();
/// let tile = typed_tile(tile, "6", false).unwrap();
/// assert_eq!(tile.unwrap().value, 16);
/// assert_eq!(typed_tile(tile, "x", false), None);
/// ```
pub fn typed_tile(tile: Option<Tile>, key: &str, has_strain: bool) -> Option<Option<Tile>> {
    let (value, strain) = tile.map_or((0, 0), |tile| (tile.value, tile.strain));
    let with_strain = |strain| tile.map(|tile| Tile { strain, ..tile });
    Some(match key.as_bytes() {
        [digit @ b'0'..=b'9'] => {
            let longer = value.checked_mul(10).and_then(|value| value.checked_add(u32::from(digit - b'0')));
            // Longer numbers are on no board, and a number does not start with 0.
            longer.filter(|&value| value > 0).map_or(tile, |value| Some(Tile { value, strain }))
        }
        b"Backspace" => (value >= 10).then_some(Tile { value: value / 10, strain }),
        b"Delete" | b"." => None,
        b"+" if has_strain => with_strain(strain.saturating_add(1)),
        b"-" if has_strain => with_strain(strain.saturating_sub(1)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[&str], has_strain: bool) -> Option<(u32, u8)> {
        let tile = keys.iter().fold(None, |tile, key| typed_tile(tile, key, has_strain).unwrap_or(tile));
        tile.map(|Tile { value, strain }| (value, strain))
    }

    #[test]
    fn typed_tile_digits_write_and_other_keys_change_or_empty() {
        assert_eq!(typed(&["1", "2", "8"], true), Some((128, 0)));
        assert_eq!(typed(&["0"], true), None);
        assert_eq!(typed(&["1", "2", "Backspace"], true), Some((1, 0)));
        assert_eq!(typed(&["1", "Backspace"], true), None);
        assert_eq!(typed(&["4", "+", "+", "-"], true), Some((4, 1)));
        assert_eq!(typed(&["4", "+"], false), Some((4, 0)));
        assert_eq!(typed(&["4", "Delete"], true), None);
        assert_eq!(typed(&["9"; 11], true), Some((999_999_999, 0)));
    }

    #[test]
    fn typed_tile_keys_for_cells_are_known_in_empty_cells() {
        for key in ["0", "Backspace", "Delete", ".", "+", "-"] {
            assert_eq!(typed_tile(None, key, true), Some(None), "{key}");
        }
        for (key, has_strain) in [("x", true), ("+", false), ("", true), ("12", true), ("ArrowUp", true)] {
            assert_eq!(typed_tile(None, key, has_strain), None, "{key}");
        }
    }
}
