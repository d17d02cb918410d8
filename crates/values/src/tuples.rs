//! Tuples: small sets of cells whose symbols together look up an entry of a table, made from the topology alone.

use tilewright_core::{Cell, Dir, Symmetry, Topology};

/// A tuple and all the places that share its table, each the same number of cells in corresponding order. A cell beyond
/// the board is [`Tuple::WALL`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tuple {
    pub(crate) places: Vec<Vec<u8>>,
}

impl Tuple {
    /// In place of a cell: beyond the edge.
    pub(crate) const WALL: u8 = u8::MAX;

    /// The number of cells of each place.
    pub(crate) fn len(&self) -> usize {
        self.places[0].len()
    }

    /// Whether some place reaches beyond the edge.
    pub(crate) fn has_walls(&self) -> bool {
        self.places.iter().flatten().any(|cell| *cell == Self::WALL)
    }
}

/// Which places share a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    /// All places of a shape: large boards, which have many alike.
    Translations,
    /// None, every place has its own: the rules of *strain* prefer some directions to others.
    Nothing,
    /// Those that a symmetry maps onto each other.
    Symmetries,
    /// Those that a reflection from left to right maps onto each other: boards with gravity.
    Mirror,
}

impl Sharing {
    /// The symmetries that places may be mapped by.
    fn symmetries(self, topology: &Topology) -> Vec<&Symmetry> {
        let all = topology.symmetries().iter();
        match self {
            Self::Translations | Self::Nothing => all.take(1).collect(),
            Self::Symmetries => all.collect(),
            Self::Mirror => {
                all.filter(|symmetry| topology.dirs().all(|dir| dir.0 % 2 == 1 || symmetry.dir(dir) == dir)).collect()
            }
        }
    }
}

/// The tuples of these places. With translations there is one; otherwise places that cover the same cells count once.
fn share(topology: &Topology, sharing: Sharing, places: Vec<Vec<u8>>) -> Vec<Tuple> {
    if places.is_empty() {
        return Vec::new();
    }
    if sharing == Sharing::Translations {
        return vec![Tuple { places }];
    }
    let symmetries = sharing.symmetries(topology);
    let mut tuples: Vec<Tuple> = Vec::new();
    let mut seen: Vec<Vec<u8>> = Vec::new();
    for place in places {
        let mut images = Vec::new();
        for symmetry in &symmetries {
            let image: Vec<u8> = place
                .iter()
                .map(|cell| if *cell == Tuple::WALL { *cell } else { symmetry.cell(Cell(*cell)).0 })
                .collect();
            let mut cells = image.clone();
            cells.sort_unstable();
            if !seen.contains(&cells) {
                seen.push(cells);
                images.push(image);
            }
        }
        if !images.is_empty() {
            tuples.push(Tuple { places: images });
        }
    }
    tuples
}

/// The cell `steps` further on.
fn beyond(topology: &Topology, cell: Cell, dir: Dir, steps: usize) -> Option<Cell> {
    (0..steps).try_fold(cell, |cell, _| topology.neighbour(cell, dir))
}

/// The directions of one half: each axis once.
fn axes(topology: &Topology) -> impl Iterator<Item = Dir> {
    let all = topology.dirs().count();
    // On squares right and down, so that cells of a place ascend.
    (0..all / 2).map(move |axis| Dir((axis + 1) as u8))
}

/// Straight runs of a length, an axis after the other.
pub(crate) fn runs(topology: &Topology, sharing: Sharing, length: usize) -> Vec<Tuple> {
    let along = |dir: Dir| -> Vec<Vec<u8>> {
        let run =
            |cell: Cell| (0..length).map(|n| Some(beyond(topology, cell, dir, n)?.0)).collect::<Option<Vec<u8>>>();
        // The longest lines of a small board may be shorter.
        topology.cells().filter_map(run).collect()
    };
    match sharing {
        Sharing::Translations => axes(topology).flat_map(|dir| share(topology, sharing, along(dir))).collect(),
        _ => share(topology, sharing, axes(topology).flat_map(along).collect()),
    }
}

/// Each cell with all its neighbours.
pub(crate) fn neighbourhoods(topology: &Topology, sharing: Sharing) -> Vec<Tuple> {
    let place = |cell: Cell| {
        let around = topology.dirs().map(|dir| topology.neighbour(cell, dir).map_or(Tuple::WALL, |cell| cell.0));
        std::iter::once(cell.0).chain(around).collect()
    };
    share_by_first(topology, sharing, topology.cells().map(place).collect())
}

/// As [`share`], for places that are told apart by their first cells.
fn share_by_first(topology: &Topology, sharing: Sharing, places: Vec<Vec<u8>>) -> Vec<Tuple> {
    if sharing == Sharing::Translations {
        return vec![Tuple { places }];
    }
    let symmetries = sharing.symmetries(topology);
    let mut seen = vec![false; topology.len()];
    let mut tuples = Vec::new();
    for place in &places {
        let mut images = Vec::new();
        for symmetry in &symmetries {
            let first = symmetry.cell(Cell(place[0]));
            if !std::mem::replace(&mut seen[first.index()], true) {
                // The image of the place: neighbours in the order of the turned directions.
                let around = topology
                    .dirs()
                    .map(|dir| topology.neighbour(first, symmetry.dir(dir)).map_or(Tuple::WALL, |cell| cell.0));
                images.push(std::iter::once(first.0).chain(around).collect());
            }
        }
        if !images.is_empty() {
            tuples.push(Tuple { places: images });
        }
    }
    tuples
}

/// Compact blocks of four cells: squares, or rhombi on hexagons.
pub(crate) fn blocks(topology: &Topology, sharing: Sharing) -> Vec<Tuple> {
    share(topology, sharing, parallelograms(topology, 2, 2))
}

/// All places of `length` cells in a row with `length` more next to them, `rows` rows in all.
fn parallelograms(topology: &Topology, length: usize, rows: usize) -> Vec<Vec<u8>> {
    let dirs: Vec<Dir> = topology.dirs().collect();
    let mut places: Vec<Vec<u8>> = Vec::new();
    let mut seen: Vec<Vec<u8>> = Vec::new();
    for cell in topology.cells() {
        for (i, along) in dirs.iter().enumerate() {
            // The next direction round: a right angle on squares, 60° on hexagons.
            let across = dirs[(i + 1) % dirs.len()];
            let place: Option<Vec<u8>> = (0..rows)
                .flat_map(|row| (0..length).map(move |n| (row, n)))
                .map(|(row, n)| Some(beyond(topology, beyond(topology, cell, across, row)?, *along, n)?.0))
                .collect();
            let Some(place) = place else { continue };
            let mut cells = place.clone();
            cells.sort_unstable();
            if !seen.contains(&cells) {
                seen.push(cells);
                places.push(place);
            }
        }
    }
    places
}

/// A given place, and those that share its table.
pub(crate) fn drawn(topology: &Topology, sharing: Sharing, place: Vec<u8>) -> Vec<Tuple> {
    if sharing != Sharing::Translations {
        return share(topology, sharing, vec![place]);
    }
    let coords = |cell: u8| topology.coords(Cell(cell));
    let first = coords(place[0]);
    let moved = |to: Cell| -> Option<Vec<u8>> {
        let to = coords(to.0);
        let cell = |(a, b): (i8, i8)| topology.cell_at(a - first.0 + to.0, b - first.1 + to.1);
        place.iter().map(|from| Some(cell(coords(*from))?.0)).collect()
    };
    share(topology, sharing, topology.cells().filter_map(moved).collect())
}

/// Each cell alone, a table each.
pub(crate) fn singles(topology: &Topology, sharing: Sharing) -> Vec<Tuple> {
    let sharing = if sharing == Sharing::Translations { Sharing::Mirror } else { sharing };
    share(topology, sharing, topology.cells().map(|cell| vec![cell.0]).collect())
}

/// At most `count` tuples of up to six cells for slide boards: blocks of two rows of three, and rows of four with one or two
/// more cells next to them, such that every cell is covered; fewer cells where the board is small. All symmetric images
/// of a tuple share its table, also those that cover the same cells in another order.
pub(crate) fn sixes(topology: &Topology, count: usize, length: usize) -> Vec<Tuple> {
    let mut candidates: Vec<Vec<u8>> = if topology.len() <= length {
        vec![topology.cells().map(|cell| cell.0).collect()]
    } else if length >= 6 {
        let mut places = rows_and(topology, 2);
        places.extend(parallelograms(topology, 3, 2));
        places
    } else if length == 5 {
        let mut places = rows_and(topology, 1);
        let mut blocks = parallelograms(topology, 3, 2);
        blocks.iter_mut().for_each(|place| place.truncate(5));
        places.extend(blocks);
        places
    } else {
        parallelograms(topology, 2, 2)
    };
    if candidates.is_empty() {
        // A board of one row, or the hexagon of radius 1, where a few cells are nearly all.
        candidates = vec![topology.cells().take(length).map(|cell| cell.0).collect()];
    }
    let images = |place: &Vec<u8>| -> Vec<Vec<u8>> {
        topology
            .symmetries()
            .iter()
            .map(|symmetry| place.iter().map(|cell| symmetry.cell(Cell(*cell)).0).collect())
            .collect()
    };
    let mut classes: Vec<Vec<Vec<u8>>> = Vec::new();
    let mut seen: Vec<Vec<u8>> = Vec::new();
    for place in &candidates {
        let all = images(place);
        let sorted = |place: &Vec<u8>| {
            let mut cells = place.clone();
            cells.sort_unstable();
            cells
        };
        if !seen.contains(&sorted(place)) {
            seen.extend(all.iter().map(sorted));
            classes.push(all);
        }
    }
    choose(topology.len(), classes, count)
}

/// Places of four cells in a row with `more` next to the first ones, one or two, towards the middle of the board.
fn rows_and(topology: &Topology, more: usize) -> Vec<Vec<u8>> {
    let middle = |cell: Cell| {
        let (a, b) = topology.coords(cell);
        let (a, b) = (i32::from(a), i32::from(b));
        match topology.shape() {
            tilewright_core::Shape::Square { width, height, .. } => {
                (2 * a - i32::from(height) + 1).abs() + (2 * b - i32::from(width) + 1).abs()
            }
            tilewright_core::Shape::Hex { .. } => a.abs().max(b.abs()).max((a + b).abs()),
        }
    };
    let dirs: Vec<Dir> = topology.dirs().collect();
    let mut places = Vec::new();
    for cell in topology.cells() {
        for (i, along) in dirs.iter().enumerate() {
            for turn in [1, dirs.len() - 1] {
                let across = dirs[(i + turn) % dirs.len()];
                let row: Option<Vec<Cell>> = (0..4).map(|n| beyond(topology, cell, *along, n)).collect();
                let Some(row) = row else { continue };
                let next: Option<Vec<Cell>> =
                    row[..more].iter().map(|cell| topology.neighbour(*cell, across)).collect();
                let Some(next) = next else { continue };
                let far = |cells: &[Cell]| cells.iter().map(|cell| middle(*cell)).sum::<i32>();
                if far(&next) <= far(&row[..more]) {
                    places.push(row.iter().chain(&next).map(|cell| cell.0).collect());
                }
            }
        }
    }
    places
}

/// The classes that together cover the cells best: each time the one whose cells are covered least so far.
fn choose(cells: usize, mut classes: Vec<Vec<Vec<u8>>>, count: usize) -> Vec<Tuple> {
    let mut covered = vec![0.0; cells];
    let mut chosen = Vec::new();
    while chosen.len() < count && !classes.is_empty() {
        let weight = |class: &Vec<Vec<u8>>| {
            let sum: f64 = class.iter().flatten().map(|cell| 1.0 / (1.0 + covered[usize::from(*cell)])).sum();
            sum / class.len() as f64
        };
        let mut best = 0;
        for i in 1..classes.len() {
            if weight(&classes[i]) > weight(&classes[best]) + 1e-9 {
                best = i;
            }
        }
        let class = classes.remove(best);
        let share = 1.0 / class.len() as f64;
        class.iter().flatten().for_each(|cell| covered[usize::from(*cell)] += share * cells as f64 / 6.0);
        chosen.push(Tuple { places: class });
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_four_by_sharing_have_one_table_an_axis_or_a_class() {
        let board = Topology::square(8, 8).unwrap();
        let shared = runs(&board, Sharing::Translations, 4);
        assert_eq!(shared.iter().map(|tuple| tuple.places.len()).collect::<Vec<_>>(), [40, 40]);
        let board = Topology::square(5, 5).unwrap();
        let classes = runs(&board, Sharing::Symmetries, 4);
        assert_eq!(classes.iter().map(|tuple| tuple.places.len()).collect::<Vec<_>>(), [8, 8, 4]);
    }

    #[test]
    fn neighbourhoods_at_an_edge_have_walls() {
        let board = Topology::square(3, 3).unwrap();
        let classes = neighbourhoods(&board, Sharing::Symmetries);
        assert_eq!(classes.iter().map(|tuple| tuple.places.len()).collect::<Vec<_>>(), [4, 4, 1]);
        assert!(classes[0].has_walls() && !classes[2].has_walls());
        assert_eq!((classes[0].len(), &classes[2].places[0]), (5, &vec![4, 1, 5, 7, 3]));
    }

    #[test]
    fn sixes_cover_every_cell_of_every_board() {
        let squares = (2..=8).flat_map(|width| (2..=8).map(move |height| Topology::square(width, height).unwrap()));
        for topology in squares.chain((1..=4).map(|radius| Topology::hex(radius).unwrap())) {
            for length in 4..=6 {
                let tuples = sixes(&topology, 8, length);
                let count = topology.symmetries().len();
                assert!(tuples.iter().all(|tuple| tuple.places.len() == count), "{:?}", topology.shape());
                let covered = |cell: Cell| tuples.iter().any(|tuple| tuple.places.concat().contains(&cell.0));
                assert!(topology.len() > 25 || topology.cells().all(covered), "{:?} {length}", topology.shape());
            }
        }
    }
}
