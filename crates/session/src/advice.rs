//! A player's ranking for people: how each action is played, and how far it is behind the best.

use crate::{Pointer, Session, keys::key_name, keys::keys_of, story::dir_words};
use serde::Serialize;
use tilewright_core::{Action, Cell, Dir, Game, Meaning, Notation, Shape, Topology};
use tilewright_games::Rules;
use tilewright_players::{Player, Ranking, exact::Goal};

/// An action of a ranking, as it is shown.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Advice {
    /// The place of the action in the ranking: mirrored actions are left out.
    pub index: usize,
    /// How it is played, in a word or two: `←`, `W`, `2 → row 1, col 3`.
    pub how: String,
    /// The same as a part of a sentence: `slide left (←)`.
    pub words: String,
    /// How far it is behind the best: `best`, `−12`, `weaker`.
    pub behind: String,
}

/// What the values of a player mean.
enum Measure {
    /// Points.
    Points,
    /// The chance to reach the target.
    Chance,
    /// The player's own numbers: only their order means something.
    Order,
}

fn measure(player: &Player, rules: Rules) -> Measure {
    match player {
        // What is learned for factor games counts turns survived as well.
        Player::Learned { .. } if !matches!(rules, Rules::Factor(_)) => Measure::Points,
        Player::Greedy | Player::Lookahead { .. } | Player::Rollout { .. } | Player::Mcts { .. } => Measure::Points,
        Player::Exact { goal: Goal::Score, .. } => Measure::Points,
        Player::Exact { .. } => Measure::Chance,
        Player::Random
        | Player::First
        | Player::TopFirst
        | Player::BottomFirst
        | Player::Expectimax { .. }
        | Player::Learned { .. } => Measure::Order,
    }
}

impl Session {
    /// A ranking for people, the best first; of swaps that are the same the other way round, the first.
    pub fn advice(&self, player: &Player, ranking: &Ranking, pointer: Pointer) -> Vec<Advice> {
        let measure = measure(player, self.setup().variant.rules());
        let best = ranking.actions.first().map_or(0.0, |(_, value)| *value);
        let worst = ranking.actions.last().map_or(0.0, |(_, value)| *value);
        let mut swaps: Vec<(Cell, Cell)> = Vec::new();
        let mut advice = Vec::new();
        for (index, &(action, value)) in ranking.actions.iter().enumerate() {
            if let Meaning::Swap(a, b) = self.meaning(action) {
                if swaps.contains(&(b, a)) {
                    continue;
                }
                swaps.push((a, b));
            }
            let behind = if index == 0 { "best".into() } else { behind(&measure, best, value, worst) };
            advice.push(Advice { index, how: self.how(action, pointer), words: self.action_words(action), behind });
        }
        advice
    }

    /// How an action is played, in few characters.
    fn how(&self, action: Action, pointer: Pointer) -> String {
        let topology = self.game().topology();
        match (self.meaning(action), pointer) {
            (Meaning::Slide(dir), Pointer::Mouse) => self.key(dir),
            (Meaning::Slide(dir), Pointer::Touch) => dir_words(topology.dir_name(dir)).into(),
            (Meaning::Move(cell, dir), _) => self.tile_goes(cell, dir),
            (Meaning::Swap(a, b), _) => match topology.dirs().find(|&dir| topology.neighbour(a, dir) == Some(b)) {
                Some(dir) => self.tile_goes(a, dir),
                None => format!("{} ↔ {}", self.tile_at(a), self.tile_at(b)),
            },
        }
    }

    /// A tile and where it goes, in few characters: `2 → row 1, col 3`.
    fn tile_goes(&self, cell: Cell, dir: Dir) -> String {
        let topology = self.game().topology();
        let place = place_words(topology, cell).replace("column", "col");
        format!("{} {} {place}", self.value_at(cell), arrow(topology, dir))
    }

    /// An action as a part of a sentence.
    pub fn action_words(&self, action: Action) -> String {
        let topology = self.game().topology();
        match self.meaning(action) {
            Meaning::Slide(dir) => format!("slide {} ({})", dir_words(topology.dir_name(dir)), self.key(dir)),
            Meaning::Move(cell, dir) => {
                let verb = if self.game().notation() == Notation::Step { "step" } else { "slide" };
                format!("{verb} the {} {}", self.tile_at(cell), dir_words(topology.dir_name(dir)))
            }
            Meaning::Swap(a, b) => {
                // By coordinates: on a board that wraps, a neighbour may lie at the other end.
                let ((row, column), (to_row, to_column)) = (topology.coords(a), topology.coords(b));
                let with = match (to_row - row, to_column - column) {
                    (-1, 0) => format!("{} above", self.value_at(b)),
                    (1, 0) => format!("{} below", self.value_at(b)),
                    (0, -1) => format!("{} to its left", self.value_at(b)),
                    (0, 1) => format!("{} to its right", self.value_at(b)),
                    _ => self.tile_at(b),
                };
                format!("swap the {} with the {with}", self.tile_at(a))
            }
        }
    }

    /// The key of a direction as users know it.
    fn key(&self, dir: Dir) -> String {
        let key = keys_of(self.game().topology(), dir)[0];
        key_name(key).to_ascii_uppercase()
    }

    /// A tile by its value and place: `2 (row 1, column 3)`.
    fn tile_at(&self, cell: Cell) -> String {
        format!("{} ({})", self.value_at(cell), place_words(self.game().topology(), cell))
    }

    /// The value of the tile in a cell; 0 if it is empty.
    fn value_at(&self, cell: Cell) -> u32 {
        self.game().tile(self.state(), cell).map_or(0, |tile| tile.value)
    }
}

/// A cell as people call it: by row and column, counted from 1; the cells of hexagons by their notation.
///
/// ```
/// use tilewright_core::{Cell, Topology};
/// let board = Topology::square(4, 4).unwrap();
/// assert_eq!(tilewright_session::place_words(&board, Cell(6)), "row 2, column 3");
/// ```
pub fn place_words(topology: &Topology, cell: Cell) -> String {
    let (a, b) = topology.coords(cell);
    match topology.shape() {
        Shape::Square { .. } => format!("row {}, column {}", a + 1, b + 1),
        Shape::Hex { .. } => topology.cell_text(cell),
    }
}

/// An arrow for a direction.
pub fn arrow(topology: &Topology, dir: Dir) -> &'static str {
    match dir_words(topology.dir_name(dir)) {
        "up" => "↑",
        "right" => "→",
        "down" => "↓",
        "left" => "←",
        "up right" => "↗",
        "down right" => "↘",
        "down left" => "↙",
        _ => "↖",
    }
}

/// How far a value is behind the best one.
fn behind(measure: &Measure, best: f64, value: f64, worst: f64) -> String {
    let gap = best - value;
    let scaled = match measure {
        Measure::Chance => gap * 100.0,
        Measure::Points | Measure::Order => gap,
    };
    match measure {
        _ if gap <= 0.0 => "as good".into(),
        Measure::Order if gap <= 0.1 * (best - worst) => "close".into(),
        Measure::Order => "weaker".into(),
        Measure::Points if scaled < 0.05 => "as good".into(),
        Measure::Points if scaled < 10.0 => format!("−{scaled:.1}"),
        Measure::Points => format!("−{}", crate::grouped(scaled.round() as u64)),
        Measure::Chance if scaled < 0.05 => "as good".into(),
        Measure::Chance => format!("−{scaled:.1} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use tilewright_games::Preset;

    fn session(id: &str) -> Session {
        Session::new(Setup::preset(Preset::find(id).unwrap()).unwrap(), 1).unwrap()
    }

    fn advice(id: &str, player: &str, values: &[(u16, f64)]) -> Vec<(String, String)> {
        let actions = values.iter().map(|&(id, value)| (Action(id), value)).collect();
        let ranking = Ranking { actions, nodes: 0, depth: 0 };
        let lines = session(id).advice(&Player::parse(player).unwrap(), &ranking, Pointer::Mouse);
        lines.into_iter().map(|line| (line.how, line.behind)).collect()
    }

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect()
    }

    #[test]
    fn advice_names_keys_and_differences() {
        let values = [(3, 1.6e6), (0, 1.6e6), (1, 1.6e6 - 3.25), (2, -0.0)];
        assert_eq!(
            advice("classic-2048", "greedy", &values),
            pairs(&[("←", "best"), ("↑", "as good"), ("→", "−3.2"), ("↓", "−1 600 000")])
        );
        assert_eq!(advice("classic-2048", "learned", &values)[2].1, "−3.2");
        assert_eq!(advice("factors", "learned", &values[1..])[2].1, "weaker");
        assert_eq!(advice("hex-2048", "expectimax", &values)[0].0, "S");
        assert_eq!(advice("hex-2048", "expectimax", &values[1..])[2], ("D".into(), "weaker".into()));
        let chances = [(3, 0.91), (0, 0.5)];
        assert_eq!(advice("classic-2048", "exact:goal=win", &chances)[1].1, "−41.0 %");
    }

    #[test]
    fn advice_mirrored_swaps_come_once() {
        let session = session("merge3");
        let swap = session.legal()[0];
        let Meaning::Swap(a, b) = session.meaning(swap) else { panic!("swaps") };
        let back = session.pair(b, a).unwrap();
        let ranking = Ranking { actions: vec![(swap, 4.0), (back, 4.0)], nodes: 0, depth: 0 };
        let lines = session.advice(&Player::Greedy, &ranking, Pointer::Touch);
        assert_eq!(lines.len(), 1);
        assert!(lines[0].how.contains(" row ") && lines[0].words.contains(" with the "), "{lines:?}");
        assert!(["above", "below", "left", "right"].iter().any(|side| lines[0].words.ends_with(side)), "{lines:?}");
    }
}
