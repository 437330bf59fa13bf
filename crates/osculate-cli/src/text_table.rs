//! Tables as text: every column is as wide as its widest line, with a space on both sides.
//!
//! Written here, as the package that could draw them takes ten others to compile, and is asked for little of what it can do.

use crate::colour::Tint;
use unicode_width::UnicodeWidthStr;

/// A cell; a break divides it into lines.
pub struct Cell {
    text: String,
    tint: Option<Tint>,
}

impl Cell {
    /// A cell in the colour of the terminal.
    pub fn plain(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            tint: None,
        }
    }

    /// The same cell in a colour.
    pub fn in_colour(self, tint: Tint) -> Cell {
        Cell {
            tint: Some(tint),
            ..self
        }
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.split('\n')
    }

    fn width(&self) -> usize {
        self.lines().map(width).max().unwrap_or(0)
    }
}

/// How many characters of a terminal a line takes: some letters take two.
pub fn width(line: &str) -> usize {
    line.width()
}

/// Rows of cells, below a header.
pub struct TextTable {
    /// A cell for each column.
    pub header: Vec<Cell>,
    /// As many cells in each as the header has.
    pub rows: Vec<Vec<Cell>>,
    /// Which columns are aligned to the right.
    pub to_the_right: Vec<bool>,
}

impl TextTable {
    /// With one rule, below the header.
    pub fn ruled(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        self.add_row(&mut text, &self.header, &widths, ["", "", ""]);
        add_rule(&mut text, &widths, ["", "─", "", ""]);
        for row in &self.rows {
            self.add_row(&mut text, row, &widths, ["", "", ""]);
        }
        text.lines()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }

    /// With rules around it, between its columns and below the header.
    pub fn framed(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        add_rule(&mut text, &widths, ["┌", "─", "┬", "┐"]);
        self.add_row(&mut text, &self.header, &widths, ["│", "┆", "│"]);
        add_rule(&mut text, &widths, ["╞", "═", "╪", "╡"]);
        for row in &self.rows {
            self.add_row(&mut text, row, &widths, ["│", "┆", "│"]);
        }
        add_rule(&mut text, &widths, ["└", "─", "┴", "┘"]);
        text
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.header.iter().map(Cell::width).collect();
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = cell.width().max(*widest);
            }
        }
        widths
    }

    fn add_row(&self, text: &mut String, row: &[Cell], widths: &[usize], edges: [&str; 3]) {
        let [left, between, right] = edges;
        let height = row.iter().map(|cell| cell.lines().count()).max();
        for number in 0..height.unwrap_or(0) {
            text.push_str(left);
            for (column, (cell, &widest)) in row.iter().zip(widths).enumerate() {
                if column > 0 {
                    text.push_str(between);
                }
                let line = cell.lines().nth(number).unwrap_or("");
                let room = " ".repeat(widest - width(line));
                let padded = match self.to_the_right[column] {
                    true => format!(" {room}{line} "),
                    false => format!(" {line}{room} "),
                };
                match cell.tint {
                    Some(tint) => text.push_str(&tint.paint(&padded, true)),
                    None => text.push_str(&padded),
                }
            }
            text.push_str(right);
            text.push('\n');
        }
    }
}

fn add_rule(text: &mut String, widths: &[usize], [left, fill, crossing, right]: [&str; 4]) {
    let parts: Vec<String> = widths.iter().map(|width| fill.repeat(width + 2)).collect();
    text.push_str(left);
    text.push_str(&parts.join(crossing));
    text.push_str(right);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::{Cell, TextTable};
    use crate::colour::Tint;

    fn table() -> TextTable {
        let row = |cells: [&str; 2]| cells.map(Cell::plain).into_iter().collect::<Vec<_>>();
        TextTable {
            header: row(["façade", "of\npairs"]),
            rows: vec![row(["a", "1"]), row(["b\nc", "1,000,000"])],
            to_the_right: vec![false, true],
        }
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_lines() {
        let framed = "\
┌────────┬───────────┐
│ façade ┆        of │
│        ┆     pairs │
╞════════╪═══════════╡
│ a      ┆         1 │
│ b      ┆ 1,000,000 │
│ c      ┆           │
└────────┴───────────┘
";
        assert_eq!(table().framed(), framed);
        let ruled = " façade         of
             pairs
───────────────────
 a               1
 b       1,000,000
 c
";
        assert_eq!(table().ruled(), ruled);
    }

    #[test]
    fn a_colour_fills_its_cell_and_takes_no_room() {
        let mut table = table();
        table.rows[0][0] = Cell::plain("a").in_colour(Tint::Free);
        let painted = table.framed();
        assert!(painted.contains("│\x1b[32m a      \x1b[0m┆"), "{painted}");
    }
}
