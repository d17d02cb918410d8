//! Gestures: what arrows, picks, taps and drags mean in each family.

use proptest::prelude::*;
use tilewright_core::{Cell, Dir, Game, Meaning, Position};
use tilewright_games::{Preset, Variant};
use tilewright_session::{Session, Setup};

fn on(id: &str, board: &str) -> Session {
    let setup = Setup::preset(Preset::find(id).unwrap()).unwrap();
    let position = Position::parse(setup.game.topology(), board).unwrap();
    Session::from_position(setup, &position, 0).unwrap()
}

fn new(id: &str) -> Session {
    Session::new(Setup::preset(Preset::find(id).unwrap()).unwrap(), 0).unwrap()
}

fn text(session: &Session, action: Option<tilewright_core::Action>) -> Option<String> {
    action.map(|action| session.game().action_text(action))
}

#[test]
fn slide_takes_arrows_and_drags() {
    let session = on("classic-2048", "2 . . ./. . . ./. . . ./. . . .");
    // Blocked, and still what was meant: the game says so.
    assert_eq!(text(&session, session.swipe(Dir::LEFT)).as_deref(), Some("left"));
    assert_eq!(session.step(Cell(0), Dir::LEFT), None);
    let drag = |from, to| text(&session, session.pair(Cell(from), Cell(to)));
    assert_eq!(drag(0, 3).as_deref(), Some("right"));
    assert_eq!(drag(0, 6).as_deref(), Some("right"));
    assert_eq!(drag(14, 1).as_deref(), Some("up"));
    assert_eq!(drag(0, 5), None, "neither way is nearer");
    assert_eq!(drag(0, 0), None);
    assert_eq!(session.swipe(Dir(4)), None);
    assert_eq!(session.pair(Cell(0), Cell(200)), None);
}

#[test]
fn hexagons_take_six_ways() {
    let session = new("hex-2048");
    let topology = session.game().topology();
    let middle = topology.cell_at(0, 0).unwrap();
    for dir in topology.dirs() {
        let (q, r) = topology.vector(dir);
        let name = topology.dir_name(dir);
        assert_eq!(text(&session, session.swipe(dir)).as_deref(), Some(name));
        for far in 1..=2 {
            let to = topology.cell_at(q * far, r * far).unwrap();
            assert_eq!(text(&session, session.pair(middle, to)).as_deref(), Some(name));
        }
    }
    // Straight east lies between north-east and south-east.
    assert_eq!(session.pair(middle, topology.cell_at(2, -1).unwrap()), None);
}

#[test]
fn swap_takes_pairs() {
    let session = new("exponentile");
    assert_eq!(session.swipe(Dir::UP), None);
    assert_eq!(text(&session, session.step(Cell(9), Dir::UP)).as_deref(), Some("1,1-0,1"));
    assert_eq!(session.step(Cell(0), Dir::UP), None);
    assert_eq!(text(&session, session.pair(Cell(0), Cell(63))).as_deref(), Some("0,0-7,7"));
    let own = Variant::from_text("family = \"swap\"\nwrap = true\n").unwrap();
    let torus = Session::new(Setup::custom(own).unwrap(), 0).unwrap();
    assert_eq!(text(&torus, torus.step(Cell(0), Dir::UP)).as_deref(), Some("0,0-7,0"));
}

#[test]
fn strain_plays_the_first_tile_that_can_and_takes_picks() {
    let session = on("numberclart", "3 . . . ./. . 2 . ./. . . . ./. . . . 1/. . . . .");
    assert_eq!(text(&session, session.swipe(Dir::RIGHT)).as_deref(), Some("0,0:right"));
    assert_eq!(text(&session, session.swipe(Dir::LEFT)).as_deref(), Some("1,2:left"));
    assert_eq!(text(&session, session.step(Cell(7), Dir::UP)).as_deref(), Some("1,2:up"));
    assert_eq!(text(&session, session.pair(Cell(7), Cell(8))).as_deref(), Some("1,2:right"));
    assert_eq!(session.pair(Cell(7), Cell(9)), None);
    let alone = on("numberclart", "3 . . . ./. . . . ./. . . . ./. . . . ./. . . . .");
    assert_eq!(alone.swipe(Dir::UP), None);
    let from: Vec<_> = alone.legal_from(Cell(0)).into_iter().map(|action| alone.game().action_text(action)).collect();
    assert_eq!(from, ["0,0:right", "0,0:down"]);
}

#[test]
fn factor_takes_both() {
    let session = on("factors", "2 . . ./. . . ./. 3 . ./. . . . | clock=0");
    assert_eq!(text(&session, session.swipe(Dir::DOWN)).as_deref(), Some("down"));
    assert_eq!(text(&session, session.step(Cell(0), Dir::DOWN)).as_deref(), Some("0,0:down"));
    assert_eq!(text(&session, session.pair(Cell(9), Cell(1))).as_deref(), Some("2,1:up"));
    assert_eq!(session.pair(Cell(9), Cell(2)), None);
}

proptest! {
    /// Every legal action can be made by some gesture, and gestures never name what is not there.
    #[test]
    fn gestures_reach_every_legal_action(index in 0..Preset::all().len(), seed: u64) {
        let session = Session::new(Setup::preset(&Preset::all()[index]).unwrap(), seed).unwrap();
        let topology = session.game().topology();
        for action in session.legal() {
            let made = match session.meaning(action) {
                Meaning::Slide(dir) => session.swipe(dir),
                Meaning::Move(cell, dir) => {
                    prop_assert!(session.legal_from(cell).contains(&action));
                    session.step(cell, dir)
                }
                Meaning::Swap(a, b) => {
                    prop_assert!(session.legal_from(a).contains(&action));
                    session.pair(a, b)
                }
            };
            prop_assert_eq!(made, Some(action));
        }
        for from in topology.cells() {
            for to in topology.cells() {
                if let Some(action) = session.pair(from, to) {
                    prop_assert!(action.0 < session.game().notation().count(topology));
                }
            }
        }
    }
}
