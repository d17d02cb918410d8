//! Every board of up to 25 cells: rectangles and the hexagon of radius 1.
//!
//! For a slide, the lines of the direction are brought side by side, front cells lowest, and back again afterwards. The
//! rows of a rectangle are so already, or once the board is turned by 180°; other lines take a permutation network. A line
//! of up to four cells is a lookup. A longer one is split into its first four cells, the *head*, and the others, the
//! *tail*, with a lookup each; a tail of one cell needs none.
//!
//! What probably limits it is latency: network, lookup and network depend on each other, and samples of a profile gather
//! at the lookups, where they wait for the first network.

use super::{Layout, MAX_LINES, SlideResult, network::Network, pairs::Neighbours};
use crate::slide::{
    bits::Bits,
    rows::{self, Front, Fronts, Rows},
};
use std::{fmt, hint::select_unpredictable};
use tilewright_core::{Dir, Shape, Symmetry, Topology};

/// The layout of any board that fits into an integer.
#[derive(Clone)]
pub struct General<B> {
    rows: &'static Rows,
    fronts: &'static Fronts,
    cells: u32,
    dirs: Vec<Direction<B>>,
    /// The cells of the lower half that belong to a row of which the others are in the upper half, in bits; of
    /// rectangles.
    straddling: u32,
    neighbours: Neighbours<B>,
    symmetries: Vec<Network<B>>,
}

/// The layout of boards of up to 16 cells.
pub type UpTo16 = General<u64>;

/// The layout of boards of 17 to 25 cells.
pub type UpTo25 = General<u128>;

impl<B> fmt::Debug for General<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("General").field("cells", &self.cells).finish_non_exhaustive()
    }
}

/// Where the lines of a direction go to slide: side by side, front cells lowest, none of them in both halves of the
/// integer. Slid lines are in the same places.
#[derive(Clone, Debug)]
struct Direction<B> {
    /// To the lines and back, in the order of the topology.
    gather: Network<B>,
    scatter: Network<B>,
    slide: Slide,
    /// Whether the lines are the rows of a rectangle, which need no network.
    is_horizontal: bool,
    /// Whether the rows are those of the board turned by 180°.
    is_turned: bool,
    /// The number of lines in each half, and the bits for a line.
    counts: [u32; 2],
    stride: u32,
}

/// How the lines of a direction slide.
#[derive(Clone, Copy, Debug)]
enum Slide {
    /// Up to four lines of up to four cells, 16 bits each.
    Square,
    /// Lines of up to four cells.
    Four,
    /// Lines of five cells.
    Five,
    /// Lines of up to eight cells.
    Eight,
}

/// The bits of a line's head.
const HEAD: u32 = 16;

impl<B: Bits> Direction<B> {
    fn new(topology: &Topology, dir: Dir) -> Self {
        let lines = topology.lines(dir);
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        let is_horizontal = matches!(topology.shape(), Shape::Square { .. })
            && lines[0].windows(2).all(|two| two[0].0.abs_diff(two[1].0) == 1);
        let (slide, length) = match longest {
            ..=4 if lines.len() <= 4 && topology.len() <= 16 => (Slide::Square, 4),
            ..=4 => (Slide::Four, longest),
            5 => (Slide::Five, longest),
            _ => (Slide::Eight, longest),
        };
        let per_half = 16 / length;
        let (mut cells, mut places) = (Vec::new(), Vec::new());
        for (line, line_cells) in lines.iter().enumerate() {
            let start = line / per_half * 16 + line % per_half * length;
            for (place, cell) in (start..).zip(line_cells) {
                cells.push(cell.0);
                places.push(place as u8);
            }
        }
        let low = lines.len().min(per_half);
        Self {
            gather: Network::new(&cells, &places),
            scatter: Network::new(&places, &cells),
            slide,
            is_horizontal: is_horizontal && !matches!(slide, Slide::Square),
            is_turned: is_horizontal && lines[0][0] > lines[0][1],
            counts: [low as u32, (lines.len() - low) as u32],
            stride: 4 * length as u32,
        }
    }
}

/// The points of lines, joined.
#[derive(Default)]
struct Joined {
    gain: u64,
    /// The gains, joined by `|`.
    flags: u32,
}

impl Joined {
    #[inline]
    fn add(&mut self, gain: u32) {
        self.gain += u64::from(gain);
        self.flags |= gain;
    }

    /// Whether a tile outgrew its nibble.
    #[inline]
    fn outgrown(&self) -> bool {
        self.flags & rows::OUTGROWN != 0
    }
}

impl<B: Bits> General<B> {
    /// The rows of a rectangle, brought side by side.
    #[inline]
    fn split(&self, board: B) -> [u64; 2] {
        let [low, high] = board.halves();
        if B::NIBBLES == 16 {
            return [low, high];
        }
        // What straddles goes to the upper half. A shift by 64 bits has to be taken in two steps.
        let keep = 63 - self.straddling;
        [low << self.straddling >> self.straddling, high << self.straddling | low >> 1 >> keep]
    }

    /// The board of rows that are side by side.
    #[inline]
    fn unsplit(&self, [low, high]: [u64; 2]) -> B {
        if B::NIBBLES == 16 {
            return B::from_halves([low, high]);
        }
        B::from_halves([low | high << 1 << (63 - self.straddling), high >> self.straddling])
    }

    /// The board turned by 180°, if it is to be.
    #[inline]
    fn turned(&self, board: B, is_turned: bool) -> B {
        let turned = board.reversed(self.cells);
        select_unpredictable(is_turned, turned, board)
    }

    /// The lines of a direction, side by side; those of a turned board in the opposite order.
    #[inline]
    fn gathered(&self, board: B, dir: &Direction<B>) -> [u64; 2] {
        if dir.is_horizontal { self.split(self.turned(board, dir.is_turned)) } else { dir.gather.apply(board).halves() }
    }

    #[inline]
    fn front(&self, row: u32) -> Front {
        self.fronts[row as usize & 0xffff]
    }

    /// Slides `count` lines of `stride` bits.
    #[inline]
    fn slide_each(half: u64, count: u32, stride: u32, mut slide: impl FnMut(u32) -> u32) -> u64 {
        let mask = ((1_u64 << stride) - 1) as u32;
        let mut slid = 0;
        for line in 0..count {
            slid |= u64::from(slide((half >> (stride * line)) as u32 & mask)) << (stride * line);
        }
        slid
    }

    /// Slides a line of up to four cells to its low end.
    #[inline]
    fn slide_four(&self, line: u32, joined: &mut Joined) -> u32 {
        let head = self.front(line);
        joined.add(head.gain());
        head.row()
    }

    /// Slides a line of up to five cells to its low end.
    #[inline]
    fn slide_five(&self, line: u32, joined: &mut Joined) -> u32 {
        let (head, tail) = (self.front(line), line >> HEAD);
        let merges = tail == head.open_rank();
        joined.add(head.gain());
        joined.add(pair_gain(merges, tail));
        head.row() + select_unpredictable(merges, 1 << head.end() >> 4, tail << head.end())
    }

    /// Slides a line of up to eight cells to its low end. Head and tail slide by themselves, except that the first
    /// tile of the tail may merge with the last one of the head.
    #[inline]
    fn slide_eight(&self, line: u32, joined: &mut Joined) -> u32 {
        let (head, tail) = (self.front(line), line >> HEAD);
        let near = tail >> ((tail | 1 << HEAD).trailing_zeros() & !3);
        let first = near & 15;
        let merges = first == head.open_rank();
        joined.add(head.gain());
        joined.add(pair_gain(merges, first));
        let rest = self.slide_four(select_unpredictable(merges, near >> 4, tail), joined);
        (head.row() + (u32::from(merges) << head.end() >> 4)) | rest << head.end()
    }

    /// [`Slide::Square`].
    #[inline]
    fn slide_square(&self, board: B, dir: &Direction<B>) -> SlideResult<B> {
        let lines = dir.gather.apply(board).low();
        let entries = [0, 16, 32, 48].map(|shift| &self.rows[usize::from((lines >> shift) as u16)]);
        let [a, b, c, d] = entries.map(|row| u64::from(row.slid(rows::End::LOW)));
        let info = rows::sum(entries);
        SlideResult {
            board: dir.scatter.apply(B::from_halves([a | b << 16 | c << 32 | d << 48, 0])),
            gain: info.gain(),
            moved: info.moves_to(rows::End::LOW),
            outgrown: info.outgrown(),
            empty: info.empty() - (16 - self.cells),
        }
    }

    /// [`Slide::Four`], [`Slide::Five`] and [`Slide::Eight`].
    #[inline(always)]
    fn slide_lines(&self, board: B, dir: &Direction<B>) -> SlideResult<B> {
        let [low, high] = self.gathered(board, dir);
        let mut joined = Joined::default();
        let has_high = B::NIBBLES > 16;
        // A fixed number of lines is quicker than the right one: an empty line stays what it is.
        let slid = match dir.slide {
            Slide::Square | Slide::Four => {
                let mut slide =
                    |half, count| Self::slide_each(half, count, dir.stride, |line| self.slide_four(line, &mut joined));
                [slide(low, dir.counts[0]), slide(high, dir.counts[1])]
            }
            Slide::Five => {
                let mut slide =
                    |half, count| Self::slide_each(half, count, 20, |line| self.slide_five(line, &mut joined));
                [slide(low, 3), if has_high { slide(high, 2) } else { 0 }]
            }
            Slide::Eight => {
                let mut slide =
                    |half, count| Self::slide_each(half, count, dir.stride, |line| self.slide_eight(line, &mut joined));
                [slide(low, 2), if has_high { slide(high, 2) } else { 0 }]
            }
        };
        let after = if dir.is_horizontal {
            self.turned(self.unsplit(slid), dir.is_turned)
        } else {
            dir.scatter.apply(B::from_halves(slid))
        };
        SlideResult {
            board: after,
            gain: joined.gain,
            moved: after != board,
            outgrown: joined.outgrown(),
            empty: self.empty(after).count_nibbles(),
        }
    }
}

/// The gain of a pair between head and tail, if it merges, as [`Front::gain`] gives it.
#[inline]
fn pair_gain(merges: bool, rank: u32) -> u32 {
    let points = u32::from(merges) << (rank + 1);
    // Of rank 15, the bit of 65536 points is set.
    points | points << (rows::OUTGROWN.trailing_zeros() - 16) & rows::OUTGROWN
}

impl<B: Bits> Layout for General<B> {
    type Bits = B;

    fn new(topology: &Topology) -> Option<Self> {
        let longest = topology.dirs().flat_map(|dir| topology.lines(dir)).map(Vec::len).max()?;
        // What fits into 64 bits is not played in 128.
        let fits = B::NIBBLES == 16 && topology.len() <= 16 || B::NIBBLES > 16 && (17..=25).contains(&topology.len());
        if !fits || longest > MAX_LINES {
            return None;
        }
        let cells: Vec<u8> = topology.cells().map(|cell| cell.0).collect();
        let symmetry = |symmetry: &Symmetry| {
            let to: Vec<u8> = topology.cells().map(|cell| symmetry.cell(cell).0).collect();
            Network::new(&cells, &to)
        };
        let straddling = match topology.shape() {
            Shape::Square { width, .. } => 16 % u32::from(width),
            Shape::Hex { .. } => 0,
        };
        Some(Self {
            rows: rows::table(),
            fronts: rows::fronts(),
            cells: topology.len() as u32,
            dirs: topology.dirs().map(|dir| Direction::new(topology, dir)).collect(),
            straddling: 4 * straddling,
            neighbours: Neighbours::new(topology),
            symmetries: topology.symmetries().iter().map(symmetry).collect(),
        })
    }

    #[inline]
    fn cells(&self) -> u32 {
        self.cells
    }

    #[inline]
    fn dirs(&self) -> usize {
        self.dirs.len()
    }

    #[inline(always)]
    fn slide(&self, board: B, dir: usize) -> SlideResult<B> {
        let dir = &self.dirs[dir];
        match dir.slide {
            Slide::Square => self.slide_square(board, dir),
            _ => self.slide_lines(board, dir),
        }
    }

    #[inline]
    fn legal(&self, board: B) -> u32 {
        self.neighbours.legal(board, B::default(), B::default())
    }

    #[inline]
    fn lines(&self, board: B, dir: usize) -> [u32; MAX_LINES] {
        let dir = &self.dirs[dir];
        let mask = ((1_u64 << dir.stride) - 1) as u32;
        let mut lines = [0; MAX_LINES];
        let mut places = lines.iter_mut();
        for (half, count) in self.gathered(board, dir).into_iter().zip(dir.counts) {
            for (line, place) in (0..count).zip(&mut places) {
                *place = (half >> (dir.stride * line)) as u32 & mask;
            }
        }
        if dir.is_horizontal && dir.is_turned {
            lines[..(dir.counts[0] + dir.counts[1]) as usize].reverse();
        }
        lines
    }

    #[inline]
    fn images(&self, board: B, mut sink: impl FnMut(B)) {
        self.symmetries.iter().for_each(|symmetry| sink(symmetry.apply(board)));
    }
}
