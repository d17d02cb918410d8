//! Parameters by name. One that the method does not know is refused, so that a typing error does not go unseen.

use crate::Error;
use serde_json::{Map, Value};
use tilewright_core::clip;

/// The parameters of a call.
pub(crate) struct Params<'a> {
    given: Option<&'a Map<String, Value>>,
}

impl<'a> Params<'a> {
    pub(crate) fn none() -> Self {
        Self { given: None }
    }

    pub(crate) fn new(given: &'a Map<String, Value>) -> Self {
        Self { given: Some(given) }
    }

    /// Refuses parameters that the method does not know.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Error> {
        let stranger = self.given.and_then(|given| given.keys().find(|key| !known.contains(&key.as_str())));
        match stranger {
            None => Ok(()),
            Some(_) if known.is_empty() => Err(Error::params("this method takes no parameters")),
            Some(key) => {
                let (key, known) = (clip(key), known.join(", "));
                Err(Error::params(format!("there is no parameter “{key}” here; there are {known}")))
            }
        }
    }

    /// A parameter; `None` if it is missing or null.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Value> {
        self.given.and_then(|given| given.get(name)).filter(|value| !value.is_null())
    }

    /// A text.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&'a str>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Error::params(format!("`{name}` is a string"))),
        }
    }

    /// A text that must be given.
    pub(crate) fn required(&self, name: &str) -> Result<&'a str, Error> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    /// A whole number from 0 to `max`.
    pub(crate) fn whole(&self, name: &str, max: u64) -> Result<Option<u64>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => value
                .as_u64()
                .filter(|&number| number <= max)
                .map(Some)
                .ok_or_else(|| Error::params(format!("`{name}` is a whole number from 0 to {max}"))),
        }
    }

    /// A seed: a number or a decimal string.
    pub(crate) fn seed(&self) -> Result<Option<u64>, Error> {
        let read = match self.get("seed") {
            None => return Ok(None),
            Some(Value::Number(number)) => number.as_u64(),
            Some(Value::String(text)) => text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten(),
            Some(_) => None,
        };
        read.map(Some)
            .ok_or_else(|| Error::params(format!("`seed` is 0 to {}, a number or a decimal string", u64::MAX)))
    }

    /// The name of the game.
    pub(crate) fn game(&self) -> Result<&'a str, Error> {
        let name = self.text("game")?.unwrap_or("0");
        if name.len() > 100 {
            return Err(Error::params("`game` is a name of at most 100 bytes"));
        }
        Ok(name)
    }
}

pub(crate) fn missing(name: &str) -> Error {
    Error::params(format!("`{name}` is missing"))
}
