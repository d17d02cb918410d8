//! Experiments: a text file that varies rules, and the games that players play to compare what comes of it.
//!
//! ```toml
//! format  = "tilewright-experiment 1"
//! title   = "Does the doubling law make longer games?"
//! base    = "merge3"                # a preset; or a table [base] with a whole variant
//! games   = 400                     # a variant and player
//! turns   = 2000                    # where games are cut
//! seed    = 1                       # of the first game; the next has seed 2
//! players = ["random", "greedy"]    # weakest first: the ladder
//!
//! [vary]                            # every combination of these fields
//! law = ["sum", "doubling"]
//!
//! [[variant]]                       # and single variants: what differs from the base
//! name  = "free swaps"
//! reach = "anywhere"
//!
//! [probe]                           # what choices are worth, asked of a judge
//! player = "mcts:nodes=5000"
//! every  = 5
//! games  = 50
//! ```
//!
//! [`Experiment::parse`] reads it. [`Experiment::shards`] lists the pieces of work, [`Worker::run`] carries one out, and
//! [`Directory`] saves each as a file, so that a run can be killed and resumed. [`Results`] gathers the rows.

#[cfg(feature = "files")]
mod directory;
#[cfg(feature = "files")]
mod grid;
mod play;
#[cfg(feature = "files")]
mod practice;
#[cfg(feature = "files")]
mod read;
mod rows;
#[cfg(feature = "files")]
mod shard;
#[cfg(feature = "files")]
mod table;
#[cfg(all(test, feature = "files"))]
mod tests;
mod text;

#[cfg(feature = "files")]
pub use directory::{Control, Directory, DirectoryError, Progress};
pub(crate) use play::play_row;
pub use rows::{End, GameRow, ProbeRow, Results, Training};
#[cfg(feature = "files")]
pub use shard::{Rows, RunError, Shard, Work, Worker};
#[cfg(feature = "files")]
pub use table::Damaged;
pub use text::value_text;

use serde_json::Value;
use std::fmt;
use tilewright_core::fnv1a;
use tilewright_games::Variant;
use tilewright_players::{Player, Tables};

/// An experiment file that was read and checked: what is played, by whom, how often.
///
/// ```
/// use tilewright_lab::experiment::Experiment;
/// let text = r#"
///     format = "tilewright-experiment 1"
///     base = "merge3"
///     players = ["random", "greedy"]
///     [vary]
///     law = ["sum", "doubling"]
/// "#;
/// let experiment = Experiment::parse(text)?;
/// let names: Vec<&str> = experiment.variants.iter().map(|variant| variant.name.as_str()).collect();
/// assert_eq!(names, ["merge3", "law=doubling"]);
/// let error = Experiment::parse(&text.replace("doubling", "product")).unwrap_err();
/// assert_eq!(error.to_string(), "line 6: field `law` cannot be \"product\"; it is one of doubling, sum");
/// # Ok::<(), tilewright_lab::experiment::ExperimentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What is asked.
    pub title: String,
    /// The variants, the base first.
    pub variants: Vec<LabVariant>,
    /// What the rules refuse.
    pub refused: Vec<Refused>,
    /// The fields of the grid, in the file's order.
    pub varied: Vec<Varied>,
    /// The players, weakest first.
    pub players: Vec<Player>,
    /// Games of each variant and player.
    pub games: u64,
    /// Games are cut after this number of turns.
    pub turns: u32,
    /// The seed of the first game.
    pub seed: u64,
    /// What choices are worth.
    pub probe: Option<Probe>,
    /// The program that wrote the file into a directory; `None` in a user's file.
    pub program: Option<String>,
    /// The text it was read from.
    pub source: String,
    /// What players that train first have learned.
    #[cfg(feature = "files")]
    trainings: practice::Trainings,
}

/// A variant of an experiment.
#[derive(Clone, Debug)]
pub struct LabVariant {
    /// Its name: the base's preset, what differs from the base, or the name in the file.
    pub name: String,
    /// The rules.
    pub variant: Variant,
    /// Whether it belongs to the grid.
    pub in_grid: bool,
    /// Its values of the varied fields; null where a field is left out.
    pub values: Vec<Value>,
}

impl LabVariant {
    /// The variant's hash as files write it.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.variant.hash())
    }
}

/// A combination that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// What it would have been called.
    pub name: String,
    /// The rules' reason.
    pub reason: String,
}

/// A field of the grid.
#[derive(Clone, PartialEq, Debug)]
pub struct Varied {
    /// The field.
    pub field: String,
    /// Its values, in the file's order.
    pub values: Vec<Value>,
}

/// How positions are probed.
#[derive(Clone, PartialEq, Debug)]
pub struct Probe {
    /// The judge.
    pub player: Player,
    /// Turns between two probes.
    pub every: u32,
    /// How many games are probed, from the first.
    pub games: u64,
}

/// What is wrong with an experiment file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExperimentError {
    /// The line, from 1; `None` if it is about the whole.
    pub line: Option<usize>,
    /// One sentence: what is there, and what would be allowed.
    pub message: String,
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ExperimentError {}

impl Experiment {
    /// An experiment on variants, the base first, that stands in no file.
    pub(crate) fn of_variants(
        variants: Vec<LabVariant>,
        players: Vec<Player>,
        games: u64,
        turns: u32,
        seed: u64,
    ) -> Self {
        Self {
            title: String::new(),
            variants,
            refused: Vec::new(),
            varied: Vec::new(),
            players,
            games,
            turns,
            seed,
            probe: None,
            program: None,
            source: String::new(),
            #[cfg(feature = "files")]
            trainings: practice::Trainings::default(),
        }
    }

    /// The first line's value.
    pub const FORMAT: &str = "tilewright-experiment 1";
    /// The most variants, refused ones included.
    pub const MAX_VARIANTS: usize = 1000;
    /// The most players.
    pub const MAX_PLAYERS: usize = 16;
    /// The most games of a variant and player.
    pub const MAX_GAMES: u64 = 10_000_000;
    /// The most turns of a game.
    pub const MAX_TURNS: u32 = 1_000_000;
    /// The most games of an experiment.
    pub const MAX_TOTAL: u64 = 1_000_000_000;

    /// A number that two experiments share only if the same games are played: variants with their names, players, seeds,
    /// where games are cut, probes. The title does not count.
    pub fn id(&self) -> u64 {
        let mut text = format!("{} {} {}\n", self.games, self.turns, self.seed);
        for variant in &self.variants {
            text += &format!("{} {:?} {:?}\n", variant.hash(), variant.name, variant.values);
        }
        for player in &self.players {
            text += &format!("{player}\n");
        }
        if let Some(Probe { player, every, games }) = &self.probe {
            text += &format!("probe {player} {every} {games}\n");
        }
        fnv1a(text.as_bytes())
    }

    /// The experiment that compares two variants: the base, with its preset's id if it has one, and another with its name.
    ///
    /// # Errors
    ///
    /// If the two are the same rules, or a variant cannot be played.
    #[cfg(feature = "files")]
    pub fn compare(
        title: &str,
        base: (Option<&str>, &Variant),
        other: (&str, &Variant),
        players: &[Player],
        games: u64,
        turns: u32,
        seed: u64,
    ) -> Result<Self, ExperimentError> {
        let quoted = |text: &str| text::toml_text(&Value::from(text));
        let ((id, base), (name, other)) = (base, other);
        let players: Vec<String> = players.iter().map(|player| quoted(&player.to_string())).collect();
        let mut file = format!(
            "format = \"{}\"\ntitle = {}\nbase = {}\ngames = {games}\nturns = {turns}\nseed = {seed}\nplayers = [{}]\n\n\
             [[variant]]\nname = {}\n",
            Self::FORMAT,
            quoted(title),
            id.map_or_else(|| text::toml_text(&base.to_json()), quoted),
            players.join(", "),
            quoted(name),
        );
        let (old, new) = (base.to_json(), other.to_json());
        let same_family = base.family() == other.family();
        for (field, value) in new.as_object().into_iter().flatten() {
            if !same_family || old.get(field) != Some(value) {
                file += &format!("{field} = {}\n", text::toml_text(value));
            }
        }
        for (field, _) in old.as_object().into_iter().flatten() {
            if same_family && new.get(field).is_none() {
                file += &format!("{field} = \"none\"\n");
            }
        }
        Self::parse(&file)
    }

    /// Number of games that the players play, without those that are played again to be probed.
    pub fn total(&self) -> u64 {
        self.games * self.variants.len() as u64 * self.players.len() as u64
    }

    /// The seed of a game, by its number from 0.
    pub fn game_seed(&self, game: u64) -> u64 {
        self.seed.wrapping_add(game)
    }

    /// The player at the top of the ladder.
    pub fn best_player(&self) -> &Player {
        self.players.last().expect("an experiment has a player")
    }

    /// Opens the files that players' names refer to.
    ///
    /// # Errors
    ///
    /// If one cannot be read; the text names it.
    pub fn tables(&self) -> Result<Tables, String> {
        let mut tables = Tables::default();
        let judge = self.probe.as_ref().map(|probe| &probe.player);
        self.players.iter().chain(judge).try_for_each(|player| tables.open(player))?;
        Ok(tables)
    }
}
