//! A short game without input: a player plays it, and every event is printed.

use super::{board, status};
use std::io::{self, Write};
use tilewright_core::Game;
use tilewright_games::Preset;
use tilewright_players::{Limit, Player, Tables};
use tilewright_session::{Session, Setup, sentence};

/// A game that is over after a few turns, so that it is seen whole.
const GAME: (&str, u64) = ("merge3", 90);
/// The most turns, should the rules ever make it long.
const MAX_TURNS: usize = 40;

/// Lets a player play a short game and prints it. Nothing is saved.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn demo(out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let (preset, player) = (Preset::find(GAME.0).unwrap_or(&Preset::all()[0]), Player::Greedy);
    let session = Setup::preset(preset).ok().and_then(|setup| Session::new(setup, GAME.1).ok());
    let Some(mut session) = session else { return writeln!(out, "{} cannot be played.", preset.title) };
    writeln!(out, "{}: {}", preset.title, preset.about)?;
    writeln!(out, "Seed {}, played by {}: {}.\n", session.seed_text(), player.id(), player.about())?;
    board(&session, out)?;
    while session.over().is_none() && session.turn() < MAX_TURNS {
        let Ok(ranking) = session.hint(&player, &Tables::default(), &Limit::nodes(10_000)) else { break };
        let Some(&(action, _)) = ranking.actions.first() else { break };
        let text = session.game().action_text(action);
        let Ok(played) = session.play(action, None) else { break };
        writeln!(out, "\nTurn {}: {} plays {text}.", played.turn, player.id())?;
        for words in played.events.iter().filter_map(|event| sentence(session.game(), event)) {
            writeln!(out, "{words}")?;
        }
        board(&session, out)?;
    }
    writeln!(out, "\n{} Play it yourself: tilewright play {}", status(&session), preset.id)
}
