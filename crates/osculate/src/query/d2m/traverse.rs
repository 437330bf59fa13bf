//! Traverse-Tree-Pair, D2M's algorithm 6: depth first, the pair that may overlap first before the others, never beyond
//! the earliest contact that is known.
//!
//! The bodies are posed anew at the start of a pair's own window, in b's axes and with b's pivot as the origin, wherever
//! their paths bend too much to be followed from the last pose: numbers stay as small as the pair and its window
//! (section VI-A). A window in which they bend too much even so is searched in steps (section IV-D).

use super::super::search::{Opened, Search};
use super::sphere_pair::overlap;
use crate::motion::Motion;
use crate::rounding::sqrt;
use crate::volume::Sphere;
use alloc::vec::Vec;

/// Paths may leave their tangents by this share of a pair's size before the bodies are posed anew, and before a window
/// is cut. Measured: docs/decisions/d2m.md.
const BEND: f64 = 0.1;

/// A pair of nodes that can overlap within a window of time only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) nodes: (u32, u32),
    pub(crate) from: f64,
    pub(crate) to: f64,
}

/// What a pair of leaves has to say.
pub(in crate::query) enum Leaves {
    /// Apart for the whole window.
    Apart,
    /// Apart before this time.
    Until(f64),
}

/// The budget ran out.
pub(in crate::query) struct Spent;

/// Calls `leaves` with every pair of leaves that may overlap, its window cut off at the earliest time that it has
/// returned. If the budget runs out, everything is apart before the time that is returned.
pub(in crate::query) fn traverse<A: Motion + ?Sized, B: Motion + ?Sized>(
    search: &mut Search<Sphere, A, B>,
    windows: &mut Vec<Window>,
    whole: Window,
    mut leaves: impl FnMut(&mut Search<Sphere, A, B>, Window, &[u32], &[u32]) -> Result<Leaves, Spent>,
) -> Result<(), f64> {
    let mut end = whole.to;
    windows.clear();
    windows.push(whole);
    while let Some(mut window) = windows.pop() {
        if window.from > end {
            continue;
        }
        window.to = window.to.min(end);
        let earliest = |windows: &[Window]| {
            windows
                .iter()
                .fold(window.from, |first, other| first.min(other.from))
        };
        if search.spent() {
            return Err(earliest(windows));
        }
        search.stats.iterations += 1;
        match search.open(window.nodes) {
            Opened::Triangles(a, b) => match leaves(search, window, a, b) {
                Ok(Leaves::Apart) => {}
                Ok(Leaves::Until(time)) => end = end.min(time),
                Err(Spent) => return Err(earliest(windows)),
            },
            Opened::Pairs(pairs) => {
                let Some((window, rest)) = place(search, window) else {
                    continue;
                };
                windows.extend(rest);
                let [first, second] = overlaps(search, pairs, window);
                match (first, second) {
                    (Some(first), Some(second)) if first.from <= second.from => {
                        windows.extend([second, first]);
                    }
                    (first, second) => windows.extend([first, second].into_iter().flatten()),
                }
            }
        }
    }
    Ok(())
}

/// Poses the bodies so that the window can be looked at: as much of it as can be at once, and the rest. `None` if the
/// pair turns out to be apart.
fn place<A: Motion + ?Sized, B: Motion + ?Sized>(
    search: &mut Search<Sphere, A, B>,
    window: Window,
) -> Option<(Window, Option<Window>)> {
    if pose(search, &window) {
        return Some((window, None));
    }
    // Too long to be followed as one: unless whole turns are apart, step by step.
    let [window, _] = overlaps(search, [window.nodes; 2], window);
    let window = window?;
    search.pose(window.from);
    let step = sqrt(2.0 * BEND * search.size(window.nodes) / search.motion.bend());
    let middle = window.from + step;
    if !(middle > window.from && middle < window.to) {
        return Some((window, None));
    }
    let rest = Window {
        from: middle,
        ..window
    };
    let now = Window {
        to: middle,
        ..window
    };
    Some((now, Some(rest)))
}

/// Poses the bodies at the start of a window, or leaves them a little before it. Says whether they can be followed to
/// its end from there.
pub(super) fn pose<A: Motion + ?Sized, B: Motion + ?Sized>(
    search: &mut Search<Sphere, A, B>,
    window: &Window,
) -> bool {
    let bend = search.motion.bend();
    let slack = 2.0 * BEND * search.size(window.nodes);
    let straight = |from: f64| bend * (window.to - from) * (window.to - from) <= slack;
    if search.instant.t <= window.from && straight(search.instant.t) {
        return true;
    }
    search.pose(window.from);
    straight(window.from)
}

/// The windows of two pairs of nodes, within one that starts at or after the instant.
#[inline(always)]
fn overlaps<A: Motion + ?Sized, B: Motion + ?Sized>(
    search: &mut Search<Sphere, A, B>,
    pairs: [(u32, u32); 2],
    window: Window,
) -> [Option<Window>; 2] {
    search.stats.volume_pairs += 2;
    let margins = search.margins();
    let t = search.instant.t;
    let times = [
        (window.from - t).next_down().max(0.0),
        (window.to - t).next_up(),
    ];
    // Two pairs share a sphere: it is followed once.
    let [(a0, b0), (a1, b1)] = pairs;
    let (first_a, first_b) = (search.sphere_a(a0), search.sphere_b(b0));
    let second_a = if a1 == a0 {
        first_a
    } else {
        search.sphere_a(a1)
    };
    let second_b = if b1 == b0 {
        first_b
    } else {
        search.sphere_b(b1)
    };
    let found = [
        overlap(&first_a, &first_b, &margins, times),
        overlap(&second_a, &second_b, &margins, times),
    ];
    let at = |i: usize| {
        found[i].map(|[first, last]| Window {
            nodes: pairs[i],
            from: (t + first).next_down().max(window.from),
            to: (t + last).next_up().min(window.to),
        })
    };
    [at(0), at(1)]
}
