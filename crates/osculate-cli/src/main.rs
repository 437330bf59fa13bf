//! The program `osculate`: see `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(osculate_cli::run(std::env::args_os()))
}
