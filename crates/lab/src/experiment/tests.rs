//! Runs of small experiments: shards, directories, damage.

use super::*;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64},
};
use tilewright_players::Tables;

const FILE: &str = r#"
format = "tilewright-experiment 1"
title = "small"
base = "merge3"
games = 30
turns = 40
players = ["random", "greedy", "mcts:nodes=40000"]
[vary]
law = ["sum", "doubling"]
turn_limit = ["none", 9]
[probe]
player = "rollout:nodes=60"
every = 4
games = 3
"#;

fn small() -> Experiment {
    Experiment::parse(&FILE.replace("40000", "40")).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tilewright-lab-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn run(directory: &Directory, experiment: &Experiment, threads: usize) {
    let control = Control { threads, stop: &AtomicBool::new(false), tables: &Tables::default(), progress: &mut |_| () };
    directory.run(experiment, control).unwrap();
}

/// All results, without the one number that does not repeat.
fn rows(path: &Path) -> Results {
    let (directory, experiment) = Directory::open(path).unwrap();
    let mut results = directory.results(&experiment);
    results.games.iter_mut().flatten().flatten().for_each(|row| row.cpu_us = 0);
    results
}

#[test]
fn shards_cover_every_game_once_and_begin_with_a_sample_of_all() {
    let experiment = Experiment::parse(FILE).unwrap();
    let shards = experiment.shards();
    // 40000 nodes and 40 turns: at most 6 games a shard.
    assert_eq!(experiment.shard_games(shards.last().unwrap()), 24..30);
    for variant in 0..4 {
        for (work, games) in [(Work::Games(0), 30), (Work::Games(2), 30), (Work::Probes, 3)] {
            let own = shards.iter().filter(|shard| (shard.variant, shard.work) == (variant, work));
            let numbers: Vec<u64> = own.flat_map(|shard| experiment.shard_games(shard)).collect();
            assert_eq!(numbers, (0..games).collect::<Vec<_>>(), "{work:?}");
        }
    }
    assert!(shards[..16].iter().all(|shard| shard.block == 0));
}

#[test]
fn run_on_three_threads_or_in_memory_gives_the_same_rows() {
    let experiment = small();
    let [one, three] = [1, 3].map(|threads| {
        let path = folder(&format!("threads-{threads}"));
        run(&Directory::create(&path, &experiment).unwrap(), &experiment, threads);
        let rows = rows(&path);
        fs::remove_dir_all(path).unwrap();
        rows
    });
    assert_eq!(one, three);
    assert_eq!((one.seeds(), one.games.len(), one.probes.iter().filter(|list| list.len() >= 3).count()), (30, 4, 4));
    let control =
        Control { threads: 2, stop: &AtomicBool::new(false), tables: &Tables::default(), progress: &mut |_| () };
    let mut memory = experiment.run(control).unwrap();
    memory.games.iter_mut().flatten().flatten().for_each(|row| row.cpu_us = 0);
    assert_eq!(memory, one);
    let limited = &one.games[1];
    assert!(limited.iter().flatten().all(|row| row.turns <= 9 && row.end != End::Cut));
    assert!(one.games[2].iter().flatten().any(|row| row.end == End::Cut && row.turns == 40));
    assert!(one.games.iter().flatten().flatten().all(|row| row.chance_points <= row.score));
}

#[test]
fn run_again_runs_missing_and_damaged_shards_only() {
    let experiment = small();
    let path = folder("damage");
    let directory = Directory::create(&path, &experiment).unwrap();
    run(&directory, &experiment, 2);
    let before = rows(&path);
    let shards = experiment.shards();
    let file = |shard: &Shard| path.join("games").join(format!("{shard}.parquet"));
    let (gone, flipped, cut, other, whole) = (&shards[0], &shards[1], &shards[4], &shards[5], &shards[8]);
    let [bytes, whole_bytes] = [flipped, whole].map(|shard| fs::read(file(shard)).unwrap());
    fs::remove_file(file(gone)).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(file(flipped), damaged).unwrap();
    fs::write(file(cut), &fs::read(file(cut)).unwrap()[..100]).unwrap();
    // A shard's file under another's name.
    fs::write(file(other), &whole_bytes).unwrap();
    fs::write(path.join("games/v000-p00-b000000.parquet.new"), "half").unwrap();
    assert!([gone, flipped, cut, other].iter().all(|shard| directory.rows(&experiment, shard).is_none()));
    drop(directory);
    let directory = Directory::create(&path, &experiment).unwrap();
    assert!(!path.join("games/v000-p00-b000000.parquet.new").exists());
    run(&directory, &experiment, 1);
    assert_eq!(rows(&path), before);
    assert_eq!(fs::read(file(whole)).unwrap(), whole_bytes, "what was whole is not run again");
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn decode_of_any_damaged_byte_is_refused() {
    let experiment = small();
    let shard = experiment.shards()[0];
    let tables = Tables::default();
    let mut worker = Worker::new(&experiment, &tables);
    let rows = worker.run(&shard, &AtomicBool::new(false), &AtomicU64::new(0)).unwrap();
    let bytes = experiment.encode(&shard, &rows);
    assert_eq!(experiment.decode(&shard, bytes.clone()), Ok(rows));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert_eq!(experiment.decode(&shard, damaged), Err(Damaged), "byte {at}");
    }
    assert_eq!(experiment.decode(&shard, Vec::new()), Err(Damaged));
}

#[test]
fn create_refuses_a_directory_of_something_else() {
    let experiment = small();
    let path = folder("other");
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("diary.txt"), "dear diary").unwrap();
    let error = Directory::create(&path, &experiment).unwrap_err().to_string();
    assert!(error.ends_with("holds something else; use an empty or a new directory"), "{error}");
    fs::remove_file(path.join("diary.txt")).unwrap();
    let first = Directory::create(&path, &experiment).unwrap();
    let error = Directory::create(&path, &experiment).unwrap_err().to_string();
    assert!(error.starts_with("another run is at work in "), "{error}");
    drop(first);
    let another = Experiment::parse(&FILE.replace("games = 30", "games = 31")).unwrap();
    let error = Directory::create(&path, &another).unwrap_err().to_string();
    assert!(error.ends_with("holds another experiment, “small”; use another directory"), "{error}");
    let file = path.join("experiment.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("program = \"tilewright ", "program = \"tilewright 0.0.")).unwrap();
    let error = Directory::create(&path, &experiment).unwrap_err().to_string();
    assert!(error.contains("whose players may play differently"), "{error}");
    fs::remove_dir_all(&path).unwrap();
    let error = Directory::open(&path).unwrap_err().to_string();
    assert!(error.contains("holds no experiment"), "{error}");
    let error = Directory::create(Path::new("/proc/lab"), &experiment).unwrap_err().to_string();
    assert!(error.starts_with("cannot use /proc/lab"), "{error}");
}

#[test]
fn results_of_an_interrupted_run_have_common_seeds() {
    let experiment = Experiment::parse(&FILE.replace("40000", "4000").replace("games = 30", "games = 100")).unwrap();
    let shards = experiment.shards();
    let tables = Tables::default();
    let mut worker = Worker::new(&experiment, &tables);
    let mut results = Results::new(&experiment);
    // All but the last blocks of the last player.
    let open = shards.iter().filter(|shard| !matches!((shard.work, shard.block), (Work::Games(2), 1..)));
    for shard in open {
        results.add(shard, worker.run(shard, &AtomicBool::new(false), &AtomicU64::new(0)).unwrap());
    }
    assert_eq!(results.align(&experiment), 62);
    assert!(results.games.iter().flatten().all(|list| list.len() == 62 && list[61].seed == 62));
}

/// Two orders of a swap are one choice: without that, no turn of a swap game is forced and every second best is close.
#[test]
fn rows_count_both_orders_of_a_swap_as_one_choice() {
    let experiment = small();
    let control =
        Control { threads: 2, stop: &AtomicBool::new(false), tables: &Tables::default(), progress: &mut |_| () };
    let results = experiment.run(control).unwrap();
    assert!(results.games[0].iter().flatten().any(|row| row.forced > 0));
    assert!(results.games.iter().flatten().flatten().all(|row| row.forced <= row.turns));
    let probes = || results.probes.iter().flatten();
    assert!(probes().any(|probe| probe.second.is_some_and(|second| second < 0.99 * probe.best)));
    assert!(probes().all(|probe| probe.second.is_none_or(|second| second <= probe.best && second >= probe.worst)));
    assert!(probes().all(|probe| probe.actions > 2 || probe.second.is_none()));
}

#[test]
fn players_that_train_first_give_the_same_rows_everywhere_and_report_their_training() {
    let text = FILE.replace("\"mcts:nodes=40000\"", "\"learned:turns=3000\"");
    let experiment = Experiment::parse(&text).unwrap();
    let shards = experiment.shards();
    let last = |shard: &&Shard| shard.work == Work::Games(2);
    assert_eq!(shards.iter().filter(last).count(), 4, "one shard a variant, so that it trains once");
    let path = folder("practice");
    run(&Directory::create(&path, &experiment).unwrap(), &experiment, 2);
    let results = rows(&path);
    fs::remove_dir_all(path).unwrap();
    for trainings in &results.trainings {
        assert!(trainings[0].is_none() && trainings[1].is_none());
        assert!(trainings[2].is_some_and(|training| training.turns == 3000 && training.cpu_us > 0), "{trainings:?}");
    }
    // A worker elsewhere, which has to train again.
    let elsewhere = Experiment::parse(&text).unwrap();
    let tables = Tables::default();
    let mut worker = Worker::new(&elsewhere, &tables);
    let shard = shards.iter().find(|shard| shard.variant == 2 && last(shard)).unwrap();
    let again = worker.run(shard, &AtomicBool::new(false), &AtomicU64::new(0)).unwrap();
    let Rows::Games(mut again, _) = again else { panic!("games were asked for") };
    again.iter_mut().for_each(|row| row.cpu_us = 0);
    assert_eq!(again, results.games[2][2]);
    // A training that is stopped is no answer.
    let fresh = Experiment::parse(&text).unwrap();
    let stopped = Worker::new(&fresh, &tables).run(shard, &AtomicBool::new(true), &AtomicU64::new(0));
    assert!(matches!(stopped, Err(RunError::Stopped)));
    let analysis = crate::measure::Analysis::new(&experiment, &results).unwrap();
    let sentence = &analysis.trainings(&experiment)[0];
    assert!(sentence.starts_with("learned:turns=3000 trained on each variant first: 3000 turns, "), "{sentence}");
    let json = analysis.json(&experiment);
    assert_eq!(json["variants"][1]["players"][2]["training"]["turns"], 3000);
}

#[test]
fn minutes_of_practice_are_a_number_of_turns() {
    use tilewright_games::Family;
    use tilewright_players::Practice;
    assert_eq!(practice::turns(Practice::Turns(7), Family::Swap), 7);
    let one = practice::turns(Practice::Minutes(1), Family::Slide);
    assert_eq!(practice::turns(Practice::Minutes(3), Family::Slide), 3 * one);
}
