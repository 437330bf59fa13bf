//! The chord bound along one direction: what two bodies' extremes at both ends of their stretches prove of all between.

use super::memory::PairMemory;
use super::stretch::Stretch;
use crate::numbers::lanes::Lanes;
use crate::numbers::rounding::{UNIT, length, up};
use crate::shape::Hull;
use glam::DVec3;

/// The factor of what is left of a gap along a unit direction from b to a: its length is one to within 18 units. The difference from
/// what is taken off rounds by a unit, and so does this product. Margins are not to be shortened: a [`Stretch`] has them longer by as much.
const SHORTENED: f64 = 1.0 - 32.0 * UNIT;

/// How far the square of a unit direction's length may be off: the length itself is by half of that and of 3 units.
const UNIT_SQUARE: f64 = 32.0 * UNIT;

/// What is left of a separation: it pays for the two differences that made it and for the one that it is used in, each of which
/// rounds by a unit of it at most, and for this product. A sum of errors has been paid for by its parts.
const DOWN: f64 = 1.0 - 8.0 * UNIT;

/// The normal of the plane, if one body is a half-space, or else this one.
pub(super) fn known_normal(a: &Stretch, b: &Stretch, normal: DVec3) -> Option<DVec3> {
    match (a.plane, b.plane) {
        (None, None) => Some(normal),
        (None, Some(up)) => Some(up),
        (Some(up), None) => Some(-up),
        (Some(_), Some(_)) => None,
    }
}

/// Two bodies' extremes along a unit direction from b to a, at both ends of their stretches.
pub(super) struct Chord {
    pub(super) normal: DVec3,
    /// How far a's ball is from b's along it at the start.
    between: f64,
    /// How far a goes down from there at the start and at the end, and b up.
    low_a: [f64; 2],
    high_b: [f64; 2],
    /// How far all that may be off, and both margins.
    taken_off: f64,
    /// How far points may stray from their chords.
    sag: f64,
}

impl Chord {
    /// Of two boxes along a unit direction.
    #[inline(always)]
    pub(super) fn of_boxes(a: &Stretch, b: &Stretch, normal: DVec3) -> Chord {
        let extents = [a.extents_of_box(normal), b.extents_of_box(normal)];
        Chord::with(a, b, normal, extents)
    }

    /// Of any two bodies; `None` if this is no unit direction.
    pub(super) fn new(a: &Stretch, b: &Stretch, normal: DVec3) -> Option<Chord> {
        // No number is not within.
        if !((normal.dot(normal) - 1.0).abs() <= UNIT_SQUARE) {
            return None;
        }
        let extents = [a.extents(-normal), b.extents(normal)];
        Some(Chord::bent(a, b, normal, extents))
    }

    /// Of a part of either of two bodies that are hulls or compounds.
    pub(super) fn of_parts(
        a: &Stretch,
        b: &Stretch,
        parts: [&Hull; 2],
        normal: DVec3,
    ) -> Option<Chord> {
        if !((normal.dot(normal) - 1.0).abs() <= UNIT_SQUARE) {
            return None;
        }
        let extents = [
            a.extents_of_part(-normal, parts[0]),
            b.extents_of_part(normal, parts[1]),
        ];
        Some(Chord::bent(a, b, normal, extents))
    }

    /// With the sag along this direction.
    fn bent(a: &Stretch, b: &Stretch, normal: DVec3, extents: [Lanes; 2]) -> Chord {
        let mut chord = Chord::with(a, b, normal, extents);
        if a.tilt + b.tilt > 0.0 {
            chord.taken_off += tilted(a, b);
        }
        chord.sag = a.sag_along(normal) + b.sag_along(normal);
        chord
    }

    #[inline(always)]
    fn with(a: &Stretch, b: &Stretch, normal: DVec3, [fall, rise]: [Lanes; 2]) -> Chord {
        let between = a.centre - b.centre;
        let far = between.abs().element_sum();
        Chord {
            normal,
            between: normal.dot(between),
            low_a: [-fall.0[0], normal.dot(a.way) - fall.0[1]],
            high_b: [rise.0[0], normal.dot(b.way) + rise.0[1]],
            taken_off: (a.taken_off + b.taken_off) + 16.0 * UNIT * far,
            sag: a.sag + b.sag,
        }
    }

    /// The gap of the cores along the direction at the least favourable of all instants of either body.
    #[inline(always)]
    pub(super) fn at_any_stops(&self) -> f64 {
        let ([p, q], [r, s]) = (self.low_a, self.high_b);
        let low = if p < q { p } else { q };
        let high = if r > s { r } else { s };
        (self.between + (low - high)) - self.sag
    }

    /// The same at every instant that the bodies have in common.
    #[inline(always)]
    pub(super) fn together(&self) -> f64 {
        let [start, end] = [0, 1].map(|end| self.low_a[end] - self.high_b[end]);
        (self.between + if start < end { start } else { end }) - self.sag
    }

    /// What the bodies are apart at the start and at the end, less what points may stray between: at every instant they are apart by no less than what lies
    /// on the straight line between both.
    pub(super) fn separations(&self) -> [f64; 2] {
        [0, 1].map(|end| {
            let gap = self.between + (self.low_a[end] - self.high_b[end]);
            self.separation(gap - self.sag)
        })
    }

    /// What a gap of the cores proves of the bodies' separation.
    #[inline(always)]
    pub(super) fn separation(&self, gap: f64) -> f64 {
        (gap - self.taken_off) * SHORTENED
    }

    /// How far the bodies are apart at the end, at least.
    #[inline(always)]
    pub(super) fn separation_at_end(&self) -> f64 {
        self.separation(self.between + (self.low_a[1] - self.high_b[1]))
    }
}

/// What a half-space's normal may be off by makes of all that is looked at along it.
fn tilted(a: &Stretch, b: &Stretch) -> f64 {
    let far = length(a.centre - b.centre) + length(a.way) + length(b.way);
    (a.tilt + b.tilt) * up(far + a.radius + b.radius)
}

/// Remembers how far two bodies are apart at the end, at least, along this direction.
pub(super) fn record(
    a: &Stretch,
    b: &Stretch,
    separation: f64,
    normal: DVec3,
    memory: &mut PairMemory,
) {
    let planes = if a.plane.is_some() && b.plane.is_some() {
        // The least tilt makes two half-spaces meet, so what is proven of them is of one instant alone.
        f64::INFINITY
    } else if a.tilt + b.tilt > 0.0 {
        turned_planes(a, b)
    } else {
        0.0
    };
    memory.normal = normal;
    record_bounded(a, b, separation - planes, memory);
}

/// The same, of bodies that are no half-spaces, and along the direction that is remembered.
#[inline(always)]
pub(super) fn record_bounded(a: &Stretch, b: &Stretch, separation: f64, memory: &mut PairMemory) {
    let off = a.end_error + b.end_error;
    memory.places = [a.end_place, b.end_place];
    memory.along = true;
    memory.separation = (separation - off) * DOWN;
}

/// What a half-space's rotation may make of a separation although it has the same numbers: rotations that are known to 16
/// units and have the same quaternion differ by 320 (see `Place`), and what is apart by less than it is from the plane's point
/// is no further from that than twice as far while it moves by less than it is apart.
#[inline(never)]
fn turned_planes(a: &Stretch, b: &Stretch) -> f64 {
    let far = length((a.centre + a.way) - (b.centre + b.way));
    1024.0 * UNIT * up(far + a.radius + b.radius + a.margin + b.margin)
}
