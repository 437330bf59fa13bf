//! Ctrl-C: the work stops at the next good place.

use std::sync::atomic::{AtomicU32, Ordering};

/// The exit code of what was interrupted, as shells have it.
pub const EXIT_CODE: u8 = 130;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// From now on Ctrl-C is noticed by [`interrupted`]; a second one ends the program at once.
pub fn watch() {
    // Without a handler the first one ends it, which leaves all files as valid.
    let _ = ctrlc::set_handler(|| {
        if COUNT.fetch_add(1, Ordering::Relaxed) > 0 {
            std::process::exit(EXIT_CODE.into());
        }
    });
}

/// Whether somebody pressed Ctrl-C.
#[inline(always)]
pub fn interrupted() -> bool {
    COUNT.load(Ordering::Relaxed) > 0
}
