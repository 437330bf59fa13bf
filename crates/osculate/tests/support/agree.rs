//! The relation that two answers to one query must stand in.

use osculate::{Evidence, Outcome, Verdict};

/// Nothing is free where the other has touched. `Err` says what is.
pub fn agree(span: (f64, f64), one: &Outcome, other: &Outcome) -> Result<(), String> {
    let free_until = |outcome: &Outcome| match outcome.verdict {
        Verdict::Free => Some(span.1),
        Verdict::Contact(contact) => Some(contact.lower),
        Verdict::Overlapping { .. } => None,
        Verdict::Undecided { free_until, .. } => free_until,
    };
    let closed_at = |outcome: &Outcome| match outcome.verdict {
        Verdict::Contact(contact) if contact.evidence == Evidence::Crossing => Some(contact.upper),
        Verdict::Overlapping { proven: true, .. } => Some(span.0),
        _ => None,
    };
    for (x, y) in [(one, other), (other, one)] {
        if let (Some(free), Some(closed)) = (free_until(x), closed_at(y))
            && free >= closed
        {
            return Err(format!(
                "one answer is free until {free:?}, another has touched by {closed:?}"
            ));
        }
    }
    Ok(())
}
