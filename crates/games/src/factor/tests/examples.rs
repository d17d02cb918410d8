//! The examples of the rule page and of the document it comes from, and the order of everything.

use super::*;
use tilewright_core::{Cell, Power};

fn rules(order: Order) -> Rules {
    Rules { order, ..RULES }
}

/// Both orders give this board.
fn either(rows: &str, expected: &str) {
    for order in BOTH_ORDERS {
        assert_eq!(chain(&rules(order), rows).board, expected, "{order:?}: {rows}");
    }
}

#[test]
fn three_beside_147_leaves_49_in_its_cell() {
    either("3 147 . ./. . . ./. . . .", ". 49 . ./. . . ./. . . .");
    either("147 3 . ./. . . ./. . . .", "49 . . ./. . . ./. . . .");
    for order in BOTH_ORDERS {
        let done = act(&rules(order), ". . . ./3 . . 147/. . . ./. . . .", "1,0:right");
        assert_eq!((done.board.as_str(), done.gain), (". . . ./. . . 49/. . . ./. . . .", 147));
        let told = [
            Event::Slid { from: Cell(4), to: Cell(6) },
            Event::Wave { n: 1 },
            Event::Divided { from: Cell(6), at: Cell(7), value: 49 },
            Event::Scored { gain: 147 },
        ];
        assert_eq!(done.log, told);
    }
}

#[test]
fn five_beside_35_leaves_7() {
    either(". . . ./5 35 . ./. . . .", ". . . ./. 7 . ./. . . .");
    either(". . 5 ./. . 35 ./. . . .", ". . . ./. . 7 ./. . . .");
}

#[test]
fn three_beside_7_stays() {
    either("3 7 . ./. . . ./. . . .", "3 7 . ./. . . ./. . . .");
    let done = chain(&RULES, "3 7 . ./. . . ./. . . .");
    assert_eq!((done.gain, done.log.len()), (0, 1), "nothing but the slide is told");
}

#[test]
fn two_six_three_goes_altogether() {
    either("2 6 3 ./. . . ./. . . .", ". . . ./. . . ./. . . .");
    let gain = |order| chain(&rules(order), "2 6 3 ./. . . ./. . . .").gain;
    // At once: 6 and its parts. Or 2 into 6, then in the second iteration 3 and 3.
    assert_eq!(gain(Order::FactorFirst), 6 + 2 + 3);
    assert_eq!(gain(Order::SmallestFirst), 6 + 2 * (3 + 3));
}

#[test]
fn twelve_between_3_and_4_goes_altogether() {
    either("3 12 4 ./. . . ./. . . .", ". . . ./. . . ./. . . .");
    let gain = |order| chain(&rules(order), "3 12 4 ./. . . ./. . . .").gain;
    assert_eq!(gain(Order::FactorFirst), 12 + 3 + 4);
    assert_eq!(gain(Order::SmallestFirst), 12 + 2 * (4 + 4));
    // In a corner, one of them below.
    either("3 . . ./12 4 . ./. . . .", ". . . ./. . . ./. . . .");
}

#[test]
fn five_between_10_and_15_merges_with_15() {
    either("10 5 15 ./. . . ./. . . .", "10 . 3 ./. . . ./. . . .");
    either("15 5 10 ./. . . ./. . . .", "3 . 10 ./. . . ./. . . .");
}

#[test]
fn of_three_equal_tiles_one_remains() {
    either("5 5 5 ./. . . ./. . . .", ". . 5 ./. . . ./. . . .");
    either("5 . . ./5 . . ./5 . . .", ". . . ./. . . ./5 . . .");
    // Right comes before down in scan order; up, down, left, right where each tile looks around.
    let corner = "5 5 . ./5 . . ./. . . .";
    assert_eq!(chain(&rules(Order::FactorFirst), corner).board, ". . . ./5 . . ./. . . .");
    assert_eq!(chain(&rules(Order::SmallestFirst), corner).board, ". 5 . ./. . . ./. . . .");
}

#[test]
fn eliminations_are_tagged_by_their_value() {
    let tag = |face: u32| {
        let done = chain(&RULES, &format!("{face} {face} . ./. . . ./. . . ."));
        let power = done.log.iter().find_map(|event| match event {
            Event::Eliminated { a: Cell(0), b: Cell(1), value, power } => Some((*value, *power)),
            _ => None,
        });
        assert_eq!(done.gain, 2 * u64::from(face));
        power.unwrap()
    };
    for (face, power) in [
        (4, Power::Square),
        (49, Power::Square),
        (64, Power::Square),
        (65025, Power::Square),
        (8, Power::Cube),
        (64000, Power::Cube),
        (6, Power::Plain),
        (65535, Power::Plain),
    ] {
        assert_eq!(tag(face), (face, power));
    }
}

#[test]
fn with_powers_only_squares_and_cubes_eliminate() {
    for order in BOTH_ORDERS {
        let rules = Rules { equal: Equal::Powers, ..rules(order) };
        for (face, goes) in [(4, true), (8, true), (64, true), (6, false), (7, false), (2, false)] {
            let rows = format!("{face} {face} . ./. . . ./. . . .");
            let expected = if goes { ". . . ./. . . ./. . . .".into() } else { rows.clone() };
            assert_eq!(chain(&rules, &rows).board, expected, "{order:?}");
        }
        // Equal tiles that stay may still divide a third: the first of them takes part, then the other.
        assert_eq!(chain(&rules, "3 3 . ./21 . . ./. . . .").board, ". 3 . ./7 . . ./. . . .");
    }
}

#[test]
fn a_tile_takes_part_once_an_iteration() {
    // 2 goes into 4 and makes a 2, which waits for the second iteration to go into 8.
    for order in BOTH_ORDERS {
        let done = chain(&rules(order), "2 4 8 ./. . . ./. . . .");
        assert_eq!((done.board.as_str(), done.gain), (". . 4 ./. . . ./. . . .", 4 + 2 * 8));
        let waves = done.log.iter().filter(|event| matches!(event, Event::Wave { .. })).count();
        assert_eq!(waves, 2);
    }
}

#[test]
fn a_tile_takes_its_largest_multiple_and_the_first_of_equal_ones() {
    either(". 14 . ./21 7 35 ./. 28 . .", ". 14 . ./21 . 5 ./. 28 . .");
    either(". 14 . ./14 7 14 ./. 14 . .", ". 2 . ./14 . 14 ./. 14 . .");
    either(". . . ./14 7 14 ./. 14 . .", ". . . ./14 . 14 ./. 2 . .");
    either(". . . ./14 7 14 ./. . . .", ". . . ./2 . 14 ./. . . .");
}

#[test]
fn smaller_tiles_merge_first() {
    // Both want the 30: the 2 takes it in the first iteration, the 3 what is left in the second.
    let done = chain(&RULES, "3 30 2 ./. 7 . ./. . . .");
    assert_eq!((done.board.as_str(), done.gain), (". 5 . ./. 7 . ./. . . .", 30 + 2 * 15));
}

#[test]
fn a_factorization_needs_every_factor_and_no_rest() {
    // 30 is no product of divisors of 2 and 3, though both divide it.
    let done = chain(&RULES, "2 30 3 ./. . . ./. . . .");
    assert!(!done.log.iter().any(|event| matches!(event, Event::Factored { .. })));
}

#[test]
fn factors_leave_rests_and_go_back_where_one_has_no_taker() {
    // 12 = 2·6. The 6 above fits the 2 first, but then the 4 cannot take the 6; so the 4 takes the 2.
    let done = chain(&RULES, ". 6 . ./4 12 . ./. . . .");
    assert_eq!((done.board.as_str(), done.gain), (". . . ./2 . . ./. . . .", 12 + 6 + 4));
    let parts: Vec<_> = done
        .log
        .iter()
        .filter_map(|event| match event {
            Event::Factored { centre: Cell(5), parts } => Some(parts.as_slice().to_vec()),
            _ => None,
        })
        .flatten()
        .map(|part| (part.at.0, part.value.map(std::num::NonZeroU16::get)))
        .collect();
    assert_eq!(parts, [(1, None), (4, Some(2))], "parts are told in scan order");
}

#[test]
fn smaller_centres_come_first() {
    // The 6 takes the 2 and the 3 between both centres; the 12 then finds no pair.
    let done = chain(&RULES, "6 2 12 ./3 . . ./. . . .");
    assert_eq!((done.board.as_str(), done.gain), (". . 12 ./. . . ./. . . .", 6 + 2 + 3));
}

#[test]
fn neighbours_that_divide_wait_for_an_action() {
    let game = Plain::new(&RULES);
    let loaded = "2 4 . ./. . . ./. . . ./. . . 35 | clock=2";
    assert_eq!(text(&game, &state(&game, loaded)), loaded);
    // The far tile moves, and the whole board answers.
    assert_eq!(act(&RULES, loaded, "3,3:up").board, ". 2 . 35/. . . ./. . . ./. . . .");
}

#[test]
fn the_picture_in_the_rule_book_is_true() {
    let done = act(&RULES, ". . . ./3 . 12 4/. . . ./. 35 . .", "1,0:right");
    assert_eq!((done.board.as_str(), done.gain), (". . . ./. . . ./. . . ./. 35 . .", 12 + 3 + 4));
}
