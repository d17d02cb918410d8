//! The menu in lines.

use super::{
    console::{Console, clip},
    demo, game, help, stats, viewer,
};
use crate::Arcade;
use std::{
    io::{self, Write},
    path::Path,
    sync::Arc,
};
use tilewright_games::{Preset, Variant};
use tilewright_players::Player;
use tilewright_session::{FrontEnd, Key, Replay, Setup, date_text};
use tilewright_store::{OpenGame, Pick, Start, read_text};

pub(super) fn run(arcade: &mut Arcade, console: &mut Console<'_>) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    console.say(format_args!("Tilewright {version}: number-merging tile puzzles, one engine for all of them."))?;
    console.notices(&mut arcade.notices)?;
    list(arcade, console)?;
    let mut first = true;
    loop {
        if first {
            console.say("Type a number or a name to play, help for all there is, or quit.")?;
        }
        let Some(line) = console.line()? else {
            if first {
                console.say("There is no input, so a player shows a game.\n")?;
                demo(console.out)?;
            }
            return Ok(());
        };
        first = false;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["quit" | "q" | "exit" | "bye"] => return Ok(()),
            _ => command(arcade, console, &words)?,
        }
        console.notices(&mut arcade.notices)?;
    }
}

fn command(arcade: &mut Arcade, console: &mut Console<'_>, words: &[&str]) -> io::Result<()> {
    match *words {
        ["help" | "?" | "f1"] => console.say(help::MENU),
        ["games" | "menu"] => list(arcade, console),
        ["stats"] => {
            let records = arcade.store.records(&mut arcade.notices);
            stats(&records, console.out)
        }
        ["players"] => {
            for player in Player::ALL {
                console.say(format_args!("{}: {}", player.id(), player.about()))?;
            }
            Ok(())
        }
        ["daily"] => start(arcade, console, Start::daily(arcade.today()).map_err(|error| error.to_string())),
        ["replays"] => replays(arcade, console),
        ["replay", number] => replay(arcade, console, number),
        ["rules", name] => match preset(name) {
            Ok(preset) => console.say(help::spoken(preset.variant.family())),
            Err(says) => console.say(says),
        },
        ["settings"] => {
            console.say(arcade.settings.write(FrontEnd::Terminal).lines().skip(1).collect::<Vec<_>>().join("\n"))
        }
        ["set", name, ref value @ ..] if !value.is_empty() => set(arcade, console, name, &value.join(" ")),
        ["variant", ref file @ ..] if !file.is_empty() => {
            let begun = own(Path::new(&file.join(" "))).map(|setup| Start::own(setup, None));
            start(arcade, console, begun)
        }
        ["watch", name, ref player @ ..] => {
            let begun = watch(name, player.first().copied().unwrap_or(arcade.settings.player.id()));
            start(arcade, console, begun)
        }
        ["play", ref words @ ..] if !words.is_empty() => start(arcade, console, named(words)),
        ref words => start(arcade, console, named(words)),
    }
}

/// Prints the games, with open games and best scores.
fn list(arcade: &mut Arcade, console: &mut Console<'_>) -> io::Result<()> {
    let open = arcade.store.open_games(&mut arcade.notices);
    let records = arcade.store.records(&mut arcade.notices);
    console.notices(&mut arcade.notices)?;
    for (i, preset) in Preset::all().iter().enumerate() {
        let mut line = format!("{:>2} {}: {}", i + 1, preset.id, preset.about);
        if let Some(record) = records.get(&Key::preset(preset)) {
            line += &format!(" Your best: {}.", record.best_scores().text(|score| score.to_string()));
        }
        for game in open.iter().filter(|game| game.name.as_str() == preset.id) {
            line += &open_text(game);
        }
        console.say(line)?;
    }
    let (today, _) = tilewright_session::daily(arcade.today());
    console.say(format_args!("   daily: {}, the challenge of {}.", today.title, date_text(arcade.today())))?;
    let others = open.iter().filter(|game| Preset::all().iter().all(|preset| preset.id != game.name.as_str()));
    for game in others {
        console.say(format_args!("   {}:{}", game.name.as_str(), open_text(game)))?;
    }
    Ok(())
}

fn open_text(game: &OpenGame) -> String {
    let number = if game.number == 1 { String::new() } else { format!(" (as ~{})", game.number) };
    let busy = if game.busy { ", in another window" } else { "" };
    let over = if game.summary.over.is_some() { "Over" } else { "Open" };
    format!(" {over}{number}: turn {}, score {}{busy}.", game.summary.turn, game.summary.score)
}

/// The games, a line each, by family.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn games(out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let mut family = None;
    for preset in Preset::all() {
        if family != Some(preset.variant.family()) {
            family = Some(preset.variant.family());
            writeln!(out, "{}", preset.variant.family())?;
        }
        writeln!(out, "  {:<17} {}", preset.id, preset.about)?;
    }
    Ok(())
}

fn preset(name: &str) -> Result<&'static Preset, String> {
    let numbered = name.parse::<usize>().ok().and_then(|number| Preset::all().get(number.checked_sub(1)?));
    let named = || Preset::all().iter().find(|preset| preset.id.eq_ignore_ascii_case(name));
    numbered.or_else(named).ok_or_else(|| format!("there is no game or command “{}”; type games or help", clip(name)))
}

/// `classic-2048`, `1`, `classic-2048~2`, `classic-2048 42`.
fn named(words: &[&str]) -> Result<Start, String> {
    let (name, number) = match words[0].split_once('~') {
        None => (words[0], None),
        Some((name, number)) => {
            (name, Some(number.parse().map_err(|_| "after ~ stands a number, like ~2".to_owned())?))
        }
    };
    if let Some(date) = name.strip_prefix("daily-") {
        let day = tilewright_session::day_named(date).ok_or("a day looks like daily-2026-11-15")?;
        return Start::daily(day).map_err(|error| error.to_string());
    }
    let setup = Setup::preset(preset(name)?).map_err(|error| error.to_string())?;
    let seed = match words.get(1) {
        None => None,
        Some(seed) => Some(seed.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))?),
    };
    let mut start = Start::own(setup, seed);
    if let Some(number) = number {
        start.pick = Pick::Number(number);
    }
    Ok(start)
}

fn watch(name: &str, player: &str) -> Result<Start, String> {
    let player = Player::parse(player).map_err(|error| error.to_string())?;
    let setup = Setup::preset(preset(name)?).map_err(|error| error.to_string())?;
    Ok(Start::watch(setup, None, player))
}

fn own(file: &Path) -> Result<Arc<Setup>, String> {
    let name = file.display();
    let text = read_text(file, Variant::MAX_BYTES).map_err(|error| error.to_string())?;
    let variant = Variant::from_text(&text).map_err(|error| format!("{name}: {error}"))?;
    Setup::custom(variant).map_err(|error| format!("{name}: {error}"))
}

fn start(arcade: &mut Arcade, console: &mut Console<'_>, start: Result<Start, String>) -> io::Result<()> {
    match start {
        Err(says) => console.say(says),
        Ok(start) => {
            game::run(arcade, start, console)?;
            console.say("You are back in the menu; type games for the list.")
        }
    }
}

fn set(arcade: &mut Arcade, console: &mut Console<'_>, name: &str, value: &str) -> io::Result<()> {
    if let Err(message) = arcade.settings.set(FrontEnd::Terminal, name, value) {
        return console.say(message);
    }
    if let Err(error) = arcade.save_settings() {
        arcade.notices.push(error.to_string());
    }
    console.say(format_args!("{name} is {value} from now on."))
}

fn replays(arcade: &mut Arcade, console: &mut Console<'_>) -> io::Result<()> {
    const SHOWN: usize = 50;
    let kept = arcade.store.replays();
    if kept.is_empty() {
        return console.say("No replays are kept yet.");
    }
    for (i, kept) in kept.iter().take(SHOWN).enumerate() {
        console.say(format_args!("{:>3} {}", i + 1, kept.name))?;
    }
    let more = kept.len().saturating_sub(SHOWN);
    if more > 0 { console.say(format_args!("and {more} more")) } else { Ok(()) }
}

fn replay(arcade: &mut Arcade, console: &mut Console<'_>, number: &str) -> io::Result<()> {
    let kept = arcade.store.replays();
    let chosen = number.parse::<usize>().ok().and_then(|number| kept.get(number.checked_sub(1)?));
    let Some(chosen) = chosen else {
        return console.say(format_args!("there is no replay “{}”; type replays for the list", clip(number)));
    };
    let text = match read_text(&chosen.path, Replay::MAX_BYTES) {
        Ok(text) => text,
        Err(error) => return console.say(format_args!("{}: {error}", chosen.name)),
    };
    match Replay::read(&text) {
        Ok(replay) => viewer::run(arcade, &chosen.path, &replay, console),
        Err(error) => console.say(format_args!("{}: {error}", chosen.name)),
    }
}
