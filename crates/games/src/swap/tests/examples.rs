//! The rule page's sentences and the seed documents' examples, each by name.

use super::*;
use tilewright_core::{Outcome, Phase, Reason};

fn preset(id: &str) -> crate::AnyGame {
    crate::Preset::find(id).unwrap().variant.compile().unwrap()
}

fn settle<G: Game>(game: &G, state: &mut G::State, outcomes: &[&str]) -> u64 {
    let settle_one = |text: &&str| {
        let outcome = Outcome::parse(game.topology(), text).unwrap();
        let mut possible = Vec::new();
        game.outcomes(state, &mut |outcome, _| possible.push(outcome));
        assert!(possible.contains(&outcome), "{text} is none of {possible:?}");
        game.settle(state, outcome, &mut ())
    };
    outcomes.iter().map(settle_one).sum()
}

#[test]
fn act_on_row_seven_merges_four() {
    let board = over(8, 8, &["16 16 16 16 8 2 2 2"]);
    let plain = plain(&json!({}));
    let values = place(&plain, &board).values;
    let at = |text: &str| plain.topology().cell_named(text).unwrap();
    assert_eq!(plain.lines.cross(&values, at("7,0")).len(), 4);
    assert_eq!(plain.lines.cross(&values, at("7,7")).len(), 3);
    row_seven(&plain, &board);
    row_seven(&preset("exponentile"), &board);
}

fn row_seven<G: Game>(game: &G, board: &str) {
    assert!(legal(game, &place(game, board)).contains(&"7,3-7,2".into()));
    let (after, gain, log) = act(game, board, "7,3-7,2");
    assert_eq!(merges(game, &log), [("7,0 7,1 7,2 7,3".into(), "7,2".into(), 64)]);
    assert_eq!(gain, 64);
    // The new tile stays in the lowest row; above the three gaps the columns came down.
    let row: Vec<_> = after.split('/').next_back().unwrap().split(' ').collect();
    assert_eq!(row[2..], ["64", &backdrop(6, 3).to_string(), "8", "2", "2", "2"]);
}

#[test]
fn rule_book_picture_matches() {
    let game = plain(&json!({"width": 4, "height": 3}));
    let board = "8 4 16 4/4 8 2 8/2 2 32 4";
    let (fallen, gain, _) = act(&game, board, "1,2-2,2");
    assert_eq!((fallen.as_str(), gain), (". . 16 4/8 4 32 8/4 8 4 4", 6));
    let mut state = place(&game, board);
    game.act(&mut state, game.action_named("1,2-2,2").unwrap(), &mut ()).unwrap();
    settle(&game, &mut state, &["2@0,0", "8@0,1"]);
    assert_eq!(text(&game, &state), "2 8 16 4/8 4 32 8/4 8 4 4");
    assert!(!game.is_chance(&state));
}

#[test]
fn merge_of_a_longer_line_doubles_once_more_per_tile() {
    for (row, value) in [("2 2 4 . . . . .", 4), ("2 2 4 2 . . . .", 8), ("2 2 4 2 2 . . .", 16)] {
        let board = over(8, 8, &[". . 2 . . . . .", row]);
        let (_, gain, log) = act(&preset("exponentile-live"), &board, "6,2-7,2");
        assert_eq!((merges(&preset("exponentile-live"), &log)[0].2, gain), (value, value.into()));
    }
}

#[test]
fn merge_with_law_sum_adds_up() {
    let game = preset("merge3");
    let board = over(5, 5, &["8 16 2 32 8", "2 2 4 16 8"]);
    let (after, gain, log) = act(&game, &board, "3,2-4,2");
    assert_eq!(merges(&game, &log), [("4,0 4,1 4,2".into(), "4,0".into(), 6)]);
    assert_eq!(gain, 6);
    assert!(after.ends_with("/6 16 4 16 8"), "{after}");
    let board = over(5, 5, &["16 4 6 16 8", "6 6 12 2 8"]);
    let (_, _, log) = act(&game, &board, "3,2-4,2");
    assert_eq!(merges(&game, &log)[0].2, 18);
}

#[test]
fn anchor_moved_is_the_destination_or_else_the_origin() {
    let game = preset("exponentile");
    let board = over(8, 8, &[". . 2 . . . . .", "2 2 . 2 . . . ."]);
    let there = act(&game, &board, "6,2-7,2").2;
    let back = act(&game, &board, "7,2-6,2").2;
    assert_eq!(merges(&game, &there), merges(&game, &back), "7,2 is in the line, whichever tile is the moved one");
    assert_eq!(merges(&game, &there)[0].1, "7,2");
    // Both ends in lines: the destination counts.
    let board = over(8, 8, &["4 4 2 . . . . .", "2 2 4 . . . . ."]);
    assert_eq!(merges(&game, &act(&game, &board, "6,2-7,2").2), [("7,0 7,1 7,2".into(), "7,2".into(), 4)]);
    assert_eq!(merges(&game, &act(&game, &board, "7,2-6,2").2), [("6,0 6,1 6,2".into(), "6,2".into(), 8)]);
}

#[test]
fn first_wave_in_rounds_merges_both_ends() {
    let board = over(8, 8, &["4 4 2 . . . . .", "2 2 4 . . . . ."]);
    let game = preset("exponentile-live");
    let (_, gain, log) = act(&game, &board, "6,2-7,2");
    assert_eq!(merges(&game, &log), [("7,0 7,1 7,2".into(), "7,2".into(), 4), ("6,0 6,1 6,2".into(), "6,2".into(), 8)]);
    assert_eq!(gain, 12);
}

#[test]
fn group_union_reaches_further_than_cross() {
    // Two rows joined by a column: the swap completes the upper row.
    let rows = [". . 2 . . . . .", "2 2 . . . . . .", ". . 2 . . . . .", ". . 2 2 2 . . ."];
    let board = over(8, 8, &rows);
    let fields = |group: &str| json!({"group": group, "resolve": "rounds"});
    let cross = plain(&fields("cross"));
    assert_eq!(merges(&cross, &act(&cross, &board, "4,2-5,2").2)[0].0, "5,0 5,1 5,2 6,2 7,2");
    let union = plain(&fields("union"));
    assert_eq!(merges(&union, &act(&union, &board, "4,2-5,2").2)[0].0, "5,0 5,1 5,2 6,2 7,2 7,3 7,4");
}

#[test]
fn next_wave_in_rounds_orders_by_value_column_and_row() {
    // The swap at the right merges the 8s alone; the lines of 2s stood there before and come in the next wave.
    let rows = [". . . . . . 8 .", ". . 2 . . . . 8", ". . 2 . . . . 8", "2 2 2 2 . 4 4 4"];
    let game = plain(&json!({"resolve": "rounds", "gravity": false}));
    let board = over(8, 8, &rows);
    let mut state = place(&game, &board);
    game.act(&mut state, game.action_named("4,6-4,7").unwrap(), &mut ()).unwrap();
    settle(&game, &mut state, &["32@6,7"]);
    let mut log = Vec::new();
    let outcome = Outcome::parse(game.topology(), "32@5,7").unwrap();
    game.settle(&mut state, outcome, &mut log);
    assert_eq!(log[1], Event::Wave { n: 2 });
    // The corner's cross has six cells; the other cells of its lines are no longer whole. Then the 4s, at their first
    // column.
    assert_eq!(
        merges(&game, &log),
        [("5,2 6,2 7,0 7,1 7,2 7,3".into(), "7,2".into(), 32), ("7,5 7,6 7,7".into(), "7,5".into(), 8)]
    );
}

#[test]
fn next_wave_in_sequence_scans_from_the_lowest_row_and_its_left() {
    let rows = ["4 4 4 . . . . .", ". . . . . . 8 .", "2 2 2 . . . . 8", ". . . . . . . 8"];
    let game = plain(&json!({"gravity": false}));
    let mut state = place(&game, &over(8, 8, &rows));
    game.act(&mut state, game.action_named("5,6-5,7").unwrap(), &mut ()).unwrap();
    let mut log = Vec::new();
    for text in ["32@7,7", "16@6,7"] {
        game.settle(&mut state, Outcome::parse(game.topology(), text).unwrap(), &mut log);
    }
    assert_eq!(merges(&game, &log), [("6,0 6,1 6,2".into(), "6,0".into(), 4)]);
}

#[test]
fn outcomes_refill_column_by_column_from_the_lowest_gap_up() {
    let game = preset("exponentile");
    let mut state = place(&game, &over(8, 8, &["2 4 8 16 32 2 4 8", ". . 2 . . . . .", "2 2 . 2 . . . ."]));
    game.act(&mut state, game.action_named("6,2-7,2").unwrap(), &mut ()).unwrap();
    // The new tile stands at 7,2, so the columns 0, 1 and 3 have a gap each, on top.
    settle(&game, &mut state, &["2@0,0", "4@0,1", "8@0,3"]);
    let mut state = place(&game, &over(8, 8, &["2 . . . . . . .", "4 2 . . . . . .", "2 . . . . . . ."]));
    game.act(&mut state, game.action_named("6,1-6,0").unwrap(), &mut ()).unwrap();
    settle(&game, &mut state, &["2@1,0", "4@0,0"]);
    assert_eq!(game.phase(&state), Phase::Over(Reason::Stuck));
}

#[test]
fn act_without_gravity_leaves_gaps_in_place() {
    let game = plain(&json!({"gravity": false}));
    let mut state = place(&game, &over(8, 8, &[". . 2 . . . . .", "2 2 . 2 . . . ."]));
    let mut log = Vec::new();
    game.act(&mut state, game.action_named("6,2-7,2").unwrap(), &mut log).unwrap();
    assert!(!log.iter().any(|event| matches!(event, Event::Fell { .. })));
    settle(&game, &mut state, &["2@7,0", "4@7,1", "8@7,3"]);
}

#[test]
fn swap_of_equal_tiles_is_legal_only_in_a_standing_line() {
    swaps_of_equal_tiles(&plain(&json!({})));
    swaps_of_equal_tiles(&preset("exponentile"));
}

fn swaps_of_equal_tiles<G: Game>(game: &G) {
    let free = place(game, &over(8, 8, &["2 2 . . . . . ."]));
    assert_eq!(legal(game, &free), [""; 0]);
    assert_eq!(game.phase(&free), Phase::Over(Reason::Stuck));
    let lined = place(game, &over(8, 8, &["2 2 2 . . . . ."]));
    assert_eq!(legal(game, &lined), ["7,0-7,1", "7,1-7,0", "7,1-7,2", "7,2-7,1"]);
    assert_eq!(merges(game, &act(game, &text(game, &lined), "7,1-7,0").2)[0].1, "7,0");
}

#[test]
fn place_with_a_line_merges_nothing() {
    let board = over(8, 8, &["2 2 2 . . . . ."]);
    let game = preset("exponentile");
    assert_eq!(text(&game, &place(&game, &board)), board);
}

#[test]
fn preview_fills_gaps_and_chance_appends() {
    let game = plain(&json!({"preview": 2}));
    let board = over(8, 8, &[". . 2 . . . . .", "2 2 . 2 . . . ."]) + " | next=2,8";
    let (after, _, log) = act(&game, &board, "6,2-7,2");
    assert!(after.ends_with(" | next=8"), "{after}");
    assert!(after.starts_with("2 . "), "the first gap has the first of the coming tiles: {after}");
    assert!(matches!(log.last(), Some(Event::Spawned { value: 2, .. })));
    let mut state = place(&game, &board);
    game.act(&mut state, game.action_named("6,2-7,2").unwrap(), &mut ()).unwrap();
    settle(&game, &mut state, &["4@next"]);
    assert!(text(&game, &state).ends_with(" | next=4"), "the 8 is in its cell: {}", text(&game, &state));
    settle(&game, &mut state, &["16@next", "32@next"]);
    assert!(text(&game, &state).ends_with(" | next=16,32"));
    assert!(!game.is_chance(&state));
}

#[test]
fn phase_on_a_stuck_board_after_the_last_turn_is_turn_limit() {
    for (limit, reason) in [(1, Reason::TurnLimit), (2, Reason::Stuck)] {
        let game = plain(&json!({"turn_limit": limit}));
        last_turn(&game, limit, reason);
        last_turn(&Fast::<POWERS>::new(game), limit, reason);
    }
}

fn last_turn<G: Game>(game: &G, limit: u32, reason: Reason) {
    let mut state = place(game, &over(8, 8, &["2 . . . . . . .", "4 2 . . . . . .", "2 . . . . . . ."]));
    game.act(&mut state, game.action_named("6,1-6,0").unwrap(), &mut ()).unwrap();
    settle(game, &mut state, &["2@1,0", "4@0,0"]);
    assert_eq!(game.phase(&state), Phase::Over(reason));
    assert!(text(game, &state).ends_with(&format!(" | left={}", limit - 1)));
}

#[test]
fn act_without_must_merge_may_make_nothing_but_resolves_old_lines() {
    let game = plain(&json!({"must_merge": false, "turn_limit": 5}));
    let mut state = place(&game, &over(8, 8, &["2 2 . . . . . ."]));
    assert!(!game.is_legal(&state, game.action_named("7,0-7,1").unwrap()), "they are equal");
    game.act(&mut state, game.action_named("0,0-0,1").unwrap(), &mut ()).unwrap();
    assert_eq!(game.phase(&state), Phase::Decide);
    let (_, gain, log) = act(&game, &over(8, 8, &["2 2 2 . . . . ."]), "0,0-0,1");
    assert_eq!(merges(&game, &log), [("7,0 7,1 7,2".into(), "7,0".into(), 4)]);
    assert_eq!(gain, 6);
}

#[test]
fn actions_with_reach_anywhere_swap_any_two_cells() {
    let game = plain(&json!({"reach": "anywhere"}));
    let board = over(8, 8, &["2 2 . . . . . 2"]);
    assert_eq!(legal(&game, &place(&game, &board)), ["7,2-7,7", "7,7-7,2"]);
}

#[test]
fn lines_with_diagonal_run_diagonally() {
    let rows = ["2 . . . . . . .", ". 2 . . . . . .", ". . . 2 . . . ."];
    let off = plain(&json!({}));
    assert_eq!(legal(&off, &place(&off, &over(8, 8, &rows))), [""; 0]);
    let on = plain(&json!({"diagonal": true}));
    assert_eq!(legal(&on, &place(&on, &over(8, 8, &rows))), ["7,2-7,3", "7,3-7,2"]);
    assert_eq!(merges(&on, &act(&on, &over(8, 8, &rows), "7,3-7,2").2)[0].0, "5,0 6,1 7,2");
}

#[test]
fn lines_and_neighbours_with_wrap_cross_the_edge_and_tiles_do_not_fall_through() {
    let game = plain(&json!({"width": 5, "height": 5, "wrap": true}));
    // The last row's 2s meet across the edge once the one above the gap between them comes down.
    let board = over(5, 5, &["2 . . . .", ". 2 . . 2"]);
    assert!(legal(&game, &place(&game, &board)).contains(&"3,0-4,0".into()));
    let (after, _, log) = act(&game, &board, "3,0-4,0");
    assert_eq!(merges(&game, &log)[0].0, "4,0 4,1 4,4");
    assert!(after.starts_with(&format!("{} . ", backdrop(0, 0))), "{after}");
    // Neighbours across the edge.
    let board = over(5, 5, &["2 . . . .", ". . . . .", ". . . . .", ". . . . .", ". 2 2 . ."]);
    assert!(legal(&game, &place(&game, &board)).contains(&"0,0-4,0".into()));
}

#[test]
fn line_around_the_torus_holds_each_cell_once() {
    let game = plain(&json!({"width": 4, "height": 4, "wrap": true}));
    let board = over(4, 4, &["2 . . .", "4 2 2 2"]);
    let (_, gain, log) = act(&game, &board, "2,0-3,0");
    assert_eq!(merges(&game, &log), [("3,0 3,1 3,2 3,3".into(), "3,0".into(), 8)]);
    assert_eq!(gain, 8);
}

#[test]
fn merge_of_the_largest_value_makes_the_largest_value() {
    let top = super::super::MAX_VALUE;
    for (score, gain) in [("sum", 4 * u64::from(top)), ("result", top.into())] {
        let game = plain(&json!({"score": score}));
        merge_of_the_largest(&game, top, gain);
        merge_of_the_largest(&Fast::<POWERS>::new(game.clone()), top, gain);
        merge_of_the_largest(&Fast::<VALUES>::new(game), top, gain);
    }
}

fn merge_of_the_largest<G: Game>(game: &G, top: u32, gain: u64) {
    let rows = [format!(". . {top} . . . . ."), format!("{top} {top} 2 {top} . . . .")];
    let rows: Vec<_> = rows.iter().map(String::as_str).collect();
    let (_, earned, log) = act(game, &over(8, 8, &rows), "6,2-7,2");
    assert_eq!(merges(game, &log)[0].2, top);
    assert_eq!(earned, gain);
}
