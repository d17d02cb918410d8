//! The package's exceptions. They derive from two classes each, so they are declared in Python.

use pyo3::{prelude::*, sync::PyOnceLock, types::PyType};
use std::fmt::Display;

/// The exceptions, by what went wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Error,
    Variant,
    Position,
    IllegalAction,
    Outcome,
    Replay,
    Player,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Self::Error => "Error",
            Self::Variant => "VariantError",
            Self::Position => "PositionError",
            Self::IllegalAction => "IllegalAction",
            Self::Outcome => "OutcomeError",
            Self::Replay => "ReplayError",
            Self::Player => "PlayerError",
        }
    }

    /// The exception with this sentence.
    pub(crate) fn with(self, message: impl Display) -> PyErr {
        static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        Python::attach(|py| {
            let module = MODULE.get_or_try_init(py, || py.import("tilewright._errors").map(Bound::unbind));
            let class = module.and_then(|module| module.bind(py).getattr(self.class()));
            match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
                Ok(class) => PyErr::from_type(class, (message.to_string(),)),
                Err(error) => error,
            }
        })
    }
}
