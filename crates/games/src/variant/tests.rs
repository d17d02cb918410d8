//! Variants: good ones round-trip, bad ones are refused with the field, the value and what is allowed.

use super::*;
use crate::Preset;
use serde_json::json;

#[test]
fn presets_read_and_round_trip() {
    for preset in Preset::all() {
        let again = Variant::from_text(&preset.variant.canonical()).unwrap();
        assert_eq!(again, preset.variant, "{}", preset.id);
        assert_eq!(again.hash(), preset.variant.hash());
    }
}

#[test]
fn a_preset_file_is_a_variant_file() {
    let text = include_str!("../../presets/merge3.toml");
    assert_eq!(Variant::from_text(text).unwrap(), Preset::find("merge3").unwrap().variant);
}

#[test]
fn defaults_fill_in_and_aliases_help() {
    let short = Variant::from_text("family = 'factor'\nn = 4").unwrap();
    assert_eq!(short, Preset::find_revision("factors", 1).unwrap().variant);
    let strain = Variant::from_json(&json!({"family": "strain"})).unwrap();
    assert_eq!(strain, Preset::find("numberclart").unwrap().variant);
}

#[test]
fn bad_variants_name_the_field_the_value_and_what_is_allowed() {
    for (text, says) in [
        ("", "field `family` is missing; it is one of slide, swap, strain, factor"),
        ("family = 'slid'", "field `family` cannot be \"slid\"; it is one of slide, swap, strain, factor"),
        ("family = 3", "field `family` cannot be 3; it is one of slide, swap, strain, factor"),
        ("family = 'swap'\nrun = 7", "field `run` cannot be 7; it is a whole number from 3 to 5"),
        ("family = 'swap'\nrun = -3", "field `run` cannot be -3; it is a whole number from 3 to 5"),
        ("family = 'swap'\nrun = 3.0", "field `run` cannot be 3.0; it is a whole number from 3 to 5"),
        ("family = 'swap'\nlaw = 'Sum'", "field `law` cannot be \"Sum\"; it is one of doubling, sum"),
        ("family = 'swap'\ngravity = 'on'", "field `gravity` cannot be \"on\"; it is true or false"),
        (
            "family = 'swap'\nmust_merge = false",
            "field `turn_limit` has to be given with must_merge = false: such a game would never end",
        ),
        (
            "family = 'strain'\nmax_value = 3\nspawn = [1, 4]",
            "field `spawn` cannot be 4; max_value is 3, and new tiles cannot exceed it",
        ),
        ("family = 'factor'\nsize = 4\nn = 4", "field `size` is given twice, under both of its names"),
        (
            "family = 'factor'\ncolour = 1",
            "field `colour` is not known here; there are size, start_tiles, spawn_every, largest_prime, order, equal, \
             turn_limit",
        ),
        (
            "family = 'slide'\nboard = { shape = 'hex', radius = 1 }\nspawn = { 3 = 1 }",
            "field `spawn` cannot be 3; its values are powers of two",
        ),
        (
            "family = 'slide'\nboard = { shape = 'hex', radius = 1 }\nstart_tiles = 7",
            "field `start_tiles` cannot be 7; on 7 cells it is a whole number from 1 to 6",
        ),
        (
            "family = 'slide'\nboard = { shape = 'hex', radius = 5 }",
            "field `board` cannot be {\"radius\":5,\"shape\":\"hex\"}; it is { shape = \"square\", width = 2 to 8, height \
             = 2 to 8 } or { shape = \"hex\", radius = 1 to 4 }",
        ),
        ("{\"family\": \"strain\", \"a\\nb\": 1}", "field `a�b` is not known here; there are width"),
        (
            "run = 4\n[variant]\nfamily = 'swap'",
            "field `run` is not known next to a table `variant`; there are title, about, revision",
        ),
        ("family = ", "this is no TOML: line 1: "),
        ("{\"family\": }", "this is no JSON: expected value at line 1 column 12"),
    ] {
        let error = Variant::from_text(text).unwrap_err().to_string();
        assert!(error.starts_with(says), "{text}: {error}");
        assert!(!error.contains('\n'), "one line: {error}");
    }
    for spawn in
        ["{}", "{2 = 0}", "{2 = 1001}", "{0 = 1}", "[2, 2]", "'2'", "{x = 1}", "{02 = 1}", "[1,2,3,4,5,6,7,8,9]"]
    {
        let error = Variant::from_text(&format!("family = 'strain'\nspawn = {spawn}")).unwrap_err().to_string();
        assert!(error.starts_with("field `spawn` cannot be "), "{spawn}: {error}");
    }
}
