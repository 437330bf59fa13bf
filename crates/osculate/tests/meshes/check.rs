//! Whether an answer keeps the promises of its verdict.

use crate::scenes::Method;
use osculate::{Contact, Evidence, Feature, Outcome, Verdict};
use osculate_judge::meshes::fixed::{Ball, Fixed};
use osculate_judge::meshes::judge::{FirstContact, Gap, Judge};
use osculate_judge::meshes::motion::{Balls, dot, sub};
use osculate_judge::meshes::triangles;

/// What is left to say about an answer that was not refuted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// Some promise could be neither confirmed nor refuted.
    pub doubt: bool,
    /// The answer is a contact, and the reference sees the bodies go on through each other: see [`transversal`].
    pub transversal: bool,
}

/// How many instants the reference may look at to confirm one promise.
const EFFORT: u64 = 20_000;

/// Checks all promises of an answer against the reference.
pub fn check(
    judge: &Judge,
    reference: &FirstContact,
    method: Method,
    outcome: &Outcome,
) -> Result<Opinion, String> {
    let (start, end) = judge.scene.span;
    let mut opinion = Opinion::default();
    match outcome.verdict {
        Verdict::Free => opinion.doubt |= !free(judge, reference, end)?,
        Verdict::Contact(contact) => {
            opinion.doubt |= !check_contact(judge, reference, outcome, &contact)?;
            if method.heeds_tolerance() {
                check_tolerance(judge, outcome)?;
                opinion.transversal = transversal(judge, &contact);
            }
        }
        Verdict::Overlapping { proven: true, .. } => match judge.gap(start) {
            Gap::Positive => {
                return Err(format!(
                    "a proven overlap, but the gap at {start:?} is positive"
                ));
            }
            Gap::Closed { .. } => {}
            Gap::Unknown => opinion.doubt = true,
        },
        Verdict::Overlapping { proven: false, .. } => {
            let most = judge.fixed(judge.scene.clearance) + judge.fixed(4.0 * outcome.resolution);
            let separation = judge.separation(start).0;
            if separation.lower > most {
                return Err(format!(
                    "called touching at a separation of {:e}, with a resolution of {:e}",
                    judge.length(separation.lower),
                    outcome.resolution
                ));
            }
        }
        Verdict::Undecided {
            free_until: Some(until),
            ..
        } => {
            if !(start..=end).contains(&until) {
                return Err(format!("free until {until:?}, outside the span"));
            }
            opinion.doubt |= !free(judge, reference, until)?;
        }
        Verdict::Undecided {
            free_until: None, ..
        } => {}
    }
    Ok(opinion)
}

/// `Ok(true)` if the gap is positive from the start to `until`, `Err` if it is not, `Ok(false)` if nobody knows.
fn free(judge: &Judge, reference: &FirstContact, until: f64) -> Result<bool, String> {
    if let Some(hit) = reference.hit.filter(|&hit| hit <= until) {
        return Err(format!(
            "said to be free until {until:?}, but the gap at {hit:?} is at most zero"
        ));
    }
    let Some(from) = reference.free_until else {
        return Ok(false);
    };
    if until <= from {
        return Ok(true);
    }
    let Err(stop) = judge.prove_free(from, until, 0.0, EFFORT) else {
        return Ok(true);
    };
    // Not proven: try to refute it, there and at the end.
    for t in [stop, until] {
        if matches!(judge.gap(t), Gap::Closed { .. }) {
            return Err(format!(
                "said to be free until {until:?}, but the gap at {t:?} is at most zero"
            ));
        }
    }
    Ok(false)
}

fn check_contact(
    judge: &Judge,
    reference: &FirstContact,
    outcome: &Outcome,
    contact: &Contact,
) -> Result<bool, String> {
    let (start, end) = judge.scene.span;
    let Contact { lower, upper, .. } = *contact;
    if !(start <= lower && lower <= upper && upper <= end) {
        return Err(format!(
            "contact in [{lower:?}, {upper:?}], which is not a part of the span"
        ));
    }
    let mut sure = free(judge, reference, lower)?;
    let clearance = judge.fixed(judge.scene.clearance);
    let most = clearance + judge.fixed(outcome.tolerance);
    let here = judge.separation(lower).0;
    if here.upper <= clearance {
        return Err(format!("the gap at lower = {lower:?} is at most zero"));
    }
    sure &= here.lower > clearance;
    if here.lower > most {
        let (gap, tolerance) = (judge.length(here.lower - clearance), outcome.tolerance);
        return Err(format!(
            "the gap at lower = {lower:?} is {gap:e}, more than the tolerance {tolerance:e}"
        ));
    }
    let told = contact.separation;
    let (told_lower, told_upper) = (judge.fixed(told.lower), judge.fixed(told.upper));
    if here.upper < told_lower || here.lower > told_upper {
        let (low, high) = (judge.length(here.lower), judge.length(here.upper));
        return Err(format!(
            "the separation at lower is in [{low:e}, {high:e}], not in {told:?}"
        ));
    }
    if told.upper > (judge.scene.clearance + outcome.tolerance) * (1.0 + 1e-12) {
        return Err(format!(
            "the separation {told:?} leaves the gap above the tolerance {:e}",
            outcome.tolerance
        ));
    }
    match contact.evidence {
        Evidence::Crossing => match judge.gap(upper) {
            Gap::Positive => {
                return Err(format!(
                    "a crossing, but the gap at upper = {upper:?} is positive"
                ));
            }
            Gap::Closed { .. } => {}
            Gap::Unknown => sure = false,
        },
        Evidence::Near => {
            let there = judge.separation(upper).0;
            if there.lower > most {
                return Err(format!(
                    "the gap at upper = {upper:?} is {:e}",
                    judge.length(there.lower - clearance)
                ));
            }
        }
    }
    Ok(sure & check_features(judge, outcome, contact)?)
}

/// The tolerance is the one asked for, or half the gap at the start where that is smaller.
fn check_tolerance(judge: &Judge, outcome: &Outcome) -> Result<(), String> {
    let Some(asked) = judge.scene.tolerance else {
        return Ok(());
    };
    let told = outcome.tolerance;
    let gap = judge.separation(judge.scene.span.0).0;
    let gap = judge.length(gap.upper - judge.fixed(judge.scene.clearance));
    let slack = 4.0 * outcome.resolution + 1e-12 * asked;
    let right = if gap > asked + slack {
        told == asked
    } else {
        told <= asked && 2.0 * told <= gap.max(0.0) + slack
    };
    // Where the gap at the start is the tolerance up to rounding, either will do.
    if right || ((gap - asked).abs() <= slack && told == asked) {
        Ok(())
    } else {
        Err(format!(
            "a tolerance of {told:e}; asked for {asked:e}, with a gap of {gap:e} at the start"
        ))
    }
}

fn check_features(judge: &Judge, outcome: &Outcome, contact: &Contact) -> Result<bool, String> {
    let [Feature::Triangle(i), Feature::Triangle(j)] = contact.features else {
        return Err(format!("{:?} are not triangles", contact.features));
    };
    let counts = [&judge.scene.a, &judge.scene.b].map(|body| body.mesh.triangles().len());
    if i as usize >= counts[0] || j as usize >= counts[1] {
        return Err(format!("there are no triangles {i} and {j}"));
    }
    let (a, b, origin) = judge.corners(contact.lower, (i, j));
    let length = contact.normal.length_squared();
    if length.is_nan() || (length - 1.0).abs() > 1e-14 {
        return Err(format!(
            "the normal {} is not of unit length",
            contact.normal
        ));
    }
    let normal: Balls = contact.normal.to_array().map(Ball::new);
    let mut sure = true;
    for x in &a {
        for y in &b {
            let along = dot(&normal, &sub(x, y));
            if along.upper() <= Fixed::ZERO {
                return Err(format!(
                    "the normal {} does not separate triangles {i} and {j}",
                    contact.normal
                ));
            }
            sure &= along.is_positive();
        }
    }
    let mut slack = 0.0;
    for (name, point, triangle) in [("a", contact.point_a, &a), ("b", contact.point_b, &b)] {
        let here: Balls = std::array::from_fn(|c| Ball::exact(judge.fixed(point[c])) - origin[c]);
        let off = judge.length(triangles::bounds(&[here; 3], triangle, |_| 0.0).lower);
        let allowed = 4.0 * outcome.resolution + f64::EPSILON * 4.0 * point.abs().max_element();
        if off > allowed {
            return Err(format!(
                "point_{name} is {off:e} off its triangle; {allowed:e} would be rounding"
            ));
        }
        slack += allowed;
    }
    let apart = (contact.point_a - contact.point_b).length();
    if apart > judge.scene.clearance + outcome.tolerance + slack {
        return Err(format!(
            "the points are {apart:e} apart, with a tolerance of {:e}",
            outcome.tolerance
        ));
    }
    Ok(sure)
}

/// Whether a contact is transversal: over the stretch before `lower` in which the fastest points travel eight
/// tolerances the gap falls at 10 % of their speed or more, and going on like that for twice and four times as long as
/// it takes to close the gap at `lower`, the surfaces are proven to cross (or to be closer than the clearance), within
/// the span and on instants that `f64` can tell apart.
fn transversal(judge: &Judge, contact: &Contact) -> bool {
    let (start, end) = judge.scene.span;
    let fastest = judge.fastest();
    let gap =
        |t: f64| judge.length(judge.separation(t).0.lower - judge.fixed(judge.scene.clearance));
    let here = gap(contact.lower);
    let before = (contact.lower - 8.0 * here / fastest).max(start);
    let moving = before < contact.lower && here > 0.0;
    if !moving {
        return false;
    }
    let speed = (gap(before) - here) / (contact.lower - before);
    if speed < 0.1 * fastest {
        return false;
    }
    [2.0, 4.0].into_iter().all(|times| {
        let after = contact.lower + times * here / speed;
        let ulps =
            (after - contact.lower) / (f64::EPSILON * contact.lower.abs().max(f64::MIN_POSITIVE));
        after <= end && ulps >= 32.0 && judge.gap(after) == Gap::Closed { stable: true }
    })
}
