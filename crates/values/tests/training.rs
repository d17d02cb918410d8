//! What holds for every training: any variant, the same file from the same seed, files that are read back.

use tilewright_core::{Dice, Dice1, Game};
use tilewright_games::{AnyGame, AnyState, Compiled, Family, Preset, Variant};
use tilewright_values::{Evaluate, FeatureSet, Options, Size, Trainer, Values, ValuesVisitor, afterstates};

fn options(seed: u64) -> Options {
    Options { seed, size: Size::Small, ..Options::default() }
}

/// Checks that all afterstates of a state have finite values, and plays the best.
struct Check<'a>(&'a mut Dice1);

impl ValuesVisitor for Check<'_> {
    type Result = Option<tilewright_core::Action>;

    fn visit<G: Compiled>(
        self,
        game: &G,
        state: &G::State,
        values: &impl Evaluate<G>,
    ) -> Option<tilewright_core::Action> {
        let mut best = None;
        let mut listed = Vec::new();
        afterstates(game, state, &mut tilewright_values::Seen::default(), &mut |action, gain, after| {
            listed.push((action, gain, after));
            let value = gain as f32 + values.value(game, &after);
            assert!(value.is_finite());
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((action, value));
            }
        });
        assert!(listed.is_sorted_by_key(|(action, ..)| *action));
        game.actions(state, &mut |action| {
            let mut after = *state;
            let gain = game.act(&mut after, action, &mut ()).unwrap();
            let same = listed.iter().find(|(_, known_gain, known)| (*known_gain, *known) == (gain, after));
            assert!(
                same.is_some_and(|(first, ..)| *first <= action),
                "{action:?} is listed, or one that does the same"
            );
        });
        let _ = self.0.word();
        best.map(|(action, _)| action)
    }
}

fn play(game: &AnyGame, values: &Values, mut state: AnyState, dice: &mut Dice1, turns: u32) -> u64 {
    let mut score = 0;
    for _ in 0..turns {
        let Some(action) = values.with(game, &state, Check(&mut Dice1::new(1))) else { break };
        score += game.advance(&mut state, action, dice, &mut ()).unwrap();
    }
    score
}

#[test]
fn run_random_variants_of_all_families_learns_finite_values() {
    for family in Family::ALL {
        let mut dice = Dice1::new(family as u64 + 17);
        for _ in 0..8 {
            let variant = Variant::random(family, &mut dice);
            let mut trainer = Trainer::new(&variant, options(3)).unwrap();
            trainer.run(1500);
            let file = trainer.values().to_bytes(None);
            let values = Values::from_bytes(&file).unwrap_or_else(|error| panic!("{}: {error}", variant.canonical()));
            assert_eq!(values.variant(), variant);
            let mut dice = Dice1::new(500_000);
            if let Ok(state) = trainer.game().start(&mut dice, &mut ()) {
                play(trainer.game(), &values, state, &mut dice, 20);
            }
        }
    }
}

#[test]
fn run_same_seed_on_one_thread_gives_the_same_file() {
    for id in ["classic-2048", "merge3", "numberclart", "factors"] {
        let variant = Preset::find(id).unwrap().variant;
        let file = |seed| {
            let mut trainer = Trainer::new(&variant, options(seed)).unwrap();
            trainer.run(6_000);
            trainer.values().to_bytes(None)
        };
        assert!(file(5) == file(5), "{id}");
        assert!(file(5) != file(6), "{id}");
    }
}

#[test]
fn run_on_two_threads_learns_into_the_same_weights() {
    let variant = Preset::find("merge3").unwrap().variant;
    let mut trainer = Trainer::new(&variant, Options { threads: 2, ..options(1) }).unwrap();
    let progress = trainer.run(20_000);
    assert!(progress.moves >= 20_000 && progress.games > 500, "{progress:?}");
    assert!(trainer.values().entries() > 1000);
}

/// Random play earns 255 points on merge3 on average, see docs/players.md.
#[test]
fn run_merge3_for_a_moment_plays_better_than_random() {
    let variant = Preset::find("merge3").unwrap().variant;
    let mut trainer = Trainer::new(&variant, options(1)).unwrap();
    trainer.run(60_000);
    let values = trainer.values();
    let games = 200;
    let scores = (0..games).map(|seed| {
        let mut dice = Dice1::new(500_000 + seed);
        let state = trainer.game().start(&mut dice, &mut ()).unwrap();
        play(trainer.game(), &values, state, &mut dice, 1000)
    });
    let mean = scores.sum::<u64>() / games;
    assert!(mean > 320, "{mean}");
}

#[test]
fn resume_goes_on_from_the_values_of_a_file() {
    let variant = Preset::find("merge3-doubling").unwrap().variant;
    let mut trainer = Trainer::new(&variant, options(1)).unwrap();
    trainer.run(10_000);
    let values = Values::from_bytes(&trainer.values().to_bytes(None)).unwrap();
    let resumed = Trainer::resume(&variant, options(1), &values).unwrap();
    assert_eq!(resumed.progress().moves, trainer.progress().moves);
    assert!(resumed.values().to_bytes(None) == values.to_bytes(None));
    let other = Preset::find("merge3").unwrap().variant;
    assert!(Trainer::resume(&other, options(1), &values).is_err());
}

#[test]
fn new_with_a_feature_set_keeps_it_in_the_file_and_when_resumed() {
    for (preset, text) in [
        ("classic-2048", "tuple x x x x/x . . ./. . . ./. . . .\ntuple x x . ./x x . ./. . . ./. . . ."),
        ("hex-2048", "runs 4\nblocks"),
        ("merge3", "share translations\nruns 3\nneighbourhoods"),
        ("numberclart", "tuple x x . . ./x x . . ./. . . . ./. . . . ./. . . . .\nsingles"),
        ("factors", "runs 2"),
    ] {
        let variant = Preset::find(preset).unwrap().variant;
        let set: FeatureSet = text.parse().unwrap();
        let with = Options { features: Some(set.clone()), ..options(1) };
        let mut trainer = Trainer::new(&variant, with).unwrap();
        trainer.run(3_000);
        let bytes = trainer.values().to_bytes(None);
        let values = Values::from_bytes(&bytes).unwrap();
        assert_eq!(values.feature_set(), Some(&set), "{preset}");
        assert!(values.to_bytes(None) == bytes);
        let mut usual = Trainer::new(&variant, options(1)).unwrap();
        usual.run(3_000);
        assert_ne!(usual.values().entries(), values.entries(), "{preset}");
        let resumed = Trainer::resume(&variant, options(1), &values).unwrap();
        assert!(resumed.values().to_bytes(None) == bytes, "{preset}");
        let mut dice = Dice1::new(5);
        let state = trainer.game().start(&mut dice, &mut ()).unwrap();
        assert!(play(trainer.game(), &values, state, &mut dice, 50) > 0, "{preset}");
    }
}

#[test]
fn new_with_a_feature_set_of_other_boards_is_refused() {
    for (preset, text, part) in [
        ("classic-2048", "tuple x x x/x x x", "2 rows, but the board has 4"),
        ("classic-2048", "neighbourhoods", "no neighbourhoods"),
        ("classic-2048", "tuple x x x x/x x x ./. . . ./. . . .", "at most 6 cells"),
        ("hex-2048", "singles; singles; singles; singles", "at most 8 tables"),
        ("merge3", "runs 7", "no room"),
    ] {
        let variant = Preset::find(preset).unwrap().variant;
        let with = Options { features: Some(text.parse().unwrap()), ..options(1) };
        let message = Trainer::new(&variant, with).err().unwrap();
        assert!(message.contains(part), "{preset} {text}: {message}");
    }
}

#[test]
fn to_bytes_with_a_bound_keeps_to_it_and_stays_near() {
    let variant = Preset::find("numberclart").unwrap().variant;
    let mut trainer = Trainer::new(&variant, options(1)).unwrap();
    trainer.run(20_000);
    let values = trainer.values();
    let whole = values.to_bytes(None);
    let half = values.to_bytes(Some(whole.len() / 2));
    assert!(half.len() <= whole.len() / 2);
    let read = Values::from_bytes(&half).unwrap();
    assert!(read.entries() > 0 && read.entries() <= values.entries());
    // Rounding what is rounded changes nothing.
    assert!(Values::from_bytes(&whole).unwrap().to_bytes(None) == whole);
}

#[test]
fn from_bytes_damaged_files_are_refused_in_one_line() {
    let variant = Preset::find("merge3").unwrap().variant;
    let mut trainer = Trainer::new(&variant, options(1)).unwrap();
    trainer.run(500);
    let file = trainer.values().to_bytes(Some(1500));
    let refused = |bytes: &[u8]| {
        let message = Values::from_bytes(bytes).expect_err("it is damaged");
        assert!(!message.is_empty() && !message.contains('\n'), "{message}");
    };
    for end in 0..file.len() {
        refused(&file[..end]);
    }
    let body = &file[..file.len() - 8];
    let checked = |mut bytes: Vec<u8>| {
        bytes.extend(tilewright_core::fnv1a(&bytes).to_le_bytes());
        bytes
    };
    assert!(Values::from_bytes(&checked(body.to_vec())).is_ok());
    // With a check that holds, whatever else is wrong must not panic.
    for at in 0..body.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = body.to_vec();
            bytes[at] ^= change;
            let _ = Values::from_bytes(&checked(bytes));
        }
        refused(&checked(body[..at].to_vec()));
    }
}
