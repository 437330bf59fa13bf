//! Two faces against each other, seen along the normal of their contact.

use crate::numbers::rounding::sqrt;
use crate::query::Feature;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Up to so many corners that are not in one plane, the surface over them is looked for.
const BENT: usize = 16;

/// The share of a triangle by which a point may be outside of it.
const INSIDE: f64 = 1e-6;

/// A corner of a face: where it is across the normal, how high along it, and its number in its body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    pub(crate) across: DVec2,
    pub(crate) height: f64,
    pub(crate) number: u32,
}

/// A corner of what the two faces have in common: of the incident face, at its height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared {
    pub(crate) across: DVec2,
    pub(crate) height: f64,
    /// Where it is on the incident face, then on the reference.
    pub(crate) features: [Feature; 2],
    /// What the edge from here to the next corner is on.
    edge: Side,
}

#[derive(Clone, Copy, Debug)]
enum Side {
    /// An edge of the incident face.
    Incident([u32; 2]),
    /// The reference's edge from this corner.
    Reference(usize),
}

/// The plane that a face is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    middle: DVec2,
    height: f64,
    /// How fast the height grows.
    slope: DVec2,
}

impl Plane {
    /// Through three corners or more.
    pub(crate) fn of(outline: &[Seen]) -> Option<Plane> {
        let (mut normal, mut middle, mut height) = (DVec3::ZERO, DVec2::ZERO, 0.0);
        let first = outline.first()?;
        for (seen, next) in around(outline) {
            let arm = |seen: &Seen| (seen.across - first.across).extend(seen.height - first.height);
            normal += arm(seen).cross(arm(next));
            middle += seen.across;
            height += seen.height;
        }
        let count = outline.len() as f64;
        (normal.z > 0.0).then(|| Plane {
            middle: middle / count,
            height: height / count,
            slope: normal.truncate() / -normal.z,
        })
    }

    pub(crate) fn height(&self, across: DVec2) -> f64 {
        self.height + self.slope.dot(across - self.middle)
    }

    /// The tangent of the angle between the plane's normal and the contact's.
    pub(crate) fn tilt(&self) -> f64 {
        sqrt(self.slope.dot(self.slope))
    }
}

/// Corners of a body that lie against a plane, and the surface over them: above, if `down` is one, else below.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface<'s> {
    pub(crate) plane: Plane,
    corners: &'s [Seen],
    down: f64,
    /// The furthest of the corners.
    most: f64,
    flat: bool,
}

impl<'s> Surface<'s> {
    /// Over all corners, those on the outline being in about one plane; `slack` is what flat means.
    pub(crate) fn new(plane: Plane, corners: &'s [Seen], down: f64, slack: f64) -> Surface<'s> {
        let off = |seen: &Seen| (plane.height(seen.across) - seen.height).abs();
        let furthest = |most: f64, seen: &Seen| most.max(down * seen.height);
        Surface {
            plane,
            corners,
            down,
            most: corners.iter().fold(f64::NEG_INFINITY, furthest),
            flat: corners.len() > BENT || corners.iter().all(|seen| off(seen) <= slack),
        }
    }

    /// The height of the plane, or of the furthest triangle of the corners if they are in none.
    pub(crate) fn height(&self, across: DVec2) -> f64 {
        let plane = (self.down * self.plane.height(across)).min(self.most);
        if self.flat {
            return self.down * plane;
        }
        let mut best = f64::NEG_INFINITY;
        for (i, p) in self.corners.iter().enumerate() {
            for (j, q) in self.corners.iter().enumerate().skip(i + 1) {
                for r in &self.corners[j + 1..] {
                    let (e, f, x) = (q.across - p.across, r.across - p.across, across - p.across);
                    let whole = e.perp_dot(f);
                    let (second, third) = (x.perp_dot(f) / whole, e.perp_dot(x) / whole);
                    // A share of nothing is no number, and not inside.
                    if second >= -INSIDE && third >= -INSIDE && second + third <= 1.0 + INSIDE {
                        let height = p.height
                            + (q.height - p.height) * second
                            + (r.height - p.height) * third;
                        best = best.max(self.down * height);
                    }
                }
            }
        }
        self.down
            * if best.is_finite() {
                best.min(self.most)
            } else {
                plane
            }
    }

    pub(crate) fn is_flat(&self) -> bool {
        self.flat
    }
}

fn around(outline: &[Seen]) -> impl Iterator<Item = (&Seen, &Seen)> {
    let after = outline.get(1..).unwrap_or_default();
    outline.iter().zip(after.iter().chain(outline.first()))
}

/// The corners on the outline of a face, counterclockwise. Corners within `apart` of each other are one, the first of
/// them; so the best should come first. A face that is no wider than that is its two ends.
pub(crate) fn outline(corners: &mut Vec<Seen>, apart: f64, outline: &mut Vec<Seen>) {
    let mut kept = 0;
    for at in 0..corners.len() {
        let corner = corners[at];
        let near = |other: &Seen| (other.across - corner.across).length_squared() <= apart * apart;
        if !corners[..kept].iter().any(near) {
            corners[kept] = corner;
            kept += 1;
        }
    }
    corners.truncate(kept);
    corners.sort_unstable_by(|p, q| {
        let key = |seen: &Seen| (seen.across.x, seen.across.y);
        let (p_key, q_key) = (key(p), key(q));
        let order = p_key
            .0
            .total_cmp(&q_key.0)
            .then(p_key.1.total_cmp(&q_key.1));
        order.then(p.number.cmp(&q.number))
    });
    outline.clear();
    chain(corners.iter(), outline, 0);
    // The way back begins at the last corner, and its own end is the first again.
    outline.pop();
    let below = outline.len();
    chain(corners.iter().rev(), outline, below);
    outline.pop();
    if outline.is_empty() {
        outline.extend(corners.first());
    }
    if outline.len() > 2 {
        flatten(outline, apart);
    }
}

/// The outline of a box's face, whose corners come by their numbers: the same as [`outline`] gives, since a parallelogram's
/// corners follow each other as their numbers say. Whether this is one, and wide enough for all corners to count.
pub(crate) fn outline_of_rectangle(corners: &[Seen], apart: f64, outline: &mut Vec<Seen>) -> bool {
    let &[p, q, r, s] = corners else {
        return false;
    };
    let (first, second) = (q.number ^ p.number, r.number ^ p.number);
    if !(first.is_power_of_two()
        && second.is_power_of_two()
        && s.number == p.number ^ first ^ second)
    {
        return false;
    }
    let (along, beside) = (q.across - p.across, r.across - p.across);
    let turn = along.perp_dot(beside);
    let sides = sqrt(along.dot(along)) + sqrt(beside.dot(beside));
    // Then every side and both diagonals are four times as long, and so is the width across the longer one.
    if !(turn.abs() > 4.0 * apart * sides) {
        return false;
    }
    let around = if turn > 0.0 {
        [p, q, s, r]
    } else {
        [p, r, s, q]
    };
    let key = |seen: &Seen| (seen.across.x, seen.across.y);
    let mut least = 0;
    for at in 1..4 {
        if key(&around[at]) < key(&around[least]) {
            least = at;
        }
    }
    outline.clear();
    outline.extend((0..4).map(|at| around[(least + at) % 4]));
    true
}

/// Adds the corners, without those that turn right.
fn chain<'s>(corners: impl Iterator<Item = &'s Seen>, outline: &mut Vec<Seen>, from: usize) {
    for &corner in corners {
        while outline.len() >= from + 2 {
            let [p, q] = [
                outline[outline.len() - 2].across,
                outline[outline.len() - 1].across,
            ];
            if (q - p).perp_dot(corner.across - q) > 0.0 {
                break;
            }
            outline.pop();
        }
        outline.push(corner);
    }
}

/// Leaves the ends of the longest diagonal if the outline is no wider than `apart`.
fn flatten(outline: &mut Vec<Seen>, apart: f64) {
    let mut longest = (0.0, 0, 0);
    for i in 0..outline.len() {
        for j in i + 1..outline.len() {
            let square = (outline[j].across - outline[i].across).length_squared();
            if square > longest.0 {
                longest = (square, i, j);
            }
        }
    }
    let (square, i, j) = longest;
    let (from, way) = (outline[i].across, outline[j].across - outline[i].across);
    let width = apart * sqrt(square);
    let off = |seen: &Seen| way.perp_dot(seen.across - from);
    let (most, least) = outline
        .iter()
        .fold((0.0_f64, 0.0_f64), |(most, least), seen| {
            (most.max(off(seen)), least.min(off(seen)))
        });
    if !(most - least > width) {
        let ends = [outline[i], outline[j]];
        outline.clear();
        outline.extend(ends);
    }
}

/// What a face is, by its corners on the outline.
fn feature(outline: &[Seen]) -> Feature {
    match outline {
        [] => Feature::Surface,
        [only] => Feature::Vertex(only.number),
        [first, second] => Feature::Edge([first.number, second.number]),
        more => {
            // The three least numbers, whichever corner the outline begins at.
            let mut least = [u32::MAX; 3];
            for seen in more {
                if seen.number < least[2] {
                    least[2] = seen.number;
                    least.sort_unstable();
                }
            }
            Feature::Face(least)
        }
    }
}

/// What is left of the incident outline, of any number of corners, inside of the reference outline, of three or more,
/// and `slack` around that.
pub(crate) fn clip(
    incident: &[Seen],
    reference: &[Seen],
    slack: f64,
    shared: &mut Vec<Shared>,
    spare: &mut Vec<Shared>,
) {
    let faces = [feature(incident), feature(reference)];
    shared.clear();
    shared.extend(around(incident).map(|(seen, next)| Shared {
        across: seen.across,
        height: seen.height,
        features: [Feature::Vertex(seen.number), faces[1]],
        edge: Side::Incident([seen.number, next.number]),
    }));
    for (number, (from, to)) in around(reference).enumerate() {
        let way = to.across - from.across;
        let size = sqrt(way.dot(way));
        if !(size > 0.0) {
            continue;
        }
        let inside = |corner: &Shared| way.perp_dot(corner.across - from.across) / size;
        // What is wholly inside stays as it is.
        let (mut depth, mut all) = (0.0, true);
        for corner in shared.iter().rev() {
            depth = inside(corner);
            all &= depth >= -slack;
        }
        if all {
            continue;
        }
        spare.clear();
        for (at, corner) in shared.iter().enumerate() {
            let next = &shared[if at + 1 < shared.len() { at + 1 } else { 0 }];
            let depths = [depth, inside(next)];
            depth = depths[1];
            let within = depths.map(|depth| depth >= -slack);
            if within[0] {
                spare.push(*corner);
            }
            if within[0] != within[1] {
                let share = (depths[0] / (depths[0] - depths[1])).clamp(0.0, 1.0);
                let edge = if within[0] {
                    Side::Reference(number)
                } else {
                    corner.edge
                };
                spare.push(Shared {
                    across: corner.across.lerp(next.across, share),
                    height: corner.height + (next.height - corner.height) * share,
                    features: crossing(corner.edge, number, reference, faces[0]),
                    edge,
                });
            }
        }
        core::mem::swap(shared, spare);
    }
}

/// The features that meet where a side of what is left crosses an edge of the reference.
fn crossing(side: Side, number: usize, reference: &[Seen], face: Feature) -> [Feature; 2] {
    let count = reference.len();
    let corner = |i: usize| reference[i % count].number;
    match side {
        Side::Incident([first, second]) => [
            Feature::Edge([first.min(second), first.max(second)]),
            Feature::Edge([corner(number), corner(number + 1)]),
        ],
        Side::Reference(other) if (other + 1) % count == number => {
            [face, Feature::Vertex(corner(number))]
        }
        Side::Reference(other) if (number + 1) % count == other => {
            [face, Feature::Vertex(corner(other))]
        }
        Side::Reference(_) => [face, Feature::Edge([corner(number), corner(number + 1)])],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn seen(points: &[[f64; 2]]) -> Vec<Seen> {
        let number = |(i, p): (usize, &[f64; 2])| Seen {
            across: DVec2::from_array(*p),
            height: p[0],
            number: i as u32,
        };
        points.iter().enumerate().map(number).collect()
    }

    fn outlined(points: &[[f64; 2]]) -> Vec<Seen> {
        let mut found = Vec::new();
        outline(&mut seen(points), 1e-9, &mut found);
        found
    }

    #[test]
    fn outlines_turn_left() {
        let square = [
            [0.0, 0.0],
            [1.0, 1.0],
            [0.5, 0.5],
            [1.0, 0.0],
            [0.0, 1.0],
            [0.5, 0.0],
        ];
        let numbers: Vec<u32> = outlined(&square).iter().map(|seen| seen.number).collect();
        assert_eq!(numbers, [0, 3, 1, 4]);
        assert_eq!(outlined(&[[2.0, 3.0]]).len(), 1);
        assert_eq!(outlined(&[[2.0, 3.0], [2.0, 3.0]]).len(), 1);
        assert_eq!(outlined(&[[2.0, 3.0], [1.0, 1.0]]).len(), 2);
        let line = [[0.0, 0.0], [1.0, 1.0], [0.5, 0.5], [0.25, 0.25 + 1e-12]];
        assert_eq!(outlined(&line).len(), 2);
    }

    #[test]
    fn planes_are_met() {
        let plane =
            Plane::of(&outlined(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 2.0]])).unwrap();
        assert!((plane.height(DVec2::new(0.25, 7.0)) - 0.25).abs() < 1e-15);
        assert!((plane.tilt() - 1.0).abs() < 1e-15);
        assert!(Plane::of(&outlined(&[[0.0, 0.0], [1.0, 0.0]])).is_none());
    }

    #[test]
    fn what_is_shared_is_clipped() {
        let unit = outlined(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        let (mut shared, mut spare) = (vec![], vec![]);
        let mut area = |incident: &[[f64; 2]]| {
            clip(&outlined(incident), &unit, 0.0, &mut shared, &mut spare);
            let points: Vec<DVec2> = shared.iter().map(|s| s.across).collect();
            let doubled: f64 = (0..points.len())
                .map(|i| points[i].perp_dot(points[(i + 1) % points.len()]))
                .sum();
            // Heights go along.
            assert!(shared.iter().all(|s| (s.height - s.across.x).abs() < 1e-15));
            (points.len(), 0.5 * doubled)
        };
        assert_eq!(
            area(&[[0.5, 0.5], [2.0, 0.5], [2.0, 2.0], [0.5, 2.0]]),
            (4, 0.25)
        );
        assert_eq!(
            area(&[[-1.0, -1.0], [2.0, -1.0], [2.0, 2.0], [-1.0, 2.0]]),
            (4, 1.0)
        );
        assert_eq!(
            area(&[[0.5, -0.25], [1.25, 0.5], [0.5, 1.25], [-0.25, 0.5]]).0,
            8
        );
        assert_eq!(area(&[[2.0, 2.0], [3.0, 2.0], [3.0, 3.0]]).0, 0);
        assert_eq!(area(&[[0.5, 0.5]]).0, 1);
        assert_eq!(area(&[[1.5, 0.5]]).0, 0);
        let (count, doubled) = area(&[[0.5, 0.5], [1.5, 0.5]]);
        assert!(count >= 2 && doubled == 0.0);
    }
}
