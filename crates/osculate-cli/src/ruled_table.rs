//! Tables with one rule, below the header.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// The table as text; columns after the first `texts` are numbers.
pub fn drawn(header: &[&str], texts: usize, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_style(TableStyle::new().header_separator(LineStyle::none().fill('─')))
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(header)
        .add_rows(rows);
    for column in table.column_iter_mut().skip(texts) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}
