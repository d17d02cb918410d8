//! Trains on random variants and plays against players that learned nothing, with as much CPU time a turn for all.
//!
//! `cargo run --release -p tilewright-benches --bin variants -- [MINUTES [VARIANTS [FAMILY]]]`: how long each training takes,
//! in minutes on one core, 1 if not said; how many variants there are of each family, 5 if not said; and of which family,
//! all if not said. Prints for each variant the mean of `learned` and that of the best of the others, with their difference,
//! game by game. Fails if a difference is clearly below zero.
//!
//! Games are cut after [`TURNS`] turns. Rules that can have a turn limit and have none get this one: a learner would
//! otherwise plan for games of thousands of turns and be measured by the points of the first [`TURNS`].

use std::{fs, process::ExitCode, sync::Arc, sync::atomic::AtomicBool};
use tilewright_benches::{exit_code, train};
use tilewright_core::{Dice, Dice1, Game};
use tilewright_games::{AnyGame, Family, Variant};
use tilewright_lab::arena::{Control, Journal, Run, Summary};
use tilewright_players::{Player, Tables};

const GAMES: u64 = 40;
/// Games are cut here.
const TURNS: u64 = 300;
/// Afterstates that `learned` searches; the others get as much time.
const NODES: u64 = 300;
/// Games and turns of the first run, which finds out what a node of each player costs.
const TRIAL: (u64, u64) = (4, 60);
/// The least mean number of turns of a variant's random games; shorter ones leave little to learn.
const MIN_TURNS: u64 = 8;

/// The field of rules that limits the turns of a game.
const LIMIT: &str = "turn_limit";

/// Players that learned nothing, with these numbers of nodes.
fn others(nodes: [u64; 3]) -> Vec<Player> {
    let [expectimax, mcts, rollout] = nodes.map(Some);
    vec![
        Player::Greedy,
        Player::Expectimax { nodes: expectimax, depth: None },
        Player::Mcts { nodes: mcts, turns: 64 },
        Player::Rollout { nodes: rollout, turns: 64 },
    ]
}

/// Whether there is something to learn: random games are not over at once.
fn is_playable(game: &AnyGame) -> bool {
    let mut dice = Dice1::new(1);
    let mut turns = 0;
    for _ in 0..10 {
        let Ok(mut state) = game.start(&mut dice, &mut ()) else { return false };
        for _ in 0..TURNS {
            let Some(action) = game.choose(&state, dice.word()) else { break };
            game.advance(&mut state, action, &mut dice, &mut ()).expect("a chosen action is legal");
            turns += 1;
        }
    }
    turns >= 10 * MIN_TURNS
}

/// The variant with a limit of [`TURNS`] turns, if its rules can have one and have none.
fn limited(variant: Variant) -> Variant {
    let mut fields = variant.to_json();
    if !fields[LIMIT].is_null() {
        return variant;
    }
    fields[LIMIT] = TURNS.into();
    // Refused where the family has no such field.
    Variant::from_json(&fields).unwrap_or(variant)
}

fn play(variant: &Variant, players: Vec<Player>, tables: &Tables, games: u64, turns: u64) -> Result<Summary, String> {
    let game = Arc::new(variant.compile().map_err(|error| error.to_string())?);
    let mut run = Run::new("", variant, game, players);
    (run.games, run.turns, run.seed, run.tables) = (games, Some(turns), 500_000, tables.clone());
    let control = Control { threads: 1, stop: &AtomicBool::new(false), progress: &mut |_| () };
    let played = run.play(&run.open(&[]), &mut Journal::none(), control).map_err(|error| error.to_string())?;
    Ok(Summary::new(&run, &played))
}

/// Trains and plays; whether `learned` is not clearly worse than any other.
fn measure(variant: &Variant, minutes: f64) -> Result<bool, String> {
    let path = std::env::temp_dir().join(format!("tilewright-variants-{}", std::process::id())).display().to_string();
    let mut trainer = train(variant, 1, minutes)?;
    trainer.settle();
    let moves = trainer.progress().moves;
    fs::write(&path, trainer.values().to_bytes(None)).map_err(|error| format!("cannot write {path}: {error}"))?;
    drop(trainer);
    let learned = Player::Learned { nodes: Some(NODES), values: Some(path.clone()), practice: None };
    let mut tables = Tables::default();
    let opened = tables.open(&learned).map_err(|error| error.to_string());
    fs::remove_file(&path).map_err(|error| format!("cannot remove {path}: {error}"))?;
    opened?;
    let all = |nodes| [learned.clone()].into_iter().chain(others(nodes)).collect::<Vec<_>>();
    let trial = play(variant, all([NODES; 3]), &tables, TRIAL.0, TRIAL.1)?;
    let cost = |player: usize| trial.players[player].cpu.max(1e-6);
    let nodes = [2, 3, 4].map(|player| ((NODES as f64 * cost(0) / cost(player)) as u64).max(10));
    let players = all(nodes);
    let summary = play(variant, players.clone(), &tables, GAMES, TURNS)?;
    let against = summary.differences.iter().filter(|difference| difference.first == 0);
    // The least ahead of whom it is; a difference is the other player's points minus its own.
    let worst = against.max_by(|a, b| a.mean.total_cmp(&b.mean)).ok_or("there are others")?;
    let (own, other) = (&summary.players[0], &summary.players[worst.second]);
    println!("{}", variant.canonical());
    println!(
        "  learned {:.0} at {:.2} ms after {moves} turns; {} {:.0} at {:.2} ms; ahead by {:.0} ({:.0} – {:.0})",
        own.mean,
        own.cpu,
        players[worst.second],
        other.mean,
        other.cpu,
        -worst.mean,
        -worst.interval.1,
        -worst.interval.0
    );
    Ok(worst.interval.0 <= 0.0)
}

fn run() -> Result<bool, String> {
    let usage = "usage: variants [MINUTES [VARIANTS [FAMILY]]], numbers above 0, a family of games";
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize| args.get(n).map(|text| text.parse::<f64>().ok().filter(|number| *number > 0.0));
    let minutes = number(0).unwrap_or(Some(1.0)).ok_or(usage)?;
    let count = number(1).unwrap_or(Some(5.0)).ok_or(usage)? as usize;
    let is_wanted = |family: &Family| args.get(2).is_none_or(|name| name == family.name());
    if !Family::ALL.iter().any(is_wanted) {
        return Err(usage.into());
    }
    println!("{count} variants of each family, {minutes} minutes each, {GAMES} games, cut after {TURNS} turns");
    let (mut all, mut fine) = (0, 0);
    for family in Family::ALL.into_iter().filter(is_wanted) {
        let mut dice = Dice1::new(1);
        for _ in 0..count {
            let variant = loop {
                let variant = limited(Variant::random(family, &mut dice));
                if variant.compile().is_ok_and(|game| is_playable(&game)) {
                    break variant;
                }
            };
            all += 1;
            fine += usize::from(measure(&variant, minutes)?);
        }
    }
    println!("not clearly behind any other on {fine} of {all}");
    Ok(fine == all)
}

fn main() -> ExitCode {
    exit_code(run())
}
