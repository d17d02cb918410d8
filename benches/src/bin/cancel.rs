//! Measures how long a search takes to return after a stop request, in CPU milliseconds, for every searching player on every
//! preset and on two small boards: `cargo run --release -p tilewright-benches --bin cancel [PRESET …]`.
//!
//! The stop request comes 1 to 100 ms after the start, as a user's key press would. Each case is repeated and the minimum
//! counts, so that other load on the machine is not measured. The very first try, which may build tables, has a column
//! of its own.

use cpu_time::ThreadTime;
use std::{process::ExitCode, sync::Arc, time::Duration};
use tilewright_core::{Dice1, Game};
use tilewright_games::{AnyGame, AnyState, Preset, Variant};
use tilewright_players::{Budget, Engine, Limit, Player};

/// Positions per line.
const POSITIONS: usize = 4;
/// When a search is stopped, in milliseconds after its start.
const TIMES: [u64; 7] = [1, 2, 3, 4, 5, 6, 100];
/// Tries with the same position and time.
const TRIES: usize = 3;
/// Turns of the greedy player between two positions.
const TURNS: usize = 10;

/// The players that search, none of which would end by itself soon.
const SEARCHES: [&str; 4] =
    ["lookahead:6", "rollout:nodes=1000000000000", "mcts:nodes=1000000000000", "expectimax:nodes=1000000000000"];

/// Boards that have searches of their own and no preset.
const SMALL: [(&str, &str); 2] = [
    ("3×3", r#"{"family":"slide","board":{"shape":"square","width":3,"height":3}}"#),
    ("hexagon, radius 1", r#"{"family":"slide","board":{"shape":"hex","radius":1}}"#),
];

fn main() -> ExitCode {
    match games().and_then(|games| games.iter().try_for_each(|(name, game)| measure(name, game))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cancel: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The presets that were asked for, or all games, with their names.
fn games() -> Result<Vec<(&'static str, Arc<AnyGame>)>, String> {
    let compile = |name: &'static str, variant: &Variant| {
        variant.compile().map(|game| (name, Arc::new(game))).map_err(|error| format!("{name}: {error}"))
    };
    let find = |id: String| {
        let preset = Preset::named(&id)?;
        compile(preset.id, &preset.variant)
    };
    let named = std::env::args().skip(1).map(find).collect::<Result<Vec<_>, _>>()?;
    let columns = ["first", "median", "worst"].map(|name| format!("{name:>10}")).join(" ");
    println!("{:<18} {:<12} {columns}   from “stop” to the answer, CPU ms", "game", "player");
    if !named.is_empty() {
        return Ok(named);
    }
    let presets = Preset::all().iter().map(|preset| compile(preset.id, &preset.variant));
    let small = SMALL
        .iter()
        .map(|(name, text)| compile(name, &Variant::from_text(text).map_err(|error| format!("{name}: {error}"))?));
    presets.chain(small).collect()
}

fn measure(name: &str, game: &Arc<AnyGame>) -> Result<(), String> {
    let positions = positions(game).map_err(|error| format!("{name}: {error}"))?;
    for text in SEARCHES {
        let player = Player::parse(text).map_err(|error| error.to_string())?;
        let mut engine = Engine::new(&player, Arc::clone(game)).map_err(|error| error.to_string())?;
        let (mut first, mut late) = (None, Vec::new());
        for state in &positions {
            for wait in TIMES {
                let tries = [(); TRIES].map(|()| delay(&mut engine, state, Duration::from_millis(wait)));
                first.get_or_insert(tries[0]);
                late.push(tries.into_iter().fold(f64::INFINITY, f64::min));
            }
        }
        late.sort_by(f64::total_cmp);
        let (first, median, worst) = (first.unwrap_or(0.0), late[late.len() / 2], late[late.len() - 1]);
        println!("{:<18} {:<12} {first:>10.3} {median:>10.3} {worst:>10.3}", name, player.id());
    }
    Ok(())
}

/// From the end of the time to the answer, in CPU milliseconds. A search that was done before counts as no delay.
fn delay(engine: &mut Engine, state: &AnyState, wait: Duration) -> f64 {
    let clock = ThreadTime::now();
    engine.rank(state, &Limit { budget: Budget::Default, stop: &|| clock.elapsed() >= wait });
    clock.elapsed().saturating_sub(wait).as_secs_f64() * 1000.0
}

/// Positions of a game as the greedy player meets them.
fn positions(game: &Arc<AnyGame>) -> Result<Vec<AnyState>, String> {
    let mut dice = Dice1::new(1);
    let mut state = game.start(&mut dice, &mut ()).map_err(|error| error.to_string())?;
    let mut greedy = Engine::new(&Player::Greedy, Arc::clone(game)).map_err(|error| error.to_string())?;
    let mut positions = vec![state];
    while positions.len() < POSITIONS {
        for _ in 0..TURNS {
            let Some(action) = greedy.choose(&state, &Limit::default()) else { return Ok(positions) };
            game.advance(&mut state, action, &mut dice, &mut ()).map_err(|error| error.to_string())?;
        }
        positions.push(state);
    }
    Ok(positions)
}
