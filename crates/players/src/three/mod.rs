//! Expectimax for 3×3 boards of 2s and 4s, the smallest that are worth a game.
//!
//! Boards come again and again here, and every turn raises the sum of the tiles. So boards are looked at in waves, one
//! for each sum, each board once, from the present one up; where a wave is broad, only what is likely is followed: chance
//! has its odds, and an action is the less likely the worse it looks. What is not followed is judged. Values then come
//! back from the last wave to the first. Where the end is in reach, nothing is left to judge.

pub mod board;
pub mod judge;

use crate::{Ranking, budget::Budget, legal, sort};
use std::collections::{BTreeMap, btree_map::Entry};
use tilewright_core::{Game, Place, Shape};
use tilewright_games::{AnyGame, AnyState};

/// An action that looks worse than the best by this part of its value is e times less likely.
const DOUBT: f64 = 0.05;
/// The most turns ahead that a player can be told: all that it has.
const NO_LIMIT: u32 = 16;
/// The most nodes of any budget: on the way back from the last wave nobody asks whether to stop.
const MOST: u64 = 200_000;
/// The probability of a 4.
const FOUR: f64 = 0.1;

/// A board: how likely it is to come, and what it is worth.
#[derive(Clone, Copy, Default)]
struct Node {
    likely: f64,
    worth: f64,
    /// Whether its successors were looked at; only asked where chance is next.
    open: bool,
}

/// Boards of one sum, each in the image that stands for all.
#[derive(Default)]
struct Wave {
    /// Boards on which the player is to choose.
    settled: BTreeMap<u64, Node>,
    /// Boards on which chance is next.
    slid: BTreeMap<u64, Node>,
}

/// Whether this search is for a game: the usual tiles on 3×3 without a way round.
pub(crate) fn knows(game: &AnyGame) -> bool {
    if !matches!(game, AnyGame::Slide(_))
        || game.topology().shape() != (Shape::Square { width: 3, height: 3, wrap: false })
    {
        return false;
    }
    let mut spawn = Vec::new();
    game.outcomes(&game.blank(), &mut |outcome, weight| {
        if outcome.at == Place::Cell(tilewright_core::Cell(0)) {
            spawn.push((outcome.value, weight));
        }
    });
    matches!(spawn[..], [(2, twos), (4, fours)] if u64::from(twos) == 9 * u64::from(fours))
}

/// The ranking of a game that [`knows`] has said yes to; none where its board cannot be.
pub(crate) fn rank(game: &AnyGame, state: &AnyState, budget: &mut Budget<'_>, depth: u32) -> Option<Ranking> {
    let root = board::pack(&game.position(state))?;
    let mut actions = legal(game, state);
    let mut waves = vec![Wave::default()];
    // Waves grow in breadth and in number alike.
    let breadth = (2 * budget.left().isqrt()).clamp(20, 1000) as usize;
    for (action, _) in &actions {
        let (to, _) = board::slid(root, action.0)?;
        let to = board::image(to);
        waves[0].slid.insert(to, Node { likely: 1.0, worth: judge::worth(to), open: false });
    }
    let most = if depth < NO_LIMIT { depth as usize - 1 } else { usize::MAX };
    let mut seen = 0;
    let mut at = 0;
    while at < waves.len() {
        slide(&mut waves[at]);
        if actions.len() > 1 && at < most && fill(&mut waves, at, breadth, budget) {
            seen = at + 1;
        }
        at += 1;
    }
    value(&mut waves);
    for (action, worth) in &mut actions {
        let (to, gain) = board::slid(root, action.0)?;
        *worth = gain as f64 + waves[0].slid[&board::image(to)].worth;
    }
    sort(&mut actions);
    Some(Ranking { actions, depth: seen as u32 + 1, nodes: budget.used() })
}

/// The boards that actions make of a board, with their points.
fn slides(board: u64) -> impl Iterator<Item = (u64, f64)> {
    (0..4).filter_map(move |dir| board::slid(board, dir)).map(|(to, gain)| (board::image(to), gain as f64))
}

/// The boards that a new 2 and a new 4 make of a board, each pair equally likely.
fn spawns(board: u64) -> impl Iterator<Item = [u64; 2]> {
    (0..board::CELLS)
        .filter(move |cell| board::rank(board, *cell) == 0)
        .map(move |cell| [1, 2].map(|rank| board::image(board | rank << (4 * cell))))
}

/// Lets the player act on all settled boards of a wave.
fn slide(wave: &mut Wave) {
    for (board, node) in &wave.settled {
        let mut tries = [(0, 0.0); 4];
        let (mut count, mut best) = (0, 0.0);
        for (to, gain) in slides(*board) {
            let judged = || Node { worth: judge::worth(to), ..Node::default() };
            let worth = gain + wave.slid.entry(to).or_insert_with(judged).worth;
            tries[count] = (to, worth);
            best = f64::max(best, worth);
            count += 1;
        }
        for (to, worth) in &tries[..count] {
            if let Some(slid) = wave.slid.get_mut(to) {
                slid.likely += node.likely * judge::fading((best - worth) / (DOUBT * best.max(1.0)));
            }
        }
    }
}

/// Lets chance act on the likeliest boards of a wave, as far as the budget goes; whether there was one.
fn fill(waves: &mut Vec<Wave>, at: usize, breadth: usize, budget: &mut Budget<'_>) -> bool {
    let mut order: Vec<(u64, f64)> = waves[at].slid.iter().map(|(board, node)| (*board, node.likely)).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut any = false;
    'boards: for (board, likely) in order.into_iter().take(breadth) {
        if budget.is_spent() || budget.used() > MOST {
            break;
        }
        waves.resize_with(waves.len().max(at + 3), Wave::default);
        let room = spawns(board).count() as f64;
        for pair in spawns(board) {
            for (next, (board, share)) in pair.into_iter().zip([1.0 - FOUR, FOUR]).enumerate() {
                let likely = likely * share / room;
                match waves[at + 1 + next].settled.entry(board) {
                    Entry::Occupied(mut known) => known.get_mut().likely += likely,
                    Entry::Vacant(_) if budget.spend().is_none() => break 'boards,
                    Entry::Vacant(new) => _ = new.insert(Node { likely, ..Node::default() }),
                }
            }
        }
        if let Some(node) = waves[at].slid.get_mut(&board) {
            node.open = true;
            any = true;
        }
    }
    any
}

/// Brings the values back from the last wave to the first.
fn value(waves: &mut [Wave]) {
    for at in (0..waves.len()).rev() {
        let (waves, later) = waves.split_at_mut(at + 1);
        let Wave { settled, slid } = &mut waves[at];
        for (board, node) in slid.iter_mut().filter(|(_, node)| node.open) {
            let worth = |next: usize, board: &u64| later[next].settled.get(board).map_or(0.0, |node| node.worth);
            let (mut sum, mut room) = (0.0, 0.0);
            for [two, four] in spawns(*board) {
                sum += (1.0 - FOUR) * worth(0, &two) + FOUR * worth(1, &four);
                room += 1.0;
            }
            node.worth = sum / room;
        }
        for (board, node) in settled {
            // A mere judgement that is too high would win over every action that was followed.
            let open = slides(*board).any(|(to, _)| slid[&to].open);
            let tried = slides(*board).filter(|(to, _)| slid[to].open == open);
            node.worth = tried.map(|(to, gain)| gain + slid[&to].worth).fold(0.0, f64::max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limit, Player};
    use tilewright_core::{Action, Dir, Position};
    use tilewright_games::Variant;

    const EXPECTIMAX: Player = Player::Expectimax { nodes: None, depth: 16 };

    fn game(rules: &str) -> AnyGame {
        Variant::from_text(&format!(r#"{{"family":"slide",{rules}}}"#)).unwrap().compile().unwrap()
    }

    fn square() -> AnyGame {
        game(r#""board":{"shape":"square","width":3,"height":3}"#)
    }

    fn ranked(game: &AnyGame, board: &str, player: Player, nodes: u64) -> Ranking {
        let position = Position::parse(game.topology(), board).unwrap();
        player.rank(game, &game.place(&position).unwrap(), &Limit::nodes(nodes))
    }

    #[test]
    fn it_is_for_the_usual_tiles_on_a_plain_square_of_nine() {
        assert!(knows(&square()));
        assert!(knows(&game(r#""board":{"shape":"square","width":3,"height":3},"spawn":{"2":18,"4":2},"target":64"#)));
        for rules in [
            r#""board":{"shape":"square","width":4,"height":4}"#,
            r#""board":{"shape":"square","width":3,"height":4}"#,
            r#""board":{"shape":"square","width":3,"height":3},"spawn":{"2":1}"#,
            r#""board":{"shape":"square","width":3,"height":3},"spawn":{"2":8,"4":2}"#,
            r#""board":{"shape":"square","width":3,"height":3},"spawn":{"4":9,"8":1}"#,
            r#""board":{"shape":"hex","radius":1}"#,
        ] {
            assert!(!knows(&game(rules)), "{rules}");
        }
    }

    #[test]
    fn images_of_a_position_are_worth_the_same() {
        let game = square();
        let position = Position::parse(game.topology(), "64 32 4/8 16 ./2 . .").unwrap();
        let own = ranked(&game, &position.text(game.topology()), EXPECTIMAX, 2000);
        assert_eq!((own.actions.len(), own.nodes), (2, 2000));
        for symmetry in game.symmetries() {
            let mut image = position.clone();
            for cell in game.topology().cells() {
                image.tiles[symmetry.cell(cell).index()] = position.tiles[cell.index()];
            }
            let theirs = ranked(&game, &image.text(game.topology()), EXPECTIMAX, 2000);
            for (action, value) in &own.actions {
                let turned = Action(symmetry.dir(Dir(action.0 as u8)).0.into());
                assert!(theirs.actions.contains(&(turned, *value)), "{turned:?} {value} {theirs:?}");
            }
        }
    }

    #[test]
    fn the_end_is_played_out() {
        let (game, board) = (square(), "256 32 4/16 128 2/64 8 2");
        let own = ranked(&game, board, EXPECTIMAX, 20_000);
        let exact = Player::Exact { nodes: None, goal: crate::exact::Goal::Score, table: None };
        let best = ranked(&game, board, exact, 1_000_000);
        assert_eq!(own.actions.len(), best.actions.len());
        for ((action, value), (other, known)) in own.actions.iter().zip(&best.actions) {
            assert!(action == other && (value - known).abs() < 1e-6, "{own:?} {best:?}");
        }
    }

    #[test]
    fn little_time_and_little_depth_are_enough_for_an_answer() {
        let (game, board) = (square(), "2 . ./. . ./. . 2");
        let shallow = ranked(&game, board, Player::Expectimax { nodes: None, depth: 1 }, 2000);
        assert_eq!((shallow.actions.len(), shallow.depth, shallow.nodes), (4, 1, 0));
        let hasty = ranked(&game, board, EXPECTIMAX, 1);
        assert_eq!((hasty.actions.len(), hasty.nodes), (4, 1));
        let position = Position::parse(game.topology(), board).unwrap();
        let stopped = Limit { nodes: u64::MAX, stop: &|| true };
        let stopped = EXPECTIMAX.rank(&game, &game.place(&position).unwrap(), &stopped);
        assert!(stopped.actions.len() == 4 && stopped.nodes < 200, "{stopped:?}");
    }

    #[test]
    fn a_tile_beyond_its_numbers_is_left_to_the_common_search() {
        assert_eq!(ranked(&square(), "4096 2 ./. . ./. . 2", EXPECTIMAX, 500).actions.len(), 4);
    }
}
