//! The rule page once more, as slow and literal as it can be, to hold the real thing against.
//!
//! Lists of rows and columns, every search exhaustive, nothing shared with the code under test but the parameters.

use super::super::{Equal, Order, Rules};

/// A step of a chain: what it is, where, and the points before the multiplier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Factored { centre: usize, parts: Vec<(usize, u32)>, points: u64 },
    Eliminated { a: usize, b: usize, points: u64 },
    Divided { from: usize, at: usize, value: u32, points: u64 },
}

impl Step {
    pub(super) fn points(&self) -> u64 {
        match self {
            Self::Factored { points, .. } | Self::Eliminated { points, .. } | Self::Divided { points, .. } => *points,
        }
    }
}

/// A board in row-major order, 0 being empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Model {
    pub(super) size: usize,
    pub(super) faces: Vec<u32>,
    /// Iteration by iteration, step by step.
    pub(super) steps: Vec<Vec<Step>>,
}

const UP: (i32, i32) = (-1, 0);
const DOWN: (i32, i32) = (1, 0);
const LEFT: (i32, i32) = (0, -1);
const RIGHT: (i32, i32) = (0, 1);
const AROUND: [(i32, i32); 4] = [UP, DOWN, LEFT, RIGHT];

impl Model {
    fn beside(&self, cell: usize, (down, right): (i32, i32)) -> Option<usize> {
        let size = self.size as i32;
        let (row, column) = (cell as i32 / size + down, cell as i32 % size + right);
        ((0..size).contains(&row) && (0..size).contains(&column)).then_some((row * size + column) as usize)
    }

    /// Plays an action without chance; false where nothing moves.
    pub(super) fn act(&mut self, rules: &Rules, id: usize) -> bool {
        let (dir, one) = ([UP, RIGHT, DOWN, LEFT][id % 4], (id / 4).checked_sub(1));
        let before = self.faces.clone();
        // One cell at a time until nobody can go on.
        let mut tile = one;
        loop {
            let cells: Vec<usize> = tile.map_or((0..self.faces.len()).collect(), |tile| vec![tile]);
            let goes = |&from: &usize| {
                let to = self.beside(from, dir)?;
                (self.faces[from] > 0 && self.faces[to] == 0).then_some((from, to))
            };
            let Some((from, to)) = cells.iter().find_map(goes) else { break };
            self.faces.swap(from, to);
            tile = tile.map(|_| to);
        }
        if self.faces == before {
            return false;
        }
        self.steps.clear();
        loop {
            let steps = self.iteration(rules);
            if steps.is_empty() {
                return true;
            }
            self.steps.push(steps);
        }
    }

    /// The points of the last chain.
    pub(super) fn gain(&self) -> u64 {
        let iteration = |(i, steps): (usize, &Vec<Step>)| steps.iter().map(|step| step.points() << i).sum::<u64>();
        self.steps.iter().enumerate().map(iteration).sum()
    }

    fn iteration(&mut self, rules: &Rules) -> Vec<Step> {
        let mut used = vec![false; self.faces.len()];
        let mut steps = Vec::new();
        let mut ascending: Vec<usize> = (0..self.faces.len()).filter(|&cell| self.faces[cell] > 0).collect();
        let scan = ascending.clone();
        ascending.sort_by_key(|&cell| self.faces[cell]);
        match rules.order {
            Order::FactorFirst => {
                ascending.iter().for_each(|&cell| steps.extend(self.factor(cell, &mut used)));
                scan.iter().for_each(|&cell| steps.extend(self.eliminate(rules, cell, &[RIGHT, DOWN], &mut used)));
                ascending.iter().for_each(|&cell| steps.extend(self.merge(cell, &mut used)));
            }
            Order::SmallestFirst => {
                for cell in ascending {
                    let step = self.factor(cell, &mut used);
                    let step = step.or_else(|| self.eliminate(rules, cell, &AROUND, &mut used));
                    let step = step.or_else(|| self.merge(cell, &mut used));
                    steps.extend(step);
                }
            }
        }
        steps
    }

    fn free(&self, cell: usize, dirs: &[(i32, i32)], used: &[bool]) -> Vec<usize> {
        let found = dirs.iter().filter_map(|&dir| self.beside(cell, dir));
        found.filter(|&other| self.faces[other] > 0 && !used[other]).collect()
    }

    fn factor(&mut self, centre: usize, used: &mut [bool]) -> Option<Step> {
        let face = self.faces[centre];
        if used[centre] {
            return None;
        }
        let mut candidates = self.free(centre, &AROUND, used);
        candidates.retain(|&other| self.faces[other] != face && face.is_multiple_of(self.faces[other]));
        if candidates.len() < 2 {
            return None;
        }
        // All products, in the order of the page: by length, then as lists.
        let mut lists = products(face, 2);
        lists.retain(|list| list.len() >= 2);
        lists.sort_by(|a, b| a.len().cmp(&b.len()).then(a.cmp(b)));
        let takers = lists.iter().find_map(|list| {
            let all = arrangements(&candidates, list.len());
            let fits = |takers: &&Vec<usize>| {
                takers.iter().zip(list).all(|(&taker, factor)| self.faces[taker].is_multiple_of(*factor))
            };
            all.iter().find(fits).map(|takers| (takers.clone(), list.clone()))
        });
        let (takers, list) = takers?;
        let points = u64::from(face) + takers.iter().map(|&taker| u64::from(self.faces[taker])).sum::<u64>();
        self.faces[centre] = 0;
        used[centre] = true;
        let mut parts = Vec::new();
        for (taker, factor) in takers.into_iter().zip(list) {
            let rest = self.faces[taker] / factor;
            self.faces[taker] = if rest == 1 { 0 } else { rest };
            used[taker] = true;
            parts.push((taker, self.faces[taker]));
        }
        parts.sort();
        Some(Step::Factored { centre, parts, points })
    }

    fn eliminate(&mut self, rules: &Rules, a: usize, dirs: &[(i32, i32)], used: &mut [bool]) -> Option<Step> {
        let face = self.faces[a];
        let power = (2..=256).any(|root: u32| root.pow(2) == face || root.pow(3) == face);
        if used[a] || rules.equal == Equal::Powers && !power {
            return None;
        }
        let b = self.free(a, dirs, used).into_iter().find(|&b| self.faces[b] == face)?;
        for cell in [a, b] {
            self.faces[cell] = 0;
            used[cell] = true;
        }
        Some(Step::Eliminated { a, b, points: 2 * u64::from(face) })
    }

    fn merge(&mut self, from: usize, used: &mut [bool]) -> Option<Step> {
        let face = self.faces[from];
        if used[from] {
            return None;
        }
        let mut multiples = self.free(from, &AROUND, used);
        multiples.retain(|&at| self.faces[at] != face && self.faces[at].is_multiple_of(face));
        // The last of the largest, seen from the end, is the first of them.
        let at = multiples.into_iter().rev().max_by_key(|&at| self.faces[at])?;
        let points = self.faces[at].into();
        self.faces[at] /= face;
        self.faces[from] = 0;
        used[from] = true;
        used[at] = true;
        Some(Step::Divided { from, at, value: self.faces[at], points })
    }
}

/// All ascending lists of factors from `least` up with this product.
fn products(n: u32, least: u32) -> Vec<Vec<u32>> {
    let mut lists = Vec::new();
    if n >= least {
        lists.push(vec![n]);
    }
    for factor in (least..n).take_while(|f| f * f <= n).filter(|&f| n.is_multiple_of(f)) {
        for mut rest in products(n / factor, factor) {
            rest.insert(0, factor);
            lists.push(rest);
        }
    }
    lists
}

/// All ways to line up `count` of these, earlier ones first.
fn arrangements(of: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for (i, &first) in of.iter().enumerate() {
        let others: Vec<usize> = of.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &other)| other).collect();
        for mut rest in arrangements(&others, count - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}
