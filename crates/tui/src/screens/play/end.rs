//! The panel over the board when a game is over or its target is reached. Its words are the session's.

use super::Play;
use crate::{
    page::{Context, Then},
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
};
use tilewright_session::{EndChoice, EndContext, EndPanel, date_text};

/// The panel, and what became of sharing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End {
    panel: EndPanel,
    note: Option<&'static str>,
}

/// The most columns of the panel, with its frame.
const WIDTH: u16 = 50;

fn key_of(choice: EndChoice) -> char {
    match choice {
        EndChoice::Board => 'b',
        EndChoice::New => 'n',
        EndChoice::Share => 'c',
        EndChoice::Undo => 'u',
        EndChoice::Replay => 'p',
    }
}

impl Play {
    /// Opens the panel of the game as it stands.
    pub(super) fn open_end(&mut self) {
        let day = self.table.start().day();
        let context = EndContext {
            title: self.title.clone(),
            best: self.best,
            milliseconds: self.session().time().milliseconds,
            // A challenge that is played on another seed is none.
            daily: day.filter(|&day| self.session().seed() == Some(tilewright_session::daily(day).1)),
            practice: self.practice,
        };
        let mut panel = self.session().end_panel(&context);
        panel.result += &self.link(context.daily).map_or(String::new(), |link| format!("\n{link}"));
        self.end = Some(End { panel, note: None });
    }

    /// The command that plays the same game; `None` if no command does.
    fn link(&self, daily: Option<u64>) -> Option<String> {
        let session = self.session();
        match (daily, session.setup().preset, session.seed()) {
            (Some(day), ..) => Some(format!("tilewright daily --date {}", date_text(day))),
            (None, Some(preset), Some(seed)) if session.counts() => {
                Some(format!("tilewright play {} --seed {seed}", preset.id))
            }
            _ => None,
        }
    }

    /// Whether the panel is in sight: the last turn has been shown.
    pub(super) fn shows_end(&self) -> bool {
        self.end.is_some() && !self.stage.moves()
    }

    pub(super) fn paint_end(&self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let Some(End { panel, note }) = self.end.as_ref().filter(|_| self.shows_end()) else { return };
        let look = &context.look;
        // In a small window the numbers next to the board are in the panel anyway.
        let width = WIDTH.min(area.width);
        let columns = usize::from(width) - 4;
        let result: Vec<String> = panel.result.lines().flat_map(|line| ui::wrap(line, columns)).collect();
        let rows = self.button_rows(panel, columns);
        let facts = panel.facts.len().div_ceil(2) as u16;
        let news = u16::from(!panel.news.is_empty());
        let needed = 2 + 2 + news + facts + 1 + result.len() as u16 + 1 + rows.len() as u16;
        // Too low for all of it: the text to paste is left out, the key still copies it.
        let brief = needed > area.height;
        let height = if brief { needed - result.len() as u16 - 1 } else { needed };
        let inner = ui::window(buffer, area, look, &panel.title, width, height);
        ui::centred(buffer, inner, 0, &panel.text, look.text());
        ui::centred(buffer, inner, 1, &panel.score, look.accent());
        ui::centred(buffer, inner, 2, panel.news, look.good());
        let mut line = 2 + news;
        let half = Rect { width: inner.width / 2 - 1, ..inner };
        for pair in panel.facts.chunks(2) {
            for (fact, column) in pair.iter().zip([half, Rect { x: inner.right() - half.width, ..half }]) {
                // A last one alone may be long.
                let column = if pair.len() == 1 { inner } else { column };
                ui::text(buffer, column, line, fact.name, look.dim());
                ui::right(buffer, column, line, &fact.value, look.text());
            }
            line += 1;
        }
        line += 1;
        if !brief {
            for words in &result {
                ui::text(buffer, inner, line, words, look.dim());
                line += 1;
            }
            ui::centred(buffer, inner, line, note.unwrap_or_default(), look.good());
            line += 1;
        } else if let Some(note) = note {
            ui::centred(buffer, inner, line - 1, note, look.good());
        }
        for row in rows {
            let mut x = inner.x;
            for (key, label) in row {
                let width = 2 + ui::width(label) as u16;
                let place = Rect { x, y: inner.y + line, width, height: 1 };
                ui::button(buffer, place, context, &key.to_string(), label);
                x += width + 2;
            }
            line += 1;
        }
    }

    /// The choices in as few rows as they fit into.
    fn button_rows(&self, panel: &EndPanel, columns: usize) -> Vec<Vec<(char, &'static str)>> {
        let mut rows: Vec<Vec<(char, &'static str)>> = vec![Vec::new()];
        let mut used = 0;
        for button in &panel.choices {
            let width = 2 + ui::width(button.label);
            if used > 0 && used + 2 + width > columns {
                rows.push(Vec::new());
                used = 0;
            }
            used += if used == 0 { width } else { 2 + width };
            rows.last_mut().expect("there is a row").push((key_of(button.choice), button.label));
        }
        rows
    }

    /// Handles a key while the panel is in sight; `None` if the board gets the key.
    pub(super) fn end_key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Option<Then> {
        let end = self.end.as_mut()?;
        let choices = &end.panel.choices;
        let choice = match key.code {
            KeyCode::Enter => choices.first().map(|button| button.choice),
            KeyCode::Esc => Some(EndChoice::Board),
            KeyCode::Char(letter) => {
                choices.iter().map(|button| button.choice).find(|&choice| key_of(choice) == letter.to_ascii_lowercase())
            }
            _ => None,
        };
        match choice {
            Some(EndChoice::Board) => {
                self.end = None;
                return Some(Then::Stay);
            }
            Some(EndChoice::Share) => {
                context.copied = Some(end.panel.result.clone());
                end.note = Some("The result is on the clipboard.");
                return Some(Then::Stay);
            }
            // The board's own keys begin, undo and view; any other one plays on from the target.
            Some(EndChoice::New) if key.code == KeyCode::Enter => {
                self.new_game(context);
                return Some(Then::Stay);
            }
            Some(EndChoice::New | EndChoice::Undo | EndChoice::Replay) | None => {}
        }
        if self.session().over().is_none() {
            self.end = None;
        }
        None
    }
}
