//! Colours, where standard output is a terminal and `NO_COLOR` is not set.

use std::env;
use std::io::{self, IsTerminal};

/// What a colour says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// Nothing touches.
    Free,
    /// Something touches.
    Contact,
    /// Something is in something else from the start.
    Overlap,
    /// It is not known.
    Unknown,
}

impl Tint {
    /// `text` in this colour, if colours are `wanted`.
    pub fn paint(self, text: &str, wanted: bool) -> String {
        let code = match self {
            Tint::Free => 32,
            Tint::Contact => 33,
            Tint::Overlap => 31,
            Tint::Unknown => 35,
        };
        match wanted {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }
}

/// Whether standard output takes colours, and nobody asked for none: <https://no-color.org>.
pub fn is_wanted() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
}
