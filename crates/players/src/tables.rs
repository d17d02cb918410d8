//! Value tables and learned values that a program has opened.

use crate::{Player, exact::ValueTable};
use std::{collections::BTreeMap, path::Path, sync::Arc};
use tilewright_games::Rules;
use tilewright_values::Values;

/// The [`ValueTable`]s and [`Values`] that a program has opened, by the path in a player's name.
///
/// A player's name is plain data. A program that is given one on its command line opens the table here; a program that is
/// given one over a protocol or by a page does not, so that a stranger cannot make it read files.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    tables: BTreeMap<String, Arc<ValueTable>>,
    values: BTreeMap<String, Arc<Values>>,
    fetched: Option<Arc<Values>>,
}

impl Tables {
    /// Opens the file that a player's name refers to. Does nothing if it refers to none, or to one that is open.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is neither table nor values; the text names the file.
    pub fn open(&mut self, player: &Player) -> Result<(), String> {
        match player {
            Player::Exact { table: Some(path), .. } if !self.tables.contains_key(path) => {
                self.tables.insert(path.clone(), Arc::new(ValueTable::open(Path::new(path))?));
            }
            Player::Learned { values: Some(path), .. } if !self.values.contains_key(path) => {
                self.values.insert(path.clone(), Arc::new(Values::open(Path::new(path))?));
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes values that ship but are not part of the program: the pages fetch them when a player is first asked.
    pub fn set_fetched(&mut self, values: Values) {
        self.fetched = Some(Arc::new(values));
    }

    /// The values that were fetched, if they are of these rules.
    pub(crate) fn fetched(&self, rules: &Rules) -> Option<Arc<Values>> {
        self.fetched.clone().filter(|values| values.variant().rules() == *rules)
    }

    /// The open table of a path.
    pub fn get(&self, path: &str) -> Option<Arc<ValueTable>> {
        self.tables.get(path).cloned()
    }

    /// The open values of a path.
    pub fn values(&self, path: &str) -> Option<Arc<Values>> {
        self.values.get(path).cloned()
    }
}
