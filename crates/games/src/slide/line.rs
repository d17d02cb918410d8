//! One line of a slide: the heart of the rules, on values alone.

use super::MAX_VALUE;

/// What becomes of one tile of a line; places are indices into the line, the front being 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Motion {
    /// The tile at `from` goes to the empty place `to`.
    Slid { from: u8, to: u8 },
    /// The tile at `from` goes into the one in front of it, which becomes `value`.
    Merged { from: u8, value: u32 },
}

/// Receives motions: a closure, or `()`, which discards them.
pub(super) trait MotionLog {
    fn push(&mut self, motion: Motion);
}

impl MotionLog for () {
    #[inline]
    fn push(&mut self, _: Motion) {}
}

impl<F: FnMut(Motion)> MotionLog for F {
    #[inline]
    fn push(&mut self, motion: Motion) {
        self(motion);
    }
}

/// Slides the tiles of a line to its front, in place; a value of 0 is an empty cell. Returns the points.
#[inline]
pub(super) fn slide(line: &mut [u32], motions: &mut impl MotionLog) -> u64 {
    let mut gain = 0;
    // The place where the next tile comes to rest, and whether the tile in front of it may still merge this turn.
    let mut rest: usize = 0;
    let mut open = false;
    for i in 0..line.len() {
        let value = line[i];
        if value == 0 {
            continue;
        }
        line[i] = 0;
        if rest < i {
            motions.push(Motion::Slid { from: i as u8, to: rest as u8 });
        }
        if open && line[rest - 1] == value && value < MAX_VALUE {
            // It slid up to the cell before, and now goes into the other.
            line[rest - 1] = 2 * value;
            gain += u64::from(2 * value);
            motions.push(Motion::Merged { from: rest as u8, value: 2 * value });
            open = false;
        } else {
            line[rest] = value;
            rest += 1;
            open = true;
        }
    }
    gain
}

/// Slides the values of a line to its front, in place; 0 is an empty cell. Returns the points. For searches, which have
/// boards of their own.
///
/// ```
/// let mut line = [2, 0, 2, 4];
/// assert_eq!(tilewright_games::slide::slide_line(&mut line), 4);
/// assert_eq!(line, [4, 4, 0, 0]);
/// ```
pub fn slide_line(values: &mut [u32]) -> u64 {
    slide(values, &mut ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slid(mut line: [u32; 4]) -> ([u32; 4], u64) {
        let gain = slide(&mut line, &mut ());
        (line, gain)
    }

    #[test]
    fn slide_rows_of_the_rule_page_give_its_results() {
        assert_eq!(slid([2, 2, 2, 2]), ([4, 4, 0, 0], 8));
        assert_eq!(slid([4, 4, 8, 0]), ([8, 8, 0, 0], 8));
        assert_eq!(slid([2, 2, 2, 0]), ([4, 2, 0, 0], 4));
    }

    #[test]
    fn slide_product_next_to_its_equal_does_not_merge() {
        assert_eq!(slid([4, 2, 2, 0]), ([4, 4, 0, 0], 4));
        assert_eq!(slid([0, 2, 2, 4]), ([4, 4, 0, 0], 4));
    }

    #[test]
    fn slide_largest_values_do_not_merge() {
        assert_eq!(slid([0, MAX_VALUE, MAX_VALUE, 0]), ([MAX_VALUE, MAX_VALUE, 0, 0], 0));
        assert_eq!(slid([MAX_VALUE / 2, 0, MAX_VALUE / 2, 0]), ([MAX_VALUE, 0, 0, 0], u64::from(MAX_VALUE)));
    }

    #[test]
    fn slide_merge_logs_slide_then_merge() {
        let mut told = Vec::new();
        slide(&mut [0, 2, 0, 2], &mut |motion| told.push(motion));
        assert_eq!(
            told,
            [Motion::Slid { from: 1, to: 0 }, Motion::Slid { from: 3, to: 1 }, Motion::Merged { from: 1, value: 4 }]
        );
    }
}
