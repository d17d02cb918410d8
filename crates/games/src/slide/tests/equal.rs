//! The packed boards in step with the plain rules: the same legal lists, boards, points, events and draws.

use super::*;
use tilewright_core::{Dice, Illegal, Log, Tile, ticket};

/// What a state looks like from outside.
#[derive(PartialEq, Debug)]
struct Look {
    position: Position,
    phase: Phase,
    reached: Option<u32>,
    actions: Vec<Action>,
    legal: Vec<bool>,
    chosen: [Option<Action>; 3],
    outcomes: Vec<(Outcome, u32)>,
    drawn: Option<[Outcome; 3]>,
}

fn look<G: Game>(game: &G, state: &G::State, words: [u64; 3]) -> Look {
    let mut look = Look {
        position: game.position(state),
        phase: game.phase(state),
        reached: game.reached(state),
        actions: Vec::new(),
        legal: (0..8).map(|id| game.is_legal(state, Action(id))).collect(),
        chosen: words.map(|word| game.choose(state, word)),
        outcomes: Vec::new(),
        drawn: game.is_chance(state).then(|| words.map(|word| game.draw(state, word))),
    };
    game.actions(state, &mut |action| look.actions.push(action));
    game.outcomes(state, &mut |outcome, weight| look.outcomes.push((outcome, weight)));
    look
}

/// A turn in small steps: act, look, settle, look.
fn steps<G: Game>(
    game: &G,
    state: &G::State,
    action: Action,
    words: [u64; 3],
) -> (Result<u64, Illegal>, [Look; 2], Vec<Event>) {
    let mut log = Vec::new();
    let mut state = state.clone();
    let mut deaf = state.clone();
    let gain = game.act(&mut state, action, &mut log);
    assert_eq!(game.act(&mut deaf, action, &mut ()), gain);
    assert_eq!(state, deaf);
    let between = look(game, &state, words);
    if gain.is_ok() {
        let outcome = game.draw(&state, words[0]);
        game.settle(&mut state, outcome, &mut log);
        game.settle(&mut deaf, outcome, &mut ());
        assert_eq!(state, deaf);
    }
    (gain, [between, look(game, &state, words)], log)
}

/// A turn at once.
fn advanced<G: Game, L: Log + Default>(
    game: &G,
    state: &G::State,
    action: Action,
    mut dice: Dice1,
) -> (Position, Result<u64, Illegal>, u64, L) {
    let mut state = state.clone();
    let mut log = L::default();
    let gain = game.advance(&mut state, action, &mut dice, &mut log);
    (game.position(&state), gain, dice.draws(), log)
}

/// Plays both from a position, all directions at every step, and then one of them.
fn in_step<F: Game>(plain: &Plain, fast: &F, position: &Position, seed: u64, turns: usize) {
    let (mut a, mut b) = (plain.place(position).unwrap(), fast.place(position).unwrap());
    let mut dice = Dice1::new(seed);
    let mut words = Dice1::new(!seed);
    for _ in 0..turns {
        let three = [words.word(), words.word(), words.word()];
        assert_eq!(look(plain, &a, three), look(fast, &b, three));
        for id in 0..8 {
            let action = Action(id);
            assert_eq!(steps(plain, &a, action, three), steps(fast, &b, action, three));
            let here = advanced::<_, Vec<Event>>(plain, &a, action, dice);
            assert_eq!(here, advanced::<_, Vec<Event>>(fast, &b, action, dice));
            let deaf = advanced::<_, ()>(fast, &b, action, dice);
            assert_eq!((&here.0, here.1, here.2), (&deaf.0, deaf.1, deaf.2));
        }
        let Some(action) = plain.choose(&a, three[0]) else { break };
        let mut same = dice;
        plain.advance(&mut a, action, &mut dice, &mut ()).unwrap();
        fast.advance(&mut b, action, &mut same, &mut ()).unwrap();
        assert_eq!(dice, same);
    }
    // What was reached by playing is what is reached by loading.
    assert_eq!(fast.place(&plain.position(&a)).unwrap(), b);
}

/// Some board: empty cells and a few neighbouring ranks, so that there is much to merge, from `low` up.
fn board(topology: &Topology, dice: &mut Dice1, low: u32) -> Position {
    let mut position = Position::empty(topology);
    let (full, ranks) = (ticket(dice.word(), 5), 1 + ticket(dice.word(), 5));
    for tile in &mut position.tiles {
        if ticket(dice.word(), 4) < full {
            let rank = low + ticket(dice.word(), ranks) as u32;
            *tile = Some(Tile::new(1 << rank.min(30)));
        }
    }
    let sure = ticket(dice.word(), topology.len() as u64) as usize;
    position.tiles[sure].get_or_insert(Tile::new(1 << low));
    position
}

/// From boards of all sizes of tiles, with a spread of spawn tables and targets.
fn hold_equal<F: Game>(board_field: Value, new: impl Fn(&Rules) -> Option<F>) {
    let tables = [
        json!({"2": 9, "4": 1}),
        json!({"2": 1}),
        json!({"2": 1, "4": 3, "8": 5, "32": 7, "512": 11, "4096": 13, "16384": 17, "32768": 1000}),
        json!({"16384": 1, "32768": 2}),
    ];
    for (i, spawn) in tables.into_iter().enumerate() {
        for (j, target) in [8, 2048, 32768, 65536, 1 << 30].into_iter().enumerate() {
            let fields = json!({"board": board_field, "spawn": spawn, "target": target});
            let rules = rules(&fields).unwrap();
            let (plain, fast) = (Plain::new(&rules), new(&rules).unwrap());
            let smallest = rules.spawn.smallest().trailing_zeros();
            for (k, low) in [1, 2, 9, 12, 13, 14, 15, 16, 24, 27, 30].into_iter().enumerate() {
                let seed = (100 * i + 20 * j + k) as u64;
                let position = board(plain.topology(), &mut Dice1::new(seed), low.max(smallest));
                in_step(&plain, &fast, &position, seed, 6);
            }
        }
    }
}

/// Long games that begin with a row of large tiles, two of each.
fn play_far<F: Game>(board_field: Value, new: impl Fn(&Rules) -> Option<F>) {
    let rules = rules(&json!({"board": board_field, "target": 131072})).unwrap();
    let (plain, fast) = (Plain::new(&rules), new(&rules).unwrap());
    for (seed, ranks) in [[14, 14, 15, 16], [15, 15, 16, 17], [16, 16, 17, 18], [28, 28, 29, 30]].iter().enumerate() {
        let mut position = Position::empty(plain.topology());
        for (tile, rank) in position.tiles.iter_mut().zip(ranks) {
            *tile = Some(Tile::new(1 << rank));
        }
        in_step(&plain, &fast, &position, seed as u64, 120);
    }
}

/// Whole games from the deal.
fn play_through<F: Game>(board_field: Value, new: impl Fn(&Rules) -> Option<F>) {
    let rules = rules(&json!({"board": board_field, "target": 128, "start_tiles": 5})).unwrap();
    let (plain, fast) = (Plain::new(&rules), new(&rules).unwrap());
    for seed in 0..3 {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let start = plain.start(&mut Dice1::new(seed), &mut here).unwrap();
        let same = fast.start(&mut Dice1::new(seed), &mut there).unwrap();
        assert_eq!(here, there);
        assert_eq!(plain.position(&start), fast.position(&same));
        in_step(&plain, &fast, &plain.position(&start), seed, 1000);
    }
}

#[test]
fn classic_is_plain_on_hostile_boards() {
    hold_equal(square(4, 4), Classic::new);
}

#[test]
fn classic_is_plain_far_beyond_32768() {
    play_far(square(4, 4), Classic::new);
}

#[test]
fn classic_is_plain_through_whole_games() {
    play_through(square(4, 4), Classic::new);
}

#[test]
fn hex2_is_plain_on_hostile_boards() {
    hold_equal(hex(2), Hex2::new);
}

#[test]
fn hex2_is_plain_far_beyond_32768() {
    play_far(hex(2), Hex2::new);
}

#[test]
fn hex2_is_plain_through_whole_games() {
    play_through(hex(2), Hex2::new);
}

/// Every row of five that two ranks and their product can make, and the ranks where nibbles end.
#[test]
fn hex2_slides_every_row_of_five() {
    let rules = rules(&json!({"board": hex(2)})).unwrap();
    let (plain, fast) = (Plain::new(&rules), Hex2::new(&rules).unwrap());
    for ranks in [[0, 1, 2, 3], [0, 13, 14, 15], [0, 15, 16, 30]] {
        for code in 1..4usize.pow(5) {
            let mut position = Position::empty(plain.topology());
            for (i, tile) in position.tiles[7..12].iter_mut().enumerate() {
                let rank = ranks[code / 4usize.pow(i as u32) % 4];
                *tile = (rank > 0).then(|| Tile::new(1 << rank));
            }
            for id in [2, 5] {
                let (a, b) = (plain.place(&position).unwrap(), fast.place(&position).unwrap());
                let here = advanced::<_, Vec<Event>>(&plain, &a, Action(id), Dice1::new(7));
                assert_eq!(here, advanced::<_, Vec<Event>>(&fast, &b, Action(id), Dice1::new(7)));
            }
        }
    }
}
