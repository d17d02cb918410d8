//! Help from players: hints, autoplay, and which player at what pace.

use super::{Auto, Play, Purpose, save_settings};
use crate::page::Context;
use std::time::Duration;
use tilewright_core::Meaning;
use tilewright_players::{EngineError, Ranking};
use tilewright_session::{AUTOPLAY_OFF, Notice, Settings, thinking};

impl Play {
    pub(super) fn ask_hint(&mut self, context: &mut Context<'_>) {
        if self.show_over() {
            return;
        }
        let player = self.player(context);
        let time = Duration::from_millis(context.arcade.settings.hint_time().into());
        let search = context.think(self.session(), &player, time);
        self.thinking = Some((search, Purpose::Hint));
        self.say(thinking(player.id()));
    }

    pub(super) fn toggle_auto(&mut self) {
        if self.auto.take().is_some() {
            self.thinking = None;
            self.say(Notice::plain(AUTOPLAY_OFF));
        } else if !self.show_over() {
            self.hint = None;
            self.auto = Some(Auto { left: Duration::ZERO });
            self.notice = None;
        }
    }

    /// A player's answer.
    pub(super) fn thought(
        &mut self,
        context: &mut Context<'_>,
        purpose: Purpose,
        answer: &Result<Ranking, EngineError>,
    ) {
        let best = match answer {
            Ok(ranking) => Ok(ranking.actions.first().map(|(action, _)| *action)),
            Err(error) => Err(error),
        };
        // A player that has no answer is no help.
        let player = self.player(context);
        match (best, purpose) {
            (Ok(Some(_)), Purpose::Hint) => self.table.mark_hint(&mut context.arcade.notices),
            (Ok(Some(_)), Purpose::Turn) => self.table.mark_player(&player, &mut context.arcade.notices),
            _ => {}
        }
        let (Ok(Some(action)), Purpose::Turn) = (best, purpose) else {
            self.auto = None;
            self.hint = answer.clone().ok().filter(|ranking| !ranking.actions.is_empty());
            // A hint to slide names a key that would only move a cursor.
            if matches!(best, Ok(Some(action)) if matches!(self.session().meaning(action), Meaning::Slide(_))) {
                self.input.back(self.table.session());
            }
            return self.say(self.session().suggestion(best));
        };
        self.act(context, action);
        if let Some(auto) = &mut self.auto {
            auto.left = Duration::from_millis(context.arcade.settings.pace.into());
        }
    }

    /// Changes a setting, says what it is now and saves it.
    pub(super) fn say_setting(&mut self, context: &mut Context<'_>, change: impl FnOnce(&mut Settings) -> Notice) {
        let notice = change(&mut context.arcade.settings);
        self.say(notice);
        save_settings(context);
    }
}
