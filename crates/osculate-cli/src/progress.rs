//! A progress bar for what takes longer than a second, on standard error if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);

/// The bar that is on the screen, for whoever ends the program.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Clears the bar away, if there is one, for good.
pub fn clear() {
    let mut shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bar) = shown.take() {
        bar.finish_and_clear();
    }
}

/// Tells how far the work has come.
pub struct Progress {
    started: Instant,
    wanted: bool,
    bar: Option<ProgressBar>,
    doing: &'static str,
}

impl Progress {
    /// Starts the clock.
    pub fn start() -> Progress {
        Progress {
            started: Instant::now(),
            wanted: io::stderr().is_terminal(),
            bar: None,
            doing: "",
        }
    }

    /// Stays quiet, as when answers go to the same terminal line by line.
    pub fn silence(&mut self) {
        self.wanted = false;
    }

    /// Says `sentence` on standard error, if that is a terminal.
    pub fn say(&self, sentence: &str) {
        if self.wanted {
            eprintln!("{sentence}");
        }
    }

    /// What the next steps are.
    pub fn doing(&mut self, what: &'static str) {
        self.finish();
        self.doing = what;
    }

    /// `done` of `total` steps are done.
    pub fn show(&mut self, done: usize, total: usize) {
        if !self.wanted || self.started.elapsed() < PATIENCE {
            return;
        }
        let doing = self.doing;
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template(
                "{msg} {wide_bar} {human_pos}/{human_len}, {eta} left",
            )
            .expect("the template is well formed");
            let bar = ProgressBar::new(total as u64)
                .with_style(style)
                .with_message(doing);
            *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
            bar
        });
        bar.set_position(done as u64);
    }

    /// Clears the bar away.
    pub fn finish(&mut self) {
        if self.bar.take().is_some() {
            clear();
        }
    }
}
