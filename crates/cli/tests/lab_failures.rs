//! `tilewright lab run` that is killed, interrupted, out of disk space, or given nonsense: one clear line, and nothing lost.

#![cfg(unix)]

mod common;

use common::{home, run, stderr, stdout, tilewright};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};
use tilewright_lab::experiment::{Directory, Results};

/// Two variants, some dozens of shards, and a second or two of work.
const FILE: &str = "format = \"tilewright-experiment 1\"\ntitle = \"small\"\nbase = \"merge3\"\ngames = 24\nturns = 2000\n\
                    players = [\"random\", \"mcts:nodes=2500\"]\n[vary]\nlaw = [\"sum\", \"doubling\"]\n\
                    [probe]\nplayer = \"mcts:nodes=1000\"\nevery = 9\ngames = 6\n";

struct Lab {
    home: PathBuf,
    file: PathBuf,
    out: PathBuf,
}

impl Lab {
    /// An experiment that no run has begun.
    fn new(name: &str, text: &str) -> Self {
        let home = home(&format!("lab-{name}"));
        let lab = Self { file: home.join("small.toml"), out: home.join("out"), home };
        fs::create_dir_all(&lab.home).unwrap();
        fs::write(&lab.file, text).unwrap();
        lab
    }

    /// The command's arguments, with the results in this directory.
    fn arguments<'a>(&'a self, out: &'a Path) -> [&'a str; 7] {
        ["lab", "run", self.file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--threads", "2"]
    }

    fn spawn(&self) -> Child {
        let mut command = tilewright(&self.home);
        command.args(self.arguments(&self.out)).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Runs it to its end.
    fn finish(&self) {
        // On a slow machine a line with the time left goes to standard error.
        let output = run(&self.home, &self.arguments(&self.out), "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The one line of a run that fails.
    #[track_caller]
    fn refused(&self, out: &Path) -> String {
        let error = stderr(run(&self.home, &self.arguments(out), ""));
        assert_eq!(error.lines().count(), 1, "{error}");
        error
    }

    /// Finished shards of games.
    fn shards(&self) -> usize {
        let files = fs::read_dir(self.out.join("games")).into_iter().flatten().flatten();
        files.filter(|file| file.path().extension().is_some_and(|ending| ending == "parquet")).count()
    }

    /// Waits until this number of shards is there.
    fn wait_for(&self, shards: usize) {
        let clock = Instant::now();
        while self.shards() < shards {
            assert!(clock.elapsed() < Duration::from_secs(300), "no shard appears");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// All rows of a directory, without the one number that does not repeat.
fn rows(out: &Path) -> Results {
    let (directory, experiment) = Directory::open(out).unwrap();
    let mut results = directory.results(&experiment);
    results.games.iter_mut().flatten().flatten().for_each(|row| row.cpu_us = 0);
    results
}

/// The rows of a run that nothing disturbed.
fn undisturbed() -> &'static Results {
    static ROWS: OnceLock<Results> = OnceLock::new();
    ROWS.get_or_init(|| {
        let lab = Lab::new("undisturbed", FILE);
        lab.finish();
        rows(&lab.out)
    })
}

#[test]
fn lab_run_killed_again_and_again_ends_with_the_same_rows() {
    let lab = Lab::new("killed", FILE);
    for kill in 0..4 {
        let before = lab.shards();
        let mut child = lab.spawn();
        lab.wait_for(before + 1 + kill);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(lab.shards() > before, "what was finished before stays");
    }
    lab.finish();
    let whole = rows(&lab.out);
    assert_eq!(whole.seeds(), 24);
    assert_eq!(&whole, undisturbed());
}

#[test]
fn lab_run_after_ctrl_c_goes_on() {
    let lab = Lab::new("interrupted", FILE);
    let child = lab.spawn();
    lab.wait_for(3);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let error = stderr(child.wait_with_output().unwrap());
    let expected = format!("stopped; finished shards are kept in {}, and the same command goes on", lab.out.display());
    assert!(error.trim_end().ends_with(&expected), "{error}");
    assert!(lab.shards() >= 3);
    lab.finish();
    assert_eq!(&rows(&lab.out), undisturbed());
}

#[test]
fn lab_run_again_after_damage_runs_that_shard_alone() {
    let lab = Lab::new("damaged", FILE);
    lab.finish();
    let before = rows(&lab.out);
    let mut files: Vec<PathBuf> =
        fs::read_dir(lab.out.join("games")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let (damaged, whole) = (&files[1], &files[2]);
    let mut bytes = fs::read(damaged).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(damaged, bytes).unwrap();
    let written = fs::metadata(whole).unwrap().modified().unwrap();
    // A report says that seeds are missing, and does not read the damaged rows.
    let text = stdout(run(&lab.home, &["lab", "report", lab.out.to_str().unwrap()], ""));
    assert!(!text.contains("24 seeds"), "{text}");
    lab.finish();
    assert_eq!(rows(&lab.out), before);
    assert_eq!(fs::metadata(whole).unwrap().modified().unwrap(), written);
}

/// The disk is a file system in memory of this process's own, so this needs the right to mount one.
#[test]
#[cfg(target_os = "linux")]
fn lab_run_on_a_full_disk_keeps_what_is_finished() {
    let lab = Lab::new("full", FILE);
    fs::create_dir_all(&lab.out).unwrap();
    let unshare = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c", script, "sh"]).args(lab.arguments(&lab.out));
        command
            .env("TILEWRIGHT", env!("CARGO_BIN_EXE_tilewright"))
            .env("OUT", &lab.out)
            .env("KEPT", lab.home.join("kept"));
        command.stdin(Stdio::null()).output()
    };
    let mount = "mount -t tmpfs -o size=64k none \"$OUT\"";
    if !unshare(mount).is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no file system can be mounted here");
        return;
    }
    let output = unshare(&format!(
        "{mount}; \"$TILEWRIGHT\" \"$@\"; echo \"exit $?\"; ls \"$OUT/games\" | wc -l; ls \"$OUT\"/*/*.new; \
         mount -o remount,size=20m \"$OUT\"; \"$TILEWRIGHT\" \"$@\" && cp -r \"$OUT\" \"$KEPT\""
    ));
    let output = output.unwrap();
    let (text, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}\n{error}");
    let mut lines = text.lines().skip_while(|line| !line.starts_with("exit "));
    assert_eq!(lines.next(), Some("exit 1"), "{text}\n{error}");
    let finished: usize = lines.next().unwrap().trim().parse().unwrap();
    assert!(finished > 1, "{text}\n{error}");
    // A slow machine says how long it will take.
    let mut errors = error.lines().filter(|line| !line.starts_with("after a first sample"));
    let first = errors.next().unwrap();
    assert!(
        first.contains("No space left on device") && first.ends_with("what was finished before it is kept"),
        "{error}"
    );
    assert!(errors.next().unwrap().contains("No such file"), "no half file stays: {error}");
    assert_eq!(errors.next(), None, "{error}");
    assert_eq!(&rows(&lab.home.join("kept")), undisturbed());
}

#[test]
fn lab_run_into_an_impossible_directory_is_one_line() {
    let lab = Lab::new("impossible", FILE);
    // A file is no directory, whoever asks.
    let error = lab.refused(&lab.file.join("out"));
    assert!(error.contains("cannot use ") && error.contains("small.toml/out"), "{error}");
    // Something else is there.
    let other = lab.home.join("other");
    fs::create_dir_all(&other).unwrap();
    fs::write(other.join("thesis.txt"), "years of work").unwrap();
    let error = lab.refused(&other);
    assert!(error.contains("holds something else; use an empty or a new directory"), "{error}");
    assert_eq!(fs::read_dir(&other).unwrap().count(), 1);
    let error = stderr(run(&lab.home, &["lab", "report", other.to_str().unwrap()], ""));
    assert!(error.contains("holds no experiment"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn lab_run_of_a_mistaken_file_is_one_line_and_writes_nothing() {
    let lab = Lab::new("mistakes", FILE);
    for (right, wrong, says) in [
        ("games = 24", "gmaes = 24", "line 4: `gmaes` is not known in an experiment; there are format, title, base,"),
        ("law = [", "lwa = [", "line 8: field `lwa` is not known in the family swap; there are "),
        (
            "law = [",
            "stress_gap = [",
            "line 8: field `stress_gap` is not known in the family swap, but in the family strain;",
        ),
        ("law = [\"sum\", \"doubling\"]", "", "line 7: [vary] is empty; it lists values of "),
        (
            "[\"sum\", \"doubling\"]",
            "[]",
            "line 8: `law` cannot be []; it lists the values to try; it is one of doubling, sum",
        ),
        ("\"random\", \"mcts:nodes=2500\"", "", "line 6: `players` cannot be []; it lists 1 to 16 players"),
        ("\"random\"", "\"randon\"", "line 6: `players`: there is no player “randon”; there are random, greedy,"),
        ("\"random\"", "\"learned:minutes=0\"", "minutes=0 cannot be; minutes is a whole number from 1 to 1000"),
        ("\"random\"", "\"learned:values=nowhere\"", "nowhere"),
        ("\"merge3\"", "\"merge4\"", "line 3: `base` cannot be \"merge4\"; it is one of "),
        ("games = 24", "games = 0", "line 4: `games` cannot be 0; it is a whole number from 1 to "),
        ("experiment 1", "experiment 2", "line 1: `format` cannot be \"tilewright-experiment 2\"; it is "),
        ("title = \"small\"", "title = small", "line 2: this is no TOML: "),
    ] {
        assert!(FILE.contains(right), "{right}");
        fs::write(&lab.file, FILE.replacen(right, wrong, 1)).unwrap();
        let error = lab.refused(&lab.out);
        assert!(error.contains(says), "{wrong}: {error}");
    }
    let widths: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
    let grid = format!("[vary]\nturn_limit = [{0}]\npreview = [{0}]\n", widths[1..].join(", "));
    fs::write(&lab.file, FILE.split("[vary]").next().unwrap().to_owned() + &grid).unwrap();
    let error = lab.refused(&lab.out);
    assert!(error.contains("small.toml: line "), "{error}");
    fs::remove_file(&lab.file).unwrap();
    assert!(lab.refused(&lab.out).contains("small.toml"));
}
