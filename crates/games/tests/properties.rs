//! What holds for every game: the conformance suite for presets and random variants, positions that stand or do not,
//! and turns without a single allocation.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};
use tilewright_core::{Dice, Dice1, Game, Position, PositionError, conformance};
use tilewright_games::{Family, Kind, Preset, Spawn, Variant, Visitor};

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

#[allow(unsafe_code, reason = "an allocator that counts cannot be written without")]
// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs the conformance suite on the game itself, not on the enum around it: its own shortcuts are held, too.
struct Laws {
    games: u64,
    turns: usize,
}

impl Visitor for Laws {
    type Result = ();

    fn visit<G: Game>(self, game: &G) {
        conformance::check(game, self.games, self.turns);
    }
}

#[test]
fn every_preset_conforms() {
    for preset in Preset::all() {
        let game = preset.variant.compile().unwrap();
        game.with(Laws { games: 6, turns: 60 });
        conformance::check(&game, 1, 20);
    }
}

/// Any value of a field's kind, wild ones more often than a designer would choose them.
fn value(kind: &Kind) -> BoxedStrategy<Value> {
    match kind {
        Kind::Whole { min, max, default } => {
            prop_oneof![Just(*default), Just(*min), Just(*max), *min..=*max].prop_map(Value::from).boxed()
        }
        Kind::Limit { .. } => prop_oneof![Just(Value::Null), (1..40u32).prop_map(Value::from)].boxed(),
        Kind::Power { .. } => (0..=30u32).prop_map(|rank| json!(1u32 << rank)).boxed(),
        Kind::Switch { .. } => any::<bool>().prop_map(Value::from).boxed(),
        Kind::Choice { options, .. } => prop::sample::select(*options).prop_map(Value::from).boxed(),
        Kind::Board => {
            let hex = (1..=4u8).prop_map(|radius| json!({ "shape": "hex", "radius": radius }));
            let square = (2..=8u8, 2..=8u8)
                .prop_map(|(width, height)| json!({ "shape": "square", "width": width, "height": height }));
            prop_oneof![hex, square].boxed()
        }
        Kind::Spawn { max, .. } => {
            // Mostly powers of two, which every family but strain wants; small numbers for strain.
            let values = if *max > 100 {
                prop_oneof![5 => (0..6u32).prop_map(|rank| 1 << rank), 1 => (0..=30u32).prop_map(|rank| 1 << rank), 1 => 1..12u32]
                    .boxed()
            } else {
                (1..=*max).boxed()
            };
            let weights = prop_oneof![4 => 1..12u32, 1 => Just(1000u32)];
            prop::collection::btree_map(values, weights, 1..=Spawn::MAX_VALUES)
                .prop_map(|table| table.into_iter().map(|(value, weight)| (value.to_string(), json!(weight))).collect())
                .boxed()
        }
    }
}

/// Any variant of any family over all of its fields, good or bad.
fn variant() -> impl Strategy<Value = Value> {
    prop::sample::select(&Family::ALL).prop_flat_map(|family| {
        let fields = family.fields();
        let values: Vec<_> = fields.iter().map(|field| value(&field.kind)).collect();
        values.prop_map(move |values| {
            let pairs = fields.iter().map(|field| field.name.to_owned()).zip(values);
            pairs.chain([("family".to_owned(), family.name().into())]).collect()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_variant_conforms_or_is_refused(object in variant()) {
        match Variant::from_json(&object).and_then(|variant| variant.compile()) {
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
            Ok(game) => game.with(Laws { games: 1, turns: 8 }),
        }
    }
}

/// Positions from files: a preset in its first revision, a board, and for bad ones the sentence that refuses it.
#[test]
fn recorded_positions_stand_or_are_refused() {
    let place = |preset: &str, board: &str| {
        let game = Preset::find_revision(preset, 1).unwrap_or_else(|| panic!("{preset}")).variant.compile().unwrap();
        let position = Position::parse(game.topology(), board)?;
        let state = game.place(&position)?;
        assert_eq!(game.position(&state), position, "{preset}: {board}");
        Ok::<_, PositionError>(game.phase(&state))
    };
    let lines = |text: &'static str| text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut count = 0;
    for line in lines(include_str!("../../../tests/data/positions/valid.txt")) {
        let (preset, board) = line.split_once(": ").unwrap();
        if let Err(error) = place(preset, board) {
            panic!("{line}: {error}");
        }
        count += 1;
    }
    for line in lines(include_str!("../../../tests/data/positions/invalid.txt")) {
        let (preset, rest) = line.split_once(": ").unwrap();
        let (board, says) = rest.split_once(" => ").unwrap();
        assert_eq!(place(preset, board).expect_err(line).to_string(), says, "{line}");
        count += 1;
    }
    assert!(count > 40, "{count} positions");
}

/// Plays random games and gives the number of turns and of allocations in them.
struct Allocations;

impl Visitor for Allocations {
    type Result = (u64, u64);

    fn visit<G: Game>(self, game: &G) -> (u64, u64) {
        let mut chooser = Dice1::new(99);
        let (mut turns, before) = (0, COUNT.get());
        for seed in 0..20 {
            let mut dice = Dice1::new(seed);
            let mut state = game.start(&mut dice, &mut ()).unwrap();
            for _ in 0..300 {
                let Some(action) = game.choose(&state, chooser.word()) else { break };
                game.advance(&mut state, action, &mut dice, &mut ()).unwrap();
                // The long way round, too: listed, acted, drawn from the list, settled.
                let mut count = 0;
                game.actions(&state, &mut |_| count += 1);
                assert_eq!(count > 0, game.choose(&state, 0).is_some());
                if let Some(action) = game.choose(&state, chooser.word()) {
                    game.act(&mut state, action, &mut ()).unwrap();
                    while game.is_chance(&state) {
                        let mut total = 0;
                        game.outcomes(&state, &mut |_, weight| total += u64::from(weight));
                        assert!(total > 0);
                        let outcome = game.draw(&state, dice.word());
                        game.settle(&mut state, outcome, &mut ());
                    }
                }
                turns += 2;
            }
        }
        (turns, COUNT.get() - before)
    }
}

#[test]
fn a_turn_without_events_allocates_nothing() {
    let probe = COUNT.get();
    drop(std::hint::black_box(vec![1]));
    assert_eq!(COUNT.get(), probe + 1, "the counter counts");
    for preset in Preset::all() {
        let (turns, allocations) = preset.variant.compile().unwrap().with(Allocations);
        assert!(turns > 100, "{}: {turns} turns", preset.id);
        assert_eq!(allocations, 0, "{}: allocations in {turns} turns", preset.id);
    }
}
