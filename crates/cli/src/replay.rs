//! `tilewright replay`: verifies, shows, lists, exports and continues replays.

use crate::Failure;
use clap::{Subcommand, ValueEnum};
use serde_json::json;
use std::{
    io::Write,
    path::{Path, PathBuf},
};
use tilewright_core::{Game, Reason};
use tilewright_session::{Played, Replay, ReplayError, Setup, Verified, sentence};
use tilewright_store::{SavedSession, Store, read_text};
use tilewright_tui::plain;

/// Subcommands of `tilewright replay`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play the record again and say whether it holds
    #[command(after_help = "Example:
  tilewright replay verify game.replay")]
    Verify {
        /// The replays' files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print the game turn by turn
    #[command(after_help = "Examples:
  tilewright replay show game.replay
  tilewright replay show game.replay --events")]
    Show {
        /// The replay's file
        file: PathBuf,
        /// Print every event as a sentence
        #[arg(long)]
        events: bool,
    },
    /// Watch the game: play, pause, step, jump, go on from any turn
    #[command(after_help = "Examples:
  tilewright replay play game.replay
  printf 'go 10\\nnext\\n' | tilewright replay play game.replay --plain")]
    Play {
        /// The replay's file
        file: PathBuf,
    },
    /// List the replays that were kept, the last one first
    List,
    /// Write the game in another form
    #[command(after_help = "Examples:
  tilewright replay export game.replay
  tilewright replay export game.replay --to csv > game.csv")]
    Export {
        /// The replay's file
        file: PathBuf,
        /// The form: an object a turn, or a line a turn
        #[arg(long, value_enum, default_value = "json")]
        to: Form,
    },
    /// Begin a new, marked game from a turn of the record
    #[command(after_help = "Example:
  tilewright replay continue game.replay --turn 40 && tilewright")]
    Continue {
        /// The replay's file
        file: PathBuf,
        /// The turn to go on from; the last one unless given
        #[arg(long)]
        turn: Option<usize>,
    },
}

/// Export formats of a replay.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Form {
    /// One JSON object a turn, with its events
    Json,
    /// turn, action, score, board
    Csv,
}

pub(crate) fn run(command: Command, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Command::Verify { files } => verify(&files, out),
        Command::Show { file, events } => show(&file, events, out),
        Command::List => list(out),
        Command::Export { file, to } => export(&file, to, out),
        Command::Continue { file, turn } => go_on(&file, turn, out),
        Command::Play { .. } => unreachable!("this was handled"),
    }
}

/// The text of a replay's file.
pub(crate) fn text(file: &Path) -> Result<String, Failure> {
    Ok(read_text(file, Replay::MAX_BYTES).map_err(|error| error.to_string())?)
}

/// Reads a file's replay without playing it.
pub(crate) fn read<'a>(file: &Path, text: &'a str) -> Result<Replay<'a>, Failure> {
    Replay::read(text).map_err(|error| refused(file, &error))
}

fn refused(file: &Path, error: &ReplayError) -> Failure {
    format!("{}: {error}", file.display()).into()
}

fn title(setup: &Setup) -> String {
    setup.preset.map_or_else(|| format!("a custom {} game", setup.variant.family()), |preset| preset.title.clone())
}

fn state(over: Option<Reason>) -> String {
    over.map_or_else(|| "not over".into(), |reason| format!("over ({})", reason.name()))
}

fn verify(files: &[PathBuf], out: &mut impl Write) -> Result<(), Failure> {
    let verified = |file: &Path| {
        let text = text(file)?;
        read(file, &text)?.verify().map_err(|error| refused(file, &error))
    };
    let mut all = true;
    for file in files {
        match verified(file) {
            Ok(Verified { setup, seed, turns, score, over, .. }) => writeln!(
                out,
                "{}: verified: {}, seed {seed}, {turns} turns, score {score}, {}",
                file.display(),
                title(&setup),
                state(over),
            )?,
            // The other files are checked all the same; the exit code says that one was refused.
            Err(Failure::Message(message)) if files.len() > 1 => {
                writeln!(out, "{message}")?;
                all = false;
            }
            Err(failure) => return Err(failure),
        }
    }
    if all { Ok(()) } else { Err(Failure::Message("not all of them hold".into())) }
}

fn show(file: &Path, events: bool, out: &mut impl Write) -> Result<(), Failure> {
    let text = text(file)?;
    let replay = read(file, &text)?;
    let session = replay.session().map_err(|error| refused(file, &error))?;
    let game = session.game();
    writeln!(out, "{}, seed {}", title(session.setup()), session.seed_text())?;
    let assisted = session.assisted();
    for (help, taken) in [("turns were taken back", assisted.undo), ("hints were asked for", assisted.hint)] {
        if taken {
            writeln!(out, "assisted: {help}")?;
        }
    }
    if let Some(player) = assisted.player {
        writeln!(out, "assisted: {player} played turns by itself")?;
    }
    replay
        .each_turn(|turn, action, session| {
            let action = action.map_or_else(|| "start".into(), |action| game.action_text(action));
            writeln!(out, "{turn:>6}  {action:<12} {:>10}  {}", session.score(), session.board())?;
            let played = if events { session.played(turn) } else { None };
            let sentences = played.iter().flat_map(|played| &played.events).filter_map(|event| sentence(game, event));
            sentences.into_iter().try_for_each(|words| writeln!(out, "        {words}"))
        })
        .map_err(|error| refused(file, &error))??;
    writeln!(out)?;
    plain::board(&session, out)?;
    writeln!(out, "\n{} turns, score {}, {}", session.turn(), session.score(), state(session.over()))?;
    Ok(())
}

fn list(out: &mut impl Write) -> Result<(), Failure> {
    let replays = Store::open(&mut Vec::new()).replays();
    if replays.is_empty() {
        writeln!(out, "No replays are kept yet.")?;
    }
    for replay in replays {
        writeln!(out, "{}", replay.path.display())?;
    }
    Ok(())
}

fn export(file: &Path, form: Form, out: &mut impl Write) -> Result<(), Failure> {
    let text = text(file)?;
    let replay = read(file, &text)?;
    let session = replay.session().map_err(|error| refused(file, &error))?;
    let game = session.game();
    if let Form::Csv = form {
        writeln!(out, "turn,action,score,board")?;
    }
    replay
        .each_turn(|turn, action, session| {
            let action = action.map(|action| game.action_text(action));
            match form {
                Form::Json => {
                    let events = session.played(turn).map_or_else(Vec::new, |played: Played| played.events);
                    let object = json!({
                        "turn": turn, "action": action, "events": events, "view": session.named_view("0"),
                    });
                    writeln!(out, "{object}")
                }
                Form::Csv => {
                    let (action, score) = (action.unwrap_or_default(), session.score());
                    writeln!(out, "{turn},\"{action}\",{score},\"{}\"", session.board())
                }
            }
        })
        .map_err(|error| refused(file, &error))??;
    Ok(())
}

fn go_on(file: &Path, turn: Option<usize>, out: &mut impl Write) -> Result<(), Failure> {
    let session = read(file, &text(file)?)?.session().map_err(|error| refused(file, &error))?;
    let turn = turn.unwrap_or(session.turn());
    if turn > session.turn() {
        return Err(format!("{}: there is no turn {turn}; the last one is {}", file.display(), session.turn()).into());
    }
    let mut notices = Vec::new();
    let store = Store::open(&mut notices);
    let game = SavedSession::adopt(&store, session.continued_from(turn), &mut notices);
    if !notices.is_empty() || !game.is_saved() {
        return Err(format!("the game is not saved: {}", notices.join(" ")).into());
    }
    let (name, number) = (game.start().name.as_str(), game.number());
    let slot = if number == 1 { String::new() } else { format!(" --slot {number}") };
    writeln!(out, "A new, marked game goes on from turn {turn}: tilewright play {name}{slot}")?;
    Ok(())
}
