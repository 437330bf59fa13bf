//! Whether an answer of the library keeps the promises of its verdict.

use glam::DVec3;
use osculate::{Contact, Evidence, Outcome, Verdict};
use osculate_judge::hulls::walk::{Judge, Truth};

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Said to be free, but the bodies overlap.
    Missed,
    /// They overlap before the instant up to which they are said to be apart.
    Late,
    /// Further apart at `lower` than the tolerance.
    Loose,
    /// Anything else that is said and is not so.
    Misstated,
}

pub type Judged = Result<(), (Fault, String)>;

/// Checks all promises of `outcome`; what the bodies really do is `truth`.
pub fn check(judge: &Judge, truth: &Truth, outcome: &Outcome) -> Judged {
    let (start, end) = judge.pair.span;
    let slack = judge.slack;
    check_tolerance(judge, outcome)?;
    match outcome.verdict {
        Verdict::Free => match truth.overlap_at {
            Some(t) => Err((Fault::Missed, format!("free, but they overlap at {t:?}"))),
            None => Ok(()),
        },
        Verdict::Contact(contact) => {
            let Contact { lower, upper, .. } = contact;
            if !(start <= lower && lower <= upper && upper <= end) {
                return misstated(format!("[{lower:?}, {upper:?}] is not a part of the span"));
            }
            if let Some(t) = truth.overlap_at.filter(|&t| t <= lower) {
                let text = format!("apart up to {lower:?}, but they overlap at {t:?}");
                return Err((Fault::Late, text));
            }
            check_contact(judge, outcome, &contact)
        }
        Verdict::Overlapping { proven, .. } => {
            let allowed = slack
                + if proven {
                    0.0
                } else {
                    4.0 * outcome.resolution
                };
            let gap = judge.separation(start);
            if gap.lower > allowed {
                return misstated(format!("overlapping at a separation of {:e}", gap.lower));
            }
            Ok(())
        }
        Verdict::Undecided { free_until, .. } => {
            if let (Some(until), Some(t)) = (free_until, truth.overlap_at)
                && t <= until
            {
                let text = format!("apart up to {until:?}, but they overlap at {t:?}");
                return Err((Fault::Late, text));
            }
            Ok(())
        }
    }
}

fn misstated(text: String) -> Judged {
    Err((Fault::Misstated, text))
}

fn check_contact(judge: &Judge, outcome: &Outcome, contact: &Contact) -> Judged {
    let slack = judge.slack;
    let tolerance = outcome.tolerance;
    let Contact { lower, upper, .. } = *contact;
    let here = judge.separation(lower);
    if here.lower > tolerance + slack {
        return Err((
            Fault::Loose,
            format!(
                "at lower = {lower:?} they are {:e} apart, with a tolerance of {tolerance:e}",
                here.lower
            ),
        ));
    }
    let there = judge.separation(upper);
    let most = match contact.evidence {
        Evidence::Crossing => slack,
        Evidence::Near => tolerance + slack,
    };
    if there.lower > most {
        return misstated(format!(
            "{:?} at upper = {upper:?}, where they are {:e} apart",
            contact.evidence, there.lower
        ));
    }
    let told = contact.separation;
    if !(told.lower <= here.upper + slack && told.upper >= here.lower - slack) {
        return misstated(format!(
            "the separation is told as {told:?}; it is within [{:e}, {:e}]",
            here.lower, here.upper
        ));
    }
    if !(told.upper <= tolerance * (1.0 + 1e-12)) {
        return misstated(format!("{told:?} exceeds the tolerance {tolerance:e}"));
    }
    if !((contact.normal.length() - 1.0).abs() <= 1e-12) {
        return misstated(format!("the normal {} is not a unit", contact.normal));
    }
    let along = judge.gap_along(lower, contact.normal);
    if !(along > -slack) {
        return misstated(format!(
            "the bodies overlap along the normal {} by {:e}",
            contact.normal, -along
        ));
    }
    // Points of the world are rounded where they are.
    let rounding = |point: DVec3| 8.0 * f64::EPSILON * point.abs().max_element();
    let (point_a, point_b) = (contact.point_a, contact.point_b);
    for (of_a, point) in [(true, point_a), (false, point_b)] {
        let off = judge.outside(of_a, point, lower);
        if !(off <= slack + rounding(point)) {
            let name = if of_a { "a" } else { "b" };
            return misstated(format!("point_{name} = {point} is {off:e} off its body"));
        }
    }
    let apart = (point_a - point_b).length();
    if !(apart <= tolerance + slack + rounding(point_a) + rounding(point_b)) {
        return misstated(format!(
            "the points are {apart:e} apart, with a tolerance of {tolerance:e}"
        ));
    }
    Ok(())
}

/// The tolerance is the one asked for, or half the gap at the start where that is smaller.
fn check_tolerance(judge: &Judge, outcome: &Outcome) -> Judged {
    let Some(asked) = judge.pair.tolerance else {
        return Ok(());
    };
    let told = outcome.tolerance;
    let gap = judge.separation(judge.pair.span.0);
    let slack = judge.slack + 1e-12 * asked;
    let right = if gap.lower > asked + slack {
        told == asked
    } else {
        told <= asked
    };
    // Nothing is promised to bodies that overlap at the start.
    if right || matches!(outcome.verdict, Verdict::Overlapping { .. }) {
        return Ok(());
    }
    misstated(format!(
        "a tolerance of {told:e}; asked for {asked:e}, with a gap of {:e} at the start",
        gap.lower
    ))
}
