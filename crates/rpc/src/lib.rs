//! How programs talk to the engine: JSON-RPC 2.0, one object a line in, one answer a line out.
//!
//! [`Server`] knows nothing of streams: it takes a line and gives the answer. [`serve`] connects it with a reader and
//! a writer. No input ends it but `quit` and the end of input.

#![forbid(unsafe_code)]

mod error;
mod methods;
mod params;
mod serve;

pub use error::Error;
pub use serve::{MAX_LINE, serve};

use params::Params;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use tilewright_session::Session;

/// The state behind one connection: any number of named games.
pub struct Server {
    games: BTreeMap<String, Session>,
    /// Where seeds come from when none is given.
    entropy: Box<dyn FnMut() -> u64>,
}

/// What a line brought.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The answer, unless the line was a notification.
    pub answer: Option<Value>,
    /// Whether the caller wants to stop.
    pub quit: bool,
}

impl Server {
    /// A server without games.
    pub fn new(entropy: impl FnMut() -> u64 + 'static) -> Self {
        Self { games: BTreeMap::new(), entropy: Box::new(entropy) }
    }

    /// Executes one line.
    pub fn line(&mut self, line: &[u8]) -> Reply {
        let request = match serde_json::from_slice::<Value>(line) {
            Ok(Value::Object(request)) => request,
            Ok(_) => return refuse(Value::Null, Error::request("a request is one object; batches are not taken")),
            Err(error) => return refuse(Value::Null, Error::parse(format!("this is no JSON: {error}"))),
        };
        let id = match request.get("id") {
            None => None,
            Some(id @ (Value::Null | Value::String(_))) => Some(id.clone()),
            // What could not be given back as it came is not taken.
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

/// Method and parameters of a request that is one.
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
