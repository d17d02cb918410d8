//! The native half: prints the traces of the replays named on the command line.

fn main() {
    for file in std::env::args().skip(1) {
        let replay = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        print!("{file}\n{}", tilewright_parity::trace(&replay));
    }
}
