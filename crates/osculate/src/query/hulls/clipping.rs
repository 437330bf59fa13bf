//! Two faces against each other, seen along the normal of their contact.

use super::outline::{Plane, Seen, around};
use crate::query::Feature;
use alloc::vec::Vec;
use glam::DVec2;

/// Up to so many corners that are not in one plane, the surface over them is looked for.
const BENT: usize = 16;

/// The share of a triangle by which a point may be outside of it.
const INSIDE: f64 = 1e-6;

/// A corner of what the two faces have in common: of the incident face, at its height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared {
    pub(crate) across: DVec2,
    pub(crate) height: f64,
    /// How far it is inside of the edge that is clipped by, times the length of that.
    depth: f64,
    pub(crate) place: Place,
    /// What the edge from here to the next corner is on.
    edge: Side,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// A corner of the incident face.
    Corner(u32),
    /// Where a side of what is left crosses the reference's edge from this corner.
    Crossing(Side, u32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Side {
    /// The incident face's edge from this corner.
    Incident(u32),
    /// The reference's edge from this corner.
    Reference(u32),
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
        let (mut most, mut off) = (f64::NEG_INFINITY, false);
        for seen in corners {
            let height = down * seen.height;
            if height > most {
                most = height;
            }
            off |= !((plane.height(seen.across) - seen.height).abs() <= slack);
        }
        Surface {
            plane,
            corners,
            down,
            most,
            flat: corners.len() > BENT || !off,
        }
    }

    /// Over the corners of a parallelogram, which is flat.
    #[inline]
    pub(crate) fn of_parallelogram(plane: Plane, corners: &'s [Seen], down: f64) -> Surface<'s> {
        let furthest = |most: f64, seen: &Seen| {
            let height = down * seen.height;
            if height > most { height } else { most }
        };
        Surface {
            plane,
            corners,
            down,
            most: corners.iter().fold(f64::NEG_INFINITY, furthest),
            flat: true,
        }
    }

    /// The height of the plane, or of the furthest triangle of the corners if they are in none.
    #[inline(always)]
    pub(crate) fn height(&self, across: DVec2) -> f64 {
        let plane = self.down * self.plane.height(across);
        let plane = if plane < self.most { plane } else { self.most };
        if self.flat {
            self.down * plane
        } else {
            self.height_of_triangles(across, plane)
        }
    }

    #[inline(never)]
    fn height_of_triangles(&self, across: DVec2, plane: f64) -> f64 {
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

/// What is left of the incident outline, of any number of corners, inside of the reference outline, of three or more,
/// and `slack` around that, or up to √2 times as much.
pub(crate) fn clip(
    incident: &[Seen],
    reference: &[Seen],
    slack: f64,
    shared: &mut Vec<Shared>,
    spare: &mut Vec<Shared>,
) {
    begin(incident, shared);
    for (number, (from, to)) in (0..).zip(around(reference)) {
        let way = to.across - from.across;
        // The sum of the sizes is at least the length.
        let least = -slack * (way.x.abs() + way.y.abs());
        let mut outside = false;
        for corner in shared.iter_mut() {
            corner.depth = way.perp_dot(corner.across - from.across);
            outside |= !(corner.depth >= least);
        }
        // What is wholly inside stays as it is.
        if outside {
            cut(shared, number, least, spare);
            core::mem::swap(shared, spare);
        }
    }
}

/// All of an outline.
fn begin(incident: &[Seen], shared: &mut Vec<Shared>) {
    shared.clear();
    // An edge is the same there and back.
    let edge = |number: u32| if incident.len() == 2 { 0 } else { number };
    shared.extend(incident.iter().zip(0..).map(|(seen, number)| Shared {
        across: seen.across,
        height: seen.height,
        depth: 0.0,
        place: Place::Corner(number),
        edge: Side::Incident(edge(number)),
    }));
}

/// The same for a reference that is a parallelogram: both sides of a strip at once.
pub(crate) fn clip_by_parallelogram(
    incident: &[Seen],
    reference: &[Seen; 4],
    slack: f64,
    shared: &mut Vec<Shared>,
    spare: &mut Vec<Shared>,
) {
    begin(incident, shared);
    for number in 0..2 {
        let at = |number: u32| reference[number as usize].across;
        let (from, way) = (at(number), at(number + 1) - at(number));
        let wide = way.perp_dot(at(number + 2) - from);
        let slack = slack * (way.x.abs() + way.y.abs());
        let strip = Strip {
            number,
            from,
            way,
            least: -slack,
            wide,
            most: wide + slack,
        };
        strip.cut(shared, spare);
        core::mem::swap(shared, spare);
    }
}

/// What is between two opposite edges of a parallelogram, by how far inside of the first it is.
struct Strip {
    /// The first edge; the other is two further on.
    number: u32,
    /// Where it begins, and where it leads from there.
    from: DVec2,
    way: DVec2,
    least: f64,
    /// Where the other edge is.
    wide: f64,
    most: f64,
}

impl Strip {
    /// What is left of corners.
    #[inline(always)]
    fn cut(&self, corners: &[Shared], left: &mut Vec<Shared>) {
        left.clear();
        let Some(mut corner) = corners.last() else {
            return;
        };
        let mut depth = self.depth(corner);
        let mut before = self.side(depth);
        for next in corners {
            let next_depth = self.depth(next);
            let after = self.side(next_depth);
            let depths = [depth, next_depth];
            if before != after {
                // Out of one side and into the other, or the other way round.
                if before != 0 {
                    left.push(self.crossing([corner, next], depths, before, false));
                }
                if after != 0 {
                    left.push(self.crossing([corner, next], depths, after, true));
                }
            }
            if after == 0 {
                left.push(*next);
            }
            (corner, depth, before) = (next, next_depth, after);
        }
    }

    /// How far a corner is inside of the first edge, times the length of that.
    #[inline(always)]
    fn depth(&self, corner: &Shared) -> f64 {
        self.way.perp_dot(corner.across - self.from)
    }

    /// −1 before the strip, 1 beyond it, 0 inside.
    fn side(&self, depth: f64) -> i32 {
        if !(depth >= self.least) {
            -1
        } else {
            i32::from(depth > self.most)
        }
    }

    fn crossing(
        &self,
        [corner, next]: [&Shared; 2],
        [depth, next_depth]: [f64; 2],
        side: i32,
        leaves: bool,
    ) -> Shared {
        let (edge, number) = if side < 0 {
            (0.0, self.number)
        } else {
            (self.wide, self.number + 2)
        };
        let share = ((edge - depth) / (next_depth - depth)).clamp(0.0, 1.0);
        corner.crossed(next, share, number, leaves)
    }
}

/// What is left of corners whose depths are measured: as far as those are at least `least`.
fn cut(corners: &[Shared], number: u32, least: f64, left: &mut Vec<Shared>) {
    left.clear();
    let Some(mut corner) = corners.last() else {
        return;
    };
    for next in corners {
        let (before, after) = (corner.depth >= least, next.depth >= least);
        if before != after {
            let share = (corner.depth / (corner.depth - next.depth)).clamp(0.0, 1.0);
            left.push(corner.crossed(next, share, number, before));
        }
        if after {
            left.push(*next);
        }
        corner = next;
    }
}

impl Shared {
    /// The corner where the edge to the next one crosses an edge of the reference, which it `leaves` the inside of, or enters.
    #[inline]
    fn crossed(&self, next: &Shared, share: f64, number: u32, leaves: bool) -> Shared {
        Shared {
            across: self.across + (next.across - self.across) * share,
            height: self.height + (next.height - self.height) * share,
            depth: 0.0,
            place: Place::Crossing(self.edge, number),
            edge: if leaves {
                Side::Reference(number)
            } else {
                self.edge
            },
        }
    }
}

impl Place {
    /// What it is on, of the incident face and then of the reference, by their outlines and [`feature`]s.
    pub(crate) fn features(
        self,
        [incident, reference]: [&[Seen]; 2],
        faces: [Feature; 2],
    ) -> [Feature; 2] {
        let after = |outline: &[Seen], at: u32| {
            let next = at as usize + 1;
            outline[if next < outline.len() { next } else { 0 }].number
        };
        let corner = |at: u32| reference[at as usize].number;
        let edge = |at: u32| Feature::Edge([corner(at), after(reference, at)]);
        let (side, number) = match self {
            Place::Corner(at) => {
                let corner = Feature::Vertex(incident[at as usize].number);
                return [corner, faces[1]];
            }
            Place::Crossing(side, number) => (side, number),
        };
        let next = |at: u32| (at + 1) % reference.len() as u32;
        match side {
            Side::Incident(at) => {
                let (first, second) = (incident[at as usize].number, after(incident, at));
                let ends = [first.min(second), first.max(second)];
                [Feature::Edge(ends), edge(number)]
            }
            Side::Reference(other) if next(other) == number => {
                [faces[0], Feature::Vertex(corner(number))]
            }
            Side::Reference(other) if next(number) == other => {
                [faces[0], Feature::Vertex(corner(other))]
            }
            Side::Reference(_) => [faces[0], edge(number)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline::feature;
    use super::super::outline::tests::{outlined, seen};
    use super::*;
    use alloc::vec;

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

    /// Both sides of a strip at once leave what one edge after the other does, on the same features.
    #[test]
    fn strips_leave_what_edges_do() {
        let (mut shared, mut spare) = (vec![], vec![]);
        let (mut one_by_one, mut cuts) = (vec![], 0);
        for number in 0..2000 {
            let mut share = 0.5 + f64::from(number);
            let mut next = || {
                share = (share * 1.618_033_988_749_895 + 0.317) % 1.0;
                2.0 * share - 1.0
            };
            let mut parallelogram = || {
                let (middle, u, v) = (
                    0.7 * DVec2::new(next(), next()),
                    DVec2::new(next(), next()),
                    DVec2::new(next(), next()),
                );
                let v = if u.perp_dot(v) < 0.0 { -v } else { v };
                let corners = [
                    middle - u - v,
                    middle + u - v,
                    middle + u + v,
                    middle - u + v,
                ];
                seen(&corners.map(|corner| corner.to_array()))
            };
            let (incident, reference) = (parallelogram(), parallelogram());
            let by: &[Seen; 4] = reference[..].try_into().unwrap();
            clip_by_parallelogram(&incident, by, 1e-9, &mut shared, &mut spare);
            clip(&incident, &reference, 1e-9, &mut one_by_one, &mut spare);
            assert_eq!(shared.len(), one_by_one.len(), "{number}");
            cuts += usize::from(shared.len() > 4);
            let outlines = [&incident[..], &reference[..]];
            let faces = outlines.map(feature);
            for corner in &shared {
                let features = corner.place.features(outlines, faces);
                let same = |other: &&Shared| other.place.features(outlines, faces) == features;
                let other = one_by_one.iter().find(same).expect("the same corner");
                assert!((other.across - corner.across).length() < 1e-9);
                assert!((other.height - corner.height).abs() < 1e-9);
            }
        }
        assert!(cuts > 200, "{cuts}");
    }
}
