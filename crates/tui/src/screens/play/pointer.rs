//! The mouse at the board: clicks pick, drags act.

use super::Play;
use crate::page::Context;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

impl Play {
    pub(super) fn point(&mut self, context: &mut Context<'_>, mouse: MouseEvent) {
        // What lies under the panel cannot be clicked; a click next to its buttons closes it.
        if self.shows_end() {
            if matches!(mouse.kind, MouseEventKind::Down(_)) {
                self.end = None;
            }
            return;
        }
        let cell = self.stage.grid.as_ref().and_then(|grid| grid.cell_at(mouse.column, mouse.row));
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.stage.finish();
                (self.auto, self.thinking, self.asks) = (None, None, None);
                self.pressed = cell;
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let (Some(from), Some(to)) = (self.pressed.take(), cell) else { return };
                let answer = if from == to {
                    self.input.tap(self.table.session(), to)
                } else {
                    self.input.drag(self.table.session(), from, to)
                };
                self.answer(context, answer);
            }
            MouseEventKind::Moved => self.pointed = cell,
            MouseEventKind::Down(_) => {
                self.input.release();
                self.hint = None;
                self.notice = None;
            }
            _ => {}
        }
    }
}
