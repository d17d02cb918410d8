//! Differential tests: both implementations play the same game on random variants and on boards that play rarely or never
//! reaches. Each turn's events also have to hold the family's own properties.

use super::*;
use tilewright_core::{Action, Dice, fold, ticket};

/// A number from `low` to `high`.
fn pick(dice: &mut Dice1, low: u64, high: u64) -> u64 {
    low + ticket(dice.word(), high - low + 1)
}

/// Rules from all over what is allowed.
fn random_rules(dice: &mut Dice1) -> Rules {
    let (width, height) = (pick(dice, 3, 8), pick(dice, 3, 8));
    let max_value = pick(dice, 3, 9);
    let mut spawn = serde_json::Map::new();
    for _ in 0..pick(dice, 1, 6) {
        spawn.insert(pick(dice, 1, max_value).to_string(), pick(dice, 1, 1000).into());
    }
    let fields = json!({
        "width": width, "height": height, "max_value": max_value, "spawn": spawn,
        "max_strain": pick(dice, 1, 7), "stress_gap": pick(dice, 1, 8), "pieces": pick(dice, 1, 4),
        "start_tiles": pick(dice, 1, width * height - 1),
    });
    rules(&fields).unwrap()
}

/// A board that play would hardly come to: crowded, strained to the limit, with many equal neighbours.
fn hostile(rules: &Rules, dice: &mut Dice1) -> Position {
    let cells = u64::from(rules.width) * u64::from(rules.height);
    let fill = [30, 70, 90, 97, 100][pick(dice, 0, 4) as usize];
    let (low, high) = (pick(dice, 1, rules.max_value.into()), pick(dice, 1, rules.max_value.into()));
    let (low, high) = (low.min(high), low.max(high));
    let most = pick(dice, 0, rules.max_strain.into());
    let mut tile = || {
        let there = pick(dice, 1, 100) <= fill;
        let (value, strain) = (pick(dice, low, high) as u32, pick(dice, 0, most) as u8);
        there.then_some(Tile { value, strain })
    };
    let mut tiles: Vec<_> = (0..cells).map(|_| tile()).collect();
    tiles[0] = tiles[0].or(Some(Tile::new(1)));
    Position { tiles, ..Position::default() }
}

type Answers = (Position, Phase, Vec<Action>, Vec<(Outcome, u32)>, Option<Outcome>, Option<Action>);

/// Everything that can be asked of a state.
fn ask<G: Game>(game: &G, state: &G::State, word: u64) -> Answers {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    game.actions(state, &mut |action| actions.push(action));
    game.outcomes(state, &mut |outcome, weight| outcomes.push((outcome, weight)));
    let drawn = game.is_chance(state).then(|| game.draw(state, word));
    (game.position(state), game.phase(state), actions, outcomes, drawn, game.choose(state, word))
}

/// How often something rare came up, so that a test can say that it did.
#[derive(Default, Debug)]
struct Seen {
    stepped_onto: u32,
    overflowed: u32,
    broke_in_place: u32,
    came_to_nothing: u32,
    vanished: u32,
    stayed_full: u32,
}

impl Seen {
    fn turn(&mut self, full: bool, log: &[Event]) {
        self.stepped_onto += u32::from(matches!(log.first(), Some(Event::Merged { .. })));
        self.stayed_full += u32::from(full);
        for event in log {
            if let Event::Fractured { at, pieces, value, overflow } = *event {
                self.overflowed += u32::from(overflow);
                self.broke_in_place += u32::from(pieces.contains(at));
                self.came_to_nothing += u32::from(overflow && pieces.is_empty());
                self.vanished += u32::from(value == 0);
            }
        }
    }
}

/// Every action there is, legal or not, does the same in both games.
fn each_action(rules: &Rules, position: &Position, seen: &mut Seen) {
    let (plain, sliced) = (Plain::new(rules), Sliced::new(rules));
    let (a, b) = (plain.place(position).unwrap(), sliced.place(position).unwrap());
    let text = position.text(sliced.topology());
    for action in (0..=sliced.notation().count(sliced.topology())).map(Action) {
        let (mut a, mut b) = (a, b);
        let (mut log_a, mut log_b) = (Vec::new(), Vec::new());
        let gain = plain.act(&mut a, action, &mut log_a);
        assert_eq!(gain, sliced.act(&mut b, action, &mut log_b), "{rules:?} {text} {action:?}");
        assert_eq!(log_a, log_b, "{rules:?} {text} {action:?}");
        assert_eq!(plain.position(&a), sliced.position(&b), "{rules:?} {text} {action:?}");
        let mut unlogged = sliced.place(position).unwrap();
        assert_eq!(sliced.is_legal(&unlogged, action), gain.is_ok());
        assert_eq!(sliced.act(&mut unlogged, action, &mut ()), gain);
        assert_eq!(unlogged, b, "{rules:?} {text} {action:?}");
        if gain.is_ok() {
            check_events(rules, sliced.topology(), position, &log_b);
            seen.turn(!sliced.is_chance(&b), &log_b);
        }
    }
}

/// Plays both games with the same dice, comparing all there is to see, and checks each turn's events.
fn in_step(rules: &Rules, start: Option<&Position>, turns: usize, dice: &mut Dice1) {
    let (plain, sliced) = (Plain::new(rules), Sliced::new(rules));
    let (mut a, mut b) = match start {
        Some(position) => (plain.place(position).unwrap(), sliced.place(position).unwrap()),
        None => (plain.blank(), sliced.blank()),
    };
    let (mut log_a, mut log_b) = (Vec::new(), Vec::new());
    let mut before = sliced.position(&b);
    for _ in 0..turns {
        loop {
            let word = dice.word();
            assert_eq!(ask(&plain, &a, word), ask(&sliced, &b, word), "{rules:?}");
            if !sliced.is_chance(&b) {
                break;
            }
            let outcome = sliced.draw(&b, word);
            plain.settle(&mut a, outcome, &mut log_a);
            sliced.settle(&mut b, outcome, &mut log_b);
        }
        assert_eq!(log_a, log_b, "{rules:?} {}", before.text(sliced.topology()));
        check_events(rules, sliced.topology(), &before, &log_b);
        log_a.clear();
        log_b.clear();
        before = sliced.position(&b);
        let Some(action) = sliced.choose(&b, dice.word()) else { return };
        let text = before.text(sliced.topology());
        let gain = plain.act(&mut a, action, &mut log_a);
        assert_eq!(gain, sliced.act(&mut b, action, &mut log_b), "{rules:?} {text} {action:?}");
        assert_eq!(log_a, log_b, "{rules:?} {text} {action:?}");
    }
}

/// The events of a turn come in the order of the phases, and its values and strains are in range.
fn check_events(rules: &Rules, topology: &Topology, before: &Position, log: &[Event]) {
    let mut tiles = before.tiles.clone();
    let mut last = (0, 0, 0);
    for &event in log {
        let at = |cell: Cell| u32::from(cell.0);
        let rank = match event {
            Event::Slid { .. } => (1, 0, 0),
            // The first may be the one that was stepped onto, which comes before the order.
            Event::Merged { value, .. } if last.0 == 0 => {
                assert!(before.tiles.iter().all(Option::is_some), "only a full board starts with a merge");
                assert!((2..=u32::from(rules.max_value) + 1).contains(&value));
                (1, 0, 0)
            }
            Event::Merged { value, overflow, cells, .. } => {
                assert_eq!(overflow, value > rules.max_value.into());
                (2, 20 - value, at(cells.first().unwrap()))
            }
            Event::Scored { gain } => {
                assert!(gain.is_power_of_two());
                last
            }
            Event::Strained { at: cell, strain } => {
                assert!(strain <= rules.max_strain);
                (3, 0, at(cell))
            }
            Event::Fractured { at: cell, pieces, overflow, .. } => {
                assert!(pieces.len() <= rules.pieces.into());
                (4, u32::from(!overflow), at(cell))
            }
            Event::Decayed { at: cell, .. } => (5, 0, at(cell)),
            // The start deals several, in any order.
            Event::Spawned { .. } => (6, 0, 0),
            other => panic!("{other:?} is no event of this family"),
        };
        assert!(rank >= last, "{event:?} is out of order");
        last = rank;
        fold(&mut tiles, event).unwrap();
    }
    if !log.is_empty() {
        let below = tiles.iter().flatten().all(|tile| tile.strain < rules.max_strain);
        assert!(below, "nothing stays at the limit: {}", before.text(topology));
    }
    assert!(tiles.iter().flatten().all(|tile| (1..=rules.max_value.into()).contains(&tile.value)));
}

#[test]
fn sliced_matches_plain_on_random_variants() {
    let mut dice = Dice1::new(11);
    for _ in 0..300 {
        let rules = random_rules(&mut dice);
        in_step(&rules, None, 60, &mut dice);
    }
}

#[test]
fn sliced_matches_plain_in_whole_games_of_the_preset() {
    let rules = rules(&json!({})).unwrap();
    let mut dice = Dice1::new(12);
    for _ in 0..8 {
        in_step(&rules, None, 1000, &mut dice);
    }
}

#[test]
fn sliced_matches_plain_on_loaded_boards() {
    let mut dice = Dice1::new(13);
    let mut seen = Seen::default();
    for _ in 0..300 {
        let rules = random_rules(&mut dice);
        for _ in 0..5 {
            let position = hostile(&rules, &mut dice);
            each_action(&rules, &position, &mut seen);
            in_step(&rules, Some(&position), 6, &mut dice);
        }
    }
    let Seen { stepped_onto, overflowed, broke_in_place, came_to_nothing, vanished, stayed_full } = seen;
    let rarest = [stepped_onto, overflowed, broke_in_place, came_to_nothing, vanished, stayed_full].into_iter().min();
    assert!(rarest >= Some(10), "the boards were not hostile enough: {seen:?}");
}

#[test]
fn random_variants_conform() {
    let mut dice = Dice1::new(14);
    for _ in 0..60 {
        conformance::check(&Sliced::new(&random_rules(&mut dice)), 2, 40);
    }
    for _ in 0..10 {
        conformance::check(&Plain::new(&random_rules(&mut dice)), 1, 20);
    }
}

/// Phase 2 of the rule page: after a step into an empty cell, the pairs that wait are those that merge.
#[test]
fn waiting_matches_the_merges_of_a_turn() {
    let mut dice = Dice1::new(15);
    let mut merges = 0;
    for _ in 0..2000 {
        let rules = random_rules(&mut dice);
        let game = Plain::new(&rules);
        let position = hostile(&rules, &mut dice);
        let mut state = game.place(&position).unwrap();
        let Some(action) = game.choose(&state, dice.word()) else { continue };
        let mut log = Vec::new();
        game.act(&mut state, action, &mut log).unwrap();
        if !matches!(log[0], Event::Slid { .. }) {
            continue;
        }
        let mut tiles = position.tiles;
        fold(&mut tiles, log[0]).unwrap();
        let pairs = rules.waiting(game.topology(), &tiles);
        let pairs: Vec<Cells> = pairs.into_iter().map(|(a, b)| Cells::pair(a, b)).collect();
        let merged = |event: &Event| if let Event::Merged { cells, .. } = event { Some(*cells) } else { None };
        let merged: Vec<Cells> = log.iter().filter_map(merged).collect();
        assert_eq!(pairs, merged);
        merges += merged.len();
    }
    assert!(merges > 1000, "{merges}");
}
