//! Turned and mirrored positions as one: what tables go by where the rules do not tell them apart.

use tilewright_core::{Cell, Game, Position};

/// For each symmetry of a game where every cell's tile comes from.
pub(crate) struct Images(Vec<Box<[u8]>>);

impl Images {
    pub(crate) fn of<G: Game>(game: &G) -> Self {
        let topology = game.topology();
        let images = game.symmetries().iter().map(|symmetry| {
            let mut from = vec![0; topology.len()];
            topology.cells().for_each(|cell| from[symmetry.cell(cell).index()] = cell.0);
            from.into()
        });
        let images: Vec<_> = images.collect();
        if images.is_empty() { Self(vec![topology.cells().map(|Cell(cell)| cell).collect()]) } else { Self(images) }
    }

    /// The least of a position's images, as numbers, with whatever it holds beyond its tiles.
    pub(crate) fn key(&self, position: &Position) -> Box<[u32]> {
        let face =
            |cell: &u8| position.tiles[usize::from(*cell)].map_or(0, |tile| tile.value << 3 | u32::from(tile.strain));
        let least = self.0.iter().min_by(|a, b| a.iter().map(face).cmp(b.iter().map(face)));
        let extras = [position.clock, position.left].into_iter().flatten().chain(position.next.iter().copied());
        least.into_iter().flatten().map(face).chain(extras).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::{AnyGame, Preset};

    fn game(id: &str) -> AnyGame {
        Preset::find(id).unwrap().variant.compile().unwrap()
    }

    #[test]
    fn images_have_one_key_and_nothing_else_has() {
        for id in ["classic-2048", "hex-2048"] {
            let game = game(id);
            let images = Images::of(&game);
            let mut position = Position::empty(game.topology());
            for (i, tile) in position.tiles.iter_mut().enumerate().skip(1) {
                *tile = Some(tilewright_core::Tile::new(2 << (i % 7)));
            }
            let key = images.key(&position);
            for symmetry in game.symmetries() {
                let mut image = position.clone();
                for cell in game.topology().cells() {
                    image.tiles[symmetry.cell(cell).index()] = position.tiles[cell.index()];
                }
                assert_eq!(images.key(&image), key, "{id}");
            }
            position.tiles[0] = Some(tilewright_core::Tile::new(2));
            assert_ne!(images.key(&position), key, "{id}");
        }
    }

    #[test]
    fn a_game_that_knows_left_from_right_has_no_images() {
        let game = game("factors");
        let images = Images::of(&game);
        let key = |text: &str| images.key(&Position::parse(game.topology(), text).unwrap());
        let board = ". . . ./. 2 . ./. . . ./4 . . 18 | clock=1";
        assert_eq!(key(board), key(board));
        assert_ne!(key(board), key(". . . ./. . 2 ./. . . ./18 . . 4 | clock=1"));
        assert_ne!(key(board), key(". . . ./. 2 . ./. . . ./4 . . 18 | clock=2"));
    }
}
