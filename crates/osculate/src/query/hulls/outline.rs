//! The outline of a face, seen along the normal of a contact, and the plane that it is in.

use crate::numbers::rounding::sqrt;
use crate::query::Feature;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// A corner of a face: where it is across the normal, how high along it, and its number in its body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    pub(crate) across: DVec2,
    pub(crate) height: f64,
    pub(crate) number: u32,
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

    /// Of a parallelogram, which is what [`Plane::of`] finds, to rounding.
    pub(crate) fn of_parallelogram([p, q, r, s]: &[Seen; 4]) -> Option<Plane> {
        let arm = |seen: &Seen| (seen.across - p.across).extend(seen.height - p.height);
        let normal = arm(q).cross(arm(s));
        (normal.z > 0.0).then(|| Plane {
            middle: 0.5 * (p.across + r.across),
            height: 0.5 * (p.height + r.height),
            slope: normal.truncate() * (-1.0 / normal.z),
        })
    }

    #[inline]
    pub(crate) fn height(&self, across: DVec2) -> f64 {
        self.height + self.slope.dot(across - self.middle)
    }

    /// The square of the tangent of the angle between the plane's normal and the contact's.
    pub(crate) fn tilt_squared(&self) -> f64 {
        self.slope.dot(self.slope)
    }

    /// Whether it is tilted less than another, by more than `least` in the tangents.
    pub(crate) fn lies_flatter(&self, other: &Plane, least: f64) -> bool {
        let (own, others) = (self.tilt_squared(), other.tilt_squared());
        others > least * least && sqrt(own) + least < sqrt(others)
    }
}

/// Every corner with the next one.
pub(crate) fn around(outline: &[Seen]) -> impl Iterator<Item = (&Seen, &Seen)> {
    let after = outline.get(1..).unwrap_or_default();
    outline.iter().zip(after.iter().chain(outline.first()))
}

/// The corners on the outline of a face, counterclockwise. Corners within `apart` of each other are one, that which `first` puts
/// before the others; so the best should come first. A face that is no wider than that is its two ends.
pub(crate) fn outline(
    corners: &mut Vec<Seen>,
    apart: f64,
    first: impl FnOnce(&mut [Seen]),
    outline: &mut Vec<Seen>,
) {
    if any_near(corners, apart) {
        first(corners);
        leave_near_out(corners, apart);
    }
    corners.sort_unstable_by(|p, q| {
        let order = p.across.x.total_cmp(&q.across.x);
        order
            .then_with(|| p.across.y.total_cmp(&q.across.y))
            .then_with(|| p.number.cmp(&q.number))
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
    if outline.len() > 2 && !is_wide(outline, apart) {
        flatten(outline, apart);
    }
}

/// Whether two corners are within `apart` of each other.
fn any_near(corners: &[Seen], apart: f64) -> bool {
    let square = apart * apart;
    let mut near = false;
    for (at, corner) in corners.iter().enumerate() {
        for other in &corners[..at] {
            near |= (other.across - corner.across).length_squared() <= square;
        }
    }
    near
}

/// Leaves out the corners that are within `apart` of one before them.
fn leave_near_out(corners: &mut Vec<Seen>, apart: f64) {
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
}

/// Whether an outline is certainly wider than `apart`. Twice the area of a convex outline is at most twice its longest diagonal times
/// its width across that, and no diagonal is longer than half of the way around, nor that than the sum of the sizes of its
/// coordinates.
fn is_wide(outline: &[Seen], apart: f64) -> bool {
    let (mut doubled, mut way) = (0.0, 0.0);
    let first = outline[0].across;
    for (seen, next) in around(outline) {
        doubled += (seen.across - first).perp_dot(next.across - first);
        let edge = next.across - seen.across;
        way += edge.x.abs() + edge.y.abs();
    }
    // A hundredth more than rounding could make of it.
    doubled > 1.01 * apart * way
}

/// Turns the corners of a face that come in order, as those of a triangle or of the rim of a round face do, into its outline. Whether
/// they were wide enough for all to count.
pub(crate) fn outline_in_order(corners: &[Seen], apart: f64, outline: &mut Vec<Seen>) -> bool {
    let [first, rest @ ..] = corners else {
        return false;
    };
    let (mut doubled, mut way, mut shortest) = (0.0, 0.0, f64::INFINITY);
    for (seen, next) in around(corners) {
        doubled += (seen.across - first.across).perp_dot(next.across - first.across);
        let edge = next.across - seen.across;
        way += edge.x.abs() + edge.y.abs();
        let square = edge.dot(edge);
        if square < shortest {
            shortest = square;
        }
    }
    // Then other corners are no nearer to each other: a triangle has none, and of points that halve an eighth of an ellipse each, those
    // with one between them are no closer than 0.7 of its width.
    if !(shortest > 4.0 * apart * apart && doubled.abs() > 2.0 * apart * way) {
        return false;
    }
    outline.clear();
    outline.push(*first);
    if doubled > 0.0 {
        outline.extend_from_slice(rest);
    } else {
        outline.extend(rest.iter().rev());
    }
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
pub(crate) fn feature(outline: &[Seen]) -> Feature {
    match outline {
        [] => Feature::Surface,
        [only] => Feature::Vertex(only.number),
        [first, second] => Feature::Edge([first.number, second.number]),
        more => {
            // The three least numbers, whichever corner the outline begins at.
            let mut least = [u32::MAX; 3];
            for seen in more {
                let number = seen.number;
                let [first, second, third] = least;
                least = if number < first {
                    [number, first, second]
                } else if number < second {
                    [first, number, second]
                } else {
                    [first, second, third.min(number)]
                };
            }
            Feature::Face(least)
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn seen(points: &[[f64; 2]]) -> Vec<Seen> {
        let number = |(i, p): (usize, &[f64; 2])| Seen {
            across: DVec2::from_array(*p),
            height: p[0],
            number: i as u32,
        };
        points.iter().enumerate().map(number).collect()
    }

    pub(crate) fn outlined(points: &[[f64; 2]]) -> Vec<Seen> {
        let mut found = Vec::new();
        outline(&mut seen(points), 1e-9, |_| (), &mut found);
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
        assert!((plane.tilt_squared() - 1.0).abs() < 1e-15);
        assert!(Plane::of(&outlined(&[[0.0, 0.0], [1.0, 0.0]])).is_none());
    }
}
