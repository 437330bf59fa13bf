//! The command line: one file per subcommand. It is a library only so that `python -m osculate` can run it too.
//!
//! Exit codes: 0 done, whatever the verdicts; 2 bad input, with an error message and nothing written; 1 the output could not
//! be written, an answer was found to be wrong, or a simulation cannot go on; 3 something had to be free and is not proven
//! to be; 130 ended by Ctrl-C; 143 ended by SIGTERM.

mod answer_table;
mod answers;
mod colour;
mod completions;
mod deform;
mod distance;
mod events;
#[cfg(feature = "experiments")]
mod experiment;
#[cfg(test)]
mod help;
mod hierarchies;
mod in_order;
mod interrupt;
mod lengths;
#[cfg(feature = "manual")]
mod manual;
mod numbers;
mod outcome_words;
mod output;
mod primitives;
mod progress;
mod robot;
mod ruled_table;
mod schema;
mod simulate;
mod streamed;
mod text_table;
mod toc;
mod trace;
mod trace_file;
mod view;

use clap::{CommandFactory, Parser, Subcommand};
use osculate_io::MaxSize;
use output::{STDOUT, cannot_write};
use std::ffi::OsString;

/// Continuous collision detection: when do moving things first touch, where, and is that proven?
#[derive(Parser)]
#[command(
    name = "osculate",
    version,
    max_term_width = 80,
    after_help = "First steps:
  osculate toc                  two torus knots in flight, in sentences
  osculate robot builtin:arm7   an arm that reaches into a shelf
  osculate simulate builtin:card-house --html house.html
                                a house of cards, as one page
  osculate events --discs 2048 --seconds 20 --trace run.jsonl
  osculate view run.jsonl       shows that gas of discs in the browser

osculate help COMMAND lists the options of a command, with examples."
)]
struct Cli {
    /// The largest file, pipe or standard input to read, such as 512M or 8G; it is held in memory as a whole
    #[arg(long, global = true, value_name = "SIZE", default_value = "4G")]
    max_size: MaxSize,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Toc(Box<toc::Toc>),
    Distance(distance::DistanceArgs),
    Deform(deform::Deform),
    Events(Box<events::Events>),
    Simulate(Box<simulate::Simulate>),
    Primitives(primitives::Primitives),
    Robot(Box<robot::RobotArgs>),
    #[cfg(feature = "experiments")]
    Experiment(experiment::Experiment),
    Trace(trace::Trace),
    View(view::View),
    Schema(schema::Schema),
    Completions(completions::Completions),
    #[cfg(feature = "manual")]
    #[command(name = "man")]
    Manual(manual::Manual),
}

/// Runs the command line, of which the first word is the program's name, and gives the exit code. It ends the process itself for help, for
/// words that it does not know, and when it is interrupted; and it takes Ctrl-C over.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let Cli { max_size, command } = Cli::parse_from(words);
    interrupt::watch();
    let done = match command {
        Some(Command::Toc(toc)) => toc.run(max_size),
        Some(Command::Distance(distance)) => distance.run(max_size),
        Some(Command::Deform(deform)) => deform.run(max_size),
        Some(Command::Events(events)) => events.run(max_size),
        Some(Command::Simulate(simulate)) => simulate.run(max_size),
        Some(Command::Primitives(primitives)) => primitives.run(max_size),
        Some(Command::Robot(robot)) => robot.run(max_size),
        #[cfg(feature = "experiments")]
        Some(Command::Experiment(experiment)) => experiment.run(max_size),
        Some(Command::Trace(trace)) => trace.run(),
        Some(Command::View(view)) => view.run(max_size),
        Some(Command::Schema(schema)) => schema.run(),
        Some(Command::Completions(completions)) => completions.run(Cli::command()),
        #[cfg(feature = "manual")]
        Some(Command::Manual(manual)) => manual.run(Cli::command()),
        None => Cli::command()
            .print_help()
            .map_err(|error| cannot_write(STDOUT, &error).into()),
    };
    match done {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    }
}
