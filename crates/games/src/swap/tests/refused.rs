//! Variants and positions that are not possible, each refused with a message that says what would help.

use super::*;
use tilewright_core::NoStart;

fn refused(fields: &Value) -> String {
    Plain::new(&rules(fields)).map(|_| fields).unwrap_err().to_string()
}

#[test]
fn new_of_a_variant_that_cannot_be_dealt_is_refused() {
    assert_eq!(
        refused(&json!({"spawn": [2]})),
        "field `spawn` has only the value 2, and a board of equal tiles cannot start; give at least two values"
    );
    assert_eq!(
        refused(&json!({"width": 4, "height": 3, "run": 5})),
        "field `run` cannot be 5; on 4×3 no line is that long; shorten run or enlarge the board"
    );
    for fields in [
        json!({"height": 7, "spawn": [2, 4], "diagonal": true, "wrap": true}),
        json!({"height": 7, "spawn": [2, 4], "diagonal": true, "wrap": true, "must_merge": false, "turn_limit": 9}),
        json!({"width": 10, "spawn": [2, 4], "diagonal": true}),
    ] {
        assert_eq!(
            refused(&fields),
            "field `spawn` hardly ever fills the board without a line; give more values or more even weights, or lengthen \
             run",
            "{fields}"
        );
    }
}

#[test]
fn new_of_a_variant_with_endless_cascades_is_refused() {
    let top = 1 << 30;
    for fields in [
        json!({"spawn": [top, top / 2], "wrap": true}),
        json!({"spawn": [top, top / 2, top / 4], "diagonal": true, "wrap": true, "resolve": "rounds"}),
    ] {
        assert_eq!(
            refused(&fields),
            "field `spawn` makes cascades that hardly ever end; give more values, smaller ones or more even weights, or \
             lengthen run",
            "{fields}"
        );
    }
}

#[test]
fn start_of_a_compiled_variant_succeeds() {
    let mut variants = Variants(Dice1::new(7));
    let mut started = 0;
    for _ in 0..60 {
        let fields = variants.next();
        if let Ok(game) = Plain::new(&rules(&fields)) {
            started += 1;
            for seed in 0..4 {
                assert!(game.start(&mut Dice1::new(seed), &mut ()).is_ok(), "{fields}");
            }
        }
    }
    assert!(started > 40, "{started}");
}

/// Dice that always deal the same: a board on which no value stands three times.
struct Loaded(usize);

impl Dice for Loaded {
    fn word(&mut self) -> u64 {
        self.0 += 1;
        [0, 1, 2, 3, 4, 0, 1, 2, 3][(self.0 - 1) % 9] * (u64::MAX / 5) + u64::MAX / 10
    }
}

#[test]
fn start_with_a_deal_that_never_works_gives_no_start() {
    let fields = json!({"width": 3, "height": 3, "spawn": [1, 2, 4, 8, 16]});
    assert_eq!(plain(&fields).start(&mut Loaded(0), &mut ()), Err(NoStart));
    assert_eq!(Fast::<POWERS>::new(plain(&fields)).start(&mut Loaded(0), &mut ()), Err(NoStart));
    assert_eq!(Fast::<VALUES>::new(plain(&fields)).start(&mut Loaded(0), &mut ()), Err(NoStart));
}

#[test]
fn place_of_an_impossible_position_is_refused() {
    let game = plain(&json!({"width": 3, "height": 3, "preview": 1, "turn_limit": 9}));
    let sum = plain(&json!({"width": 3, "height": 3, "law": "sum", "spawn": [4, 6, 10]}));
    let error = |game: &Plain, text: &str| {
        let position = Position::parse(game.topology(), text).unwrap();
        game.place(&position).unwrap_err().to_string()
    };
    for (text, message) in [
        ("2 4 8/4 . 4/8 4 2 | next=2", "1,1 is empty; the board has to be full"),
        (
            "2 4 8/4 3 4/8 4 2 | next=2",
            "3 at 1,1 cannot stand here; a tile is one of the spawn values or a power of two times one of them, up to \
             1073741824",
        ),
        (
            "2 4 8/4 2147483648 4/8 4 2 | next=2",
            "2147483648 at 1,1 cannot stand here; a tile is one of the spawn values or a power of two times one of them, \
             up to 1073741824",
        ),
        ("2 4 8/4 2+1 4/8 4 2 | next=2", "the tile at 1,1 has strain, which this game does not know"),
        ("2 4 8/4 2 4/8 4 2", "this game shows 1 coming tiles in next, not 0"),
        ("2 4 8/4 2 4/8 4 2 | next=2,2", "this game shows 1 coming tiles in next, not 2"),
        ("2 4 8/4 2 4/8 4 2 | next=64", "64 in next is none of the spawn values"),
        ("2 4 8/4 2 4/8 4 2 | clock=1 next=2", "clock has no meaning in this game; leave it out"),
        ("2 4 8/4 2 4/8 4 2 | next=2 left=10", "left=10 is too much; the turn limit is 9"),
    ] {
        assert_eq!(error(&game, text), message);
    }
    assert_eq!(
        error(&sum, "4 6 10/8 12 20/14 4 6"),
        "14 at 2,0 cannot stand here; a tile is one of the spawn values or a multiple of them, up to 1073741824"
    );
    assert_eq!(error(&sum, "4 6 10/8 12 20/4 4 6 | left=3"), "left has no meaning without a turn limit; leave it out");
    let full = "2 4 8/4 2 4/8 4 2 | next=2";
    assert_eq!(text(&game, &place(&game, full)), format!("{full} left=9"), "turns left may be left out");
}

#[test]
fn place_in_both_implementations_refuses_the_same() {
    let (plain, fast) = (plain(&json!({})), Fast::<POWERS>::new(plain(&json!({}))));
    for text in [over(8, 8, &["1 . . . . . . ."]), over(8, 8, &["6 . . . . . . ."]), over(8, 8, &["2+1 . . . . . . ."])]
    {
        let position = Position::parse(plain.topology(), &text).unwrap();
        assert_eq!(plain.place(&position).unwrap_err(), fast.place(&position).unwrap_err());
    }
}
