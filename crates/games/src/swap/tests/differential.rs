//! Differential tests: the implementation on bit planes plays the same game as the plain one. Compared are states as
//! positions, phases, legal actions, choices, outcomes, draws, gains and events.

use super::*;
use crate::swap::{Law, MAX_VALUE, Resolve};
use tilewright_core::{Action, Outcome, Phase, Tile};

/// The same game in both implementations.
struct Both<const PLANES: usize, W: Word> {
    plain: Plain,
    fast: Fast<PLANES, W>,
}

type States<const PLANES: usize, W> = (<Plain as Game>::State, <Fast<PLANES, W> as Game>::State);

fn outcomes<G: Game>(game: &G, state: &G::State) -> Vec<(Outcome, u32)> {
    let mut list = Vec::new();
    game.outcomes(state, &mut |outcome, weight| list.push((outcome, weight)));
    list
}

impl<const PLANES: usize, W: Word> Both<PLANES, W> {
    /// `None` if the fast implementation does not play these rules.
    fn new(plain: &Plain) -> Option<Self> {
        let fast = Fast::<PLANES, W>::plays(&plain.rules).then(|| Fast::new(plain.clone()))?;
        Some(Self { plain: plain.clone(), fast })
    }

    fn check(&self, (plain, fast): &States<PLANES, W>) {
        let board = || format!("{:?} {}", self.plain.rules, text(&self.plain, plain));
        assert_eq!(self.plain.position(plain), self.fast.position(fast), "{}", board());
        assert_eq!(self.plain.phase(plain), self.fast.phase(fast), "{}", board());
        let (mut here, mut there) = ([0; 100], [0; 100]);
        let cells = self.plain.topology().len();
        self.plain.values(plain, &mut here[..cells]);
        self.fast.values(fast, &mut there[..cells]);
        assert_eq!(here, there, "{}", board());
        assert_eq!(self.plain.is_chance(plain), self.fast.is_chance(fast), "{}", board());
        assert_eq!(legal(&self.plain, plain), legal(&self.fast, fast), "{}", board());
        assert_eq!(outcomes(&self.plain, plain), outcomes(&self.fast, fast), "{}", board());
    }

    /// Chance node by chance node, with the same words of the dice.
    fn roll(&self, states: &mut States<PLANES, W>, dice: &mut Dice1, logs: &mut [Vec<Event>; 2]) -> u64 {
        let mut gain = 0;
        while self.plain.is_chance(&states.0) {
            self.check(states);
            let word = dice.word();
            let outcome = self.plain.draw(&states.0, word);
            assert_eq!(outcome, self.fast.draw(&states.1, word));
            let earned = self.plain.settle(&mut states.0, outcome, &mut logs[0]);
            assert_eq!(earned, self.fast.settle(&mut states.1, outcome, &mut logs[1]));
            gain += earned;
        }
        self.check(states);
        assert_eq!(logs[0], logs[1], "{:?}", self.plain.rules);
        gain
    }

    fn start(&self, seed: u64) -> (States<PLANES, W>, Dice1) {
        let mut dice = Dice1::new(seed);
        let mut states = (self.plain.blank(), self.fast.blank());
        let mut logs = [Vec::new(), Vec::new()];
        self.roll(&mut states, &mut dice, &mut logs);
        // `start` deals whole boards.
        let (mut again, mut log) = (Dice1::new(seed), Vec::new());
        assert_eq!(self.fast.start(&mut again, &mut log), Ok(states.1));
        assert_eq!((&log, again), (&logs[0], dice));
        (states, dice)
    }

    fn play(&self, mut states: States<PLANES, W>, dice: &mut Dice1, turns: usize) {
        for _ in 0..turns {
            self.check(&states);
            for word in [0, u64::MAX, dice.word(), dice.word()] {
                assert_eq!(self.plain.choose(&states.0, word), self.fast.choose(&states.1, word));
            }
            let count = self.plain.notation().count(self.plain.topology());
            for action in [Action(ticket(dice.word(), count.into()) as u16), Action(count), Action(u16::MAX)] {
                assert_eq!(self.plain.is_legal(&states.0, action), self.fast.is_legal(&states.1, action));
            }
            let Some(action) = self.plain.choose(&states.0, dice.word()) else { break };
            let (mut whole, mut ahead) = (states.1, *dice);
            let (mut logged, mut dice_logged) = (states.1, *dice);
            let mut logs = [Vec::new(), Vec::new()];
            let gain = self.plain.act(&mut states.0, action, &mut logs[0]).unwrap();
            assert_eq!(self.fast.act(&mut states.1, action, &mut logs[1]), Ok(gain));
            let gain = gain + self.roll(&mut states, dice, &mut logs);
            // `advance` refills whole waves, and takes shortcuts if no events are logged.
            assert_eq!(self.fast.advance(&mut whole, action, &mut ahead, &mut ()), Ok(gain));
            assert_eq!((whole, ahead), (states.1, *dice));
            let mut log = Vec::new();
            assert_eq!(self.fast.advance(&mut logged, action, &mut dice_logged, &mut log), Ok(gain));
            assert_eq!((logged, dice_logged, &log[..logs[0].len()]), (states.1, *dice, &logs[0][..]));
        }
    }

    /// A full board that may hold lines anywhere.
    fn lined(&self, dice: &mut Dice1) -> States<PLANES, W> {
        let mut position = self.plain.position(&self.plain.blank());
        let rules = &self.plain.rules;
        let (kinds, high) = (2 + ticket(dice.word(), 5) as u32, ticket(dice.word(), 3) == 0);
        // The first values that come from the smallest spawn value, and at times the largest of all.
        let value = |step: u32| match rules.law {
            _ if high && step == 0 => MAX_VALUE,
            Law::Doubling => rules.spawn.smallest() << step,
            Law::Sum => rules.spawn.smallest() * (step + 1),
        };
        for tile in &mut position.tiles {
            *tile = Some(Tile::new(value(ticket(dice.word(), kinds.into()) as u32)));
        }
        let entries = rules.spawn.as_slice();
        let next = || entries[ticket(dice.word(), entries.len() as u64) as usize].0;
        position.next = core::iter::repeat_with(next).take(rules.preview.into()).collect();
        (self.plain.place(&position).unwrap(), self.fast.place(&position).unwrap())
    }
}

/// How many implementations were compared, and how many boards with lines could be played on.
#[derive(Default, Debug)]
struct Seen {
    compared: u32,
    lined: u32,
}

/// Plays from a start and from boards with lines.
fn compare<const PLANES: usize, W: Word>(plain: &Plain, seed: u64, turns: usize, seen: &mut Seen) {
    let Some(both) = Both::<PLANES, W>::new(plain) else { return };
    seen.compared += 1;
    let (states, mut dice) = both.start(seed);
    both.play(states, &mut dice, turns);
    for _ in 0..4 {
        let states = both.lined(&mut dice);
        seen.lined += u32::from(both.plain.phase(&states.0) == Phase::Decide);
        both.play(states, &mut dice, 2);
    }
}

/// Compares all implementations that play the rules.
fn compare_all(plain: &Plain, seed: u64, turns: usize, seen: &mut Seen) {
    compare::<POWERS, u64>(plain, seed, turns, seen);
    compare::<VALUES, u64>(plain, seed, turns, seen);
    compare::<POWERS, u128>(plain, seed, turns, seen);
    compare::<VALUES, u128>(plain, seed, turns, seen);
}

#[test]
fn fast_matches_plain_on_presets() {
    let mut seen = Seen::default();
    for preset in crate::Preset::all().iter().filter(|preset| preset.variant.family() == crate::Family::Swap) {
        let mut fields = preset.variant.to_json();
        fields.as_object_mut().unwrap().remove("family");
        for seed in 0..3 {
            compare_all(&plain(&fields), seed, 40, &mut seen);
        }
    }
    // Four presets with powers of two have four implementations, one with sums has two.
    assert_eq!(seen.compared, 3 * (4 * 4 + 2));
}

/// Every combination of the switches, each with random values of the other parameters.
#[test]
fn fast_matches_plain_for_every_combination_of_switches() {
    let (mut variants, mut seen, mut refused) = (Variants(Dice1::new(4)), Seen::default(), 0);
    for round in 0..2 {
        for switches in 0..64 {
            let fields = variants.with_switches(switches);
            match Plain::new(&rules(&fields)) {
                Ok(plain) => compare_all(&plain, round, 6, &mut seen),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(seen.compared > 250 && seen.lined > 500 && refused < 40, "{seen:?} {refused}");
}

#[test]
fn fast_matches_plain_on_random_variants() {
    let (mut variants, mut seen) = (Variants(Dice1::new(5)), Seen::default());
    for seed in 0..60 {
        if let Ok(plain) = Plain::new(&rules(&variants.next())) {
            compare_all(&plain, seed, 12, &mut seen);
        }
    }
    assert!(seen.compared > 100 && seen.lined > 300, "{seen:?}");
}

/// The smallest tori: a line may close on itself, and one step may be the same as another along a different axis.
#[test]
fn fast_matches_plain_on_small_tori() {
    let mut seen = Seen::default();
    for (width, height) in [(3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (5, 4), (4, 8), (6, 3)] {
        for run in 3..=5 {
            for (diagonal, reach) in
                [(false, "neighbour"), (false, "anywhere"), (true, "neighbour"), (true, "anywhere")]
            {
                let fields = json!({
                    "width": width, "height": height, "run": run, "wrap": true, "diagonal": diagonal, "reach": reach,
                    "spawn": [2, 4, 8, 16, 32, 64], "resolve": "rounds",
                });
                if let Ok(plain) = Plain::new(&rules(&fields)) {
                    assert_eq!(plain.rules.resolve, Resolve::Rounds);
                    compare::<POWERS, u64>(&plain, run, 4, &mut seen);
                    compare::<POWERS, u128>(&plain, run, 4, &mut seen);
                }
            }
        }
    }
    assert!(seen.compared > 100 && seen.lined > 200, "{seen:?}");
}
