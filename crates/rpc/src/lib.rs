//! The protocol for programs: JSON-RPC 2.0, one object a line in, one answer a line out.
//!
//! [`Server`] takes a line and returns the answer; [`serve`] connects it with a reader and a writer. No input ends it but
//! `quit` and the end of input. `docs/rpc.md` lists the methods.
//!
//! ```
//! use tilewright_rpc::Server;
//!
//! let mut server = Server::new(|| 4);
//! let line = br#"{"jsonrpc":"2.0","id":1,"method":"new","params":{"preset":"classic-2048","seed":42}}"#;
//! let answer = server.line(line).answer.unwrap();
//! assert_eq!(answer["result"]["legal"].as_array().unwrap().len(), 4);
//!
//! let line = br#"{"jsonrpc":"2.0","id":2,"method":"play","params":{"action":"sideways"}}"#;
//! let answer = server.line(line).answer.unwrap();
//! assert_eq!(answer["error"]["code"], -32602);
//! ```
//!
//! Memory is bounded: by the number of games, the length of a replay, and the number of engines held for hints.

#![forbid(unsafe_code)]

mod error;
mod methods;
mod params;
mod serve;

pub use error::Error;
pub use serve::{MAX_LINE, serve};

use params::Params;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, VecDeque};
use tilewright_session::{Replay, Session};

/// The named games of one connection.
pub struct Server {
    games: BTreeMap<String, Session>,
    /// The games that hold an engine for hints, the one asked last at the end.
    asked: VecDeque<String>,
    max_turns: usize,
    /// Seeds of games for which none is given.
    entropy: Box<dyn FnMut() -> u64>,
}

/// The result of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The answer, unless the line was a notification.
    pub answer: Option<Value>,
    /// Whether the client asked to quit.
    pub quit: bool,
}

impl Server {
    /// A server without games. `entropy` returns the seeds of games for which the client gives none.
    pub fn new(entropy: impl FnMut() -> u64 + 'static) -> Self {
        Self {
            games: BTreeMap::new(),
            asked: VecDeque::new(),
            max_turns: Replay::MAX_ACTIONS,
            entropy: Box::new(entropy),
        }
    }

    /// Refuses turns beyond this number in games begun from now on. The default, and the most, is what a replay can hold.
    pub fn set_max_turns(&mut self, turns: usize) {
        self.max_turns = turns;
    }

    /// Executes one line. An error is an answer, too.
    pub fn line(&mut self, line: &[u8]) -> Reply {
        let request = match serde_json::from_slice::<Value>(line) {
            Ok(Value::Object(request)) => request,
            Ok(_) => return refuse(Value::Null, Error::request("a request is one object; batches are not taken")),
            Err(error) => return refuse(Value::Null, Error::parse(format!("this is no JSON: {error}"))),
        };
        let id = match request.get("id") {
            None => None,
            Some(id @ (Value::Null | Value::String(_))) => Some(id.clone()),
            // An id is returned as it came, which a larger number could not be.
            Some(id) if id.is_i64() || id.is_u64() => Some(id.clone()),
            Some(_) => {
                return refuse(Value::Null, Error::request("an id is a whole number of 64 bits, a string or null"));
            }
        };
        let (method, params) = match envelope(&request) {
            Ok(parts) => parts,
            // A notification with wrong parameters is still a notification.
            Err(error) if id.is_none() && error.code == Error::PARAMS => return Reply { answer: None, quit: false },
            Err(error) => return refuse(id.unwrap_or(Value::Null), error),
        };
        let result = self.call(method, params);
        let quit = method == "quit" && result.is_ok();
        let answer = id.map(|id| match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(error) => error.answer(id),
        });
        Reply { answer, quit }
    }
}

/// The method and parameters of a request.
fn envelope(request: &Map<String, Value>) -> Result<(&str, Params<'_>), Error> {
    if request.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(Error::request("a request says \"jsonrpc\": \"2.0\""));
    }
    let Some(method) = request.get("method").and_then(Value::as_str) else {
        return Err(Error::request("a request names its method in a string"));
    };
    let params = match request.get("params") {
        None | Some(Value::Null) => Params::none(),
        Some(Value::Object(params)) => Params::new(params),
        Some(Value::Array(_)) => return Err(Error::params("parameters are given by name, in an object")),
        Some(_) => return Err(Error::request("parameters are an object")),
    };
    Ok((method, params))
}

fn refuse(id: Value, error: Error) -> Reply {
    Reply { answer: Some(error.answer(id)), quit: false }
}
