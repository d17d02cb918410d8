use super::*;

const FILE: &str = r#"format = "tilewright-experiment 1"
title = "What makes Merge3 a better game?"
base = "merge3"
games = 400
turns = 2000
seed = 1
players = ["random", "greedy", "mcts:nodes=500"]
[vary]
law = ["sum", "doubling"]
diagonal = [false, true]
preview = [0, 3]
[[variant]]
name = "free swaps"
reach = "anywhere"
[probe]
player = "mcts:nodes=5000"
every = 5
games = 50
"#;

#[test]
fn parse_reads_all_parts_and_expands_the_grid() {
    let experiment = Experiment::parse(FILE).unwrap();
    let names: Vec<&str> = experiment.variants.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!(names.len(), 9);
    assert_eq!(names[..3], ["merge3", "preview=3", "diagonal=true"]);
    assert_eq!(names[7..], ["law=doubling, diagonal=true, preview=3", "free swaps"]);
    assert!(experiment.variants[0].in_grid && !experiment.variants[8].in_grid);
    assert_eq!(experiment.variants[7].values, ["doubling".into(), Value::from(true), Value::from(3)]);
    assert_eq!((experiment.games, experiment.turns, experiment.seed, experiment.total()), (400, 2000, 1, 9 * 3 * 400));
    assert_eq!(experiment.probe.as_ref().map(|probe| (probe.every, probe.games)), Some((5, 50)));
    // The title is no part of what is played; the number of games is.
    let id = |text: &str| Experiment::parse(text).unwrap().id();
    assert_eq!(id(&FILE.replace("better", "longer")), experiment.id());
    assert_ne!(id(&FILE.replace("games = 400", "games = 401")), experiment.id());
}

#[test]
fn parse_combination_that_the_rules_refuse_is_listed_with_its_reason() {
    let text = FILE.replace("preview = [0, 3]", "must_merge = [true, false]");
    let experiment = Experiment::parse(&text).unwrap();
    let names: Vec<&str> = experiment.refused.iter().map(|refused| refused.name.as_str()).collect();
    assert_eq!(names[..2], ["must_merge=false", "diagonal=true, must_merge=false"]);
    assert_eq!((names.len(), experiment.variants.len()), (4, 5));
    assert!(experiment.refused[0].reason.contains("turn_limit"), "{:?}", experiment.refused[0]);
    let base = FILE.replace("base = \"merge3\"", "base = { family = \"swap\", must_merge = false }");
    let error = Experiment::parse(&base).unwrap_err().to_string();
    assert!(error.starts_with("line 3: [base]: field `turn_limit` has to be given"), "{error}");
}

#[test]
fn parse_mistakes_are_answered_with_line_and_what_is_allowed() {
    for (from, to, says) in [
        ("format = \"tilewright-experiment 1\"", "", "`format` is missing; it is \"tilewright-experiment 1\""),
        ("experiment 1", "experiment 2", "line 1: `format` cannot be \"tilewright-experiment 2\"; it is \"tilewright-"),
        ("base = \"merge3\"", "base = \"merge4\"", "line 3: `base` cannot be \"merge4\"; it is one of classic-2048, "),
        ("base = \"merge3\"", "base = 1979-05-27", "line 3: `base` cannot be a datetime; it is one of classic-2048, "),
        ("games = 400", "games = 0", "line 4: `games` cannot be 0; it is a whole number from 1 to 10000000"),
        ("games = 400", "games = -4", "line 4: `games` cannot be -4; it is a whole number from 1 to 10000000"),
        (
            "turns = 2000",
            "turns = \"many\"",
            "line 5: `turns` cannot be \"many\"; it is a whole number from 1 to 1000000",
        ),
        ("seed = 1\n", "seeds = 1\n", "line 6: `seeds` is not known in an experiment; there are format, title, base,"),
        ("\"greedy\"", "\"gredy\"", "line 7: `players`: there is no player “gredy”; there are random, greedy,"),
        ("\"greedy\"", "\"random\"", "line 7: random is named twice; every player plays once"),
        (
            "players = [\"random\", \"greedy\", \"mcts:nodes=500\"]",
            "players = []",
            "line 7: `players` cannot be []; it lists",
        ),
        (
            "law = [\"sum\", \"doubling\"]",
            "law = []",
            "line 9: `law` cannot be []; it lists the values to try; it is one",
        ),
        (
            "law = [\"sum\", \"doubling\"]",
            "law = \"sum\"",
            "line 9: `law` cannot be \"sum\"; it lists the values to try",
        ),
        ("\"doubling\"", "\"sum\"", "line 9: field `law` lists sum twice"),
        ("diagonal = [", "radius = [", "line 10: field `radius` is not known in the family swap; there are"),
        (
            "diagonal = [",
            "size = [",
            "line 10: field `size` is not known in the family swap, but in the family factor;",
        ),
        (
            "preview = [0, 3]",
            "preview = [0, 99]",
            "line 11: field `preview` cannot be 99; it is a whole number from 0 to",
        ),
        ("name = \"free swaps\"", "", "line 12: [[variant]] has no name; it needs one"),
        (
            "name = \"free swaps\"",
            "name = \"merge3\"",
            "line 12: the name “merge3” is taken; every variant has its own",
        ),
        ("reach = \"anywhere\"", "reach = 5", "line 14: field `reach` cannot be 5; it is one of"),
        (
            "player = \"mcts:nodes=5000\"",
            "player = \"random\"",
            "line 16: random is no judge: its values are no points;",
        ),
        ("every = 5", "often = 5", "line 17: `often` is not known in [probe]; there are player, every, games"),
        ("games = 50", "games = 500", "line 18: `games` cannot be 500; it is a whole number from 1 to 400"),
        ("[vary]", "[vary", "line 8: this is no TOML: "),
        ("reach = \"anywhere\"", "", "“free swaps” and “merge3” are the same rules; leave one out"),
    ] {
        assert!(FILE.contains(from), "{from}");
        let error = Experiment::parse(&FILE.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.starts_with(says) && !error.contains('\n'), "{to}: {error}");
    }
}

#[test]
fn parse_a_million_combinations_is_refused_in_one_line() {
    let list = |count: u32| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let many = FILE.replace("preview = [0, 3]", &format!("preview = [0, 3]\nturn_limit = [{}]", list(125_000)));
    let error = Experiment::parse(&many).unwrap_err().to_string();
    let says =
        "line 8: [vary] has 1000000 combinations and there are 1 single variants; at most 1000 are allowed together";
    assert_eq!(error, says);
}

#[test]
fn parse_variant_of_another_family_starts_anew() {
    let text = FILE.replace("reach = \"anywhere\"", "family = \"factor\"\nsize = 5");
    let experiment = Experiment::parse(&text).unwrap();
    let other = experiment.variants.last().unwrap();
    assert_eq!(other.variant.family(), Family::Factor);
    assert_eq!(other.values, [Value::Null, Value::Null, Value::Null]);
}
