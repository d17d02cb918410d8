//! A trial: a ladder of players on a variant that is being edited and on the one it came from, for the editors of rules.
//!
//! It plays one game a call and has no clock: the front end says how long it goes on, and shows the table in between.

use crate::{
    GameError,
    experiment::{Experiment, LabVariant, Results, play_row},
    measure::Analysis,
};
use serde::Serialize;
use std::sync::{Arc, atomic::AtomicBool};
use tilewright_games::Variant;
use tilewright_players::{Engine, Player};

/// The ladder: chance, points at hand, and a search that takes a fraction of a millisecond a turn in every family.
const PLAYERS: [&str; 3] = ["random", "greedy", "expectimax:nodes=200"];
/// Games are cut here, so that the first results come soon.
const MAX_TURNS: u32 = 1000;
/// The most seeds: more would not change what can be seen.
const MAX_SEEDS: u64 = 500;
/// Resamples of each table: few, because a table is made several times a second.
const RESAMPLES: usize = 400;
/// The first game's seed. Not those of reports, so that a trial is not the same games again.
const SEED: u64 = 1_000_001;

/// A comparison of two variants that goes on game by game.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tilewright_games::Preset;
/// use tilewright_lab::Trial;
///
/// let [base, edited] = ["merge3", "merge3-doubling"].map(|id| Preset::find(id).unwrap().variant);
/// let mut trial = Trial::new("Merge3", &base, &edited)?;
/// while trial.seeds() < 2 {
///     assert!(trial.play(&AtomicBool::new(false))?);
/// }
/// let table = trial.table();
/// assert_eq!((table.players.len(), table.games), (3, 12));
/// assert!(table.rows[0].title.starts_with("length") && table.rows[0].base.is_some());
/// # Ok::<(), tilewright_lab::GameError>(())
/// ```
pub struct Trial {
    experiment: Experiment,
    /// By variant, then player.
    engines: Vec<Engine>,
    results: Results,
    /// Games played, seed by seed, each by all engines.
    played: u64,
}

/// What a trial has found so far, in words.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TrialTable {
    /// The players, weakest first.
    pub players: Vec<String>,
    /// Games played.
    pub games: u64,
    /// Seeds that all players have finished, on both variants.
    pub seeds: usize,
    /// Whether it has played all its games.
    #[serde(rename = "isDone")]
    pub is_done: bool,
    /// A row a measure; none before the first seed is finished.
    pub rows: Vec<TrialRow>,
    /// Sentences on what is certain.
    pub verdict: Vec<String>,
}

/// A measure of both variants.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TrialRow {
    /// The measure with its unit.
    pub title: String,
    /// What it means, in one line.
    pub about: String,
    /// Of the variant that it came from, with a 95 % interval; `None` if nothing was edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub base: Option<String>,
    /// Of the edited variant.
    pub edited: String,
    /// Whether the two certainly differ.
    #[serde(rename = "isCertain")]
    pub is_certain: bool,
}

impl Trial {
    /// For how many seconds front ends let it play.
    pub const SECONDS: u32 = 60;

    /// A trial of a variant that came from `base`, which has this name. If they are the same rules, there is nothing to
    /// compare, and one is measured.
    ///
    /// # Errors
    ///
    /// If one of them cannot be played.
    pub fn new(base_name: &str, base: &Variant, edited: &Variant) -> Result<Self, GameError> {
        let variant = |name: &str, variant: &Variant| LabVariant {
            name: name.into(),
            variant: *variant,
            in_grid: false,
            values: Vec::new(),
        };
        let mut variants = vec![variant(base_name, base)];
        if edited.rules() != base.rules() {
            variants.push(variant("these rules", edited));
        }
        let players: Vec<Player> =
            PLAYERS.iter().map(|name| Player::parse(name).expect("the ladder's players exist")).collect();
        let mut engines = Vec::new();
        for LabVariant { variant, .. } in &variants {
            let game = Arc::new(variant.compile()?);
            for player in &players {
                engines.push(Engine::new(player, Arc::clone(&game))?);
            }
        }
        let experiment = Experiment::of_variants(variants, players, MAX_SEEDS, MAX_TURNS, SEED);
        let results = Results::new(&experiment);
        Ok(Self { experiment, engines, results, played: 0 })
    }

    /// Plays the next game. False if there is none left, or if `stop` became true during the game, which then does not
    /// count.
    ///
    /// # Errors
    ///
    /// If no playable start is dealt.
    pub fn play(&mut self, stop: &AtomicBool) -> Result<bool, GameError> {
        if self.is_done() {
            return Ok(false);
        }
        let (round, at) = (self.played / self.engines.len() as u64, self.played as usize % self.engines.len());
        let seed = self.experiment.game_seed(round);
        let row = match play_row(&mut self.engines[at], seed, MAX_TURNS, stop, |_| Ok(())) {
            Err(GameError::Stopped) => return Ok(false),
            row => row?,
        };
        let players = self.experiment.players.len();
        self.results.games[at / players][at % players].push(row);
        self.played += 1;
        Ok(true)
    }

    /// Seeds that all players have finished, on both variants.
    pub fn seeds(&self) -> usize {
        self.played as usize / self.engines.len()
    }

    /// Whether it has played all its games.
    pub fn is_done(&self) -> bool {
        self.played == MAX_SEEDS * self.engines.len() as u64
    }

    /// What was found so far.
    pub fn table(&self) -> TrialTable {
        let mut results = self.results.clone();
        results.align(&self.experiment);
        let analysis = Analysis::with_resamples(&self.experiment, &results, RESAMPLES);
        TrialTable {
            players: self.experiment.players.iter().map(ToString::to_string).collect(),
            games: self.played,
            seeds: self.seeds(),
            is_done: self.is_done(),
            rows: analysis.as_ref().map(|analysis| self.rows(analysis)).unwrap_or_default(),
            verdict: analysis.map(|analysis| analysis.verdict(&self.experiment)).unwrap_or_default(),
        }
    }

    fn rows(&self, analysis: &Analysis) -> Vec<TrialRow> {
        let edited = &analysis.variants[analysis.variants.len() - 1];
        let base = analysis.variants.split_last().and_then(|(_, before)| before.first());
        let row = |(at, measure): (usize, &crate::measure::Measure)| TrialRow {
            title: measure.title(),
            about: measure.about(&self.experiment),
            base: base.map(|base| base.estimates[at].text(*measure)),
            edited: edited.estimates[at].text(*measure),
            is_certain: edited.differences.get(at).is_some_and(|difference| difference.is_certain),
        };
        analysis.measures.iter().enumerate().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Preset;

    static GO: AtomicBool = AtomicBool::new(false);

    fn preset(id: &str) -> Variant {
        Preset::find(id).unwrap().variant
    }

    fn play(trial: &mut Trial, seeds: usize) -> TrialTable {
        while trial.seeds() < seeds {
            assert!(trial.play(&GO).unwrap());
        }
        trial.table()
    }

    /// A board of 3 by 3 is stuck much sooner than one of 4 by 4: few seeds are enough to be certain.
    #[test]
    fn table_of_a_smaller_board_says_that_games_are_shorter() {
        let small = r#"{"family":"slide","board":{"shape":"square","width":3,"height":3}}"#;
        let small = Variant::from_text(small).unwrap();
        let mut trial = Trial::new("2048", &preset("classic-2048"), &small).unwrap();
        assert_eq!((trial.table().seeds, trial.table().rows), (0, vec![]));
        let table = play(&mut trial, 12);
        let length = table.rows.iter().find(|row| row.title.starts_with("length")).unwrap();
        assert!(length.is_certain, "{table:?}");
        assert!(table.verdict[0].starts_with("“these rules”: games last"), "{:?}", table.verdict);
        assert!(!table.is_done && table.games == 12 * 6);
    }

    #[test]
    fn play_same_rules_measures_one_variant() {
        let table = play(&mut Trial::new("Merge3", &preset("merge3"), &preset("merge3")).unwrap(), 2);
        assert_eq!(table.games, 6);
        assert!(table.rows.iter().all(|row| row.base.is_none() && !row.is_certain), "{table:?}");
    }

    #[test]
    fn play_after_stop_counts_no_game() {
        let mut trial = Trial::new("Factors", &preset("factors"), &preset("factors-hard")).unwrap();
        assert_eq!(trial.play(&AtomicBool::new(true)), Ok(false));
        assert_eq!(trial.table().games, 0);
        assert_eq!(trial.play(&GO), Ok(true));
    }

    /// The same games whenever it is asked for a table.
    #[test]
    fn table_asked_in_between_changes_nothing() {
        let new = || Trial::new("Numberclart", &preset("numberclart"), &preset("numberclart")).unwrap();
        let (mut one, mut other) = (new(), new());
        for _ in 0..6 {
            one.play(&GO).unwrap();
            other.play(&GO).unwrap();
            other.table();
        }
        assert_eq!(one.table(), other.table());
    }
}
