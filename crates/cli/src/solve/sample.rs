//! What a player gives away in one game on a solved board.
//!
//! The mean over games is what the player loses against the best, and it is known far better than from scores: the luck
//! of a game is in what the best player could still have had, too, and drops out.

use tilewright_core::{Dice1, Game, Phase};
use tilewright_games::AnyGame;
use tilewright_players::{
    Limit, Player,
    exact::{Goal, Table},
};

/// Plays the game of a seed and sums up what every choice was worth less than the best one.
pub(super) fn loss(game: &AnyGame, table: &Table, player: Player, seed: u64) -> Result<f64, String> {
    let mut dice = Dice1::new(seed);
    let mut state = game.start(&mut dice, &mut ()).map_err(|error| error.to_string())?;
    let mut loss = 0.0;
    while game.phase(&state) == Phase::Decide && !(table.goal == Goal::Win && game.reached(&state).is_some()) {
        let ranking = player.rank(game, &state, &Limit::nodes(u64::MAX));
        let &(chosen, _) = ranking.actions.first().ok_or_else(|| player.excuse())?;
        let known = table.rank(game, &state).ok_or("the table does not hold a position that was met")?;
        let worth = known.actions.iter().find(|(action, _)| *action == chosen).map_or(0.0, |(_, worth)| *worth);
        loss += known.actions.first().map_or(0.0, |(_, best)| best - worth);
        game.advance(&mut state, chosen, &mut dice, &mut ()).map_err(|error| error.to_string())?;
    }
    Ok(loss)
}
