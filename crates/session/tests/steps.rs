//! A turn's animation steps, in all games.

use std::sync::Arc;
use tilewright_core::{Cell, Game, Position, Tile};
use tilewright_games::{Preset, Variant};
use tilewright_session::{BoardState, Made, Origin, Session, Setup, Step, Strained, Travel};

fn preset(id: &str) -> Arc<Setup> {
    Setup::preset(Preset::find(id).unwrap()).unwrap()
}

/// The steps of an action.
fn played(setup: Arc<Setup>, board: &str, action: &str) -> Vec<Step> {
    let position = Position::parse(setup.game.topology(), board).unwrap();
    let mut session = Session::from_position(setup, &position, 1).unwrap();
    let action = session.game().action_named(action).unwrap();
    let played = session.play(action, None).unwrap();
    session.steps(&position.tiles, 0, played.log)
}

fn travels(list: &[Travel]) -> Vec<(u8, u8)> {
    list.iter().map(|Travel { from, to }| (from.0, to.0)).collect()
}

#[test]
fn steps_slide_is_one_step_with_its_merges_and_the_spawn_another() {
    let steps = played(preset("classic-2048"), "2 . . 2/. . . ./. 4 . ./. . . .", "left");
    let [slide, spawn] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!(travels(&slide.gone), [(0, 0), (3, 0)]);
    assert_eq!(travels(&slide.moved), [(9, 8)]);
    assert_eq!(slide.made, [Made { at: Cell(0), value: 4, origin: Origin::Merge }]);
    assert_eq!((slide.gain, slide.score), (4, 4));
    assert_eq!((slide.state, slide.next), (BoardState::InputReceived, BoardState::EmptyCells));
    assert!(matches!(spawn.made[..], [Made { origin: Origin::Appear, .. }]), "{spawn:?}");
    assert_eq!((spawn.state, spawn.next), (BoardState::EmptyCells, BoardState::WaitForInput));
}

#[test]
fn steps_swap_goes_wave_by_wave_and_new_tiles_start_above_each_other() {
    let board = "8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16";
    let steps = played(preset("merge3"), board, "1,2-2,2");
    let [swap, merge, fall, ..] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!((swap.wave, travels(&swap.moved)), (0, vec![(12, 7), (7, 12)]));
    assert_eq!((merge.wave, merge.gain), (1, 30), "three 2s and three 8s merge together");
    assert_eq!(merge.state, BoardState::MaybeMergeable);
    assert_eq!(fall.state, BoardState::EmptyCells);
    let rows: Vec<_> = fall.made.iter().map(|made| made.origin).collect();
    assert!(rows.iter().all(|origin| matches!(origin, Origin::Above { rows: 1.. })), "{rows:?}");
}

/// A centre and its parts vanish in one step, whatever was made before.
#[test]
fn steps_factorization_is_one_step() {
    let steps = played(preset("factors"), "3 . 12 4/. . . ./. . . ./. . . . | clock=0", "0,0:right");
    let chain = steps.iter().find(|step| step.wave == 1).expect("12 is 3 times 4");
    assert_eq!(travels(&chain.gone), [(2, 2), (1, 1), (3, 3)], "{steps:?}");
    assert_eq!(chain.made, []);
}

/// Strain is shown when it rises, and its fall with the step after that: both in one would show nothing.
#[test]
fn steps_strain_rises_in_one_step_and_falls_in_the_next() {
    let steps = played(preset("numberclart"), "5 . . . ./. . 1 . ./. . . . ./. . . . ./. . . . .", "1,2:up");
    assert_eq!(steps.iter().map(|step| step.strained.len()).sum::<usize>(), 0, "nothing is near the 5");
    let steps = played(preset("numberclart"), "5 . . . ./. 1 . . ./. . . . ./. . . . ./. . . . .", "1,1:up");
    let [step, strain, spawn] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!(travels(&step.moved), [(6, 1)]);
    assert_eq!(strain.strained, [Strained { at: Cell(0), strain: 1, more: true }]);
    assert_eq!(spawn.strained, [Strained { at: Cell(0), strain: 0, more: false }]);
    assert_eq!(spawn.made.len(), 1);
}

#[test]
fn steps_serialised_have_cells_as_numbers() {
    let steps = played(preset("classic-2048"), "2 . . 2/. . . ./. 4 . ./. . . .", "left");
    assert_eq!(
        serde_json::to_string(&steps[0]).unwrap(),
        r#"{"state":"InputReceived","next":"EmptyCells","moved":[{"from":9,"to":8}],"#.to_owned()
            + r#""gone":[{"from":0,"to":0},{"from":3,"to":0}],"made":[{"at":0,"value":4,"origin":{"by":"merge"}}],"#
            + r#""strained":[],"wave":0,"gain":4,"score":4}"#
    );
}

/// Games whose steps are not those of a preset.
const VARIANTS: [&str; 5] = [
    r#"{"family":"swap","width":5,"height":5,"gravity":false,"wrap":true,"diagonal":true}"#,
    r#"{"family":"swap","width":4,"height":6,"preview":4,"must_merge":false,"turn_limit":30,"reach":"anywhere"}"#,
    r#"{"family":"strain","width":3,"height":3,"max_strain":1,"stress_gap":1,"max_value":3,"pieces":4}"#,
    r#"{"family":"factor","size":3,"spawn_every":1,"order":"smallest-first","turn_limit":40}"#,
    r#"{"family":"slide","board":{"shape":"hex","radius":1}}"#,
];

/// Applying a turn's steps to the tiles before it gives the tiles after it, and the steps agree with each other.
#[test]
fn steps_applied_give_the_tiles_after_the_turn_in_every_game() {
    let presets = Preset::all().iter().map(|preset| (preset.id, Setup::preset(preset).unwrap()));
    let variants = VARIANTS.map(|text| (text, Setup::custom(Variant::from_text(text).unwrap()).unwrap()));
    for (name, setup) in presets.chain(variants) {
        let mut states = Vec::new();
        for seed in 0..4 {
            let mut session = Session::new(Arc::clone(&setup), seed).unwrap();
            for turn in 0..120 {
                let legal = session.legal();
                let Some(action) = legal.get((turn * 7 + seed as usize) % legal.len().max(1)) else { break };
                let (before, score) = (session.position().tiles, session.score());
                let played = session.play(*action, None).unwrap();
                let steps = session.steps(&before, score, played.log);
                check(&session, before, score, &steps, &format!("{name}, seed {seed}, turn {turn}"));
                states.extend(steps.iter().flat_map(|step| [step.state, step.next]));
            }
        }
        assert!(states.contains(&BoardState::InputReceived), "{name}");
        assert!(states.contains(&BoardState::EmptyCells), "{name}");
        assert!(states.contains(&BoardState::WaitForInput), "{name}");
    }
}

fn check(session: &Session, mut tiles: Vec<Option<Tile>>, mut score: u64, steps: &[Step], at: &str) {
    for (i, step) in steps.iter().enumerate() {
        let message = format!("{at}: step {i} of {steps:#?}");
        let mut left: Vec<_> = step.moved.iter().chain(&step.gone).map(|travel| travel.from).collect();
        assert!(left.iter().all(|cell| tiles[cell.index()].is_some()), "a tile leaves an empty cell; {message}");
        left.sort();
        assert!(left.is_sorted_by(|a, b| a < b), "a tile leaves twice; {message}");
        let mut filled: Vec<_> = step.moved.iter().map(|travel| travel.to).collect();
        filled.extend(step.made.iter().map(|made| made.at));
        filled.extend((0..tiles.len() as u8).map(Cell).filter(|c| tiles[c.index()].is_some() && !left.contains(c)));
        filled.sort();
        assert!(filled.is_sorted_by(|a, b| a < b), "two tiles in a cell; {message}");
        step.apply(&mut tiles);
        assert_eq!(tiles.iter().flatten().count(), filled.len(), "{message}");
        score += step.gain;
        assert_eq!(step.score, score, "{message}");
        let next = steps.get(i + 1).map(|next| next.state);
        let rest = if session.over().is_some() { BoardState::GameOver } else { BoardState::WaitForInput };
        assert_eq!(step.next, next.unwrap_or(rest), "{message}");
        let changes = step.moved.len() + step.gone.len() + step.made.len() + step.strained.len();
        assert!(changes > 0, "a step without a change; {message}");
    }
    assert_eq!(tiles, session.position().tiles, "{at}: {steps:#?}");
    assert_eq!(score, session.score(), "{at}");
}
