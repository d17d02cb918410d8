use super::*;
use std::sync::Arc;
use tilewright_core::{Game, Position};
use tilewright_games::Preset;
use tilewright_session::{Session, Setup};

fn setup(preset: &str) -> Arc<Setup> {
    Setup::preset(Preset::find(preset).unwrap()).unwrap()
}

fn steps(preset: &str, board: &str, action: &str) -> Vec<Step> {
    let setup = setup(preset);
    let position = Position::parse(setup.game.topology(), board).unwrap();
    let mut session = Session::from_position(setup, &position, 1).unwrap();
    let action = session.game().action_named(action).unwrap();
    let played = session.play(action, None).unwrap();
    plan(&position.tiles, 0, &played.events)
}

#[test]
fn a_slide_and_its_merges_are_one_step_and_the_new_tile_another() {
    let steps = steps("classic-2048", "2 . . 2/. . . ./. 4 . ./. . . .", "left");
    assert_eq!(steps.len(), 2);
    let ways: Vec<_> = steps[0].ways.iter().map(|way| way.tile().value).collect();
    assert_eq!(ways, [2, 2, 4], "both 2s go to the corner, and the 4 slides: {:?}", steps[0].ways);
    assert!(steps[0].ways.contains(&Way::Between { tile: steps[0].ways[1].tile(), from: Cell(3), to: Cell(0) }));
    assert_eq!(steps[0].changed, [Cell(0)]);
    assert_eq!((steps[0].gain, steps[0].score), (4, 4));
    assert!(matches!(steps[1].ways[..], [Way::Appear { .. }]));
}

#[test]
fn a_swap_goes_wave_by_wave_and_new_tiles_drop_in() {
    let board = "8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16";
    let steps = steps("merge3", board, "1,2-2,2");
    assert_eq!(steps[0].wave, 0, "the swap comes before the first wave");
    assert_eq!(steps[0].ways.len(), 2);
    assert_eq!(steps[1].wave, 1);
    assert_eq!(steps[1].gain, 30, "three 2s and three 8s merge together");
    assert!(steps[2].ways.iter().any(|way| matches!(way, Way::Above { .. })));
}

/// Whatever a player does in whatever game: the steps hang together and end where the game is.
#[test]
fn steps_hang_together_in_every_game() {
    for preset in Preset::all() {
        let setup = Setup::preset(preset).unwrap();
        for seed in 0..3 {
            let mut session = Session::new(Arc::clone(&setup), seed).unwrap();
            for turn in 0..60 {
                let legal = session.legal();
                let Some(action) = legal.get(turn * 7 % legal.len().max(1)) else { break };
                let (before, score) = (session.position().tiles, session.score());
                let played = session.play(*action, None).unwrap();
                let steps = plan(&before, score, &played.events);
                let last = steps.last().expect("a turn changes something");
                let faces = |tiles: &[Option<tilewright_core::Tile>]| {
                    tiles.iter().map(|tile| tile.map(|tile| tile.value)).collect::<Vec<_>>()
                };
                assert_eq!(faces(&last.after), faces(&session.position().tiles), "{} turn {turn}", preset.id);
                assert_eq!(last.score, session.score(), "{} turn {turn}", preset.id);
                check(&before, &steps, preset.id);
            }
        }
    }
}

/// No tile is lost or seen twice on the way: what rests and what moves is what was there, plus what is new.
fn check(before: &[Option<tilewright_core::Tile>], steps: &[Step], game: &str) {
    let mut tiles = before.to_vec();
    for step in steps {
        let there = tiles.iter().flatten().count();
        let resting = step.resting.iter().flatten().count();
        let mut leaving = std::collections::BTreeSet::new();
        for way in &step.ways {
            if let Way::Between { from, .. } = way {
                leaving.insert(*from);
            }
        }
        let left = leaving.iter().filter(|cell| tiles[cell.index()].is_some()).count();
        assert_eq!(resting + left, there, "{game}: {step:?}");
        tiles = step.after.clone();
    }
}

#[test]
fn time_ends_every_animation() {
    let steps = steps("classic-2048", "2 . . 2/. . . ./. 4 . ./. . . .", "left");
    assert!(Animation::new(steps.clone(), Speed::Instant, false).is_none());
    for still in [false, true] {
        let mut animation = Animation::new(steps.clone(), Speed::Slow, still).unwrap();
        assert!(animation.pass(Duration::from_millis(399)));
        assert_eq!(animation.step(), Some(&steps[0]));
        assert!(animation.pass(Duration::from_millis(2)));
        assert_eq!(animation.step(), Some(&steps[1]));
        assert!(!animation.pass(Duration::from_secs(1)));
        assert_eq!(animation.step(), None);
    }
    let long = vec![steps[0].clone(); 500];
    let mut animation = Animation::new(long, Speed::Normal, false).unwrap();
    assert!(!animation.pass(Duration::from_secs(3)), "a long cascade is shown more quickly");
}
