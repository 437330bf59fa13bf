//! Fields that the CSV files of the experiments share.

use osculate::{Evidence, Verdict};

/// How a contact was proven.
pub fn evidence(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Crossing => "crossing",
        Evidence::Near => "near",
    }
}

/// An outcome in a word, and the time up to which the bodies are proven apart, unless that is all of the span.
pub fn outcome(verdict: &Verdict) -> (&'static str, Option<f64>) {
    match verdict {
        Verdict::Contact(contact) => (evidence(contact.evidence), Some(contact.lower)),
        Verdict::Free => ("free", None),
        Verdict::Overlapping { .. } => ("overlapping", None),
        Verdict::Undecided { free_until, .. } => ("undecided", *free_until),
    }
}

/// A number, or nothing.
pub fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:e}"))
}
