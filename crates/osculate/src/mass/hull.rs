//! Convex bodies.

use super::MassError;
use super::ellipsoid::rounded_ellipsoid;
use super::moments::Solid;
use super::polytope::rounded_polytope;
use super::principal::Principal;
use super::revolved::revolved;
use crate::numbers::rounding::{any_length, power_of_two};
use crate::shape::{Hull, HullCore, HullForm};
use core::f64::consts::PI;
use glam::{DMat3, DQuat, DVec2, DVec3};

/// A convex body of unit density.
pub(super) fn of_hull(hull: &Hull) -> Result<Solid, MassError> {
    let HullForm {
        core,
        margin,
        centre,
        axes,
    } = hull.form();
    let own = of_core(&core, margin)?.ok_or(MassError::NoVolume { part: None })?;
    let turn = DQuat::from_mat3(&axes);
    Ok(Solid {
        centre: centre + axes * own.centre,
        frame: (turn * own.frame).normalize(),
        ..own
    })
}

/// In the core's own coordinates; `None` if there is no volume.
fn of_core(core: &HullCore, margin: f64) -> Result<Option<Solid>, MassError> {
    Ok(match core {
        HullCore::Point => scaled_revolved(&[DVec2::ZERO], margin),
        &HullCore::Segment { half_length } => {
            scaled_revolved(&[along_axis(-half_length), along_axis(half_length)], margin)
        }
        &HullCore::Cuboid { half } => rounded_cuboid(half, margin),
        &HullCore::Cylinder {
            radius,
            half_height,
        } => scaled_revolved(
            &[
                along_axis(-half_height),
                DVec2::new(radius, -half_height),
                DVec2::new(radius, half_height),
                along_axis(half_height),
            ],
            margin,
        ),
        &HullCore::Cone {
            radius,
            half_height,
        } => scaled_revolved(
            &[
                along_axis(-half_height),
                DVec2::new(radius, -half_height),
                along_axis(half_height),
            ],
            margin,
        ),
        &HullCore::Ellipsoid { radii } => {
            if margin == 0.0 {
                ellipsoid(radii)
            } else if radii == DVec3::ZERO {
                scaled_revolved(&[DVec2::ZERO], margin)
            } else {
                Some(rounded_ellipsoid(radii, margin)?)
            }
        }
        HullCore::Polytope { corners, triangles } => match corners[..] {
            [point] => scaled_revolved(&[DVec2::ZERO], margin).map(|ball| Solid {
                centre: point,
                ..ball
            }),
            [from, to] => segment(from, to, margin),
            _ => rounded_polytope(corners, triangles, margin),
        },
    })
}

fn along_axis(z: f64) -> DVec2 {
    DVec2::new(0.0, z)
}

/// In a unit in which no power of a length leaves the range of numbers.
fn scaled_revolved(chain: &[DVec2], margin: f64) -> Option<Solid> {
    let largest = chain
        .iter()
        .fold(margin, |most, point| most.max(point.abs().max_element()));
    let unit = power_of_two(largest);
    let mut scaled = [DVec2::ZERO; 4];
    for (to, from) in scaled.iter_mut().zip(chain) {
        *to = *from / unit;
    }
    revolved(&scaled[..chain.len()], margin / unit).map(|solid| enlarged(solid, unit))
}

/// In another unit of length.
fn enlarged(solid: Solid, unit: f64) -> Solid {
    Solid {
        volume: solid.volume * unit * unit * unit,
        centre: solid.centre * unit,
        spread: solid.spread * (unit * unit),
        frame: solid.frame,
    }
}

/// A capsule from one point to another.
fn segment(from: DVec3, to: DVec3, margin: f64) -> Option<Solid> {
    let along = 0.5 * to - 0.5 * from;
    let half = any_length(along);
    let capsule = scaled_revolved(&[along_axis(-half), along_axis(half)], margin)?;
    let turn = DQuat::from_rotation_arc(DVec3::Z, along / half);
    Some(Solid {
        centre: 0.5 * from + 0.5 * to,
        frame: (turn * capsule.frame).normalize(),
        ..capsule
    })
}

fn ellipsoid(radii: DVec3) -> Option<Solid> {
    let volume = 4.0 / 3.0 * PI * radii.x * radii.y * radii.z;
    (volume > 0.0).then(|| along_axes(volume, radii * radii / 5.0))
}

/// About the origin, along the axes.
pub(super) fn along_axes(volume: f64, spread: DVec3) -> Solid {
    let Principal { values, frame } = Principal::sorted(spread, DMat3::IDENTITY);
    Solid {
        volume,
        centre: DVec3::ZERO,
        spread: values,
        frame,
    }
}

/// A box with a margin, in pieces by the axes along which a point is outside of the box: there it is displaced from the side by a
/// component of a vector of a disc, a ball or a segment of that many dimensions, along the others it is anywhere between the sides.
fn rounded_cuboid(half: DVec3, margin: f64) -> Option<Solid> {
    let unit = power_of_two(half.max_element().max(margin));
    if unit == 0.0 {
        return None;
    }
    let (half, r) = (half / unit, margin / unit);
    // Of the ball of each dimension: its volume, and the integrals of |y| and y² along one axis.
    let (r2, r3) = (r * r, r * r * r);
    let balls = [
        [1.0, 0.0, 0.0],
        [2.0 * r, r2, 2.0 / 3.0 * r3],
        [PI * r2, 4.0 / 3.0 * r3, 0.25 * PI * r2 * r2],
        [
            4.0 / 3.0 * PI * r3,
            0.5 * PI * r2 * r2,
            4.0 / 15.0 * PI * r3 * r2,
        ],
    ];
    let (mut volume, mut second) = (0.0, DVec3::ZERO);
    for outside in 0_u32..8 {
        let is_outside = |axis: usize| outside >> axis & 1 == 1;
        let [ball, size, square] = balls[outside.count_ones() as usize];
        let sides: f64 = (0..3)
            .filter(|&axis| !is_outside(axis))
            .map(|axis| 2.0 * half[axis])
            .product();
        volume += sides * ball;
        for axis in 0..3 {
            let h = half[axis];
            second[axis] += sides
                * if is_outside(axis) {
                    h * h * ball + 2.0 * h * size + square
                } else {
                    h * h / 3.0 * ball
                };
        }
    }
    (volume > 0.0).then(|| enlarged(along_axes(volume, second / volume), unit))
}
