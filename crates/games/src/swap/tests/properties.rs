//! Properties of every game of the family: the conformance suite, and the family's own, checked by independent code.

use super::*;
use crate::{Preset, swap::Law};
use tilewright_core::{Action, Cell, Phase, conformance};

#[test]
fn presets_conform() {
    for preset in Preset::all().iter().filter(|preset| preset.variant.family() == crate::Family::Swap) {
        conformance::check(&preset.variant.compile().unwrap(), 6, 60);
    }
}

#[test]
fn random_variants_conform() {
    let mut variants = Variants(Dice1::new(1));
    let mut played = 0;
    for _ in 0..160 {
        let fields = variants.next();
        let Ok(game) = Plain::new(&rules(&fields)) else { continue };
        played += 1;
        conformance::check(&game, 2, 12);
        if Fast::<POWERS>::plays(&game.rules) {
            conformance::check(&Fast::<POWERS>::new(game), 2, 40);
        } else if Fast::<VALUES>::plays(&game.rules) {
            conformance::check(&Fast::<VALUES>::new(game), 2, 40);
        } else if Fast::<POWERS, u128>::plays(&game.rules) {
            conformance::check(&Fast::<POWERS, u128>::new(game), 2, 40);
        } else {
            conformance::check(&Fast::<VALUES, u128>::new(game), 2, 40);
        }
    }
    assert!(played > 120, "most random variants can be played: {played}");
}

/// Whether a line runs through a cell, by counting one window after the other.
fn in_line(rules: &Rules, tiles: &[u32], cell: usize) -> bool {
    let (width, height, run) = (i32::from(rules.width), i32::from(rules.height), i32::from(rules.run));
    let at = |row: i32, column: i32| {
        let (row, column) = if rules.wrap { (row.rem_euclid(height), column.rem_euclid(width)) } else { (row, column) };
        ((0..height).contains(&row) && (0..width).contains(&column)).then(|| (row * width + column) as usize)
    };
    let (row, column) = (cell as i32 / width, cell as i32 % width);
    let axes = [(0, 1), (1, 0), (1, 1), (1, -1)];
    axes[..if rules.diagonal { 4 } else { 2 }].iter().any(|(r, c)| {
        (0..run).any(|back| {
            let mut window: Vec<_> =
                (0..run).filter_map(|i| at(row + (i - back) * r, column + (i - back) * c)).collect();
            window.sort();
            window.dedup();
            window.len() == run as usize && window.iter().all(|&other| tiles[other] == tiles[cell])
        })
    })
}

#[test]
fn settled_boards_have_no_lines_and_legal_swaps_make_one() {
    let mut variants = Variants(Dice1::new(2));
    for seed in 0..120 {
        let fields = variants.next();
        let Ok(game) = Plain::new(&rules(&fields)) else { continue };
        let mut dice = Dice1::new(seed);
        let mut state = game.start(&mut dice, &mut ()).unwrap();
        for _ in 0..8 {
            let tiles: Vec<u32> = game.position(&state).tiles.iter().map(|tile| tile.unwrap().value).collect();
            assert!((0..tiles.len()).all(|cell| !in_line(&game.rules, &tiles, cell)), "{fields}");
            if game.phase(&state) == Phase::Decide {
                for id in 0..game.notation().count(game.topology()) {
                    let Some((a, b)) = game.pair(Action(id)) else { continue };
                    let mut after = tiles.clone();
                    after.swap(a.index(), b.index());
                    let makes = in_line(&game.rules, &after, a.index()) || in_line(&game.rules, &after, b.index());
                    let differ = tiles[a.index()] != tiles[b.index()];
                    let wanted = if game.rules.must_merge { makes } else { differ };
                    assert_eq!(game.is_legal(&state, Action(id)), wanted, "{fields}");
                }
            }
            let Some(action) = game.choose(&state, dice.word()) else { break };
            game.advance(&mut state, action, &mut dice, &mut ()).unwrap();
        }
    }
}

fn sum(game: &Plain, state: &<Plain as Game>::State) -> u64 {
    game.position(state).tiles.iter().map(|tile| u64::from(tile.unwrap().value)).sum()
}

#[test]
fn advance_refills_every_gap_and_sums_hold() {
    let mut variants = Variants(Dice1::new(3));
    for seed in 0..120 {
        let fields = variants.next();
        let Ok(game) = Plain::new(&rules(&fields)) else { continue };
        let mut dice = Dice1::new(seed);
        let mut state = game.start(&mut dice, &mut ()).unwrap();
        for _ in 0..8 {
            let Some(action) = game.choose(&state, dice.word()) else { break };
            let (before, draws) = (sum(&game, &state), dice.draws());
            let mut log = Vec::new();
            game.advance(&mut state, action, &mut dice, &mut log).unwrap();
            let (mut gone, mut spawned, mut came, mut waves) = (0, 0, 0, 0);
            for event in &log {
                match *event {
                    Event::Merged { cells, at, .. } => {
                        assert!(cells.contains(at), "the new tile stands in its group");
                        assert!(cells.len() >= game.rules.run.into());
                        gone += u64::from(cells.len()) - 1;
                    }
                    Event::Spawned { at: tilewright_core::Place::Cell(_), value } => {
                        came += 1;
                        spawned += u64::from(value);
                    }
                    Event::Wave { n } => {
                        waves += 1;
                        assert_eq!(n, waves, "waves are counted from 1");
                    }
                    _ => {}
                }
            }
            assert_eq!(gone, came, "every gap is refilled");
            assert_eq!(gone, dice.draws() - draws, "one draw a refilled cell");
            if game.rules.law == Law::Sum {
                assert_eq!(before + spawned, sum(&game, &state), "a sum holds what was there");
            }
        }
    }
}

#[test]
fn union_is_the_same_from_each_of_its_cells() {
    let game = plain(&json!({"diagonal": true, "wrap": true, "width": 6, "height": 7}));
    let mut dice = Dice1::new(5);
    for _ in 0..200 {
        let mut values = [0; 100];
        values[..42].fill_with(|| 2 << ticket(dice.word(), 2));
        for cell in game.lines.all(&values) {
            let (cross, union) = (game.lines.cross(&values, cell), game.lines.union(&values, cell));
            assert!(cross.contains(cell) && cross.bits() & !union.bits() == 0, "a cross lies within its union");
            assert!({ union }.all(|other| game.lines.union(&values, other) == union));
            assert!({ union }.all(|Cell(other)| values[usize::from(other)] == values[cell.index()]));
        }
    }
}
