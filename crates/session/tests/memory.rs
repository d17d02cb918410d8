//! Memory of long games, measured by a counting allocator. `cargo run --release -p tilewright-session --example memory`
//! measures a million turns in the same way.

mod counting;

use counting::count;
use std::sync::Arc;
use tilewright_core::{Dice, Dice1, Game};
use tilewright_games::Preset;
use tilewright_session::{Replay, Session, Setup};

const TURNS: usize = 100_000;

fn play(session: &mut Session, turns: usize) {
    let mut chooser = Dice1::new(session.turn() as u64);
    for _ in 0..turns {
        let action = session.game().choose(session.state(), chooser.word()).expect("this game goes on");
        session.play(action, None).unwrap();
    }
}

/// One test, as the counters are those of the whole process.
#[test]
fn long_games_use_bounded_memory() {
    let setup = Setup::preset(Preset::find_revision("factors-easy", 1).unwrap()).unwrap();
    let (mut session, _, _) = count(|| Session::new(Arc::clone(&setup), 1).unwrap());
    let ((), first, _) = count(|| play(&mut session, TURNS / 2));
    let ((), second, _) = count(|| play(&mut session, TURNS / 2));
    assert!(first + second <= 8 * TURNS, "{} bytes after {TURNS} turns", first + second);
    assert!(second <= 3 * TURNS, "the second half grew by {second} bytes");

    // Going back holds no more than going on did.
    let ((), held, _) = count(|| {
        for turn in [TURNS / 2, 70_000, 3, 0, TURNS - 1] {
            session.jump(turn);
        }
        while session.turn() > TURNS - 5000 {
            session.undo();
        }
        session.jump(TURNS);
    });
    assert!(held <= 1000, "{held} bytes");

    let text = session.replay();
    let (verified, _, peak) = count(|| Replay::read(&text).unwrap().verify().unwrap());
    assert_eq!((verified.turns, verified.score), (TURNS, session.score()));
    assert!(peak <= 64 << 10, "verifying took {peak} bytes");
    let (again, held, peak) = count(|| Replay::read(&text).unwrap().session().unwrap());
    assert_eq!(again.board(), session.board());
    assert!(held <= 6 * TURNS && peak <= 7 * TURNS, "the session took {held} bytes, {peak} at most");
}
