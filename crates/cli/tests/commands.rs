//! Commands: replays, completions, manual pages, help.

mod common;

use common::{home, run, stderr, stdout, tilewright};
use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

#[test]
fn help_of_every_command_has_an_example() {
    let home = home("commands-help");
    for command in [
        &[][..],
        &["play"],
        &["daily"],
        &["stats"],
        &["export"],
        &["import"],
        &["replay", "verify"],
        &["replay", "show"],
        &["replay", "play"],
        &["replay", "export"],
        &["replay", "continue"],
        &["rpc"],
        &["perft"],
        &["analyze"],
        &["arena"],
        &["solve"],
        &["completions"],
        &["man"],
    ] {
        let help = stdout(run(&home, &[command, &["--help"]].concat(), ""));
        assert!(help.contains("Example"), "{command:?}: {help}");
        assert!(help.contains("tilewright"), "{command:?}: {help}");
    }
    assert!(!home.exists(), "asking for help leaves no files");
}

#[test]
fn completions_and_man_write_all_commands() {
    let home = home("commands-manual");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(run(&home, &["completions", shell], ""));
        for word in ["daily", "replay", "stats", "seed", "plain"] {
            assert!(script.contains(word), "{shell} has no {word}");
        }
        // The games by name, in shells that complete values.
        assert!(script.contains("hex-2048") || !["bash", "zsh"].contains(&shell), "{shell}");
    }
    fs::create_dir_all(&home).unwrap();
    fs::write(home.join("bash"), stdout(run(&home, &["completions", "bash"], ""))).unwrap();
    if let Ok(checked) = Command::new("bash").arg("-n").arg(home.join("bash")).output() {
        assert!(checked.status.success(), "{checked:?}");
    }
    let page = stdout(run(&home, &["man"], ""));
    assert!(page.contains(".TH tilewright 1") && page.contains("TILEWRIGHT_HOME"), "{page}");
    let pages = home.join("man");
    // Only into a directory that exists: a name may be misspelt.
    let missing = run(&home, &["man", "--dir", pages.to_str().unwrap()], "");
    assert!(!missing.status.success() && !pages.exists());
    fs::create_dir(&pages).unwrap();
    let text = stdout(run(&home, &["man", "--dir", pages.to_str().unwrap()], ""));
    for name in ["tilewright.1", "tilewright-play.1", "tilewright-replay-verify.1"] {
        assert!(pages.join(name).exists() && text.contains(name), "{text}");
    }
}

#[test]
fn replay_commands_verify_show_export_and_continue() {
    let home = home("commands-replay");
    stdout(run(&home, &["play", "classic-2048", "--seed", "5"], "auto 20 greedy\nnew 6\nyes\nquit\n"));
    let list = stdout(run(&home, &["replay", "list"], ""));
    let file = list.trim();
    let verified = stdout(run(&home, &["replay", "verify", file], ""));
    assert!(verified.contains("verified: Classic 2048, seed 5, 20 turns"), "{verified}");
    let shown = stdout(run(&home, &["replay", "show", file, "--events"], ""));
    assert!(shown.contains("assisted: greedy played turns by itself") && shown.contains(" appears at "), "{shown}");
    let json = stdout(run(&home, &["replay", "export", file], ""));
    assert_eq!(json.lines().count(), 21);
    for line in json.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(object["view"]["board"].is_string());
    }
    let csv = stdout(run(&home, &["replay", "export", file, "--to", "csv"], ""));
    assert_eq!((csv.lines().count(), csv.lines().next()), (22, Some("turn,action,score,board")));
    let watched = stdout(run(&home, &["replay", "play", file], "next\nnext 2\nback\ngo 20\nnext\ngo x\nwhat\nquit\n"));
    for words in
        ["Turn 1: ", "Turn 3: ", "Turn 2, score", "Turn 20, score", "This is the end.", "like go 12", "is not known"]
    {
        assert!(watched.contains(words), "{words}: {watched}");
    }
    let on = stdout(run(&home, &["replay", "continue", file, "--turn", "7"], ""));
    assert!(on.contains("goes on from turn 7: tilewright play classic-2048"), "{on}");
    let text = stdout(run(&home, &["play", "classic-2048", "--seed", "5"], "auto 1\nexport\nquit\n"));
    assert!(text.contains("resumed, seed 5.") && text.contains("Turn 8, score"), "{text}");
    assert!(stderr(run(&home, &["replay", "continue", file, "--turn", "21"], "")).contains("there is no turn 21"));
    let by_hand = stdout(run(&home, &["replay", "play", file], "go 3\ncontinue\nauto 1\nquit\n"));
    assert!(by_hand.contains("Turn 4, score") && by_hand.contains("The game is saved"), "{by_hand}");
    // A damaged one.
    let text = fs::read_to_string(file).unwrap();
    let bad = home.join("bad.replay");
    fs::write(&bad, text.replacen("end 20", "end 21", 1)).unwrap();
    let bad = bad.to_str().unwrap();
    for command in [&["verify"][..], &["show"], &["play"], &["export"], &["continue"]] {
        let says = stderr(run(&home, &[&["replay"], command, &[bad]].concat(), ""));
        assert!(says.contains("bad.replay: line "), "{says}");
        assert_eq!(says.lines().count(), 1);
    }
    let both = run(&home, &["replay", "verify", bad, file], "");
    assert!(String::from_utf8_lossy(&both.stdout).contains("verified"), "the good one is still checked");
    assert!(stderr(both).contains("not all of them hold"));
}

#[test]
fn export_to_an_existing_file_is_refused() {
    let home = home("commands-export");
    fs::create_dir_all(&home).unwrap();
    let file = home.join("mine.replay");
    let script = format!("auto 3\nexport {}\nexport {}\nquit\n", file.display(), file.display());
    let text = stdout(run(&home, &["play", "merge3", "--seed", "90"], &script));
    assert!(text.contains("The replay so far is in") && text.contains("cannot be written"), "{text}");
    assert!(stdout(run(&home, &["replay", "verify", file.to_str().unwrap()], "")).contains("3 turns"));
}

/// Everything goes into a file and comes back elsewhere; a file that is there is not overwritten.
#[test]
fn export_and_import_carry_a_game_to_another_home() {
    let (from, to) = (home("export-from"), home("export-to"));
    let played = stdout(run(&from, &["play", "classic-2048", "--seed", "5", "--plain"], "left\nup\nright\nquit\n"));
    assert!(played.contains("The game is saved"), "{played}");
    let file = from.join("arcade.json");
    let file = file.to_str().unwrap();
    assert!(stdout(run(&from, &["export", file], "")).contains("Everything is in "));
    assert!(stderr(run(&from, &["export", file], "")).contains("is there already; name another file"));
    assert_eq!(stdout(run(&to, &["import", file], "")), "Added: 1 open game.\n");
    assert_eq!(stdout(run(&to, &["import", file], "")), "Everything in this file is here already.\n");
    assert!(stdout(run(&to, &["play", "classic-2048", "--plain"], "quit\n")).contains("resumed, seed 5"));
    let bad = from.join("bad.json");
    fs::write(&bad, "{}").unwrap();
    let refused = stderr(run(&to, &["import", bad.to_str().unwrap()], ""));
    assert!(refused.contains("nothing was added: this is no file of the arcade"), "{refused}");
}

#[test]
fn play_board_begins_from_the_position_and_refuses_others() {
    let home = home("board");
    let board = "1024 1024 . ./. . . ./. . . ./. . . .";
    let played = stdout(run(&home, &["play", "classic-2048", "--board", board, "--plain"], "left\nquit\n"));
    assert!(played.contains("the target is reached"), "{played}");
    let refused = stderr(run(&home, &["play", "classic-2048", "--board", "1 2 3", "--plain"], ""));
    assert!(refused.starts_with("tilewright: --board: ") && refused.lines().count() == 1, "{refused}");
}

#[test]
fn stats_tell_the_streak_of_daily_challenges() {
    let home = home("stats-daily");
    let script = "auto 1 greedy\nnew\nyes\nauto 1 greedy\nnew\nyes\nquit\n";
    stdout(run(&home, &["daily", "--plain"], script));
    let stats = stdout(run(&home, &["stats"], ""));
    assert!(stats.contains("daily challenges: 1 played, streak 1 day\n"), "{stats}");
    assert_eq!(stats.lines().filter(|line| line.contains(": 1 played, best ")).count(), 1, "{stats}");
}

/// The help lists `serve` if and only if the program has pages to serve.
#[test]
fn serve_is_listed_only_if_there_are_pages() {
    let home = home("commands-serve");
    let mut command = tilewright(&home);
    command.args(["serve", "--host", "localhost", "--port", "0"]);
    let mut server = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _ = server.kill();
    let says = String::from_utf8(server.wait_with_output().unwrap().stderr).unwrap();
    let listed = stdout(run(&home, &["--help"], "")).lines().any(|line| line.trim_start().starts_with("serve"));
    if listed {
        assert!(line.starts_with("The arcade is at http://"), "{line}{says}");
    } else {
        assert!(line.is_empty() && says.contains("built without the pages"), "{line}{says}");
    }
}
