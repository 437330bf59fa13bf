//! The gaps between a volume of one body and two of another: what a walk over two trees asks for.
//!
//! What is computed is what [`SweptSphere::widest_gaps`] does, with the same roundings but for the order of three products of matrices,
//! which lose as much in any order. What there is done for the one volume twice is done once here, and kept for its next pair.

use super::SweptSphere;
use crate::numbers::lanes::{Lanes, LanesVec3};
use glam::{DMat3, DVec3};

/// How b sees a: `turn·(x − pivot_a) + shift` in b's axes, from its pivot.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'v> {
    pub(crate) turn: &'v DMat3,
    pub(crate) shift: DVec3,
    pub(crate) pivots: [DVec3; 2],
}

/// How far volumes reach from their centres, along their axes.
#[derive(Clone, Copy)]
struct Extents {
    half: LanesVec3,
    rectangle: [Lanes; 2],
    radius: Lanes,
    ball: Lanes,
}

impl Extents {
    #[inline(always)]
    fn new(v: [&SweptSphere; 2]) -> Extents {
        let number = |part: fn(&SweptSphere) -> f64| Lanes([part(v[0]), part(v[1])]);
        Extents {
            half: LanesVec3::new(v[0].half, v[1].half),
            rectangle: [number(|v| v.rectangle[0]), number(|v| v.rectangle[1])],
            radius: number(|v| v.radius),
            ball: number(|v| v.ball),
        }
    }

    /// The reach along the line of centres, times the distance.
    #[inline(always)]
    fn along(&self, along: LanesVec3, distance: Lanes) -> Lanes {
        let swept =
            along.x * self.rectangle[0] + along.y * self.rectangle[1] + self.radius * distance;
        let most = along.dot(self.half).min(swept);
        most.min(self.ball * distance)
    }
}

#[inline(always)]
fn axes(v: [&SweptSphere; 2]) -> [LanesVec3; 3] {
    [
        LanesVec3::new(v[0].axes.x_axis, v[1].axes.x_axis),
        LanesVec3::new(v[0].axes.y_axis, v[1].axes.y_axis),
        LanesVec3::new(v[0].axes.z_axis, v[1].axes.z_axis),
    ]
}

#[inline(always)]
fn centres(v: [&SweptSphere; 2], pivot: DVec3) -> LanesVec3 {
    LanesVec3::new(v[0].centre, v[1].centre) - LanesVec3::both(pivot)
}

#[inline(always)]
fn columns(matrix: &DMat3) -> [LanesVec3; 3] {
    [
        LanesVec3::both(matrix.x_axis),
        LanesVec3::both(matrix.y_axis),
        LanesVec3::both(matrix.z_axis),
    ]
}

/// The products of a vector with three.
#[inline(always)]
fn along(axes: &[LanesVec3; 3], v: LanesVec3) -> LanesVec3 {
    LanesVec3 {
        x: axes[0].dot(v),
        y: axes[1].dot(v),
        z: axes[2].dot(v),
    }
}

/// The vector with these coordinates along three.
#[inline(always)]
fn combined(columns: &[LanesVec3; 3], v: LanesVec3) -> LanesVec3 {
    columns[0].scale(v.x) + columns[1].scale(v.y) + columns[2].scale(v.z)
}

/// A volume of a, as b sees it.
pub(crate) struct OneOfA {
    place: LanesVec3,
    axes: [LanesVec3; 3],
    extents: Extents,
    pivot_b: DVec3,
}

impl OneOfA {
    pub(crate) fn new(a: &SweptSphere, seen: Seen) -> OneOfA {
        let [pivot_a, pivot_b] = seen.pivots;
        let place = *seen.turn * (a.centre - pivot_a) + seen.shift;
        OneOfA {
            place: LanesVec3::both(place),
            axes: columns(&(*seen.turn * a.axes)),
            extents: Extents::new([a, a]),
            pivot_b,
        }
    }

    /// The widest gaps that are found to two volumes of b.
    #[inline(always)]
    pub(crate) fn gaps(&self, b: [&SweptSphere; 2]) -> Lanes {
        let between = centres(b, self.pivot_b) - self.place;
        let axes_b = axes(b);
        // Not by `map`, which is not inlined.
        let [x, y, z] = axes_b;
        let cosine = |axis: LanesVec3| along(&self.axes, axis).abs();
        let cosines = [cosine(x), cosine(y), cosine(z)];
        let along = [
            along(&self.axes, between).abs(),
            along(&axes_b, between).abs(),
        ];
        widest(
            &cosines,
            along,
            between.length(),
            [&self.extents, &Extents::new(b)],
        )
    }
}

/// A volume of b, as volumes of a see it.
pub(crate) struct OneOfB {
    /// From a's pivot to the volume, in b's axes.
    place: LanesVec3,
    axes: [LanesVec3; 3],
    extents: Extents,
    turn: [LanesVec3; 3],
    /// The columns of what takes a direction in a to its products with the axes.
    cosines: [LanesVec3; 3],
    pivot_a: DVec3,
}

impl OneOfB {
    pub(crate) fn new(b: &SweptSphere, seen: Seen) -> OneOfB {
        let [pivot_a, pivot_b] = seen.pivots;
        OneOfB {
            place: LanesVec3::both((b.centre - pivot_b) - seen.shift),
            axes: columns(&b.axes),
            extents: Extents::new([b, b]),
            turn: columns(seen.turn),
            cosines: columns(&(b.axes.transpose() * *seen.turn)),
            pivot_a,
        }
    }

    /// The widest gaps that are found to two volumes of a.
    #[inline(always)]
    pub(crate) fn gaps(&self, a: [&SweptSphere; 2]) -> Lanes {
        let between = self.place - combined(&self.turn, centres(a, self.pivot_a));
        let axes_a = axes(a);
        let [x, y, z] = axes_a;
        let cosine = |axis: LanesVec3| combined(&self.cosines, axis).abs();
        let cosines = [cosine(x), cosine(y), cosine(z)];
        // (turn·axis)·between = axis·(turnᵀ·between), whatever the matrix is.
        let back = along(&self.turn, between);
        let along = [along(&self.axes, between).abs(), along(&axes_a, back).abs()];
        widest(
            &cosines,
            along,
            between.length(),
            [&self.extents, &Extents::new(a)],
        )
    }
}

/// The widest gaps along the axes of the one volume, of the others, and the lines of centres. `cosines[i]` has the axes i of the others along
/// those of the one, `between` the lines of centres along both.
#[inline(always)]
fn widest(
    cosines: &[LanesVec3; 3],
    [along_one, along_other]: [LanesVec3; 2],
    distance: Lanes,
    [one, other]: [&Extents; 2],
) -> Lanes {
    let shadow_of_other = combined(cosines, other.half);
    let gaps_one = along_one - one.half - shadow_of_other;
    let gaps_other = along_other - other.half - along(cosines, one.half);
    let inverse = Lanes::both(1.0) / distance.max(Lanes::both(f64::MIN_POSITIVE));
    let reaches = one.along(along_one, distance) + other.along(along_other, distance);
    // Where the first is no number, it stays: nothing is known then.
    let gap = distance - reaches * inverse;
    let gap = gaps_one.x.max(gap);
    let gap = gaps_one.y.max(gap);
    let gap = gaps_one.z.max(gap);
    let gap = gaps_other.x.max(gap);
    let gap = gaps_other.y.max(gap);
    gaps_other.z.max(gap)
}

#[cfg(test)]
mod tests {
    use super::super::Volume;
    use super::*;
    use crate::numbers::rounding::UNIT;
    use glam::{DQuat, EulerRot};

    /// Numbers in [-1, 1) that look like chance.
    fn chance(state: &mut u64) -> f64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (*state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(state: &mut u64) -> DVec3 {
        DVec3::new(chance(state), chance(state), chance(state))
    }

    fn turn(state: &mut u64) -> DMat3 {
        let v = 3.0 * vector(state);
        DMat3::from_quat(DQuat::from_euler(EulerRot::XYZ, v.x, v.y, v.z))
    }

    /// What is kept of one volume gives what both pairs give by themselves, up to rounding.
    #[test]
    fn one_and_two_are_two_pairs() {
        let state = &mut 7;
        for case in 0..2000 {
            let mut volume = || {
                let (middle, size) = (4.0 * vector(state), 0.1 + chance(state).abs());
                let mut points = [(); 5].map(|()| middle + size * vector(state));
                SweptSphere::fit(&mut points, turn(state))
            };
            let [one, first, second] = [volume(), volume(), volume()];
            let (turn, shift) = (turn(state), 6.0 * vector(state));
            let pivots = [vector(state), vector(state)];
            let seen = Seen {
                turn: &turn,
                shift,
                pivots,
            };
            let gaps = |a, b| {
                SweptSphere::widest_gaps(a, b, &turn, 0.0, shift, pivots)
                    .gap
                    .0
            };
            let to = OneOfA::new(&one, seen).gaps([&first, &second]).0;
            let from = OneOfB::new(&one, seen).gaps([&first, &second]).0;
            let known_to = gaps([&one; 2], [&first, &second]);
            let known_from = gaps([&first, &second], [&one; 2]);
            for (found, known) in [(to, known_to), (from, known_from)] {
                for k in 0..2 {
                    assert!(
                        (found[k] - known[k]).abs() <= 64.0 * UNIT * 32.0,
                        "{case}: {found:?} {known:?}"
                    );
                }
            }
        }
    }
}
