//! The protocol as programs see it: one line in, one line out.

use serde_json::{Value, json};
use tilewright_rpc::{MAX_LINE, Server, serve};

struct Talk(Server);

impl Talk {
    fn new() -> Self {
        Self(Server::new(|| 4711))
    }

    fn raw(&mut self, line: &str) -> Value {
        self.0.line(line.as_bytes()).answer.expect("a request is answered")
    }

    fn call(&mut self, method: &str, params: Value) -> Result<Value, (i64, String, Value)> {
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let answer = self.raw(&request.to_string());
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(7)));
        match answer.get("error") {
            None => Ok(answer["result"].clone()),
            Some(error) => {
                let message = error["message"].as_str().unwrap().to_owned();
                assert!(!message.contains('\n'), "one sentence: {message}");
                Err((error["code"].as_i64().unwrap(), message, error["data"].clone()))
            }
        }
    }

    fn ok(&mut self, method: &str, params: Value) -> Value {
        self.call(method, params).unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    fn code(&mut self, method: &str, params: Value) -> i64 {
        self.call(method, params).expect_err(method).0
    }
}

#[test]
fn describe_lists_everything() {
    let about = Talk::new().ok("describe", json!({}));
    assert_eq!((about["name"].as_str(), about["protocol"].as_u64()), (Some("tilewright"), Some(1)));
    assert_eq!(about["presets"].as_array().unwrap().len(), 12);
    assert!(about["presets"].as_array().unwrap().iter().all(|preset| preset["variant"]["family"] == preset["family"]));
    let players: Vec<_> = about["players"].as_array().unwrap().iter().map(|player| &player["id"]).collect();
    assert!(players.contains(&&json!("random")) && players.contains(&&json!("greedy")));
}

#[test]
fn a_game_from_start_to_replay() {
    let mut talk = Talk::new();
    let view = talk.ok("new", json!({ "preset": "classic-2048", "seed": "18446744073709551615", "game": "a" }));
    assert_eq!(view["seed"], "18446744073709551615");
    assert_eq!((&view["game"], &view["turn"], &view["phase"]), (&json!("a"), &json!(0), &json!("decide")));
    assert_eq!((&view["draws"], &view["undo"], &view["assisted"]), (&json!(2), &json!(0), &json!(false)));
    let action = view["legal"][0].clone();
    let chance = talk.ok("outcomes", json!({ "action": action, "game": "a" }));
    let weights: u64 =
        chance["outcomes"].as_array().unwrap().iter().map(|outcome| outcome["weight"].as_u64().unwrap()).sum();
    assert_eq!(chance["total"], weights);
    let played = talk.ok("play", json!({ "action": action, "game": "a" }));
    assert_eq!((&played["turn"], &played["view"]["turn"]), (&json!(1), &json!(1)));
    assert_eq!(played["events"].as_array().unwrap().last().unwrap()["type"], "spawned");
    let undone = talk.ok("undo", json!({ "game": "a" }));
    assert_eq!((&undone["board"], &undone["redo"], &undone["assisted"]), (&view["board"], &json!(1), &json!(true)));
    assert_eq!(talk.ok("redo", json!({ "game": "a" }))["board"], played["view"]["board"]);
    let replay = talk.ok("replay", json!({ "game": "a" }));
    let loaded = talk.ok("load", json!({ "replay": replay["replay"], "game": "b" }));
    assert_eq!(loaded["hash"], played["view"]["hash"]);
    assert_eq!(talk.ok("close", json!({ "game": "a" })), json!({}));
    assert_eq!(talk.code("view", json!({ "game": "a" })), 6);
}

#[test]
fn actions_go_by_text_or_id() {
    let mut talk = Talk::new();
    let board = json!({ "preset": "classic-2048", "board": "2 2 . ./. . . ./. . . ./. . . .", "seed": 1 });
    talk.ok("position", board.clone());
    let by_text = talk.ok("play", json!({ "action": "left" }));
    talk.ok("position", board);
    assert_eq!(talk.ok("play", json!({ "action": 3 })), by_text);
}

#[test]
fn hints_rank_and_are_remembered() {
    let mut talk = Talk::new();
    talk.ok("position", json!({ "preset": "classic-2048", "board": "2 2 . ./8 . . ./8 . . ./. . . ." }));
    let hint = talk.ok("hint", json!({ "player": "greedy", "nodes": 100 }));
    assert_eq!((&hint["action"], &hint["ranking"][0]["value"]), (&json!("up"), &json!(16.0)));
    assert_eq!(talk.ok("view", json!({}))["assisted"], true);
    assert!(talk.ok("hint", json!({ "player": "random", "ms": 5 }))["action"].is_string());
    assert_eq!(talk.code("hint", json!({ "player": "nobody" })), -32602);
    // The exact player says nothing where it would have to guess.
    let (code, says, _) = talk.call("hint", json!({ "player": "exact", "nodes": 1000 })).unwrap_err();
    assert!(code == -32602 && says.contains("too much for exact"), "{says}");
    let rules = json!({ "family": "slide", "board": { "shape": "square", "width": 2, "height": 2 }, "target": 32 });
    talk.ok("position", json!({ "variant": rules, "board": "8 4/2 2" }));
    let hint = talk.ok("hint", json!({ "player": "exact:goal=win" }));
    assert_eq!(hint["ranking"].as_array().map(Vec::len), Some(2), "{hint}");
}

#[test]
fn every_error_has_its_code_and_changes_nothing() {
    let mut talk = Talk::new();
    assert_eq!(talk.code("view", json!({})), 6);
    let view = talk.ok("position", json!({ "preset": "classic-2048", "board": "2 . . ./. . . ./. . . ./. . . ." }));
    let (code, _, data) = talk.call("play", json!({ "action": "left" })).unwrap_err();
    assert_eq!(code, 1);
    assert_eq!(data["blocked"], json!({ "type": "blocked", "action": "left" }));
    assert_eq!(data["legal"], json!(["right", "down"]));
    for (method, params, code) in [
        ("play", json!({ "action": "sideways" }), -32602),
        ("play", json!({ "action": 4 }), -32602),
        ("play", json!({ "action": -1 }), -32602),
        ("play", json!({}), -32602),
        ("play", json!({ "action": "right", "chance": "2@0,0" }), -32602),
        ("play", json!({ "action": "right", "chance": ["2@0,3"] }), 5),
        ("play", json!({ "action": "right", "chance": ["nonsense"] }), 5),
        ("play", json!({ "action": "right", "chance": [] }), 5),
        ("play", json!({ "action": "right", "chance": ["2@0,0", "2@1,1"] }), 5),
        ("play", json!({ "action": "left", "chance": ["nonsense"] }), 1),
        ("position", json!({ "preset": "classic-2048", "board": "3 . . ./. . . ./. . . ./. . . ." }), 2),
        ("position", json!({ "preset": "classic-2048", "board": "" }), 2),
        ("position", json!({ "preset": "classic-2048" }), -32602),
        ("new", json!({ "variant": { "family": "swap", "run": 9 } }), 3),
        ("new", json!({ "variant": [] }), 3),
        ("new", json!({ "preset": "chess" }), -32602),
        ("new", json!({ "preset": "merge3", "variant": {} }), -32602),
        ("new", json!({}), -32602),
        ("new", json!({ "preset": "merge3", "seed": -1 }), -32602),
        ("new", json!({ "preset": "merge3", "seed": 1.5 }), -32602),
        ("new", json!({ "preset": "merge3", "seed": "18446744073709551616" }), -32602),
        ("new", json!({ "preset": "merge3", "sead": 1 }), -32602),
        ("new", json!({ "preset": "merge3", "game": 5 }), -32602),
        ("load", json!({ "replay": "tilewright-replay 1\n" }), 4),
        ("undo", json!({}), 7),
        ("redo", json!({}), 7),
        ("outcomes", json!({ "action": "left" }), 1),
        ("perft", json!({ "depth": 50 }), -32602),
        ("perft", json!({ "depth": "2" }), -32602),
        ("dance", json!({}), -32601),
    ] {
        assert_eq!(talk.code(method, params.clone()), code, "{method} {params}");
    }
    assert_eq!(talk.ok("view", json!({})), view);
}

#[test]
fn requests_that_are_none() {
    let mut talk = Talk::new();
    for (line, code) in [
        ("", -32700),
        ("{", -32700),
        ("\u{0}", -32700),
        ("[]", -32600),
        ("7", -32600),
        ("{}", -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"describe"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"describe"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"describe"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"describe"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"describe","params":3}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"view","params":["0"]}"#, -32602),
    ] {
        assert_eq!(talk.raw(line)["error"]["code"], code, "{line}");
    }
    assert_eq!(talk.0.line(&[0xff, 0xfe]).answer.unwrap()["error"]["code"], -32700);
}

#[test]
fn notifications_are_executed_and_not_answered() {
    let mut talk = Talk::new();
    let new = br#"{"jsonrpc":"2.0","method":"new","params":{"preset":"factors","seed":3}}"#;
    assert_eq!(talk.0.line(new).answer, None);
    assert_eq!(talk.ok("view", json!({}))["seed"], "3");
    for wrong in [
        &br#"{"jsonrpc":"2.0","method":"play","params":{"action":"nowhere"}}"#[..],
        br#"{"jsonrpc":"2.0","method":"play","params":["left"]}"#,
        br#"{"jsonrpc":"2.0","method":"dance"}"#,
    ] {
        assert_eq!(talk.0.line(wrong).answer, None);
    }
}

#[test]
fn a_stream_survives_long_lines_and_ends_with_quit() {
    let mut input = vec![b'x'; MAX_LINE + 10];
    input.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"quit\"}\nnever read");
    let mut output = Vec::new();
    serve(&mut Server::new(|| 0), input.as_slice(), &mut output).unwrap();
    let answers: Vec<Value> =
        output.split(|&b| b == b'\n').filter(|l| !l.is_empty()).map(|l| serde_json::from_slice(l).unwrap()).collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["error"]["code"], -32600);
    assert_eq!(answers[1]["result"], json!({}));
    // A last line without its end is a line.
    let mut output = Vec::new();
    serve(&mut Server::new(|| 0), &b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"describe\"}"[..], &mut output).unwrap();
    assert!(output.starts_with(b"{"));
}

#[test]
fn perft_counts_to_a_depth() {
    let mut talk = Talk::new();
    talk.ok("position", json!({ "preset": "classic-2048", "board": "2 . . ./. . . ./. . . ./. . . ." }));
    assert_eq!(talk.ok("perft", json!({ "depth": 0 })), json!({ "actions": 1, "outcomes": 1 }));
    assert_eq!(talk.ok("perft", json!({ "depth": 1 })), json!({ "actions": 2, "outcomes": 60 }));
    talk.ok("new", json!({ "preset": "exponentile", "seed": 1 }));
    assert_eq!(talk.ok("perft", json!({ "depth": 1 })), json!({ "actions": 48, "outcomes": 240 }));
    let (code, message, _) = talk.call("perft", json!({ "depth": 2 })).unwrap_err();
    assert_eq!(
        (code, message.as_str()),
        (-32602, "depth 2: cascades of this game have no end, so it can be counted to depth 1 only")
    );
}
