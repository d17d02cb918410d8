//! `tilewright analyze`: what a player thinks of a position.

use crate::{Failure, names, source::Source};
use clap::Args;
use serde_json::json;
use std::{
    io::Write,
    sync::Arc,
    time::{Duration, Instant},
};
use tilewright_core::{Action, Dice, Dice1, Game, Outcome, ticket};
use tilewright_games::{AnyGame, AnyState};
use tilewright_players::{Budget, Engine, Limit, Player, Ranking, Tables};

/// What to look at.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright analyze classic-2048 --board '2 4 8 16/. . 4 8/. . . 4/. . . 2'
  tilewright analyze exponentile --seed 7 --player mcts --ms 500
  tilewright analyze merge3 --seed 3 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// The position, instead of a dealt start
    #[arg(long, value_name = "POSITION")]
    board: Option<String>,
    /// The seed of the start
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = names::seed)]
    seed: u64,
    /// The player to ask [default: learned for presets, expectimax for other variants]
    #[arg(long)]
    player: Option<String>,
    /// Think for so many milliseconds, instead of a number of nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    ms: Option<u64>,
    /// Actions to list
    #[arg(long, default_value_t = 8)]
    list: usize,
    /// Turns of the line to show
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(0..=100))]
    line: u64,
    /// Answer with one line of JSON, all actions in it
    #[arg(long)]
    json: bool,
}

/// One turn of a line: the action, and what chance answers.
type Turn = (Action, Vec<Outcome>);

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let session = arguments.source.session(arguments.board.as_deref(), arguments.seed)?;
    let game = session.game();
    let player = match &arguments.player {
        Some(name) => Player::parse(name).map_err(|error| error.to_string())?,
        None => Player::Learned { nodes: None, values: None, practice: None }.in_game(game),
    };
    let mut tables = Tables::default();
    tables.open(&player)?;
    let mut engine =
        Engine::with_tables(&player, Arc::clone(&session.setup().game), &tables).map_err(|error| error.to_string())?;
    let mut ask = |state: &AnyState| {
        let clock = Instant::now();
        let stop = || arguments.ms.is_some_and(|ms| clock.elapsed() >= Duration::from_millis(ms));
        let budget = if arguments.ms.is_some() { Budget::Unlimited } else { player.search_budget() };
        engine.rank(state, &Limit { budget, stop: &stop })
    };
    let clock = Instant::now();
    let ranking = ask(session.state());
    let ms = clock.elapsed().as_secs_f64() * 1000.0;
    let line = line(game, *session.state(), &ranking, arguments.line, &mut ask);
    if ranking.actions.is_empty() && session.over().is_none() {
        return Err(engine.excuse().into());
    }
    let action = |action: &Action| game.action_text(*action);
    let chance = |outcomes: &[Outcome]| -> Vec<String> {
        outcomes.iter().map(|outcome| outcome.text(game.topology())).collect()
    };
    let Ranking { actions, nodes, depth } = &ranking;
    if arguments.json {
        let ranked = actions.iter().map(|(a, value)| json!({ "action": action(a), "value": value }));
        let turns = line.iter().map(|(a, outcomes)| json!({ "action": action(a), "chance": chance(outcomes) }));
        let answer = json!({
            "board": session.view().board, "player": player.to_string(), "action": actions.first().map(|(a, _)| action(a)),
            "ranking": ranked.collect::<Vec<_>>(), "line": turns.collect::<Vec<_>>(), "nodes": nodes, "depth": depth,
            "ms": ms,
        });
        return Ok(writeln!(out, "{answer}")?);
    }
    writeln!(out, "{}", session.view().board)?;
    tilewright_tui::plain::board(&session, out)?;
    writeln!(out, "\n{player}: {nodes} nodes, depth {depth}, {ms:.1} ms")?;
    if actions.is_empty() {
        writeln!(out, "the game is over")?;
    }
    for (a, value) in actions.iter().take(arguments.list) {
        writeln!(out, "{:>12} {value:>16.3}", action(a))?;
    }
    if !line.is_empty() {
        let turns: Vec<String> = line
            .iter()
            .map(|(a, outcomes)| match chance(outcomes).as_slice() {
                [] => action(a),
                given if given.len() <= SHOWN => format!("{} ({})", action(a), given.join(" ")),
                given => format!("{} ({} and {} more)", action(a), given[..SHOWN].join(" "), given.len() - SHOWN),
            })
            .collect();
        writeln!(out, "a likely line: {}", turns.join(", "))?;
    }
    Ok(())
}

/// Outcomes of a turn that are written out.
const SHOWN: usize = 3;
/// Outcomes of a turn at the most: some games refill without a bound.
const OUTCOMES: usize = 1000;

/// The line that the player expects: its best action, then the likeliest outcome, and so on, asking anew each turn. Among
/// outcomes that are equally likely dice decide, which are the line's own: not even here does a player see the game's.
fn line(
    game: &AnyGame,
    mut state: AnyState,
    first: &Ranking,
    turns: u64,
    mut ask: impl FnMut(&AnyState) -> Ranking,
) -> Vec<Turn> {
    let mut dice = Dice1::new(!game.position(&state).hash(game.topology()));
    let mut line = Vec::new();
    let mut best = first.actions.first().map(|(action, _)| *action);
    while let Some(action) = best.filter(|_| (line.len() as u64) < turns) {
        if game.act(&mut state, action, &mut ()).is_err() {
            break;
        }
        let mut given = Vec::new();
        while game.is_chance(&state) && given.len() < OUTCOMES {
            let outcome = likeliest(game, &state, dice.word());
            game.settle(&mut state, outcome, &mut ());
            given.push(outcome);
        }
        line.push((action, given));
        best = ask(&state).actions.first().map(|(action, _)| *action);
    }
    line
}

/// The likeliest outcome at a chance node, or the one of several that a word stands for.
fn likeliest(game: &AnyGame, state: &AnyState, word: u64) -> Outcome {
    let (mut most, mut likely) = (0, Vec::new());
    game.outcomes(state, &mut |outcome, weight| {
        if weight > most {
            most = weight;
            likely.clear();
        }
        if weight == most {
            likely.push(outcome);
        }
    });
    likely[ticket(word, likely.len() as u64) as usize]
}
