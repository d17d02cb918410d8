//! Being told to stop, by Ctrl-C or otherwise: what is finished is kept first.

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};
use std::sync::{Arc, atomic::AtomicBool};

/// The exit code of a command that was interrupted, as shells have it.
pub(crate) const CODE: u8 = 130;

/// Becomes true once we are told to stop; being told twice ends us at once.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, String> {
    let told = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, CODE.into(), Arc::clone(&told))
            .and_then(|_| flag::register(signal, Arc::clone(&told)))
            .map_err(|error| format!("cannot listen for signals: {error}"))?;
    }
    Ok(told)
}
