use super::*;
use crate::{Budget, Engine, Limit};
use std::sync::Arc;
use tilewright_core::{Dice, Dice1, Notation, Position, ticket};
use tilewright_games::{AnyGame, Variant};
use tilewright_values::{Seen, afterstates};

fn game(board: &str) -> Arc<AnyGame> {
    let text = format!(r#"{{"family":"slide","board":{board}}}"#);
    Arc::new(Variant::from_text(&text).unwrap().compile().unwrap())
}

fn topology(board: &str) -> Topology {
    game(board).topology().clone()
}

fn parse(game: &AnyGame, board: &str) -> Position {
    Position::parse(game.topology(), board).unwrap()
}

/// The ranking of a search to a depth.
fn rank(game: &Arc<AnyGame>, position: &Position, depth: u8) -> Ranking {
    let mut engine = Engine::new(&Player::Expectimax { nodes: None, depth: Some(depth) }, Arc::clone(game)).unwrap();
    engine.rank(&game.place(position).unwrap(), &Limit::nodes(10_000_000))
}

const SQUARE: &str = r#"{"shape":"square","width":4,"height":4}"#;
const HEX: &str = r#"{"shape":"hex","radius":2}"#;
const WIDE: &str = r#"{"shape":"square","width":5,"height":4}"#;
const SMALL: &str = r#"{"shape":"square","width":3,"height":3}"#;
const LONG: &str = r#"{"shape":"square","width":3,"height":7}"#;

/// Random boards: crowded and open ones, low tiles and high ones, up to a rank.
fn boards<F: Form>(form: &F, max_rank: u64) -> Vec<F::Board> {
    let mut dice = Dice1::new(3);
    let boards = (0..600).map(|round| {
        let (crowd, highest) = (1 + round % 9, if round % 2 == 0 { max_rank } else { 3 });
        (0..form.grid().cells as u32).fold(F::Board::default(), |board, cell| {
            let (is_tile, rank) = (ticket(dice.word(), 10) < crowd, 1 + ticket(dice.word(), highest) as u8);
            if is_tile { form.put(board, cell, rank) } else { board }
        })
    });
    boards.filter(|board| form.empty(*board) != 0).collect()
}

fn check_last<F: Form, V: LeafValue<F>>(form: &F, values: &V, max_rank: u64) {
    let spawns = [Spawn { rank: 1, probability: 0.9 }, Spawn { rank: 2, probability: 0.1 }];
    let mut scratch = Scratch::default();
    let mut table = Table::new();
    for board in boards(form, max_rank) {
        let mut run = |quick: bool| {
            let limit = Limit { budget: Budget::Unlimited, ..Limit::default() };
            let counter = &mut Counter::new(Budget::Default, &limit);
            let mut search =
                Search { form, values, spawns: &spawns, table: &mut table, scratch: &mut scratch, counter };
            let value = if quick { search.last(board) } else { search.average(board, 1, 1.0) };
            (value.map(f32::to_bits), counter.used())
        };
        assert_eq!(run(true), run(false));
    }
}

/// An evaluation that counts points, as learned ones do: its boards are ranks, cell by cell.
struct Points;

impl Points {
    fn set_line<F: Form>(form: &F, ranks: &mut [u8; MAX_CELLS], line: usize, row: grid::Row) {
        let cells = &form.grid().cells_of[line][..usize::from(form.grid().lengths[line])];
        for (cell, place) in cells.iter().zip(0..) {
            ranks[usize::from(*cell)] = (row >> (F::BITS * place)) as u8 & ((1 << F::BITS) - 1);
        }
    }
}

impl<F: Form> LeafValue<F> for Points {
    type Base = [u8; MAX_CELLS];

    const IS_QUICK: bool = false;
    const MIN_PROBABILITY: f32 = 0.0001;

    fn point(&self) -> f32 {
        1.0
    }

    fn set_base(&self, form: &F, board: F::Board, _: usize, _: &grid::Rows, base: &mut [u8; MAX_CELLS]) {
        for (line, row) in F::lines(0).zip(form.rows(board, 0)) {
            Self::set_line(form, base, line, row);
        }
    }

    fn value(&self, base: &[u8; MAX_CELLS]) -> f32 {
        base.iter().zip(1_u32..).map(|(rank, cell)| u32::from(*rank) * cell).sum::<u32>() as f32 + 1.0
    }

    fn with_line<const AXIS: usize>(&self, form: &F, base: &[u8; MAX_CELLS], line: usize, row: grid::Row) -> f32 {
        let mut ranks = *base;
        Self::set_line(form, &mut ranks, AXIS * F::LINES + line, row);
        LeafValue::<F>::value(self, &ranks)
    }
}

/// Learned values after a short training.
fn learned_values(board: &str) -> Arc<tilewright_values::Values> {
    use tilewright_values::{Options, Size, Trainer};
    let text = format!(r#"{{"family":"slide","board":{board}}}"#);
    let options = Options { size: Size::Small, ..Options::default() };
    let mut trainer = Trainer::new(&Variant::from_text(&text).unwrap(), options).unwrap();
    trainer.run(20_000);
    Arc::new(trainer.values())
}

#[test]
fn last_matches_average_at_depth_1_with_learned_values() {
    use learned::TupleValues;
    let square = Nibbles::<Square4>::new(&topology(SQUARE)).unwrap();
    let layout = |board| tilewright_games::slide::Layout::new(&topology(board)).unwrap();
    check_last(&square, &TupleValues::<Square4> { values: learned_values(SQUARE), layout: layout(SQUARE) }, 14);
    let (hex, values) = (Nibbles::<Hex2>::new(&topology(HEX)).unwrap(), learned_values(HEX));
    let layout = tilewright_games::slide::Layout::new(&topology(HEX)).unwrap();
    let values = TupleValues::<Hex2> { values, layout };
    check_last(&hex, &values, 14);
    check_last(&Wide::new(&topology(HEX)).unwrap(), &values, 20);
}

/// One turn ahead, by the rules of the game and the values of its afterstates alone.
struct PlainSearch;

impl tilewright_values::ValuesVisitor for PlainSearch {
    type Result = Vec<(Action, f64)>;

    fn visit<G: Compiled>(
        self,
        game: &G,
        state: &G::State,
        values: &impl tilewright_values::Evaluate<G>,
    ) -> Self::Result {
        let mut actions = Vec::new();
        afterstates(game, state, &mut Seen::default(), &mut |action, gain, after| {
            let (mut sum, mut total) = (0.0, 0.0);
            game.outcomes(&after, &mut |outcome, weight| {
                let mut next = after;
                game.settle(&mut next, outcome, &mut ());
                let mut best = 0.0;
                afterstates(game, &next, &mut Seen::default(), &mut |_, gain, after| {
                    // What goes on is better than an end.
                    best = f64::max(best, gain as f64 + f64::from(values.value(game, &after).max(0.001)));
                });
                sum += f64::from(weight) * best;
                total += f64::from(weight);
            });
            actions.push((action, gain as f64 + sum / total));
        });
        actions
    }
}

#[test]
fn learned_search_matches_a_plain_search_over_the_game() {
    for (board, texts) in [
        (SQUARE, ["2 4 . 2/. 8 2 ./4 . . 2/. . 16 .", "65536 4 2 4/4 2 4 2/2 32768 2 32768/4 2 . ."]),
        (HEX, ["2 4 ./2 . 8 2/. 4 . . 2/. . 16 ./4 . 2", "32768 32768 4/2 4 2 4/4 2 65536 2 4/2 4 2 4/262144 . 4"]),
        (WIDE, ["2 4 . 2 8/. 8 2 . 4/4 . . 2 4/. . 16 . 2", "32768 4 . 2 8/32768 8 2 . 4/4 . 8 2 4/2 . 16 4 2"]),
        (SMALL, ["2 4 ./2 . 8/2 . 4", "4 2 4/32768 32768 2/8 16 ."]),
        (LONG, ["2 4 ./2 . 8/2 . 4/. . 2/. . 16/. 4 ./2 . .", "1073741824 2 4/4 2 4/2 4 2/4 2 4/2 4 2/4 2 4/2 4 ."]),
    ] {
        let (game, values) = (game(board), learned_values(board));
        let mut search = LearnedSearch::new(&*game, &values).unwrap();
        for text in texts {
            let state = game.place(&parse(&game, text)).unwrap();
            // As few nodes as one turn takes.
            let mut rankings = (4..12).filter_map(|log| {
                let counter = &mut Counter::new(Budget::Nodes(1 << log), &Limit::default());
                search.rank(&*game, &state, counter).unwrap().ok()
            });
            let ranking = rankings.find(|ranking| ranking.depth >= 2).unwrap();
            assert_eq!(ranking.depth, 2, "{board}");
            let plain = values.with(&game, &state, PlainSearch);
            assert_eq!(ranking.actions.len(), plain.len());
            for (action, value) in plain {
                let (_, found) = ranking.actions.iter().find(|found| found.0 == action).unwrap();
                assert!((found - value).abs() < 1e-3 * value.abs().max(1.0), "{board} {text}: {found} {value}");
            }
        }
    }
}

/// The quick path gives the same bits and the same number of nodes.
#[test]
fn last_matches_average_at_depth_1() {
    let square = Nibbles::<Square4>::new(&topology(SQUARE)).unwrap();
    check_last(&square, &Written::new(&square).unwrap(), 14);
    check_last(&square, &Points, 14);
    let hex = Nibbles::<Hex2>::new(&topology(HEX)).unwrap();
    check_last(&hex, &Written::new(&hex).unwrap(), 14);
    check_last(&hex, &Points, 14);
    let rectangle = Nibbles::<UpTo25>::new(&topology(WIDE)).unwrap();
    check_last(&rectangle, &Written::new(&rectangle).unwrap(), 14);
    for board in [SQUARE, HEX, WIDE, LONG] {
        let wide = Wide::new(&topology(board)).unwrap();
        check_last(&wide, &Written::wide(&wide), 29);
        check_last(&wide, &Points, 29);
    }
}

/// Boards that fit into nibbles have the same values with five bits per cell.
#[test]
fn wide_matches_nibbles() {
    for board in [SQUARE, HEX, WIDE] {
        let topology = topology(board);
        let spawns = [Spawn { rank: 1, probability: 0.9 }, Spawn { rank: 2, probability: 0.1 }];
        let wide = Wide::new(&topology).unwrap();
        let (mut wide, mut nibbles) = (Searcher::new(Written::wide(&wide), wide), InNibbles::new(&topology).unwrap());
        let mut dice = Dice1::new(5);
        for _ in 0..20 {
            let ranks: Vec<u8> = topology.cells().map(|_| ticket(dice.word(), 14).saturating_sub(3) as u8).collect();
            let limit = Limit::nodes(10_000_000);
            let other = nibbles.rank(&ranks, &spawns, &mut Counter::new(Budget::Default, &limit), 2);
            assert_eq!(
                wide.rank(&ranks, &spawns, &mut Counter::new(Budget::Default, &limit), 2),
                other,
                "{board} {ranks:?}"
            );
        }
    }
}

/// Two tiles of 2^15 merge, and those above are tiles like others.
#[test]
fn rank_with_high_tiles_searches_deep() {
    for (board, text) in [
        (HEX, "32768 32768 4/2 4 2 4/4 2 65536 2 4/2 4 2 4/262144 2 4"),
        (SQUARE, "65536 4 2 4/4 2 4 2/2 32768 2 32768/4 2 . ."),
        (LONG, "1073741824 2 4/4 2 4/2 4 2/4 2 4/2 4 2/4 2 4/2 4 ."),
    ] {
        let game = game(board);
        let ranking = rank(&game, &parse(&game, text), 3);
        assert_eq!(ranking.depth, 3, "{board}");
        let legal = crate::legal(&*game, &game.place(&parse(&game, text)).unwrap());
        assert_eq!(ranking.actions.len(), legal.len(), "{board}");
    }
}

/// A merge to 2^16 makes room. On nibbles it would not be seen.
#[test]
fn fits_nibbles_looks_at_the_sum() {
    let spawns = [Spawn { rank: 1, probability: 1.0 }];
    assert!(fits_nibbles(&[15, 14, 13, 12, 0], &spawns, 16));
    assert!(!fits_nibbles(&[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5], &spawns, 16));
    assert!(!fits_nibbles(&[15, 15], &spawns, 1));
    assert!(!fits_nibbles(&[16], &spawns, 1));
}

#[test]
fn share_of_crowded_boards_is_everything() {
    let board = |ranks: &[u8]| [ranks, &[0; 16][ranks.len()..]].concat();
    assert_eq!(share(&board(&[1, 2]), 8_000_000), Player::NODES);
    assert_eq!(share(&board(&[1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 8_000_000), 2_000_000);
    assert_eq!(share(&board(&[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]), 8_000_000), 8_000_000);
    assert_eq!(share(&board(&[1, 2]), 500), 500);
}

#[test]
fn rank_of_symmetric_positions_is_the_same() {
    for (board, text) in [
        (SQUARE, "2 4 . 2/. 8 2 ./4 . . 2/. . 16 ."),
        (HEX, "2 4 ./2 . 8 2/. 4 . . 2/. . 16 ./4 . 2"),
        (r#"{"shape":"square","width":4,"height":3}"#, "2 4 . 2/. 8 2 ./4 . . 2"),
        (LONG, "2 4 ./2 . 8/2 . 4/. . 2/. . 16/. 4 ./2 . ."),
    ] {
        let game = game(board);
        let position = parse(&game, text);
        let own = rank(&game, &position, 2);
        assert!(own.depth == 2 && own.actions.len() == game.topology().dir_count(), "{board}");
        for symmetry in game.symmetries() {
            let mut image = position.clone();
            for cell in game.topology().cells() {
                image.tiles[symmetry.cell(cell).index()] = position.tiles[cell.index()];
            }
            let theirs = rank(&game, &image, 2);
            for (action, value) in &own.actions {
                let turned = Notation::Direction.map(game.topology(), symmetry, *action);
                let (_, other) = theirs.actions.iter().find(|(action, _)| *action == turned).unwrap();
                // Sums in another order differ in their last bits.
                assert!((value - other).abs() < 1e-5 * value.abs(), "{board} {action:?}: {value} {other}");
            }
        }
    }
}

/// Where every line ends within a depth, the shallower search decides.
#[test]
fn rank_of_a_lost_board_has_a_value_above_the_end() {
    for (board, text) in [
        (SQUARE, "2 4 8 16/32 64 128 256/512 1024 2 4/8 16 32 32"),
        (HEX, "2 4 8/16 32 64 128/256 512 2 4 8/16 32 64 128/256 512 512"),
        (LONG, "2 4 8/16 32 64/2 4 8/16 32 64/2 4 8/16 32 64/2 4 4"),
    ] {
        let game = game(board);
        let ranking = rank(&game, &parse(&game, text), 16);
        assert!(ranking.actions[0].1 > 0.0, "{board} {ranking:?}");
    }
}

/// The keys of 2^29 and 2^30 used to be that of an empty cell. The generic search, for larger boards, has states as keys.
#[test]
fn table_keys_of_the_largest_tiles_differ_from_an_empty_cell() {
    const LARGE: &str = r#"{"shape":"square","width":6,"height":6}"#;
    for board in [SQUARE, HEX, WIDE, LONG, LARGE] {
        let game = game(board);
        let states = [0, 1 << 29, 1 << 30].map(|value| {
            let mut position = Position { tiles: vec![None; game.topology().len()], ..Position::default() };
            position.tiles[1] = Some(tilewright_core::Tile::new(2));
            position.tiles[0] = (value > 0).then(|| tilewright_core::Tile::new(value));
            game.place(&position).unwrap()
        });
        assert!(states[0] != states[1] && states[0] != states[2] && states[1] != states[2], "{board}");
        let Some(wide) = Wide::new(game.topology()) else {
            assert_eq!(board, LARGE);
            continue;
        };
        let keys = states.map(|state| {
            let mut ranks = vec![0; game.topology().len()];
            game.ranks(&state, &mut ranks).unwrap();
            wide.canonical(ranks.iter().zip(0..).fold(0, |board, (rank, cell)| wide.put(board, cell, *rank)))
        });
        assert!(keys[0] != keys[1] && keys[0] != keys[2] && keys[1] != keys[2], "{board}");
    }
}
