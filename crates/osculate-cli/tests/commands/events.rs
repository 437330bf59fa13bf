//! `osculate events`.

mod bad_input;
mod events_run;
mod runs;
mod wedged;
