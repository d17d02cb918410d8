//! Files of shards: whatever is not as it was written is refused, and what is accepted is the shard's own.

use std::sync::OnceLock;
use tilewright_lab::experiment::{End, Experiment, GameRow, Rows, Shard};

pub fn check(bytes: &[u8]) {
    static SAMPLE: OnceLock<(Experiment, Shard, Rows, Vec<u8>)> = OnceLock::new();
    let (experiment, shard, rows, file) = SAMPLE.get_or_init(|| {
        let text = "format = \"tilewright-experiment 1\"\nbase = \"merge3\"\nplayers = [\"random\"]\ngames = 3\n";
        let experiment = Experiment::parse(text).expect("it is an experiment");
        let shard = experiment.shards()[0];
        let row = |seed| GameRow {
            seed,
            score: 10 * seed,
            turns: 5,
            end: End::Stuck,
            best: 16,
            choices: 2.5,
            forced: 1,
            chance_points: 4,
            cpu_us: 7,
        };
        let rows = Rows::Games((1..=3).map(row).collect(), None);
        let file = experiment.encode(&shard, &rows);
        (experiment, shard, rows, file)
    });
    // The bytes as a file, and as damage to a whole one: a place and what is put there.
    assert!(experiment.decode(shard, bytes.to_vec()).is_err() || bytes == file);
    let Some((place, damage)) = bytes.split_at_checked(2) else { return };
    let place = usize::from(u16::from_le_bytes([place[0], place[1]])) % file.len();
    let mut damaged = file.clone();
    let end = (place + damage.len()).min(file.len());
    damaged[place..end].copy_from_slice(&damage[..end - place]);
    match experiment.decode(shard, damaged.clone()) {
        Ok(read) => assert!(damaged == *file && read == *rows),
        Err(_) => assert!(damaged != *file),
    }
}
