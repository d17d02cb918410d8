//! The packed boards against the plain rules: the same legal actions, boards, points, events and draws.

use super::*;
use tilewright_core::{Dice, Illegal, Log, NoRank, Tile, ticket};

/// What a state looks like from outside.
#[derive(PartialEq, Debug)]
struct Look {
    position: Position,
    tiles: Vec<Option<Tile>>,
    values: Vec<u32>,
    ranks: Result<Vec<u8>, NoRank>,
    phase: Phase,
    reached: Option<u32>,
    actions: Vec<Action>,
    legal: Vec<bool>,
    chosen: [Option<Action>; 3],
    outcomes: Vec<(Outcome, u32)>,
    drawn: Option<[Outcome; 3]>,
}

fn look<G: Game>(game: &G, state: &G::State, words: [u64; 3]) -> Look {
    let (mut values, mut ranks) = (vec![0; game.topology().len()], vec![0; game.topology().len()]);
    game.values(state, &mut values);
    let mut look = Look {
        position: game.position(state),
        tiles: game.topology().cells().map(|cell| game.tile(state, cell)).collect(),
        values,
        ranks: game.ranks(state, &mut ranks).map(|()| ranks),
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
    let mut state = *state;
    let mut deaf = state;
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
    let mut state = *state;
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

/// Plays the packed implementations against the plain one, each from its own list of positions.
#[derive(Clone, Copy)]
struct InStep<'a> {
    plain: &'a Plain,
    positions: &'a [Position],
    seed: u64,
    turns: usize,
}

impl Visitor for InStep<'_> {
    type Result = ();
    fn visit<G: Compiled>(self, game: &G) {
        for (seed, position) in (self.seed..).zip(self.positions) {
            in_step(self.plain, game, position, seed, self.turns);
        }
    }
}

/// Every board that has a packed implementation.
fn boards() -> impl Iterator<Item = Value> {
    let rectangles = (2..=8).flat_map(|width| (2..=8).map(move |height| (width, height)));
    let rectangles = rectangles.filter(|(width, height)| width * height <= 25);
    rectangles.map(|(width, height)| square(width, height)).chain([hex(1), hex(2)])
}

/// Boards of tiles of all sizes, with a spread of spawn tables and targets.
#[test]
fn packed_on_hostile_boards_matches_plain() {
    let tables = [
        json!({"2": 9, "4": 1}),
        json!({"2": 1}),
        json!({"2": 1, "4": 3, "8": 5, "32": 7, "512": 11, "4096": 13, "16384": 17, "32768": 1000}),
        json!({"16384": 1, "32768": 2}),
    ];
    for (i, board_field) in boards().enumerate() {
        for (j, target) in [8, 2048, 32768, 65536, 1 << 30].into_iter().enumerate() {
            let spawn = &tables[(i + j) % tables.len()];
            let rules = rules(&json!({"board": board_field, "spawn": spawn, "target": target})).unwrap();
            let plain = Plain::new(&rules);
            let smallest = rules.spawn.smallest().trailing_zeros();
            let seed = (100 * i + 20 * j) as u64;
            let lows = [1, 2, 9, 12, 13, 14, 15, 16, 24, 27, 30].into_iter().zip(seed..);
            let positions: Vec<_> =
                lows.map(|(low, seed)| board(plain.topology(), &mut Dice1::new(seed), low.max(smallest))).collect();
            visit_packed(&rules, InStep { plain: &plain, positions: &positions, seed, turns: 6 });
        }
    }
}

/// Low and high ranks side by side, and those at which something changes: 15 and 16, 29 and 30.
#[test]
fn packed_with_ranks_on_both_sides_of_15_matches_plain() {
    #[derive(Clone, Copy)]
    struct Slides<'a>(&'a Plain, &'a Position);
    impl SlideVisitor for Slides<'_> {
        fn visit<L: Layout>(self, game: &Packed<L>) {
            let (a, b) = (self.0.place(self.1).unwrap(), game.place(self.1).unwrap());
            for dir in 0..game.layout().dirs() {
                let mut after = a;
                let gain = self.0.act(&mut after, Action(dir as u16), &mut ());
                let slid = game.slide_state(&b, dir).map(|(after, gain)| (game.position(&after), gain));
                assert_eq!(slid, gain.ok().map(|gain| (self.0.position(&after), gain)));
            }
        }
    }
    let ranks = [0, 0, 1, 2, 14, 15, 15, 16, 16, 17, 29, 30, 30];
    for (i, board_field) in (0..).zip(boards()) {
        let rules = rules(&json!({"board": board_field, "target": 65536})).unwrap();
        let plain = Plain::new(&rules);
        let mut dice = Dice1::new(i);
        let positions = std::iter::repeat_with(|| {
            let mut position = Position::empty(plain.topology());
            // A few of the ranks, so that there is much to merge.
            let some = [(); 4].map(|()| ranks[ticket(dice.word(), ranks.len() as u64) as usize]);
            for tile in &mut position.tiles {
                let rank = some[ticket(dice.word(), 4) as usize];
                *tile = (rank > 0).then(|| Tile::new(1 << rank));
            }
            position.tiles[0].get_or_insert(Tile::new(1 << 16));
            position
        });
        let positions: Vec<_> = positions.take(60).collect();
        visit_packed(&rules, InStep { plain: &plain, positions: &positions, seed: i, turns: 4 });
        positions.iter().for_each(|position| visit_slides(&rules, Slides(&plain, position)));
    }
}

/// Long games that begin with some large tiles, two of each rank.
#[test]
fn packed_far_beyond_32768_matches_plain() {
    for board_field in [square(4, 4), square(5, 5), square(3, 8), hex(1), hex(2)] {
        let rules = rules(&json!({"board": board_field, "target": 131072})).unwrap();
        let plain = Plain::new(&rules);
        let positions = [[14, 14, 15, 16], [15, 15, 16, 17], [16, 16, 17, 18], [28, 28, 29, 30]].map(|ranks| {
            let mut position = Position::empty(plain.topology());
            for (tile, rank) in position.tiles.iter_mut().zip(ranks) {
                *tile = Some(Tile::new(1 << rank));
            }
            position
        });
        visit_packed(&rules, InStep { plain: &plain, positions: &positions, seed: 0, turns: 120 });
    }
}

/// Whole games from the start.
#[test]
fn packed_through_whole_games_matches_plain() {
    #[derive(Clone, Copy)]
    struct Start<'a>(&'a Plain, u64);
    impl Visitor for Start<'_> {
        type Result = ();
        fn visit<G: Compiled>(self, game: &G) {
            let (mut here, mut there) = (Vec::new(), Vec::new());
            let start = self.0.start(&mut Dice1::new(self.1), &mut here).unwrap();
            let same = game.start(&mut Dice1::new(self.1), &mut there).unwrap();
            assert_eq!(here, there);
            assert_eq!(self.0.position(&start), game.position(&same));
            in_step(self.0, game, &self.0.position(&start), self.1, 1000);
        }
    }
    for board_field in [square(4, 4), square(3, 3), square(6, 2), square(4, 5), hex(1), hex(2)] {
        let rules = rules(&json!({"board": board_field, "target": 128, "start_tiles": 5})).unwrap();
        let plain = Plain::new(&rules);
        for seed in 0..3 {
            visit_packed(&rules, Start(&plain, seed));
        }
    }
}

/// Every line of five and eight that some ranks and their products can make, and the ranks where nibbles end.
#[test]
fn packed_on_every_long_line_matches_plain() {
    #[derive(Clone, Copy)]
    struct Slide<'a>(&'a Plain, &'a Position);
    impl Visitor for Slide<'_> {
        type Result = ();
        fn visit<G: Compiled>(self, game: &G) {
            let (a, b) = (self.0.place(self.1).unwrap(), game.place(self.1).unwrap());
            for dir in game.topology().dirs() {
                let action = Action(dir.0.into());
                assert_eq!(game.is_legal(&b, action), self.0.is_legal(&a, action));
                let here = advanced::<_, Vec<Event>>(self.0, &a, action, Dice1::new(7));
                assert_eq!(here, advanced::<_, Vec<Event>>(game, &b, action, Dice1::new(7)));
            }
        }
    }
    let alphabets = [[0, 1, 2, 3], [0, 13, 14, 15], [0, 15, 16, 30]];
    for (board_field, first, length, ranks) in
        [(hex(2), 7, 5, &alphabets[..]), (square(5, 2), 5, 5, &alphabets[..]), (square(8, 2), 0, 8, &[[0, 1, 1, 2]])]
    {
        let rules = rules(&json!({"board": board_field})).unwrap();
        let plain = Plain::new(&rules);
        for (ranks, code) in ranks.iter().flat_map(|ranks| (1..4usize.pow(length)).map(move |code| (ranks, code))) {
            let rank = |i: u32| ranks[code / 4usize.pow(i) % 4];
            // The second 1 is there to make few empty cells; once is enough.
            if length == 8 && (0..8).any(|i| code / 4usize.pow(i) % 4 == 2) {
                continue;
            }
            let mut position = Position::empty(plain.topology());
            for (i, tile) in (0..length).zip(&mut position.tiles[first..]) {
                *tile = (rank(i) > 0).then(|| Tile::new(1 << rank(i)));
            }
            visit_packed(&rules, Slide(&plain, &position));
        }
    }
}

/// What [`Layout`] offers to searches, on random boards.
#[test]
fn layouts_match_their_topologies() {
    fn check<L: Layout>(rules: &Rules) {
        let Some(game) = Packed::<L>::new(rules) else { return };
        let (layout, topology) = (game.layout(), game.topology());
        for seed in 0..40 {
            let state = game.place(&board(topology, &mut Dice1::new(seed), 1)).unwrap();
            let packed = game.board(&state).unwrap();
            assert_eq!(game.state(packed), state);
            let position = game.position(&state);
            let ranks: Vec<u8> = (0..layout.cells()).map(|cell| layout.rank(packed, cell)).collect();
            let rank = |tile: &Option<Tile>| tile.map_or(0, |tile| tile.value.trailing_zeros() as u8);
            assert!(ranks.iter().copied().eq(position.tiles.iter().map(rank)));
            let empty: Vec<bool> =
                (0..layout.cells()).map(|cell| layout.rank(layout.empty(packed), cell) == 1).collect();
            assert!(empty.iter().zip(&ranks).all(|(empty, rank)| *empty == (*rank == 0)));
            assert_eq!(layout.empty(packed).count_nibbles() as usize, empty.iter().filter(|empty| **empty).count());
            for dir in topology.dirs() {
                let lines = topology
                    .lines(dir)
                    .iter()
                    .map(|cells| cells.iter().rev().fold(0, |line, cell| line << 4 | u32::from(ranks[cell.index()])));
                assert!(layout.lines(packed, dir.index()).into_iter().eq(lines.chain([0; 8]).take(8)));
            }
            let expected = topology.symmetries().iter().map(|symmetry| {
                topology.cells().fold(L::Bits::default(), |image, cell| {
                    image | L::Bits::from(ranks[cell.index()]) << (4 * u32::from(symmetry.cell(cell).0))
                })
            });
            let mut expected: Vec<_> = expected.collect();
            let mut images = Vec::new();
            layout.images(packed, |image| images.push(image));
            expected.sort();
            images.sort();
            assert_eq!(images, expected);
            assert!(images.iter().all(|image| layout.canonical(*image) == images[0]));
        }
    }
    for board_field in boards() {
        let rules = rules(&json!({"board": board_field})).unwrap();
        check::<Square4>(&rules);
        check::<Hex2>(&rules);
        check::<UpTo16>(&rules);
        check::<UpTo25>(&rules);
    }
}
