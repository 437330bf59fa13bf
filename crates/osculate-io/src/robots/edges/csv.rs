//! Edges in CSV files: a header of joint names, then an edge a line.

use super::{Edges, EdgesFault, fits};
use crate::max_size::MaxSize;
use crate::robots::coordinates::Coordinates;
use crate::text::{Lines, shown};

/// The edges of a file with these bytes.
///
/// The header names the columns of one configuration, or of both ends; each line has the numbers of both.
pub(super) fn parse(bytes: &[u8], robot: &Coordinates, most: MaxSize) -> Result<Edges, EdgesFault> {
    let mut lines = Lines::new(bytes).filter(|(_, line)| !line.trim_ascii().is_empty());
    let Some((number, header)) = lines.next() else {
        return Err(EdgesFault::Line(
            1,
            "the header of joint names is missing".to_owned(),
        ));
    };
    let names: Vec<String> = fields(header).map(name).collect();
    if names.iter().all(|name| name.parse::<f64>().is_ok()) {
        let told = "the header of joint names is missing: these are numbers";
        return Err(EdgesFault::Line(number, told.to_owned()));
    }
    let (first, second) = names.split_at(names.len() / 2);
    let names = if first == second { first } else { &names[..] };
    let columns = robot
        .of_columns(names)
        .map_err(|error| EdgesFault::Line(number, error.to_string()))?;
    let mut all = Vec::new();
    let mut row = Vec::with_capacity(2 * names.len());
    for (number, line) in lines {
        row.clear();
        for (index, field) in fields(line).enumerate() {
            let text = std::str::from_utf8(field).unwrap_or_default();
            match text.parse::<f64>() {
                Ok(value) if value.is_finite() => row.push(value),
                _ => {
                    let joint = &names[index % names.len()];
                    let told = format!(
                        "field {} ({joint}): {} is not a finite number",
                        index + 1,
                        shown(field)
                    );
                    return Err(EdgesFault::Line(number, told));
                }
            }
        }
        if row.len() != 2 * names.len() {
            let told = format!(
                "an edge has {} numbers, {} a configuration, not {}",
                2 * names.len(),
                names.len(),
                row.len()
            );
            return Err(EdgesFault::Line(number, told));
        }
        let (from, to) = row.split_at(names.len());
        columns.add(from, &mut all);
        columns.add(to, &mut all);
        if !fits(all.len(), most) {
            return Err(EdgesFault::TooLarge);
        }
    }
    Ok(Edges::new(columns.full_width(), all))
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii)
}

/// A name, which may stand in quotes.
fn name(field: &[u8]) -> String {
    let quoted = field
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""));
    String::from_utf8_lossy(quoted.unwrap_or(field)).into_owned()
}
