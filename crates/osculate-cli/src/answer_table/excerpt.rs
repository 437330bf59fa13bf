//! The first and the last rows of a long table.

/// From how many rows on some are left out.
const LONG: usize = 41;
/// How many of a long table are shown at each of its ends.
const END: usize = 10;

/// A row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The answer with this index.
    Answer(usize),
    /// Rows that are left out.
    Gap,
}

/// How many of so many rows are left out.
pub fn left_out(rows: usize, all: bool) -> usize {
    match rows < LONG || all {
        true => 0,
        false => rows - 2 * END,
    }
}

/// The rows to show of so many.
pub fn rows(count: usize, all: bool) -> Vec<Row> {
    if left_out(count, all) == 0 {
        return (0..count).map(Row::Answer).collect();
    }
    let head = (0..END).map(Row::Answer);
    let tail = (count - END..count).map(Row::Answer);
    head.chain([Row::Gap]).chain(tail).collect()
}
