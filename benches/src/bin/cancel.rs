//! How long a search goes on after it was told to stop: median and worst for every preset and every player that
//! searches. Run it with `cargo run --release -p tilewright-benches --bin cancel [PRESET …]`.
//!
//! A clock tells the search to stop after a few milliseconds, sooner or later from one try to the next, as a person's
//! key press would. What is measured is the time from then to the answer. All in CPU time, so that a busy machine does not
//! pass for a slow search.

use cpu_time::ThreadTime;
use std::{process::ExitCode, time::Duration};
use tilewright_core::{Dice1, Game};
use tilewright_games::{AnyGame, AnyState, Preset};
use tilewright_players::{Limit, Player};

/// Tries a line: so many positions, each stopped after 1, 2, … milliseconds.
const POSITIONS: usize = 4;
const TIMES: u64 = 6;
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
    println!("{:<18} {:<12} {:>10} {:>10}   from “stop” to the answer, CPU ms", "game", "player", "median", "worst");
    Ok(if named.is_empty() { Preset::all().iter().collect() } else { named })
}

fn measure(preset: &Preset) -> Result<(), String> {
    let game = preset.variant.compile().map_err(|error| format!("{}: {error}", preset.id))?;
    let positions = positions(&game).map_err(|error| format!("{}: {error}", preset.id))?;
    for text in SEARCHES {
        let player = Player::parse(text).map_err(|error| error.to_string())?;
        let mut late: Vec<f64> = Vec::new();
        for state in &positions {
            for wait in 1..=TIMES {
                let (clock, wait) = (ThreadTime::now(), Duration::from_millis(wait));
                player.rank(&game, state, &Limit { nodes: u64::MAX, stop: &|| clock.elapsed() >= wait });
                // A search that was done before counts as no delay.
                late.push(clock.elapsed().saturating_sub(wait).as_secs_f64() * 1000.0);
            }
        }
        late.sort_by(f64::total_cmp);
        let (median, worst) = (late[late.len() / 2], late[late.len() - 1]);
        println!("{:<18} {:<12} {median:>10.3} {worst:>10.3}", preset.id, player.id());
    }
    Ok(())
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
