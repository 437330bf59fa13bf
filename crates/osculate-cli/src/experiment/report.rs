//! What an experiment found: printed, and as a page.

use super::html::{escaped, page};
use super::svg::Figure;
use super::table::Table;
use std::fmt::Write;

/// What an experiment found, in the order in which it is told.
pub struct Report {
    /// The page's heading.
    pub title: &'static str,
    pub blocks: Vec<Block>,
}

/// A part of a report.
pub enum Block {
    /// Sentences, broken into lines for the terminal.
    Text(String),
    /// A heading and a line for each thing.
    List(&'static str, Vec<String>),
    Table(Table),
    /// On the page only.
    Figure(Figure),
}

impl Report {
    /// For the terminal: parts with an empty line between them.
    pub fn text(&self) -> String {
        let parts: Vec<String> = self.blocks.iter().filter_map(Block::text).collect();
        parts.join("\n")
    }

    /// For a browser; `cases` is what it says of cases to be looked at.
    pub fn page(&self, cases: &str) -> String {
        let mut body = String::new();
        for block in &self.blocks {
            body += &block.html();
        }
        page(self.title, &(body + cases))
    }
}

impl Block {
    fn text(&self) -> Option<String> {
        match self {
            Block::Text(text) => Some(text.clone()),
            Block::List(heading, lines) => {
                let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
                Some(format!("{heading}\n{lines}"))
            }
            Block::Table(table) => Some(table.text()),
            Block::Figure(_) => None,
        }
    }

    fn html(&self) -> String {
        match self {
            Block::Text(text) => format!("<p>{}</p>\n", escaped(text.trim_end())),
            Block::List(heading, lines) => {
                let mut html = format!("<p>{}</p>\n<ul>\n", escaped(heading));
                for line in lines {
                    let _ = writeln!(html, "<li>{}</li>", escaped(line));
                }
                html + "</ul>\n"
            }
            Block::Table(table) => table.html(),
            Block::Figure(figure) => format!(
                "<figure>\n<div class=\"wide\">{}</div>\n<div class=\"narrow\">{}</div>\n</figure>\n",
                figure.wide, figure.narrow
            ),
        }
    }
}
