//! Tables of answers, as wide and as long as a terminal shows.

mod excerpt;

use crate::colour::{self, Tint};
use crate::numbers::grouped;
use crate::text_table::{Cell, TextTable, width};
pub use excerpt::Row;
use excerpt::rows;
use std::io::{self, IsTerminal};

/// How a table is shown.
#[derive(Clone, Copy, Default)]
pub struct View {
    /// How many characters a line may have; 0 for any number.
    pub width: usize,
    /// Whether outcomes have colours.
    pub colour: bool,
    /// Whether all rows are shown, however many there are.
    pub all_rows: bool,
}

impl View {
    /// What suits the terminal of standard output.
    pub fn of_terminal(all_rows: bool) -> View {
        let is_terminal = io::stdout().is_terminal();
        let terminal = is_terminal.then(terminal_size::terminal_size).flatten();
        View {
            width: terminal.map_or(0, |(width, _)| usize::from(width.0)),
            colour: colour::is_wanted(),
            all_rows,
        }
    }

    /// Whether a table of so many rows leaves some out.
    pub fn leaves_out(&self, rows: usize) -> bool {
        excerpt::left_out(rows, self.all_rows) > 0
    }
}

/// Columns with a cell for each answer that is shown.
pub struct Answers {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows that are shown; some may be left out.
    pub rows: Vec<Row>,
    /// The colours of the outcomes that are shown.
    pub tints: Vec<Tint>,
}

/// The rows that a view shows of so many answers, and the numbers of those.
pub fn chosen(count: usize, view: View) -> (Vec<Row>, Vec<usize>) {
    let rows = rows(count, view.all_rows);
    let numbers = rows.iter().filter_map(|row| match row {
        Row::Answer(index) => Some(*index),
        Row::Gap => None,
    });
    let numbers = numbers.collect();
    (rows, numbers)
}

impl Answers {
    /// Whether there is no column of this name.
    pub fn lacks(&self, name: &str) -> bool {
        !self.columns.iter().any(|column| column.name == name)
    }

    /// The table as text, as wide as the view at most, and the names of the columns that found no room.
    pub fn draw(&self, view: View) -> (String, Vec<&'static str>) {
        let shown = fitting(&self.columns, view.width);
        let (shown, hidden): (Vec<_>, Vec<_>) = self
            .columns
            .iter()
            .zip(shown)
            .partition(|&(_, is_shown)| is_shown);
        let shown: Vec<&Column> = shown.into_iter().map(|(column, _)| column).collect();
        let hidden = hidden.iter().map(|(column, _)| column.name).collect();
        (drawn(&self.tints, &self.rows, &shown, view), hidden)
    }
}

/// What to say below a table of so many answers of the rows that are not shown, if there are any.
pub fn rows_left_out(count: usize, view: View) -> Option<String> {
    let hidden = excerpt::left_out(count, view.all_rows);
    let hidden_text = grouped(hidden as u64);
    (hidden > 0).then(|| format!("{hidden_text} rows are not shown; --all-rows shows them"))
}

/// The rows of these columns, which have a cell for each colour.
fn drawn(tints: &[Tint], rows: &[Row], columns: &[&Column], view: View) -> String {
    let mut answers = 0..;
    let rows = rows.iter().map(|row| {
        if let Row::Gap = row {
            return columns.iter().map(|_| Cell::plain("…")).collect();
        }
        let answer = answers.next().unwrap_or(0);
        let cells = columns.iter().map(|column| {
            let cell = Cell::plain(&column.cells[answer]);
            match column.name {
                "outcome" if view.colour => cell.in_colour(tints[answer]),
                _ => cell,
            }
        });
        cells.collect()
    });
    let header = columns.iter().map(|column| Cell::plain(column.header()));
    let table = TextTable {
        header: header.collect(),
        rows: rows.collect(),
        to_the_right: columns
            .iter()
            .map(|column| column.kind == Kind::Number)
            .collect(),
    };
    table.framed()
}

/// How a column is aligned.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// To the right.
    Number,
    /// To the left.
    Text,
}

/// A column of a table.
pub struct Column {
    /// What stands above it.
    pub name: &'static str,
    /// How it is aligned.
    pub kind: Kind,
    /// Those with the largest are the first to be left out; those of 0 always stay.
    pub rank: usize,
    /// A cell for each answer that is shown.
    pub cells: Vec<String>,
}

impl Column {
    /// The name, in as many lines as it has words if it stands above numbers.
    pub fn header(&self) -> String {
        match self.kind {
            Kind::Number => self.name.replace(' ', "\n"),
            Kind::Text => self.name.to_owned(),
        }
    }

    /// Characters in the longest line, with a space on both sides and the rule to the right.
    fn width(&self) -> usize {
        let header = self.header();
        let lines = header.lines().chain(self.cells.iter().map(String::as_str));
        3 + lines.map(width).max().unwrap_or(0)
    }
}

/// Which columns find room in `width` characters (0: any number): none that is less important than one left out.
fn fitting(columns: &[Column], width: usize) -> Vec<bool> {
    let mut by_rank: Vec<usize> = (0..columns.len()).collect();
    by_rank.sort_by_key(|&index| columns[index].rank);
    let mut shown = vec![false; columns.len()];
    // The rule at the left.
    let mut taken = 1;
    for index in by_rank {
        let column = &columns[index];
        let wider = taken + column.width();
        if width > 0 && column.rank > 0 && wider > width {
            break;
        }
        shown[index] = true;
        taken = wider;
    }
    shown
}

/// A sentence in lines of at most `width` characters (0: any number), broken between words only.
pub fn wrapped(sentence: &str, width: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for word in sentence.split(' ') {
        let length = word.chars().count();
        if used > 0 && width > 0 && used + 1 + length > width {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text += word;
        used += length;
    }
    text + "\n"
}
