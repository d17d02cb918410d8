//! The mouse at the board: taps pick, drags act.

use super::{Play, Tone};
use crate::page::Context;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use tilewright_core::{Cell, Game, Notation};

impl Play {
    pub(super) fn point(&mut self, context: &mut Context<'_>, mouse: MouseEvent) {
        let cell = self.stage.grid.as_ref().and_then(|grid| grid.cell_at(mouse.column, mouse.row));
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.stage.finish();
                (self.auto, self.thinking, self.asks) = (None, None, None);
                self.pressed = cell;
            }
            MouseEventKind::Up(MouseButton::Left) => match (self.pressed.take(), cell) {
                (Some(from), Some(to)) if from == to => self.tap(context, to),
                (Some(from), Some(to)) => self.pair(context, from, to),
                _ => {}
            },
            MouseEventKind::Down(_) => {
                self.picked = None;
                self.hint = None;
                self.says = None;
            }
            _ => {}
        }
    }

    fn tap(&mut self, context: &mut Context<'_>, cell: Cell) {
        match self.picked {
            _ if self.session().game().notation() == Notation::Direction => {
                self.say(Tone::Plain, "Drag across the board to slide that way.");
            }
            Some(picked) if picked == cell => {
                self.picked = None;
                self.says = None;
            }
            Some(picked) => self.pair(context, picked, cell),
            None => self.pick_at(cell),
        }
    }
}
