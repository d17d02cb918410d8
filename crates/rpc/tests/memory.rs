//! Memory of a server, measured by a counting allocator.

mod common;
#[path = "../../session/tests/counting/mod.rs"]
mod counting;

use common::Client;
use counting::count;
use serde_json::json;

/// One test, as the counters are those of the whole process.
#[test]
fn games_use_bounded_memory() {
    let mut client = Client::new();
    // A game that hardly ends, whatever is played.
    let endless = json!({ "family": "factor", "spawn_every": 5, "largest_prime": 5 });
    client.ok("new", json!({ "variant": endless, "seed": 1 }));
    let turns = 3000;
    let ((), held, _) = count(|| {
        for turn in 0..turns {
            let legal = client.ok("view", json!({}))["legal"].clone();
            let action = &legal[turn % legal.as_array().unwrap().len()];
            client.ok("play", json!({ "action": action }));
        }
        for _ in 0..1000 {
            client.ok("undo", json!({}));
        }
    });
    assert!(held <= 60 * turns, "{held} bytes after {turns} turns");

    // Games of one custom variant share its tables.
    let rules = json!({ "family": "swap", "wrap": true });
    let mut new = |game: usize| {
        count(|| drop(client.ok("new", json!({ "variant": rules, "seed": game, "game": game.to_string() })))).1
    };
    let first = new(1);
    let more: usize = (2..=50).map(&mut new).sum();
    assert!(more <= 49 * 8192, "{first} bytes for the first game, {more} for 49 more");

    // Engines of few games are held at a time.
    for game in 0..30 {
        client.ok("new", json!({ "preset": "classic-2048", "seed": game, "game": game.to_string() }));
    }
    let mut ask = |game: usize| {
        let params = json!({ "player": "expectimax", "nodes": 300, "game": game.to_string() });
        count(|| drop(client.ok("hint", params))).1
    };
    let engines: usize = (0..8).map(&mut ask).sum();
    let more: usize = (8..30).map(&mut ask).sum();
    assert!(more <= engines / 2, "{engines} bytes for eight engines, {more} more after thirty");
}
