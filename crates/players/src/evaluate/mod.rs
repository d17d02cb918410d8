//! Static evaluation: how good a board is at a leaf of a search.
//!
//! Values are in the family's own unit; only their order and their differences matter to a search.
//!
//! Invariant: the end of a game has a lower value than any board that goes on, so no search prefers the end. See
//! [`above_end`].

mod factor;
mod slide;
mod strain;
mod swap;

pub(crate) use slide::{MARGIN as SLIDE_MARGIN, line_value};

use tilewright_core::{Game, Topology};
use tilewright_games::Rules;

/// The evaluation of a game's family.
pub(crate) enum Evaluator {
    Slide(slide::Slide),
    Swap(swap::Swap),
    Strain(strain::Strain),
    Factor(factor::Factor),
}

impl Evaluator {
    pub(crate) fn new(rules: &Rules, topology: &Topology) -> Self {
        match rules {
            Rules::Slide(rules) => Self::Slide(slide::Slide::new(rules, topology)),
            Rules::Swap(rules) => Self::Swap(swap::Swap::new(rules, topology)),
            Rules::Strain(_) => Self::Strain(strain::Strain::new(topology)),
            Rules::Factor(_) => Self::Factor(factor::Factor::new(topology)),
        }
    }

    /// The value of a settled state in which the player is to choose, or the end of the game. With
    /// [`Self::takes_afterstates`], also of a state in which chance is to choose.
    pub(crate) fn value<G: Game>(&self, game: &G, state: &G::State) -> f64 {
        let is_over = match self {
            // A count of the moves is part of the evaluation.
            Self::Swap(swap) => {
                let mut moves = 0;
                game.actions(state, &mut |_| moves += 1);
                if moves > 0 {
                    return above_end(swap.value(game, state, moves), self.end(), self.margin());
                }
                true
            }
            // The last turn: what chance does after it changes nothing.
            Self::Factor(_) if game.is_chance(state) => game.turns_left(state) == Some(0),
            _ => matches!(game.phase(state), tilewright_core::Phase::Over(_)),
        };
        if is_over {
            return self.end();
        }
        let value = match self {
            Self::Slide(slide) => slide.value(game, state),
            Self::Strain(strain) => strain.value(game, state),
            Self::Factor(factor) => factor.value(game, state),
            Self::Swap(_) => unreachable!("it is over or was evaluated above"),
        };
        above_end(value, self.end(), self.margin())
    }

    /// Whether afterstates, in which chance is to choose, can be evaluated, too: then a search need not draw chance at its
    /// leaves.
    pub(crate) fn takes_afterstates(&self) -> bool {
        matches!(self, Self::Factor(_))
    }

    /// The value of the end of the game.
    pub(crate) fn end(&self) -> f64 {
        match self {
            Self::Slide(_) => slide::END,
            Self::Swap(_) | Self::Strain(_) => -1000.0,
            Self::Factor(_) => -2000.0,
        }
    }

    /// The distance to the end within which values are compressed.
    fn margin(&self) -> f64 {
        match self {
            Self::Slide(_) => slide::MARGIN,
            _ => 100.0,
        }
    }

    /// The value of a point.
    pub(crate) fn point(&self) -> f64 {
        match self {
            // Points come by themselves to a player that survives, and chasing them breaks the lines.
            Self::Slide(_) => 0.0,
            // The length of the game earns more than the points of this turn.
            Self::Swap(_) => 0.01,
            Self::Strain(_) => 0.7,
            Self::Factor(_) => 1.0,
        }
    }
}

/// The value itself if it is above `end` by more than `margin`; otherwise a hyperbola that has the same slope there,
/// keeps the order and stays above `end`.
pub(crate) fn above_end(value: f64, end: f64, margin: f64) -> f64 {
    let above = value - end;
    if above >= margin { value } else { end + margin * margin / (2.0 * margin - above) }
}

/// The logarithm to base 2, exact for powers of two and quicker for them.
fn log2(value: u32) -> f64 {
    if value.is_power_of_two() { value.trailing_zeros().into() } else { f64::from(value).log2() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Dice, Dice1, Phase, Position, ticket};
    use tilewright_games::{AnyGame, Compiled, Preset, Variant};

    fn evaluator(game: &AnyGame) -> Evaluator {
        Evaluator::new(&game.rules(), game.topology())
    }

    fn value(game: &AnyGame, board: &str) -> f64 {
        let position = Position::parse(game.topology(), board).unwrap();
        evaluator(game).value(game, &game.place(&position).unwrap())
    }

    #[test]
    fn above_end_keeps_order_and_stays_above() {
        let values: Vec<f64> = [-1e9, -5000.0, -1001.0, -950.0, -900.0, -899.0, 0.0, 1e9].to_vec();
        let mapped: Vec<f64> = values.iter().map(|value| above_end(*value, -1000.0, 100.0)).collect();
        assert!(mapped.is_sorted_by(|a, b| a < b) && mapped[0] > -1000.0, "{mapped:?}");
        assert_eq!(mapped[4..], values[4..]);
    }

    /// Random boards of all games, with tiles as large as they get.
    #[test]
    fn value_of_a_board_that_goes_on_is_above_the_end() {
        for preset in Preset::all() {
            let game = preset.variant.compile().unwrap();
            let evaluator = evaluator(&game);
            let mut dice = Dice1::new(5);
            let start = game.position(&game.start(&mut Dice1::new(1), &mut ()).unwrap());
            let mut placed = 0;
            for _ in 0..2000 {
                let mut position = start.clone();
                for tile in &mut position.tiles {
                    let shift = ticket(dice.word(), 20) as u32;
                    if let Some(tile) = tile {
                        tile.value = tile.value.checked_shl(shift).unwrap_or(tile.value);
                    } else if ticket(dice.word(), 4) > 0 {
                        *tile = Some(tilewright_core::Tile::new(2 << shift));
                    }
                }
                let Ok(state) = game.place(&position) else { continue };
                if game.phase(&state) == Phase::Decide {
                    placed += 1;
                    assert!(evaluator.value(&game, &state) > evaluator.end(), "{} {position:?}", preset.id);
                }
            }
            // Some families have small tiles, or boards that must not hold groups.
            assert!(placed > 10 || !matches!(evaluator, Evaluator::Slide(_)), "{}", preset.id);
        }
    }

    #[test]
    fn value_of_a_stuck_board_is_the_end() {
        let game = Preset::find("classic-2048").unwrap().variant.compile().unwrap();
        assert_eq!(value(&game, "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2"), slide::END);
    }

    /// A tile of 1 used to be taken for an empty cell. Boards of twice the values are the same but for the smallest tile.
    #[test]
    fn value_of_a_board_with_1s_is_that_of_the_doubled_board() {
        let slide = r#"{"family":"slide","board":{"shape":"square","width":3,"height":3},"target":64,"spawn":"#;
        let swap = r#"{"family":"swap","width":4,"height":4,"spawn":"#;
        for (rules, spawns, boards) in [
            (slide, [r#"{"1":1}"#, r#"{"2":1}"#], ["1 2 1/. 1 ./. . 4", "2 4 2/. 2 ./. . 8"]),
            (swap, ["[1,2,4]", "[2,4,8]"], ["1 1 2 4/2 4 1 2/4 2 4 1/2 4 1 2", "2 2 4 8/4 8 2 4/8 4 8 2/4 8 2 4"]),
        ] {
            let [with_ones, doubled] = [0, 1].map(|i| {
                let game = Variant::from_text(&format!("{rules}{}}}", spawns[i])).unwrap().compile().unwrap();
                value(&game, boards[i])
            });
            assert_eq!(with_ones, doubled, "{rules}");
        }
    }
}
