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
use tilewright_core::clip;
use tilewright_games::{Preset, Variant};
use tilewright_players::Player;
use tilewright_session::{Key, Setup, day_named};
use tilewright_store::{Pick, Start, read_text};
use tilewright_tui::{Arcade, plain};

/// Which game.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright play classic-2048
  tilewright play hex-2048 --seed 42
  tilewright play --variant mine.toml
  tilewright play merge3 --player greedy
  echo 'left up hint quit' | tr ' ' '\\n' | tilewright play classic-2048 --plain")]
pub(crate) struct Arguments {
    /// The preset; `tilewright games` lists them
    #[arg(required_unless_present = "variant", conflicts_with = "variant", value_parser = names::presets())]
    preset: Option<String>,
    /// The seed of the dice; random unless given
    #[arg(long)]
    seed: Option<u64>,
    /// Your own variant, a TOML or JSON file
    #[arg(long, value_name = "FILE")]
    variant: Option<PathBuf>,
    /// Watch this player play
    #[arg(long, value_name = "PLAYER", value_parser = names::players())]
    player: Option<String>,
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

/// So long an open pipe may say nothing before a bare `tilewright` takes it for nobody.
const SILENCE: Duration = Duration::from_secs(5);

/// Whether a screen can be drawn: both ends are terminals, and not of the kind that cannot move its cursor.
fn screen(plain: bool) -> bool {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    !plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// What came of a screen: a terminal that does not do its part is no trouble with our output.
fn shown(result: io::Result<()>) -> Result<(), Failure> {
    Ok(result.map_err(|error| error.to_string())?)
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
    let mut out = io::stdout().lock();
    if anybody_there() {
        Ok(plain::menu(&mut arcade, &mut io::stdin().lock(), &mut out)?)
    } else {
        Ok(plain::menu(&mut arcade, &mut io::empty(), &mut out)?)
    }
}

/// Waits for the first input. A terminal has somebody behind it; a pipe that is open and silent for long has not, and a
/// program that was started by another one must come to an end.
fn anybody_there() -> bool {
    if io::stdin().is_terminal() {
        return true;
    }
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        // What was read stays in the buffer that all of standard input shares.
        let _ = tell.send(io::stdin().lock().fill_buf().is_ok());
    });
    told.recv_timeout(SILENCE).unwrap_or(false)
}

pub(crate) fn play(arguments: &Arguments, plain: bool) -> Result<(), Failure> {
    let setup = setup(arguments.preset.as_deref(), arguments.variant.as_deref())?;
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
    sit_down(start, plain)
}

pub(crate) fn daily(arguments: &DailyArguments, plain: bool) -> Result<(), Failure> {
    let day = match &arguments.date {
        None => arcade().today(),
        Some(date) => day_named(date).ok_or_else(|| format!("“{date}” is no day; a day looks like 2026-11-15"))?,
    };
    sit_down(Start::daily(day).map_err(|error| error.to_string())?, plain)
}

fn sit_down(start: Start, plain: bool) -> Result<(), Failure> {
    let mut arcade = arcade();
    if let Some(player) = &start.player {
        arcade.tables.open(player)?;
    }
    if screen(plain) {
        return shown(tilewright_tui::run_play(&mut arcade, start));
    }
    Ok(plain::play(&mut arcade, start, &mut io::stdin().lock(), &mut io::stdout().lock())?)
}

pub(crate) fn replay(file: &Path, plain: bool) -> Result<(), Failure> {
    let text = replay::text(file)?;
    let replay = replay::read(file, &text)?;
    let mut arcade = arcade();
    if screen(plain) {
        return shown(tilewright_tui::run_replay(&mut arcade, file.to_owned(), &replay));
    }
    Ok(plain::replay(&mut arcade, file, &replay, &mut io::stdin().lock(), &mut io::stdout().lock())?)
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
    let unknown = || format!("there is no preset “{}”; `tilewright games` lists them", clip(id));
    Ok(Preset::find(id).ok_or_else(unknown)?)
}

pub(crate) fn stats(preset: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let mut arcade = arcade();
    let records = arcade.store.records(&mut arcade.notices);
    for notice in arcade.notices {
        writeln!(io::stderr(), "tilewright: {notice}")?;
    }
    let Some(id) = preset else { return Ok(plain::stats(&records, out)?) };
    let key = Key::preset(named(id)?);
    match records.get(&key) {
        Some(record) => Ok(plain::history(&key, record, out)?),
        None => Ok(writeln!(out, "{id} is not played yet.")?),
    }
}
