//! What a player thinks of a position.

use crate::{Refusal, bridge::now, turn::ActionMeaning};
use serde::Serialize;
use tilewright_core::Game;
use tilewright_players::{Budget, Limit, Player, Tables};
use tilewright_session::Session;
use tsify::Tsify;

/// The legal actions, best first.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct Ranking {
    /// Who was asked, in the shortest notation.
    pub player: String,
    /// The actions, best first.
    pub actions: Vec<Ranked>,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How many turns ahead it looked, where it searched.
    pub depth: u32,
}

/// An action and what it is worth to the player, in its own measure.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct Ranked {
    pub action: String,
    pub value: f64,
    pub meaning: ActionMeaning,
}

impl Ranking {
    /// Asks a player, who may look at so many nodes and think for so many milliseconds; without either it takes its own
    /// measure.
    pub(crate) fn ask(
        session: &mut Session,
        player: &str,
        nodes: Option<f64>,
        ms: Option<f64>,
    ) -> Result<Self, Refusal> {
        let player = Player::parse(player).map_err(Refusal::new)?;
        let end = ms.map(|ms| now() + ms);
        let stop = || end.is_some_and(|end| now() >= end);
        let budget = match (nodes, ms) {
            (Some(nodes), _) => Budget::Nodes(nodes as u64),
            // With a time to fill, the player's default does not count.
            (None, Some(_)) => Budget::Unlimited,
            (None, None) => Budget::Default,
        };
        // A page names no files: no table is open here.
        let ranking = session.ask(&player, &Tables::default(), &Limit { budget, stop: &stop }).map_err(Refusal::new)?;
        let ranked = |&(action, value): &(tilewright_core::Action, f64)| Ranked {
            action: session.game().action_text(action),
            value,
            meaning: ActionMeaning::of(session, action),
        };
        Ok(Self {
            player: player.to_string(),
            actions: ranking.actions.iter().map(ranked).collect(),
            nodes: ranking.nodes,
            depth: ranking.depth,
        })
    }
}
