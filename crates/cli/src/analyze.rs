//! `tilewright analyze`: what a player thinks of a position.

use crate::{Failure, source::Source};
use clap::Args;
use std::{
    io::Write,
    time::{Duration, Instant},
};
use tilewright_core::{Dice1, Game};
use tilewright_games::AnyState;
use tilewright_players::{Limit, Player, Ranking};

/// What to look at.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright analyze classic-2048 --board '2 4 8 16/. . 4 8/. . . 4/. . . 2'
  tilewright analyze exponentile --seed 7 --player mcts --ms 500")]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// The position, instead of a dealt start
    #[arg(long, value_name = "POSITION")]
    board: Option<String>,
    /// The seed of the start
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The player to ask
    #[arg(long, default_value = "expectimax")]
    player: String,
    /// Think for so many milliseconds, instead of a number of nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    ms: Option<u64>,
    /// Actions to list
    #[arg(long, default_value_t = 8)]
    list: usize,
    /// Turns of the line to show
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(0..=100))]
    line: u64,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let player = Player::parse(&arguments.player).map_err(|error| error.to_string())?;
    let session = arguments.source.session(arguments.board.as_deref(), arguments.seed)?;
    let ask = |state: &AnyState| -> (Ranking, Duration) {
        let clock = Instant::now();
        let stop = || arguments.ms.is_some_and(|ms| clock.elapsed() >= Duration::from_millis(ms));
        let nodes = if arguments.ms.is_some() { u64::MAX - 1 } else { u64::MAX };
        let ranking = player.rank(session.game(), state, &Limit { nodes, stop: &stop });
        (ranking, clock.elapsed())
    };
    let game = session.game();
    writeln!(out, "{}", session.view().board)?;
    tilewright_tui::plain::board(&session, out)?;
    let (ranking, time) = ask(session.state());
    let Ranking { actions, nodes, depth } = &ranking;
    writeln!(out, "\n{player}: {nodes} nodes, depth {depth}, {:.1} ms", time.as_secs_f64() * 1000.0)?;
    if actions.is_empty() {
        writeln!(out, "the game is over")?;
    }
    for (action, value) in actions.iter().take(arguments.list) {
        writeln!(out, "{:>12} {value:>16.3}", game.action_text(*action))?;
    }
    // The line asks anew after each turn. The dice are its own: not even here does a player see the game's.
    let mut state = session.state().clone();
    let mut dice = Dice1::new(!session.view().hash);
    let mut best = actions.first().map(|(action, _)| *action);
    let mut line = Vec::new();
    while let Some(action) = best.filter(|_| (line.len() as u64) < arguments.line) {
        line.push(game.action_text(action));
        game.advance(&mut state, action, &mut dice, &mut ()).map_err(|error| error.to_string())?;
        best = ask(&state).0.actions.first().map(|(action, _)| *action);
    }
    if !line.is_empty() {
        writeln!(out, "a line with some dice: {}", line.join(", "))?;
    }
    Ok(())
}
