//! Both implementations are the same game: states as positions, lists, draws, gains and events.

use super::*;
use crate::swap::{Law, MAX_FACE};
use tilewright_core::{Action, Outcome, Phase, Tile};

/// A game played on both at once.
struct Both<const PLANES: usize> {
    plain: Plain,
    fast: Fast<PLANES>,
}

type States<const PLANES: usize> = (<Plain as Game>::State, <Fast<PLANES> as Game>::State);

impl<const PLANES: usize> Both<PLANES> {
    fn new(rules: &Rules) -> Option<Self> {
        let game = |()| Plain::new(rules).ok();
        Fast::<PLANES>::plays(rules).then_some(())?;
        Some(Self { plain: game(())?, fast: Fast::new(game(())?) })
    }

    fn check(&self, (plain, fast): &States<PLANES>) {
        assert_eq!(self.plain.position(plain), self.fast.position(fast));
        assert_eq!(self.plain.phase(plain), self.fast.phase(fast), "{}", text(&self.plain, plain));
        assert_eq!(legal(&self.plain, plain), legal(&self.fast, fast), "{}", text(&self.plain, plain));
        let outcomes = |list: &mut Vec<(Outcome, u32)>| {
            let here = core::mem::take(list);
            self.fast.outcomes(fast, &mut |outcome, weight| list.push((outcome, weight)));
            assert_eq!(here, *list);
        };
        let mut list = Vec::new();
        self.plain.outcomes(plain, &mut |outcome, weight| list.push((outcome, weight)));
        outcomes(&mut list);
    }

    /// Chance node by chance node, with one source of words.
    fn roll(&self, states: &mut States<PLANES>, dice: &mut Dice1, logs: &mut [Vec<Event>; 2]) -> u64 {
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
        assert_eq!(logs[0], logs[1]);
        gain
    }

    fn start(&self, seed: u64) -> (States<PLANES>, Dice1) {
        let mut dice = Dice1::new(seed);
        let mut states = (self.plain.blank(), self.fast.blank());
        let mut logs = [Vec::new(), Vec::new()];
        self.roll(&mut states, &mut dice, &mut logs);
        // The quick one deals whole boards, too.
        let (mut again, mut log) = (Dice1::new(seed), Vec::new());
        assert_eq!(self.fast.start(&mut again, &mut log), Ok(states.1));
        assert_eq!((&log, again), (&logs[0], dice));
        (states, dice)
    }

    fn play(&self, mut states: States<PLANES>, dice: &mut Dice1, turns: usize) {
        for _ in 0..turns {
            self.check(&states);
            let word = dice.word();
            let chosen = self.plain.choose(&states.0, word);
            assert_eq!(chosen, self.fast.choose(&states.1, word));
            let any = Action(ticket(word, self.plain.notation().count(self.plain.topology()).into()) as u16);
            assert_eq!(self.plain.is_legal(&states.0, any), self.fast.is_legal(&states.1, any));
            let Some(action) = chosen else { break };
            let (mut whole, mut ahead) = (states.1, *dice);
            let mut logs = [Vec::new(), Vec::new()];
            let gain = self.plain.act(&mut states.0, action, &mut logs[0]).unwrap();
            assert_eq!(self.fast.act(&mut states.1, action, &mut logs[1]), Ok(gain));
            let gain = gain + self.roll(&mut states, dice, &mut logs);
            // The quick one refills whole waves, too.
            assert_eq!(self.fast.advance(&mut whole, action, &mut ahead, &mut ()), Ok(gain));
            assert_eq!((whole, ahead), (states.1, *dice));
        }
    }

    /// A full board that may hold lines anywhere.
    fn hostile(&self, dice: &mut Dice1) -> States<PLANES> {
        let mut position = self.plain.position(&self.plain.blank());
        let rules = &self.plain.rules;
        let (kinds, high) = (2 + ticket(dice.word(), 5) as u32, ticket(dice.word(), 3) == 0);
        // The first faces that spring from the smallest spawn value, and at times the largest of all.
        let face = |step: u32| match rules.law {
            _ if high && step == 0 => MAX_FACE,
            Law::Doubling => rules.spawn.smallest() << step,
            Law::Sum => rules.spawn.smallest() * (step + 1),
        };
        for tile in &mut position.tiles {
            *tile = Some(Tile::new(face(ticket(dice.word(), kinds.into()) as u32)));
        }
        (self.plain.place(&position).unwrap(), self.fast.place(&position).unwrap())
    }
}

fn presets<const PLANES: usize>() -> u32 {
    let mut played = 0;
    for preset in crate::Preset::all().iter().filter(|preset| preset.variant.family() == crate::Family::Swap) {
        let mut fields = preset.variant.to_json();
        fields.as_object_mut().unwrap().remove("family");
        let Some(both) = Both::<PLANES>::new(&rules(&fields)) else { continue };
        played += 1;
        for seed in 0..6 {
            let (states, mut dice) = both.start(seed);
            both.play(states, &mut dice, 60);
        }
    }
    played
}

#[test]
fn presets_are_the_same_game_on_planes() {
    assert_eq!((presets::<POWERS>(), presets::<FACES>()), (4, 5));
}

fn random_variants<const PLANES: usize>() {
    let mut variants = Variants(Dice1::new(4));
    let (mut dice, mut played, mut decided) = (Dice1::new(6), 0, 0);
    for seed in 0..200 {
        let Some(both) = Both::<PLANES>::new(&rules(&variants.next())) else { continue };
        played += 1;
        let (states, mut game_dice) = both.start(seed);
        both.play(states, &mut game_dice, 20);
        for _ in 0..6 {
            let states = both.hostile(&mut dice);
            decided += u32::from(both.plain.phase(&states.0) == Phase::Decide);
            both.play(states, &mut dice, 3);
        }
    }
    assert!(played > 30 && decided > 100, "{played} {decided}");
}

#[test]
fn powers_are_the_same_game_on_planes_from_any_position() {
    random_variants::<POWERS>();
}

#[test]
fn all_faces_are_the_same_game_on_planes_from_any_position() {
    random_variants::<FACES>();
}
