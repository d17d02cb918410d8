//! Errors as the protocol numbers them.

use serde_json::{Value, json};

/// A refused request: a code, one sentence, and sometimes data.
#[derive(Clone, PartialEq, Debug)]
pub struct Error {
    /// The code.
    pub code: i32,
    /// What is wrong and where, in one sentence.
    pub message: String,
    /// Details for programs, as the method documents them.
    pub data: Option<Value>,
}

impl Error {
    /// The code of parameters that are refused.
    pub(crate) const PARAMS: i32 = -32602;

    fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    pub(crate) fn with(self, data: Value) -> Self {
        Self { data: Some(data), ..self }
    }

    pub(crate) fn parse(message: impl Into<String>) -> Self {
        Self::new(-32700, message)
    }

    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self::new(-32600, message)
    }

    pub(crate) fn method(message: impl Into<String>) -> Self {
        Self::new(-32601, message)
    }

    pub(crate) fn params(message: impl Into<String>) -> Self {
        Self::new(Self::PARAMS, message)
    }

    pub(crate) fn illegal(message: impl Into<String>) -> Self {
        Self::new(1, message)
    }

    pub(crate) fn position(message: impl Into<String>) -> Self {
        Self::new(2, message)
    }

    pub(crate) fn variant(message: impl Into<String>) -> Self {
        Self::new(3, message)
    }

    pub(crate) fn replay(message: impl Into<String>) -> Self {
        Self::new(4, message)
    }

    pub(crate) fn outcome(message: impl Into<String>) -> Self {
        Self::new(5, message)
    }

    pub(crate) fn game(message: impl Into<String>) -> Self {
        Self::new(6, message)
    }

    pub(crate) fn history(message: impl Into<String>) -> Self {
        Self::new(7, message)
    }

    /// The whole answer.
    pub(crate) fn answer(self, id: Value) -> Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(data) = self.data {
            error["data"] = data;
        }
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
    }
}
