//! The slide rules by example, on every implementation that can play them, and invalid variants and positions.

mod chance;
mod differential;
mod properties;

use super::*;
use crate::{Compiled, Visitor};
use serde_json::{Value, json};
use tilewright_core::{
    Action, Cell, Cells, Dice1, Event, Game, Outcome, Phase, Position, Reason, Topology, conformance,
};

/// The rules that these fields give, defaults filled in.
fn rules(fields: &Value) -> Result<Rules, VariantError> {
    Rules::read(&Fields::read(FIELDS, fields.as_object().unwrap())?)
}

fn square(width: u8, height: u8) -> Value {
    json!({"shape": "square", "width": width, "height": height})
}

fn hex(radius: u8) -> Value {
    json!({"shape": "hex", "radius": radius})
}

/// Events as short texts.
fn tell(topology: &Topology, event: Event) -> String {
    let name = |cell: Cell| topology.cell_text(cell);
    let list = |cells: Cells| cells.map(name).collect::<Vec<_>>().join(" ");
    match event {
        Event::Slid { from, to } => format!("slid {} {}", name(from), name(to)),
        Event::Merged { cells, at, value, overflow: false } => {
            format!("merged {} at {}: {value}", list(cells), name(at))
        }
        Event::Scored { gain } => format!("scored {gain}"),
        Event::Spawned { at, value } => format!("spawned {value} {}", topology.place_text(at)),
        Event::Reached { value } => format!("reached {value}"),
        other => format!("{other:?}"),
    }
}

/// What came of something: the board, the points and the events; or nothing.
type Came = Option<(String, u64, Vec<String>)>;

/// What comes of an action, and then of an outcome, if one is given.
fn play<G: Game>(game: &G, before: &str, action: &str, outcome: Option<&str>) -> Came {
    let topology = game.topology();
    let mut state = game.place(&Position::parse(topology, before).unwrap()).unwrap();
    let mut log = Vec::new();
    let mut gain = game.act(&mut state, game.action_named(action).unwrap(), &mut log).ok()?;
    if let Some(outcome) = outcome {
        gain += game.settle(&mut state, Outcome::parse(topology, outcome).unwrap(), &mut log);
    }
    let board = game.position(&state).text(topology);
    Some((board, gain, log.into_iter().map(|event| tell(topology, event)).collect()))
}

/// Code that runs on a packed implementation and needs more than [`Game`].
trait SlideVisitor: Copy {
    fn visit<L: Layout>(self, game: &Packed<L>);
}

/// Visits every packed implementation that can play the rules. The general layouts can play the boards that have a layout
/// of their own, too.
fn visit_slides(rules: &Rules, visitor: impl SlideVisitor) {
    Packed::<Square4>::new(rules).iter().for_each(|game| visitor.visit(game));
    Packed::<Hex2>::new(rules).iter().for_each(|game| visitor.visit(game));
    Packed::<UpTo16>::new(rules).iter().for_each(|game| visitor.visit(game));
    Packed::<UpTo25>::new(rules).iter().for_each(|game| visitor.visit(game));
}

/// [`visit_slides`], for code that needs no more than [`Game`].
fn visit_packed<V: Visitor<Result = ()> + Copy>(rules: &Rules, visitor: V) {
    #[derive(Clone, Copy)]
    struct AnyVisitor<V>(V);
    impl<V: Visitor<Result = ()> + Copy> SlideVisitor for AnyVisitor<V> {
        fn visit<L: Layout>(self, game: &Packed<L>) {
            self.0.visit(game);
        }
    }
    visit_slides(rules, AnyVisitor(visitor));
}

/// The same of every implementation.
fn came(fields: &Value, before: &str, action: &str, outcome: Option<&str>) -> Came {
    #[derive(Clone, Copy)]
    struct Same<'a>(&'a str, &'a str, Option<&'a str>, &'a Came);
    impl Visitor for Same<'_> {
        type Result = ();
        fn visit<G: Compiled>(self, game: &G) {
            assert_eq!(&play(game, self.0, self.1, self.2), self.3);
        }
    }
    let rules = rules(fields).unwrap();
    let came = play(&Plain::new(&rules), before, action, outcome);
    visit_packed(&rules, Same(before, action, outcome, &came));
    came
}

/// The board that a slide makes, and the points.
fn slid(board: Value, before: &str, action: &str) -> Option<(String, u64)> {
    came(&json!({"board": board}), before, action, None).map(|(after, gain, _)| (after, gain))
}

/// The phase of a loaded board, by every implementation.
fn phase(board: Value, text: &str) -> Phase {
    #[derive(Clone, Copy)]
    struct Same<'a>(&'a str, Phase);
    impl Visitor for Same<'_> {
        type Result = ();
        fn visit<G: Compiled>(self, game: &G) {
            assert_eq!(of(game, self.0), self.1);
        }
    }
    fn of<G: Game>(game: &G, text: &str) -> Phase {
        game.phase(&game.place(&Position::parse(game.topology(), text).unwrap()).unwrap())
    }
    let rules = rules(&json!({"board": board})).unwrap();
    let phase = of(&Plain::new(&rules), text);
    visit_packed(&rules, Same(text, phase));
    phase
}

#[test]
fn act_rows_of_the_rule_page_slide_as_shown() {
    let rest = "/. . . 2/. . . ./. . . .";
    let after = "/2 . . ./. . . ./. . . .";
    for (row, slid_row, gain) in [("2 2 2 2", "4 4 . .", 8), ("4 4 8 .", "8 8 . .", 8), ("2 2 2 .", "4 2 . .", 4)] {
        let (before, after) = (format!("{row}{rest}"), format!("{slid_row}{after}"));
        assert_eq!(slid(square(4, 4), &before, "left"), Some((after, gain)));
    }
}

#[test]
fn act_square_slides_in_four_directions() {
    let before = ". . . ./. 2 . ./. 2 . ./. . . 4";
    for (action, after, gain) in [
        ("up", ". 4 . 4/. . . ./. . . ./. . . .", 4),
        ("right", ". . . ./. . . 2/. . . 2/. . . 4", 0),
        ("down", ". . . ./. . . ./. . . ./. 4 . 4", 4),
        ("left", ". . . ./2 . . ./2 . . ./4 . . .", 0),
    ] {
        assert_eq!(slid(square(4, 4), before, action), Some((after.into(), gain)), "{action}");
    }
}

#[test]
fn act_hexagon_slides_in_six_directions() {
    for (before, slides) in [
        (
            ". . 4/. . . ./. 2 2 . ./. . . ./. . .",
            [
                ("N", "2 . 4/2 . . ./. . . . ./. . . ./. . .", 0),
                ("NE", ". 2 4/. . 2 ./. . . . ./. . . ./. . .", 0),
                ("SE", ". . 4/. . . ./. . . . 4/. . . ./. . .", 4),
                ("S", ". . ./. . . ./. . . . 4/. . . ./. 2 2", 0),
                ("SW", ". . ./. . . ./. . . . ./2 4 . ./2 . .", 0),
                ("NW", "4 . ./. . . ./4 . . . ./. . . ./. . .", 4),
            ],
        ),
        (
            "2 . ./2 . . ./2 2 2 2 2/. . . ./. . 2",
            [
                ("N", "4 2 2/4 2 . ./2 . . . ./. . . ./. . .", 8),
                ("NE", "4 2 2/2 . . 2/. . . . 4/. . . ./. . .", 8),
                ("SE", ". . 2/. . . 2/. . 2 4 4/. . . ./. . 2", 8),
                ("S", ". . ./. . . ./. . . . 2/. . 2 2/2 4 4", 8),
                ("SW", ". . ./2 . . ./4 . . . ./2 . . ./2 2 4", 8),
                ("NW", "2 . ./2 . . ./4 4 2 . ./. . . ./2 . .", 8),
            ],
        ),
    ] {
        for (action, after, gain) in slides {
            assert_eq!(slid(hex(2), before, action), Some((after.into(), gain)), "{action}");
        }
    }
}

#[test]
fn act_product_does_not_merge_in_its_turn() {
    assert_eq!(
        slid(square(4, 4), "2 2 4 8/. . . ./. . . ./. . . .", "left").unwrap().0,
        "4 4 8 ./. . . ./. . . ./. . . ."
    );
    assert_eq!(
        slid(square(4, 4), "2 2 4 8/. . . ./. . . ./. . . .", "right").unwrap().0,
        ". 4 4 8/. . . ./. . . ./. . . ."
    );
    assert_eq!(
        slid(hex(2), ". . ./. . . ./2 2 4 8 8/. . . ./. . .", "NW").unwrap().0,
        ". . ./. . . ./4 4 16 . ./. . . ./. . ."
    );
    assert_eq!(
        slid(hex(2), ". . ./. . . ./8 8 4 2 2/. . . ./. . .", "SE").unwrap().0,
        ". . ./. . . ./. . 16 4 4/. . . ./. . ."
    );
}

#[test]
fn act_three_equal_tiles_merges_the_front_two() {
    assert_eq!(
        slid(square(4, 4), ". 2 2 2/. . . ./. . . ./. . . .", "left").unwrap().0,
        "4 2 . ./. . . ./. . . ./. . . ."
    );
    assert_eq!(
        slid(square(4, 4), ". 2 2 2/. . . ./. . . ./. . . .", "right").unwrap().0,
        ". . 2 4/. . . ./. . . ./. . . ."
    );
}

#[test]
fn act_nothing_moves_is_illegal() {
    assert_eq!(slid(square(4, 4), "2 4 . ./. . . ./. . . ./. . . .", "left"), None);
    assert_eq!(slid(square(4, 4), "2 4 . ./. . . ./. . . ./. . . .", "up"), None);
    assert_eq!(slid(hex(2), "2 . ./4 . . ./8 . . . ./. . . ./. . .", "NW"), None);
}

#[test]
fn act_before_the_new_tile_is_illegal() {
    #[derive(Clone, Copy)]
    struct Refused;
    impl Visitor for Refused {
        type Result = ();
        fn visit<G: Compiled>(self, game: &G) {
            for id in 0..8 {
                let (mut state, mut log) = (game.blank(), Vec::new());
                assert!(game.act(&mut state, Action(id), &mut log).is_err());
                assert!(game.advance(&mut state, Action(id), &mut Dice1::new(0), &mut ()).is_err());
                assert_eq!((state, log), (game.blank(), vec![]));
            }
        }
    }
    for board in [square(4, 4), square(5, 3), hex(1), hex(2)] {
        let rules = rules(&json!({"board": board})).unwrap();
        Refused.visit(&Plain::new(&rules));
        visit_packed(&rules, Refused);
    }
}

#[test]
fn act_logs_line_by_line() {
    let fields = json!({"board": square(4, 4)});
    let (board, gain, events) = came(&fields, ". 2 . 2/4 4 8 8/2 . . ./. . . 16", "left", Some("4@0,3")).unwrap();
    assert_eq!((board.as_str(), gain), ("4 . . 4/8 16 . ./2 . . ./16 . . .", 28));
    let expected = [
        "slid 0,1 0,0",
        "slid 0,3 0,1",
        "merged 0,0 0,1 at 0,0: 4",
        "scored 4",
        "merged 1,0 1,1 at 1,0: 8",
        "scored 8",
        "slid 1,2 1,1",
        "slid 1,3 1,2",
        "merged 1,1 1,2 at 1,1: 16",
        "scored 16",
        "slid 3,3 3,0",
        "spawned 4 0,3",
    ];
    assert_eq!(events, expected);
}

#[test]
fn act_pictures_of_the_rule_book_match() {
    let fields = json!({"board": square(4, 4)});
    let (board, gain, _) = came(&fields, ". 2 . 2/4 4 8 8/2 . . ./. . . 16", "left", Some("2@2,3")).unwrap();
    assert_eq!((board.as_str(), gain), ("4 . . ./8 16 . ./2 . . 2/16 . . .", 28));
    assert_eq!(slid(hex(1), ". ./. 2 4/2 2", "N"), Some(("4 4/2 . ./. .".into(), 4)));
}

#[test]
fn act_hexagon_logs_lines_by_front_cell_in_scan_order() {
    let fields = json!({"board": hex(1)});
    let (board, _, events) = came(&fields, ". ./2 2 2/2 2", "N", None).unwrap();
    assert_eq!(board, "4 2/4 . ./. .");
    assert_eq!(events[..2], ["slid 0,0 0,-1", "slid 0,1 0,0"], "the column of cell 0,-1 comes first");
    assert_eq!(events.last().unwrap(), "scored 4", "that of cell -1,0 last");
}

#[test]
fn phase_full_board_without_equal_neighbours_is_over() {
    assert_eq!(phase(square(4, 4), "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2"), Phase::Over(Reason::Stuck));
    assert_eq!(phase(square(4, 4), "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 4"), Phase::Decide);
    assert_eq!(phase(square(4, 4), "2 4 2 4/4 2 4 2/2 4 2 2/4 2 4 8"), Phase::Decide);
    assert_eq!(phase(square(4, 4), "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 ."), Phase::Decide);
    let stuck = "2 4 8/4 8 2 4/8 2 4 8 2/4 8 2 4/2 4 8";
    assert_eq!(phase(hex(2), stuck), Phase::Over(Reason::Stuck));
    // Every cell left empty, and every pair of neighbours made equal, keeps it going.
    let topology = Topology::hex(2).unwrap();
    let position = Position::parse(&topology, stuck).unwrap();
    for cell in topology.cells() {
        let mut hole = position.clone();
        hole.tiles[cell.index()] = None;
        assert_eq!(phase(hex(2), &hole.text(&topology)), Phase::Decide);
        for neighbour in topology.dirs().filter_map(|dir| topology.neighbour(cell, dir)) {
            let mut pair = position.clone();
            pair.tiles[cell.index()] = pair.tiles[neighbour.index()];
            assert_eq!(phase(hex(2), &pair.text(&topology)), Phase::Decide);
        }
    }
}

#[test]
fn settle_last_cell_ends_with_the_new_tile() {
    let fields = json!({"board": square(4, 4)});
    let (_, _, events) = came(&fields, ". 2 4 2/8 2 4 2/2 4 2 4/4 2 4 8", "left", Some("16@0,3")).unwrap();
    assert_eq!(events[3..], ["spawned 16 0,3"]);
}

#[test]
fn act_target_made_logs_reached_once() {
    let fields = json!({"board": square(4, 4), "target": 16});
    // Twice in one slide: one announcement, after all of its events.
    let (_, _, events) = came(&fields, "8 8 . ./8 8 . ./. . . ./. . . .", "left", Some("2@3,3")).unwrap();
    let expected = [
        "merged 0,0 0,1 at 0,0: 16",
        "scored 16",
        "merged 1,0 1,1 at 1,0: 16",
        "scored 16",
        "reached 16",
        "spawned 2 3,3",
    ];
    assert_eq!(events, expected);
    // It stands already, as such or as something larger: nothing to announce.
    for standing in ["16", "32"] {
        let before = format!("8 8 . {standing}/. . . ./. . . ./. . . .");
        let (_, _, events) = came(&fields, &before, "left", Some("2@3,3")).unwrap();
        assert!(!events.iter().any(|event| event.starts_with("reached")), "{events:?}");
    }
    // Merges that are worth as much together are not the target.
    let (_, _, events) = came(&fields, "4 4 . ./4 4 . ./. . . ./. . . .", "left", None).unwrap();
    assert!(!events.contains(&"reached 16".into()));
    let fields = json!({"board": hex(2), "target": 16});
    let (_, _, events) = came(&fields, ". . ./. . . ./8 . . . 8/. . . ./. . .", "NW", Some("2@0,0")).unwrap();
    assert_eq!(events[2..], ["scored 16", "reached 16", "spawned 2 0,0"]);
}

#[test]
fn settle_target_logs_reached() {
    for (board, before, action, outcome) in [
        (square(4, 4), "2 . . ./. . . ./. . . ./. . . .", "right", "16@3,3"),
        (square(4, 4), "2 . . ./. . . ./. . . ./. . . .", "right", "8@3,3"),
        (hex(2), "2 . ./. . . ./. . . . ./. . . ./. . .", "SE", "8@0,2"),
        (square(3, 2), "2 . ./. . .", "right", "8@1,0"),
    ] {
        let fields = json!({"board": board, "target": 8, "spawn": {"2": 1, "8": 1, "16": 1}});
        let (_, _, events) = came(&fields, before, action, Some(outcome)).unwrap();
        assert_eq!(events[1..], [format!("spawned {}", outcome.replace('@', " ")), "reached 8".into()]);
    }
}

#[test]
fn act_largest_tiles_do_not_merge() {
    let most = MAX_VALUE.to_string();
    let half = (MAX_VALUE / 2).to_string();
    let row = |row: &str| row.replace("most", &most).replace("half", &half) + "/. . . ./. . . ./. . . .";
    assert_eq!(slid(square(4, 4), &row("most most . ."), "left"), None);
    assert_eq!(slid(square(4, 4), &row("half half . ."), "left"), Some((row("most . . ."), MAX_VALUE.into())));
    assert_eq!(slid(square(4, 4), &row(". most . most"), "left"), Some((row("most most . ."), 0)));
    let full = format!("{most} {most}/{most} {most} {most}/{most} {most}");
    assert_eq!(phase(hex(1), &full), Phase::Over(Reason::Stuck));
}

#[test]
fn act_ones_make_a_two() {
    let fields = json!({"board": square(2, 2), "spawn": {"1": 1}, "start_tiles": 1});
    let (board, gain, _) = came(&fields, "1 1/. .", "left", None).unwrap();
    assert_eq!((board.as_str(), gain), ("2 ./. .", 2));
}

#[test]
fn place_invalid_positions_are_refused() {
    let game = Packed::<Square4>::new(&rules(&json!({"board": square(4, 4)})).unwrap()).unwrap();
    let refused = |text: &str| {
        let position = Position::parse(game.topology(), text).unwrap();
        game.place(&position).unwrap_err().to_string()
    };
    assert!(refused(". . . ./. . . ./. . . ./. . . .").contains("empty board"));
    assert!(refused("3 . . ./. . . ./. . . ./. . . .").contains("powers of two from 2 to 1073741824"));
    assert!(refused("1 . . ./. . . ./. . . ./. . . .").contains("1 at 0,0"));
    assert!(refused("2147483648 . . ./. . . ./. . . ./. . . .").contains("cannot stand"));
    assert!(refused("2+1 . . ./. . . ./. . . ./. . . .").contains("strain"));
    assert!(refused("2 . . ./. . . ./. . . ./. . . . | clock=1").contains("clock"));
}

#[test]
fn read_unplayable_variants_are_refused() {
    for (fields, says) in [
        (json!({"board": square(2, 2), "start_tiles": 4}), "on 4 cells it is a whole number from 1 to 3"),
        (json!({"board": hex(1), "start_tiles": 0}), "start_tiles"),
        (json!({"board": square(4, 4), "spawn": {"6": 1}}), "its values are powers of two"),
        (json!({"board": square(4, 4), "target": 100}), "target"),
        (json!({"board": square(4, 4), "target": 1}), "it is a power of two from 2 to 1073741824"),
        (json!({"board": square(9, 4)}), "board"),
        (json!({"board": square(1, 4)}), "board"),
        (json!({"board": hex(5)}), "board"),
        (json!({}), "board"),
    ] {
        let said = rules(&fields).unwrap_err().to_string();
        assert!(said.contains(says), "{fields}: {said}");
    }
}

#[test]
fn new_packed_beyond_cells_or_ranks_is_none() {
    let with = |board: Value, spawn: Value| rules(&json!({"board": board, "spawn": spawn})).unwrap();
    assert!(Packed::<Square4>::new(&with(square(4, 4), json!({"32768": 1}))).is_some());
    assert!(Packed::<Square4>::new(&with(square(4, 4), json!({"65536": 1}))).is_none());
    assert!(Packed::<Square4>::new(&with(square(4, 4), json!({"1": 1, "2": 1}))).is_none());
    assert!(Packed::<Square4>::new(&with(square(5, 4), json!({"2": 1}))).is_none());
    assert!(Packed::<Hex2>::new(&with(hex(2), json!({"2": 1, "32768": 1}))).is_some());
    assert!(Packed::<Hex2>::new(&with(hex(2), json!({"1": 1}))).is_none());
    assert!(Packed::<Hex2>::new(&with(hex(1), json!({"2": 1}))).is_none());
    assert!(Packed::<UpTo16>::new(&with(square(8, 2), json!({"2": 1}))).is_some());
    assert!(Packed::<UpTo16>::new(&with(square(6, 3), json!({"2": 1}))).is_none());
    assert!(Packed::<UpTo25>::new(&with(square(5, 5), json!({"2": 1}))).is_some());
    assert!(Packed::<UpTo25>::new(&with(square(5, 5), json!({"1": 1}))).is_none());
    assert!(Packed::<UpTo25>::new(&with(square(4, 7), json!({"2": 1}))).is_none());
    assert!(Packed::<UpTo25>::new(&with(hex(3), json!({"2": 1}))).is_none());
}
