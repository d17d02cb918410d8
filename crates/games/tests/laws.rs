//! What holds for every preset: the conformance suite, and turns without a single allocation.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};
use tilewright_core::{Dice, Dice1, Game, conformance};
use tilewright_games::{Preset, Visitor};

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

#[test]
fn every_preset_keeps_the_laws() {
    for preset in Preset::all() {
        conformance::check(&preset.variant.compile().unwrap(), 6, 60);
    }
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
