//! Measures the memory and time of verifying a replay of a million turns, beyond its text: `factors-easy`, seed 1,
//! random actions. Run with `cargo run --release -p tilewright-session --example memory`.

#[path = "../tests/counting/mod.rs"]
mod counting;

use counting::count;
use std::time::Instant;
use tilewright_core::{Dice, Dice1, Game};
use tilewright_games::Preset;
use tilewright_session::{PlayError, Replay, Session, Setup};

fn main() {
    let setup =
        Setup::preset(Preset::find_revision("factors-easy", 1).expect("the preset exists")).expect("it compiles");
    let mut session = Session::new(setup, 1).expect("it starts");
    let mut chooser = Dice1::new(1);
    let ((), held, _) = count(|| {
        loop {
            let action = session.game().choose(session.state(), chooser.word()).expect("this game goes on");
            match session.play(action, None) {
                Ok(_) => {}
                Err(PlayError::Full { .. }) => break,
                Err(error) => panic!("{error}"),
            }
        }
    });
    let turns = session.turn();
    println!("session: {turns} turns, {held} bytes, {:.2} a turn", held as f64 / turns as f64);
    let text = session.replay();
    drop(session);
    println!("replay: {} bytes", text.len());
    measure("verify", || {
        let verified = Replay::read(&text).and_then(|replay| replay.verify()).expect("it verifies");
        assert_eq!(verified.turns, turns);
    });
    let mut session = None;
    measure("verify with history", || {
        session = Some(Replay::read(&text).and_then(|replay| replay.session()).expect("it verifies"));
    });
    let mut session = session.expect("it was read");
    measure("jump to the middle", || session.jump(turns / 2 - 1));
    measure("undo 10000 turns", || (0..10_000).for_each(|_| assert!(session.undo())));
}

fn measure(what: &str, work: impl FnOnce()) {
    let clock = Instant::now();
    let ((), held, peak) = count(work);
    println!("{what}: {:.1?}, peak {peak} bytes, {held} of them held", clock.elapsed());
    assert!(peak < 10_000_000, "more than 10 MB");
}
