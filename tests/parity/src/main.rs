//! The native half: turn, score, draws and hash of every moment of the replays named on the command line. WebAssembly is
//! 32 bit, so holding it to them is also how we know that nothing depends on the width of `usize`.

use std::fs;
use tilewright_session::Replay;

fn main() {
    for file in std::env::args().skip(1) {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let replay = Replay::read(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        println!("{file}");
        let shown = replay.each_turn(|turn, _, session| {
            println!("{turn} {} {} {:016x}", session.score(), session.draws(), session.hash());
            Ok::<_, std::convert::Infallible>(())
        });
        shown.unwrap_or_else(|error| panic!("{file}: {error}")).unwrap_or_else(|never| match never {});
    }
}
