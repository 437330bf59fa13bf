//! Which bodies of a tree are somewhere: in a box, along a segment, near a point.

use super::super::StillBox;
use super::super::changing_tree::Node;
use super::{BodyId, BodyTree, BodyTreeError, LARGEST, checked};
use crate::numbers::Interval;
use crate::numbers::rounding::{UNIT, any_length};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec3;

/// A body whose fat box a segment may meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AlongSegment {
    /// The body.
    pub body: BodyId,
    /// No point of the segment before this fraction of its length is in the fat box; 0 for unbounded bodies.
    pub fraction: f64,
}

/// The nearest body, as the caller measures it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Nearest {
    /// The body.
    pub body: BodyId,
    /// What the caller said about it.
    pub distance: f64,
}

/// Memory of [`BodyTree::nearest`], to keep between calls.
#[derive(Clone, Debug, Default)]
pub struct NearestMemory {
    waiting: BinaryHeap<Waiting>,
}

impl NearestMemory {
    /// Without memory yet.
    pub fn new() -> NearestMemory {
        NearestMemory::default()
    }
}

/// A node or an item, and how far it is away at least.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    away: f64,
    is_body: bool,
    number: u32,
}

impl Ord for Waiting {
    /// Greatest is what comes first: the least distance; of those nodes, which may hold bodies as near; then the least slot.
    fn cmp(&self, other: &Waiting) -> Ordering {
        let order = self.away.total_cmp(&other.away);
        let order = order.then(self.is_body.cmp(&other.is_body));
        order.then(self.number.cmp(&other.number)).reverse()
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl BodyTree {
    /// All bodies whose fat boxes a box meets, and all unbounded ones, in the order of their slots; `found` is cleared first.
    pub fn in_box(
        &self,
        sides: [Interval; 3],
        found: &mut Vec<BodyId>,
    ) -> Result<(), BodyTreeError> {
        let held = checked(sides)?;
        found.clear();
        found.extend(self.unbounded.iter().map(|&slot| self.id(slot)));
        self.tree.meeting(&held, |slot| {
            if self.fat[slot as usize].meets(&held) {
                found.push(self.id(slot));
            }
        });
        found.sort_unstable();
        Ok(())
    }

    /// All bodies whose fat boxes the segment between two points may meet, and all unbounded ones, those first where it enters
    /// first; `found` is cleared first. None is left out. A few are too many: those that it misses by rounding.
    ///
    /// For the first body that a ray hits, ask the bodies in this order, until one is hit before the `fraction` of the next.
    pub fn along_segment(
        &self,
        from: DVec3,
        to: DVec3,
        found: &mut Vec<AlongSegment>,
    ) -> Result<(), BodyTreeError> {
        let segment = Segment::new(checked_point(from)?, checked_point(to)?);
        found.clear();
        let unbounded = self.unbounded.iter().map(|&slot| AlongSegment {
            body: self.id(slot),
            fraction: 0.0,
        });
        found.extend(unbounded);
        let visit = |slot: u32| {
            let entry = segment.entry(&self.fat[slot as usize]);
            found.extend(entry.map(|fraction| AlongSegment {
                body: self.id(slot),
                fraction,
            }));
        };
        let may_meet = |node: &Node, lane| segment.entry(&self.tree.around(node, lane)).is_some();
        let lanes = |node: &Node| {
            let lanes = 0..usize::from(node.count);
            lanes.fold(0, |bits, lane| {
                bits | u32::from(may_meet(node, lane)) << lane
            })
        };
        self.tree.visit(lanes, visit);
        found.sort_unstable_by(|a, b| {
            let order = a.fraction.total_cmp(&b.fraction);
            order.then(a.body.cmp(&b.body))
        });
        Ok(())
    }

    /// The body that is nearest to a point, among those at a distance of at most `within`; of several the one with the least slot.
    ///
    /// `distance` says how far a body is from the point: infinity for bodies that do not count, as NaN does. It is asked for
    /// bodies in the order of the distances of their fat boxes, until the next of those is further away than the nearest body.
    pub fn nearest(
        &self,
        point: DVec3,
        within: f64,
        memory: &mut NearestMemory,
        mut distance: impl FnMut(BodyId) -> f64,
    ) -> Result<Option<Nearest>, BodyTreeError> {
        let point = checked_point(point)?;
        if !(within >= 0.0) {
            return Err(BodyTreeError::BadMargin(within));
        }
        let waiting = &mut memory.waiting;
        waiting.clear();
        waiting.extend(self.unbounded.iter().map(|&number| Waiting {
            away: 0.0,
            is_body: true,
            number,
        }));
        waiting.extend(self.tree.root().map(|number| Waiting {
            away: 0.0,
            is_body: false,
            number,
        }));
        let (mut limit, mut nearest) = (within, None::<Nearest>);
        while let Some(next) = waiting.pop()
            && next.away <= limit
        {
            if next.is_body {
                let body = self.id(next.number);
                let distance = distance(body);
                let earlier =
                    nearest.is_none_or(|held| distance < held.distance || body < held.body);
                if distance <= limit && distance < f64::INFINITY && earlier {
                    limit = distance;
                    nearest = Some(Nearest { body, distance });
                }
                continue;
            }
            let node = self.tree.node(next.number);
            for lane in 0..usize::from(node.count) {
                let (is_body, number) = (node.level == 0, node.below[lane]);
                let held = match is_body {
                    true => self.fat[number as usize],
                    false => self.tree.around(node, lane),
                };
                let away = away(&held, point);
                if away <= limit {
                    waiting.push(Waiting {
                        away,
                        is_body,
                        number,
                    });
                }
            }
        }
        Ok(nearest)
    }
}

fn checked_point(point: DVec3) -> Result<DVec3, BodyTreeError> {
    match point.abs().cmple(DVec3::splat(LARGEST)).all() {
        true => Ok(point),
        false => Err(BodyTreeError::BadPoint(point.to_array())),
    }
}

/// At most the distance of a point from a box. Each difference is off by one unit and the length by four, of itself.
fn away(held: &StillBox, point: DVec3) -> f64 {
    let out = (held.low - point).max(point - held.high).max(DVec3::ZERO);
    any_length(out) * (1.0 - 8.0 * UNIT)
}

/// From one point to another.
struct Segment {
    from: [f64; 3],
    way: [f64; 3],
}

/// How much more two fractions may be in the wrong order. A fraction `(side − from) / (to − from)` has three roundings, which
/// make `|fraction| (1 + 3.1 u)`; what is beyond [0, 1] after that is so before, within 4 u, and two of them are compared.
const SLACK: f64 = 16.0 * UNIT;

impl Segment {
    fn new(from: DVec3, to: DVec3) -> Segment {
        Segment {
            from: from.to_array(),
            way: (to - from).to_array(),
        }
    }

    /// A fraction before which it is not in a box that it may meet.
    fn entry(&self, held: &StillBox) -> Option<f64> {
        let (mut enter, mut leave) = (0.0, 1.0);
        for axis in 0..3 {
            let (from, way) = (self.from[axis], self.way[axis]);
            let (near, far) = match way < 0.0 {
                true => (held.high[axis], held.low[axis]),
                false => (held.low[axis], held.high[axis]),
            };
            enter = later(enter, (near - from) / way);
            leave = sooner(leave, (far - from) / way);
        }
        (enter <= leave + SLACK).then(|| (enter - SLACK).max(0.0))
    }
}

/// The greater of two, the first if the second is NaN. That is 0/0: along an axis on which the segment does not move, it is on
/// the border of the box, which keeps nothing out.
#[inline(always)]
fn later(one: f64, other: f64) -> f64 {
    if other > one { other } else { one }
}

/// The less of two, the first if the second is NaN, as for [`later`].
#[inline(always)]
fn sooner(one: f64, other: f64) -> f64 {
    if other < one { other } else { one }
}
