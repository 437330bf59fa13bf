//! Whether two bodies stay apart on their ways, and if not, how far they may go.

use super::course::Course;
use super::look::Looking;
use crate::contact::Pair;
use crate::state::BodyState;
use osculate::query::small_motions::PairMemory;
use osculate::query::{Then, first_contact_again};
use osculate::{Limits, Motion, Moving, Reason, Span, Verdict, first_contact_with};

/// What is known of two bodies on their ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// They stay apart to the end of the step, as long as neither stops.
    Free,
    /// They stay apart up to this time.
    Until {
        time: f64,
        /// Whether that is where they meet, and not only as far as could be shown.
        met: bool,
    },
}

/// How far the bodies of a pair may go from `time` to the end of the step.
///
/// The clearance is that of the pair, where they begin further apart. Those that begin closer may come closer by a few units of
/// rounding only: they can slide and part, and are pushed apart by the solver. A clearance always pays for what their places
/// are rounded by; bodies that have not even that much between them do not move towards each other.
///
/// They may be stopped while they are further apart than their clearance by the share `early` of it.
pub(crate) fn certify(
    pair: &mut Pair,
    bodies: [&BodyState; 2],
    courses: [&Course; 2],
    (time, early): (f64, f64),
    looking: &mut Looking,
) -> Way {
    // At the end of the step nothing is left to go, and a leg that takes no time has no clock.
    if time >= 1.0 || courses[0].stands() && courses[1].stands() {
        return Way::Free;
    }
    let span = Span::new(time, 1.0).expect("times are within the step");
    let asked = Asked {
        span,
        rounding: rounding(bodies, courses),
        early,
        smaller: bodies[0].reach.min(bodies[1].reach),
    };
    if time == 0.0 && courses[0].from == 0.0 && courses[1].from == 0.0 {
        let legs = courses.map(|course| &course.leg);
        return by_search(pair, bodies, legs, asked, looking);
    }
    let legs = courses.map(Course::timed);
    by_search(pair, bodies, [&legs[0], &legs[1]], asked, looking)
}

/// What is asked of two bodies.
#[derive(Clone, Copy)]
struct Asked {
    span: Span,
    /// How far they may be from where their legs have them, in all.
    rounding: f64,
    early: f64,
    /// The smaller body's reach.
    smaller: f64,
}

/// How far two bodies may be from where their legs have them, in all: of points that may touch.
pub(crate) fn rounding(bodies: [&BodyState; 2], courses: [&Course; 2]) -> f64 {
    let between = courses[0]
        .start
        .position
        .distance(courses[1].start.position)
        + courses[0].shift.length()
        + courses[1].shift.length();
    let of = |body: usize| {
        let reach = between + bodies[0].inertia.centre.length() + bodies[1].inertia.centre.length();
        courses[body].rounding(bodies[body], reach + bodies[1 - body].reach)
    };
    of(0) + of(1)
}

fn by_search<M: Motion>(
    pair: &mut Pair,
    bodies: [&BodyState; 2],
    legs: [&M; 2],
    asked: Asked,
    looking: &mut Looking,
) -> Way {
    let Asked { span, rounding, .. } = asked;
    let start = span.start();
    let full = pair.clearance();
    let [a, b] = [0, 1].map(|body| Moving::new(&*bodies[body].shape, legs[body]));
    // Nearly all begin much further apart than that: how far is asked where it matters, and of those that began closer before.
    let far_enough = full > 2.0 * rounding && !pair.notes().began_close;
    let first = far_enough.then(|| {
        let memory = &pair.known.memory;
        within(full, (a, b), asked, (memory, &mut *looking))
    });
    let far = |way: &Way| match *way {
        Way::Free => true,
        Way::Until { time, .. } => time - start > SOON * (1.0 - start),
    };
    if let Some(way) = first.filter(far) {
        return way;
    }
    let apart = looking.apart(bodies, legs, start);
    let began_close = !(apart > full + 64.0 * rounding);
    pair.notes_mut().began_close = began_close;
    if let Some(way) = first.filter(|_| !began_close) {
        return way;
    }
    let clearance = apart - (64.0 * rounding).min(0.5 * apart);
    if !(clearance > 2.0 * rounding) {
        return not_apart(pair, (a, b), span, looking);
    }
    // The clearance of a pair may be less than what places are rounded by: then that is kept.
    let clearance = clearance.min(full.max(2.0 * rounding));
    within(clearance, (a, b), asked, (&pair.known.memory, looking))
}

/// Bodies that come as close as their clearance within this share of the time left may have begun so close.
const SOON: f64 = 0.01;

/// Bodies are stopped early in steps: to find out the time of their contact better takes longer, and what they do afterwards is the same.
pub(crate) const EARLY: f64 = 0.25;

/// How far bodies may go that are to keep so far apart, and begin further apart.
fn within(
    clearance: f64,
    (a, b): (Moving<osculate::Shape>, Moving<osculate::Shape>),
    asked: Asked,
    (memory, looking): (&PairMemory, &mut Looking),
) -> Way {
    let Asked { span, early, .. } = asked;
    let start = span.start();
    let limits = Limits::default().with_clearance(clearance);
    let mut limits = limits.expect("a rest gap is a length").only_apart();
    // A tolerance that rounding is not far below would leave questions undecided; one that is finer than usual takes longer.
    let finest = (64.0 * asked.rounding).max(1e-6 * asked.smaller);
    if early * clearance > finest.max(1e-60) {
        let early = limits.with_tolerance(early * clearance);
        limits = early.expect("a share of a rest gap is a length");
    }
    let outcome = first_contact_again([a, b], span, &limits, memory, &mut looking.workspace);
    match outcome.verdict {
        Verdict::Free => Way::Free,
        Verdict::Contact(contact) => Way::Until {
            time: contact.lower,
            met: true,
        },
        Verdict::Undecided { free_until, reason } => Way::Until {
            time: free_until.unwrap_or(start),
            met: reason == Reason::Resolution,
        },
        Verdict::Overlapping { .. } => Way::Until {
            time: start,
            met: true,
        },
    }
}

/// Bodies that overlap, or are so close that they cannot be told from ones that do: they may go as long as no part of them gets
/// deeper into another than it is.
#[inline(never)]
fn not_apart(
    pair: &mut Pair,
    (a, b): (Moving<osculate::Shape>, Moving<osculate::Shape>),
    span: Span,
    looking: &mut Looking,
) -> Way {
    let outcome = first_contact_with(a, b, span, &Limits::default(), &mut looking.workspace);
    let start = span.start();
    match outcome.verdict {
        Verdict::Free => Way::Free,
        Verdict::Overlapping {
            start,
            then: Then::Parts { .. } | Then::Stays,
            ..
        } => {
            pair.overlapping = Some(start.depth.upper);
            Way::Free
        }
        Verdict::Overlapping { start: deep, .. } => {
            pair.overlapping = Some(deep.depth.upper);
            Way::Until {
                time: start,
                met: true,
            }
        }
        // A contact of bodies that nearly touch is no further than they may go.
        _ => Way::Until {
            time: start,
            met: true,
        },
    }
}
