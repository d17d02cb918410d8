//! fast
pub struct Fast;
