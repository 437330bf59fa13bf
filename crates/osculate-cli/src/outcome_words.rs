//! Outcomes in a word or two, as tables have them.

use crate::numbers::grouped;
use osculate::{Evidence, Reason};

pub const FREE: &str = "free";

/// A contact.
pub fn contact(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Crossing => "contact (crossing)",
        Evidence::Near => "contact (near)",
    }
}

/// An overlap at the start.
pub fn overlapping(proven: bool) -> &'static str {
    match proven {
        true => "overlapping (proven)",
        false => "overlapping (not proven)",
    }
}

/// What could not be shown.
pub fn undecided(reason: Reason) -> &'static str {
    match reason {
        Reason::Budget => "undecided (budget)",
        Reason::Resolution => "undecided (resolution)",
    }
}

/// How many outcomes there are of each kind; `noun` is what one of them answers, and several.
pub fn summary(outcomes: &[&str], noun: [&str; 2]) -> String {
    let kinds = ["contact", FREE, "overlapping", "undecided"];
    let parts: Vec<String> = kinds
        .iter()
        .map(|kind| {
            let of_kind = outcomes.iter().filter(|outcome| outcome.starts_with(kind));
            (kind, of_kind.count())
        })
        .filter(|&(_, count)| count > 0)
        .map(|(kind, count)| format!("{} {kind}", grouped(count as u64)))
        .collect();
    let noun = noun[usize::from(outcomes.len() != 1)];
    let total = grouped(outcomes.len() as u64);
    match parts.is_empty() {
        true => format!("{total} {noun}"),
        false => format!("{total} {noun}: {}", parts.join(", ")),
    }
}
