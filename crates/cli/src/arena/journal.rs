//! The file of a run: a line that says what is played, then a line a game, in the order in which they ended.

use super::{Run, game::Outcome};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    fs::{File, OpenOptions},
    io::Write,
    path::Path,
};

const FORMAT: &str = "tilewright-arena 1";

/// Where games are written as they end.
pub(crate) struct Journal(Option<File>);

impl Journal {
    /// The file of a run, and the games it holds already.
    pub(crate) fn open(path: Option<&Path>, resume: bool, run: &Run) -> Result<(Self, Vec<Outcome>), String> {
        let Some(path) = path else { return Ok((Self(None), Vec::new())) };
        let name = path.display();
        if path.extension().is_some_and(|ending| ending == "csv" || ending == "json") {
            return Err(format!(
                "{name} is where the table or the summary goes; name the file of the games like run.jsonl"
            ));
        }
        let failed = |error: std::io::Error| format!("cannot write {name}: {error}");
        if !resume {
            let mut file = File::create_new(path).map_err(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => format!("{name} is there already; --resume goes on with it"),
                _ => failed(error),
            })?;
            writeln!(file, "{}", header(run)).map_err(failed)?;
            return Ok((Self(Some(file)), Vec::new()));
        }
        let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        // A line that was broken off is a game that was not finished.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        if lines.next().and_then(|line| serde_json::from_str::<Value>(line).ok()) != Some(header(run)) {
            return Err(format!("{name} holds another run; resume with the same game, players, seed and turns"));
        }
        let (mut outcomes, mut known) = (Vec::new(), HashSet::new());
        for (i, line) in lines.enumerate() {
            let outcome = read(line, run).filter(|outcome| known.insert((outcome.game, outcome.player)));
            outcomes.push(
                outcome.ok_or_else(|| format!("{name}: line {} is not a game of this run, or one twice", i + 2))?,
            );
        }
        // More games may have been asked for then than now.
        outcomes.retain(|outcome| outcome.game < run.games);
        let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        let mut file = file;
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).map_err(failed)?;
        Ok((Self(Some(file)), outcomes))
    }

    /// Adds a game.
    pub(crate) fn write(&mut self, outcome: &Outcome) -> Result<(), String> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        let Outcome { game, player, score, turns, best, cut, nodes, cpu_ms } = outcome;
        let line = json!({
            "game": game, "player": player, "score": score, "turns": turns, "best": best, "cut": cut, "nodes": nodes,
            "cpu_ms": cpu_ms,
        });
        // One write a line, so that whatever breaks us off leaves whole lines but for the last.
        file.write_all(format!("{line}\n").as_bytes()).map_err(|error| format!("cannot write the games: {error}"))
    }
}

/// What has to agree for a run to go on. The number of games need not: a run can be made longer.
pub(super) fn header(run: &Run) -> Value {
    json!({
        "format": FORMAT,
        "game": run.label,
        "variant": run.variant,
        "players": run.players.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "seed": run.seed.to_string(),
        "turns": run.turns,
    })
}

fn read(line: &str, run: &Run) -> Option<Outcome> {
    let value: Value = serde_json::from_str(line).ok()?;
    let whole = |key: &str| value[key].as_u64();
    Some(Outcome {
        game: whole("game")?,
        player: usize::try_from(whole("player")?).ok().filter(|player| *player < run.players.len())?,
        score: whole("score")?,
        turns: whole("turns")?,
        best: u32::try_from(whole("best")?).ok()?,
        cut: value["cut"].as_bool()?,
        nodes: whole("nodes")?,
        cpu_ms: value["cpu_ms"].as_f64()?,
    })
}

/// All games as a table.
pub(crate) fn csv(run: &Run, outcomes: &[Outcome]) -> String {
    let mut text = String::from("game,player,score,turns,best,cut,nodes,cpu_ms\n");
    for Outcome { game, player, score, turns, best, cut, nodes, cpu_ms } in outcomes {
        let player = run.players[*player];
        text += &format!("{game},\"{player}\",{score},{turns},{best},{cut},{nodes},{cpu_ms:.3}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_players::Player;

    #[test]
    fn a_run_goes_on_where_it_was_broken_off() {
        let path = std::env::temp_dir().join(format!("tilewright-journal-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut run = Run {
            label: "slide/test@1".into(),
            variant: json!({}),
            players: vec![Player::Random, Player::Greedy],
            games: 3,
            seed: u64::MAX,
            turns: None,
        };
        let outcome = Outcome { game: 1, player: 1, score: 9, turns: 8, best: 4, cut: true, nodes: 3, cpu_ms: 0.25 };
        let (mut journal, none) = Journal::open(Some(&path), false, &run).unwrap();
        assert!(none.is_empty());
        journal.write(&outcome).unwrap();
        journal.0.as_mut().unwrap().write_all(b"{\"game\":2,\"pl").unwrap();
        assert!(Journal::open(Some(&path), false, &run).is_err(), "a run is not overwritten");
        let (mut journal, kept) = Journal::open(Some(&path), true, &run).unwrap();
        assert_eq!(kept, std::slice::from_ref(&outcome));
        journal.write(&Outcome { game: 2, ..outcome.clone() }).unwrap();
        let (mut journal, kept) = Journal::open(Some(&path), true, &run).unwrap();
        assert_eq!(kept.len(), 2);
        journal.write(&outcome).unwrap();
        assert!(Journal::open(Some(&path), true, &run).is_err(), "a game twice");
        run.seed = 0;
        assert!(Journal::open(Some(&path), true, &run).is_err(), "another run");
        std::fs::remove_file(&path).unwrap();
        assert!(Journal::open(Some(&path.with_extension("csv")), false, &run).is_err(), "the table's place");
    }
}
