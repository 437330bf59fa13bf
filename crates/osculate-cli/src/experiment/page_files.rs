//! The page of an experiment, and the traces beside it.

use super::html::escaped;
use super::report::Report;
use crate::output::Output;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// Writes a trace.
pub type WriteTrace<'a> = Box<dyn FnOnce(&mut Output) -> io::Result<()> + 'a>;

/// A case to be looked at.
pub struct Case<'a> {
    /// What it is, in a sentence.
    pub told: String,
    /// Writes its trace.
    pub trace: WriteTrace<'a>,
}

/// The case that took the most work, and one that took as much as half of all do not exceed.
pub struct Cases<'a> {
    pub worst: Case<'a>,
    pub typical: Case<'a>,
}

impl<'a> Cases<'a> {
    /// The worst and the typical one of all, by the work that each took; none if there are none.
    pub fn among<T: Copy>(
        all: &[T],
        work: impl Fn(T) -> u64,
        case: impl Fn(T) -> Case<'a>,
    ) -> Option<Cases<'a>> {
        let work: Vec<u64> = all.iter().map(|&one| work(one)).collect();
        let [worst, typical] = worst_and_typical(&work)?.map(|index| case(all[index]));
        Some(Cases { worst, typical })
    }
}

/// Which of these numbers is the largest, and which lies in the middle; none if there are no numbers.
fn worst_and_typical(numbers: &[u64]) -> Option<[usize; 2]> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|&index| numbers[index]);
    Some([*order.last()?, order[(order.len() - 1) / 2]])
}

/// The page, and the traces that it links to.
pub struct PageFiles {
    page: Output,
    worst: Trace,
    typical: Trace,
}

struct Trace {
    /// How the page links to it.
    name: String,
    output: Output,
}

impl PageFiles {
    /// The page `path`, with traces of almost its name. All are opened before the work, so that a folder that cannot be written
    /// to is told at once.
    pub fn create(path: &Path) -> anyhow::Result<PageFiles> {
        let trace = |which: &str| -> anyhow::Result<Trace> {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{stem}-{which}.jsonl");
            let output = Output::file(&path.with_file_name(&name))?;
            Ok(Trace { name, output })
        };
        Ok(PageFiles {
            page: Output::file(path)?,
            worst: trace("worst")?,
            typical: trace("typical")?,
        })
    }

    /// Writes everything; the traces first, so that a page has no dead links.
    pub fn write(mut self, report: &Report, cases: Option<Cases>) -> io::Result<()> {
        let mut links = String::new();
        if let Some(cases) = cases {
            links += "<h2>To be looked at</h2>\n<ul>\n";
            for (what, case, mut trace) in [
                ("The worst case", cases.worst, self.worst),
                ("A typical case", cases.typical, self.typical),
            ] {
                (case.trace)(&mut trace.output)?;
                trace.output.finish()?;
                let _ = writeln!(
                    links,
                    "<li>{what}: {}. <a href=\"{}\">{}</a>; open it with <code>osculate view {}</code></li>",
                    escaped(&case.told),
                    in_address(&trace.name),
                    escaped(&trace.name),
                    escaped(&trace.name),
                );
            }
            links += "</ul>\n";
        }
        self.page.write_all(report.page(&links).as_bytes())?;
        self.page.finish()
    }
}

/// A file's name as a link takes it: a `#` in it begins no fragment, and a `:` no scheme.
fn in_address(name: &str) -> String {
    let mut address = String::from("./");
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_and_the_median_are_found() {
        assert_eq!(worst_and_typical(&[5, 9, 1, 7, 3]), Some([1, 0]));
        assert_eq!(worst_and_typical(&[4]), Some([0, 0]));
        assert_eq!(worst_and_typical(&[]), None);
    }

    #[test]
    fn links_survive_odd_names() {
        assert_eq!(in_address("a b#1é.jsonl"), "./a%20b%231%C3%A9.jsonl");
    }
}
