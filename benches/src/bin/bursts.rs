//! Measures how many bursts a player of Numberclart makes: can `5 . 5` be burst over and over?
//!
//! `cargo run --release -p tilewright-benches --bin bursts` plays 40 games of up to 500 turns for each player, with bursts
//! that leave two 5s (the preset) and with bursts that leave one, and prints points and bursts a turn. `learned` trains on
//! 100,000 turns first.

use std::{error::Error, sync::Arc};
use tilewright_core::{Dice1, Event, Game};
use tilewright_games::{Preset, Variant};
use tilewright_players::{Engine, Limit, Player};
use tilewright_values::{Options, Size, Trainer};

const GAMES: u64 = 40;
const TURNS: u32 = 500;
const TRAINING: u64 = 100_000;

#[derive(Default)]
struct Sums {
    points: u64,
    turns: u64,
    bursts: u64,
    burst_points: u64,
    ended: u32,
}

impl Sums {
    /// Plays one game and adds what happened.
    fn play(&mut self, engine: &mut Engine, seed: u64) -> Result<(), Box<dyn Error>> {
        let game = Arc::clone(engine.game());
        let mut dice = Dice1::new(seed);
        let mut state = game.start(&mut dice, &mut ())?;
        let mut log = Vec::new();
        for _ in 0..TURNS {
            let Some(action) = engine.choose(&state, &Limit::default()) else {
                self.ended += 1;
                return Ok(());
            };
            log.clear();
            self.points += game.advance(&mut state, action, &mut dice, &mut log)?;
            self.turns += 1;
            // What a merge earns is logged right after it.
            for pair in log.windows(2) {
                if let [Event::Merged { overflow: true, .. }, Event::Scored { gain }] = pair {
                    self.bursts += 1;
                    self.burst_points += gain;
                }
            }
        }
        Ok(())
    }
}

fn engine(name: &str, variant: &Variant) -> Result<Engine, Box<dyn Error>> {
    let player = Player::parse(name)?;
    let game = Arc::new(variant.compile()?);
    if player.id() != "learned" {
        return Ok(Engine::new(&player, game)?);
    }
    let mut trainer = Trainer::new(variant, Options { size: Size::Small, ..Options::default() })?;
    trainer.run(TRAINING);
    Ok(Engine::with_values(&player, game, Arc::new(trainer.values()))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let preset = Preset::find("numberclart").ok_or("the preset is gone")?;
    println!("{GAMES} games of up to {TURNS} turns, seeds from 1; {}", preset.label());
    println!(
        "{:<7} {:<15} {:>11} {:>11} {:>16} {:>12}",
        "pieces", "player", "points/turn", "bursts/turn", "from bursts", "games ended"
    );
    for pieces in [2, 1] {
        let mut fields = preset.variant.to_json();
        fields["pieces"] = pieces.into();
        let variant = Variant::from_json(&fields)?;
        for name in ["random", "greedy", "mcts:nodes=100", "learned"] {
            let mut engine = engine(name, &variant)?;
            let mut sums = Sums::default();
            (1..=GAMES).try_for_each(|seed| sums.play(&mut engine, seed))?;
            let Sums { points, turns, bursts, burst_points, ended } = sums;
            println!(
                "{pieces:<7} {name:<15} {:>11.1} {:>11.2} {:>14.0} % {:>9} %",
                points as f64 / turns as f64,
                bursts as f64 / turns as f64,
                100.0 * burst_points as f64 / points as f64,
                100 * ended / GAMES as u32,
            );
        }
    }
    Ok(())
}
