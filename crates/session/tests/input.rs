//! Keys, taps and drags at the board, in games of all kinds.

use std::sync::Arc;
use tilewright_core::{Cell, Dir, Game, Position};
use tilewright_games::{Preset, Variant};
use tilewright_session::{Answer, BoardInput, DragReach, Notice, Session, Setup};

fn placed(setup: Arc<Setup>, board: &str) -> Session {
    let position = Position::parse(setup.game.topology(), board).unwrap();
    Session::from_position(setup, &position, 1).unwrap()
}

fn preset(id: &str, board: &str) -> Session {
    placed(Setup::preset(Preset::find(id).unwrap()).unwrap(), board)
}

fn act(session: &Session, action: &str) -> Answer {
    Answer::Act(session.game().action_named(action).unwrap())
}

fn bad(text: &str) -> Answer {
    Answer::Say(Notice::bad(text))
}

fn cell(session: &Session, name: &str) -> Cell {
    session.game().topology().cell_named(name).unwrap()
}

const SWAP: &str = "8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16";

#[test]
fn go_slides_all_tiles_where_directions_are_actions() {
    let session = preset("classic-2048", "2 . . ./. . . ./. . . ./. . . .");
    let mut input = BoardInput::new(&session);
    assert_eq!(input.go(&session, Dir::RIGHT, false), act(&session, "right"));
    assert_eq!(input.go(&session, Dir::LEFT, false), bad("Nothing can go left: there is no gap, and no equals meet."));
    // Enter shows a cursor to look around with; Esc hides it.
    assert!(matches!(input.pick(&session), Answer::Say(_)));
    assert_eq!(input.cursor(), Some(Cell(0)), "the only tile");
    assert_eq!(input.go(&session, Dir::RIGHT, false), Answer::Marked);
    assert_eq!(input.cursor(), Some(Cell(1)));
    assert!(input.back(&session) && !input.back(&session));
    assert_eq!(input.go(&session, Dir::RIGHT, false), act(&session, "right"));
}

#[test]
fn go_moves_the_cursor_or_swaps_where_tiles_swap() {
    let session = preset("merge3", SWAP);
    let mut input = BoardInput::new(&session);
    let middle = cell(&session, "2,2");
    assert_eq!(input.cursor(), Some(middle));
    assert_eq!(input.go(&session, Dir::UP, false), Answer::Marked);
    assert_eq!(input.cursor(), Some(cell(&session, "1,2")));
    // With shift at once, or after a pick; the cursor goes with its tile.
    assert_eq!(input.clone().go(&session, Dir::DOWN, true), act(&session, "1,2-2,2"));
    assert!(matches!(input.pick(&session), Answer::Say(_)));
    assert_eq!(input.picked(), input.cursor());
    assert_eq!(input.go(&session, Dir::DOWN, false), act(&session, "1,2-2,2"));
    assert_eq!((input.picked(), input.cursor()), (None, Some(middle)));
    // Without a line there is no swap, and the cursor stays.
    assert_eq!(input.go(&session, Dir::RIGHT, true), bad("No three would line up."));
    assert_eq!(input.cursor(), Some(middle));
    assert!(!input.back(&session), "the cursor of this game cannot be hidden");
}

#[test]
fn pick_then_go_steps_one_tile_where_tiles_step() {
    let session = preset("numberclart", ". . . . ./. . . . ./. . 1 . ./. . . . ./5 . . . .");
    let mut input = BoardInput::new(&session);
    assert_eq!(input.go(&session, Dir::UP, false), act(&session, "2,2:up"), "the first tile that can");
    assert!(matches!(input.pick(&session), Answer::Say(_)));
    assert!(matches!(input.pick(&session), Answer::Say(_)));
    assert_eq!(input.picked(), Some(cell(&session, "2,2")));
    assert_eq!(input.go(&session, Dir::LEFT, false), act(&session, "2,2:left"));
    assert_eq!(input.cursor(), Some(cell(&session, "2,1")));
}

#[test]
fn tap_picks_and_the_second_tap_acts() {
    let session = preset("factors", "2 . . ./. . . ./. . . ./. . . . | clock=0");
    let mut input = BoardInput::new(&session);
    let [tile, gap] = ["0,0", "0,2"].map(|name| cell(&session, name));
    assert_eq!(input.tap(&session, gap), bad("There is no tile to pick in this cell."));
    assert!(matches!(input.tap(&session, tile), Answer::Say(_)));
    assert_eq!(input.tap(&session, tile), Answer::Marked, "the same tile again puts it down");
    assert_eq!(input.picked(), None);
    input.tap(&session, tile);
    assert_eq!(input.tap(&session, gap), act(&session, "0,0:right"));
    input.tap(&session, tile);
    let corner = cell(&session, "1,1");
    assert_eq!(input.tap(&session, corner), bad("There is no way from the one cell to the other."));
    assert_eq!((input.picked(), input.cursor()), (None, None));
}

#[test]
fn swipe_takes_the_tile_it_began_at_or_all() {
    let session = preset("factors", ". 2 . ./. . . ./. . . ./. . 3 . | clock=0");
    let mut input = BoardInput::new(&session);
    let [tile, gap] = ["0,1", "1,1"].map(|name| cell(&session, name));
    assert_eq!(input.swipe(&session, Some(tile), Dir::LEFT), act(&session, "0,1:left"));
    assert_eq!(input.swipe(&session, Some(tile), Dir::UP), bad("The board ends above."));
    assert_eq!(input.swipe(&session, Some(gap), Dir::LEFT), act(&session, "left"));
    assert_eq!(input.swipe(&session, None, Dir::LEFT), act(&session, "left"));
    let swap = preset("merge3", SWAP);
    let mut input = BoardInput::new(&swap);
    assert_eq!(input.swipe(&swap, None, Dir::LEFT), Answer::Marked, "which tile?");
    assert_eq!(input.swipe(&swap, Some(cell(&swap, "1,2")), Dir::DOWN), act(&swap, "1,2-2,2"));
}

/// A swipe is an arrow key, unless it starts at a tile that can go there.
#[test]
fn swipe_where_tiles_step_takes_the_first_tile_that_can_if_its_own_cannot() {
    let session = preset("numberclart", ". . 1 . ./. . . . ./. . 4 . ./. . . . ./5 . . . .");
    let mut input = BoardInput::new(&session);
    let [top, middle, gap] = ["0,2", "2,2", "1,1"].map(|name| cell(&session, name));
    assert_eq!(input.swipe(&session, Some(middle), Dir::UP), act(&session, "2,2:up"));
    assert_eq!(input.swipe(&session, Some(top), Dir::UP), act(&session, "2,2:up"), "the first that can");
    assert_eq!(input.swipe(&session, Some(gap), Dir::RIGHT), act(&session, "0,2:right"));
}

#[test]
fn drag_reach_is_anywhere_only_where_far_swaps_are() {
    for preset in Preset::all() {
        let session = Session::new(Setup::preset(preset).unwrap(), 1).unwrap();
        assert_eq!(session.drag_reach(), DragReach::Direction, "{}", preset.id);
    }
    let text = r#"{"family":"swap","width":5,"height":5,"reach":"anywhere"}"#;
    let far = placed(Setup::custom(Variant::from_text(text).unwrap()).unwrap(), SWAP);
    assert_eq!(far.drag_reach(), DragReach::Anywhere);
    // There the cursor goes on with a picked tile, and Enter swaps.
    let mut input = BoardInput::new(&far);
    input.pick(&far);
    assert_eq!(input.go(&far, Dir::UP, false), Answer::Marked);
    assert_eq!(input.picked(), Some(cell(&far, "2,2")));
    assert_eq!(input.pick(&far), act(&far, "2,2-1,2"));
}

#[test]
fn go_after_the_end_says_so() {
    let session = preset("classic-2048", "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2");
    let mut input = BoardInput::new(&session);
    assert_eq!(input.go(&session, Dir::UP, false), bad("The game is over: nothing can move."));
}

/// Whatever the user does, an action that comes of it is legal.
#[test]
fn answers_act_only_with_legal_actions() {
    for preset in Preset::all() {
        let mut session = Session::new(Setup::preset(preset).unwrap(), 3).unwrap();
        let mut input = BoardInput::new(&session);
        let (cells, dirs) = (session.game().topology().len(), session.game().topology().dir_count());
        for i in 0..400usize {
            let (cell, other) = (Cell((i * 7 % cells) as u8), Cell((i * 13 % cells) as u8));
            let dir = Dir((i % dirs) as u8);
            let answer = match i % 7 {
                0 | 1 => input.go(&session, dir, i % 3 == 0),
                2 => input.pick(&session),
                3 => input.tap(&session, cell),
                4 => input.drag(&session, cell, other),
                5 => input.swipe(&session, Some(cell), dir),
                _ => {
                    input.back(&session);
                    continue;
                }
            };
            match answer {
                Answer::Act(action) => {
                    session.play(action, None).unwrap_or_else(|error| panic!("{}: {error}", preset.id));
                }
                Answer::Say(notice) => assert!(!notice.text.is_empty()),
                Answer::Marked => {}
            }
        }
        assert!(session.turn() > 0 || session.over().is_some(), "{}", preset.id);
    }
}
