//! What the protocol refuses, and input that means harm: every line gets its answer, and games stay as they were.

mod common;

use common::Client;
use proptest::prelude::*;
use serde_json::{Value, json};
use tilewright_rpc::{MAX_LINE, Server, serve};

#[test]
fn call_refused_has_its_code_and_changes_nothing() {
    let mut client = Client::new();
    assert_eq!(client.refused("view", json!({})).code, 6);
    let view = client.ok("position", json!({ "preset": "classic-2048", "board": "2 . . ./. . . ./. . . ./. . . ." }));
    for (method, params, code) in [
        ("play", json!({ "action": "sideways" }), -32602),
        ("play", json!({ "action": 4 }), -32602),
        ("play", json!({ "action": -1 }), -32602),
        ("play", json!({ "action": 1.5 }), -32602),
        ("play", json!({ "action": ["right"] }), -32602),
        ("play", json!({}), -32602),
        ("play", json!({ "action": "left" }), 1),
        ("play", json!({ "action": "right", "chance": "2@0,0" }), -32602),
        ("play", json!({ "action": "right", "chance": [2] }), -32602),
        ("play", json!({ "action": "right", "chance": ["2@0,3"] }), 5),
        ("play", json!({ "action": "right", "chance": ["nonsense"] }), 5),
        ("play", json!({ "action": "right", "chance": [] }), 5),
        ("play", json!({ "action": "right", "chance": ["2@0,0", "2@1,1"] }), 5),
        ("play", json!({ "action": "right", "chance": ["2@0,0", "nonsense"] }), 5),
        ("play", json!({ "action": "left", "chance": ["nonsense"] }), 1),
        ("position", json!({ "preset": "classic-2048", "board": "3 . . ./. . . ./. . . ./. . . ." }), 2),
        ("position", json!({ "preset": "classic-2048", "board": "" }), 2),
        ("position", json!({ "preset": "classic-2048" }), -32602),
        ("position", json!({ "preset": "classic-2048", "board": 2 }), -32602),
        ("new", json!({ "variant": { "family": "swap", "run": 9 } }), 3),
        ("new", json!({ "variant": { "family": "chess" } }), 3),
        ("new", json!({ "variant": [] }), 3),
        ("new", json!({ "preset": "chess" }), -32602),
        ("new", json!({ "preset": "merge3", "variant": {} }), -32602),
        ("new", json!({}), -32602),
        ("new", json!({ "preset": "merge3", "seed": -1 }), -32602),
        ("new", json!({ "preset": "merge3", "seed": 1.5 }), -32602),
        ("new", json!({ "preset": "merge3", "seed": "18446744073709551616" }), -32602),
        ("new", json!({ "preset": "merge3", "seed": "" }), -32602),
        ("new", json!({ "preset": "merge3", "seed": "+1" }), -32602),
        ("new", json!({ "preset": "merge3", "seed": true }), -32602),
        ("new", json!({ "preset": "merge3", "sead": 1 }), -32602),
        ("new", json!({ "preset": "merge3", "game": 5 }), -32602),
        ("new", json!({ "preset": "merge3", "game": "x".repeat(101) }), -32602),
        ("load", json!({ "replay": "tilewright-replay 1\n" }), 4),
        ("load", json!({}), -32602),
        ("undo", json!({}), 7),
        ("redo", json!({}), 7),
        ("outcomes", json!({ "action": "left" }), 1),
        ("outcomes", json!({ "action": "right", "game": "none" }), 6),
        ("perft", json!({ "depth": 50 }), -32602),
        ("perft", json!({ "depth": 101 }), -32602),
        ("perft", json!({ "depth": "2" }), -32602),
        ("describe", json!({ "game": "0" }), -32602),
        ("quit", json!({ "now": true }), -32602),
        ("close", json!({ "game": "none" }), 6),
        ("dance", json!({}), -32601),
    ] {
        assert_eq!(client.refused(method, params.clone()).code, code, "{method} {params}");
    }
    assert_eq!(client.ok("view", json!({})), view);
}

#[test]
fn line_that_is_no_request_is_refused() {
    let mut client = Client::new();
    let nested = "[".repeat(100_000);
    for (line, code) in [
        ("", -32700),
        ("{", -32700),
        ("\u{0}", -32700),
        (nested.as_str(), -32700),
        ("[]", -32600),
        ("7", -32600),
        ("{}", -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"describe"}]"#, -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"describe"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"describe"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"describe"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"describe"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"describe","params":3}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"view","params":["0"]}"#, -32602),
    ] {
        assert_eq!(client.raw(line)["error"]["code"], code, "{}", &line[..line.len().min(80)]);
    }
    assert_eq!(client.0.line(&[0xff, 0xfe]).answer.unwrap()["error"]["code"], -32700);
}

#[test]
fn id_is_returned_as_it_came() {
    let mut client = Client::new();
    for id in [json!(null), json!("a \u{1F600}"), json!(-5), json!(u64::MAX), json!(i64::MIN), json!("")] {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "describe" });
        assert_eq!(client.raw(&request.to_string())["id"], id);
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "view" });
        let answer = client.raw(&request.to_string());
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(6)));
    }
}

#[test]
fn notification_is_executed_and_not_answered() {
    let mut client = Client::new();
    let new = br#"{"jsonrpc":"2.0","method":"new","params":{"preset":"factors","seed":3}}"#;
    assert_eq!(client.0.line(new).answer, None);
    assert_eq!(client.ok("view", json!({}))["seed"], "3");
    for wrong in [
        &br#"{"jsonrpc":"2.0","method":"play","params":{"action":"nowhere"}}"#[..],
        br#"{"jsonrpc":"2.0","method":"play","params":["left"]}"#,
        br#"{"jsonrpc":"2.0","method":"dance"}"#,
    ] {
        assert_eq!(client.0.line(wrong).answer, None);
    }
    let reply = client.0.line(br#"{"jsonrpc":"2.0","method":"quit"}"#);
    assert!(reply.quit && reply.answer.is_none());
}

fn served(input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    serve(&mut Server::new(|| 0), input, &mut output).unwrap();
    let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

#[test]
fn serve_skips_long_lines_and_ends_with_quit() {
    let mut input = vec![b'x'; MAX_LINE + 10];
    input.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"quit\"}\nnever read");
    let answers = served(&input);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["error"]["code"], -32600);
    assert_eq!(answers[1]["result"], json!({}));
    // A last line without its end is a line; so is one that ends with a carriage return.
    assert!(served(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"describe\"}")[0]["result"].is_object());
    assert!(served(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"describe\"}\r\n")[0]["result"].is_object());
    assert!(served(b"").is_empty());
}

#[test]
fn serve_longest_line_is_read() {
    let request = br#"{"jsonrpc":"2.0","id":1,"method":"describe"}"#;
    for (length, code) in [(MAX_LINE, None), (MAX_LINE + 1, Some(-32600))] {
        let mut input = request.to_vec();
        input.resize(length, b' ');
        input.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"describe\"}\n");
        let answers = served(&input);
        assert_eq!(answers[0]["error"]["code"].as_i64(), code, "{length} bytes");
        assert_eq!(answers[1]["id"], 2);
    }
}

#[test]
fn new_beyond_the_most_games_is_refused_until_one_is_closed() {
    let mut client = Client::new();
    let new = |game: usize| json!({ "preset": "merge3", "seed": 1, "game": game.to_string() });
    for game in 0..1000 {
        client.ok("new", new(game));
    }
    let error = client.refused("new", new(1000));
    assert_eq!((error.code, error.message.as_str()), (-32602, "there are 1000 games already; close one first"));
    client.ok("new", new(5));
    client.ok("close", json!({ "game": "7" }));
    client.ok("new", new(1000));
}

/// Long and odd texts come back shortened, in one line.
#[test]
fn message_quotes_no_more_than_a_few_words() {
    let mut client = Client::new();
    client.ok("new", json!({ "preset": "classic-2048", "seed": 1 }));
    let odd = "\u{1b}[2J\n".repeat(50_000);
    for (method, params) in [
        (odd.as_str(), json!({})),
        ("play", json!({ "action": odd })),
        ("play", json!({ "action": "left", "chance": [odd] })),
        ("new", json!({ "preset": odd })),
        ("new", json!({ "preset": "merge3", odd.as_str(): 1 })),
        ("new", json!({ "variant": { "family": odd } })),
        ("new", json!({ "variant": { "family": "swap", odd.as_str(): 1 } })),
        ("position", json!({ "preset": "merge3", "board": odd })),
        ("hint", json!({ "player": odd })),
        ("load", json!({ "replay": odd })),
        ("view", json!({ "game": "\n".repeat(100) })),
    ] {
        let message = client.refused(method, params).message;
        assert!(message.len() < 600 && !message.contains('\u{1b}'), "{method}: {message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever happens to a request, it gets one answer of the right form, or none if it is a notification.
    #[test]
    fn line_damaged_is_answered(
        which in 0..8usize,
        at: prop::sample::Index,
        byte: u8,
        how in 0..4u8,
    ) {
        let requests = [
            r#"{"jsonrpc":"2.0","id":1,"method":"new","params":{"preset":"classic-2048","seed":42}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"new","params":{"variant":{"family":"swap","width":5,"spawn":[2,4,8]},"seed":"7"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"position","params":{"preset":"factors","board":"2 . . ./. 9 . ./. 3 . ./. . . 1 | clock=1"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"play","params":{"action":"left","chance":["2@0,1"],"game":"0"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"outcomes","params":{"action":1}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"hint","params":{"player":"lookahead:depth=2","nodes":50}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"perft","params":{"depth":1}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"load","params":{"replay":"tilewright-replay 1\nvariant slide/classic-2048@1 "}}"#,
        ];
        let mut client = Client::new();
        client.ok("new", json!({ "preset": "classic-2048", "seed": 1 }));
        let mut line = requests[which].as_bytes().to_vec();
        let at = at.index(line.len());
        match how {
            0 => line.truncate(at),
            1 => line[at] = byte,
            2 => line.insert(at, byte),
            _ => {
                line.remove(at);
            }
        }
        let reply = client.0.line(&line);
        if let Some(answer) = reply.answer {
            prop_assert_eq!(&answer["jsonrpc"], "2.0");
            prop_assert!(answer.get("id").is_some());
            prop_assert!(answer.get("result").is_some() != answer.get("error").is_some());
        }
        client.ok("view", json!({}));
    }
}
