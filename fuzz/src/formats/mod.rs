//! One module per format.

pub mod arcade;
pub mod custom;
pub mod dailies;
pub mod experiments;
pub mod features;
pub mod journals;
pub mod players;
pub mod positions;
pub mod records;
pub mod replays;
pub mod rpc;
pub mod saves;
pub mod settings;
pub mod shards;
pub mod tables;
pub mod values;
pub mod variants;

/// The bytes as text; `None` for what files are refused for before they are parsed.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Errors are shown to users in one line.
fn one_line(error: impl std::fmt::Display) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains('\n'), "one line: {message:?}");
}
