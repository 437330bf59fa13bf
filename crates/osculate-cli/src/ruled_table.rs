//! Tables with one rule, below the header.

use crate::text_table::{Cell, TextTable};

/// The table as text; columns after the first `texts` are numbers.
pub fn drawn(header: &[&str], texts: usize, rows: impl Iterator<Item = Vec<String>>) -> String {
    let table = TextTable {
        header: header.iter().copied().map(Cell::plain).collect(),
        rows: rows
            .map(|row| row.into_iter().map(Cell::plain).collect())
            .collect(),
        to_the_right: (0..header.len()).map(|column| column >= texts).collect(),
    };
    table.ruled()
}
