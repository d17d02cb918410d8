//! The file of a run, as lines of JSON: a header that says what is played, then a line per game in the order in which
//! they ended.
//!
//! ```text
//! {"format":"tilewright-arena 1","game":"merge3@1","players":["random"],"seed":"1","turns":null,"variant":{…}}
//! {"best":12,"cpu_ms":0.25,"cut":false,"game":0,"nodes":0,"player":0,"score":90,"turns":31}
//! ```

use super::{PlayedGame, Run};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    fmt,
    fs::{File, OpenOptions},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

const FORMAT: &str = "tilewright-arena 1";

/// Where games are written as they end.
#[derive(Debug)]
pub struct Journal(Option<(PathBuf, File)>);

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// The name ends in `.csv` or `.json`, where the table or the summary of the run goes.
    Reserved(PathBuf),
    /// A new run would overwrite this file.
    Exists(PathBuf),
    /// The text in the file is not of the run.
    Parse(PathBuf, ParseError),
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file cannot be written.
    Write(PathBuf, io::Error),
}

/// Why a text is not the journal of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// The header is not that of the run.
    OtherRun,
    /// The line with this number, from 1, is not a game of the run, or the game was there before.
    Line(usize),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherRun => f.write_str("another run; resume with the same game, players, seed and turns"),
            Self::Line(line) => write!(f, "line {line} is not a game of this run, or one twice"),
        }
    }
}

impl std::error::Error for ParseError {}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reserved(path) => write!(
                f,
                "{} is where the table or the summary goes; name the file of the games like run.jsonl",
                path.display()
            ),
            Self::Exists(path) => write!(f, "{} is there already", path.display()),
            Self::Parse(path, error @ ParseError::OtherRun) => write!(f, "{} holds {error}", path.display()),
            Self::Parse(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for JournalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(_, error) | Self::Write(_, error) => Some(error),
            Self::Parse(_, error) => Some(error),
            Self::Reserved(_) | Self::Exists(_) => None,
        }
    }
}

impl Journal {
    /// No file: games are returned and not written.
    pub fn none() -> Self {
        Self(None)
    }

    /// A new file for a run.
    ///
    /// # Errors
    ///
    /// [`JournalError::Reserved`] for names that the run's other files have, [`JournalError::Exists`] if the file is
    /// there already, [`JournalError::Write`] if it cannot be written.
    pub fn create(path: &Path, run: &Run) -> Result<Self, JournalError> {
        check_name(path)?;
        let failed = |error| JournalError::Write(path.into(), error);
        let mut file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.into()),
            _ => failed(error),
        })?;
        writeln!(file, "{}", Self::header(run)).map_err(failed)?;
        Ok(Self(Some((path.into(), file))))
    }

    /// The file of a run that was interrupted, and the games in it. A last line without its end is removed: that game
    /// was not finished.
    ///
    /// # Errors
    ///
    /// [`JournalError::Parse`] if the file is not of this run, [`JournalError::Read`] if it cannot be read, and as
    /// [`Journal::create`].
    pub fn resume(path: &Path, run: &Run) -> Result<(Self, Vec<PlayedGame>), JournalError> {
        check_name(path)?;
        let text = std::fs::read_to_string(path).map_err(|error| JournalError::Read(path.into(), error))?;
        let (games, whole) = Self::parse(&text, run).map_err(|error| JournalError::Parse(path.into(), error))?;
        let failed = |error| JournalError::Write(path.into(), error);
        let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Self(Some((path.into(), file))), games))
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// [`JournalError::Write`] if the file cannot be written.
    pub fn write(&mut self, game: &PlayedGame) -> Result<(), JournalError> {
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        let PlayedGame { game, player, score, turns, best, cut, nodes, cpu_ms } = game;
        let line = json!({
            "game": game, "player": player, "score": score, "turns": turns, "best": best, "cut": cut, "nodes": nodes,
            "cpu_ms": cpu_ms,
        });
        // One write per line, so that an interrupted process leaves whole lines except for the last.
        file.write_all(format!("{line}\n").as_bytes()).map_err(|error| JournalError::Write(path.clone(), error))
    }
}

impl Journal {
    /// The header of a run: what has to agree for it to be resumed. The number of games need not, so a run can be made
    /// longer.
    pub fn header(run: &Run) -> Value {
        json!({
            "format": FORMAT,
            "game": run.label,
            "variant": run.variant,
            "players": run.players.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "seed": run.seed.to_string(),
            "turns": run.turns,
        })
    }

    /// The games of a run in the text of its journal, and the length of the text up to the last whole line. Games beyond
    /// those that the run asks for are left out.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the text is not of this run.
    pub fn parse(text: &str, run: &Run) -> Result<(Vec<PlayedGame>, usize), ParseError> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        if lines.next().and_then(|line| serde_json::from_str::<Value>(line).ok()) != Some(Self::header(run)) {
            return Err(ParseError::OtherRun);
        }
        let (mut games, mut known) = (Vec::new(), HashSet::new());
        for (i, line) in lines.enumerate() {
            let game = read_game(line, run).filter(|game| known.insert(game.job()));
            games.push(game.ok_or(ParseError::Line(i + 2))?);
        }
        games.retain(|game| game.game < run.games);
        Ok((games, whole))
    }
}

fn check_name(path: &Path) -> Result<(), JournalError> {
    let reserved = path.extension().is_some_and(|ending| ending == "csv" || ending == "json");
    if reserved { Err(JournalError::Reserved(path.into())) } else { Ok(()) }
}

fn read_game(line: &str, run: &Run) -> Option<PlayedGame> {
    let value: Value = serde_json::from_str(line).ok()?;
    let whole = |key: &str| value[key].as_u64();
    Some(PlayedGame {
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

/// All games as a table, with a line of column names first.
pub fn csv(run: &Run, games: &[PlayedGame]) -> String {
    let mut text = String::from("game,player,score,turns,best,cut,nodes,cpu_ms\n");
    for PlayedGame { game, player, score, turns, best, cut, nodes, cpu_ms } in games {
        let player = &run.players[*player];
        text += &format!("{game},\"{player}\",{score},{turns},{best},{cut},{nodes},{cpu_ms:.3}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tests::run;

    #[test]
    fn resume_keeps_whole_lines_and_refuses_other_runs() {
        let path = std::env::temp_dir().join(format!("tilewright-journal-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut run = Run { games: 3, seed: u64::MAX, ..run("merge3", &["random", "greedy"]) };
        let game = PlayedGame { game: 1, player: 1, score: 9, turns: 8, best: 4, cut: true, nodes: 3, cpu_ms: 0.25 };
        let mut journal = Journal::create(&path, &run).unwrap();
        journal.write(&game).unwrap();
        let (_, file) = journal.0.as_mut().unwrap();
        file.write_all(b"{\"game\":2,\"pl").unwrap();
        assert!(matches!(Journal::create(&path, &run), Err(JournalError::Exists(_))), "a run is not overwritten");
        let (mut journal, known) = Journal::resume(&path, &run).unwrap();
        assert_eq!(known, std::slice::from_ref(&game));
        journal.write(&PlayedGame { game: 2, ..game.clone() }).unwrap();
        let (mut journal, known) = Journal::resume(&path, &run).unwrap();
        assert_eq!(known.len(), 2);
        journal.write(&game).unwrap();
        assert!(
            matches!(Journal::resume(&path, &run), Err(JournalError::Parse(_, ParseError::Line(4)))),
            "a game twice"
        );
        run.seed = 0;
        assert!(matches!(Journal::resume(&path, &run), Err(JournalError::Parse(_, ParseError::OtherRun))));
        std::fs::remove_file(&path).unwrap();
        let table = path.with_extension("csv");
        assert!(matches!(Journal::create(&table, &run), Err(JournalError::Reserved(_))));
    }
}
