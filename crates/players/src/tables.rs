//! Value tables that a program has opened.

use crate::{Player, exact::ValueTable};
use std::{collections::BTreeMap, path::Path, sync::Arc};

/// The [`ValueTable`]s that a program has opened, by the path in a player's name.
///
/// A player's name is plain data. A program that is given one on its command line opens the table here; a program that is
/// given one over a protocol or by a page does not, so that a stranger cannot make it read files.
#[derive(Clone, Debug, Default)]
pub struct Tables(BTreeMap<String, Arc<ValueTable>>);

impl Tables {
    /// Opens the table that a player's name refers to. Does nothing if it refers to none, or to one that is open.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is no table; the text names the file.
    pub fn open(&mut self, player: &Player) -> Result<(), String> {
        if let Some(path) = player.table().filter(|path| !self.0.contains_key(*path)) {
            let table = ValueTable::open(Path::new(path))?;
            self.0.insert(path.to_owned(), Arc::new(table));
        }
        Ok(())
    }

    /// The open table of a path.
    pub fn get(&self, path: &str) -> Option<Arc<ValueTable>> {
        self.0.get(path).cloned()
    }
}
