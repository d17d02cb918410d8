//! The native half: turn, score, draws and hash of every moment of the replays named on the command line; and for files of
//! weights, what `learned` makes of the first turns of their preset. WebAssembly is 32 bit, so holding it to them is also how
//! we know that nothing depends on the width of `usize`.

use std::{fs, path::Path, sync::Arc};
use tilewright_core::Game;
use tilewright_games::Preset;
use tilewright_players::{Engine, Limit, Player, Tables};
use tilewright_session::{Replay, Session, Setup};
use tilewright_values::Values;

/// Turns that `learned` plays of each preset, with a search and without; and the seed. As in `traces.mjs`.
const TURNS: usize = 12;
const PLAYERS: [&str; 2] = ["learned", "learned:nodes=300"];
const SEED: u64 = 5;

fn main() {
    for file in std::env::args().skip(1) {
        if file.ends_with(".values") {
            println!("{file}");
            choices(&file);
            continue;
        }
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

/// All actions of each turn, best first, with the bits of their values.
fn choices(file: &str) {
    let id = Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let setup = Setup::preset(Preset::find(id).expect("weights are of a preset")).expect("presets compile");
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut tables = Tables::default();
    tables.set_fetched(Values::from_bytes(&bytes).unwrap_or_else(|error| panic!("{file}: {error}")));
    for name in PLAYERS {
        let player = Player::parse(name).expect("the player exists");
        let mut engine =
            Engine::with_tables(&player, Arc::clone(&setup.game), &tables).expect("the weights are of this game");
        let mut session = Session::new(Arc::clone(&setup), SEED).expect("presets start");
        for turn in 0..TURNS {
            let ranking = engine.rank(session.state(), &Limit::default());
            let actions: Vec<String> = ranking
                .actions
                .iter()
                .map(|(action, value)| format!("{}={:016x}", setup.game.action_text(*action), value.to_bits()))
                .collect();
            println!("{turn} {} {} {}", ranking.depth, ranking.nodes, actions.join(" "));
            let Some((best, _)) = ranking.actions.first() else { break };
            session.play(*best, None).expect("players play what is legal");
        }
    }
}
