//! The lesson of a preset: a few scripted turns that the newcomer plays.

use crate::{
    board::Mark,
    page::{Context, HelpLine, Page, Then, help_lines},
    screens::play::{Panel, halves, key_name},
    stage::Stage,
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
};
use std::time::Duration;
use tilewright_core::{Cell, Game, Meaning};
use tilewright_session::{Answer, BoardInput, Command, Lesson, Notice, arrow, command};

/// A lesson being played. Nothing of it is saved.
pub(crate) struct LessonPage {
    title: String,
    lesson: Lesson,
    input: BoardInput,
    stage: Stage,
    pressed: Option<Cell>,
    notice: Option<Notice>,
}

impl LessonPage {
    /// A lesson of a game of that title.
    pub(crate) fn new(lesson: Lesson, title: &str) -> Self {
        let input = BoardInput::new(lesson.session());
        Self { title: title.into(), lesson, input, stage: Stage::default(), pressed: None, notice: None }
    }

    /// Carries out what came of an input: the scripted action is played, anything else gets a reminder.
    fn answer(&mut self, context: &Context<'_>, answer: &Answer) {
        let before = self.lesson.session().position().tiles;
        let score = self.lesson.session().score();
        match answer {
            Answer::Marked => self.notice = None,
            Answer::Act(action) if self.lesson.play(*action) => {
                let session = self.lesson.session();
                let log = session.played(session.turn()).into_iter().flat_map(|played| played.log);
                self.stage.show(&before, session.steps(&before, score, log), &context.arcade.settings);
                self.notice = None;
            }
            other => self.notice = Some(self.lesson.remind(other)),
        }
    }

    /// The tile or the direction of the next action.
    fn marks(&self) -> Vec<(Cell, Mark)> {
        let session = self.lesson.session();
        let topology = session.game().topology();
        let mut marks: Vec<_> = match self.lesson.action().map(|action| session.meaning(action)) {
            None => Vec::new(),
            Some(Meaning::Swap(from, to)) => vec![(from, Mark::From), (to, Mark::To)],
            Some(Meaning::Move(from, dir)) => {
                let to = topology.neighbour(from, dir).map(|to| (to, Mark::To));
                std::iter::once((from, Mark::From)).chain(to).collect()
            }
            Some(Meaning::Slide(dir)) => {
                let tiles = session.position().tiles;
                let there = topology.cells().filter(|cell| tiles[cell.index()].is_some());
                there.map(|cell| (cell, Mark::Way(arrow(topology, dir)))).collect()
            }
        };
        marks.extend(self.input.cursor().map(|cell| (cell, Mark::Cursor)));
        marks.extend(self.input.picked().map(|cell| (cell, Mark::Picked)));
        marks
    }
}

impl Page for LessonPage {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let (turn, of) = self.lesson.progress();
        let far = if self.lesson.action().is_some() { format!("turn {turn} of {of}") } else { "done".into() };
        ui::bar(buffer, area, look, &format!("Lesson: {}", self.title), &far);
        // Two lines more for the text below the board.
        let (board, side) = halves(self.lesson.session(), area, 2);
        let marks = self.marks();
        self.stage.draw(self.lesson.session(), buffer, board, look, marks);
        let mut panel = Panel { buffer, area: side, line: 0, context };
        panel.words("Last turn", look.accent());
        for sentence in self.lesson.session().story() {
            if panel.line + 2 < panel.area.height {
                panel.line = ui::paragraph(panel.buffer, panel.area, panel.line, &sentence, look.text());
            }
        }
        let text = Rect { x: area.x + 1, y: area.bottom() - 4, width: area.width - 2, height: 3 };
        match &self.notice {
            Some(notice) => ui::paragraph(buffer, text, 0, &notice.text, look.bad()),
            None => ui::paragraph(buffer, text, 0, &self.lesson.text(), look.good()),
        };
        let prompt = self.input.prompt(self.lesson.session());
        let end = if self.lesson.action().is_some() { "skip" } else { "back" };
        ui::keys(buffer, area, context, &[prompt, ("Esc".into(), end)]);
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        self.stage.finish();
        if key.code == KeyCode::Esc || self.lesson.action().is_none() {
            return Then::Back;
        }
        let topology = self.lesson.session().game().topology();
        let Some((name, shift)) = key_name(key) else { return Then::Stay };
        let answer = match command(topology, &name) {
            Some(Command::Go { dir }) => self.input.go(self.lesson.session(), dir, shift),
            Some(Command::Pick) => self.input.pick(self.lesson.session()),
            Some(Command::Leave) => return Then::Back,
            Some(Command::Help) => return Then::Help,
            _ => return Then::Stay,
        };
        self.answer(context, &answer);
        Then::Stay
    }

    fn mouse(&mut self, context: &mut Context<'_>, mouse: MouseEvent) -> Then {
        let cell = self.stage.grid.as_ref().and_then(|grid| grid.cell_at(mouse.column, mouse.row));
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if self.lesson.action().is_none() => return Then::Back,
            MouseEventKind::Down(MouseButton::Left) => self.pressed = cell,
            MouseEventKind::Up(MouseButton::Left) => {
                let (Some(from), Some(to)) = (self.pressed.take(), cell) else { return Then::Stay };
                let session = self.lesson.session();
                let answer = if from == to { self.input.tap(session, to) } else { self.input.drag(session, from, to) };
                self.answer(context, &answer);
            }
            _ => {}
        }
        Then::Stay
    }

    fn wait(&self) -> Option<Duration> {
        self.stage.wait()
    }

    fn pass(&mut self, _context: &mut Context<'_>, time: Duration) -> Then {
        self.stage.pass(time);
        Then::Stay
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [
            ("the keys of the game", "play the turn that the line below the board asks for"),
            ("Esc, q", "back to the game; the lesson can be called again"),
        ];
        (format!("lesson, {}", self.title), help_lines(lines))
    }
}
