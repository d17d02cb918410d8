//! Animation: the steps of a turn, drawn over time.
//!
//! What the steps are is the session's answer ([`Session::steps`](tilewright_session::Session::steps)); here they become pictures. There is no
//! clock: the caller says how much time has passed.

use crate::board::{Grid, Mark, Picture, Size, Sprite};
use std::time::Duration;
use tilewright_core::{Cell, Tile};
use tilewright_session::{Origin, Speed, Step, Travel};

/// The time between two pictures. A terminal on a slow connection shows no more than this.
pub const FRAME: Duration = Duration::from_millis(33);

/// A turn that is being shown.
#[derive(Clone, Debug)]
pub struct Animation {
    steps: Vec<Step>,
    /// The tiles before each step, and after the last.
    boards: Vec<Vec<Option<Tile>>>,
    /// The index of the step that is shown.
    at: usize,
    /// The time since that step began.
    elapsed: Duration,
    /// The time that a step takes.
    each: Duration,
    /// Reduced motion: nothing moves; what changed is marked.
    still: bool,
}

impl Animation {
    /// Shows these steps, from these tiles on; `None` if there is nothing to show.
    pub fn new(before: &[Option<Tile>], steps: Vec<Step>, speed: Speed, still: bool) -> Option<Self> {
        let each = Duration::from_millis(speed.step_time(steps.len()).into());
        if steps.is_empty() || each.is_zero() {
            return None;
        }
        let mut boards = vec![before.to_vec()];
        for step in &steps {
            let mut tiles = boards.last().cloned().unwrap_or_default();
            step.apply(&mut tiles);
            boards.push(tiles);
        }
        Some(Self { steps, boards, at: 0, elapsed: Duration::ZERO, each, still })
    }

    /// Lets time pass; false if all is shown.
    pub fn pass(&mut self, time: Duration) -> bool {
        self.elapsed += time;
        while self.elapsed >= self.each && self.at < self.steps.len() {
            self.elapsed -= self.each;
            self.at += 1;
        }
        self.at < self.steps.len()
    }

    /// The time until the next picture.
    pub fn wait(&self) -> Duration {
        if self.still { self.each.saturating_sub(self.elapsed) } else { FRAME }
    }

    /// The step that is shown.
    pub fn step(&self) -> Option<&Step> {
        self.steps.get(self.at)
    }

    /// The picture at this time.
    pub fn picture(&self, grid: &Grid) -> Option<Picture> {
        /// Tiles travel in the first three quarters of a step; in the last, the result is marked.
        const TRAVEL: f64 = 0.75;
        let step = self.step()?;
        let part = self.elapsed.as_secs_f64() / self.each.as_secs_f64();
        Some(if self.still || part >= TRAVEL {
            result(step, &self.boards[self.at + 1])
        } else {
            moving(step, &self.boards[self.at], part / TRAVEL, grid)
        })
    }
}

/// The tiles after a step; those that came or strained are marked. Tiles that fall in come by the dozen: they are not.
fn result(step: &Step, after: &[Option<Tile>]) -> Picture {
    let made = step.made.iter().filter(|made| !matches!(made.origin, Origin::Above { .. })).map(|made| made.at);
    let strained = step.strained.iter().filter(|strained| strained.more).map(|strained| strained.at);
    let marks = made.chain(strained).map(|cell| (cell, Mark::Flash)).collect();
    Picture { tiles: after.to_vec(), sprites: Vec::new(), marks }
}

/// The tiles on their way, `part` of it from 0 to 1.
fn moving(step: &Step, before: &[Option<Tile>], part: f64, grid: &Grid) -> Picture {
    // Ease-out: fast at first, then slower.
    let way = 1.0 - (1.0 - part).powi(2);
    let between = |a: i32, b: i32| (f64::from(a) + f64::from(b - a) * way).round() as i32;
    let sprite = |tile: Tile, from: (i32, i32), to: Cell, size: Size| {
        let to = grid.corner(to);
        Sprite { tile, at: (between(from.0, to.0), between(from.1, to.1)), size, bright: false }
    };
    let travel = |&Travel { from, to }: &Travel| {
        before[from.index()].map(|tile| sprite(tile, grid.corner(from), to, Size::Full))
    };
    let mut sprites: Vec<Sprite> = step.gone.iter().filter_map(travel).collect();
    for made in &step.made {
        let (from, size) = match made.origin {
            // It stands there when those it is made of have arrived.
            Origin::Merge => continue,
            Origin::Appear => (grid.corner(made.at), Size::Small),
            Origin::Above { rows } => (grid.above(made.at, rows), Size::Full),
            Origin::Burst { from } => (grid.corner(from), Size::Full),
        };
        sprites.push(sprite(Tile::new(made.value), from, made.at, size));
    }
    sprites.extend(step.moved.iter().filter_map(travel));
    let mut tiles = before.to_vec();
    for Travel { from, .. } in step.moved.iter().chain(&step.gone) {
        tiles[from.index()] = None;
    }
    Picture { tiles, sprites, marks: Vec::new() }
}

#[cfg(test)]
mod tests;
