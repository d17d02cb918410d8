//! Properties of every board, loaded or reached; the clock, the end, and what is refused.

use super::*;
use crate::{Preset, Variant};
use proptest::prelude::*;
use tilewright_core::{Action, Cell, Dir, Illegal, Outcome, Phase, Place, Reason, conformance};

#[test]
fn presets_conform() {
    for id in ["factors", "factors-easy", "factors-hard", "factors-chaos"] {
        conformance::check(&Preset::find(id).unwrap().variant.compile().unwrap(), 6, 150);
    }
}

#[test]
fn random_variants_conform() {
    let mut dice = Dice1::new(3);
    for _ in 0..60 {
        conformance::check(&Masked::new(&random_rules(&mut dice)), 2, 70);
    }
    for _ in 0..10 {
        conformance::check(&Plain::new(&random_rules(&mut dice)), 1, 20);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn act_leaves_nothing_to_do_among_neighbours(seed: u64) {
        let mut dice = Dice1::new(seed);
        let rules = random_rules(&mut dice);
        let game = Masked::new(&rules);
        let mut state = game.place(&random_position(&game, &mut dice)).unwrap();
        for _ in 0..20 {
            let Some(action) = game.choose(&state, dice.word()) else { break };
            let before = game.position(&state).tiles.iter().flatten().count();
            let mut log = Vec::new();
            game.act(&mut state, action, &mut log).unwrap();
            let tiles = game.position(&state).tiles;
            prop_assert!(tiles.iter().flatten().all(|tile| tile.value > 1));
            // Every iteration takes a tile, and no tile goes alone.
            let waves = log.iter().filter(|event| matches!(event, Event::Wave { .. })).count();
            prop_assert!(waves <= before - tiles.iter().flatten().count());
            // Nothing is left to do among neighbours.
            for (cell, dir) in game.topology().cells().flat_map(|cell| [(cell, Dir::RIGHT), (cell, Dir::DOWN)]) {
                let other = game.topology().neighbour(cell, dir).and_then(|other| tiles[other.index()]);
                let (Some(a), Some(b)) = (tiles[cell.index()], other) else { continue };
                let stays = a == b && rules.equal == Equal::Powers;
                prop_assert!(stays || a.value % b.value != 0 && b.value % a.value != 0);
            }
            game.roll(&mut state, &mut dice, &mut ());
            prop_assert!(!game.is_chance(&state));
        }
    }
}

#[test]
fn act_when_the_clock_comes_to_0_brings_a_tile() {
    let game = Masked::new(&RULES);
    let mut state = state(&game, ". . . ./. . . ./. . . ./. . . 5");
    for (action, clock, due) in [("up", 1, false), ("left", 2, false), ("down", 0, true)] {
        game.act(&mut state, game.action_named(action).unwrap(), &mut ()).unwrap();
        assert_eq!((game.position(&state).clock, game.is_chance(&state)), (Some(clock), due), "{action}");
    }
}

#[test]
fn act_with_a_chain_brings_a_tile_and_keeps_the_clock_running() {
    let game = Masked::new(&RULES);
    let mut state = state(&game, "2 . . 6/. . . ./. . . ./. . . . | clock=1");
    game.act(&mut state, game.action_named("0,0:right").unwrap(), &mut ()).unwrap();
    assert_eq!(text(&game, &state), ". . . 3/. . . ./. . . ./. . . . | clock=2");
    assert_eq!(game.phase(&state), Phase::Chance);
    // A tile that chance places next to its divisor starts no factorization.
    game.settle(&mut state, Outcome { at: Place::Cell(Cell(2)), value: 9 }, &mut ());
    assert_eq!(text(&game, &state), ". . 9 3/. . . ./. . . ./. . . . | clock=2");
    assert_eq!(game.phase(&state), Phase::Decide);
}

#[test]
fn act_with_a_chain_at_clock_0_brings_one_tile() {
    let game = Masked::new(&RULES);
    let mut state = state(&game, "2 . . 6/. . . ./. . . ./. . . . | clock=2");
    game.advance(&mut state, game.action_named("right").unwrap(), &mut Dice1::new(7), &mut ()).unwrap();
    let position = game.position(&state);
    assert_eq!((position.clock, position.tiles.iter().flatten().count()), (Some(0), 2));
}

#[test]
fn act_that_clears_the_board_brings_a_tile() {
    let game = Masked::new(&RULES);
    let mut state = state(&game, "5 . . 5/. . . ./. . . ./. . . .");
    game.act(&mut state, game.action_named("left").unwrap(), &mut ()).unwrap();
    assert!(game.position(&state).tiles.iter().all(Option::is_none));
    game.roll(&mut state, &mut Dice1::new(7), &mut ());
    assert_eq!(game.phase(&state), Phase::Decide);
}

#[test]
fn phase_of_a_full_board_is_over() {
    let game = Masked::new(&Rules { size: 3, spawn_every: 1, ..RULES });
    let full = state(&game, "2 2 4/8 2 2/6 3 9");
    assert_eq!(game.phase(&full), Phase::Over(Reason::Stuck));
    assert_eq!(game.choose(&full, 0), None);
    let mut last = state(&game, "5 7 11/7 11 5/11 13 .");
    let mut log = Vec::new();
    game.advance(&mut last, game.action_named("2,1:right").unwrap(), &mut Dice1::new(7), &mut log).unwrap();
    assert!(matches!(log.last(), Some(Event::Spawned { .. })), "{log:?}");
    assert_eq!(game.phase(&last), Phase::Over(Reason::Stuck));
}

#[test]
fn phase_after_the_last_turn_is_turn_limit() {
    let game = Masked::new(&Rules { size: 3, spawn_every: 1, turn_limit: Some(2), ..RULES });
    let mut dice = Dice1::new(7);
    let mut state = state(&game, "5 . ./. . ./. . .");
    assert_eq!(text(&game, &state), "5 . ./. . ./. . . | clock=0 left=2");
    game.advance(&mut state, Action(1), &mut dice, &mut ()).unwrap();
    let action = game.choose(&state, 0).unwrap();
    let mut log = Vec::new();
    game.advance(&mut state, action, &mut dice, &mut log).unwrap();
    assert!(matches!(log.last(), Some(Event::Spawned { .. })), "{log:?}");
    assert_eq!(game.phase(&state), Phase::Over(Reason::TurnLimit));
    assert_eq!(game.choose(&state, 0), None);
    assert_eq!(game.act(&mut state, Action(0), &mut ()), Err(Illegal(Action(0))));
    // Used up and stuck at once: the limit is the reason.
    let both = super::state(&game, "2 2 4/8 2 2/6 3 9 | left=0");
    assert_eq!(game.phase(&both), Phase::Over(Reason::TurnLimit));
}

#[test]
fn place_of_an_impossible_position_is_refused() {
    let free = Masked::new(&Rules { size: 3, ..RULES });
    let limited = Masked::new(&Rules { size: 3, spawn_every: 1, turn_limit: Some(9), ..RULES });
    for (game, text, message) in [
        (&free, ". . ./. 1 ./. . .", "1 at 1,1 cannot stand here; tiles are numbers from 2 to 65535"),
        (&free, ". . ./. 0 ./. . .", "0 at 1,1 cannot stand here; tiles are numbers from 2 to 65535"),
        (&free, ". . ./. . ./65536 . .", "65536 at 2,0 cannot stand here; tiles are numbers from 2 to 65535"),
        (&free, ". . ./. 2+1 ./. . .", "the tile at 1,1 has strain, which this game does not know"),
        (&free, ". . ./. . ./. . .", "an empty board cannot be played; at least one tile has to stand"),
        (&free, "2 . ./. . ./. . . | clock=3", "clock=3 cannot be; the clock goes from 0 to 2 here"),
        (&free, "2 . ./. . ./. . . | next=2", "next has no meaning in this game; leave it out"),
        (&free, "2 . ./. . ./. . . | left=2", "left has no meaning without a turn limit; leave it out"),
        (&limited, "2 . ./. . ./. . . | left=10", "left=10 cannot be; the game has 9 turns"),
        (
            &limited,
            "2 . ./. . ./. . . | clock=1",
            "clock=1 cannot be; every turn brings a tile here, so the clock stays at 0",
        ),
    ] {
        let position = Position::parse(game.topology(), text).unwrap();
        assert_eq!(game.place(&position).unwrap_err().to_string(), message, "{text}");
    }
    let short = Position { tiles: vec![Some(Tile::new(2))], ..Position::default() };
    assert_eq!(free.place(&short).unwrap_err().to_string(), "the board has 9 cells, not 1");
    let largest = "65535 . ./. . ./. . . | clock=0 left=9";
    assert_eq!(text(&limited, &state(&limited, "65535 . ./. . ./. . .")), largest);
}

#[test]
fn from_text_of_a_bad_variant_is_refused() {
    for (field, message) in [
        ("size = 2", "field `size` cannot be 2; it is a whole number from 3 to 8"),
        ("n = 9", "field `size` cannot be 9; it is a whole number from 3 to 8"),
        ("m = 0", "field `start_tiles` cannot be 0; it is a whole number from 1 to 10"),
        ("k = 0", "field `spawn_every` cannot be 0; it is a whole number from 1 to 10"),
        ("k = 11", "field `spawn_every` cannot be 11; it is a whole number from 1 to 10"),
        ("p = 1", "field `largest_prime` cannot be 1; it is a whole number from 2 to 19"),
        ("p = 20", "field `largest_prime` cannot be 20; it is a whole number from 2 to 19"),
        (
            "order = 'largest-first'",
            "field `order` cannot be \"largest-first\"; it is one of factor-first, smallest-first",
        ),
        ("equal = 'squares'", "field `equal` cannot be \"squares\"; it is one of any, powers"),
        ("turn_limit = 0", "field `turn_limit` cannot be 0; it is a whole number from 1 to 1000000, or left out"),
    ] {
        let error = Variant::from_text(&format!("family = 'factor'\n{field}")).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
