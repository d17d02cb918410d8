//! Pictures of the screens, held against files: every family, theme and size class.
//!
//! `TILEWRIGHT_RECORD=1 cargo test -p tilewright-tui --test screens` records them anew; look at the difference before
//! it is committed.

use ratatui::{buffer::Buffer, style::Style};
use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf, time::Duration};
use tilewright_core::{Game as _, Position};
use tilewright_games::Preset;
use tilewright_players::Player;
use tilewright_session::{Colours, Motion, Session, Setup, Speed, Theme};
use tilewright_store::{Start, Store};
use tilewright_tui::{Arcade, Headless};

const SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];
/// One game a family, and the two shapes of slide.
const GAMES: [&str; 5] = ["classic-2048", "hex-2048", "exponentile", "numberclart", "factors"];

/// The themes that a terminal has.
const THEMES: [Theme; 4] = [Theme::Dark, Theme::Light, Theme::HighContrast, Theme::ColourBlind];

fn arcade() -> Arcade {
    arcade_with(Store::nowhere())
}

fn arcade_with(store: Store) -> Arcade {
    let mut arcade = Arcade::with(store, Vec::new());
    arcade.settings.speed = Speed::Instant;
    arcade.settings.colours = Colours::Full;
    // It thinks for a number of nodes, not for a time: pictures repeat.
    arcade.settings.player = Player::Greedy;
    // Noon on the fifteenth of November 2026.
    arcade.clock = || 1_794_744_000;
    arcade
}

fn start(preset: &str) -> Start {
    Start::own(Setup::preset(Preset::find(preset).unwrap()).unwrap(), Some(2048))
}

/// A screen as text, and below it the style of every character as a letter that the legend explains.
fn picture(buffer: &Buffer) -> String {
    let area = *buffer.area();
    let mut text = String::new();
    let mut legend: BTreeMap<String, char> = BTreeMap::new();
    let mut styles = String::new();
    for y in 0..area.height {
        let row: String = (0..area.width).map(|x| buffer[(x, y)].symbol()).collect();
        writeln!(text, "{}", row.trim_end()).unwrap();
        for x in 0..area.width {
            let cell = &buffer[(x, y)];
            let Style { fg, bg, add_modifier, .. } = cell.style();
            let (fg, bg) = (fg.unwrap_or_default(), bg.unwrap_or_default());
            let words = format!("{fg} on {bg} {add_modifier:?}").replace(" NONE", "");
            let count = legend.len() as u32;
            let letter = *legend.entry(words).or_insert_with(|| char::from_u32('A' as u32 + count).unwrap());
            styles.push(letter);
        }
        styles.push('\n');
    }
    let mut legend: Vec<_> = legend.into_iter().map(|(words, letter)| (letter, words)).collect();
    legend.sort();
    let legend: String = legend.into_iter().map(|(letter, words)| format!("{letter} {words}\n")).collect();
    format!("{text}\n{styles}\n{legend}")
}

fn check(name: &str, buffer: &Buffer) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(format!("{name}.txt"));
    let is = picture(buffer);
    if std::env::var_os("TILEWRIGHT_RECORD").is_some() {
        fs::write(&path, is).unwrap();
        return;
    }
    let was = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(is == was, "{name} looks different; it is now\n{is}");
}

/// Plays a few turns whatever the game is: what the player would do.
fn play_some(screen: &mut Headless<'_>, turns: usize) {
    screen.arcade().settings.pace = 0;
    screen.press("space");
    for _ in 0..turns {
        screen.pass(Duration::from_millis(9));
    }
    screen.press("space");
}

#[test]
fn games_in_every_size() {
    for preset in GAMES {
        for (width, height) in SIZES {
            let mut arcade = arcade();
            let mut screen = Headless::play(&mut arcade, start(preset), width, height).unwrap();
            play_some(&mut screen, 12);
            check(&format!("{preset}-{width}x{height}"), &screen.draw());
        }
    }
}

#[test]
fn games_in_every_theme() {
    for preset in GAMES {
        for theme in THEMES {
            let mut arcade = arcade();
            arcade.settings.theme = theme;
            let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
            play_some(&mut screen, 6);
            screen.press("i");
            screen.settle();
            check(&format!("{preset}-{}", theme.name()), &screen.draw());
        }
    }
}

/// In the smallest window a hint hides no numbers, is not cut off, and a place stands on one line.
#[test]
fn hints_in_the_smallest_window() {
    for preset in GAMES {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start(preset), 60, 20).unwrap();
        screen.press("i");
        screen.settle();
        let drawn = screen.draw();
        let text = picture(&drawn);
        let broken = |line: &str| line.ends_with(" col") || line.ends_with('…');
        assert!(!text.lines().any(|line| broken(line.trim_end())), "{text}");
        check(&format!("{preset}-hint-60x20"), &drawn);
    }
}

#[test]
fn games_in_few_colours_and_none() {
    for preset in GAMES {
        for colours in [Colours::Many, Colours::Few, Colours::None] {
            let mut arcade = arcade();
            arcade.settings.colours = colours;
            let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
            play_some(&mut screen, 6);
            check(&format!("{preset}-colours-{}", colours.name()), &screen.draw());
        }
    }
}

#[test]
fn menus() {
    for (width, height) in SIZES {
        let mut arcade = arcade();
        let mut screen = Headless::menu(&mut arcade, width, height);
        screen.pass(Duration::from_millis(50));
        check(&format!("menu-{width}x{height}"), &screen.draw());
    }
    for theme in THEMES {
        let mut arcade = arcade();
        arcade.settings.theme = theme;
        let mut screen = Headless::menu(&mut arcade, 80, 24);
        screen.press("down down");
        screen.pass(Duration::from_millis(50));
        check(&format!("menu-{}", theme.name()), &screen.draw());
    }
}

#[test]
fn pages() {
    for (name, keys) in [
        ("help-menu", "f1"),
        ("help-play", "enter f1"),
        ("help-hex", "down enter f1"),
        ("help-swap", "down down enter f1"),
        ("rules-slide", "r"),
        ("rules-swap", "down down r"),
        ("rules-strain", "down down down down down down down r"),
        ("rules-factor", "down down down down down down down down r"),
        ("settings", "o"),
        ("statistics", "t"),
        ("replays", "p"),
        ("seed", "s 12x"),
        ("watch", "w"),
        ("editor-slide", "e"),
        ("editor-swap", "down down e"),
        ("editor-wrong", "down down e backspace 99"),
    ] {
        for (width, height) in [(60, 20), (80, 24), (200, 60)] {
            let mut arcade = arcade();
            let mut screen = Headless::menu(&mut arcade, width, height);
            // Cards are chosen with right, lines with down.
            let keys = if width >= 120 { keys.replace("down", "right") } else { keys.to_owned() };
            screen.press(&keys);
            screen.settle();
            check(&format!("{name}-{width}x{height}"), &screen.draw());
        }
    }
}

#[test]
fn too_small_window_says_so() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 59, 20);
    check("too-small", &screen.draw());
    screen.press("enter q x");
    assert!(screen.running(), "keys do nothing unseen");
    screen.resize(60, 20);
    assert!(screen.text().contains("Classic 2048"));
    screen.resize(1, 1);
    screen.draw();
}

#[test]
fn a_replay() {
    let mut session = Session::new(start("exponentile").setup, 5).unwrap();
    for _ in 0..40 {
        let action = session.legal()[0];
        session.play(action, None).unwrap();
    }
    for (width, height) in [(60, 20), (80, 24), (200, 60)] {
        let mut arcade = arcade();
        let mut screen = Headless::viewer(&mut arcade, session.clone(), "a test", width, height);
        screen.press("right right right left pagedown");
        check(&format!("viewer-{width}x{height}"), &screen.draw());
    }
}

/// Every key of the help page does something, wherever it is said to work.
#[test]
fn help_keys_all_do_something() {
    for (preset, keys) in [
        ("classic-2048", "left right up down h j k l w a s d W 8 4 2 6 u r i . + - p esc t esc n"),
        ("hex-2048", "q w e a s d 7 8 9 1 2 3 up down k j home end pageup pagedown u r i . + - p esc n"),
        ("exponentile", "left right up down w a s d h j k l enter enter shift-right D u r i esc . + - p esc n"),
        ("numberclart", "left right up down enter left enter right esc u r i esc . + - p esc n"),
        ("factors", "left right up down enter left enter right esc u r i esc . + - p esc n"),
    ] {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
        let mut before = screen.text();
        let mut silent = Vec::new();
        for key in keys.split(' ') {
            screen.press(key);
            screen.settle();
            let after = screen.text();
            if after == before {
                silent.push(key);
            }
            before = after;
        }
        // Blocked twice in the same way, or a cursor at the rim, looks the same; most keys must not.
        assert!(silent.len() <= 4, "{preset}: {silent:?}");
        assert!(screen.running());
    }
}

#[test]
fn blocked_actions_show_why_and_change_nothing() {
    const REFUSALS: [&str; 3] = ["Nothing can go ", "A hexagon has no left and right", "There is nothing to redo."];
    for (preset, keys) in [
        ("classic-2048", "up up up up up up left left left left up left up left up"),
        ("hex-2048", "left"),
        ("exponentile", "r"),
        ("numberclart", "r"),
        ("factors", "up up up up"),
    ] {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
        let mut seen = false;
        for key in keys.split(' ') {
            screen.press(key);
            let text = screen.text();
            seen |= REFUSALS.iter().any(|refusal| text.contains(refusal));
        }
        assert!(seen && screen.running(), "{preset}\n{}", screen.text());
    }
}

#[test]
fn mouse_swaps_and_slides() {
    let mut arcade = arcade();
    let mut screen = Headless::play(&mut arcade, start("classic-2048"), 80, 24).unwrap();
    screen.drag((10, 10), (50, 10));
    screen.drag((50, 10), (10, 10));
    assert!(!screen.text().contains("Turn               0"), "{}", screen.text());
    screen.drag((10, 10), (10, 10));
    assert!(screen.text().contains("Drag across the board"));

    let mut arcade = self::arcade();
    let mut screen = Headless::play(&mut arcade, start("exponentile"), 80, 24).unwrap();
    screen.drag((7, 5), (7, 5));
    assert!(screen.text().contains("Picked"), "{}", screen.text());
    screen.drag((13, 5), (13, 5));
    assert!(!screen.text().contains("Picked"));
}

#[test]
fn key_during_animation_finishes_it() {
    let mut arcade = arcade();
    arcade.settings.speed = Speed::Slow;
    let mut screen = Headless::play(&mut arcade, start("exponentile"), 80, 24).unwrap();
    screen.press("i");
    screen.settle();
    screen.press("esc space");
    screen.pass(Duration::from_millis(300));
    screen.press("space");
    let (one, other) = (screen.text(), {
        screen.pass(Duration::from_secs(5));
        screen.text()
    });
    assert_eq!(one, other, "nothing moves any more");
}

#[test]
fn animations_of_every_speed_end_with_the_same_screen() {
    for preset in GAMES {
        let mut ends = Vec::new();
        for (speed, reduced) in
            [(Speed::Instant, false), (Speed::Fast, false), (Speed::Normal, false), (Speed::Slow, true)]
        {
            let mut arcade = arcade();
            arcade.settings.speed = speed;
            arcade.settings.motion = if reduced { Motion::Reduced } else { Motion::Full };
            let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
            for key in ["left", "up", "w", "d", "D", "S", "shift-left"] {
                screen.press(key);
                screen.pass(Duration::from_secs(60));
            }
            ends.push(screen.text());
        }
        assert!(ends.iter().all(|end| *end == ends[0]), "{preset}");
    }
}

/// The player's half of the rules and the keys are at both keys of the help page, and asking for them is no help.
#[test]
fn help_in_a_game_shows_how_to_play_and_marks_nothing() {
    for key in ["f1", "?"] {
        for (width, height) in [(60, 20), (80, 24)] {
            let mut arcade = arcade();
            let mut screen = Headless::play(&mut arcade, start("numberclart"), width, height).unwrap();
            screen.press(key);
            let mut all = String::new();
            for _ in 0..12 {
                all += &screen.text();
                screen.press("pagedown");
            }
            assert!(all.contains("How to play") && all.contains("Two 5s burst"), "{all}");
            // The examples, whole.
            assert!(all.contains("2 meets 2: 3, for 8 points") && all.contains("strain 3, two 4s"), "{all}");
            assert!(!all.contains("crates/") && !all.contains(".rs"), "{all}");
            assert!(all.contains("about to gain strain"), "{all}");
            screen.press("esc");
            assert!(!screen.text().contains("Helped by"));
        }
    }
}

/// The newcomer plays the scripted turns, other keys are answered, and the game waits unharmed.
#[test]
fn lesson_is_played_turn_by_turn_and_leads_back_to_the_game() {
    let mut arcade = arcade();
    let mut screen = Headless::play(&mut arcade, start("classic-2048"), 80, 24).unwrap();
    assert!(screen.text().contains("New here? t: a lesson."));
    screen.press("t");
    assert!(screen.text().contains("Lesson: Classic 2048") && screen.text().contains("turn 1 of 3"));
    check("lesson-80x24", &screen.draw());
    screen.press("down");
    let text = screen.text();
    assert!(text.contains("That is another turn than the lesson asks for."), "{text}");
    assert_eq!(text.matches("lide up (↑)").count(), 1, "what is asked is not repeated: {text}");
    screen.press("up left down");
    screen.settle();
    assert!(screen.text().contains("That is the heart of it"), "{}", screen.text());
    screen.press("enter");
    assert!(screen.text().contains("New here?"), "the game has not begun");
    screen.press("t esc");
    assert!(screen.text().contains("New here?"), "a lesson can be skipped");
}

/// A refusal does not cover what is asked, whatever room there is.
#[test]
fn lesson_refusal_stands_next_to_what_is_asked() {
    for (width, height) in SIZES {
        for (id, wrong, asked) in [("numberclart", "left", "column 3) right."), ("factors", "down", "column 1) right.")]
        {
            let mut arcade = arcade();
            let mut screen = Headless::play(&mut arcade, start(id), width, height).unwrap();
            screen.press("t");
            screen.press(wrong);
            let text = screen.text();
            assert!(text.contains("turn 1 of") && text.contains("asks for.") && text.contains(asked), "{text}");
        }
    }
}

/// What the lesson speaks of is on the screen: how tiles are picked, rows and columns, and the sign that warns.
#[test]
fn lesson_of_numberclart_shows_what_it_speaks_of() {
    for (width, height) in SIZES {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start("numberclart"), width, height).unwrap();
        screen.press("t");
        let text = screen.text();
        assert!(text.contains("An arrow steps") && text.contains("the 2 (row 2,"), "{text}");
        check(&format!("lesson-numberclart-{width}x{height}"), &screen.draw());
        // Picking a tile does not hide what is asked.
        screen.press("enter up up up up left left left left down right right enter");
        assert!(screen.text().contains("the 2 (row 2,"), "{}", screen.text());
        screen.press("right");
        screen.settle();
        assert!(screen.text().contains("turn 2 of 5"), "{}", screen.text());
        screen.press("up up up up left left left left down down down down enter right");
        screen.settle();
        assert!(screen.text().contains("turn 3 of 5"), "{}", screen.text());
        screen.press("up up up up left left left left down down down right right right enter left");
        screen.settle();
        // Two low neighbours, one point of strain already: it is about to break.
        let text = screen.text();
        assert!(text.contains("turn 4 of 5") && text.contains('×'), "{text}");
    }
}

/// A picked tile leaves a cursor behind; the last turn is a direction all the same.
#[test]
fn lesson_of_factors_is_finished_with_keys() {
    for preset in ["factors", "factors-easy", "factors-hard"] {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
        screen.press("t enter");
        for way in ["down enter right", "down down down right enter right", "right right right enter down"] {
            screen.press("up up up left left left");
            screen.press(way);
            screen.settle();
        }
        assert!(screen.text().contains("turn 4 of 4"), "{}", screen.text());
        screen.press("left");
        screen.settle();
        assert!(screen.text().contains("That is the heart of it"), "{}", screen.text());
    }
}

#[test]
fn first_game_of_a_preset_begins_with_its_lesson() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("enter");
    screen.pass(Duration::from_millis(20));
    assert!(screen.text().contains("Lesson: Classic 2048"), "{}", screen.text());
    screen.press("esc left up right down");
    screen.settle();
    assert!(!screen.text().contains("Lesson") && screen.text().contains("newest first"), "{}", screen.text());
}

#[test]
fn skipped_lesson_does_not_show_itself_again() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("enter");
    screen.pass(Duration::from_millis(20));
    assert!(screen.text().contains("Lesson: Classic 2048"), "{}", screen.text());
    screen.press("esc esc enter");
    screen.pass(Duration::from_millis(20));
    assert!(screen.text().contains("Score") && !screen.text().contains("Lesson:"), "{}", screen.text());
    screen.press("t");
    assert!(screen.text().contains("Lesson:"), "it can be called again");
}

/// Plays the first legal action until the game is over.
fn play_out(screen: &mut Headless<'_>) {
    for _ in 0..3000 {
        screen.press("left up right down");
        if screen.text().contains("Game over") {
            return;
        }
    }
    panic!("{}", screen.text());
}

#[test]
fn end_panel_shows_numbers_and_takes_its_keys() {
    for (width, height) in SIZES {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start("classic-2048"), width, height).unwrap();
        play_out(&mut screen);
        check(&format!("end-{width}x{height}"), &screen.draw());
        screen.press("c");
        let result = screen.copied().unwrap();
        assert!(result.starts_with("Classic 2048\n") && result.ends_with("tilewright play classic-2048 --seed 2048"));
        assert!(screen.text().contains("The result is on the clipboard."), "{}", screen.text());
        screen.press("b");
        assert!(!screen.text().contains("Game over"));
        screen.press("left");
        assert!(screen.text().contains("Game over"), "a key that cannot play shows it again");
        screen.press("p");
        assert!(screen.text().contains("Replay:"), "{}", screen.text());
        screen.press("esc");
        // Its buttons can be clicked.
        let text = screen.text();
        let row = text.lines().position(|line| line.contains("n New game")).unwrap();
        let line = text.lines().nth(row).unwrap();
        let column = line[..line.find("n New game").unwrap()].chars().count();
        screen.drag((column as u16 + 2, row as u16), (column as u16 + 2, row as u16));
        assert!(!screen.text().contains("Game over") && screen.text().contains("A new game."), "{}", screen.text());
    }
}

fn placed(preset: &str, board: &str) -> Session {
    let setup = Setup::preset(Preset::find(preset).unwrap()).unwrap();
    let position = Position::parse(setup.game.topology(), board).unwrap();
    Session::from_position(setup, &position, 1).unwrap()
}

/// The tile at the cursor says what it is, what it would do and why; signs are explained next to the board.
#[test]
fn cursor_tile_says_what_it_is_and_why() {
    for (preset, board, says, legend) in [
        (
            "numberclart",
            "5 1 . . ./2 . . . ./. . . . ./. . . . ./. . . . .",
            "5 beside 1 and 2: strain 2 of 3",
            "about to break",
        ),
        ("factors", "385 5 . ./. . . ./. . . ./. . . .", "385 = 5·7·11; divided by 5", "a product"),
    ] {
        let mut arcade = arcade();
        let mut screen = Headless::session(&mut arcade, placed(preset, board), 80, 24);
        assert!(screen.text().contains(legend), "{}", screen.text());
        screen.press("enter left left left left up up up up");
        assert!(screen.text().contains(says), "{}", screen.text());
        // Picking it says no less.
        screen.press("enter");
        assert!(screen.text().contains(says), "{}", screen.text());
        check(&format!("{preset}-note-80x24"), &screen.draw());
    }
}

#[test]
fn refused_swap_says_why() {
    let mut arcade = arcade();
    let session = placed("merge3", "8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16");
    let mut screen = Headless::session(&mut arcade, session, 80, 24);
    screen.press("left left left left up up up up shift-right");
    assert!(screen.text().contains("No three would line up."), "{}", screen.text());
    assert!(screen.text().contains("Turn               0"), "{}", screen.text());
}

/// Watching a weak player leaves hints and autoplay of the user's own games as they are.
#[test]
fn watching_a_player_changes_no_setting() {
    let mut arcade = arcade();
    let before = arcade.settings.clone();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("w");
    let at = Player::ALL.iter().position(|player| *player == Player::Random).unwrap();
    screen.press(&format!("{}enter", "down ".repeat(at)));
    screen.pass(Duration::from_secs(2));
    screen.settle();
    assert!(screen.text().contains("random"), "{}", screen.text());
    screen.press("esc esc");
    assert_eq!(screen.arcade().settings, before);
    screen.press("enter esc");
    assert!(!screen.text().contains("random"), "{}", screen.text());
}

#[test]
fn target_panel_does_not_stand_in_the_way() {
    let mut arcade = arcade();
    let session = placed("classic-2048", "1024 1024 . ./. . . ./. . . ./. . . .");
    let mut screen = Headless::session(&mut arcade, session, 80, 24);
    screen.press("left");
    assert!(screen.text().contains("2048 is reached") && screen.text().contains("Go on"), "{}", screen.text());
    check("target-80x24", &screen.draw());
    screen.press("right");
    assert!(
        !screen.text().contains("is reached ") && screen.text().contains("Turn               2"),
        "{}",
        screen.text()
    );
}

#[test]
fn daily_first_try_counts_and_the_calendar_shows_it() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens-daily");
    let _ = fs::remove_dir_all(&dir);
    let mut arcade = arcade();
    arcade.store = Store::at(&dir).unwrap();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("home");
    assert!(screen.text().contains("The first try counts."), "{}", screen.text());
    screen.press("d");
    play_some(&mut screen, 2);
    screen.press("n y esc");
    assert!(screen.text().contains("Further tries are practice"), "{}", screen.text());
    for (width, height) in SIZES {
        screen.resize(width, height);
        screen.press("v");
        assert!(screen.text().contains("Streak: 1 day"), "{}", screen.text());
        check(&format!("daily-{width}x{height}"), &screen.draw());
        screen.press("esc");
    }
}

/// What is copied at the end of a challenge names the command that plays it.
#[test]
fn daily_result_ends_with_its_command() {
    let day = (20_700..).find(|&day| tilewright_session::daily(day).0.id == "classic-2048").unwrap();
    let mut arcade = arcade();
    let mut screen = Headless::play(&mut arcade, Start::daily(day).unwrap(), 80, 24).unwrap();
    play_out(&mut screen);
    screen.press("c");
    let (result, date) = (screen.copied().unwrap(), tilewright_session::date_text(day));
    assert!(result.starts_with(&format!("Classic 2048, daily {date}\n")), "{result}");
    assert!(result.ends_with(&format!("\ntilewright daily --date {date}")), "{result}");
}

#[test]
fn footer_items_can_be_clicked() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    let click = |screen: &mut Headless<'_>, words: &str| {
        let text = screen.text();
        let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains(words)).unwrap();
        let column = line[..line.find(words).unwrap()].chars().count() as u16;
        screen.drag((column, row as u16), (column, row as u16));
    };
    click(&mut screen, "F1 help");
    assert!(screen.text().contains("Help: menu"), "{}", screen.text());
    click(&mut screen, "any other key");
    click(&mut screen, "o settings");
    assert!(screen.text().contains("Settings"), "{}", screen.text());
    click(&mut screen, "Esc back");
    assert!(screen.text().contains("Classic 2048") && screen.running());
}

#[test]
fn ascii_terminals_get_ascii_only() {
    for preset in GAMES {
        let mut arcade = arcade();
        arcade.settings.colours = Colours::None;
        let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
        screen.ascii();
        play_some(&mut screen, 6);
        screen.press("enter");
        assert!(screen.text().is_ascii(), "{}", screen.text());
        check(&format!("{preset}-ascii"), &screen.draw());
    }
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 120, 40);
    screen.ascii();
    for key in ["f1", "esc", "v", "esc", "t", "esc", "r", "esc", "e"] {
        screen.press(key);
        screen.settle();
        let text = screen.text();
        assert!(text.is_ascii() && !text.contains('?') || key == "f1" || key == "r", "{text}");
    }
}

#[test]
fn position_editor_types_numbers_and_plays_from_them() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("b ctrl-u 1 0 2 4 right 1 0 2 4");
    let text = screen.text();
    assert!(text.contains("This can be played.") && text.contains("1024 1024 . ./"), "{text}");
    check("position-80x24", &screen.draw());
    screen.press("down 3");
    assert!(!screen.text().contains("This can be played."), "{}", screen.text());
    screen.press(". enter left");
    assert!(screen.text().contains("2048 is reached"), "{}", screen.text());
}

/// Wide characters take two columns: nothing next to them is moved or cut.
#[test]
fn wide_titles_count_as_what_they_are() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens-wide");
    let _ = fs::remove_dir_all(&dir);
    let mut arcade = arcade();
    arcade.store = Store::at(&dir).unwrap();
    let variant = Preset::find("merge3").unwrap().variant;
    arcade.store.save_custom_variant("数字の遊び", &variant).unwrap();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("end");
    screen.settle();
    check("wide-menu-80x24", &screen.draw());
    screen.press("enter");
    screen.settle();
    // A wide character fills its cell and leaves the next one empty.
    assert!(screen.text().starts_with(" 数 字 の 遊 び\n"), "{}", screen.text());
    screen.press("esc w");
    check("wide-watch-80x24", &screen.draw());
}

/// The trial plays a number of seeds here, not for a time: pictures repeat.
#[test]
fn try_it_shows_measures_next_to_the_base() {
    for (width, height) in SIZES {
        let mut arcade = arcade();
        arcade.trial_seeds = Some(3);
        let mut screen = Headless::menu(&mut arcade, width, height);
        // A smaller board of the classic game.
        screen.press("e ctrl-u s q u a r e space 3 space 3");
        screen.settle();
        screen.press("ctrl-t");
        assert!(screen.text().contains("The first games are played"), "{}", screen.text());
        screen.settle();
        let text = screen.text();
        assert!(text.contains("18 games on 3 seeds; done."), "{text}");
        check(&format!("trial-{width}x{height}"), &screen.draw());
        screen.press("down down esc");
        assert!(screen.text().contains("Parameters: Classic 2048"), "{}", screen.text());
    }
}

#[test]
fn try_it_is_cancelled_at_once_and_refused_where_rules_are_wrong() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("e");
    screen.settle();
    screen.press("ctrl-t esc");
    // Without cancelling this would wait for a minute.
    let began = std::time::Instant::now();
    screen.settle();
    assert!(began.elapsed() < Duration::from_secs(30), "the trial went on");
    screen.press("ctrl-u 9 9 ctrl-t");
    assert!(screen.text().contains("Parameters"), "{}", screen.text());
}

#[test]
fn games_replays_and_variants_are_deleted_after_a_question() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens-delete");
    let _ = fs::remove_dir_all(&dir);
    let store = Store::at(&dir).unwrap();
    store.mark_lesson("classic-2048").unwrap();
    store.save_custom_variant("Mine", &Preset::find("merge3").unwrap().variant).unwrap();
    let mut arcade = arcade_with(store);
    let files = |folder: &str| fs::read_dir(dir.join(folder)).unwrap().count();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("x");
    assert!(screen.text().contains("There is nothing to delete here"), "{}", screen.text());
    // A game that was given up leaves a replay, and another one is open.
    screen.press("enter");
    play_some(&mut screen, 3);
    screen.press("n y");
    play_some(&mut screen, 2);
    screen.press("esc");
    assert!(dir.join("saves/classic-2048.save").exists());
    screen.press("x enter");
    assert!(dir.join("saves/classic-2048.save").exists(), "the first answer keeps everything");
    screen.press("x down enter");
    assert!(screen.text().contains("The game is deleted."), "{}", screen.text());
    assert!(!dir.join("saves/classic-2048.save").exists());
    screen.press("esc p");
    let replays = |screen: &mut Headless<'_>| screen.text().contains("1 kept");
    assert!(replays(&mut screen), "{}", screen.text());
    screen.press("x esc x enter");
    assert!(replays(&mut screen), "{}", screen.text());
    screen.press("x down enter");
    assert!(screen.text().contains("There is none yet"), "{}", screen.text());
    screen.press("esc end x down enter");
    assert!(screen.text().contains("mine.toml is deleted."), "{}", screen.text());
    assert_eq!(files("variants"), 0);
}
