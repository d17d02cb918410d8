//! A client that talks to a server in the same process.

#![allow(dead_code, reason = "each test file uses a part of it")]

use serde_json::{Value, json};
use tilewright_rpc::Server;

/// The seed of games for which none is given.
pub const ENTROPY: u64 = 4711;

pub struct Client(pub Server);

/// An error as the client sees it.
#[derive(Debug)]
pub struct Refused {
    pub code: i64,
    pub message: String,
    pub data: Value,
}

impl Client {
    pub fn new() -> Self {
        Self(Server::new(|| ENTROPY))
    }

    /// The answer to a line.
    pub fn raw(&mut self, line: &str) -> Value {
        self.0.line(line.as_bytes()).answer.expect("a request is answered")
    }

    pub fn call(&mut self, method: &str, params: Value) -> Result<Value, Refused> {
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let answer = self.raw(&request.to_string());
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(7)));
        match answer.get("error") {
            None => Ok(answer["result"].clone()),
            Some(error) => {
                let message = error["message"].as_str().unwrap().to_owned();
                assert!(!message.contains('\n'), "one sentence: {message}");
                Err(Refused { code: error["code"].as_i64().unwrap(), message, data: error["data"].clone() })
            }
        }
    }

    pub fn ok(&mut self, method: &str, params: Value) -> Value {
        self.call(method, params).unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    pub fn refused(&mut self, method: &str, params: Value) -> Refused {
        self.call(method, params).expect_err(method)
    }
}

/// The names of an object's fields, in alphabetical order.
pub fn fields(object: &Value) -> Vec<&str> {
    let mut names: Vec<_> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}
