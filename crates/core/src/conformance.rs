//! The properties that every game has, checked along random games. One line in a game's tests:
//! `conformance::check(&game, 20, 200)`.

use crate::{Action, Dice, Dice1, Event, Game, Illegal, NoRank, Outcome, Phase, Position, bits, fold};
use alloc::{vec, vec::Vec};

/// Plays `games` random games of at most `turns` turns each and checks every property at every step.
///
/// # Panics
///
/// With the property that does not hold.
pub fn check<G: Game>(game: &G, games: u64, turns: usize) {
    ids(game);
    action_list(game);
    for seed in 0..games {
        play(game, seed, turns);
    }
}

/// Ids and texts are the same thing, both ways.
fn ids<G: Game>(game: &G) {
    let count = game.notation().count(game.topology());
    for id in 0..count {
        let text = game.action_text(Action(id));
        assert_eq!(game.action_named(&text), Ok(Action(id)), "ids round-trip");
    }
}

/// The dense list ascends, and indices lead back to their actions.
fn action_list<G: Game>(game: &G) {
    let list = game.action_list();
    assert!(list.as_slice().is_sorted_by(|a, b| a < b), "the action list ascends");
    for (index, action) in list.as_slice().iter().enumerate() {
        assert_eq!((list.get(index), list.index(*action)), (Some(*action), Some(index)), "indices round-trip");
    }
}

fn play<G: Game>(game: &G, seed: u64, turns: usize) {
    let mut dice = Dice1::new(seed);
    let mut chooser = Dice1::new(!seed);
    let mut state = start(game, &mut dice);
    for _ in 0..turns {
        settled(game, &state);
        let actions = actions(game, &state);
        let word = chooser.word();
        let count = actions.len() as u64;
        let chosen = game.choose(&state, word);
        assert_eq!(chosen, actions.get(crate::ticket(word, count) as usize).copied(), "`choose` picks from the list");
        assert_eq!(game.choose_counted(&state, word), chosen.map(|action| (action, count)), "and counts it");
        let Some(action) = chosen else { break };
        symmetric(game, &state);
        illegal(game, &state, &actions, chooser.word());
        attempts(game, &state, action, chooser.word(), &dice);
        state = turn(game, &state, action, &mut dice);
    }
}

/// Deals the start event by event.
fn start<G: Game>(game: &G, dice: &mut Dice1) -> G::State {
    let mut log = Vec::new();
    let mut again = *dice;
    let state = game.start(dice, &mut log).expect("a start board is found");
    let mut tiles = vec![None; game.topology().len()];
    assert_eq!(tiles, game.position(&game.blank()).tiles, "the blank board is blank");
    for &event in &log {
        fold(&mut tiles, event).expect("the start's events fit");
    }
    assert_eq!(tiles, game.position(&state).tiles, "the start's events fold to its board");
    assert_eq!(game.start(&mut again, &mut ()), Ok(state), "a no-op log changes nothing");
    assert_eq!(*dice, again, "a no-op log draws as much");
    state
}

/// A settled state: text round-trips, the phase fits the actions, and nothing depends on how we came here.
fn settled<G: Game>(game: &G, state: &G::State) {
    let topology = game.topology();
    let position = game.position(state);
    let text = position.text(topology);
    assert_eq!(Position::parse(topology, &text).as_ref(), Ok(&position), "text round-trips");
    let placed = game.place(&position).expect("a position that was reached can be placed");
    assert_eq!(&placed, state, "a placed position is the state it was taken from");
    let actions = actions(game, state);
    match game.phase(state) {
        Phase::Decide => assert!(!actions.is_empty(), "there is something to decide: {text}"),
        Phase::Over(_) => assert!(actions.is_empty(), "over exactly where there is no action: {text}"),
        Phase::Chance => panic!("a settled state waits for no chance: {text}"),
    }
    tiles(game, state, &position);
    assert_eq!(game.clock(state), position.clock, "`clock` is the position's");
    assert_eq!(game.turns_left(state), position.left, "`turns_left` are the position's");
    set(game, state, &actions);
    let mut none = true;
    game.outcomes(state, &mut |_, _| none = false);
    assert!(none, "a settled state has no outcomes: {text}");
}

/// Tiles, values and ranks say what the position says.
fn tiles<G: Game>(game: &G, state: &G::State, position: &Position) {
    let cells = game.topology().len();
    for (cell, tile) in game.topology().cells().zip(&position.tiles) {
        assert_eq!(game.tile(state, cell), *tile, "`tile` is the position's");
    }
    let expected: Vec<u32> = position.tiles.iter().map(|tile| tile.map_or(0, |tile| tile.value)).collect();
    let mut values = vec![u32::MAX; cells];
    game.values(state, &mut values);
    assert_eq!(values, expected, "`values` are the position's");
    let mut strains = vec![u8::MAX; cells];
    game.strains(state, &mut strains);
    let own = position.tiles.iter().map(|tile| tile.map_or(0, |tile| tile.strain));
    assert!(strains.iter().copied().eq(own), "`strains` are the position's");
    let mut ranks = vec![u8::MAX; cells];
    match game.ranks(state, &mut ranks) {
        Ok(()) => {
            let expected: Vec<u8> = expected.iter().map(|value| crate::rank(*value).unwrap_or(0)).collect();
            assert_eq!(ranks, expected, "`ranks` are the position's");
        }
        Err(NoRank { value, at }) => {
            assert_eq!(expected[at.index()], value, "a value without a rank stands where it is said to");
            assert_eq!(crate::rank(value), None, "a value that is refused has no rank");
        }
    }
}

/// The set holds the legal actions, and every legal action is in the dense list.
fn set<G: Game>(game: &G, state: &G::State, actions: &[Action]) {
    let list = game.action_list();
    let mut set = vec![u64::MAX; list.words()];
    game.action_set(state, &mut set);
    let marked: Vec<Action> = (0..bits::count(&set)).filter_map(|n| list.get(bits::nth(&set, n))).collect();
    assert_eq!(marked, actions, "`action_set` holds the legal actions");
    assert_eq!(bits::count(&set), actions.len() as u64, "`action_set` holds nothing else");
    assert_eq!(game.action_count(state), actions.len() as u64, "`action_count` counts the legal actions");
}

fn actions<G: Game>(game: &G, state: &G::State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(state, &mut |action| actions.push(action));
    assert!(actions.is_sorted_by(|a, b| a < b), "actions ascend");
    let count = game.notation().count(game.topology());
    assert!(actions.iter().all(|action| action.0 < count), "ids are below their count");
    actions
}

/// One turn, played in three ways that must agree: `advance`, act and settle with a log, act and settle without.
fn turn<G: Game>(game: &G, before: &G::State, action: Action, dice: &mut Dice1) -> G::State {
    let mut steps = *dice;
    let mut log = Vec::new();
    let mut state = *before;
    let mut quiet = *before;
    let mut gain = game.act(&mut state, action, &mut log).expect("a listed action is legal");
    assert_eq!(game.act(&mut quiet, action, &mut ()), Ok(gain), "a no-op log gains as much");
    assert_eq!(state, quiet, "a no-op log changes nothing");
    while game.phase(&state) == Phase::Chance {
        assert!(game.is_chance(&state), "`is_chance` is the phase");
        assert!(actions(game, &state).is_empty(), "no action is legal at a chance node");
        let outcome = node(game, &state, steps.word());
        let earned = game.settle(&mut state, outcome, &mut log);
        assert_eq!(game.settle(&mut quiet, outcome, &mut ()), earned, "a no-op log gains as much");
        assert_eq!(state, quiet, "a no-op log changes nothing");
        gain = gain.saturating_add(earned);
    }
    assert!(!game.is_chance(&state), "`is_chance` is the phase");

    let mut advanced = *before;
    let mut logged = Vec::new();
    assert_eq!(game.advance(&mut advanced, action, dice, &mut logged), Ok(gain), "`advance` is act and settle");
    assert_eq!((&advanced, &logged, *dice), (&state, &log, steps), "`advance` is act and settle");
    events(game, before, &state, &log, gain);
    state
}

/// A chance node: weights positive, outcomes ascending, and `draw` takes what the list says.
fn node<G: Game>(game: &G, state: &G::State, word: u64) -> Outcome {
    let mut list: Vec<(Outcome, u64)> = Vec::new();
    let mut total = 0;
    game.outcomes(state, &mut |outcome, weight| {
        assert!(weight > 0, "weights are positive");
        total += u64::from(weight);
        list.push((outcome, total));
    });
    assert!(list.is_sorted_by(|a, b| a.0 < b.0), "outcomes ascend without repeats");
    let ticket = crate::ticket(word, total);
    let expected = list.iter().find(|(_, upto)| ticket < *upto).expect("a chance node has outcomes").0;
    let topology = game.topology();
    assert_eq!(Outcome::parse(topology, &expected.text(topology)), Ok(expected), "outcomes round-trip");
    assert_eq!(game.draw(state, word), expected, "`draw` takes what the list says");
    expected
}

/// A turn's events fold to its board, and the gains add up.
fn events<G: Game>(game: &G, before: &G::State, after: &G::State, log: &[Event], gain: u64) {
    let mut tiles = game.position(before).tiles;
    let mut logged = 0u64;
    for &event in log {
        fold(&mut tiles, event).expect("events fit the board");
        if let Event::Scored { gain } = event {
            assert!(gain > 0, "only what earned points is scored");
            logged = logged.saturating_add(gain);
        }
        assert!(!matches!(event, Event::Cleared), "what only a deal logs is not in a turn");
    }
    assert_eq!(tiles, game.position(after).tiles, "a turn's events fold to its board");
    assert_eq!(logged, gain, "the gains of the events add up to the gain");
}

/// An illegal action changes nothing and logs nothing.
fn illegal<G: Game>(game: &G, state: &G::State, actions: &[Action], word: u64) {
    let count = game.notation().count(game.topology());
    let action = Action(crate::ticket(word, count.into()) as u16);
    let legal = actions.contains(&action);
    assert_eq!(game.is_legal(state, action), legal, "`is_legal` agrees with the list");
    // Ids beyond the count come from hostile callers and are illegal, not a panic.
    for action in [action, Action(count), Action(u16::MAX)] {
        if !actions.contains(&action) {
            let mut after = *state;
            let mut log = Vec::new();
            assert_eq!(game.act(&mut after, action, &mut log), Err(Illegal(action)), "an illegal action is refused");
            assert_eq!(&after, state, "an illegal action changes nothing");
            assert_eq!(log, [], "an illegal action logs nothing");
        }
    }
}

/// To attempt an action is to play it if it is legal, and otherwise nothing.
fn attempts<G: Game>(game: &G, state: &G::State, legal: Action, word: u64, dice: &Dice1) {
    let count = game.notation().count(game.topology());
    let any = Action(crate::ticket(word, count.into()) as u16);
    for action in [legal, any, Action(count)] {
        let (mut played, mut rolled) = (*state, *dice);
        let advanced = game.advance(&mut played, action, &mut rolled, &mut ());
        let (mut tried, mut rolled_again) = (*state, *dice);
        let attempted = game.attempt(&mut tried, action, &mut rolled_again);
        assert_eq!(attempted, (advanced.is_ok(), advanced.unwrap_or(0)), "`attempt` gives what `advance` gives");
        assert_eq!((tried, rolled_again), (played, rolled), "`attempt` plays as `advance` does");
    }
}

/// Turned and mirrored positions behave turned and mirrored.
fn symmetric<G: Game>(game: &G, state: &G::State) {
    let (topology, notation) = (game.topology(), game.notation());
    let position = game.position(state);
    for symmetry in game.symmetries() {
        let map = |position: &Position| {
            let mut image = position.clone();
            for cell in topology.cells() {
                image.tiles[symmetry.cell(cell).index()] = position.tiles[cell.index()];
            }
            image
        };
        let image = game.place(&map(&position)).expect("an image of a position can be placed");
        let mut mapped: Vec<_> =
            actions(game, state).into_iter().map(|action| notation.map(topology, symmetry, action)).collect();
        mapped.sort();
        assert_eq!(mapped, actions(game, &image), "images have the images of the actions");
        for action in actions(game, state) {
            let (mut here, mut there) = (*state, image);
            let gain = game.act(&mut here, action, &mut ());
            let action = notation.map(topology, symmetry, action);
            assert_eq!(game.act(&mut there, action, &mut ()), gain, "images gain as much");
            assert_eq!(map(&game.position(&here)), game.position(&there), "images stay images");
        }
    }
}
