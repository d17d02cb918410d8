//! Plain mode by a script: every preset from the menu to the resumed game, and what happens without anybody there.

mod common;

use common::{home, refused, run, said, tilewright};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};
use tilewright_core::Game;
use tilewright_games::Preset;
use tilewright_session::{Session, Setup};

/// Compares with what was recorded; TILEWRIGHT_RECORD=1 records anew.
#[track_caller]
fn recorded(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/plain").join(name);
    if std::env::var_os("TILEWRIGHT_RECORD").is_some_and(|value| value == "1") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == text, "{name} differs from what was recorded (TILEWRIGHT_RECORD=1 records anew):\n{text}");
}

#[test]
fn every_preset_from_the_menu_to_the_resumed_game() {
    for preset in Preset::all() {
        let id = preset.id;
        let home = home(&format!("plain-{id}"));
        let session = Session::new(Setup::preset(preset).unwrap(), 11).unwrap();
        let action = session.game().action_text(session.legal()[0]);
        let script = format!(
            "{id} 11\n{action}\nhint greedy\nundo\nredo\nundo\nauto 1 greedy\nsing\n0,0 sideways\nlegal\nundo 9\nredo\nsave\nquit\nquit\n"
        );
        let told = said(run(&home, &["--plain"], &script));
        // The menu is tested elsewhere and holds a date.
        let (menu, game) = told.split_once("or quit.\n").unwrap();
        assert!(menu.contains(&format!(" {id}: {}", preset.about)), "{menu}");
        let again = said(run(&home, &["play", id, "--plain"], "board\nquit\n"));
        assert!(again.contains(": resumed, seed 11."), "{again}");
        assert!(again.contains("Turn 1, score "), "{again}");
        let menu = said(run(&home, &["--plain"], "quit\n"));
        assert!(menu.contains("Open: turn 1, score "), "{menu}");
        recorded(&format!("{id}.txt"), &format!("{script}---\n{game}---\n{again}"));
    }
}

#[test]
fn every_preset_is_played_and_counted() {
    let home = home("plain-counted");
    for preset in Preset::all() {
        let told = said(run(&home, &["play", preset.id, "--seed", "3"], "auto 30\nnew 4\nauto 2 random\nquit\n"));
        assert!(told.contains("new game, seed 4."), "{told}");
    }
    let stats = said(run(&home, &["stats"], ""));
    assert_eq!(stats.lines().count(), Preset::all().len(), "{stats}");
    assert!(stats.lines().all(|line| line.contains("1 with help")), "{stats}");
    let one = said(run(&home, &["stats", "hex-2048"], ""));
    assert!(one.contains("given up") && one.contains("hints"), "{one}");
    assert_eq!(said(run(&home, &["replay", "list"], "")).lines().count(), Preset::all().len());
}

#[test]
fn bad_input_gets_one_line() {
    let home = home("plain-bad");
    for id in ["classic-2048", "hex-2048", "exponentile", "numberclart", "factors"] {
        for line in [
            "sing",
            "0,0",
            "0,0 0,0",
            "99,99 left",
            "auto x",
            "auto 0",
            "auto 3 nobody",
            "undo x",
            "redo -1",
            "new x",
            "hint nobody",
            "player nobody",
            "export",
            "\u{1b}[2J",
            "∞",
            "0,0-0,0-0,0",
        ] {
            let told = said(run(&home, &["play", id, "--seed", "5"], &format!("{line}\nquit\n")));
            // Title, board, status and the invitation come first.
            let after = told.split_once("or quit.\n").unwrap().1;
            let lines: Vec<_> = after.lines().collect();
            assert!(lines.len() == 1 || line == "0,0 0,0" && lines.len() <= 3, "{id} {line}: {lines:?}");
            assert!(!after.contains('\u{1b}'));
        }
    }
}

#[test]
fn without_anybody_a_player_plays_a_short_game() {
    let home = home("plain-nobody");
    let output = tilewright(&home).stdin(Stdio::null()).output().unwrap();
    let told = said(output);
    for preset in Preset::all() {
        assert!(told.contains(preset.id));
    }
    assert!(told.contains("The game is over: nothing can move."), "{told}");
    let closed = Command::new("sh")
        .args(["-c", &format!("exec {} <&-", env!("CARGO_BIN_EXE_tilewright"))])
        .env("TILEWRIGHT_HOME", &home)
        .output()
        .unwrap();
    assert!(said(closed).contains("The game is over"));
    let empty = said(run(&home, &[], ""));
    assert!(empty.contains("The game is over"));
}

#[test]
fn a_pipe_that_stays_silent_is_nobody() {
    let home = home("plain-silent");
    let begun = Instant::now();
    let mut command = tilewright(&home);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let kept_open = child.stdin.take();
    let told = said(child.wait_with_output().unwrap());
    drop(kept_open);
    assert!(told.contains("The game is over"));
    assert!(begun.elapsed().as_secs() < 30);
}

#[test]
fn a_listener_that_leaves_is_no_error() {
    let home = home("plain-leaves");
    for arguments in [&["games"][..], &[], &["play", "exponentile", "--player", "greedy"]] {
        let mut child = tilewright(&home)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

#[test]
fn a_damaged_save_is_set_aside_and_told() {
    let home = home("plain-damaged");
    said(run(&home, &["play", "merge3", "--seed", "1"], "auto 1\nquit\n"));
    let save = home.join("saves/merge3.save");
    let text = fs::read_to_string(&save).unwrap();
    let damaged = &text[..text.len() / 2];
    fs::write(&save, damaged).unwrap();
    let told = said(run(&home, &["play", "merge3"], "quit\n"));
    assert!(told.contains("Note: ") && told.contains("is damaged") && told.contains("new game"), "{told}");
    assert_eq!(fs::read_to_string(home.join("saves/merge3.save.damaged-1")).unwrap(), damaged);
    // The menu does the same.
    fs::write(&save, "noise").unwrap();
    let told = said(run(&home, &[], "quit\n"));
    assert!(told.contains("merge3.save.damaged-2"), "{told}");
}

#[test]
fn a_second_window_gets_a_game_of_its_own() {
    let home = home("plain-two");
    said(run(&home, &["play", "merge3", "--seed", "1"], "auto 1\nquit\n"));
    let mut command = tilewright(&home);
    let mut first = command.args(["play", "merge3"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // Its first line says that it holds the game.
    let mut out = std::io::BufReader::new(first.stdout.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut out, &mut line).unwrap();
    assert!(line.contains("resumed, seed 1."), "{line}");
    let second = said(run(&home, &["play", "merge3"], "quit\n"));
    assert!(second.contains("new game") && second.contains("open in another window"), "{second}");
    drop(first.stdin.take());
    first.wait().unwrap();
    assert!(said(run(&home, &["play", "merge3"], "quit\n")).contains("resumed, seed 1."));
}

#[test]
fn the_challenge_of_a_day_is_the_same_for_everybody() {
    let (one, two) = (home("plain-daily-1"), home("plain-daily-2"));
    let told = said(run(&one, &["daily", "--date", "2026-11-15"], "quit\n"));
    assert!(told.starts_with("Exponentile Live, the challenge of 2026-11-15: new game, seed 20261115."), "{told}");
    assert_eq!(told, said(run(&two, &["daily", "--date", "2026-11-15"], "quit\n")));
    assert!(refused(run(&one, &["daily", "--date", "tomorrow"], "")).contains("a day looks like 2026-11-15"));
    assert!(said(run(&one, &["daily"], "quit\n")).contains("the challenge of 20"));
}

#[test]
fn a_variant_of_ones_own_is_played_saved_and_resumed() {
    let home = home("plain-variant");
    fs::create_dir_all(&home).unwrap();
    let file = home.join("mine.toml");
    fs::write(&file, "family = \"slide\"\nboard = { shape = \"hex\", radius = 1 }\ntarget = 64\n").unwrap();
    let file = file.to_str().unwrap();
    let told = said(run(&home, &["play", "--variant", file, "--seed", "2"], "auto 3\nquit\n"));
    assert!(told.contains("Own slide game: new game, seed 2."), "{told}");
    let told = said(run(&home, &["play", "--variant", file], "quit\n"));
    assert!(told.contains("resumed") && told.contains("Turn 3"), "{told}");
    fs::write(file, "family = \"slide\"\n").unwrap();
    assert!(refused(run(&home, &["play", "--variant", file], "")).contains("field `board`"));
    assert!(refused(run(&home, &["play", "--variant", "/nowhere.toml"], "")).contains("cannot read"));
    assert!(refused(run(&home, &["play", "chess"], "")).contains("there is no preset “chess”"));
}

#[test]
fn without_a_home_it_is_told_and_played() {
    let output = tilewright(Path::new("/dev/null/nowhere"))
        .args(["play", "merge3", "--seed", "90", "--player", "greedy"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = said(output);
    assert!(told.contains("Note: Nothing is kept") && told.contains("The game is over"), "{told}");
}
