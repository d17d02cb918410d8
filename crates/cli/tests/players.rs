//! `solve` and its tables, `arena`, `analyze`.

mod common;

use common::{home, run, stderr, stdout};
use serde_json::Value;
use std::{fs, path::PathBuf};

/// A home directory with a 2×2 variant of this target.
fn small(name: &str, target: u32) -> (PathBuf, String) {
    let home = home(name);
    fs::create_dir_all(&home).unwrap();
    let file = home.join("small.toml");
    let board = "board = { shape = \"square\", width = 2, height = 2 }";
    fs::write(&file, format!("family = \"slide\"\n{board}\ntarget = {target}\n")).unwrap();
    (home, file.to_str().unwrap().to_owned())
}

#[test]
fn solve_prints_its_cost_and_the_regret_of_players() {
    let (home, variant) = small("players-solve", 32);
    let text = stdout(run(&home, &["solve", "--variant", &variant, "--players", "random,first,exact:goal=win"], ""));
    assert!(text.starts_with("4 cells, 8 symmetries: at most 120 positions, 0.0 MB; 50000000 are allowed"), "{text}");
    assert!(text.contains("57 positions neither won nor lost, up to symmetry"), "{text}");
    let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("best").ends_with(" 0.082887289072"));
    assert!(line("random").ends_with(" 0.000511052602      0.082376236  99.3834 %"), "{text}");
    assert!(line("exact").ends_with(" 0.082887289072      0.000000000   0.0000 %"), "{text}");
    assert_eq!(text.matches("random").count(), 1);
    let says = stderr(run(&home, &["solve", "classic-2048"], ""));
    assert!(says.contains("positions are too many; a smaller board or target"), "{says}");
    let says = stderr(run(&home, &["solve", "--variant", &variant, "--most", "50"], ""));
    assert!(says.contains("there are more than 50 positions; --most allows more"), "{says}");
    let says = stderr(run(&home, &["solve", "merge3", "--goal", "score", "--most", "1000"], ""));
    assert!(says.contains("there are more than 1000 positions"), "{says}");
}

/// The exact regret is within the interval, and the exact player has none.
#[test]
fn solve_with_games_estimates_the_regret() {
    let (home, variant) = small("players-regret", 32);
    let solve = ["solve", "--variant", &variant, "--goal", "score", "--players", "first,exact"];
    let regret = |more: &[&str]| {
        let text = stdout(run(&home, &[&solve, more].concat(), ""));
        let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        ["first", "exact"].map(line)
    };
    let number = |text: &str| text.parse::<f64>().unwrap();
    let [first, _] = regret(&[]);
    let truth = number(first.split_whitespace().rev().nth(1).unwrap());
    let [first, exact] = regret(&["--games", "500"]);
    let (_, interval) = first.split_once('(').unwrap();
    let words: Vec<_> = interval.split_whitespace().collect();
    assert!(number(words[0]) < truth && truth < number(words[2]), "{truth} {first}");
    assert!(exact.ends_with(" 0.000000000   0.0000 %  (0.0000 – 0.0000 in 500 games)"), "{exact}");
    let says = stderr(run(&home, &["solve", "--variant", &variant, "--games", "5"], ""));
    assert!(says.contains("--players"), "{says}");
}

#[test]
fn solve_writes_a_table_that_exact_plays_from() {
    let (home, variant) = small("players-table", 32);
    let file = home.join("small.table").to_str().unwrap().to_owned();
    let solve = ["solve", "--variant", &variant, "--out", &file, "--goal", "score"];
    assert!(stdout(run(&home, &solve, "")).contains("exact:table="));
    assert!(stderr(run(&home, &solve, "")).contains("is there already; name another file"));
    let exact = format!("exact:table={file}");
    let players = format!("{exact},exact:nodes=20000,greedy");
    let text = stdout(run(&home, &["arena", "--variant", &variant, "--players", &players, "--games", "9"], ""));
    let score = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line.strip_prefix(name).unwrap().split_whitespace().next().unwrap().parse::<f64>().unwrap()
    };
    assert_eq!(score(&exact), score("exact:nodes=20000"), "{text}");
    assert!(score(&exact) > score("greedy"), "{text}");
    let hint = stdout(run(&home, &["analyze", "--variant", &variant, "--player", &exact], ""));
    assert!(hint.contains("a likely line: "), "{hint}");
    // Another board, a board too large without a table, a damaged table, a game without tables.
    let says = stderr(run(&home, &["arena", "classic-2048", "--players", &exact], ""));
    assert!(says.contains("small.table does not hold this position"), "{says}");
    let says = stderr(run(&home, &["arena", "classic-2048", "--players", "exact", "--games", "1"], ""));
    assert_eq!(says, "tilewright: this is too much for exact; `tilewright solve` makes tables of small boards\n");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    let says = stderr(run(&home, &["analyze", "--variant", &variant, "--player", &exact], ""));
    assert!(says.contains("small.table: the table is damaged") && says.lines().count() == 1, "{says}");
    let out = home.join("merge3.table");
    let says = stderr(run(&home, &["solve", "merge3", "--out", out.to_str().unwrap()], ""));
    assert!(says.contains("tables of small slide boards only") && !out.exists(), "{says}");
}

#[test]
fn arena_writes_games_table_and_summary() {
    let home = home("players-arena");
    fs::create_dir_all(&home).unwrap();
    let file = home.join("run.jsonl").to_str().unwrap().to_owned();
    let arena = ["arena", "merge3", "--players", "random,greedy", "--games", "4", "--turns", "6", "--out", &file];
    let text = stdout(run(&home, &arena, ""));
    assert!(text.contains("\n8 games in ") && text.contains("As censored (Kaplan–Meier"), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 9);
    assert_eq!(fs::read_to_string(home.join("run.csv")).unwrap().lines().count(), 9);
    let summary: Value = serde_json::from_str(&fs::read_to_string(home.join("run.json")).unwrap()).unwrap();
    assert_eq!(
        (&summary["format"], &summary["players"][1]["games"]),
        (&"tilewright-arena-summary 1".into(), &4.into())
    );
    assert_eq!(summary["differences"][0]["against"], "random");
    assert!(stderr(run(&home, &arena, "")).contains("--resume goes on with it"));
}

/// After Ctrl-C the finished games are saved and counted, and another run cannot resume the file.
#[cfg(unix)]
#[test]
fn interrupted_arena_keeps_finished_games() {
    use std::process::{Command, Stdio};
    let home = home("players-interrupt");
    fs::create_dir_all(&home).unwrap();
    let file = home.join("run.jsonl");
    let path = file.to_str().unwrap();
    let arena = ["arena", "merge3", "--players", "random,mcts:nodes=1000000000", "--out", path, "--threads", "2"];
    let mut command = common::tilewright(&home);
    let child = command.args(arena).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The random player finishes its games; the other one searches for hours.
    while fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 2 {
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let kept = fs::read_to_string(&file).unwrap().lines().count() - 1;
    let says = String::from_utf8(output.stderr).unwrap();
    assert_eq!(says, format!("tilewright: {kept} of 40 games are finished and kept in {path}; go on with --resume\n"));
    assert!(String::from_utf8(output.stdout).unwrap().contains("best tile at the end"));
    let resumed = run(&home, &["arena", "merge3", "--players", "random", "--out", path, "--resume"], "");
    assert!(stderr(resumed).contains("holds another run"));
}

#[test]
fn analyze_prints_ranking_line_nodes_and_depth() {
    let home = home("players-analyze");
    let board = ["--board", "2 4 8 16/. . 4 8/. . . 4/. . . 2"];
    let text = stdout(run(&home, &[&["analyze", "classic-2048"][..], &board].concat(), ""));
    for words in ["learned: ", " nodes, depth ", "a likely line: ", " (2@"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let json = stdout(run(&home, &[&["analyze", "classic-2048", "--json", "--line", "5"][..], &board].concat(), ""));
    let answer: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(answer["line"].as_array().map(Vec::len), Some(5));
    assert_eq!((&answer["line"][0]["action"], &answer["ranking"][0]["action"]), (&answer["action"], &answer["action"]));
    assert!(answer["line"][4]["chance"][0].as_str().unwrap().starts_with("2@"), "{answer}");
    assert!(answer["nodes"].as_u64() > Some(100) && answer["depth"].as_u64() > Some(1), "{answer}");
}
