//! What stands here until the arcade opens: what there is, and how to start it.

use std::io::{self, Write};
use tilewright_games::Preset;

/// The greeting of a bare `tilewright`.
pub(crate) fn welcome(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "Tilewright {}: number-merging tile puzzles, one engine for all of them.\n",
        env!("CARGO_PKG_VERSION")
    )?;
    games(out)?;
    writeln!(out, "\nWhat to do with them:\n")?;
    for (command, about) in [
        ("tilewright rpc", "play, undo, ask and replay from any program, one JSON object a line"),
        ("tilewright perft classic-2048 --depth 2", "count the lines of play"),
        ("tilewright replay verify FILE", "check the record of a game; `show` tells it turn by turn"),
        ("tilewright help", "all commands, with examples"),
    ] {
        writeln!(out, "  {command:<41}  {about}")?;
    }
    writeln!(out, "\nThe rules of each family are in rules/, in plain words.")
}

/// The games, a line each, by family.
pub(crate) fn games(out: &mut impl Write) -> io::Result<()> {
    let mut family = "";
    for preset in Preset::all() {
        if preset.variant.family() != family {
            family = preset.variant.family();
            writeln!(out, "{family}")?;
        }
        writeln!(out, "  {:<17} {}", preset.id, preset.about)?;
    }
    Ok(())
}
