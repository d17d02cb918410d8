//! `tilewright`, `play`, `daily`, `stats`: into the arcade, on screen or in lines.

use crate::{Failure, names, replay};
use clap::Args;
use std::{
    env,
    io::{self, BufRead, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};
use tilewright_core::{Game as _, Position, clip};
use tilewright_games::{Preset, Variant};
use tilewright_players::Player;
use tilewright_session::{Key, Session, Setup, date_text, day_named};
use tilewright_store::{Pick, Start, read_text, write_new};
use tilewright_tui::{Arcade, End, plain};

/// Which game.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright play classic-2048
  tilewright play hex-2048 --seed 42
  tilewright play --variant mine.toml
  tilewright play merge3 --player greedy
  tilewright play classic-2048 --board '1024 1024 . ./. . . ./. . . ./. . . .'
  echo 'left up hint quit' | tr ' ' '\\n' | tilewright play classic-2048 --plain")]
pub(crate) struct Arguments {
    /// The preset; `tilewright games` lists them
    #[arg(required_unless_present = "variant", conflicts_with = "variant", value_parser = names::presets())]
    preset: Option<String>,
    /// The seed of the dice; random unless given
    #[arg(long, allow_negative_numbers = true, value_parser = names::seed)]
    seed: Option<u64>,
    /// Your own variant, a TOML or JSON file
    #[arg(long, value_name = "FILE")]
    variant: Option<PathBuf>,
    /// Watch this player play
    #[arg(long, value_name = "PLAYER", value_parser = names::players())]
    player: Option<String>,
    /// Begin from this position, like '2 . . ./. 4 . ./. . . ./. . . .'; such a game counts in no record
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["player", "slot"])]
    board: Option<String>,
    /// Which of several open games of that name
    #[arg(long, value_name = "N", conflicts_with = "seed", value_parser = clap::value_parser!(u8).range(1..=9))]
    slot: Option<u8>,
}

/// Which day.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright daily
  tilewright daily --date 2026-11-15")]
pub(crate) struct DailyArguments {
    /// Another day than today (UTC)
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
}

/// How long `tilewright` without a command waits for the first input from a pipe.
const INPUT_TIMEOUT: Duration = Duration::from_secs(5);

/// Whether a screen can be drawn: both ends are terminals, and not of the kind that cannot move its cursor.
fn screen(plain: bool) -> bool {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    !plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The result of a screen. Its errors come from the terminal, so they are not treated as a closed standard output.
fn shown(result: io::Result<End>) -> Result<(), Failure> {
    match result.map_err(|error| error.to_string())? {
        End::Left => Ok(()),
        End::Signal(number) => Err(Failure::Signal(number)),
    }
}

/// Where plain mode prints.
fn output() -> plain::Output<io::StdoutLock<'static>> {
    plain::Output::new(io::stdout().lock())
}

fn arcade() -> Arcade {
    let mut arcade = Arcade::open();
    arcade.prompt = io::stdin().is_terminal();
    arcade
}

pub(crate) fn menu(plain: bool) -> Result<(), Failure> {
    let mut arcade = arcade();
    if screen(plain) {
        return shown(tilewright_tui::run_menu(&mut arcade));
    }
    let mut out = output();
    if has_input() {
        Ok(plain::menu(&mut arcade, &mut io::stdin().lock(), &mut out)?)
    } else {
        Ok(plain::menu(&mut arcade, &mut io::empty(), &mut out)?)
    }
}

/// Whether input can be expected: from a terminal always, from a pipe if something arrives in time. A program that was
/// started with an open but silent pipe must end.
fn has_input() -> bool {
    if io::stdin().is_terminal() {
        return true;
    }
    let (send, received) = mpsc::channel();
    thread::spawn(move || {
        // What was read stays in the buffer that all of standard input shares.
        let _ = send.send(io::stdin().lock().fill_buf().is_ok());
    });
    received.recv_timeout(INPUT_TIMEOUT).unwrap_or(false)
}

pub(crate) fn play(arguments: &Arguments, plain: bool) -> Result<(), Failure> {
    let setup = setup(arguments.preset.as_deref(), arguments.variant.as_deref())?;
    if let Some(board) = &arguments.board {
        return play_board(setup, board, arguments.seed, plain);
    }
    let mut start = match &arguments.player {
        None => Start::own(setup, arguments.seed),
        Some(player) => {
            let player = Player::parse(player).map_err(|error| error.to_string())?;
            Start::watch(setup, arguments.seed, player)
        }
    };
    if let Some(number) = arguments.slot {
        start.pick = Pick::Number(number);
    }
    open_game(start, plain)
}

fn play_board(setup: Arc<Setup>, board: &str, seed: Option<u64>, plain: bool) -> Result<(), Failure> {
    let mut arcade = arcade();
    let placed = Position::parse(setup.game.topology(), board)
        .and_then(|position| Session::from_position(setup, &position, seed.unwrap_or_else(|| arcade.fresh_seed())));
    let mut session = placed.map_err(|error| format!("--board: {error}"))?;
    session.set_undo_rule(arcade.settings.undo);
    if screen(plain) {
        return shown(tilewright_tui::run_session(&mut arcade, session));
    }
    Ok(plain::session(&mut arcade, session, &mut io::stdin().lock(), &mut output())?)
}

pub(crate) fn export(file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let mut arcade = arcade();
    let text = arcade.export();
    report(arcade.notices)?;
    if file == Path::new("-") {
        return Ok(out.write_all(text.as_bytes())?);
    }
    write_new(file, &text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{} is there already; name another file", file.display()),
        _ => format!("cannot write {}: {error}", file.display()),
    })?;
    Ok(writeln!(out, "Everything is in {}.", file.display())?)
}

pub(crate) fn import(file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let mut arcade = arcade();
    let added = arcade.import(file).map_err(|error| format!("nothing was added: {error}"))?;
    report(arcade.notices)?;
    Ok(writeln!(out, "{added}")?)
}

/// Prints what is to be noted.
fn report(notices: Vec<String>) -> io::Result<()> {
    notices.iter().try_for_each(|notice| writeln!(io::stderr(), "tilewright: {notice}"))
}

pub(crate) fn daily(arguments: &DailyArguments, plain: bool) -> Result<(), Failure> {
    let day = match &arguments.date {
        None => arcade().today(),
        Some(date) => day_named(date).ok_or_else(|| format!("“{date}” is no day; a day looks like 2026-11-15"))?,
    };
    let today = arcade().today();
    if day > today {
        let today = date_text(today);
        return Err(format!("that challenge begins on its day; today is {today} (UTC)").into());
    }
    open_game(Start::daily(day).map_err(|error| error.to_string())?, plain)
}

fn open_game(start: Start, plain: bool) -> Result<(), Failure> {
    let mut arcade = arcade();
    if let Some(player) = &start.player {
        arcade.tables.open(player)?;
    }
    if screen(plain) {
        return shown(tilewright_tui::run_play(&mut arcade, start));
    }
    Ok(plain::play(&mut arcade, start, &mut io::stdin().lock(), &mut output())?)
}

pub(crate) fn replay(file: &Path, plain: bool) -> Result<(), Failure> {
    let text = replay::text(file)?;
    let replay = replay::read(file, &text)?;
    let mut arcade = arcade();
    if screen(plain) {
        return shown(tilewright_tui::run_replay(&mut arcade, file.to_owned(), &replay));
    }
    Ok(plain::replay(&mut arcade, file, &replay, &mut io::stdin().lock(), &mut output())?)
}

/// The preset or the variant that was named.
pub(crate) fn setup(preset: Option<&str>, variant: Option<&Path>) -> Result<Arc<Setup>, Failure> {
    match (preset, variant) {
        (_, Some(file)) => {
            let name = file.display();
            let text = read_text(file, Variant::MAX_BYTES).map_err(|error| error.to_string())?;
            let variant = Variant::from_text(&text).map_err(|error| format!("{name}: {error}"))?;
            Ok(Setup::custom(variant).map_err(|error| format!("{name}: {error}"))?)
        }
        (preset, None) => Ok(Setup::preset(named(preset.unwrap_or_default())?).map_err(|error| error.to_string())?),
    }
}

fn named(id: &str) -> Result<&'static Preset, Failure> {
    let unknown = || {
        let ids = Preset::all().iter().map(|preset| preset.id);
        let hint = names::nearest(id, ids).map_or(String::new(), |near| format!("did you mean {near}? "));
        format!("there is no preset “{}”; {hint}`tilewright games` lists them", clip(id))
    };
    Ok(Preset::find(id).ok_or_else(unknown)?)
}

pub(crate) fn stats(preset: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let mut arcade = arcade();
    let records = arcade.store.records(&mut arcade.notices);
    let dailies = arcade.store.dailies(&mut arcade.notices).overview(arcade.today());
    report(arcade.notices)?;
    let out = &mut plain::Output::new(out);
    let Some(id) = preset else {
        plain::stats(&records, out)?;
        return Ok(plain::dailies(&dailies, out)?);
    };
    let key = Key::preset(named(id)?);
    match records.get(&key) {
        Some(record) => Ok(plain::history(&key, record, out)?),
        None => Ok(writeln!(out, "{id} is not played yet.")?),
    }
}
