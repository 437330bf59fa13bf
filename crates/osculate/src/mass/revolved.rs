//! Bodies that a profile makes as it turns about the z axis: balls, capsules, cylinders and cones, rounded or not.

use super::moments::Solid;
use super::principal::Principal;
use crate::numbers::rounding::sqrt;
use core::f64::consts::PI;
use glam::{DMat3, DVec2, DVec3};

/// The integrals of R, Rz, R³ and Rz² over a profile; R is the distance from the axis.
#[derive(Clone, Copy, Default)]
struct Profile {
    r: f64,
    rz: f64,
    rrr: f64,
    rzz: f64,
}

/// The body that the polygon under a chain of points makes, with a layer of this thickness around it. The chain leads from the axis to
/// the axis, counter-clockwise as seen with R to the right and z up, and is convex. `None` if that has no volume.
pub(super) fn revolved(chain: &[DVec2], margin: f64) -> Option<Solid> {
    let mut sum = Profile::default();
    let last = *chain.last()?;
    for pair in chain.windows(2) {
        sum.add_triangle([last, pair[0], pair[1]]);
    }
    // The normal of the layer at the axis, below and above.
    let mut normal = DVec2::new(0.0, -1.0);
    if margin > 0.0 {
        for pair in chain.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let along = to - from;
            let size = sqrt(along.dot(along));
            if size == 0.0 {
                continue;
            }
            let next = DVec2::new(along.y, -along.x) / size;
            sum.add_sector(from, [normal, next], margin);
            let out = margin * next;
            sum.add_triangle([from, from + out, to + out]);
            sum.add_triangle([from, to + out, to]);
            normal = next;
        }
        sum.add_sector(last, [normal, DVec2::new(0.0, 1.0)], margin);
    }
    let volume = 2.0 * PI * sum.r;
    if !(volume > 0.0) {
        return None;
    }
    let height = sum.rz / sum.r;
    let across = 0.5 * sum.rrr / sum.r;
    let along = (sum.rzz / sum.r - height * height).max(0.0);
    let Principal { values, frame } =
        Principal::sorted(DVec3::new(across, across, along), DMat3::IDENTITY);
    Some(Solid {
        volume,
        centre: DVec3::new(0.0, 0.0, height),
        spread: values,
        frame,
    })
}

impl Profile {
    fn add(&mut self, weight: f64, point: DVec2) {
        let (r, z) = (point.x, point.y);
        self.r += weight * r;
        self.rz += weight * r * z;
        self.rrr += weight * r * r * r;
        self.rzz += weight * r * z * z;
    }

    /// By the rule of seven points, which is exact for cubics.
    fn add_triangle(&mut self, corners: [DVec2; 3]) {
        let [p, q, r] = corners;
        let area = 0.5 * (q - p).perp_dot(r - p);
        for corner in corners {
            self.add(area * (3.0 / 60.0), corner);
        }
        for middle in [0.5 * (p + q), 0.5 * (q + r), 0.5 * (r + p)] {
            self.add(area * (8.0 / 60.0), middle);
        }
        self.add(area * (27.0 / 60.0), (p + q + r) / 3.0);
    }

    /// A piece of a disc of this radius about a point, between two unit directions.
    fn add_sector(&mut self, centre: DVec2, [from, to]: [DVec2; 2], radius: f64) {
        let angle = libm::atan2(from.perp_dot(to), from.dot(to)).max(0.0);
        let ([ca, sa], [cb, sb]) = (from.to_array(), to.to_array());
        // The integrals of products of cosines and sines between the two directions.
        let (c, s) = (sb - sa, ca - cb);
        let (double, cs) = (0.5 * (sb * cb - sa * ca), 0.5 * (sb * sb - sa * sa));
        let (cc, ss) = (0.5 * angle + double, 0.5 * angle - double);
        let css = (sb * sb * sb - sa * sa * sa) / 3.0;
        let ccc = c - css;
        let (r, z) = (centre.x, centre.y);
        let square = radius * radius;
        // Those of powers of the distance from the centre.
        let [p2, p3] = [0.5 * square, square * radius / 3.0];
        let [p4, p5] = [0.25 * square * square, 0.2 * square * square * radius];
        self.r += r * angle * p2 + c * p3;
        self.rz += r * z * angle * p2 + (r * s + z * c) * p3 + cs * p4;
        self.rrr += r * r * r * angle * p2 + 3.0 * r * r * c * p3 + 3.0 * r * cc * p4 + ccc * p5;
        self.rzz += r * z * z * angle * p2
            + (z * z * c + 2.0 * r * z * s) * p3
            + (r * ss + 2.0 * z * cs) * p4
            + css * p5;
    }
}
