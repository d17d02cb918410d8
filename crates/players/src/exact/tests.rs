//! Known results, and the two ways held against each other.

use super::*;
use crate::{Player, Tables};
use std::sync::Arc;
use tilewright_games::Variant;

fn square_variant(side: u32, target: u32) -> Variant {
    let text = format!(
        r#"{{"family":"slide","board":{{"shape":"square","width":{side},"height":{side}}},"target":{target}}}"#
    );
    Variant::from_text(&text).unwrap()
}

fn square(side: u32, target: u32) -> Arc<AnyGame> {
    square_variant(side, target).compile().unwrap().into()
}

fn engine(player: &Player, game: &Arc<AnyGame>) -> Engine {
    Engine::new(player, Arc::clone(game)).unwrap()
}

fn wins(side: u32, target: u32, policy: Policy<'_>) -> Solved {
    solve(&square(side, target), Goal::Win, policy, &Limit::nodes(1_000_000), &mut |_| ()).unwrap()
}

#[test]
fn known_numbers_of_positions() {
    let small = [8, 16, 32, 64].map(|target| wins(2, target, Policy::Best).states);
    assert_eq!(small, [15, 35, 57, 74]);
    let larger = [8, 16, 32].map(|target| wins(3, target, Policy::Best).states);
    assert_eq!(larger, [1_186, 16_834, 124_372]);
}

#[test]
fn known_probabilities() {
    let close = |found: f64, known: f64, within: f64| assert!((found - known).abs() < within, "{found} {known}");
    close(wins(2, 16, Policy::Best).value, 770_009_003.0 / 800_000_000.0, 1e-12);
    close(wins(2, 32, Policy::Best).value, 663_098_312_572_433.0 / 8_000_000_000_000_000.0, 1e-12);
    close(wins(2, 16, Policy::Random).value, 0.1218, 0.000_05);
    close(wins(2, 32, Policy::Random).value, 0.000_511, 0.000_000_5);
}

#[test]
fn no_player_is_better_than_the_best() {
    let game = square(2, 32);
    let limit = Limit::nodes(500);
    let value =
        |policy: Policy<'_>| solve(&game, Goal::Score, policy, &Limit::nodes(10_000), &mut |_| ()).unwrap().value;
    let best = value(Policy::Best);
    // The exact one wants more nodes, and has a test of its own; no learned values ship for this board.
    for player in Player::ALL.into_iter().filter(|player| !["exact", "learned"].contains(&player.id())) {
        let own = value(Policy::Engine(&mut engine(&player, &game), &limit));
        assert!(own <= best + 1e-9, "{player} {own} {best}");
    }
    assert!(value(Policy::Random) < 0.5 * best);
}

#[test]
fn what_cannot_be_solved_says_why() {
    let most = |most| solve(&square(3, 32), Goal::Win, Policy::Best, &Limit::nodes(most), &mut |_| ());
    assert_eq!(most(100), Err(SolveError::TooLarge { most: 100 }));
    let text = r#"{"family":"factor","size":3,"start_tiles":1,"largest_prime":2}"#;
    let game = Variant::from_text(text).unwrap().compile().unwrap();
    assert_eq!(solve(&game, Goal::Score, Policy::Best, &Limit::nodes(100_000), &mut |_| ()), Err(SolveError::Loops));
    let large = tilewright_games::Preset::find("exponentile").unwrap().variant.compile().unwrap();
    let most = 1000;
    assert_eq!(
        solve(&large, Goal::Score, Policy::Best, &Limit::nodes(most), &mut |_| ()),
        Err(SolveError::TooLarge { most })
    );
}

/// The packed way against the plain one, which knows neither layers nor symmetries.
#[test]
fn both_ways_find_the_same_values() {
    for rules in [
        r#""board":{"shape":"square","width":2,"height":2},"target":32"#,
        r#""board":{"shape":"square","width":2,"height":2},"target":4"#,
        r#""board":{"shape":"square","width":2,"height":2},"target":16,"spawn":{"1":2,"2":3,"8":1},"start_tiles":3"#,
        r#""board":{"shape":"square","width":3,"height":2},"target":16"#,
        r#""board":{"shape":"square","width":2,"height":3},"target":64,"spawn":{"4":1}"#,
        r#""board":{"shape":"hex","radius":1},"target":8"#,
    ] {
        let variant = Variant::from_text(&format!(r#"{{"family":"slide",{rules}}}"#)).unwrap();
        let game = variant.compile().unwrap();
        for goal in [Goal::Win, Goal::Score] {
            let bound = cost(&game, goal).positions.unwrap();
            // A full game on a larger board is too much for the plain way.
            if bound > 3000.0 {
                continue;
            }
            for best in [true, false] {
                let (policy, decider) =
                    if best { (Policy::Best, Decider::Best) } else { (Policy::Random, Decider::Random) };
                let packed = solve(&game, goal, policy, &Limit::nodes(u64::MAX), &mut |_| ()).unwrap();
                let mut counter = Counter::new(Budget::Default, &Limit::nodes(u64::MAX));
                let plain = Plain::new(&game, goal, decider, &mut counter).solve(&game.blank(), &mut |_| ()).unwrap();
                assert!(
                    (packed.value - plain.value).abs() <= 1e-12 * plain.value.max(1.0),
                    "{rules} {packed:?} {plain:?}"
                );
                assert!(packed.states <= plain.states && packed.states as f64 <= bound, "{rules} {packed:?} {bound}");
            }
        }
    }
}

#[test]
fn a_table_says_what_working_it_out_says() {
    let (game, limit) = (square(2, 32), Limit::nodes(u64::MAX));
    for goal in [Goal::Win, Goal::Score] {
        let table = table(&game, goal, &Limit::nodes(u64::MAX), &mut |_| ()).unwrap();
        let mut worked_out = engine(&Player::Exact { nodes: None, goal, table: None }, &game);
        for text in ["2 4/. .", "8 4/2 2", "16 8/4 2", "16 16/2 4", ". 2/2 ."] {
            let position = tilewright_core::Position::parse(game.topology(), text).unwrap();
            let state = game.place(&position).unwrap();
            let (found, known) = (table.rank(&*game, &state).unwrap(), worked_out.rank(&state, &limit));
            assert_eq!(found.actions.len(), known.actions.len(), "{text}");
            for (action, value) in &found.actions {
                let same = known.actions.iter().find(|(other, _)| other == action).unwrap().1;
                assert!((value - same).abs() < 1e-9, "{text} {value} {same}");
            }
        }
        // Not of this table: fewer tiles than a start has, a tile that cannot come about, another board.
        let knows = |text| {
            let position = tilewright_core::Position::parse(game.topology(), text).unwrap();
            table.rank(&*game, &game.place(&position).unwrap()).is_some()
        };
        let won = goal == Goal::Win;
        assert_eq!([knows("2 ./. ."), knows("1024 2/. 2")], [false, won]);
        let other = square(2, 16);
        let state = other.start(&mut tilewright_core::Dice1::new(1), &mut ()).unwrap();
        assert_eq!(table.rank(&*other, &state).is_some(), !won, "points do not depend on the target");
    }
}

#[test]
fn exact_play_reaches_the_value() {
    let game = square(2, 32);
    let limit = Limit::nodes(u64::MAX);
    for goal in [Goal::Win, Goal::Score] {
        let value = |policy: Policy<'_>| solve(&game, goal, policy, &Limit::nodes(100_000), &mut |_| ()).unwrap().value;
        let exact = Player::Exact { nodes: None, goal, table: None };
        assert!((value(Policy::Best) - value(Policy::Engine(&mut engine(&exact, &game), &limit))).abs() < 1e-9);
    }
}

#[test]
fn tables_are_files() {
    let (variant, game) = (square_variant(2, 16), square(2, 16));
    let solved = table(&game, Goal::Win, &Limit::nodes(u64::MAX), &mut |_| ()).unwrap();
    let mut bytes = Vec::new();
    solved.write(&variant, &mut bytes).unwrap();
    let file = std::env::temp_dir().join(format!("tilewright-table-{}", std::process::id()));
    let path = file.to_str().unwrap();
    let read = |bytes: &[u8]| ValueTable::read(&mut &*bytes, bytes.len() as u64);
    assert_eq!(read(&bytes).unwrap().start(&game), solved.start(&game));
    // Whatever byte is another one, or missing, it is noticed.
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        let says = read(&damaged).unwrap_err();
        assert!(says.contains("is damaged") || says.contains("is no tilewright-table 1"), "{says}");
        assert!(!says.contains('\n') && read(&bytes[..at]).is_err(), "{says}");
    }
    std::fs::write(&file, &bytes).unwrap();
    let player = Player::parse(&format!("exact:table={path}")).unwrap();
    assert_eq!(Player::parse(&player.to_string()).as_ref(), Ok(&player));
    // The name alone opens nothing.
    assert!(Engine::new(&player, Arc::clone(&game)).is_err());
    let mut tables = Tables::default();
    tables.open(&player).unwrap();
    let mut engine = Engine::with_tables(&player, Arc::clone(&game), &tables).unwrap();
    let limit = Limit::nodes(1);
    let value = solve(&game, Goal::Win, Policy::Engine(&mut engine, &limit), &Limit::nodes(100_000), &mut |_| ())
        .unwrap()
        .value;
    assert!((value - solved.start(&game)).abs() < 1e-12);
    std::fs::remove_file(&file).unwrap();
    let nowhere = Player::parse("exact:table=nowhere").unwrap();
    assert!(tables.open(&nowhere).unwrap_err().starts_with("cannot read nowhere: "));
}
