//! Large digits: three columns and three lines each, in half blocks.

/// Five rows of three bits for each digit, the left column in the highest bit.
const FONT: [[u8; 5]; 10] = [
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
];

/// The lines of a number.
pub const LINES: usize = 3;

/// The columns of a number with that many digits: a column between two.
pub fn columns(digits: usize) -> usize {
    (4 * digits).saturating_sub(1)
}

/// The number in large digits, line by line; `None` if it does not fit into that many columns.
pub fn large(value: u32, room: usize) -> Option<[String; LINES]> {
    let digits: Vec<usize> = value.to_string().bytes().map(|digit| usize::from(digit - b'0')).collect();
    if columns(digits.len()) > room {
        return None;
    }
    let line = |line: usize| {
        let digit = |&digit: &usize| -> String {
            let row = |row: usize| FONT[digit].get(row).copied().unwrap_or(0);
            let (upper, lower) = (row(2 * line), row(2 * line + 1));
            let block = |bit: u8| match (upper >> bit & 1, lower >> bit & 1) {
                (0, 0) => ' ',
                (1, 0) => '▀',
                (0, 1) => '▄',
                _ => '█',
            };
            [2, 1, 0].map(block).iter().collect()
        };
        digits.iter().map(digit).collect::<Vec<_>>().join(" ")
    };
    Some([line(0), line(1), line(2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_has_three_lines_and_refuses_what_does_not_fit() {
        assert_eq!(large(16, 7).unwrap(), ["▄█  █▀▀", " █  █▀█", "▀▀▀ ▀▀▀"]);
        assert_eq!(large(16, 6), None);
        assert!(large(2048, 15).unwrap().iter().all(|line| line.chars().count() == 15));
    }
}
