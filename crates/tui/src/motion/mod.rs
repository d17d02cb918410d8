//! Animation, from events alone: a turn's events become steps, and a step becomes pictures over time.
//!
//! Nothing here knows a rule or a clock. Whoever shows it says how much time has passed.

mod plan;

pub use plan::{Step, Way, plan};

use crate::{
    board::{Grid, Mark, Picture, Size, Sprite},
    settings::Speed,
};
use std::time::Duration;
use tilewright_core::Cell;

/// How long a step takes.
fn step_time(speed: Speed) -> Duration {
    Duration::from_millis(match speed {
        Speed::Instant => 0,
        Speed::Fast => 70,
        Speed::Normal => 140,
        Speed::Slow => 400,
    })
}

/// Long cascades are shown more quickly: no turn takes longer than so many steps.
const MOST_STEPS: u32 = 20;

/// The time between two pictures: a terminal far away shows no more than this.
pub const FRAME: Duration = Duration::from_millis(33);

/// A turn being shown.
#[derive(Clone, Debug)]
pub struct Animation {
    steps: Vec<Step>,
    at: usize,
    elapsed: Duration,
    each: Duration,
    /// Nothing moves; what changed is marked.
    still: bool,
}

impl Animation {
    /// Shows these steps; none where there is nothing to show.
    pub fn new(steps: Vec<Step>, speed: Speed, still: bool) -> Option<Self> {
        let each = step_time(speed).min(MOST_STEPS * step_time(speed) / steps.len().max(1) as u32);
        let shown = !steps.is_empty() && !each.is_zero();
        shown.then_some(Self { steps, at: 0, elapsed: Duration::ZERO, each, still })
    }

    /// Lets time pass; false once all is shown.
    pub fn pass(&mut self, time: Duration) -> bool {
        self.elapsed += time;
        while self.elapsed >= self.each && self.at < self.steps.len() {
            self.elapsed -= self.each;
            self.at += 1;
        }
        self.at < self.steps.len()
    }

    /// When the next picture is due.
    pub fn wait(&self) -> Duration {
        if self.still { self.each.saturating_sub(self.elapsed) } else { FRAME }
    }

    /// The step being shown.
    pub fn step(&self) -> Option<&Step> {
        self.steps.get(self.at)
    }

    /// The picture of this moment.
    pub fn picture(&self, grid: &Grid) -> Option<Picture> {
        let step = self.step()?;
        let part = self.elapsed.as_secs_f64() / self.each.as_secs_f64();
        Some(if self.still { still(step) } else { moving(step, part, grid) })
    }
}

fn flashes(cells: &[Cell]) -> Vec<(Cell, Mark)> {
    cells.iter().map(|cell| (*cell, Mark::Flash)).collect()
}

fn still(step: &Step) -> Picture {
    Picture { tiles: step.after.clone(), sprites: Vec::new(), marks: flashes(&step.changed) }
}

/// Tiles travel in the first three quarters of a step and what comes of them stands out in the last.
fn moving(step: &Step, part: f64, grid: &Grid) -> Picture {
    const TRAVEL: f64 = 0.75;
    if part >= TRAVEL {
        return still(step);
    }
    // Quick at first, then slower: things come to rest.
    let way = 1.0 - (1.0 - part / TRAVEL).powi(2);
    let between = |a: i32, b: i32| (f64::from(a) + f64::from(b - a) * way).round() as i32;
    let sprites = step.ways.iter().map(|travel| {
        let (from, to, size) = match *travel {
            Way::Between { from, to, .. } => (grid.corner(from), grid.corner(to), Size::Full),
            Way::Above { to, .. } => (grid.above(to), grid.corner(to), Size::Full),
            Way::Appear { at, .. } => (grid.corner(at), grid.corner(at), Size::Small),
        };
        let at = (between(from.0, to.0), between(from.1, to.1));
        Sprite { tile: travel.tile(), at, size, bright: false }
    });
    Picture { tiles: step.resting.clone(), sprites: sprites.collect(), marks: Vec::new() }
}

#[cfg(test)]
mod tests;
