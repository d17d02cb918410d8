//! Differential tests: the implementation on sets of cells plays the same game as the plain one. Compared are states as
//! positions, values, phases, legal actions, choices, outcomes, draws, gains and events.

use super::*;
use tilewright_core::{Action, Outcome};

/// What the comparisons came across, so that a test can assert that it saw enough.
#[derive(Default, Debug)]
struct Seen {
    /// Factorizations by their number of parts.
    parts: [u32; 5],
    eliminations: u32,
    merges: u32,
    longest: u16,
}

impl Seen {
    fn note(&mut self, log: &[Event]) {
        for event in log {
            match event {
                Event::Factored { parts, .. } => self.parts[parts.as_slice().len()] += 1,
                Event::Eliminated { .. } => self.eliminations += 1,
                Event::Divided { .. } => self.merges += 1,
                Event::Wave { n } => self.longest = self.longest.max(*n),
                _ => {}
            }
        }
    }
}

/// The same game in both implementations.
struct Both {
    rules: Rules,
    plain: Plain,
    masked: Masked,
}

type States = (<Plain as Game>::State, <Masked as Game>::State);

fn legal<G: Game>(game: &G, state: &G::State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(state, &mut |action| actions.push(action));
    actions
}

fn outcomes<G: Game>(game: &G, state: &G::State) -> Vec<(Outcome, u32)> {
    let mut list = Vec::new();
    game.outcomes(state, &mut |outcome, weight| list.push((outcome, weight)));
    list
}

impl Both {
    fn new(rules: &Rules) -> Self {
        Self { rules: *rules, plain: Plain::new(rules), masked: Masked::new(rules) }
    }

    fn place(&self, position: &Position) -> States {
        (self.plain.place(position).unwrap(), self.masked.place(position).unwrap())
    }

    fn check(&self, (plain, masked): &States, word: u64) {
        let board = || format!("{:?} {}", self.rules, text(&self.plain, plain));
        assert_eq!(self.plain.position(plain), self.masked.position(masked), "{}", board());
        assert_eq!(self.plain.phase(plain), self.masked.phase(masked), "{}", board());
        assert_eq!(self.plain.is_chance(plain), self.masked.is_chance(masked), "{}", board());
        assert_eq!(legal(&self.plain, plain), legal(&self.masked, masked), "{}", board());
        assert_eq!(outcomes(&self.plain, plain), outcomes(&self.masked, masked), "{}", board());
        let (mut here, mut there) = ([0; 64], [0; 64]);
        let cells = self.plain.topology().len();
        self.plain.values(plain, &mut here[..cells]);
        self.masked.values(masked, &mut there[..cells]);
        assert_eq!(here, there, "{}", board());
        for word in [0, u64::MAX, word, word.rotate_left(32)] {
            assert_eq!(self.plain.choose(plain, word), self.masked.choose(masked, word), "{}", board());
        }
    }

    /// Every action there is, legal or not.
    fn each_action(&self, states: &States, seen: &mut Seen) {
        let count = self.plain.notation().count(self.plain.topology());
        for action in (0..=count).chain([u16::MAX]).map(Action) {
            let (mut plain, mut masked) = *states;
            let (mut here, mut there) = (Vec::new(), Vec::new());
            let gain = self.plain.act(&mut plain, action, &mut here);
            let board = || format!("{:?} {} {action:?}", self.rules, text(&self.plain, &states.0));
            assert_eq!(self.masked.is_legal(&states.1, action), gain.is_ok(), "{}", board());
            assert_eq!(self.masked.act(&mut masked, action, &mut there), gain, "{}", board());
            assert_eq!(here, there, "{}", board());
            assert_eq!(self.plain.position(&plain), self.masked.position(&masked), "{}", board());
            assert_eq!(self.plain.is_chance(&plain), self.masked.is_chance(&masked), "{}", board());
            let mut unlogged = states.1;
            assert_eq!(self.masked.act(&mut unlogged, action, &mut ()), gain, "{}", board());
            assert_eq!(unlogged, masked, "{}", board());
            seen.note(&here);
        }
    }

    /// Chance node by chance node, with the same words of the dice.
    fn roll(&self, states: &mut States, dice: &mut Dice1) {
        while self.plain.is_chance(&states.0) {
            let word = dice.word();
            self.check(states, word);
            let outcome = self.plain.draw(&states.0, word);
            assert_eq!(outcome, self.masked.draw(&states.1, word));
            self.plain.settle(&mut states.0, outcome, &mut ());
            self.masked.settle(&mut states.1, outcome, &mut ());
        }
        self.check(states, dice.word());
    }

    fn play(&self, states: &mut States, turns: usize, dice: &mut Dice1, seen: &mut Seen) {
        self.roll(states, dice);
        for _ in 0..turns {
            let Some(action) = self.masked.choose(&states.1, dice.word()) else { return };
            let (mut here, mut there) = (Vec::new(), Vec::new());
            let gain = self.plain.act(&mut states.0, action, &mut here);
            assert_eq!(self.masked.act(&mut states.1, action, &mut there), gain);
            assert_eq!(here, there, "{:?}", self.rules);
            seen.note(&here);
            self.roll(states, dice);
        }
    }
}

#[test]
fn masked_matches_plain_on_loaded_boards() {
    let (mut dice, mut seen) = (Dice1::new(1), Seen::default());
    for _ in 0..200 {
        let both = Both::new(&random_rules(&mut dice));
        let mut states = both.place(&random_position(&both.plain, &mut dice));
        both.check(&states, dice.word());
        both.each_action(&states, &mut seen);
        both.play(&mut states, 3, &mut dice, &mut seen);
    }
    assert!(seen.parts[2..].iter().all(|&count| count > 10), "{seen:?}");
    assert!(seen.longest > 4, "{seen:?}");
}

#[test]
fn masked_matches_plain_in_games_of_random_variants() {
    let (mut dice, mut seen) = (Dice1::new(2), Seen::default());
    for _ in 0..60 {
        let both = Both::new(&random_rules(&mut dice));
        let mut states = (both.plain.blank(), both.masked.blank());
        both.play(&mut states, 100, &mut dice, &mut seen);
    }
    // Factorizations are rare in random play; the loaded boards have many of each kind.
    assert!(seen.parts[2] > 5 && seen.eliminations > 100 && seen.merges > 500, "{seen:?}");
}

#[test]
fn masked_matches_plain_on_presets() {
    let (mut dice, mut seen) = (Dice1::new(3), Seen::default());
    for preset in crate::Preset::all() {
        let crate::Rules::Factor(rules) = preset.variant.rules() else { continue };
        let both = Both::new(&rules);
        let mut states = (both.plain.blank(), both.masked.blank());
        both.play(&mut states, 150, &mut dice, &mut seen);
    }
    assert!(seen.merges > 50, "{seen:?}");
}

#[test]
fn masked_refuses_the_positions_that_plain_refuses() {
    let both = Both::new(&Rules { size: 3, turn_limit: Some(9), ..RULES });
    for board in [". . ./. 1 ./. . .", ". . ./. 2+1 ./. . .", ". . ./. . ./. . .", "2 . ./. . ./. . . | clock=3"] {
        let position = Position::parse(both.plain.topology(), board).unwrap();
        assert_eq!(both.plain.place(&position).unwrap_err(), both.masked.place(&position).unwrap_err());
    }
}
