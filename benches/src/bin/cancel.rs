//! How long a search goes on after it was told to stop: median and worst for every preset and every player that
//! searches. Run it with `cargo run --release -p tilewright-benches --bin cancel [PRESET …]`.
//!
//! A clock tells the search to stop after a few milliseconds, sooner or later from one try to the next, as a person's
//! key press would. What is measured is the time from then to the answer. All in CPU time, and the least of some tries, so
//! that a busy machine does not pass for a slow search; the very first try, which may have tables to make, stands beside
//! it.

use cpu_time::ThreadTime;
use std::{process::ExitCode, time::Duration};
use tilewright_core::{Dice1, Game};
use tilewright_games::{AnyGame, AnyState, Preset};
use tilewright_players::{Limit, Player};

/// Tries a line: so many positions, each stopped after 1, 2, … milliseconds.
const POSITIONS: usize = 4;
const TIMES: u64 = 6;
/// Tries with the same position and time.
const TRIES: usize = 3;
/// Turns of the greedy player between two positions.
const TURNS: usize = 10;

/// The players that search, none of which would end by itself soon.
const SEARCHES: [&str; 4] =
    ["lookahead:6", "rollout:nodes=1000000000000", "mcts:nodes=1000000000000", "expectimax:nodes=1000000000000"];

fn main() -> ExitCode {
    match presets().and_then(|presets| presets.into_iter().try_for_each(measure)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cancel: {message}");
            ExitCode::FAILURE
        }
    }
}

fn presets() -> Result<Vec<&'static Preset>, String> {
    let find = |id: String| {
        Preset::find(&id).ok_or_else(|| {
            let known: Vec<_> = Preset::all().iter().map(|preset| preset.id).collect();
            format!("there is no preset “{id}”; there are {}", known.join(", "))
        })
    };
    let named = std::env::args().skip(1).map(find).collect::<Result<Vec<_>, _>>()?;
    let columns = ["first", "median", "worst"].map(|name| format!("{name:>10}")).join(" ");
    println!("{:<18} {:<12} {columns}   from “stop” to the answer, CPU ms", "game", "player");
    Ok(if named.is_empty() { Preset::all().iter().collect() } else { named })
}

fn measure(preset: &Preset) -> Result<(), String> {
    let game = preset.variant.compile().map_err(|error| format!("{}: {error}", preset.id))?;
    let positions = positions(&game).map_err(|error| format!("{}: {error}", preset.id))?;
    for text in SEARCHES {
        let player = Player::parse(text).map_err(|error| error.to_string())?;
        let (mut first, mut late) = (None, Vec::new());
        for state in &positions {
            for wait in 1..=TIMES {
                let tries = [(); TRIES].map(|()| delay(player, &game, state, Duration::from_millis(wait)));
                first.get_or_insert(tries[0]);
                late.push(tries.into_iter().fold(f64::INFINITY, f64::min));
            }
        }
        late.sort_by(f64::total_cmp);
        let (first, median, worst) = (first.unwrap_or(0.0), late[late.len() / 2], late[late.len() - 1]);
        println!("{:<18} {:<12} {first:>10.3} {median:>10.3} {worst:>10.3}", preset.id, player.id());
    }
    Ok(())
}

/// From the end of the time to the answer, in CPU milliseconds. A search that was done before counts as no delay.
fn delay(player: Player, game: &AnyGame, state: &AnyState, wait: Duration) -> f64 {
    let clock = ThreadTime::now();
    player.rank(game, state, &Limit { nodes: u64::MAX, stop: &|| clock.elapsed() >= wait });
    clock.elapsed().saturating_sub(wait).as_secs_f64() * 1000.0
}

/// Positions of a game as the greedy player meets them.
fn positions(game: &AnyGame) -> Result<Vec<AnyState>, String> {
    let mut dice = Dice1::new(1);
    let mut state = game.start(&mut dice, &mut ()).map_err(|error| error.to_string())?;
    let mut positions = vec![state.clone()];
    while positions.len() < POSITIONS {
        for _ in 0..TURNS {
            let ranking = Player::Greedy.rank(game, &state, &Limit::nodes(u64::MAX));
            let Some((action, _)) = ranking.actions.first() else { return Ok(positions) };
            game.advance(&mut state, *action, &mut dice, &mut ()).map_err(|error| error.to_string())?;
        }
        positions.push(state.clone());
    }
    Ok(positions)
}
