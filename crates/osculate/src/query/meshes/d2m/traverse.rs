//! Traverse-Tree-Pair, D2M's algorithm 6: the pair that may overlap first before the others, never beyond the earliest
//! contact that is known.
//!
//! The paper sorts the parts of one pair and goes depth first; here all pairs wait in one queue, sorted by the time from
//! which they may overlap. That takes a fifth fewer tests of spheres and less than half the tests of features, and
//! everything is known to be apart up to the time of the first in the queue.
//!
//! The bodies are posed anew at the start of a pair's own window, in b's axes and with b's pivot as the origin, wherever
//! their paths bend too much to be followed from the last pose: numbers stay as small as the pair and its window
//! (section VI-A). A window in which they bend too much even so is searched in steps (section IV-D).

use super::super::search::{MeshSearch, Opened};
use super::sphere_pair::Pairs;
use crate::numbers::rounding::sqrt;
use crate::query::agenda::{Agenda, Waiting};
use crate::volume::CutBall;

/// Paths may leave their tangents by this share of a pair's size before the bodies are posed anew, and before a window
/// is cut. Measured: docs/decisions/d2m.md.
const BEND: f64 = 0.2;

/// A pair of nodes that can overlap within a window of time only, for whose start it waits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverlapWindow {
    pub(crate) nodes: (u32, u32),
    pub(crate) from: f64,
    pub(crate) to: f64,
}

impl Waiting for OverlapWindow {
    #[inline(always)]
    fn time(&self) -> f64 {
        self.from
    }

    #[inline(always)]
    fn nodes(&self) -> (u32, u32) {
        self.nodes
    }
}

/// What a pair of leaves has to say.
#[derive(Clone, Copy)]
pub(in crate::query) struct Leaves {
    /// From here on something may be in contact; infinity if nothing is within the window.
    pub(in crate::query) touch: f64,
    /// From here on they are to be looked at again; infinity if they need not be.
    pub(in crate::query) again: f64,
}

impl Leaves {
    pub(in crate::query) const APART: Leaves = Leaves {
        touch: f64::INFINITY,
        again: f64::INFINITY,
    };
}

/// The budget ran out.
pub(in crate::query) struct Spent;

/// Calls `leaves` with every pair of leaves that may overlap, its window cut off at the earliest time that it has
/// returned. If the budget runs out, everything is apart before the time that is returned.
pub(in crate::query) fn traverse(
    search: &mut MeshSearch<CutBall>,
    windows: &mut Agenda<OverlapWindow>,
    whole: OverlapWindow,
    mut leaves: impl FnMut(
        &mut MeshSearch<CutBall>,
        OverlapWindow,
        [&[u32]; 2],
    ) -> Result<Leaves, Spent>,
) -> Result<(), f64> {
    let mut end = whole.to;
    windows.begin(whole.from);
    windows.push(whole);
    loop {
        let mut window = match windows.pop() {
            Some(window) if window.from <= end => window,
            _ => return Ok(()),
        };
        let now = windows.now();
        if search.spent() {
            return Err(now);
        }
        window.to = window.to.min(end);
        search.stats.iterations += 1;
        let Some((window, rest)) = place(search, window) else {
            continue;
        };
        if let Some(rest) = rest {
            windows.push(rest);
        }
        match search.open(window.nodes) {
            Opened::Triangles(a, b) => match leaves(search, window, [a, b]) {
                Ok(Leaves { touch, again }) => {
                    end = end.min(touch);
                    if again <= window.to {
                        windows.push(OverlapWindow {
                            from: again,
                            ..window
                        });
                    }
                }
                Err(Spent) => return Err(now),
            },
            Opened::Pairs(pairs) => {
                for mut part in overlaps(search, pairs, window) {
                    if part.from > part.to {
                        continue;
                    }
                    let open_until = search.after(search.flat_for(part.nodes));
                    part.from = part.from.max(open_until);
                    if part.from <= part.to {
                        windows.push(part);
                    }
                }
            }
        }
    }
}

/// Poses the bodies so that the window can be looked at: as much of it as can be at once, and the rest. `None` if the
/// pair turns out to be apart.
#[inline(always)]
fn place(
    search: &mut MeshSearch<CutBall>,
    window: OverlapWindow,
) -> Option<(OverlapWindow, Option<OverlapWindow>)> {
    if pose(search, &window) {
        return Some((window, None));
    }
    // Too long to be followed as one: unless whole turns are apart, step by step.
    let [window, _] = overlaps(search, [window.nodes; 2], window);
    if window.from > window.to {
        return None;
    }
    search.pose(window.from);
    // Spheres that are far apart for their size need not be followed as closely as they are small.
    let size = search.size(window.nodes).max(search.apart(window.nodes));
    let step = sqrt(2.0 * BEND * size / search.motion.bend());
    let middle = window.from + step;
    if !(middle > window.from && middle < window.to) {
        return Some((window, None));
    }
    let rest = OverlapWindow {
        from: middle,
        ..window
    };
    let now = OverlapWindow {
        to: middle,
        ..window
    };
    Some((now, Some(rest)))
}

/// Poses the bodies at the start of a window, or leaves them a little before it. Says whether they can be followed to
/// its end from there.
#[inline(always)]
pub(super) fn pose(search: &mut MeshSearch<CutBall>, window: &OverlapWindow) -> bool {
    let bend = search.motion.bend();
    let slack = 2.0 * BEND * search.size(window.nodes);
    let straight = |from: f64| bend * (window.to - from) * (window.to - from) <= slack;
    if search.instant.t <= window.from && straight(search.instant.t) {
        return true;
    }
    search.pose(window.from);
    straight(window.from)
}

/// The windows of two pairs of nodes, within one that starts at or after the instant; of a pair that is apart the start
/// is after the end.
#[inline(always)]
fn overlaps(
    search: &mut MeshSearch<CutBall>,
    pairs: [(u32, u32); 2],
    window: OverlapWindow,
) -> [OverlapWindow; 2] {
    let times = within(search, search.spheres(pairs), window);
    let window = |i: usize| OverlapWindow {
        nodes: pairs[i],
        from: times[i][0],
        to: times[i][1],
    };
    [window(0), window(1)]
}

/// The times within a window at which two pairs of spheres may overlap; not in order if there are none.
#[inline(always)]
pub(super) fn within(
    search: &mut MeshSearch<CutBall>,
    pairs: Pairs,
    window: OverlapWindow,
) -> [[f64; 2]; 2] {
    search.stats.volume_pairs += 2;
    let t = search.instant.t;
    // A sum or a difference of times is off by half a unit of the last place, which is less than this.
    let doubt = f64::EPSILON * (t.abs() + window.to.abs());
    let (from, to) = (window.from - t - doubt, window.to - t + doubt);
    let found = search.overlap(pairs, from.max(0.0), to);
    let within = |[first, last]: [f64; 2]| {
        let (first, last) = (t + first - doubt, t + last + doubt);
        [
            if first > window.from {
                first
            } else {
                window.from
            },
            if last < window.to { last } else { window.to },
        ]
    };
    [within(found[0]), within(found[1])]
}
