//! `tilewright replay`: records of games.

use crate::{Failure, text};
use std::{fs::File, io::Read, io::Write, path::Path};
use tilewright_core::Game;
use tilewright_session::{Replay, Session};

/// Reads a file without taking more of it than a replay may have.
fn read(file: &Path) -> Result<Replay, Failure> {
    let name = file.display();
    let mut text = Vec::new();
    File::open(file)
        .and_then(|file| file.take(Replay::MAX_BYTES as u64 + 1).read_to_end(&mut text))
        .map_err(|error| format!("cannot read {name}: {error}"))?;
    let text = String::from_utf8(text).map_err(|_| format!("{name}: this is no text"))?;
    Ok(Replay::read(&text).map_err(|error| format!("{name}: {error}"))?)
}

fn played(file: &Path) -> Result<(Replay, Session), Failure> {
    let replay = read(file)?;
    let session = replay.verify().map_err(|error| format!("{}: {error}", file.display()))?;
    Ok((replay, session))
}

fn title(session: &Session) -> String {
    session
        .setup()
        .preset
        .map_or_else(|| format!("a custom {} game", session.setup().variant.family()), |preset| preset.title.clone())
}

fn state(session: &Session) -> String {
    session.over().map_or_else(|| "not over".into(), |reason| format!("over ({})", reason.name()))
}

pub(crate) fn verify(file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let (_, session) = played(file)?;
    writeln!(
        out,
        "{}: verified: {}, seed {}, {} turns, score {}, {}",
        file.display(),
        title(&session),
        session.seed(),
        session.turn(),
        session.score(),
        state(&session),
    )?;
    Ok(())
}

pub(crate) fn show(file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let (replay, session) = played(file)?;
    let game = session.game();
    writeln!(out, "{}, seed {}", title(&session), session.seed())?;
    let assisted = session.assisted();
    for (help, taken) in [("turns were taken back", assisted.undo), ("hints were asked for", assisted.hint)] {
        if taken {
            writeln!(out, "assisted: {help}")?;
        }
    }
    replay
        .each_turn(|turn, action, session| {
            let action = action.map_or_else(|| "start".into(), |action| game.action_text(action));
            writeln!(out, "{turn:>6}  {action:<12} {:>10}  {}", session.score(), session.view().board)
        })
        .map_err(|error| format!("{}: {error}", file.display()))??;
    writeln!(out)?;
    text::board(&session, out)?;
    writeln!(out, "\n{} turns, score {}, {}", session.turn(), session.score(), state(&session))?;
    Ok(())
}
