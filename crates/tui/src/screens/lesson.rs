//! The lesson of a preset: a few scripted turns that the newcomer plays.

use crate::{
    board::Mark,
    page::{Context, HelpLine, Page, Then, help_lines},
    screens::play::{Panel, below, halves, key_name, warning_marks},
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
use tilewright_session::{Answer, BoardInput, Command, Lesson, Notice, Tone, arrow, command};

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

    /// Carries out what came of an input: the scripted action is played, anything else is refused.
    fn answer(&mut self, context: &Context<'_>, answer: &Answer) {
        let before = self.lesson.session().position().tiles;
        let score = self.lesson.session().score();
        match answer {
            Answer::Marked => self.notice = None,
            // What is asked stays in sight; the footer says how a picked tile goes on.
            Answer::Say(notice) if notice.tone != Tone::Bad => self.notice = None,
            Answer::Act(action) if self.lesson.play(*action) => {
                let session = self.lesson.session();
                let log = session.played(session.turn()).into_iter().flat_map(|played| played.log);
                self.stage.show(&before, session.steps(&before, score, log), &context.arcade.settings);
                self.notice = None;
                self.lesson.ready(&mut self.input);
            }
            other => self.notice = Some(self.lesson.refusal(other)),
        }
    }

    /// The tile or the direction of the next action.
    fn marks(&self) -> Vec<(Cell, Mark)> {
        let session = self.lesson.session();
        let topology = session.game().topology();
        let mut marks = warning_marks(session);
        match self.lesson.action().map(|action| session.meaning(action)) {
            None => {}
            Some(Meaning::Swap(from, to)) => marks.extend([(from, Mark::From), (to, Mark::To)]),
            Some(Meaning::Move(from, dir)) => {
                marks.push((from, Mark::From));
                marks.extend(topology.neighbour(from, dir).map(|to| (to, Mark::To)));
            }
            Some(Meaning::Slide(dir)) => {
                let tiles = session.position().tiles;
                let there = topology.cells().filter(|cell| tiles[cell.index()].is_some());
                marks.extend(there.map(|cell| (cell, Mark::Way(arrow(topology, dir)))));
            }
        }
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
        let text = below(area, board, 4, 3);
        let lines = |words: &str| ui::wrap(words, text.width.into()).len();
        let asked = self.lesson.text();
        let notice = self.notice.as_ref().map(|notice| notice.text.as_str()).unwrap_or_default();
        // What is asked stays in sight; a refusal stands below it, or if there is no room, above the story.
        let is_below = lines(&asked) + lines(notice) <= text.height.into();
        let mut panel = Panel { buffer, area: side, line: 0, context };
        if !is_below && !notice.is_empty() {
            panel.line = ui::paragraph(panel.buffer, side, 0, notice, look.bad()) + 1;
        }
        let story = self.lesson.session().story();
        if story.is_empty() {
            panel.how(self.lesson.session());
        } else {
            panel.story(&story);
        }
        let line = ui::paragraph(buffer, text, 0, &asked, look.good());
        if is_below {
            ui::paragraph(buffer, text, line, notice, look.bad());
        }
        let keys = match self.lesson.action() {
            Some(_) => vec![self.input.prompt(self.lesson.session()), ("Esc".into(), "skip")],
            None => vec![("Enter".into(), "play")],
        };
        ui::keys(buffer, area, context, &keys);
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
