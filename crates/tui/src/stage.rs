//! A game's board on a screen, still or in motion: what the play screen, the viewer and the menu share.

use crate::{
    board::{Grid, Mark, Picture, labels, paint},
    look::Look,
    motion::Animation,
};
use ratatui::{buffer::Buffer, layout::Rect};
use std::time::Duration;
use tilewright_core::{Cell, Game, Tile, Topology};
use tilewright_session::{Motion, Scale, Session, Settings, Step};

/// Tiles are not made narrower than this for labels.
const NARROW: u16 = 4;
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

    /// Draws the board of a session as large as it fits, with labels at its rim if they cost no room.
    pub(crate) fn draw(
        &mut self,
        session: &Session,
        buffer: &mut Buffer,
        area: Rect,
        look: &Look,
        marks: Vec<(Cell, Mark)>,
    ) {
        let (grid, labels) = fit(session, area).map_or((None, false), |(grid, labels)| (Some(grid), labels));
        self.grid = grid;
        self.paint(session, buffer, look, marks);
        if let Some(grid) = self.grid.as_ref().filter(|_| labels) {
            labels::draw(session.game().topology(), grid, buffer, area, look);
        }
    }

    /// Draws other tiles on the board of a session.
    pub(crate) fn draw_tiles(
        &mut self,
        session: &Session,
        tiles: Vec<Option<Tile>>,
        buffer: &mut Buffer,
        area: Rect,
        look: &Look,
        marks: Vec<(Cell, Mark)>,
    ) {
        let Some((grid, labels)) = fit(session, area) else { return };
        let picture = Picture { tiles, sprites: Vec::new(), marks };
        paint(buffer, &grid, look, session.setup().tile_look().scale, &picture);
        if labels {
            labels::draw(session.game().topology(), &grid, buffer, area, look);
        }
        self.grid = Some(grid);
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

/// The grid of a board with its labels in an area, and whether there is room for labels.
fn fit(session: &Session, area: Rect) -> Option<(Grid, bool)> {
    let topology = session.game().topology();
    let grid = Grid::fit(topology, area)?;
    let (left, top) = labels::margins(session);
    let inner = Rect {
        x: area.x + left,
        y: area.y + top,
        width: area.width.saturating_sub(left),
        height: area.height.saturating_sub(top),
    };
    let labelled = Grid::fit(topology, inner)
        // Users are told rows and columns, so labels are worth a line of each tile, but not its number.
        .filter(|other| other.height >= grid.height.saturating_sub(1).max(1))
        .filter(|other| other.width >= grid.width.saturating_sub(2).max(NARROW));
    Some(match labelled {
        Some(labelled) => (labelled, true),
        None => (grid, false),
    })
}

/// The areas of a board and of a panel of `panel` columns next to it, which stand in the middle of an area as one.
pub(crate) fn beside(session: &Session, area: Rect, panel: u16) -> (Rect, Rect) {
    /// The columns between both.
    const GAP: u16 = 2;
    /// In a higher window the panel begins where the board does; a low one needs all its lines.
    const HIGH: u16 = 34;
    let room = Rect { width: area.width.saturating_sub(panel + GAP), ..area };
    let (used, top) = match fit(session, room) {
        Some((grid, labels)) => {
            let margin = if labels { labels::margins(session).0 } else { 0 };
            (grid.area.width + margin, grid.area.y)
        }
        None => (room.width, area.y),
    };
    let left = area.x + (area.width - (used + GAP + panel)) / 2;
    let top = if area.height >= HIGH { top } else { area.y };
    let side = Rect { x: left + used + GAP, y: top, width: panel, height: area.bottom() - top };
    (Rect { x: left, width: used, ..area }, side)
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
