//! Interruption by Ctrl-C or a termination signal: long commands save their finished work first.

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};
use std::sync::{Arc, atomic::AtomicBool};

/// The exit code of a command that was interrupted: 128 + SIGINT, as shells report it.
pub(crate) const CODE: u8 = 130;

/// A flag that SIGINT or SIGTERM sets. A second signal ends the process at once.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, String> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, CODE.into(), Arc::clone(&interrupted))
            .and_then(|_| flag::register(signal, Arc::clone(&interrupted)))
            .map_err(|error| format!("cannot listen for signals: {error}"))?;
    }
    Ok(interrupted)
}
