//! The family's laws.
