//! Killed at any moment, the game is there again with at most the turn in flight lost.

mod common;

use common::{home, tilewright};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::Stdio,
    thread,
    time::Duration,
};
use tilewright_core::{Dice, Dice1, Game};
use tilewright_games::Preset;
use tilewright_session::{Save, Session, Setup};

/// One thing to type, and the game after it.
struct Step {
    typed: String,
    after: String,
}

/// What is saved, as far as it can be compared.
fn picture(session: &Session) -> String {
    Save::write(session)
}

/// A game by script: actions, now and then an undo or a redo, another game when it is over.
fn script(session: &mut Session, dice: &mut Dice1, count: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for _ in 0..count {
        let word = dice.word() >> 8;
        let legal = session.legal();
        let typed = match word % 8 {
            0 if session.undo() => "undo".to_owned(),
            1 if session.redo() => "redo".to_owned(),
            _ if legal.is_empty() => {
                // Another seed each time, so that no two pictures are the same by chance.
                *session = Session::new(session.setup().clone(), word).unwrap();
                format!("new {word}")
            }
            _ => {
                let action = legal[(word / 8) as usize % legal.len()];
                session.play(action, None).unwrap();
                session.game().action_text(action)
            }
        };
        steps.push(Step { typed, after: picture(session) });
    }
    steps
}

fn killed_often(id: &str, kills: usize) {
    let home = home(&format!("kill-{id}"));
    let save = home.join(format!("saves/{id}.save"));
    let setup = Setup::preset(Preset::find(id).unwrap()).unwrap();
    let mut dice = Dice1::new(kills as u64);
    let mut session = Session::new(setup, 77).unwrap();
    let mut lost = 0;
    for kill in 0..kills {
        let before = picture(&session);
        let mut future = session.clone();
        let steps = script(&mut future, &mut dice, 200);
        let seed: &[_] = if fs::exists(&save).unwrap() { &[] } else { &["--seed", "77"] };
        let mut child = tilewright(&home)
            .args(["play", id, "--plain"])
            .args(seed)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input: String = steps.iter().map(|step| step.typed.clone() + "\n").collect();
        let writer = thread::spawn(move || {
            // It is killed while it reads.
            let _ = stdin.write_all(input.as_bytes());
            // The pipe stays open for now: the end of input would be an ordinary end.
            stdin
        });
        let out = BufReader::new(child.stdout.take().unwrap());
        let reader = thread::spawn(move || {
            let lines: Vec<String> = out.lines().map_while(Result::ok).collect();
            assert!(!lines.iter().any(|line| line.starts_with("Note:")), "{lines:?}");
            // A status follows the board at the start, and every step.
            lines.iter().filter(|line| line.starts_with("Turn ")).count().saturating_sub(1)
        });
        // From before its first breath to well into the game.
        thread::sleep(Duration::from_micros(dice.word() % 60_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let told = reader.join().unwrap();
        drop(writer.join().unwrap());
        let now = match fs::read_to_string(&save) {
            Ok(text) => picture(&Save::read(&text).unwrap_or_else(|error| panic!("{id}, kill {kill}: {error}"))),
            Err(_) => before.clone(),
        };
        // Everything that was told is there. The same picture may come twice, by undo and redo.
        let states: Vec<_> = std::iter::once(&before).chain(steps.iter().map(|step| &step.after)).collect();
        let reached = (told..states.len()).find(|&at| states[at] == &now);
        assert!(reached.is_some(), "{id}, kill {kill}: {told} steps were told, and now it is\n{now}");
        lost += usize::from(told == 0);
        if fs::exists(&save).unwrap() {
            session = Save::read(&now).unwrap();
        }
    }
    assert!(lost < kills, "it was always killed before it said anything, which tests nothing");
    // Nothing was set aside on the way.
    let aside: Vec<_> = fs::read_dir(home.join("saves")).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(!aside.iter().any(|name| name.to_string_lossy().contains("damaged")), "{aside:?}");
}

#[test]
fn classic_survives() {
    killed_often("classic-2048", 40);
}

#[test]
fn swaps_survive() {
    killed_often("exponentile", 25);
}

#[test]
fn strain_survives() {
    killed_often("numberclart", 25);
}

#[test]
fn factors_survive() {
    killed_often("factors", 25);
}

#[test]
fn short_games_that_end_and_begin_again_survive() {
    killed_often("merge3", 25);
}
