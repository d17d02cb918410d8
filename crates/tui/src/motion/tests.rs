use super::*;
use ratatui::layout::Rect;
use tilewright_core::{Game, Position};
use tilewright_games::Preset;
use tilewright_session::{Session, Setup};

/// The tiles before an action, its steps, and a grid to draw them on.
fn turn(preset: &str, board: &str, action: &str) -> (Vec<Option<Tile>>, Vec<Step>, Grid) {
    let setup = Setup::preset(Preset::find(preset).unwrap()).unwrap();
    let position = Position::parse(setup.game.topology(), board).unwrap();
    let mut session = Session::from_position(setup, &position, 1).unwrap();
    let action = session.game().action_named(action).unwrap();
    let played = session.play(action, None).unwrap();
    let grid = Grid::fit(session.game().topology(), Rect::new(0, 0, 60, 20)).unwrap();
    let steps = session.steps(&position.tiles, 0, played.log.iter().copied());
    (position.tiles, steps, grid)
}

fn slide() -> (Vec<Option<Tile>>, Vec<Step>, Grid) {
    turn("classic-2048", "2 . . 2/. . . ./. 4 . ./. . . .", "left")
}

#[test]
fn pass_enough_time_ends_every_animation() {
    let (before, steps, _) = slide();
    assert!(Animation::new(&before, steps.clone(), Speed::Instant, false).is_none());
    assert!(Animation::new(&before, Vec::new(), Speed::Slow, false).is_none());
    for still in [false, true] {
        let mut animation = Animation::new(&before, steps.clone(), Speed::Slow, still).unwrap();
        assert!(animation.pass(Duration::from_millis(399)));
        assert_eq!(animation.step(), Some(&steps[0]));
        assert!(animation.pass(Duration::from_millis(2)));
        assert_eq!(animation.step(), Some(&steps[1]));
        assert!(!animation.pass(Duration::from_secs(1)));
        assert_eq!(animation.step(), None);
    }
    let mut animation = Animation::new(&before, vec![steps[0].clone(); 500], Speed::Normal, false).unwrap();
    assert!(!animation.pass(Duration::from_secs(3)), "a long cascade is shown faster");
}

#[test]
fn picture_moves_tiles_and_then_marks_what_they_made() {
    let (before, steps, grid) = slide();
    let mut animation = Animation::new(&before, steps, Speed::Slow, false).unwrap();
    let first = animation.picture(&grid).unwrap();
    assert_eq!(first.tiles.iter().flatten().count(), 0, "all three tiles are on their way");
    let at =
        |picture: &Picture| picture.sprites.iter().map(|sprite| (sprite.tile.value, sprite.at)).collect::<Vec<_>>();
    let corners = |cells: [u8; 3]| cells.map(|cell| grid.corner(Cell(cell)));
    let [a, b, c] = corners([0, 3, 9]);
    assert_eq!(at(&first), [(2, a), (2, b), (4, c)]);
    animation.pass(Duration::from_millis(200));
    let later = at(&animation.picture(&grid).unwrap());
    assert!(later[1].1.0 < b.0 && later[1].1.0 > a.0, "{later:?}");
    animation.pass(Duration::from_millis(150));
    let last = animation.picture(&grid).unwrap();
    assert_eq!((last.tiles[0], last.tiles[8]), (Some(Tile::new(4)), Some(Tile::new(4))));
    assert_eq!(last.marks, [(Cell(0), Mark::Flash)]);
    animation.pass(Duration::from_millis(50));
    let spawn = animation.picture(&grid).unwrap();
    assert_eq!(spawn.sprites.len(), 1);
    assert_eq!(spawn.sprites[0].size, Size::Small);
}

#[test]
fn picture_new_tiles_of_a_column_do_not_cover_each_other() {
    let board = "8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16";
    let (before, steps, grid) = turn("merge3", board, "1,2-2,2");
    let fall = steps.iter().position(|step| !step.made.is_empty() && step.gone.is_empty()).unwrap();
    let mut animation = Animation::new(&before, steps, Speed::Slow, false).unwrap();
    for part in 0..6 {
        animation.at = fall;
        animation.elapsed = Duration::from_millis(40 * part);
        let mut places: Vec<_> = animation.picture(&grid).unwrap().sprites.iter().map(|sprite| sprite.at).collect();
        let count = places.len();
        places.sort();
        places.dedup();
        assert_eq!(places.len(), count, "two tiles at the same place after {} ms", 40 * part);
    }
}
