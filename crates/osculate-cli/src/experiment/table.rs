//! Tables, for the terminal and for the page.

use super::html::escaped;
use crate::numbers::grouped;
use crate::ruled_table::drawn;
use std::fmt::Write;

/// A table, narrow enough for a terminal of 80 characters.
pub struct Table {
    pub caption: String,
    /// A break divides a heading into lines.
    pub header: Vec<&'static str>,
    /// How many columns, from the first, are words. The others are numbers.
    pub words: usize,
    pub rows: Vec<Vec<String>>,
    /// What stands below; a break is only for the terminal.
    pub notes: Vec<String>,
}

impl Table {
    /// For the terminal.
    pub fn text(&self) -> String {
        let rows = drawn(&self.header, self.words, self.rows.iter().cloned());
        let notes: String = self.notes.iter().map(|note| format!("{note}\n")).collect();
        format!("{}\n{rows}{notes}", self.caption)
    }

    /// For the page.
    pub fn html(&self) -> String {
        let class = |column: usize| {
            if column < self.words {
                " class=\"word\""
            } else {
                ""
            }
        };
        let mut text = format!(
            "<figure class=\"table\">\n<figcaption>{}</figcaption>\n<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>",
            escaped(&self.caption)
        );
        for (column, heading) in self.header.iter().enumerate() {
            let heading = escaped(heading).replace('\n', "<br/>");
            let _ = write!(text, "<th scope=\"col\"{}>{heading}</th>", class(column));
        }
        text += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            text += "<tr>";
            for (column, cell) in row.iter().enumerate() {
                let (cell, class) = (escaped(cell), class(column));
                let _ = if column == 0 {
                    write!(text, "<th scope=\"row\"{class}>{cell}</th>")
                } else {
                    write!(text, "<td{class}>{cell}</td>")
                };
            }
            text += "</tr>\n";
        }
        text += "</tbody></table></div>\n";
        for note in &self.notes {
            let _ = writeln!(text, "<p class=\"note\">{}</p>", escaped(note));
        }
        text + "</figure>\n"
    }
}

/// What stands in a cell without a value.
pub fn none() -> String {
    "–".to_owned()
}

/// Three digits.
pub fn short(value: f64) -> String {
    if !(value > 0.0) {
        return "0".to_owned();
    }
    let before = value.log10().floor() as i32;
    if before >= 3 {
        return grouped(value.round() as u64);
    }
    format!("{value:.*}", (2 - before).clamp(0, 9) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(
            [0.000193307, 0.0329, 1.0092, 46.34, 105.5, 13085.6, 0.0].map(short),
            ["0.000193", "0.0329", "1.01", "46.3", "106", "13,086", "0"]
        );
    }

    #[test]
    fn cells_are_escaped_and_headings_broken() {
        let table = Table {
            caption: "a < b".to_owned(),
            header: vec!["name", "two\nlines"],
            words: 1,
            rows: vec![vec!["<script>".to_owned(), "1".to_owned()]],
            notes: vec!["a note".to_owned()],
        };
        let html = table.html();
        assert!(html.contains("a &lt; b") && html.contains("two<br/>lines"));
        assert!(html.contains("<th scope=\"row\" class=\"word\">&lt;script&gt;</th><td>1</td>"));
        assert!(html.contains("<p class=\"note\">a note</p>"));
        assert!(table.text().starts_with("a < b\n") && table.text().ends_with("a note\n"));
    }
}
