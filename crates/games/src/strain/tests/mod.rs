//! The strain rules by example, on both implementations, and what they refuse.

mod differential;

use super::*;
use crate::{Preset, Variant};
use serde_json::{Value, json};
use tilewright_core::{Cells, Dice1, Event, Game, Outcome, Phase, Reason, conformance, perft};

/// The rules that these fields give, defaults filled in.
fn rules(fields: &Value) -> Result<Rules, VariantError> {
    Rules::read(&Fields::read(FIELDS, fields.as_object().unwrap())?)
}

/// An event as a short text.
fn event_text(topology: &Topology, event: Event) -> String {
    let name = |cell: Cell| topology.cell_text(cell);
    let list = |cells: Cells| cells.map(name).collect::<Vec<_>>().join(" ");
    let mark = |overflow| if overflow { " overflow" } else { "" };
    match event {
        Event::Slid { from, to } => format!("slid {} {}", name(from), name(to)),
        Event::Merged { cells, at, value, overflow } => {
            format!("merged {} at {}: {value}{}", list(cells), name(at), mark(overflow))
        }
        Event::Scored { gain } => format!("scored {gain}"),
        Event::Strained { at, strain } => format!("strained {} {strain}", name(at)),
        Event::Fractured { at, pieces, value, overflow } => {
            format!("fractured {} into [{}]: {value}{}", name(at), list(pieces), mark(overflow))
        }
        Event::Decayed { at, strain } => format!("decayed {} {strain}", name(at)),
        Event::Spawned { at, value } => format!("spawned {value} {}", topology.place_text(at)),
        other => format!("{other:?}"),
    }
}

/// What comes of an action and then of an outcome, if one is given: the board and the events.
fn play<G: Game>(game: &G, before: &str, action: &str, outcome: Option<&str>) -> (String, Vec<String>) {
    let topology = game.topology();
    let mut state = game.place(&Position::parse(topology, before).unwrap()).unwrap();
    let mut log = Vec::new();
    game.act(&mut state, game.action_named(action).unwrap(), &mut log).unwrap();
    if let Some(outcome) = outcome {
        game.settle(&mut state, Outcome::parse(topology, outcome).unwrap(), &mut log);
    }
    let board = game.position(&state).text(topology);
    (board, log.into_iter().map(|event| event_text(topology, event)).collect())
}

/// Both implementations make this of that.
fn expect(fields: Value, before: &str, action: &str, after: &str, events: &[&str]) {
    let rules = rules(&fields).unwrap();
    for (board, log) in
        [play(&Plain::new(&rules), before, action, None), play(&Sliced::new(&rules), before, action, None)]
    {
        assert_eq!(board, after);
        assert_eq!(log, events);
    }
}

/// The legal actions, by both implementations.
fn legal(fields: Value, board: &str) -> Vec<String> {
    fn list<G: Game>(game: &G, board: &str) -> Vec<String> {
        let state = game.place(&Position::parse(game.topology(), board).unwrap()).unwrap();
        let mut actions = Vec::new();
        game.actions(&state, &mut |action| actions.push(game.action_text(action)));
        actions
    }
    let rules = rules(&fields).unwrap();
    let actions = list(&Plain::new(&rules), board);
    assert_eq!(actions, list(&Sliced::new(&rules), board));
    actions
}

#[test]
fn preset_conforms() {
    let variant = &Preset::find("numberclart").unwrap().variant;
    conformance::check(&variant.compile().unwrap(), 6, 300);
    let rules = rules(&json!({})).unwrap();
    conformance::check(&Plain::new(&rules), 3, 150);
    conformance::check(&Sliced::new(&rules), 12, 600);
}

#[test]
fn act_of_the_reference_turn() {
    let before = ". 2 . . ./. 5+1 2 . ./. . . . ./. . . . ./. . . . .";
    let rules = rules(&json!({})).unwrap();
    let (board, events) = play(&Sliced::new(&rules), before, "0,1:right", Some("1@4,4"));
    assert_eq!(board, ". . 3 . ./. 5 . . ./. . . . ./. . . . ./. . . . 1");
    assert_eq!(events, ["slid 0,1 0,2", "merged 0,2 1,2 at 0,2: 3", "scored 8", "decayed 1,1 0", "spawned 1 4,4"]);
    assert_eq!(play(&Plain::new(&rules), before, "0,1:right", Some("1@4,4")), (board, events));
}

#[test]
fn actions_with_an_empty_cell_step_into_empty_cells_only() {
    let actions = legal(json!({"width": 3, "height": 3}), "1 1 ./. . ./. . 5");
    assert_eq!(actions, ["0,0:down", "0,1:right", "0,1:down", "2,2:up", "2,2:left"]);
}

#[test]
fn act_on_a_full_board_merges_equal_neighbours() {
    let small = json!({"width": 3, "height": 3});
    assert_eq!(legal(small.clone(), "1 1 2/3 4 3/5 3 5"), ["0,0:right", "0,1:left"]);
    assert_eq!(legal(small.clone(), "1 3 2/1 4 3/5 3 5"), ["0,0:down", "1,0:up"]);
    // They merge at the target, without sliding; what they make has an equal neighbour and merges no more.
    expect(
        small.clone(),
        "1 1 2/3 4 3/5 3 5",
        "0,0:right",
        ". 2 2/3 4 3/5 3 5",
        &["merged 0,0 0,1 at 0,1: 2", "scored 4"],
    );
    // First of all, before pairs of higher tiles.
    expect(
        small.clone(),
        "1 1 2/3 5 4/5 3 4",
        "0,1:left",
        "2 . 2/3 5 5/5 3 .",
        &[
            "merged 0,0 0,1 at 0,0: 2",
            "scored 4",
            "merged 1,2 2,2 at 1,2: 5",
            "scored 32",
            "strained 1,2 1",
            "decayed 1,2 0",
        ],
    );
    // An overflow breaks at the target.
    expect(
        small,
        "5 5 4/4 3 5/3 4 3",
        "0,0:right",
        "5 . 4/4 3 5/3 4 3",
        &["merged 0,0 0,1 at 0,1: 6 overflow", "scored 64", "fractured 0,1 into [0,0]: 5 overflow"],
    );
}

#[test]
fn merge_stands_at_the_target_or_else_at_the_scanned_cell() {
    let row = |row: &str| format!("{row}/. . . . ./. . . . ./. . . . ./. . . . .");
    for (before, action, after, slid, merged) in [
        ("2 . 2 . .", "0,2:left", ". 3 . . .", "slid 0,2 0,1", "merged 0,0 0,1 at 0,1: 3"),
        ("2 . 2 . .", "0,0:right", ". 3 . . .", "slid 0,0 0,1", "merged 0,1 0,2 at 0,1: 3"),
        ("2 2 . 2 .", "0,3:left", "3 . 2 . .", "slid 0,3 0,2", "merged 0,0 0,1 at 0,0: 3"),
        ("2 . 2 2 .", "0,0:right", ". 3 . 2 .", "slid 0,0 0,1", "merged 0,1 0,2 at 0,1: 3"),
        ("2 2 . . 3", "0,4:left", "3 . . 3 .", "slid 0,4 0,3", "merged 0,0 0,1 at 0,0: 3"),
    ] {
        expect(json!({}), &row(before), action, &row(after), &[slid, merged, "scored 8"]);
    }
}

#[test]
fn merge_order_is_by_value_then_scan_order_right_before_down() {
    expect(
        json!({"width": 4, "height": 4}),
        "1 1 . 4/1 . . ./3 3 2 ./. . 2 3",
        "3,3:up",
        "2 . . 4/1 . . ./4 . 3 3/. . . .",
        &[
            "slid 3,3 2,3",
            "merged 2,0 2,1 at 2,0: 4",
            "scored 16",
            "merged 2,2 3,2 at 2,2: 3",
            "scored 8",
            "merged 0,0 0,1 at 0,0: 2",
            "scored 4",
            "strained 2,0 1",
            "decayed 2,0 0",
        ],
    );
}

#[test]
fn strain_counts_every_much_lower_neighbour() {
    let four = json!({"width": 4, "height": 4});
    let after = |tile: &str| format!(". 1 . ./1 {tile} . ./. . . ./. . 3 .");
    for (tile, becomes, strained, decayed) in [
        ("5", "5+1", "strained 1,1 2", "decayed 1,1 1"),
        ("4", "4+1", "strained 1,1 2", "decayed 1,1 1"),
        ("3+1", "3", "", "decayed 1,1 0"),
    ] {
        let before = format!(". 1 . ./1 {tile} . ./. . . ./. . . 3");
        let events: Vec<_> = ["slid 3,3 3,2", strained, decayed].into_iter().filter(|e| !e.is_empty()).collect();
        expect(four.clone(), &before, "3,3:left", &after(becomes), &events);
    }
    // With a gap as high as the highest tile nothing ever strains.
    let calm = json!({"width": 4, "height": 4, "stress_gap": 5});
    expect(calm, ". 1 . ./1 5 . ./. . . ./. . . 3", "3,3:left", &after("5"), &["slid 3,3 3,2"]);
}

#[test]
fn fracture_at_the_limit_fills_empty_neighbours() {
    let four = json!({"width": 4, "height": 4});
    // Two pairs on top of strain 2 stop at 3; pieces go left and down, above and to the right it is taken.
    expect(
        four.clone(),
        ". 1 . ./. 5+2 1 ./. . . ./. . . 3",
        "3,3:left",
        ". 1 . ./4 . 1 ./. 4 . ./. . 3 .",
        &["slid 3,3 3,2", "strained 1,1 3", "fractured 1,1 into [1,0 2,1]: 4"],
    );
    // One that came loaded to the limit breaks without further ado; up and left come first.
    expect(
        four.clone(),
        ". . . ./. 3+3 . ./. . . ./. . . 3",
        "3,3:left",
        ". 2 . ./2 . . ./. . . ./. . 3 .",
        &["slid 3,3 3,2", "fractured 1,1 into [0,1 1,0]: 2"],
    );
    // With nowhere to go, one piece stays.
    expect(
        four.clone(),
        ". 3 . ./3 4+3 3 ./. 3 . ./. . . 2",
        "3,3:left",
        ". 3 . ./3 3 3 ./. 3 . ./. . 2 .",
        &["slid 3,3 3,2", "fractured 1,1 into [1,1]: 3"],
    );
    // Nothing is left of a 1.
    expect(
        four,
        ". . . ./. 1+3 . ./. . . ./. . . 3",
        "3,3:left",
        ". . . ./. . . ./. . . ./. . 3 .",
        &["slid 3,3 3,2", "fractured 1,1 into []: 0"],
    );
    // As many pieces as the rules say, and at the first strain. Pieces strain nothing and do not break themselves.
    expect(
        json!({"width": 4, "height": 4, "max_strain": 1, "stress_gap": 1, "pieces": 3}),
        ". . . ./. 5 . ./. 1 . ./. . . 3",
        "3,3:left",
        ". 4 . ./4 . 4 ./. 1 . ./. . 3 .",
        &["slid 3,3 3,2", "strained 1,1 1", "fractured 1,1 into [0,1 1,0 1,2]: 4"],
    );
}

#[test]
fn fracture_order_is_scan_order() {
    expect(
        json!({"width": 3, "height": 3, "pieces": 1}),
        "3 4+3 ./2 5+3 3/4 2 .",
        "1,2:down",
        "3 4 3/2 . ./4 2 3",
        &["slid 1,2 2,2", "fractured 0,1 into [0,2]: 3", "fractured 1,1 into [0,1]: 4"],
    );
}

#[test]
fn fracture_of_an_overflow_without_free_neighbours_stays() {
    expect(
        json!({"width": 4, "height": 4}),
        "4 3 5 5/3 5 5 4/4 3 4 3/. . . 5",
        "3,3:left",
        "4 3 . 5/3 5 5 4/4 3 4 3/. . 5 .",
        &[
            "slid 3,3 3,2",
            "merged 0,2 0,3 at 0,2: 6 overflow",
            "scored 64",
            "merged 1,1 1,2 at 1,1: 6 overflow",
            "scored 64",
            "fractured 0,2 into [0,3 1,2]: 5 overflow",
            "fractured 1,1 into [1,1]: 5 overflow",
        ],
    );
}

/// Three overflows: the first breaks into the cells of the other two, the second fills what the third had left.
const CROWDED: [&str; 3] = ["3 5 4 3/5 . 5 5/4 5 5 4/3 4 3 5", "0,1:down", "3 5 4 3/5 5 5 5/4 5 5 4/3 4 3 5"];

#[test]
fn fracture_of_an_overflow_without_room_leaves_nothing() {
    let [before, action, after] = CROWDED;
    expect(
        json!({"width": 4, "height": 4, "pieces": 4}),
        before,
        action,
        after,
        &[
            "slid 0,1 1,1",
            "merged 1,0 1,1 at 1,1: 6 overflow",
            "scored 64",
            "merged 1,2 1,3 at 1,2: 6 overflow",
            "scored 64",
            "merged 2,1 2,2 at 2,1: 6 overflow",
            "scored 64",
            "fractured 1,1 into [0,1 1,0 1,2 2,1]: 5 overflow",
            "fractured 1,2 into [1,1 1,3 2,2]: 5 overflow",
            "fractured 2,1 into []: 5 overflow",
        ],
    );
}

#[test]
fn act_that_leaves_a_full_board_draws_nothing() {
    let [before, action, after] = CROWDED;
    let game = Sliced::new(&rules(&json!({"width": 4, "height": 4, "pieces": 4})).unwrap());
    let mut state = game.place(&Position::parse(game.topology(), before).unwrap()).unwrap();
    let mut dice = Dice1::new(1);
    assert_eq!(game.advance(&mut state, game.action_named(action).unwrap(), &mut dice, &mut ()), Ok(192));
    assert_eq!(dice.draws(), 0);
    assert_eq!(game.position(&state).text(game.topology()), after);
    assert_eq!(game.phase(&state), Phase::Decide);
}

#[test]
fn phase_of_a_full_board_without_equal_neighbours_is_over() {
    let small = json!({"width": 3, "height": 3});
    assert!(legal(small.clone(), "1 2 1/2 1 2/1 2 1").is_empty());
    let game = Sliced::new(&rules(&small).unwrap());
    let state = game.place(&Position::parse(game.topology(), "1 2 1/2 1 2/1 2 1").unwrap()).unwrap();
    assert_eq!(game.phase(&state), Phase::Over(Reason::Stuck));
    let (board, events) = play(&game, "1 2 1/2 1 3/1 2 .", "2,1:right", Some("3@2,1"));
    assert_eq!(board, "1 2 1/2 1 3/1 3 2");
    assert_eq!(events, ["slid 2,1 2,2", "spawned 3 2,1"]);
}

#[test]
fn perft_is_the_same_in_both_implementations() {
    let rules = rules(&json!({"width": 3, "height": 3, "max_strain": 1, "stress_gap": 1})).unwrap();
    let (plain, sliced) = (Plain::new(&rules), Sliced::new(&rules));
    for board in ["1 2 3/3 3+1 ./5 5 5", "4 4 5/5 . 5/4 4 5", "2 2 1/3 4 4/1 1 5"] {
        let position = Position::parse(plain.topology(), board).unwrap();
        let (a, b) = (plain.place(&position).unwrap(), sliced.place(&position).unwrap());
        for depth in 0..=2 {
            let counts = perft(&plain, &a, depth, 1_000_000);
            assert!(counts.is_ok());
            assert_eq!(counts, perft(&sliced, &b, depth, 1_000_000), "{board}");
        }
    }
}

#[test]
fn place_of_an_impossible_position_is_refused() {
    let game = Preset::find("numberclart").unwrap().variant.compile().unwrap();
    let rest = "/. . . . ./. . . . ./. . . . ./. . . . .";
    for (row, message) in [
        ("6 . . . .", "6 at 0,0 cannot stand here; tiles go from 1 to 5"),
        (". 0 . . .", "0 at 0,1 cannot stand here; tiles go from 1 to 5"),
        (". . 2+4 . .", "2+4 at 0,2 cannot stand here; a tile's strain is 3 at the most"),
        (". . . . .", "an empty board cannot be played; at least one tile has to stand"),
    ] {
        let position = Position::parse(game.topology(), &format!("{row}{rest}")).unwrap();
        assert_eq!(game.place(&position).unwrap_err().to_string(), message);
    }
    let extra = Position::parse(game.topology(), &format!("1 . . . .{rest} | clock=1")).unwrap();
    assert_eq!(
        game.place(&extra).unwrap_err().to_string(),
        "clock, next and left have no meaning in this game; leave them out"
    );
    assert_eq!(game.place(&Position::default()).unwrap_err().to_string(), "the board has 25 cells, not 0");
}

#[test]
fn from_json_of_a_bad_variant_is_refused() {
    for (text, message) in [
        ("width = 2", "field `width` cannot be 2; it is a whole number from 3 to 8"),
        ("height = 9", "field `height` cannot be 9; it is a whole number from 3 to 8"),
        ("max_value = 2", "field `max_value` cannot be 2; it is a whole number from 3 to 9"),
        ("max_strain = 0", "field `max_strain` cannot be 0; it is a whole number from 1 to 7"),
        ("stress_gap = 0", "field `stress_gap` cannot be 0; it is a whole number from 1 to 8"),
        ("pieces = 5", "field `pieces` cannot be 5; it is a whole number from 1 to 4"),
        ("spawn = [6]", "field `spawn` cannot be 6; max_value is 5, and new tiles cannot exceed it"),
        ("start_tiles = 25", "field `start_tiles` cannot be 25; on 25 cells it is a whole number from 1 to 24"),
        ("start_tiles = 0", "field `start_tiles` cannot be 0; it is a whole number from 1 to 63"),
        (
            "turn_limit = 5",
            "field `turn_limit` is not known here; there are width, height, max_value, max_strain, stress_gap, pieces, \
             spawn, start_tiles",
        ),
    ] {
        let error = Variant::from_text(&format!("family = 'strain'\n{text}")).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
