//! Ctrl-C, and SIGTERM: what is finished is kept, and nothing half-finished stays behind.
//!
//! Until there is something to keep, the first signal ends the program at once. From [`hold`] on it is the work that ends
//! it, at its next good place: it looks at [`interrupted`]. A second signal does not wait for that.

use crate::in_order::nothing_kept;
use crate::output::{Failure, remove_temporaries};
use crate::progress;
use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::thread;

/// The exit code of what Ctrl-C ended, as shells have it: 128 and the number of the signal.
const CTRL_C: u8 = 130;
/// That of SIGTERM.
#[cfg(unix)]
const TERMINATED: u8 = 143;

static COUNT: AtomicU32 = AtomicU32::new(0);
static CODE: AtomicU8 = AtomicU8::new(CTRL_C);
static HELD: AtomicBool = AtomicBool::new(false);
static ENDING: AtomicBool = AtomicBool::new(false);

/// From now on signals are noticed. To be called before any thread is started.
pub fn watch() {
    #[cfg(unix)]
    watch_termination();
    // Without a handler the first one ends the program as the system does.
    let _ = ctrlc::set_handler(|| signalled(CTRL_C));
}

/// SIGTERM is blocked in all threads but one, which waits for it.
#[cfg(unix)]
fn watch_termination() {
    use nix::sys::signal::{SigSet, Signal};
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    if signals.thread_block().is_ok() {
        thread::spawn(move || {
            while signals.wait().is_ok() {
                signalled(TERMINATED);
            }
        });
    }
}

fn signalled(code: u8) {
    if COUNT.fetch_add(1, Ordering::SeqCst) > 0 {
        // Whoever is ending the program may be stuck, in a pipe that nobody reads: it is not waited for.
        remove_temporaries();
        exit(CODE.load(Ordering::SeqCst).into());
    }
    CODE.store(code, Ordering::SeqCst);
    if !HELD.load(Ordering::SeqCst) {
        end(nothing_kept());
    }
}

/// From now on there is something to keep: the work ends itself once [`interrupted`].
pub fn hold() {
    HELD.store(true, Ordering::SeqCst);
}

/// Whether a signal came.
#[inline(always)]
pub fn interrupted() -> bool {
    COUNT.load(Ordering::Relaxed) > 0
}

/// The exit code of what was interrupted.
pub fn exit_code() -> u8 {
    CODE.load(Ordering::SeqCst)
}

/// Ends the program, even if other threads are at work. `kept` says what is kept of the work, or why that failed.
pub fn end(kept: Result<String, Failure>) -> ! {
    if ENDING.swap(true, Ordering::SeqCst) {
        // Another thread is at it.
        loop {
            thread::park();
        }
    }
    progress::clear();
    let failure = kept.map_or_else(|failure| failure, Failure::Interrupted);
    let code = failure.report();
    remove_temporaries();
    exit(code.into())
}
