//! What does not move.

mod regions;

use crate::flight::{first_entry, first_exit, first_rise};
use crate::vector::{Vector, dot, length, minus};
use regions::{
    box_separation, first_contact_with_box, first_contact_with_segment, segment_separation,
};

/// What [`Wall::near`] allows for rounding, relative to the lengths that it compares.
const SLACK: f64 = 1e-9;

/// A solid thing that does not move and that bodies bounce from. Its restitution is 1: that of the body counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wall<const D: usize> {
    /// All points p with normal·(p − point) ≤ 0 are solid. The normal has length 1.
    Plane {
        /// A point of the surface.
        point: Vector<D>,
        /// Away from what is solid.
        normal: Vector<D>,
    },
    /// A thin rod, in the plane a wall with two sides.
    Segment {
        /// One end.
        from: Vector<D>,
        /// The other.
        to: Vector<D>,
    },
    /// A solid box along the axes.
    Box {
        /// The corner of the least coordinates.
        low: Vector<D>,
        /// The opposite corner.
        high: Vector<D>,
    },
    /// A solid disc or sphere.
    Ball {
        /// Its centre.
        centre: Vector<D>,
        /// Its radius.
        radius: f64,
    },
    /// A hollow disc or sphere, with the bodies inside.
    Hollow {
        /// Its centre.
        centre: Vector<D>,
        /// Its radius.
        radius: f64,
    },
}

impl<const D: usize> Wall<D> {
    /// How long until a ball of `radius` on the flight p + v·t + ½a·t² first touches the wall while it approaches;
    /// infinity if never.
    pub fn first_contact(&self, p: &Vector<D>, v: &Vector<D>, a: &Vector<D>, radius: f64) -> f64 {
        match self {
            Wall::Plane { point, normal } => {
                let gap = dot(normal, &minus(p, point)) - radius;
                first_rise(gap, -dot(normal, v), -dot(normal, a))
            }
            Wall::Segment { from, to } => first_contact_with_segment((from, to), (p, v, a), radius),
            Wall::Box { low, high } => first_contact_with_box((low, high), (p, v, a), radius),
            Wall::Ball {
                centre,
                radius: own,
            } => first_entry(&minus(p, centre), v, a, own + radius),
            Wall::Hollow {
                centre,
                radius: own,
            } => first_exit(&minus(p, centre), v, a, own - radius),
        }
    }

    /// The distance from `p` to what is solid, negative within, and the unit vector from there to `p`.
    pub fn separation(&self, p: &Vector<D>) -> (f64, Vector<D>) {
        match self {
            Wall::Plane { point, normal } => (dot(normal, &minus(p, point)), *normal),
            Wall::Segment { from, to } => segment_separation(from, to, p),
            Wall::Box { low, high } => box_separation(low, high, p),
            Wall::Ball { centre, radius } => {
                let (distance, normal) = segment_separation(centre, centre, p);
                (distance - radius, normal)
            }
            Wall::Hollow { centre, radius } => {
                let (distance, normal) = segment_separation(centre, centre, p);
                (radius - distance, normal.map(|x| -x))
            }
        }
    }

    /// Whether a ball of `radius` whose centre is in the box between `low` and `high` may touch it; in doubt, yes.
    pub fn near(&self, low: &Vector<D>, high: &Vector<D>, radius: f64) -> bool {
        let longest = |a: &Vector<D>| a.iter().fold(0.0_f64, |long, x| long.max(x.abs()));
        let (mut low, mut high) = (*low, *high);
        if let Some((least, most)) = self.bounds() {
            // Who touches it is not far from it: the rest of a box that has no end need not be looked at.
            let reach = 2.0 * radius + SLACK * longest(&least).max(longest(&most));
            for axis in 0..D {
                low[axis] = low[axis].max(least[axis] - reach);
                high[axis] = high[axis].min(most[axis] + reach);
                if low[axis] > high[axis] {
                    return false;
                }
            }
        }
        let (low, high) = (&low, &high);
        let middle: Vector<D> = std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis]));
        let half: Vector<D> = std::array::from_fn(|axis| 0.5 * (high[axis] - low[axis]));
        // What a coordinate of a corner may be off, and more.
        let size = (0..D).fold(radius, |size, axis| {
            size.max(low[axis].abs()).max(high[axis].abs())
        });
        let within = |distance: f64, reach: f64, wall: f64| {
            !(distance > reach + SLACK * (size + reach.abs() + wall))
        };
        match self {
            Wall::Plane { point, normal } => {
                let span = (0..D).fold(0.0, |sum, axis| sum + half[axis] * normal[axis].abs());
                let distance = dot(normal, &minus(&middle, point));
                within(distance - span, radius, longest(point))
            }
            Wall::Segment { from, to } => {
                let wall = longest(from).max(longest(to));
                // Apart along an axis, or farther from the middle than any corner.
                (0..D).all(|axis| {
                    let (least, most) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
                    within(least - high[axis], radius, wall)
                        && within(low[axis] - most, radius, wall)
                }) && within(
                    segment_separation(from, to, &middle).0 - length(&half),
                    radius,
                    wall,
                )
            }
            Wall::Box {
                low: least,
                high: most,
            } => {
                let gap: Vector<D> = std::array::from_fn(|axis| {
                    (least[axis] - high[axis])
                        .max(low[axis] - most[axis])
                        .max(0.0)
                });
                within(length(&gap), radius, longest(least).max(longest(most)))
            }
            Wall::Ball {
                centre,
                radius: own,
            } => within(
                box_separation(low, high, centre).0,
                radius + own,
                longest(centre),
            ),
            Wall::Hollow {
                centre,
                radius: own,
            } => {
                let far: Vector<D> = std::array::from_fn(|axis| {
                    (high[axis] - centre[axis])
                        .abs()
                        .max((low[axis] - centre[axis]).abs())
                });
                within(own - length(&far), radius, longest(centre) + own)
            }
        }
    }

    /// The box around what is solid, if that is bounded.
    pub(crate) fn bounds(&self) -> Option<(Vector<D>, Vector<D>)> {
        match self {
            Wall::Plane { .. } | Wall::Hollow { .. } => None,
            Wall::Segment { from, to } => Some((
                std::array::from_fn(|axis| from[axis].min(to[axis])),
                std::array::from_fn(|axis| from[axis].max(to[axis])),
            )),
            Wall::Box { low, high } => Some((*low, *high)),
            Wall::Ball { centre, radius } => {
                Some((centre.map(|x| x - radius), centre.map(|x| x + radius)))
            }
        }
    }
}
