//! The undo history against a plain one that stores every state.

use proptest::prelude::*;
use std::sync::Arc;
use tilewright_core::{Action, Dice, Dice1, Event, Game, Outcome};
use tilewright_games::{AnyState, Preset};
use tilewright_session::{DiceSource, Replay, SecretDice, Session, Setup};

/// Every turn with its action, events and the moment after it.
struct Plain {
    setup: Arc<Setup>,
    seed: u64,
    moments: Vec<(AnyState, u64, u64)>,
    turns: Vec<(Action, u64, Vec<Event>)>,
    played: usize,
}

impl Plain {
    fn new(setup: Arc<Setup>, seed: u64) -> Self {
        let mut dice = Dice1::new(seed);
        let state = setup.game.start(&mut dice, &mut ()).unwrap();
        Self { setup, seed, moments: vec![(state, 0, dice.draws())], turns: Vec::new(), played: 0 }
    }

    fn play(&mut self, action: Action, chance: Option<&[Outcome]>) {
        let game = &self.setup.game;
        let (mut state, score, draws) = self.moments[self.played];
        let (mut log, mut dice) = (Vec::new(), Dice1::at(self.seed, draws));
        let mut gain = game.act(&mut state, action, &mut log).unwrap();
        match chance {
            None => gain += game.roll(&mut state, &mut dice, &mut log),
            Some(outcomes) => {
                for &outcome in outcomes {
                    gain += game.settle(&mut state, outcome, &mut log);
                }
            }
        }
        self.moments.truncate(self.played + 1);
        self.turns.truncate(self.played);
        self.moments.push((state, score + gain, dice.draws()));
        self.turns.push((action, score, log));
        self.played += 1;
    }
}

#[track_caller]
fn same(session: &Session, plain: &Plain) {
    assert_eq!((session.turn(), session.undone()), (plain.played, plain.turns.len() - plain.played));
    assert_eq!((*session.state(), session.score(), session.draws()), plain.moments[plain.played]);
    assert_eq!(session.last_action(), plain.played.checked_sub(1).map(|last| plain.turns[last].0));
}

/// Some outcomes that an action can have: the first ones possible at each node, at most three nodes.
fn some_chance(session: &Session, action: Action) -> Option<Vec<Outcome>> {
    let game = session.game();
    let (mut state, mut outcomes) = (*session.state(), Vec::new());
    game.act(&mut state, action, &mut ()).unwrap();
    while game.is_chance(&state) {
        let mut first = None;
        game.outcomes(&state, &mut |outcome, _| first = first.or(Some(outcome)));
        game.settle(&mut state, first?, &mut ());
        outcomes.push(first?);
        if outcomes.len() > 3 {
            return None;
        }
    }
    Some(outcomes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn history_any_steps_matches_plain_history(
        index in 0..Preset::all().len(),
        seed: u64,
        steps in prop::collection::vec((0..20u8, any::<u16>()), 0..400),
    ) {
        let setup = Setup::preset(&Preset::all()[index]).unwrap();
        let mut session = Session::new(Arc::clone(&setup), seed).unwrap();
        let mut plain = Plain::new(setup, seed);
        for (step, number) in steps {
            let turns = plain.turns.len();
            match step {
                0 => {
                    prop_assert_eq!(session.undo(), plain.played > 0);
                    plain.played = plain.played.saturating_sub(1);
                }
                1 => {
                    prop_assert_eq!(session.redo(), plain.played < turns);
                    plain.played = turns.min(plain.played + 1);
                }
                2 => {
                    plain.played = usize::from(number) % (turns + 1);
                    session.jump(plain.played);
                }
                3 => {
                    let turn = usize::from(number) % (turns + 1);
                    let played = session.played(turn).map(|played| (played.turn, played.score_before, played.log));
                    let expected = turn.checked_sub(1).map(|index| &plain.turns[index]);
                    prop_assert_eq!(played, expected.map(|(_, score, log)| (turn, *score, log.clone())));
                }
                _ => {
                    // Mostly onwards: histories are long then.
                    if number % 4 > 0 {
                        plain.played = turns;
                        session.jump(turns);
                    }
                    let legal = session.legal();
                    if let Some(&action) = legal.get(usize::from(number) % legal.len().max(1)) {
                        let chance = if step == 4 { some_chance(&session, action) } else { None };
                        let played = session.play(action, chance.as_deref()).unwrap();
                        plain.play(action, chance.as_deref());
                        let (_, score, log) = plain.turns.last().unwrap();
                        prop_assert_eq!((played.turn, played.score_before, &played.log), (plain.played, *score, log));
                        prop_assert_eq!(session.played(played.turn), Some(played));
                    }
                }
            }
            same(&session, &plain);
        }
        let again = Replay::read(&session.replay()).unwrap().session().unwrap();
        prop_assert_eq!(again.view().hash, session.view().hash);
        prop_assert_eq!(again.replay(), session.replay());
    }
}

/// Long enough for checkpoints to be thinned out, twice.
#[test]
fn jump_in_a_long_game_finds_every_turn() {
    let mut session =
        Session::new(Setup::preset(Preset::find_revision("factors-easy", 1).unwrap()).unwrap(), 3).unwrap();
    let mut chooser = Dice1::new(3);
    let mut hashes = vec![session.hash()];
    for _ in 0..30_000 {
        let action = session.game().choose(session.state(), chooser.word()).unwrap();
        session.play(action, None).unwrap();
        hashes.push(session.hash());
    }
    let mut at = Dice1::new(4);
    for _ in 0..300 {
        let turn = (at.word() % hashes.len() as u64) as usize;
        session.jump(turn);
        assert_eq!((session.turn(), session.hash()), (turn, hashes[turn]));
        for step in 1..=at.word() as usize % 50 {
            if session.undo() {
                assert_eq!(session.hash(), hashes[turn - step]);
            }
        }
    }
    // Another way from the middle, and back to before it.
    session.jump(20_000);
    let action = session.legal()[0];
    session.play(action, None).unwrap();
    assert_eq!((session.turn(), session.undone()), (20_001, 0));
    session.jump(19_900);
    assert_eq!(session.hash(), hashes[19_900]);
    let part = session.continued_from(5000);
    assert_eq!((part.hash(), part.turn(), part.undone()), (hashes[5000], 5000, 0));
}

#[derive(Debug)]
struct Key(u64);

impl SecretDice for Key {
    fn word(&self, index: u64) -> u64 {
        Dice1::at(self.0, index).word()
    }
}

#[test]
fn secret_dice_play_like_the_same_words_from_a_seed() {
    for preset in Preset::all() {
        let setup = Setup::preset(preset).unwrap();
        let mut open = Session::new(Arc::clone(&setup), 99).unwrap();
        let mut secret = Session::new(setup, DiceSource::Secret(Arc::new(Key(99)))).unwrap();
        let mut chooser = Dice1::new(1);
        while open.turn() < 150 {
            assert_eq!((secret.board(), secret.score(), secret.draws()), (open.board(), open.score(), open.draws()));
            let Some(action) = open.game().choose(open.state(), chooser.word()) else { break };
            assert_eq!(secret.play(action, None), open.play(action, None));
        }
        secret.jump(1);
        open.jump(1);
        assert_eq!((secret.board(), secret.draws()), (open.board(), open.draws()));
    }
}

#[test]
fn secret_dice_show_no_seed_and_their_replay_verifies() {
    for preset in Preset::all() {
        let setup = Setup::preset(preset).unwrap();
        let mut session = Session::new(setup, DiceSource::Secret(Arc::new(Key(99)))).unwrap();
        let mut chooser = Dice1::new(1);
        while session.turn() < 70 {
            let Some(action) = session.game().choose(session.state(), chooser.word()) else { break };
            session.play(action, None).unwrap();
        }
        assert_eq!((session.seed(), session.view().seed, session.seed_text().as_str()), (None, None, "secret"));
        let text = session.replay();
        assert!(text.contains("\ndice dice@1 0\nstart "), "{text}");
        let again = Replay::read(&text).unwrap().session().unwrap();
        assert_eq!((again.board(), again.score(), again.draws()), (session.board(), session.score(), 0));
        assert_eq!(again.replay(), text);
    }
}
