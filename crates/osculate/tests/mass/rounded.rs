//! Bodies with a margin, against sums over directions: from a point inside, a body reaches as far along each direction as a search finds.

use crate::{assert_is, inertia_of};
use core::f64::consts::PI;
use glam::{DMat3, DQuat, DVec2, DVec3};
use osculate::Hull;
use osculate::mass::{MassProperties, Matter};
use osculate::shape::HullCore;

/// Mass, centre and inertia of unit density of a body that is seen whole from `inside`, by whether points are in it: by so many steps from
/// pole to pole and around.
fn summed(
    inside: DVec3,
    reach: f64,
    [down, around]: [usize; 2],
    holds: impl Fn(DVec3) -> bool,
) -> (f64, DVec3, DMat3) {
    let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for polar in 0..down {
        let below = PI * (polar as f64 + 0.5) / down as f64;
        let (across, z) = (below.sin(), below.cos());
        let weight = across * 2.0 * PI * PI / (down * around) as f64;
        for turn in 0..around {
            let angle = 2.0 * PI * (turn as f64 + 0.5 * (polar % 2) as f64) / around as f64;
            let u = DVec3::new(across * angle.cos(), across * angle.sin(), z);
            let (mut low, mut high) = (0.0, reach);
            for _ in 0..30 {
                let middle = 0.5 * (low + high);
                if holds(inside + middle * u) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            volume += weight * low.powi(3) / 3.0;
            first += weight * low.powi(4) / 4.0 * u;
            second += (weight * low.powi(5) / 5.0) * DMat3::from_cols(u * u.x, u * u.y, u * u.z);
        }
    }
    let centre = first / volume;
    let spread = second * (1.0 / volume)
        - DMat3::from_cols(centre * centre.x, centre * centre.y, centre * centre.z);
    (volume, inside + centre, inertia_of(volume, spread))
}

fn to_segment(x: DVec3, a: DVec3, b: DVec3) -> f64 {
    let along = b - a;
    let t = ((x - a).dot(along) / along.dot(along)).clamp(0.0, 1.0);
    (x - a - t * along).length()
}

fn to_triangle(x: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let n = (b - a).cross(c - a);
    let over = |p: DVec3, q: DVec3| (q - p).cross(x - p).dot(n) >= 0.0;
    if over(a, b) && over(b, c) && over(c, a) {
        (x - a).dot(n).abs() / n.length()
    } else {
        to_segment(x, a, b)
            .min(to_segment(x, b, c))
            .min(to_segment(x, c, a))
    }
}

/// As many directions, and what their sums are right to.
const DIRECTIONS: [usize; 2] = [300, 600];
const SUMMED: f64 = 1e-4;

#[test]
fn rounded_polytopes_are_right() {
    let slope = [
        DVec3::new(0.0, 0.0, 0.0),
        DVec3::new(1.0, 0.1, 0.0),
        DVec3::new(0.2, 0.8, 0.1),
        DVec3::new(0.1, 0.2, 0.9),
        DVec3::new(0.7, 0.5, 0.6),
    ];
    for (points, margin) in [(&slope[..], 0.3), (&slope[..4], 0.05), (&slope[..4], 1.5)] {
        let hull = Hull::polytope(points).unwrap().rounded(margin).unwrap();
        let HullCore::Polytope { corners, triangles } = hull.form().core else {
            unreachable!("a polytope")
        };
        let triangles: Vec<[DVec3; 3]> = triangles
            .iter()
            .map(|triangle| triangle.map(|corner| corners[corner as usize]))
            .collect();
        let mean = corners.iter().sum::<DVec3>() / corners.len() as f64;
        let holds = |x: DVec3| {
            let behind = |&[a, b, c]: &[DVec3; 3]| (b - a).cross(c - a).dot(x - a) <= 0.0;
            triangles.iter().all(behind) || triangles.iter().any(|&t| to_triangle(x, t) <= margin)
        };
        let truth = summed(mean, 2.0 + 2.0 * margin, DIRECTIONS, holds);
        let found = MassProperties::of_hull(&hull, Matter::Density(1.0)).unwrap();
        assert_is(&found, truth, 1.0, SUMMED);
    }
}

/// A polygon and a segment have no volume but for the margin.
#[test]
fn rounded_plates_and_rods_are_right() {
    let flat = [
        DVec3::new(0.0, 0.0, 0.3),
        DVec3::new(1.0, 0.1, 0.0),
        DVec3::new(0.9, 0.8, -0.2),
        DVec3::new(0.1, 0.7, 0.1),
    ];
    // The fourth in the plane of the others.
    let mut plate = flat;
    plate[3] = flat[0] + (flat[2] - flat[1]);
    let margin = 0.2;
    let hull = Hull::polytope(&plate).unwrap().rounded(margin).unwrap();
    let holds = |x: DVec3| {
        let [a, b, c, d] = plate;
        to_triangle(x, [a, b, c]).min(to_triangle(x, [a, c, d])) <= margin
    };
    let mean = plate.iter().sum::<DVec3>() / 4.0;
    let found = MassProperties::of_hull(&hull, Matter::Density(1.0)).unwrap();
    assert_is(&found, summed(mean, 3.0, DIRECTIONS, holds), 1.0, SUMMED);

    // A rod by two points is a capsule, whichever way it lies.
    let (a, b) = (DVec3::new(0.3, -0.2, 0.5), DVec3::new(-0.5, 0.6, 1.0));
    let rod = Hull::polytope(&[a, b]).unwrap().rounded(0.25).unwrap();
    let capsule = Hull::capsule(0.5 * (b - a).length(), 0.25)
        .unwrap()
        .placed(
            0.5 * (a + b),
            DQuat::from_rotation_arc(DVec3::Z, (b - a).normalize()),
        )
        .unwrap();
    let same = MassProperties::of_hull(&capsule, Matter::Mass(2.0)).unwrap();
    let found = MassProperties::of_hull(&rod, Matter::Mass(2.0)).unwrap();
    let truth = (2.0, same.centre(), same.inertia());
    assert_is(&found, truth, 1.0, 1e-14);
    let point = Hull::polytope(&[a]).unwrap().rounded(0.25).unwrap();
    let found = MassProperties::of_hull(&point, Matter::Mass(2.0)).unwrap();
    let ball = DMat3::from_diagonal(DVec3::splat(0.4 * 2.0 * 0.0625));
    assert_is(&found, (2.0, a, ball), 1.0, 1e-14);
}

/// A box by two formulas: axis by axis, and as a polytope.
#[test]
fn rounded_boxes_are_rounded_polytopes() {
    for half in [
        DVec3::new(0.3, 0.7, 1.1),
        DVec3::new(1e-5, 0.7, 1.1),
        DVec3::new(0.5, 0.0, 1.1),
        DVec3::new(0.0, 0.0, 0.4),
        DVec3::ZERO,
    ] {
        for margin in [1e-6, 0.01, 0.5, 20.0] {
            let sides = [-1.0, 1.0];
            let corners: Vec<DVec3> = (0..8)
                .map(|i| half * DVec3::new(sides[i & 1], sides[i >> 1 & 1], sides[i >> 2]))
                .collect();
            let [cuboid, polytope] = [Hull::cuboid(half), Hull::polytope(&corners)].map(|hull| {
                let hull = hull.unwrap().rounded(margin).unwrap();
                MassProperties::of_hull(&hull, Matter::Density(1.0)).unwrap()
            });
            let truth = (cuboid.mass(), cuboid.centre(), cuboid.inertia());
            assert_is(&polytope, truth, half.length() + margin, 2e-14);
        }
    }
}

#[test]
fn rounded_cylinders_and_cones_are_right() {
    let to_profile = |x: DVec3, corners: &[DVec2]| {
        let p = DVec3::new(x.truncate().length(), x.z, 0.0);
        let flat = |corner: &DVec2| corner.extend(0.0);
        let corners: Vec<DVec3> = corners.iter().map(flat).collect();
        (1..corners.len() - 1)
            .map(|i| to_triangle(p, [corners[0], corners[i], corners[i + 1]]))
            .fold(f64::INFINITY, f64::min)
    };
    let (r, h) = (0.6, 0.9);
    for margin in [0.05, 0.4, 2.0] {
        let square = [
            DVec2::new(-r, -h),
            DVec2::new(r, -h),
            DVec2::new(r, h),
            DVec2::new(-r, h),
        ];
        let triangle = [DVec2::new(-r, -h), DVec2::new(r, -h), DVec2::new(0.0, h)];
        for (hull, profile) in [
            (Hull::cylinder(r, h), &square[..]),
            (Hull::cone(r, h), &triangle[..]),
        ] {
            let hull = hull.unwrap().rounded(margin).unwrap();
            let holds = |x: DVec3| to_profile(x, profile) <= margin;
            // Around the axis four directions are as good as all.
            let inside = DVec3::new(0.0, 0.0, -0.3);
            let truth = summed(inside, 4.0 + margin, [20_000, 4], holds);
            let found = MassProperties::of_hull(&hull, Matter::Density(1.0)).unwrap();
            assert_is(&found, truth, 1.0, 1e-6);
        }
    }
}

/// Of a spheroid, whose profile is an ellipse, by sums along it.
#[test]
fn rounded_ellipsoids_are_right() {
    for (a, c) in [(1.0, 1.0), (1.0, 0.4), (0.3, 1.0), (1.0, 0.02), (0.01, 1.0)] {
        for margin in [0.1, 1.0] {
            let hull = Hull::ellipsoid(DVec3::new(a, a, c)).unwrap();
            let hull = hull.rounded(margin).unwrap();
            let found = MassProperties::of_hull(&hull, Matter::Density(1.0)).unwrap();
            let (volume, across, along) = spheroid(a, c, margin);
            let inertia =
                DMat3::from_diagonal(DVec3::new(across + along, across + along, 2.0 * across));
            assert_is(&found, (volume, DVec3::ZERO, inertia), 1.0, 1e-7);
        }
    }
    // Turned about, the axes are still those of the radii.
    let [one, other] = [DVec3::new(0.2, 0.9, 0.5), DVec3::new(0.9, 0.5, 0.2)].map(|radii| {
        let hull = Hull::ellipsoid(radii).unwrap().rounded(0.3).unwrap();
        MassProperties::of_hull(&hull, Matter::Density(1.0)).unwrap()
    });
    assert_eq!(one.principal_moments(), other.principal_moments());
    let [x, z] = [one.inertia().x_axis.x, other.inertia().z_axis.z];
    assert!((x - z).abs() < 4e-15 * x, "{x} {z}");
}

/// Volume and the integrals of x² and z² by the surface of the rounded body: points of an ellipse, pushed out along its normals.
fn spheroid(a: f64, c: f64, margin: f64) -> (f64, f64, f64) {
    const STEPS: usize = 100_000;
    let point = |i: usize| {
        let t = PI * i as f64 / STEPS as f64;
        // Halfway between equal steps of the ellipse's own angle and of its normal's.
        let (s, k) = (a.sqrt() * t.sin(), c.sqrt() * t.cos());
        let size = s.hypot(k);
        let (s, k) = (s / size, k / size);
        let normal = DVec2::new(c * s, a * k).normalize();
        DVec2::new(a * s, c * k) + margin * normal
    };
    let (mut volume, mut across, mut along) = (0.0, 0.0, 0.0);
    // Discs between neighbouring heights, as cones cut off.
    let mut last = point(0);
    for i in 1..=STEPS {
        let next = point(i);
        let (r, q, height) = (last.x, next.x, last.y - next.y);
        let middle = 0.5 * (r + q);
        let z = 0.5 * (last.y + next.y);
        let disc = PI * height * (r * r + 4.0 * middle * middle + q * q) / 6.0;
        volume += disc;
        let fourth = (r.powi(4) + 4.0 * middle.powi(4) + q.powi(4)) / 6.0;
        across += 0.25 * PI * height * fourth;
        along += disc * z * z;
        last = next;
    }
    (volume, across, along)
}
