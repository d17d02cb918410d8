//! Numbers shortened to fit a tile.

/// The value in at most `room` columns: whole where it fits, then in units of 1024 or their squares and cubes where
/// that is exact (`16K`), then as a power of two (`2^17` in full, `^17` where even that is too wide), then rounded down
/// in thousands (`39k`).
pub fn face(value: u32, room: usize) -> String {
    let rounded = [('k', 1_000), ('m', 1_000_000), ('g', 1_000_000_000)].map(|(unit, size)| match value / size {
        0 => format!(".{}{unit}", value / (size / 10)),
        thousands => format!("{thousands}{unit}"),
    });
    let rounded = || rounded.into_iter().find(|text| text.len() <= room);
    exact_face(value, room).or_else(rounded).unwrap_or_else(|| "#".into())
}

/// The same if it fits without rounding.
pub fn exact_face(value: u32, room: usize) -> Option<String> {
    let whole = value.to_string();
    let units = [('G', 30), ('M', 20), ('K', 10)];
    let exact =
        units.into_iter().find(|(_, bits)| value.is_multiple_of(1 << bits)).map(|(u, b)| format!("{}{u}", value >> b));
    let power = value.is_power_of_two().then(|| format!("^{}", value.ilog2()));
    [Some(whole), exact, power].into_iter().flatten().find(|text| text.len() <= room)
}

#[cfg(test)]
mod tests {
    use super::face;

    #[test]
    fn face_powers_of_two_are_exact_in_three_columns() {
        let faces: Vec<_> = (7..=21).map(|e| face(1 << e, 3)).collect();
        let wanted =
            ["128", "256", "512", "1K", "2K", "4K", "8K", "16K", "32K", "64K", "^17", "^18", "^19", "1M", "2M"];
        assert_eq!(faces, wanted);
        assert_eq!(face(1 << 30, 3), "1G");
    }

    #[test]
    fn face_other_numbers_are_rounded_only_if_they_do_not_fit() {
        assert_eq!(face(39366, 5), "39366");
        assert_eq!(face(39366, 4), "39k");
        assert_eq!(face(118_098, 3), ".1m");
        assert_eq!(face(118_098, 4), "118k");
        assert_eq!(face(100, 0), "#");
    }
}
