//! Large digits: three columns and three lines each, in half blocks.

use super::face::exact_face;

/// The signs of [`FONT`]: digits, and what shortened numbers have.
const SIGNS: &str = "0123456789KMG^";

/// Five rows of three bits for each sign, the left column in the highest bit.
const FONT: [[u8; 5]; 14] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b001, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b110, 0b101, 0b101],
    [0b101, 0b111, 0b111, 0b101, 0b101],
    [0b111, 0b100, 0b101, 0b101, 0b111],
    [0b010, 0b101, 0b000, 0b000, 0b000],
];

/// The lines of a number.
pub const LINES: usize = 3;

/// The number in large digits, line by line, shortened if it has to be (`16K`) and nothing is lost by that; `None` if it
/// does not fit into that many columns.
pub fn large(value: u32, room: usize) -> Option<[String; LINES]> {
    // A sign has three columns, and there is one between two.
    let text = exact_face(value, (room + 1) / 4)?;
    let signs: Vec<usize> = text.chars().map(|sign| SIGNS.find(sign)).collect::<Option<_>>()?;
    let line = |line: usize| {
        let sign = |&sign: &usize| -> String {
            let row = |row: usize| FONT[sign].get(row).copied().unwrap_or(0);
            let (upper, lower) = (row(2 * line), row(2 * line + 1));
            let block = |bit: u8| match (upper >> bit & 1, lower >> bit & 1) {
                (0, 0) => ' ',
                (1, 0) => '▀',
                (0, 1) => '▄',
                _ => '█',
            };
            [2, 1, 0].map(block).iter().collect()
        };
        signs.iter().map(sign).collect::<Vec<_>>().join(" ")
    };
    Some([line(0), line(1), line(2)])
}

/// The same in twice the size; `None` if the whole number does not fit.
pub fn huge(value: u32, room: usize) -> Option<Vec<String>> {
    let digits = value.to_string().len();
    let lines = large(value, 4 * digits - 1).filter(|_| 2 * (4 * digits - 1) <= room)?;
    let half = |line: &str, full: char| -> String {
        line.chars().flat_map(|block| [if block == '█' || block == full { '█' } else { ' ' }; 2]).collect()
    };
    Some(lines.iter().flat_map(|line| [half(line, '▀'), half(line, '▄')]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_has_three_lines_and_refuses_what_does_not_fit() {
        assert_eq!(large(16, 7).unwrap(), ["▄█  █▀▀", " █  █▀█", "▀▀▀ ▀▀▀"]);
        assert_eq!(large(16, 6), None);
        assert_eq!(large(16384, 11).unwrap().map(|line| line.chars().count()), [11; 3], "16K");
        assert_eq!(large(131_072, 11).unwrap()[0], "▄▀▄ ▄█  ▀▀█", "^17");
        assert_eq!(large(10_001, 15), None, "nothing is rounded");
        assert_eq!(huge(1, 6).unwrap(), ["  ██  ", "████  ", "  ██  ", "  ██  ", "██████", "      "]);
        assert_eq!((huge(1, 5), huge(2048, 29)), (None, None), "no number is shortened for it");
        assert!(large(2048, 15).unwrap().iter().all(|line| line.chars().count() == 15));
    }
}
