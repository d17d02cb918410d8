//! New tiles: every empty cell as likely as every other, values by their weights. Pearson's test with fixed seeds, so
//! that it says the same every time.

use super::*;
use tilewright_core::Place;

/// How often each outcome came up in `turns` turns of the same position, in the order of the outcomes.
fn counts<G: Game>(game: &G, before: &str, action: &str, turns: u64) -> Vec<(Outcome, u32, u64)> {
    let before = game.place(&Position::parse(game.topology(), before).unwrap()).unwrap();
    let action = game.action_named(action).unwrap();
    let mut between = before;
    game.act(&mut between, action, &mut ()).unwrap();
    let mut counts = Vec::new();
    game.outcomes(&between, &mut |outcome, weight| counts.push((outcome, weight, 0)));
    for seed in 0..turns {
        let mut state = before;
        game.advance(&mut state, action, &mut Dice1::new(seed), &mut ()).unwrap();
        let (old, new) = (game.position(&between), game.position(&state));
        let cell = game.topology().cells().find(|cell| old.tiles[cell.index()] != new.tiles[cell.index()]).unwrap();
        let drawn = Outcome { at: Place::Cell(cell), value: new.tiles[cell.index()].unwrap().value };
        counts.iter_mut().find(|(outcome, ..)| *outcome == drawn).expect("it was listed").2 += 1;
    }
    counts
}

/// Pearson's statistic, a thousandfold, against these weights for the values; and its degrees of freedom.
fn misfit(counts: &[(Outcome, u32, u64)], weight: impl Fn(u32) -> u64) -> (u64, u64) {
    let turns: u64 = counts.iter().map(|(_, _, count)| count).sum();
    let total: u64 = counts.iter().map(|(outcome, ..)| weight(outcome.value)).sum();
    // Sum of (count - expected)² / expected, with expected = turns·weight/total.
    let terms = counts.iter().map(|&(outcome, _, count)| {
        let weight = weight(outcome.value);
        let off = (count * total).abs_diff(turns * weight);
        1000 * u128::from(off) * u128::from(off) / u128::from(turns * weight * total)
    });
    (terms.sum::<u128>() as u64, counts.len() as u64 - 1)
}

/// What the statistic exceeds once in a thousand times, a thousandfold, for these degrees of freedom.
fn limit(freedom: u64) -> u64 {
    match freedom {
        15 => 37_697,
        25 => 52_620,
        27 => 55_476,
        _ => panic!("look it up"),
    }
}

fn fair<G: Game>(game: &G, before: &str, action: &str) {
    let counts = counts(game, before, action, 40_000);
    let (value, freedom) = misfit(&counts, |value| if value == 2 { 9 } else { 1 });
    assert!(value < limit(freedom), "{value} of {}", limit(freedom));
    // The test is sharp enough to tell other weights, and cells that are not alike.
    assert!(misfit(&counts, |value| if value == 2 { 8 } else { 1 }).0 > limit(freedom));
    assert!(misfit(&counts, |value| if value == 2 { 10 } else { 1 }).0 > limit(freedom));
    assert!(misfit(&counts, |_| 1).0 > limit(freedom));
    let mut skewed = counts;
    let (first, last) = (skewed[0].2 / 4, skewed.len() - 2);
    skewed[0].2 -= first;
    skewed[last].2 += first;
    assert!(misfit(&skewed, |value| if value == 2 { 9 } else { 1 }).0 > limit(freedom));
}

#[derive(Clone, Copy)]
struct Fair<'a>(&'a str, &'a str);

impl Visitor for Fair<'_> {
    type Result = ();
    fn visit<G: Compiled>(self, game: &G) {
        fair(game, self.0, self.1);
    }
}

#[test]
fn advance_square_new_tiles_are_fair() {
    let rules = rules(&json!({"board": square(4, 4)})).unwrap();
    // Eight empty cells after the slide.
    let before = "2 4 2 4/8 16 . ./. 2 . ./2 . . .";
    for action in ["left", "right"] {
        fair(&Plain::new(&rules), before, action);
        visit_packed(&rules, Fair(before, action));
    }
}

#[test]
fn advance_hexagon_new_tiles_are_fair() {
    let rules = rules(&json!({"board": hex(2)})).unwrap();
    // Thirteen or fourteen empty cells after the slide.
    let before = "2 . ./. 4 8 ./. . 2 . ./. 8 . ./. . 4";
    for action in ["N", "SE", "SW"] {
        fair(&Plain::new(&rules), before, action);
        visit_packed(&rules, Fair(before, action));
    }
}
