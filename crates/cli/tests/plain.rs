//! Plain mode with scripted input, and without any input.

mod common;

use common::{home, run, stderr, stdout, tilewright};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};
use tilewright_core::Game;
use tilewright_games::Preset;
use tilewright_session::{Session, Setup};

/// Compares with the recorded text; TILEWRIGHT_RECORD=1 records it anew.
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
fn every_preset_plays_from_the_menu_and_resumes() {
    for preset in Preset::all() {
        let id = preset.id;
        let home = home(&format!("plain-{id}"));
        let session = Session::new(Setup::preset(preset).unwrap(), 11).unwrap();
        let action = session.game().action_text(session.legal()[0]);
        let script = format!(
            "{id} 11\n{action}\nhint greedy\nundo\nredo\nundo\nauto 1 greedy\nsing\n0,0 sideways\nlegal\nundo 9\nredo\nsave\nquit\nquit\n"
        );
        let text = stdout(run(&home, &["--plain"], &script));
        // The menu is tested elsewhere and shows a date.
        let (menu, game) = text.split_once("or quit.\n").unwrap();
        assert!(menu.contains(&format!(" {id}: {}", preset.about)), "{menu}");
        let again = stdout(run(&home, &["play", id, "--plain"], "board\nquit\n"));
        assert!(again.contains(": resumed, seed 11."), "{again}");
        assert!(again.contains("Turn 1, score "), "{again}");
        let menu = stdout(run(&home, &["--plain"], "quit\n"));
        assert!(menu.contains("Open: turn 1, score "), "{menu}");
        recorded(&format!("{id}.txt"), &format!("{script}---\n{game}---\n{again}"));
    }
}

#[test]
fn every_preset_in_the_c_locale_prints_ascii_only() {
    for preset in Preset::all() {
        let home = home(&format!("ascii-{}", preset.id));
        for arguments in [&["play", preset.id, "--seed", "3", "--plain"][..], &["stats"], &["games"], &["--plain"]] {
            let mut command = tilewright(&home);
            command.args(arguments).env("LC_ALL", "C");
            let script = "help\nrules\nauto 8 greedy\nhint\nlegal\nundo\nnew\nyes\nset\nstats\nquit\nquit\n";
            let text = stdout(common::feed(&mut command, script));
            assert!(text.is_ascii(), "{arguments:?}: {text}");
        }
    }
}

#[test]
fn every_preset_plays_to_its_end_and_is_counted() {
    let home = home("plain-counted");
    for preset in Preset::all() {
        let text = stdout(run(
            &home,
            &["play", preset.id, "--seed", "3"],
            "auto 30 greedy\nnew 4\nyes\nauto 2 random\nquit\n",
        ));
        assert!(text.contains("new game, seed 4."), "{text}");
    }
    let stats = stdout(run(&home, &["stats"], ""));
    assert_eq!(stats.lines().count(), Preset::all().len(), "{stats}");
    assert!(stats.lines().all(|line| line.contains("1 with help")), "{stats}");
    let one = stdout(run(&home, &["stats", "hex-2048"], ""));
    assert!(one.contains("given up") && one.contains(" greedy"), "{one}");
    assert_eq!(stdout(run(&home, &["replay", "list"], "")).lines().count(), Preset::all().len());
}

#[test]
fn new_gives_a_game_up_only_after_a_yes() {
    let home = home("plain-new");
    let text = stdout(run(&home, &["play", "classic-2048", "--seed", "1"], "left\nup\nnew 2\nno\nnew 2\n\nquit\n"));
    assert_eq!(text.matches("Give this game up at turn").count(), 2, "{text}");
    assert_eq!(text.matches("The game goes on.").count(), 2, "{text}");
    let text = stdout(run(&home, &["play", "classic-2048"], "new 2\nyes\nquit\n"));
    assert!(text.contains("resumed, seed 1.") && text.contains("new game, seed 2."), "{text}");
}

#[test]
fn bad_input_is_answered_in_one_line() {
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
            let text = stdout(run(&home, &["play", id, "--seed", "5"], &format!("{line}\nquit\n")));
            // Title, board, status and the prompt come first.
            let after = text.split_once("or quit.\n").unwrap().1;
            let lines: Vec<_> = after.lines().collect();
            assert!(lines.len() == 1 || line == "0,0 0,0" && lines.len() <= 3, "{id} {line}: {lines:?}");
            assert!(!after.contains('\u{1b}'));
        }
    }
}

#[test]
fn empty_input_shows_a_short_game() {
    let home = home("plain-nobody");
    let output = tilewright(&home).stdin(Stdio::null()).output().unwrap();
    let text = stdout(output);
    for preset in Preset::all() {
        assert!(text.contains(preset.id));
    }
    assert!(text.contains("The game is over: no swap makes a line."), "{text}");
    let closed = Command::new("sh")
        .args(["-c", &format!("exec {} <&-", env!("CARGO_BIN_EXE_tilewright"))])
        .env("TILEWRIGHT_HOME", &home)
        .output()
        .unwrap();
    assert!(stdout(closed).contains("The game is over"));
    let empty = stdout(run(&home, &[], ""));
    assert!(empty.contains("The game is over"));
}

#[test]
fn silent_pipe_counts_as_empty_input() {
    let home = home("plain-silent");
    let begun = Instant::now();
    let mut command = tilewright(&home);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let kept_open = child.stdin.take();
    let text = stdout(child.wait_with_output().unwrap());
    drop(kept_open);
    assert!(text.contains("The game is over"));
    assert!(begun.elapsed().as_secs() < 30);
}

#[test]
fn closed_output_is_no_error() {
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
fn damaged_save_is_set_aside_and_reported() {
    let home = home("plain-damaged");
    stdout(run(&home, &["play", "merge3", "--seed", "1"], "auto 1 greedy\nquit\n"));
    let save = home.join("saves/merge3.save");
    let text = fs::read_to_string(&save).unwrap();
    let damaged = &text[..text.len() / 2];
    fs::write(&save, damaged).unwrap();
    let text = stdout(run(&home, &["play", "merge3"], "quit\n"));
    assert!(text.contains("Note: ") && text.contains("is damaged") && text.contains("new game"), "{text}");
    assert_eq!(fs::read_to_string(home.join("saves/merge3.save.damaged-1")).unwrap(), damaged);
    // The menu does the same.
    fs::write(&save, "noise").unwrap();
    let text = stdout(run(&home, &[], "quit\n"));
    assert!(text.contains("merge3.save.damaged-2"), "{text}");
}

#[test]
fn second_process_gets_a_separate_game() {
    let home = home("plain-two");
    stdout(run(&home, &["play", "merge3", "--seed", "1"], "auto 1 greedy\nquit\n"));
    let mut command = tilewright(&home);
    let mut first = command.args(["play", "merge3"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // After its first line it holds the lock.
    let mut out = std::io::BufReader::new(first.stdout.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut out, &mut line).unwrap();
    assert!(line.contains("resumed, seed 1."), "{line}");
    let second = stdout(run(&home, &["play", "merge3"], "quit\n"));
    assert!(second.contains("new game") && second.contains("open in another window"), "{second}");
    drop(first.stdin.take());
    first.wait().unwrap();
    assert!(stdout(run(&home, &["play", "merge3"], "quit\n")).contains("resumed, seed 1."));
}

#[test]
fn daily_challenge_depends_on_the_date_only() {
    let (one, two) = (home("plain-daily-1"), home("plain-daily-2"));
    let text = stdout(run(&one, &["daily", "--date", "2026-11-15"], "quit\n"));
    assert!(text.starts_with("Exponentile Live, the challenge of 2026-11-15: new game, seed 20261115."), "{text}");
    assert_eq!(text, stdout(run(&two, &["daily", "--date", "2026-11-15"], "quit\n")));
    assert!(stderr(run(&one, &["daily", "--date", "tomorrow"], "")).contains("a day looks like 2026-11-15"));
    let early = stderr(run(&one, &["daily", "--date", "9999-01-01"], ""));
    assert!(early.contains("that challenge begins on its day; today is 20") && early.lines().count() == 1, "{early}");
    assert!(stdout(run(&one, &["daily"], "quit\n")).contains("the challenge of 20"));
}

#[test]
fn custom_variant_is_saved_and_resumed() {
    let home = home("plain-variant");
    fs::create_dir_all(&home).unwrap();
    let file = home.join("mine.toml");
    fs::write(&file, "family = \"slide\"\nboard = { shape = \"hex\", radius = 1 }\ntarget = 64\n").unwrap();
    let file = file.to_str().unwrap();
    let text = stdout(run(&home, &["play", "--variant", file, "--seed", "2"], "auto 3 greedy\nquit\n"));
    assert!(text.contains("Own slide game: new game, seed 2."), "{text}");
    let text = stdout(run(&home, &["play", "--variant", file], "quit\n"));
    assert!(text.contains("resumed") && text.contains("Turn 3"), "{text}");
    fs::write(file, "family = \"slide\"\n").unwrap();
    assert!(stderr(run(&home, &["play", "--variant", file], "")).contains("field `board`"));
    assert!(stderr(run(&home, &["play", "--variant", "/nowhere.toml"], "")).contains("cannot read"));
    assert!(stderr(run(&home, &["play", "chess"], "")).contains("there is no preset “chess”"));
    assert!(stderr(run(&home, &["play", "clasic-2048"], "")).contains("did you mean classic-2048?"));
    assert!(stderr(run(&home, &["play", "merge3", "--seed", "-3"], "")).contains("a seed is a whole number from 0"));
}

#[test]
fn missing_home_is_reported_and_the_game_plays() {
    let output = tilewright(Path::new("/dev/null/nowhere"))
        .args(["play", "merge3", "--seed", "90", "--player", "greedy"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = stdout(output);
    assert!(text.contains("Note: Nothing is kept") && text.contains("The game is over"), "{text}");
}
