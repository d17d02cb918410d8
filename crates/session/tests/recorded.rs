//! What was recorded still holds: perft counts, one playthrough a revision of a preset, and replays that are never re-recorded.
//!
//! With TILEWRIGHT_RECORD=1 (`cargo xtask record`) counts and playthroughs are written anew and missing replays are
//! added; a change in them is a change of the rules and has to be meant.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};
use tilewright_core::{Dice, Dice1, Game, Outcome, perft};
use tilewright_games::Preset;
use tilewright_session::{Replay, Session, Setup};

fn data(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(part)
}

fn recording() -> bool {
    std::env::var_os("TILEWRIGHT_RECORD").is_some()
}

/// Compares with the file, or writes it.
fn hold(file: &Path, text: &str) {
    if recording() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        return;
    }
    let name = file.display();
    let recorded = fs::read_to_string(file).unwrap_or_else(|e| panic!("{name}: {e}; `cargo xtask record` makes it"));
    for (i, (is, was)) in text.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(is, was, "{name}, line {}", i + 1);
    }
    assert_eq!(text.lines().count(), recorded.lines().count(), "{name}: number of lines");
}

/// Every revision of every preset, the newest last.
fn revisions() -> impl Iterator<Item = &'static Preset> {
    Preset::all().iter().flat_map(|newest| (1..=newest.revision).filter_map(|n| Preset::find_revision(newest.id, n)))
}

/// The file of a revision: the first has the preset's id alone.
fn file(preset: &Preset, folder: &str, ending: &str) -> PathBuf {
    let revision = if preset.revision == 1 { String::new() } else { format!("@{}", preset.revision) };
    data(&format!("{folder}/{}{revision}.{ending}", preset.id))
}

fn session(preset: &'static Preset, seed: u64) -> Session {
    Session::new(Setup::preset(preset).unwrap(), seed).unwrap()
}

/// Plays a uniformly random action; false where there is none.
fn play_any(session: &mut Session, chooser: &mut Dice1) -> bool {
    let action = session.game().choose(session.state(), chooser.word());
    action.map(|action| session.play(action, None).unwrap()).is_some()
}

#[test]
fn perft_counts() {
    for preset in revisions() {
        let mut text = format!("# {}: seed, turns played at random before, depth, actions, outcomes\n", preset.id);
        for (seed, turns) in [(1, 0), (2, 0), (3, 3), (4, 20), (5, 80)] {
            let mut session = session(preset, seed);
            let mut chooser = Dice1::new(seed);
            while session.turn() < turns && play_any(&mut session, &mut chooser) {}
            for depth in 1.. {
                let Ok(count) = perft(session.game(), session.state(), depth, 100_000) else { break };
                writeln!(text, "{seed} {turns} {depth} {} {}", count.actions, count.outcomes).unwrap();
                if count.outcomes == 0 {
                    break;
                }
            }
        }
        hold(&file(preset, "perft", "perft"), &text);
    }
}

#[test]
fn playthroughs() {
    for preset in revisions() {
        let mut session = session(preset, 7);
        let mut chooser = Dice1::new(70);
        let mut text = format!("{} seed 7\n", preset.label());
        moment(&session, &mut text);
        for _ in 0..24 {
            let Some(action) = session.game().choose(session.state(), chooser.word()) else { break };
            let game = session.game();
            let legal: Vec<_> = session.legal().into_iter().map(|action| game.action_text(action)).collect();
            writeln!(text, "legal {}", legal.join(" ")).unwrap();
            writeln!(text, "action {} = {}", action.0, game.action_text(action)).unwrap();
            let node = session.outcomes(action).unwrap();
            let show = |(outcome, weight): &(Outcome, u32)| format!("{}:{weight}", outcome.text(game.topology()));
            let shown: Vec<_> = node.iter().take(6).map(show).collect();
            writeln!(text, "chance {} outcomes: {}", node.len(), shown.join(" ")).unwrap();
            for event in session.play(action, None).unwrap().events {
                // As a `Value`: its keys are in alphabetical order.
                writeln!(text, "  {}", serde_json::json!(event)).unwrap();
            }
            moment(&session, &mut text);
        }
        hold(&file(preset, "playthroughs", "txt"), &text);
    }
}

fn moment(session: &Session, text: &mut String) {
    let view = session.view();
    writeln!(
        text,
        "\nturn {} score {} draws {} hash {:016x} {}\n{}",
        view.turn,
        view.score,
        view.draws,
        view.hash,
        view.reason.map_or("decide", |reason| reason.name()),
        view.board,
    )
    .unwrap();
}

#[test]
fn old_replays_still_play() {
    for preset in revisions() {
        let folder = data(&format!("replays/{}@{}", preset.id, preset.revision));
        if recording() {
            fs::create_dir_all(&folder).unwrap();
            for seed in [1, u64::MAX] {
                let file = folder.join(format!("random-{seed}.replay"));
                if !file.exists() {
                    let mut session = session(preset, seed);
                    let mut chooser = Dice1::new(seed);
                    while session.turn() < 300 && play_any(&mut session, &mut chooser) {}
                    fs::write(file, session.replay()).unwrap();
                }
            }
        }
        let mut files = 0;
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let file = entry.unwrap().path();
            let text = fs::read_to_string(&file).unwrap();
            let replay = Replay::read(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            let session = replay.session().unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            assert_eq!(session.replay(), text, "{}: written again, it is the same", file.display());
            files += 1;
        }
        assert!(files > 0, "{} has recorded replays", preset.label());
    }
}
