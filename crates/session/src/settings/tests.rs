//! Settings: read, written, changed.

use super::*;

const FRONT_ENDS: [FrontEnd; 2] = [FrontEnd::Terminal, FrontEnd::Pages];

/// Settings in which everything is changed: each row to another option.
fn changed(front: FrontEnd) -> Settings {
    let mut settings = Settings::new(front);
    for setting in Setting::all(front) {
        setting.turn(&mut settings, -1);
        if setting.value(&settings) == setting.value(&Settings::new(front)) {
            setting.turn(&mut settings, -1);
        }
    }
    settings
}

#[test]
fn read_what_write_wrote_gives_the_same_settings() {
    for front in FRONT_ENDS {
        for settings in [Settings::new(front), changed(front)] {
            assert_eq!(Settings::read(front, &settings.write(front)), (settings, vec![]));
        }
        for setting in Setting::all(front) {
            let (usual, other) = (setting.value(&Settings::new(front)), setting.value(&changed(front)));
            assert_ne!(usual, other, "{} was not changed", setting.name);
        }
    }
}

/// The names and values of files that users have.
#[test]
fn write_terminal_settings_are_the_lines_of_the_file() {
    assert_eq!(
        Settings::new(FrontEnd::Terminal).write(FrontEnd::Terminal),
        "# tilewright-settings 1\ntheme = dark\ncolours = auto\nspeed = normal\nreduced_motion = false\n\
         player = learned\npace = 400\nundo = unlimited\nmouse = true\n"
    );
}

#[test]
fn read_not_understood_is_reported_and_the_rest_holds() {
    let usual = Settings::new(FrontEnd::Terminal);
    let read = |text: &str| Settings::read(FrontEnd::Terminal, text);
    let (settings, notices) = read("theme = pink\nspeed = slow\nnoise\nvolume = 11\npace = -1\nsound = true\n");
    assert_eq!(settings, Settings { speed: Speed::Slow, ..usual.clone() });
    assert_eq!(
        notices[0],
        "Settings, line 1: theme is one of dark, light, high-contrast, colour-blind; the default is used."
    );
    assert_eq!(notices.len(), 5);
    // The pages' theme is none of the terminal.
    assert_eq!(read("theme = system").0, usual);
    let (settings, notices) = read(&"x\u{1b}[2J\n".repeat(100_000));
    assert_eq!((settings, notices.len()), (usual, 9));
}

#[test]
fn from_json_of_serialised_settings_gives_the_same_settings() {
    let settings = Settings { player: Player::parse("lookahead:3").unwrap(), ..changed(FrontEnd::Pages) };
    let json = serde_json::to_string(&settings).unwrap();
    assert_eq!(Settings::from_json(FrontEnd::Pages, &json), settings, "{json}");
    assert!(json.contains(r#""undo":"off""#) && json.contains(r#""think":100"#), "{json}");
}

#[test]
fn from_json_not_understood_has_its_default_and_the_rest_holds() {
    let usual = Settings::new(FrontEnd::Pages);
    let read = |json: &str| Settings::from_json(FrontEnd::Pages, json);
    let noise = r#"{"theme":"pink","speed":"slow","volume":11,"pace":-1,"think":99999999,"player":"nobody","undo":"maybe","sound":1}"#;
    assert_eq!(read(noise), Settings { speed: Speed::Slow, ..usual.clone() });
    for noise in ["", "[]", "null", "{", "7", r#"{"theme":{"theme":[]}}"#] {
        assert_eq!(read(noise), usual, "{noise}");
    }
}

#[test]
fn change_pace_goes_step_by_step_and_stops_at_the_ends() {
    let mut settings = Settings { pace: 70, ..Settings::new(FrontEnd::Pages) };
    settings.change_pace(true);
    assert_eq!(settings.pace, 50);
    assert_eq!(settings.change_pace(true), Notice::plain("Autoplay does not wait between turns."));
    settings.change_pace(true);
    assert_eq!(settings.pace, 0);
    settings.pace = MAX_MILLISECONDS;
    assert_eq!(settings.change_pace(false), Notice::plain("Autoplay waits 3000 ms between turns."));
}

#[test]
fn option_words_of_every_offered_value_differ() {
    for setting in Setting::all(FrontEnd::Pages) {
        let mut names: Vec<_> = setting.options().iter().map(|value| setting.option_words(value).0).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{}: {names:?}", setting.name);
        assert!(names.iter().all(|name| !name.is_empty()), "{}", setting.name);
    }
    let undo = Setting::named(FrontEnd::Pages, "undo").unwrap();
    assert_eq!(undo.option_words("limited 1").0, "1 turn in a game");
    let theme = Setting::named(FrontEnd::Pages, "theme").unwrap();
    assert_eq!(theme.option_words("high-contrast").0, "High contrast");
    assert_eq!((time_text(300), time_text(1500), time_text(3000)), ("300 ms".into(), "1.5 s".into(), "3 s".into()));
}

#[test]
fn step_time_long_cascades_take_no_longer_than_20_steps() {
    assert_eq!(Speed::Instant.step_time(1), 0);
    assert_eq!((Speed::Normal.step_time(1), Speed::Normal.step_time(20)), (140, 140));
    assert_eq!(Speed::Slow.step_time(80), 100);
}

#[test]
fn next_player_goes_through_all_players() {
    let mut settings = Settings::new(FrontEnd::Pages);
    let first = settings.player.clone();
    let mut seen = Vec::new();
    for _ in Player::ALL {
        settings.next_player();
        seen.push(settings.player.id());
    }
    assert_eq!(settings.player, first);
    seen.sort();
    assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
}

#[test]
fn turn_goes_through_all_options_and_round() {
    let mut settings = Settings::new(FrontEnd::Pages);
    for setting in Setting::all(FrontEnd::Pages) {
        let first = setting.options()[0].clone();
        setting.set(&mut settings, &first).unwrap();
        let mut seen = Vec::new();
        for _ in setting.options() {
            seen.push(setting.value(&settings));
            setting.turn(&mut settings, 1);
        }
        assert_eq!(seen, setting.options(), "{}", setting.name);
        assert_eq!(setting.value(&settings), first, "{}", setting.name);
    }
}

/// Hints and autoplay come from the strongest player everywhere, unless the user chooses another.
#[test]
fn new_both_front_ends_have_the_learned_player() {
    for front in FRONT_ENDS {
        assert_eq!(Settings::new(front).player.id(), "learned");
    }
}
