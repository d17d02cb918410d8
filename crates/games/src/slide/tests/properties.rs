//! The properties of every game (see [`conformance`]), on every board and with odd spawn tables.

use super::*;

#[derive(Clone, Copy)]
struct Check {
    games: u64,
    turns: usize,
}

impl Visitor for Check {
    type Result = ();
    fn visit<G: Compiled>(self, game: &G) {
        conformance::check(game, self.games, self.turns);
    }
}

fn check(fields: Value, games: u64, turns: usize) {
    let rules = rules(&fields).unwrap();
    Check { games, turns }.visit(&Plain::new(&rules));
    visit_packed(&rules, Check { games, turns });
}

#[test]
fn check_every_rectangle_passes() {
    for width in 2..=8 {
        for height in 2..=8 {
            check(json!({"board": square(width, height)}), 2, 40);
        }
    }
}

#[test]
fn check_every_hexagon_passes() {
    for radius in 1..=4 {
        check(json!({"board": hex(radius)}), 3, 60);
    }
}

#[test]
fn check_presets_to_the_end_passes() {
    check(json!({"board": square(4, 4)}), 4, 1000);
    check(json!({"board": hex(2)}), 2, 1500);
}

#[test]
fn check_odd_spawn_tables_passes() {
    let most = MAX_VALUE.to_string();
    let tables = [
        json!({"1": 1}),
        json!({"1": 7, "2": 1000, "1024": 1}),
        json!({"2": 1, "4": 1, "8": 1, "16": 1, "32": 1, "64": 1, "128": 1, "32768": 1000}),
        json!({"32768": 3}),
        json!({"16384": 2, "65536": 1}),
        json!({"2": 1, most.as_str(): 1}),
    ];
    for spawn in tables {
        for (board, start) in [(square(2, 2), 3), (square(4, 4), 15), (square(3, 5), 1), (hex(1), 6), (hex(2), 18)] {
            check(json!({"board": board, "spawn": spawn, "start_tiles": start, "target": 65536}), 3, 60);
        }
    }
}
