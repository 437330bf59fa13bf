//! `osculate man`: the help texts as pages of the manual.

use crate::output::{Failure, Output, print};
use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Write the pages of the manual, one per command, into a folder
#[derive(Args)]
#[command(after_help = "Examples:
  osculate man pages                             pages/osculate.1 and others
  man -l pages/osculate-toc.1                    reads one of them
  osculate man ~/.local/share/man/man1           where man finds them")]
pub struct Manual {
    /// The folder, made if it is not there; pages that are there are replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// A page: the name of its file, and what it says.
type Page = (String, Vec<u8>);

impl Manual {
    /// Writes the pages of `command`, which is all of the command line, and says how many.
    pub fn run(&self, command: Command) -> Result<(), Failure> {
        let mut pages = Vec::new();
        let mut command = command.disable_help_subcommand(true);
        command.build();
        render(&command, &mut pages)?;
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", self.folder.display()))
            .map_err(|error| Failure::Input(anyhow::anyhow!("{error:#}")))?;
        for (name, page) in &pages {
            let mut file = Output::file(&self.folder.join(name)).map_err(Failure::Input)?;
            file.write_all(page)?;
            file.finish()?;
        }
        let (count, folder) = (pages.len(), self.folder.display());
        print(&format!("{count} pages are in {folder}\n"))
    }
}

/// The page of a command, and those of the commands below it.
fn render(command: &Command, pages: &mut Vec<Page>) -> io::Result<()> {
    let mut page = Vec::new();
    let man = Man::new(command.clone());
    man.render(&mut page)?;
    pages.push((man.get_filename(), page));
    for below in command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
    {
        render(below, pages)?;
    }
    Ok(())
}
