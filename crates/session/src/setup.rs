//! What is being played: a variant, its compiled game and its preset, if it has one.

use crate::counted;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tilewright_games::{
    AnyGame, Preset, Rules, Variant, VariantError,
    swap::{Law, Score},
};

/// A variant ready to be played. Sessions of the same variant share one, with its tables.
#[derive(Debug)]
pub struct Setup {
    /// The preset, in whichever revision; `None` for a custom variant.
    pub preset: Option<&'static Preset>,
    /// The rules as data.
    pub variant: Variant,
    /// The rules, compiled.
    pub game: Arc<AnyGame>,
}

/// Compiled presets: a process builds the tables of each once.
static PRESETS: Mutex<Vec<Arc<Setup>>> = Mutex::new(Vec::new());
/// Compiled custom variants, as long as they are in use.
static CUSTOM: Mutex<Vec<Weak<Setup>>> = Mutex::new(Vec::new());

/// Locks one of the lists. A panic while it was locked left it whole: each change is one push.
fn lock<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Setup {
    /// What headings call the game: the title of the preset, or the family's name.
    pub fn title(&self) -> String {
        self.preset.map_or_else(|| format!("Own {} game", self.variant.family()), |preset| preset.title.clone())
    }

    /// What to do in this game, in one line for the game's screen.
    ///
    /// ```
    /// use tilewright_games::Preset;
    /// use tilewright_session::Setup;
    /// let setup = Setup::preset(Preset::find("classic-2048").unwrap())?;
    /// assert_eq!(setup.goal(), "Slide all tiles one way; equal ones merge. Make a 2048.");
    /// # Ok::<(), tilewright_games::VariantError>(())
    /// ```
    pub fn goal(&self) -> String {
        match self.variant.rules() {
            Rules::Slide(rules) => {
                format!("Slide all tiles one way; equal ones merge. Make a {}.", rules.target)
            }
            Rules::Swap(rules) => {
                let run = u32::from(rules.run);
                let (line, made) = (vec!["2"; run as usize].join(" "), rules.made(2, run));
                match rules.law {
                    Law::Doubling => {
                        format!(
                            "Swap to line up equals: {line} makes {made}, {line} 2 makes {}.",
                            rules.made(2, run + 1)
                        )
                    }
                    Law::Sum => {
                        format!("Swap to line up {} or more equals: {line} makes {made}.", run_word(rules.run))
                    }
                }
            }
            Rules::Strain(rules) => {
                let gap = rules.stress_gap;
                let strains = match rules.max_strain {
                    _ if !rules.strains(1, rules.max_value.into()) => String::new(),
                    1 => format!(" A neighbour {gap} or more lower breaks a tile."),
                    // What one alone strains heals in the same turn.
                    _ => format!(" Two neighbours {gap} or more lower wear a tile out."),
                };
                format!("Join equals: two 2s make 3.{strains}")
            }
            Rules::Factor(rules) => {
                let example = if rules.largest_prime >= 5 { "3 beside 15 leaves 5" } else { "2 beside 8 leaves 4" };
                format!("Put a number beside its multiple: {example}.")
            }
        }
    }

    /// What earns points and what ends this game, in one line after [`Self::goal`].
    ///
    /// ```
    /// use tilewright_games::Preset;
    /// use tilewright_session::Setup;
    /// let setup = Setup::preset(Preset::find("factors").unwrap())?;
    /// assert_eq!(setup.aim(), "Large numbers score most. A full board ends the game.");
    /// # Ok::<(), tilewright_games::VariantError>(())
    /// ```
    pub fn aim(&self) -> String {
        let stuck = "It ends when nothing can move.";
        let (points, end, limit) = match self.variant.rules() {
            Rules::Slide(_) => ("Each merge scores its number. ".into(), stuck, None),
            Rules::Swap(rules) => {
                let points = match rules.score {
                    Score::Sum => "Merges score the sum of their tiles. ".into(),
                    Score::Result => "Merges score the tile they make. ".into(),
                };
                let end = if rules.must_merge { "It ends when no swap makes a line." } else { "" };
                (points, end, rules.turn_limit)
            }
            Rules::Strain(rules) => {
                let highest = rules.max_value;
                (format!("Making 3 scores 8, two {highest}s burst: {}. ", 2_u32 << highest), stuck, None)
            }
            Rules::Factor(rules) => {
                ("Large numbers score most. ".into(), "A full board ends the game.", rules.turn_limit)
            }
        };
        match limit {
            Some(turns) => format!("{points}You have {}.", counted(turns.into(), "turn")),
            None => format!("{points}{end}"),
        }
    }

    /// A preset, ready to be played. The tables of a preset are built once per process.
    ///
    /// # Errors
    ///
    /// If the preset's rules cannot be compiled. Those of [`Preset::all`] always can.
    pub fn preset(preset: &'static Preset) -> Result<Arc<Self>, VariantError> {
        let mut ready = lock(&PRESETS);
        let known = ready.iter().find(|setup| setup.preset.is_some_and(|known| std::ptr::eq(known, preset)));
        if let Some(setup) = known {
            return Ok(Arc::clone(setup));
        }
        let variant = preset.variant;
        let setup = Arc::new(Self { preset: Some(preset), game: Arc::new(variant.compile()?), variant });
        ready.push(Arc::clone(&setup));
        Ok(setup)
    }

    /// A custom variant, ready to be played.
    ///
    /// # Errors
    ///
    /// If the rules cannot be compiled, for example because no start board could be dealt.
    pub fn custom(variant: Variant) -> Result<Arc<Self>, VariantError> {
        let mut ready = lock(&CUSTOM);
        ready.retain(|setup| setup.strong_count() > 0);
        if let Some(setup) = ready.iter().filter_map(Weak::upgrade).find(|setup| setup.variant == variant) {
            return Ok(setup);
        }
        let setup = Arc::new(Self { preset: None, game: Arc::new(variant.compile()?), variant });
        ready.push(Arc::downgrade(&setup));
        Ok(setup)
    }
}

/// The length of a line that merges, in a word.
pub(crate) fn run_word(run: u8) -> &'static str {
    ["three", "four", "five"][usize::from(run.clamp(3, 5) - 3)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn custom(limit: u32) -> Arc<Setup> {
        Setup::custom(Variant::from_text(&format!("family = 'swap'\nturn_limit = {limit}")).unwrap()).unwrap()
    }

    #[test]
    fn custom_same_variant_is_shared_while_in_use() {
        let (one, same, other) = (custom(9), custom(9), custom(10));
        assert!(Arc::ptr_eq(&one, &same) && !Arc::ptr_eq(&one, &other));
        let unused = Arc::downgrade(&other);
        drop(other);
        assert!(unused.upgrade().is_none(), "a variant that is not in use is freed");
    }

    #[test]
    fn goal_of_strain_and_factor_games_is_an_example_of_their_rules() {
        let goal = |text: &str| Setup::custom(Variant::from_text(text).unwrap()).unwrap().goal();
        let usual = goal("family = 'strain'");
        assert_eq!(usual, "Join equals: two 2s make 3. Two neighbours 3 or more lower wear a tile out.");
        assert_eq!(goal("family = 'strain'\nmax_value = 3\nstress_gap = 4"), "Join equals: two 2s make 3.");
        assert_eq!(goal("family = 'factor'"), "Put a number beside its multiple: 3 beside 15 leaves 5.");
        let two = goal("family = 'factor'\nlargest_prime = 2");
        assert_eq!(two, "Put a number beside its multiple: 2 beside 8 leaves 4.");
    }

    #[test]
    fn aim_of_every_preset_says_what_ends_it_in_few_words() {
        for preset in Preset::all() {
            let setup = Setup::preset(preset).unwrap();
            assert!(setup.aim().contains("end"), "{}: {}", preset.id, setup.aim());
            // A line of a usual window each.
            assert!(setup.goal().len().max(setup.aim().len()) <= 78, "{}: {}", preset.id, setup.goal());
        }
        let limited = custom(30).aim();
        assert_eq!(limited, "Merges score the sum of their tiles. You have 30 turns.");
    }

    #[test]
    fn goal_of_a_swap_game_names_its_line() {
        let four = Variant::from_text("family = 'swap'\nrun = 4").unwrap();
        let goal = Setup::custom(four).unwrap().goal();
        assert_eq!(goal, "Swap to line up equals: 2 2 2 2 makes 8, 2 2 2 2 2 makes 16.");
        let sum = Setup::preset(Preset::find("merge3").unwrap()).unwrap().goal();
        assert_eq!(sum, "Swap to line up three or more equals: 2 2 2 makes 6.");
    }
}
