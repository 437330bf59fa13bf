//! Bodies of textbooks, at scales from 1e-6 to 1e6, turned and far from their origin.

use crate::assert_is;
use core::f64::consts::PI;
use glam::{DMat3, DQuat, DVec3};
use osculate::Hull;
use osculate::mass::{MassProperties, Matter};

/// A body of unit density along its own axes, by hand: volume, height of the centre, the three moments.
struct Known {
    hull: Hull,
    volume: f64,
    height: f64,
    moments: DVec3,
}

fn known(s: f64) -> Vec<Known> {
    let (r, h) = (0.7 * s, 1.3 * s);
    let ball = 4.0 / 3.0 * PI * r * r * r;
    let mut all = vec![Known {
        hull: Hull::ball(r).unwrap(),
        volume: ball,
        height: 0.0,
        moments: DVec3::splat(0.4 * ball * r * r),
    }];
    let half = DVec3::new(0.2, 0.9, 0.5) * s;
    let volume = 8.0 * half.x * half.y * half.z;
    let square = half * half;
    all.push(Known {
        hull: Hull::cuboid(half).unwrap(),
        volume,
        height: 0.0,
        moments: volume / 3.0
            * DVec3::new(
                square.y + square.z,
                square.x + square.z,
                square.x + square.y,
            ),
    });
    let volume = 2.0 * PI * r * r * h;
    let across = volume * (3.0 * r * r + 4.0 * h * h) / 12.0;
    all.push(Known {
        hull: Hull::cylinder(r, h).unwrap(),
        volume,
        height: 0.0,
        moments: DVec3::new(across, across, 0.5 * volume * r * r),
    });
    // A cone as high as 2h: its centre is a quarter up.
    let volume = 2.0 / 3.0 * PI * r * r * h;
    let across = volume * (0.15 * r * r + 0.0375 * 4.0 * h * h);
    all.push(Known {
        hull: Hull::cone(r, h).unwrap(),
        volume,
        height: -0.5 * h,
        moments: DVec3::new(across, across, 0.3 * volume * r * r),
    });
    let radii = DVec3::new(0.3, 1.1, 0.6) * s;
    let volume = 4.0 / 3.0 * PI * radii.x * radii.y * radii.z;
    let square = radii * radii;
    all.push(Known {
        hull: Hull::ellipsoid(radii).unwrap(),
        volume,
        height: 0.0,
        moments: volume / 5.0
            * DVec3::new(
                square.y + square.z,
                square.x + square.z,
                square.x + square.y,
            ),
    });
    // A capsule: its cylinder, and two half balls whose centres are 3/8 of the radius from their faces.
    let cylinder = 2.0 * PI * r * r * h;
    let caps = ball;
    let along = 0.5 * cylinder * r * r + 0.4 * caps * r * r;
    let across =
        cylinder * (3.0 * r * r + 4.0 * h * h) / 12.0 + caps * (0.4 * r * r + h * h + 0.75 * h * r);
    all.push(Known {
        hull: Hull::capsule(h, r).unwrap(),
        volume: cylinder + caps,
        height: 0.0,
        moments: DVec3::new(across, across, along),
    });
    all
}

#[test]
fn textbook_bodies_are_right_anywhere() {
    let turn = DQuat::from_xyzw(0.1, -0.5, 0.3, 0.7).normalize();
    for scale in [1e-6, 1e-3, 1.0, 1e6] {
        for far in [0.0, 1.0, 1e6] {
            for (number, body) in known(scale).into_iter().enumerate() {
                let at = far * scale * DVec3::new(0.3, -0.8, 0.5);
                let placed = body.hull.placed(at, turn).unwrap();
                let density = 2.5;
                let found = MassProperties::of_hull(&placed, Matter::Density(density)).unwrap();
                let axes = DMat3::from_quat(turn);
                let inertia = axes * DMat3::from_diagonal(body.moments) * axes.transpose();
                let centre = at + turn * DVec3::new(0.0, 0.0, body.height);
                // The centre is rounded to its distance from the origin.
                let size = scale * (1.0 + far);
                assert_is(
                    &found,
                    (density * body.volume, centre, density * inertia),
                    size,
                    2e-15 * if number == 0 { 1.0 } else { 2.0 },
                );
                let sorted = {
                    let mut m = (density * body.moments).to_array();
                    m.sort_by(f64::total_cmp);
                    DVec3::from_array(m)
                };
                let moments = found.principal_moments();
                assert!((moments / sorted - DVec3::ONE).abs().max_element() < 4e-15);
            }
        }
    }
}

/// The smallest and the largest lengths that shapes may have.
#[test]
fn masses_fit_at_all_scales() {
    for scale in [1e-60, 1e60] {
        let found =
            MassProperties::of_hull(&Hull::ball(scale).unwrap(), Matter::Mass(1.0)).unwrap();
        let off = found.principal_moments() / (0.4 * scale * scale) - DVec3::ONE;
        assert!(off.abs().max_element() < 1e-14, "{off}");
    }
}
