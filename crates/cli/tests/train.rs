//! `tilewright train` from the outside: files, going on with them, stopping early.

mod common;

use common::{home, run, stderr, stdout, tilewright};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// A folder of its own, and a path in it.
fn folder(name: &str) -> (PathBuf, String) {
    let home = home(name);
    fs::create_dir_all(&home).unwrap();
    let file = home.join("own.values").display().to_string();
    (home, file)
}

fn train(home: &Path, arguments: &[&str]) -> std::process::Output {
    let train = ["train", "--small"].iter().chain(arguments).copied().collect::<Vec<_>>();
    run(home, &train, "")
}

/// Two games from values.
fn arena(home: &Path, preset: &str, file: &str) -> String {
    let player = format!("learned:values={file}");
    stdout(run(home, &["arena", preset, "--players", &player, "--games", "2", "--turns", "30", "--seed", "500000"], ""))
}

#[test]
fn train_then_resume_goes_on_and_appends_to_the_curve() {
    let (home, file) = folder("train-resume");
    let first = stdout(train(&home, &["merge3", "--moves", "4000", "--out", &file]));
    assert!(first.starts_with("4000 turns, "), "{first}");
    assert!(arena(&home, "merge3", &file).contains("learned"));
    let points = || fs::read_to_string(format!("{file}.curve")).unwrap().lines().count();
    let before = points();
    let refused = stderr(train(&home, &["merge3", "--moves", "4000", "--out", &file]));
    assert!(refused.lines().count() == 1 && refused.contains("--resume"), "{refused}");
    let second = stdout(train(&home, &["merge3", "--moves", "3000", "--resume", "--out", &file]));
    assert!(second.starts_with("7000 turns, "), "{second}");
    assert!(before > 0 && points() > before);
    assert!(arena(&home, "merge3", &file).contains("learned"));
}

#[test]
fn train_with_features_from_a_file_has_these_tables() {
    let (home, file) = folder("train-features");
    let text = format!("{file}.txt");
    fs::write(&text, "# two lines of tables\nruns 3\nsingles\n").unwrap();
    stdout(train(&home, &["merge3", "--moves", "4000", "--features", &text, "--out", &file]));
    let line: &[u8] = b"\ntuples runs 3; singles\n";
    assert!(fs::read(&file).unwrap().windows(line.len()).any(|part| part == line));
    assert!(arena(&home, "merge3", &file).contains("learned"));
    stdout(train(&home, &["merge3", "--moves", "1000", "--resume", "--out", &file]));
    let refused = |text: &str, says: &str| {
        let path = format!("{file}.bad");
        fs::write(&path, text).unwrap();
        let message = stderr(train(&home, &["merge3", "--features", &path, "--out", &format!("{file}.other")]));
        assert!(message.lines().count() == 1 && message.contains(says), "{message}");
    };
    refused("runs 3\nrum 4", "line 2: “rum 4” is none of");
    refused("tuple x x/x x", "2 rows, but the board has 5");
    let message = stderr(train(&home, &["merge3", "--features", "/nowhere", "--out", &format!("{file}.other")]));
    assert!(message.lines().count() == 1 && message.contains("/nowhere"), "{message}");
}

#[test]
fn train_with_max_bytes_goes_on_with_a_shorter_file() {
    let (home, file) = folder("train-max-bytes");
    stdout(train(&home, &["merge3", "--moves", "4000", "--out", &file]));
    let before = fs::read(&file).unwrap().len();
    let max = (before / 3).to_string();
    let output = stdout(train(&home, &["merge3", "--moves", "2000", "--resume", "--max-bytes", &max, "--out", &file]));
    assert!(output.starts_with("6000 turns, "), "{output}");
    let after = fs::read(&file).unwrap().len();
    assert!(after > 500 && after <= before / 3, "{before} {after}");
    assert!(arena(&home, "merge3", &file).contains("learned"));
    // Without --resume it only limits the file.
    let other = format!("{file}.other");
    stdout(train(&home, &["merge3", "--moves", "4000", "--max-bytes", "5000", "--out", &other]));
    assert!(fs::read(&other).unwrap().len() <= 5000);
}

#[test]
fn train_same_seed_and_moves_on_one_thread_writes_the_same_bytes() {
    for preset in ["classic-2048", "exponentile", "numberclart", "factors"] {
        let (home, file) = folder(&format!("train-same-{preset}"));
        let mut files = ["1", "1", "2"].iter().map(|seed| {
            stdout(train(&home, &[preset, "--moves", "3000", "--seed", seed, "--out", &file]));
            let bytes = fs::read(&file).unwrap();
            fs::remove_file(&file).unwrap();
            bytes
        });
        let (first, again, other) = (files.next().unwrap(), files.next().unwrap(), files.next().unwrap());
        assert!(first == again && first != other, "{preset}");
    }
}

#[cfg(unix)]
#[test]
fn train_interrupted_keeps_what_it_learned() {
    let (home, file) = folder("train-interrupted");
    let mut child = tilewright(&home)
        .args(["train", "numberclart", "--small", "--minutes", "50", "--out", &file])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first file is written once it listens to the signal.
    while !Path::new(&file).exists() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(20));
    }
    let empty = fs::read(&file).unwrap();
    thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("--resume goes on"), "{message}");
    assert!(fs::read(&file).unwrap().len() > empty.len());
    assert!(arena(&home, "numberclart", &file).contains("learned"));
}

#[test]
fn train_bad_files_are_refused_in_one_line() {
    let (home, file) = folder("train-bad");
    let refused = |arguments: &[&str], says: &str| {
        let message = stderr(train(&home, arguments));
        assert!(message.lines().count() == 1 && message.contains(says), "{message}");
    };
    refused(&["merge3", "--resume", "--out", &file], "cannot read");
    fs::write(&file, "no values").unwrap();
    refused(&["merge3", "--resume", "--out", &file], "this is no tilewright-values 1");
    fs::remove_file(&file).unwrap();
    stdout(train(&home, &["merge3", "--moves", "2000", "--out", &file]));
    refused(&["factors", "--resume", "--out", &file], "of another variant");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    refused(&["merge3", "--resume", "--out", &file], "damaged");
    refused(&["merge3", "--moves", "10", "--out", "/nowhere/at/all"], "cannot write");
}
