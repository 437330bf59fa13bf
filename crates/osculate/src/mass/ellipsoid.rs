//! Ellipsoids with a layer around them, whose integrals have no closed form.

use super::MassError;
use super::hull::along_axes;
use super::moments::Solid;
use crate::numbers::rounding::{length, power_of_two};
use alloc::vec::Vec;
use core::f64::consts::{FRAC_PI_2, PI};
use glam::DVec3;

/// Steps of the sums are halved so often at most: then there are some 200,000 terms.
const HALVINGS: u32 = 4;

/// Two sums that differ by no more than this, in proportion, have settled. The errors of such sums fall by far more than half each time.
const SETTLED: f64 = 1e-11;

/// With D the radii, r the margin and ρ from 0 to r, the layer's points are x + ρu, where u is the normal at the point x of the
/// ellipsoid. Their volume is `(dA + ρ·T·du + ρ²·du)dρ`, with T the sum of both radii of curvature: the first part is summed over
/// x = Dw with dA = |cof(D)w|dw, the others over u, with x = D²u/h and h = |Du|, w and u over an eighth of the unit sphere.
pub(super) fn rounded_ellipsoid(radii: DVec3, margin: f64) -> Result<Solid, MassError> {
    let unit = power_of_two(radii.max_element().max(margin));
    let (radii, r) = (radii / unit, margin / unit);
    // Where the radius along z is the least, all that is steep is at the ends of both angles.
    let mut order = [0, 1, 2];
    order.sort_by(|&i: &usize, &j| radii[j].total_cmp(&radii[i]));
    let sorted = DVec3::new(radii[order[0]], radii[order[1]], radii[order[2]]);
    let mut last = layer(sorted, r, 0.25);
    for halving in 1..=HALVINGS {
        let next = layer(sorted, r, 0.25 / f64::from(1 << halving));
        let settled = (0..4).all(|i| (next[i] - last[i]).abs() <= SETTLED * next[i]);
        last = next;
        if settled {
            let core = 4.0 / 3.0 * PI * sorted.x * sorted.y * sorted.z;
            let volume = core + last[3];
            let mut spread = DVec3::ZERO;
            for (place, &axis) in order.iter().enumerate() {
                let own = core * sorted[place] * sorted[place] / 5.0;
                spread[axis] = (own + last[place]) / volume * (unit * unit);
            }
            return Ok(along_axes(volume * unit * unit * unit, spread));
        }
    }
    Err(MassError::Unsettled)
}

/// The integrals of x², y², z² and 1 over the layer.
fn layer(radii: DVec3, r: f64, step: f64) -> [f64; 4] {
    let nodes = nodes(step);
    let cofactors = DVec3::new(radii.y * radii.z, radii.x * radii.z, radii.x * radii.y);
    let trace = radii.dot(radii);
    let [r2, r3] = [0.5 * r * r, r * r * r / 3.0];
    let [r4, r5] = [0.25 * r * r * r * r, 0.2 * r * r * r * r * r];
    let mut sums = [0.0; 4];
    for polar in &nodes {
        for around in &nodes {
            let w = DVec3::new(polar.sin * around.cos, polar.sin * around.sin, polar.cos);
            let weight = 8.0 * polar.weight * around.weight * polar.sin;
            let area = length(cofactors * w);
            // Over points of the ellipsoid.
            let (x, n) = (radii * w, cofactors * w / area);
            // Over its normals.
            let height = length(radii * w);
            let y = radii * (radii * w) / height;
            let bend = (trace - y.dot(y)) / height;
            for axis in 0..3 {
                let mut sum = 0.0;
                if area > 0.0 {
                    let (x, n) = (x[axis], n[axis]);
                    sum += area * (r * x * x + 2.0 * r2 * x * n + r3 * n * n);
                }
                let (y, u) = (y[axis], w[axis]);
                sum += bend * (r2 * y * y + 2.0 * r3 * y * u + r4 * u * u);
                sum += r3 * y * y + 2.0 * r4 * y * u + r5 * u * u;
                sums[axis] += weight * sum;
            }
            sums[3] += weight * (area * r + bend * r2 + r3);
        }
    }
    sums
}

/// An angle between 0 and a quarter turn, and its weight in a sum.
struct Node {
    sin: f64,
    cos: f64,
    weight: f64,
}

/// Those of the double exponential rule, which are dense at both ends: the share of the quarter turn is `1/(1 + q)`, with
/// `q = exp(−π·sinh t)` and t in equal steps.
fn nodes(step: f64) -> Vec<Node> {
    let count = (3.6 / step) as i32;
    (-count..=count)
        .map(|number| {
            let t = f64::from(number) * step;
            let q = libm::exp(-PI * libm::sinh(t));
            let (share, rest) = (1.0 / (1.0 + q), q / (1.0 + q));
            Node {
                sin: libm::sin(FRAC_PI_2 * share),
                cos: libm::sin(FRAC_PI_2 * rest),
                weight: step * FRAC_PI_2 * PI * libm::cosh(t) * share * rest,
            }
        })
        .collect()
}
