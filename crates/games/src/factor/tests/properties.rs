//! What holds on every board, loaded or reached; the clock, the end, and what is refused.

use super::{
    model::{Model, Step},
    *,
};
use crate::{Preset, Variant};
use proptest::prelude::*;
use tilewright_core::{
    Action, Cell, Dice, Dice1, Dir, Illegal, Outcome, Phase, Place, Reason, Tile, conformance, fold, ticket,
};

/// Rules drawn over all parameters.
fn random_rules(dice: &mut Dice1) -> Rules {
    let mut within = |min: u64, max: u64| min + ticket(dice.word(), max - min + 1);
    let size = within(3, 8) as u8;
    Rules {
        size,
        start_tiles: within(1, 10) as u8,
        spawn_every: within(1, 10) as u8,
        largest_prime: within(2, 19) as u8,
        order: BOTH_ORDERS[within(0, 1) as usize],
        equal: [Equal::Any, Equal::Powers][within(0, 1) as usize],
        turn_limit: (within(0, 2) == 0).then(|| within(1, 60) as u32),
    }
}

/// A board to load: crowded or sparse, with numbers that divide each other more or less often.
fn random_position(game: &Plain, dice: &mut Dice1) -> Position {
    let mut below = |n: u64| ticket(dice.word(), n);
    let (style, crowd) = (below(6), 1 + below(9));
    let mut position = Position::empty(game.topology());
    let size = position.tiles.len().isqrt();
    for (cell, tile) in position.tiles.iter_mut().enumerate() {
        let face = match style {
            0 => 2 + below(10),
            1 => 2 + below(60),
            2 => (0..=below(5)).fold(1, |product, _| product * [2, 2, 3, 3, 5, 7][below(6) as usize]),
            3 => 1 << (1 + below(15)),
            // A chequered board of centres and their prime factors.
            4 if (cell / size + cell % size).is_multiple_of(2) => 210,
            4 => [2, 3, 5, 7][below(4) as usize],
            _ => [2, 3, 5, 17, 257, 65535, 21845, 4369, 30030, 60060, 55440, 45360, 65521][below(13) as usize],
        };
        *tile = (below(10) < crowd).then(|| Tile::new(face as u32));
    }
    position.tiles[0].get_or_insert(Tile::new(2));
    position
}

fn as_model(game: &Plain, state: &<Plain as Game>::State) -> Model {
    let tiles = game.position(state).tiles;
    let faces = tiles.iter().map(|tile| tile.map_or(0, |tile| tile.value)).collect();
    Model { size: tiles.len().isqrt(), faces, steps: Vec::new() }
}

/// The chain of a log, in the model's words.
fn steps(log: &[Event]) -> Vec<Vec<Step>> {
    let mut steps: Vec<Vec<Step>> = Vec::new();
    for pair in log.windows(2) {
        if let Event::Wave { n } = pair[0] {
            steps.push(Vec::new());
            assert_eq!(usize::from(n), steps.len(), "iterations count from 1");
        }
        let Event::Scored { gain } = pair[1] else { continue };
        let points = gain >> (steps.len() - 1);
        let step = match pair[0] {
            Event::Factored { centre, parts } => {
                let part = |part: &tilewright_core::Part| (part.at.index(), part.value.map_or(0, |v| v.get().into()));
                Step::Factored { centre: centre.index(), parts: parts.as_slice().iter().map(part).collect(), points }
            }
            Event::Eliminated { a, b, .. } => Step::Eliminated { a: a.index(), b: b.index(), points },
            Event::Divided { from, at, value } => Step::Divided { from: from.index(), at: at.index(), value, points },
            other => panic!("{other:?} earns nothing"),
        };
        steps.last_mut().expect("steps stand in iterations").push(step);
    }
    steps
}

/// What the comparisons came across, so that a test can say whether it saw enough.
#[derive(Default, Debug)]
struct Seen {
    /// Factorizations by their number of parts.
    parts: [u32; 5],
    eliminations: u32,
    merges: u32,
    longest: usize,
}

impl Seen {
    fn note(&mut self, steps: &[Vec<Step>]) {
        self.longest = self.longest.max(steps.len());
        for step in steps.iter().flatten() {
            match step {
                Step::Factored { parts, .. } => self.parts[parts.len()] += 1,
                Step::Eliminated { .. } => self.eliminations += 1,
                Step::Divided { .. } => self.merges += 1,
            }
        }
    }
}

/// Every action in a position, beside what the model makes of it.
fn same_as_model(game: &Plain, rules: &Rules, before: &<Plain as Game>::State, seen: &mut Seen) {
    let mut legal = Vec::new();
    game.actions(before, &mut |action| legal.push(action));
    let mut expected = Vec::new();
    for id in 0..game.notation().count(game.topology()) {
        let action = Action(id);
        let mut model = as_model(game, before);
        let moves = model.act(rules, id.into());
        assert_eq!(game.is_legal(before, action), moves, "{}", game.action_text(action));
        if !moves {
            continue;
        }
        expected.push(action);
        let (mut state, mut log) = (*before, Vec::new());
        let gain = game.act(&mut state, action, &mut log).unwrap();
        let told = format!("{} {}: {log:?}", text(game, before), game.action_text(action));
        assert_eq!(as_model(game, &state).faces, model.faces, "{told}");
        assert_eq!(gain, model.gain(), "{told}");
        assert_eq!(steps(&log), model.steps, "{told}");
        seen.note(&model.steps);
        let mut tiles = game.position(before).tiles;
        log.iter().for_each(|&event| fold(&mut tiles, event).unwrap());
        assert_eq!(tiles, game.position(&state).tiles, "{told}");
        assert!(tiles.iter().flatten().all(|tile| tile.value > 1), "neither 0 nor 1 ever: {told}");
        let due = game.position(&state).clock == Some(0) || !model.steps.is_empty();
        assert_eq!(game.is_chance(&state), due, "{told}");
        let mut deaf = *before;
        assert_eq!((game.act(&mut deaf, action, &mut ()), deaf), (Ok(gain), state), "a deaf log changes nothing");
    }
    assert_eq!(legal, expected);
    for i in 0..64u64 {
        let word = Dice1::new(i).word();
        let listed = legal.get(ticket(word, legal.len() as u64) as usize).copied();
        assert_eq!(game.choose(before, word), listed);
    }
}

#[test]
fn loaded_boards_play_like_the_model() {
    let (mut dice, mut seen) = (Dice1::new(1), Seen::default());
    for _ in 0..300 {
        let rules = Rules { turn_limit: None, ..random_rules(&mut dice) };
        let game = Plain::new(&rules);
        let state = game.place(&random_position(&game, &mut dice)).unwrap();
        same_as_model(&game, &rules, &state, &mut seen);
    }
    assert!(seen.parts[2..].iter().all(|&count| count > 10), "{seen:?}");
    assert!(seen.longest > 4, "{seen:?}");
}

#[test]
fn games_play_like_the_model() {
    let (mut dice, mut seen) = (Dice1::new(2), Seen::default());
    for _ in 0..60 {
        let rules = Rules { turn_limit: None, ..random_rules(&mut dice) };
        let game = Plain::new(&rules);
        let mut state = game.start(&mut dice, &mut ()).unwrap();
        for turn in 0..60 {
            if turn % 10 == 9 {
                same_as_model(&game, &rules, &state, &mut seen);
            }
            let Some(action) = game.choose(&state, dice.word()) else { break };
            game.advance(&mut state, action, &mut dice, &mut ()).unwrap();
        }
    }
    assert!(seen.parts[2] > 10 && seen.eliminations > 10 && seen.merges > 10, "{seen:?}");
}

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
        conformance::check(&Plain::new(&random_rules(&mut dice)), 2, 70);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn every_chain_ends_and_leaves_no_one_behind(seed: u64) {
        let mut dice = Dice1::new(seed);
        let rules = random_rules(&mut dice);
        let game = Plain::new(&rules);
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
fn the_clock_brings_a_tile_every_third_turn() {
    let game = Plain::new(&RULES);
    let mut state = state(&game, ". . . ./. . . ./. . . ./. . . 5");
    for (action, clock, due) in [("up", 1, false), ("left", 2, false), ("down", 0, true)] {
        game.act(&mut state, game.action_named(action).unwrap(), &mut ()).unwrap();
        assert_eq!((game.position(&state).clock, game.is_chance(&state)), (Some(clock), due), "{action}");
    }
}

#[test]
fn a_chain_brings_a_tile_and_the_clock_goes_on() {
    let game = Plain::new(&RULES);
    let mut state = state(&game, "2 . . 6/. . . ./. . . ./. . . . | clock=1");
    game.act(&mut state, game.action_named("0,0:right").unwrap(), &mut ()).unwrap();
    assert_eq!(text(&game, &state), ". . . 3/. . . ./. . . ./. . . . | clock=2");
    assert_eq!(game.phase(&state), Phase::Chance);
    // A tile that chance puts beside its divisor sets off nothing.
    game.settle(&mut state, Outcome { at: Place::Cell(Cell(2)), value: 9 }, &mut ());
    assert_eq!(text(&game, &state), ". . 9 3/. . . ./. . . ./. . . . | clock=2");
    assert_eq!(game.phase(&state), Phase::Decide);
}

#[test]
fn a_chain_at_the_clock_brings_one_tile_only() {
    let game = Plain::new(&RULES);
    let mut state = state(&game, "2 . . 6/. . . ./. . . ./. . . . | clock=2");
    game.advance(&mut state, game.action_named("right").unwrap(), &mut Dice1::new(7), &mut ()).unwrap();
    let position = game.position(&state);
    assert_eq!((position.clock, position.tiles.iter().flatten().count()), (Some(0), 2));
}

#[test]
fn a_cleared_board_is_filled_again() {
    let game = Plain::new(&RULES);
    let mut state = state(&game, "5 . . 5/. . . ./. . . ./. . . .");
    game.act(&mut state, game.action_named("left").unwrap(), &mut ()).unwrap();
    assert!(game.position(&state).tiles.iter().all(Option::is_none));
    game.roll(&mut state, &mut Dice1::new(7), &mut ());
    assert_eq!(game.phase(&state), Phase::Decide);
}

#[test]
fn a_full_board_is_the_end_whatever_divides() {
    let game = Plain::new(&Rules { size: 3, spawn_every: 1, ..RULES });
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
fn the_turn_limit_ends_the_game_after_its_last_tile() {
    let game = Plain::new(&Rules { size: 3, spawn_every: 1, turn_limit: Some(2), ..RULES });
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
fn positions_that_cannot_stand_are_refused() {
    let free = Plain::new(&Rules { size: 3, ..RULES });
    let limited = Plain::new(&Rules { size: 3, spawn_every: 1, turn_limit: Some(9), ..RULES });
    for (game, text, says) in [
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
        assert_eq!(game.place(&position).unwrap_err().to_string(), says, "{text}");
    }
    let short = Position { tiles: vec![Some(Tile::new(2))], ..Position::default() };
    assert_eq!(free.place(&short).unwrap_err().to_string(), "the board has 9 cells, not 1");
    let largest = "65535 . ./. . ./. . . | clock=0 left=9";
    assert_eq!(text(&limited, &state(&limited, "65535 . ./. . ./. . .")), largest);
}

#[test]
fn bad_variants_are_refused() {
    for (field, says) in [
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
        assert_eq!(error.to_string(), says);
    }
}
