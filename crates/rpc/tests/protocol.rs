//! The methods of the protocol as programs see them.

mod common;

use common::{Client, ENTROPY, fields};
use serde_json::{Value, json};

/// One tile in a corner of classic-2048: left and up are blocked.
const CORNER: &str = "2 . . ./. . . ./. . . ./. . . .";

#[test]
fn describe_lists_presets_and_players() {
    let about = Client::new().ok("describe", json!({}));
    assert_eq!(fields(&about), ["name", "players", "presets", "protocol", "version"]);
    assert_eq!((about["name"].as_str(), about["protocol"].as_u64()), (Some("tilewright"), Some(1)));
    let presets = about["presets"].as_array().unwrap();
    assert_eq!(presets.len(), 12);
    for preset in presets {
        assert_eq!(fields(preset), ["family", "id", "title", "variant"]);
        assert_eq!(preset["variant"]["family"], preset["family"]);
    }
    let players: Vec<_> = about["players"].as_array().unwrap().iter().map(|player| &player["id"]).collect();
    assert!(players.contains(&&json!("random")) && players.contains(&&json!("greedy")));
}

#[test]
fn new_plays_undoes_and_replays() {
    let mut client = Client::new();
    let view = client.ok("new", json!({ "preset": "classic-2048", "seed": "18446744073709551615", "game": "a" }));
    assert_eq!(view["seed"], "18446744073709551615");
    assert_eq!((&view["game"], &view["turn"], &view["phase"]), (&json!("a"), &json!(0), &json!("decide")));
    assert_eq!((&view["draws"], &view["undo"], &view["assisted"]), (&json!(2), &json!(0), &json!(false)));
    let action = view["legal"][0].clone();
    let chance = client.ok("outcomes", json!({ "action": action, "game": "a" }));
    let weights: u64 =
        chance["outcomes"].as_array().unwrap().iter().map(|outcome| outcome["weight"].as_u64().unwrap()).sum();
    assert_eq!(chance["total"], weights);
    let played = client.ok("play", json!({ "action": action, "game": "a" }));
    assert_eq!(fields(&played), ["events", "turn", "view"]);
    assert_eq!((&played["turn"], &played["view"]["turn"]), (&json!(1), &json!(1)));
    assert_eq!(played["events"].as_array().unwrap().last().unwrap()["type"], "spawned");
    let undone = client.ok("undo", json!({ "game": "a" }));
    assert_eq!((&undone["board"], &undone["redo"], &undone["assisted"]), (&view["board"], &json!(1), &json!(true)));
    assert_eq!(client.ok("redo", json!({ "game": "a" }))["board"], played["view"]["board"]);
    let replay = client.ok("replay", json!({ "game": "a" }));
    let loaded = client.ok("load", json!({ "replay": replay["replay"], "game": "b" }));
    assert_eq!(loaded["hash"], played["view"]["hash"]);
    assert_eq!(client.ok("close", json!({ "game": "a" })), json!({}));
    assert_eq!(client.refused("view", json!({ "game": "a" })).code, 6);
}

#[test]
fn new_seed_in_all_its_forms() {
    let mut client = Client::new();
    for (seed, expected) in [
        (json!(null), ENTROPY.to_string()),
        (json!(0), "0".into()),
        (json!(u64::MAX), u64::MAX.to_string()),
        (json!("18446744073709551615"), u64::MAX.to_string()),
    ] {
        assert_eq!(client.ok("new", json!({ "preset": "merge3", "seed": seed }))["seed"], expected);
    }
}

#[test]
fn view_has_the_fields_of_the_protocol() {
    let always = [
        "assisted", "board", "draws", "game", "hash", "legal", "phase", "preset", "redo", "rows", "score", "seed",
        "turn", "undo", "variant",
    ];
    let with = |more: &[&'static str]| {
        let mut names = [&always[..], more].concat();
        names.sort_unstable();
        names
    };
    let mut client = Client::new();
    let view = client.ok("new", json!({ "preset": "classic-2048", "seed": 1 }));
    assert_eq!(fields(&view), with(&[]));
    assert_eq!((&view["game"], &view["preset"]), (&json!("0"), &json!("classic-2048")));
    assert_eq!(view["hash"].as_str().map(str::len), Some(16));
    // A game that is over, with its target reached.
    let over = "2048 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2";
    let view = client.ok("position", json!({ "preset": "classic-2048", "board": over }));
    assert_eq!(fields(&view), with(&["reached", "reason"]));
    assert_eq!((&view["phase"], &view["reason"], &view["reached"]), (&json!("over"), &json!("stuck"), &json!(2048)));
    assert_eq!((&view["legal"], &view["rows"][0][0]), (&json!([]), &json!({ "value": 2048 })));
    // A custom variant with a preview.
    let view = client.ok("new", json!({ "variant": { "family": "swap", "preview": 2 }, "seed": 1 }));
    assert_eq!(fields(&view), with(&["preview"]));
    assert_eq!((&view["preset"], view["preview"].as_array().map(Vec::len)), (&Value::Null, Some(2)));
    assert_eq!(view["variant"]["preview"], 2);
    // A tile under strain, next to an empty cell.
    let board = "5+1 . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
    let view = client.ok("position", json!({ "preset": "numberclart", "board": board }));
    assert_eq!(view["rows"][0], json!([{ "value": 5, "strain": 1 }, null, null, null, null]));
}

#[test]
fn play_action_by_text_or_id() {
    let mut client = Client::new();
    let board = json!({ "preset": "classic-2048", "board": "2 2 . ./. . . ./. . . ./. . . .", "seed": 1 });
    client.ok("position", board.clone());
    let by_text = client.ok("play", json!({ "action": "left" }));
    client.ok("position", board);
    assert_eq!(client.ok("play", json!({ "action": 3 })), by_text);
}

#[test]
fn play_chance_is_taken_in_order() {
    let mut client = Client::new();
    client.ok("position", json!({ "preset": "classic-2048", "board": "2 2 . ./. . . ./. . . ./. . . ." }));
    let played = client.ok("play", json!({ "action": "left", "chance": ["4@3,3"] }));
    assert_eq!(played["view"]["board"], "4 . . ./. . . ./. . . ./. . . 4");
    assert_eq!(played["view"]["draws"], 0);
    assert!(client.ok("replay", json!({}))["replay"].as_str().unwrap().contains("\n3=4@3,3\n"));
    // Three tiles go and three come, one chance node each.
    let board = "2 2 4 2 8/4 8 16 4 16/8 16 2 8 2/16 4 8 16 4/2 8 4 2 8";
    client.ok("position", json!({ "preset": "merge3", "board": board }));
    let action = json!("0,3-0,2");
    let mut chance: Vec<Value> = Vec::new();
    let board = loop {
        match client.call("play", json!({ "action": action, "chance": chance })) {
            Ok(played) => break played["view"]["board"].clone(),
            Err(error) => {
                assert_eq!((error.code, &error.data["node"]), (5, &json!(chance.len())), "{error:?}");
                assert!(error.message.starts_with(&format!("chance node {}: too few", chance.len())), "{error:?}");
                chance.push(error.data["possible"][0].clone());
            }
        }
    };
    assert!(chance.len() > 1, "{chance:?}");
    client.ok("undo", json!({}));
    assert_eq!(client.ok("redo", json!({}))["board"], board);
}

#[test]
fn play_illegal_names_what_is_legal() {
    let mut client = Client::new();
    client.ok("position", json!({ "preset": "classic-2048", "board": CORNER }));
    let error = client.refused("play", json!({ "action": "left" }));
    assert_eq!((error.code, error.message.as_str()), (1, "left is not legal here"));
    assert_eq!(error.data, json!({ "blocked": { "type": "blocked", "action": "left" }, "legal": ["right", "down"] }));
}

#[test]
fn play_at_the_maximum_length_is_refused() {
    let mut client = Client::new();
    client.0.set_max_turns(2);
    client.ok("new", json!({ "preset": "factors-easy", "seed": 1 }));
    for _ in 0..2 {
        let action = client.ok("view", json!({}))["legal"][0].clone();
        client.ok("play", json!({ "action": action }));
    }
    let view = client.ok("view", json!({}));
    let action = view["legal"][0].clone();
    let error = client.refused("play", json!({ "action": action }));
    assert_eq!((error.code, &error.data["legal"]), (1, &json!([])));
    assert_eq!(error.data["blocked"], json!({ "type": "blocked", "action": action }));
    let expected = "this game is as long as a replay can be (2 turns), so no more can be played; start a new game";
    assert_eq!(error.message, expected);
    assert_eq!(client.ok("view", json!({})), view);
    let replay = client.ok("replay", json!({}))["replay"].clone();
    assert_eq!(client.ok("load", json!({ "replay": replay, "game": "again" }))["hash"], view["hash"]);
    client.ok("undo", json!({}));
    client.ok("redo", json!({}));
}

#[test]
fn hint_ranks_and_marks_the_game() {
    let mut client = Client::new();
    client.ok("position", json!({ "preset": "classic-2048", "board": "2 2 . ./8 . . ./8 . . ./. . . ." }));
    let hint = client.ok("hint", json!({ "player": "greedy", "nodes": 100 }));
    assert_eq!((&hint["action"], &hint["ranking"][0]["value"]), (&json!("up"), &json!(16.0)));
    assert_eq!(client.ok("view", json!({}))["assisted"], true);
    assert!(client.ok("hint", json!({ "player": "random", "ms": 5 }))["action"].is_string());
    let rules = json!({ "family": "slide", "board": { "shape": "square", "width": 2, "height": 2 }, "target": 32 });
    client.ok("position", json!({ "variant": rules, "board": "8 4/2 2" }));
    let hint = client.ok("hint", json!({ "player": "exact:goal=win" }));
    assert_eq!(hint["ranking"].as_array().map(Vec::len), Some(2), "{hint}");
}

/// The largest number of nodes is a number like any other; on a solved board it is not reached.
#[test]
fn hint_largest_number_of_nodes_is_that_many() {
    let mut client = Client::new();
    let rules = json!({ "family": "slide", "board": { "shape": "square", "width": 2, "height": 2 }, "target": 32 });
    client.ok("position", json!({ "variant": rules, "board": "8 4/2 2" }));
    let all = client.ok("hint", json!({ "player": "exact:goal=win", "nodes": u64::MAX }));
    assert_eq!(all, client.ok("hint", json!({ "player": "exact:goal=win", "nodes": u64::MAX - 1 })));
    assert_eq!(client.ok("hint", json!({ "player": "greedy", "nodes": u64::MAX }))["action"], all["action"]);
}

#[test]
fn hint_refused_does_not_mark_the_game() {
    let mut client = Client::new();
    let over = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2";
    for params in [
        json!({ "player": "nobody" }),
        json!({ "player": "expectimax:depth=x" }),
        json!({ "player": "greedy", "nodes": -1 }),
        json!({ "player": "greedy", "nodes": 1.5 }),
        json!({ "player": "greedy", "nodes": "5" }),
        json!({ "player": "greedy", "nodes": 18446744073709551616.0 }),
        json!({ "player": "greedy", "ms": 600_001 }),
        json!({ "player": "greedy", "nodes": 5, "ms": 5 }),
        json!({ "player": "greedy", "node": 5 }),
        json!({ "player": 5 }),
        json!({}),
        json!({ "player": "exact", "nodes": 1000 }),
        json!({ "player": "exact:table=/etc/passwd" }),
    ] {
        client.ok("new", json!({ "preset": "classic-2048", "seed": 1 }));
        let error = client.refused("hint", params.clone());
        assert_eq!(error.code, -32602, "{params}");
        assert_eq!(client.ok("view", json!({}))["assisted"], false, "{params}");
        assert!(!client.ok("replay", json!({}))["replay"].as_str().unwrap().contains("assisted"), "{params}");
    }
    // Where the game is over there is nothing to rank, and no help.
    client.ok("position", json!({ "preset": "classic-2048", "board": over }));
    let hint = client.ok("hint", json!({ "player": "greedy" }));
    assert_eq!((&hint["action"], &hint["ranking"]), (&Value::Null, &json!([])));
    assert_eq!(client.ok("view", json!({}))["assisted"], false);
    let error = client.refused("hint", json!({ "player": "exact", "game": "none" }));
    assert_eq!(error.code, 6);
}

#[test]
fn hint_of_many_games_gives_the_same_answers() {
    let mut client = Client::new();
    let ask = |client: &mut Client, game: usize| {
        client.ok("hint", json!({ "player": "expectimax", "nodes": 200, "game": game.to_string() }))
    };
    let games = 20;
    for game in 0..games {
        client.ok("new", json!({ "preset": "classic-2048", "seed": game, "game": game.to_string() }));
    }
    let first: Vec<_> = (0..games).map(|game| ask(&mut client, game)).collect();
    let second: Vec<_> = (0..games).map(|game| ask(&mut client, game)).collect();
    assert_eq!(first, second);
    client.ok("close", json!({ "game": "19" }));
    assert_eq!(ask(&mut client, 18), first[18]);
}

#[test]
fn load_refused_leaves_the_game_as_it_was() {
    let mut client = Client::new();
    client.ok("new", json!({ "preset": "hex-2048", "seed": 5 }));
    let action = client.ok("view", json!({}))["legal"][0].clone();
    let view = client.ok("play", json!({ "action": action }))["view"].clone();
    let replay = client.ok("replay", json!({}))["replay"].as_str().unwrap().to_owned();
    let bent = replay.replace("dice@1 5", "dice@1 6");
    let error = client.refused("load", json!({ "replay": bent }));
    assert!(error.code == 4 && error.message.starts_with("turn 1: "), "{error:?}");
    assert_eq!(client.ok("view", json!({})), view);
    let mut loaded = client.ok("load", json!({ "replay": replay }));
    assert_eq!(loaded["undo"], 1);
    loaded["game"] = view["game"].clone();
    assert_eq!(loaded, view);
}

#[test]
fn perft_counts_to_exactly_a_depth() {
    let mut client = Client::new();
    client.ok("position", json!({ "preset": "classic-2048", "board": CORNER }));
    assert_eq!(client.ok("perft", json!({ "depth": 0 })), json!({ "actions": 1, "outcomes": 1 }));
    assert_eq!(client.ok("perft", json!({ "depth": 1 })), json!({ "actions": 2, "outcomes": 60 }));
    client.ok("new", json!({ "preset": "exponentile", "seed": 1 }));
    assert_eq!(client.ok("perft", json!({ "depth": 1 })), json!({ "actions": 48, "outcomes": 240 }));
    let error = client.refused("perft", json!({ "depth": 2 }));
    let expected = "depth 2: cascades of this game have no end, so it can be counted to depth 1 only";
    assert_eq!((error.code, error.message.as_str()), (-32602, expected));
}

#[test]
fn outcomes_without_chance_are_empty() {
    let mut client = Client::new();
    // The clock of factors brings a number only every few turns.
    let view =
        client.ok("position", json!({ "preset": "factors", "board": "2 . . ./. . . ./. . . ./. . . . | clock=0" }));
    let node = client.ok("outcomes", json!({ "action": "right" }));
    assert_eq!(node, json!({ "outcomes": [], "total": 0 }));
    assert_eq!(client.ok("view", json!({})), view, "nothing is played");
}
