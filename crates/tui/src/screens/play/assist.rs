//! Help from players: hints, autoplay, and which player at what pace.

use super::{Auto, HINT, Play, Purpose, Tone, keep};
use crate::page::Context;
use std::time::Duration;
use tilewright_core::Game;
use tilewright_players::{EngineError, Player, Ranking};

impl Play {
    pub(super) fn ask_hint(&mut self, context: &mut Context<'_>) {
        if self.say_over() {
            return;
        }
        let player = context.arcade.settings.player.clone();
        self.table.mark_hint(&mut context.arcade.notices);
        let thinking = context.think(self.session(), &player, HINT);
        self.thinking = Some((thinking, Purpose::Hint));
        self.say(Tone::Plain, format!("{} is thinking …", player.id()));
    }

    pub(super) fn toggle_auto(&mut self, context: &mut Context<'_>) {
        if self.auto.take().is_some() {
            self.thinking = None;
            self.say(Tone::Plain, "Autoplay is off.");
        } else if !self.say_over() {
            self.table.mark_hint(&mut context.arcade.notices);
            self.hint = None;
            self.auto = Some(Auto { left: Duration::ZERO });
            self.says = None;
        }
    }

    /// A player's answer.
    pub(super) fn thought(
        &mut self,
        context: &mut Context<'_>,
        purpose: Purpose,
        answer: &Result<Ranking, EngineError>,
    ) {
        let ranking = match answer {
            Ok(ranking) => ranking,
            Err(error) => {
                self.auto = None;
                return self.say(Tone::Bad, format!("No suggestion: {error}."));
            }
        };
        let Some((action, _)) = ranking.actions.first() else {
            self.auto = None;
            return;
        };
        match purpose {
            Purpose::Hint => {
                let words = self.session().game().action_text(*action);
                self.say(Tone::Good, format!("{} would play {words}.", context.arcade.settings.player.id()));
                self.hint = Some(ranking.clone());
            }
            Purpose::Turn => {
                self.act(context, *action);
                if let Some(auto) = &mut self.auto {
                    auto.left = Duration::from_millis(context.arcade.settings.pace.into());
                }
            }
        }
    }

    pub(super) fn next_player(&mut self, context: &mut Context<'_>) {
        let settings = &mut context.arcade.settings;
        let at = Player::ALL.iter().position(|player| *player == settings.player).unwrap_or(0);
        settings.player = Player::ALL[(at + 1) % Player::ALL.len()].clone();
        let words = format!("{}: {}.", settings.player.id(), settings.player.about());
        self.say(Tone::Plain, words);
        keep(context);
    }

    pub(super) fn change_pace(&mut self, context: &mut Context<'_>, faster: bool) {
        const PACES: [u32; 8] = [0, 50, 100, 200, 400, 800, 1500, 3000];
        let settings = &mut context.arcade.settings;
        let at = PACES.iter().position(|pace| *pace >= settings.pace).unwrap_or(PACES.len() - 1);
        settings.pace = PACES[if faster { at.saturating_sub(1) } else { (at + 1).min(PACES.len() - 1) }];
        let words = match settings.pace {
            0 => "Autoplay does not wait between turns.".to_owned(),
            pace => format!("Autoplay waits {pace} ms between turns."),
        };
        self.say(Tone::Plain, words);
        keep(context);
    }
}
