//! `osculate completions`: what a shell needs to complete commands and options.

use crate::output::{Failure, print};
use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// Print a script that makes a shell complete commands and options
#[derive(Args)]
#[command(after_help = "Examples:
  source <(osculate completions bash)           for this bash
  osculate completions zsh > ~/.zfunc/_osculate
  osculate completions fish > ~/.config/fish/completions/osculate.fish")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script for `command`, which is all of the command line.
    pub fn run(&self, mut command: Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        let name = command.get_name().to_owned();
        generate(self.shell, &mut command, name, &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}
