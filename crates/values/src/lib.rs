//! Learned values: how good an afterstate is, learned from games of the learner against itself.
//!
//! A value is the sum of table look-ups. Which tables there are follows from the topology and the family, which supplies a
//! symbol for each cell and some counts, so every variant can be trained without a parameter; or a [`FeatureSet`] says
//! it. [`Trainer`] learns by temporal
//! differences, [`Values`] are what it learned: players read them, files keep them.
//!
//! ```
//! use tilewright_games::Preset;
//! use tilewright_values::{Options, Trainer, Values};
//!
//! let variant = Preset::find("numberclart").unwrap().variant;
//! let mut trainer = Trainer::new(&variant, Options::default())?;
//! trainer.run(5_000);
//! let file = trainer.values().to_bytes(Some(2 << 20));
//! assert_eq!(Values::from_bytes(&file).unwrap().variant(), variant);
//! # Ok::<(), String>(())
//! ```

#![forbid(unsafe_code)]

mod alphabet;
mod cells;
mod coder;
mod contacts;
mod feature_set;
mod features;
mod file;
mod learner;
mod mobility;
mod shipped;
mod slide;
mod stages;
mod store;
mod team;
mod trainer;
mod tuples;
mod values;
mod weights;

pub use feature_set::FeatureSet;
pub use features::Size;
pub use learner::{Seen, afterstates};
pub use shipped::{MAX_SHIPPED, shipped, shipped_name, ships};
pub use trainer::{Options, Progress, Trainer, Training};
pub use values::{Evaluate, Values, ValuesVisitor};
