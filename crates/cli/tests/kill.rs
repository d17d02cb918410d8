//! A process that is killed at any moment loses at most the turn in flight.

mod common;

use common::{home, tilewright};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::Stdio,
    sync::mpsc,
    thread,
    time::Duration,
};
use tilewright_core::{Dice, Dice1, Game};
use tilewright_games::Preset;
use tilewright_session::{PlayTime, Save, Session, Setup};

/// A line to type, and the save after it.
struct Step {
    typed: String,
    after: String,
}

/// The save as text.
fn save_text(session: &Session) -> String {
    Save::write(session)
}

/// Random lines: actions, now and then an undo or a redo, a new game after the end.
fn script(session: &mut Session, dice: &mut Dice1, count: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for _ in 0..count {
        let word = dice.word() >> 8;
        let legal = session.legal();
        let typed = match word % 8 {
            0 if session.undo() => "undo".to_owned(),
            1 if session.redo() => "redo".to_owned(),
            _ if legal.is_empty() => {
                // Another seed each time, so that no two saves are equal by chance.
                *session = Session::new(session.setup().clone(), word).unwrap();
                format!("new {word}")
            }
            _ => {
                let action = legal[(word / 8) as usize % legal.len()];
                session.play(action, None).unwrap();
                session.game().action_text(action)
            }
        };
        steps.push(Step { typed, after: save_text(session) });
    }
    steps
}

fn killed_often(id: &str, kills: usize) {
    let home = home(&format!("kill-{id}"));
    let save = home.join(format!("saves/{id}.save"));
    let setup = Setup::preset(Preset::find(id).unwrap()).unwrap();
    let mut dice = Dice1::new(kills as u64);
    let mut session = Session::new(setup, 77).unwrap();
    for kill in 0..kills {
        let before = save_text(&session);
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
            // Fails if the process is killed while it reads.
            let _ = stdin.write_all(input.as_bytes());
            // The pipe stays open: end of input would end the game normally.
            stdin
        });
        let out = BufReader::new(child.stdout.take().unwrap());
        let (first_step, printed_a_step) = mpsc::channel();
        let reader = thread::spawn(move || {
            // A status line follows the board at the start and after each step.
            let mut status_lines = 0_usize;
            for line in out.lines().map_while(Result::ok) {
                assert!(!line.starts_with("Note:"), "{line}");
                status_lines += usize::from(line.starts_with("Turn "));
                if status_lines == 2 {
                    let _ = first_step.send(());
                }
            }
            status_lines.saturating_sub(1)
        });
        // Every other kill comes soon after the start, often before the first output; the rest come after a step was
        // printed, however long a busy machine takes to get there.
        if kill % 2 == 1 {
            let _ = printed_a_step.recv();
        }
        thread::sleep(Duration::from_micros(dice.word() % 30_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let printed = reader.join().unwrap();
        drop(writer.join().unwrap());
        let now = match fs::read_to_string(&save) {
            Ok(text) => {
                let mut saved = Save::read(&text).unwrap_or_else(|error| panic!("{id}, kill {kill}: {error}"));
                // The time played differs from run to run.
                saved.set_time(PlayTime::default());
                save_text(&saved)
            }
            Err(_) => before.clone(),
        };
        // Every step that was printed is saved. A save may occur twice, by undo and redo.
        let states: Vec<_> = std::iter::once(&before).chain(steps.iter().map(|step| &step.after)).collect();
        let reached = (printed..states.len()).find(|&at| states[at] == &now);
        assert!(reached.is_some(), "{id}, kill {kill}: {printed} steps were printed, and now it is\n{now}");
        assert!(kill % 2 == 0 || printed > 0, "{id}, kill {kill}: waited for a step, but none was printed");
        if fs::exists(&save).unwrap() {
            session = Save::read(&now).unwrap();
        }
    }
    // Nothing was set aside on the way.
    let aside: Vec<_> = fs::read_dir(home.join("saves")).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(!aside.iter().any(|name| name.to_string_lossy().contains("damaged")), "{aside:?}");
}

#[test]
fn kill_during_classic_loses_no_printed_turn() {
    killed_often("classic-2048", 40);
}

#[test]
fn kill_during_swap_loses_no_printed_turn() {
    killed_often("exponentile", 25);
}

#[test]
fn kill_during_strain_loses_no_printed_turn() {
    killed_often("numberclart", 25);
}

#[test]
fn kill_during_factor_loses_no_printed_turn() {
    killed_often("factors", 25);
}

#[test]
fn kill_during_short_games_loses_no_printed_turn() {
    killed_often("merge3", 25);
}
