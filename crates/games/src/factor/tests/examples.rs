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
fn chain_3_next_to_147_leaves_49_in_its_cell() {
    either("3 147 . ./. . . ./. . . .", ". 49 . ./. . . ./. . . .");
    either("147 3 . ./. . . ./. . . .", "49 . . ./. . . ./. . . .");
    for order in BOTH_ORDERS {
        let done = act(&rules(order), ". . . ./3 . . 147/. . . ./. . . .", "1,0:right");
        assert_eq!((done.board.as_str(), done.gain), (". . . ./. . . 49/. . . ./. . . .", 147));
        let logged = [
            Event::Slid { from: Cell(4), to: Cell(6) },
            Event::Wave { n: 1 },
            Event::Divided { from: Cell(6), at: Cell(7), value: 49 },
            Event::Scored { gain: 147 },
        ];
        assert_eq!(done.log, logged);
    }
}

#[test]
fn chain_5_next_to_35_leaves_7() {
    either(". . . ./5 35 . ./. . . .", ". . . ./. 7 . ./. . . .");
    either(". . 5 ./. . 35 ./. . . .", ". . . ./. . 7 ./. . . .");
}

#[test]
fn chain_3_next_to_7_changes_nothing() {
    either("3 7 . ./. . . ./. . . .", "3 7 . ./. . . ./. . . .");
    let done = chain(&RULES, "3 7 . ./. . . ./. . . .");
    assert_eq!((done.gain, done.log.len()), (0, 1), "nothing but the slide is logged");
}

#[test]
fn chain_2_6_3_leaves_nothing() {
    either("2 6 3 ./. . . ./. . . .", ". . . ./. . . ./. . . .");
    let gain = |order| chain(&rules(order), "2 6 3 ./. . . ./. . . .").gain;
    // At once: 6 and its parts. Or 2 into 6, then in the second iteration 3 and 3.
    assert_eq!(gain(Order::FactorFirst), 6 + 2 + 3);
    assert_eq!(gain(Order::SmallestFirst), 6 + 2 * (3 + 3));
}

#[test]
fn chain_12_between_3_and_4_leaves_nothing() {
    either("3 12 4 ./. . . ./. . . .", ". . . ./. . . ./. . . .");
    let gain = |order| chain(&rules(order), "3 12 4 ./. . . ./. . . .").gain;
    assert_eq!(gain(Order::FactorFirst), 12 + 3 + 4);
    assert_eq!(gain(Order::SmallestFirst), 12 + 2 * (4 + 4));
    // In a corner, one of them below.
    either("3 . . ./12 4 . ./. . . .", ". . . ./. . . ./. . . .");
}

#[test]
fn chain_5_between_10_and_15_merges_with_15() {
    either("10 5 15 ./. . . ./. . . .", "10 . 3 ./. . . ./. . . .");
    either("15 5 10 ./. . . ./. . . .", "3 . 10 ./. . . ./. . . .");
}

#[test]
fn chain_three_equal_tiles_leaves_one() {
    either("5 5 5 ./. . . ./. . . .", ". . 5 ./. . . ./. . . .");
    either("5 . . ./5 . . ./5 . . .", ". . . ./. . . ./5 . . .");
    // Right comes before down in scan order; up, down, left, right where each tile looks around.
    let corner = "5 5 . ./5 . . ./. . . .";
    assert_eq!(chain(&rules(Order::FactorFirst), corner).board, ". . . ./5 . . ./. . . .");
    assert_eq!(chain(&rules(Order::SmallestFirst), corner).board, ". 5 . ./. . . ./. . . .");
}

#[test]
fn eliminate_tags_squares_cubes_and_plain_values() {
    let tag = |value: u32| {
        let done = chain(&RULES, &format!("{value} {value} . ./. . . ./. . . ."));
        let power = done.log.iter().find_map(|event| match event {
            Event::Eliminated { a: Cell(0), b: Cell(1), value, power } => Some((*value, *power)),
            _ => None,
        });
        assert_eq!(done.gain, 2 * u64::from(value));
        power.unwrap()
    };
    for (value, power) in [
        (4, Power::Square),
        (49, Power::Square),
        (64, Power::Square),
        (65025, Power::Square),
        (8, Power::Cube),
        (64000, Power::Cube),
        (6, Power::Plain),
        (65535, Power::Plain),
    ] {
        assert_eq!(tag(value), (value, power));
    }
}

#[test]
fn eliminate_with_equal_powers_takes_squares_and_cubes_only() {
    for order in BOTH_ORDERS {
        let rules = Rules { equal: Equal::Powers, ..rules(order) };
        for (value, goes) in [(4, true), (8, true), (64, true), (6, false), (7, false), (2, false)] {
            let rows = format!("{value} {value} . ./. . . ./. . . .");
            let expected = if goes { ". . . ./. . . ./. . . .".into() } else { rows.clone() };
            assert_eq!(chain(&rules, &rows).board, expected, "{order:?}");
        }
        // Equal tiles that stay may still divide a third: the first of them takes part, then the other.
        assert_eq!(chain(&rules, "3 3 . ./21 . . ./. . . .").board, ". 3 . ./7 . . ./. . . .");
    }
}

#[test]
fn chain_uses_a_tile_once_per_iteration() {
    // 2 goes into 4 and makes a 2, which waits for the second iteration to go into 8.
    for order in BOTH_ORDERS {
        let done = chain(&rules(order), "2 4 8 ./. . . ./. . . .");
        assert_eq!((done.board.as_str(), done.gain), (". . 4 ./. . . ./. . . .", 4 + 2 * 8));
        let waves = done.log.iter().filter(|event| matches!(event, Event::Wave { .. })).count();
        assert_eq!(waves, 2);
    }
}

#[test]
fn merge_takes_the_largest_multiple_and_the_first_of_equal_ones() {
    either(". 14 . ./21 7 35 ./. 28 . .", ". 14 . ./21 . 5 ./. 28 . .");
    either(". 14 . ./14 7 14 ./. 14 . .", ". 2 . ./14 . 14 ./. 14 . .");
    either(". . . ./14 7 14 ./. 14 . .", ". . . ./14 . 14 ./. 2 . .");
    either(". . . ./14 7 14 ./. . . .", ". . . ./2 . 14 ./. . . .");
}

#[test]
fn merge_starts_with_the_smallest_tile() {
    // Both want the 30: the 2 takes it in the first iteration, the 3 what is left in the second.
    let done = chain(&RULES, "3 30 2 ./. 7 . ./. . . .");
    assert_eq!((done.board.as_str(), done.gain), (". 5 . ./. 7 . ./. . . .", 30 + 2 * 15));
}

#[test]
fn factorize_needs_the_whole_product() {
    // 30 is no product of divisors of 2 and 3, though both divide it.
    let done = chain(&RULES, "2 30 3 ./. . . ./. . . .");
    assert!(!done.log.iter().any(|event| matches!(event, Event::Factored { .. })));
}

#[test]
fn factorize_leaves_rests_and_backtracks() {
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
    assert_eq!(parts, [(1, None), (4, Some(2))], "parts are logged in scan order");
}

#[test]
fn factorize_starts_with_the_smallest_centre() {
    // The 6 takes the 2 and the 3 between both centres; the 12 then finds no pair.
    let done = chain(&RULES, "6 2 12 ./3 . . ./. . . .");
    assert_eq!((done.board.as_str(), done.gain), (". . 12 ./. . . ./. . . .", 6 + 2 + 3));
}

#[test]
fn place_with_dividing_neighbours_changes_nothing() {
    let game = Plain::new(&RULES);
    let loaded = "2 4 . ./. . . ./. . . ./. . . 35 | clock=2";
    assert_eq!(text(&game, &state(&game, loaded)), loaded);
    // The far tile moves, and the whole board answers.
    assert_eq!(act(&RULES, loaded, "3,3:up").board, ". 2 . 35/. . . ./. . . ./. . . .");
}

#[test]
fn rule_book_picture_matches() {
    let done = act(&RULES, ". . . ./3 . 12 4/. . . ./. 35 . .", "1,0:right");
    assert_eq!((done.board.as_str(), done.gain), (". . . ./. . . ./. . . ./. 35 . .", 12 + 3 + 4));
}
