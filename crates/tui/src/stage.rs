//! A game's board on a screen, still or in motion: what the play screen, the viewer and the menu share.

use crate::{
    board::{Grid, Mark, Picture, paint},
    look::Look,
    motion::Animation,
};
use ratatui::{buffer::Buffer, layout::Rect};
use std::time::Duration;
use tilewright_core::{Cell, Game, Tile, Topology};
use tilewright_session::{Motion, Scale, Session, Settings, Step};

/// The most lines of a cell in a small board.
const SMALL: u16 = 3;

/// A board and what moves on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stage {
    animation: Option<Animation>,
    /// Where it was drawn last, for the mouse.
    pub(crate) grid: Option<Grid>,
}

/// The score during an animation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    /// The score so far.
    pub(crate) score: u64,
    /// The wave that is shown; 0 if none.
    pub(crate) wave: u16,
}

impl Stage {
    /// Begins to show a turn.
    pub(crate) fn show(&mut self, before: &[Option<Tile>], steps: Vec<Step>, settings: &Settings) {
        self.animation = Animation::new(before, steps, settings.speed, settings.motion == Motion::Reduced);
    }

    /// Ends the animation.
    pub(crate) fn finish(&mut self) {
        self.animation = None;
    }

    /// Whether something moves.
    pub(crate) fn moves(&self) -> bool {
        self.animation.is_some()
    }

    /// The time until the next picture.
    pub(crate) fn wait(&self) -> Option<Duration> {
        self.animation.as_ref().map(Animation::wait)
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, time: Duration) {
        if self.animation.as_mut().is_some_and(|animation| !animation.pass(time)) {
            self.animation = None;
        }
    }

    /// The score that the animation has reached; `None` if nothing moves.
    pub(crate) fn shown(&self) -> Option<Shown> {
        let Step { score, wave, .. } = self.animation.as_ref()?.step()?;
        Some(Shown { score: *score, wave: *wave })
    }

    /// Draws the board of a session as large as it fits.
    pub(crate) fn draw(
        &mut self,
        session: &Session,
        buffer: &mut Buffer,
        area: Rect,
        look: &Look,
        marks: Vec<(Cell, Mark)>,
    ) {
        self.grid = Grid::fit(session.game().topology(), area);
        self.paint(session, buffer, look, marks);
    }

    /// The same in a size for menus.
    pub(crate) fn draw_small(&mut self, session: &Session, buffer: &mut Buffer, area: Rect, look: &Look) {
        self.grid = Grid::fit_at_most(session.game().topology(), area, SMALL);
        self.paint(session, buffer, look, Vec::new());
    }

    fn paint(&self, session: &Session, buffer: &mut Buffer, look: &Look, marks: Vec<(Cell, Mark)>) {
        let scale = session.setup().tile_look().scale;
        let Some(grid) = &self.grid else { return };
        let moving = self.animation.as_ref().and_then(|animation| animation.picture(grid));
        let picture = match moving {
            Some(mut picture) => {
                picture.marks.extend(marks.into_iter().filter(|(_, mark)| *mark == Mark::Cursor));
                picture
            }
            None => Picture { tiles: session.position().tiles, sprites: Vec::new(), marks },
        };
        paint(buffer, grid, look, scale, &picture);
    }
}

/// Draws tiles at rest, small.
pub(crate) fn draw_small(
    topology: &Topology,
    tiles: Vec<Option<Tile>>,
    scale: Scale,
    buffer: &mut Buffer,
    area: Rect,
    look: &Look,
) {
    if let Some(grid) = Grid::fit_at_most(topology, area, SMALL) {
        paint(buffer, &grid, look, scale, &Picture { tiles, ..Picture::default() });
    }
}
