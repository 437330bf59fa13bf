//! What holds for the help texts of all commands.

use crate::Cli;
use clap::{Command, CommandFactory};

/// A command and all below it.
fn with_those_below(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().flat_map(with_those_below);
    [command].into_iter().chain(below).collect()
}

#[test]
fn examples_are_not_broken_into_lines_by_chance() {
    let mut command = Cli::command();
    command.build();
    let commands = with_those_below(&command);
    assert!(commands.len() > 8, "{}", commands.len());
    for command in commands {
        let name = command.get_display_name().unwrap_or_default();
        let Some(text) = command.get_after_help() else {
            continue;
        };
        for line in text.to_string().lines() {
            let length = line.chars().count();
            assert!(length <= 80, "{name}: {length} characters: {line}");
        }
    }
}

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}
