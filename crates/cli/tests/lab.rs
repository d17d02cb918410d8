//! `tilewright lab`: runs, reports, comparisons, and what is refused.

mod common;

use common::{home, run, stderr, stdout};
use std::fs;

const FILE: &str = "format = \"tilewright-experiment 1\"\ntitle = \"small\"\nbase = \"merge3\"\ngames = 20\nturns = 30\n\
                    players = [\"random\", \"greedy\"]\n[vary]\nlaw = [\"sum\", \"doubling\"]\nmust_merge = [true, false]\n";

#[test]
fn lab_run_writes_all_files_and_runs_nothing_twice() {
    let home = home("lab-run");
    let (file, out) = (home.join("small.toml"), home.join("out"));
    fs::create_dir_all(&home).unwrap();
    fs::write(&file, FILE).unwrap();
    let arguments = ["lab", "run", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--threads", "2"];
    let text = stdout(run(&home, &arguments, ""));
    assert!(text.contains("80 games: 2 variants, 2 players, 20 seeds"), "{text}");
    assert!(
        text.contains("left out, as the rules refuse it: must_merge=false: field `turn_limit` has to be given"),
        "{text}"
    );
    assert!(text.lines().any(|line| line.starts_with("law=doubling ")), "{text}");
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("<h1>small</h1>") && out.join("summary.json").exists());
    let shard = out.join("games/v000-p00-b000000.parquet");
    let before = fs::metadata(&shard).unwrap().modified().unwrap();
    stdout(run(&home, &arguments, ""));
    assert_eq!(fs::metadata(&shard).unwrap().modified().unwrap(), before);
    let again = stdout(run(&home, &["lab", "report", out.to_str().unwrap()], ""));
    assert!(again.contains("the report is "), "{again}");
    // Another experiment in the same directory, and mistakes.
    fs::write(&file, FILE.replace("games = 20", "games = 21")).unwrap();
    let error = stderr(run(&home, &arguments, ""));
    assert!(error.contains("holds another experiment, “small”; use another directory"), "{error}");
    fs::write(&file, FILE.replace("\"greedy\"", "\"gredy\"")).unwrap();
    let error = stderr(run(&home, &arguments, ""));
    assert!(error.contains("small.toml: line 6: `players`: there is no player “gredy”"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn lab_compare_takes_presets_and_files() {
    let home = home("lab-compare");
    let file = home.join("own.toml");
    fs::create_dir_all(&home).unwrap();
    fs::write(&file, "family = \"swap\"\nwidth = 5\nheight = 5\nturn_limit = 9\n").unwrap();
    let options = ["--players", "random,greedy", "--games", "12", "--turns", "20", "--threads", "1"];
    let compare = |a: &str, b: &str| run(&home, &[&["lab", "compare", a, b][..], &options[..]].concat(), "");
    for (a, b, row) in [
        ("merge3", "merge3-doubling", "merge3-doubling "),
        ("merge3", file.to_str().unwrap(), "own "),
        (file.to_str().unwrap(), "merge3", "base "),
        ("merge3", "factors", "factors "),
    ] {
        let text = stdout(compare(a, b));
        assert!(text.lines().any(|line| line.starts_with(row)), "{text}");
    }
    let error = stderr(compare("merge3", "merge33"));
    assert!(error.contains("there is no preset and no file “merge33”; did you mean merge3?"), "{error}");
    let error = stderr(compare("merge3", "merge3"));
    assert!(error.contains("are the same rules; leave one out"), "{error}");
}
