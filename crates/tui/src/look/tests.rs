use super::*;

const DEPTHS: [Depth; 4] = [Depth::True, Depth::Indexed, Depth::Ansi, Depth::None];

#[test]
fn tile_every_power_of_two_has_its_own_style() {
    for theme in Theme::ALL.iter().copied() {
        for depth in [Depth::True, Depth::Indexed, Depth::Ansi] {
            let look = Look::new(theme, depth);
            let styles: Vec<Style> = (0..=30).map(|e| look.tile(1 << e, Scale::Doubling)).collect();
            for (i, style) in styles.iter().enumerate() {
                let twin = styles[..i].iter().position(|other| other == style);
                assert_eq!(twin, None, "{theme:?} {depth:?}: 2^{i}");
            }
        }
    }
}

#[test]
fn tile_numbers_have_enough_contrast() {
    for theme in Theme::ALL.iter().copied() {
        let least = if theme == Theme::HighContrast { 7.0 } else { 4.5 };
        for value in (0..=30).map(|e| 1 << e).chain(1..2000) {
            let Style { fg: Some(Color::Rgb(r, g, b)), bg: Some(Color::Rgb(x, y, z)), .. } =
                Look::new(theme, Depth::True).tile(value, Scale::Doubling)
            else {
                panic!("{theme:?} {value} has no colours")
            };
            let contrast = Rgb([r, g, b]).contrast(Rgb([x, y, z]));
            assert!(contrast >= least || !value.is_power_of_two() && contrast >= 4.5, "{theme:?} {value}: {contrast}");
        }
    }
}

#[test]
fn text_styles_have_enough_contrast() {
    for theme in Theme::ALL.iter().copied() {
        let back = colour(theme, Role::Back).0;
        for role in [Role::Text, Role::Dim, Role::Accent, Role::Good, Role::Bad] {
            let contrast = colour(theme, role).0.contrast(back);
            assert!(contrast >= 4.5, "{theme:?} {role:?}: {contrast}");
        }
    }
}

#[test]
fn depth_none_uses_no_colours() {
    for theme in Theme::ALL.iter().copied() {
        let look = Look::new(theme, Depth::None);
        for style in [look.text(), look.accent(), look.chosen(), look.board(), look.tile(8, Scale::Doubling)] {
            for colour in [style.fg, style.bg] {
                assert!(matches!(colour, None | Some(Color::Reset)), "{style:?}");
            }
        }
    }
}

#[test]
fn styles_use_only_colours_of_the_depth() {
    for depth in DEPTHS {
        let look = Look::new(Theme::Dark, depth);
        for style in
            [look.text(), look.bad(), look.empty(), look.tile(6, Scale::Doubling), look.tile(3, Scale::Counting)]
        {
            let fits = |colour: Option<Color>| match (depth, colour) {
                (Depth::True, _) | (_, None | Some(Color::Reset)) => true,
                (Depth::Indexed, Some(colour)) => matches!(colour, Color::Indexed(_)),
                (Depth::Ansi, Some(colour)) => !matches!(colour, Color::Indexed(_) | Color::Rgb(..)),
                (Depth::None, Some(_)) => false,
            };
            assert!(fits(style.fg) && fits(style.bg), "{depth:?} {style:?}");
        }
    }
}

#[test]
fn detect_reads_the_environment() {
    let detect = |pairs: &[(&str, &str)]| {
        Depth::detect(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    };
    assert_eq!(detect(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Depth::None);
    assert_eq!(detect(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "")]), Depth::True);
    assert_eq!(detect(&[("TERM", "screen-256color")]), Depth::Indexed);
    assert_eq!(detect(&[("TERM", "linux")]), Depth::Ansi);
    assert_eq!(detect(&[("TERM", "dumb")]), Depth::None);
}
