//! Sections that are not round: they bend more easily one way than the other.

use super::buckling::{check, grows};
use super::{floating, material, positions, put, relax};
use osculate::glam::DVec3;
use osculate_world::rods::{Cable, End, Natural, RodMaterial, Scheme};

/// A rod of length 1 along x, measured from the middle of the edge that is clamped.
fn beam(count: u32, material: RodMaterial, bump: impl Fn(f64) -> DVec3) -> Cable {
    let length = 1.0 / (f64::from(count) - 0.5);
    let at = |i: u32| {
        let s = (f64::from(i) - 0.5) * length;
        DVec3::new(s, 0.0, 0.0) + if i < 2 { DVec3::ZERO } else { bump(s) }
    };
    let points = (0..=count).map(at).collect();
    Cable::new("beam", points, material).with_ends([End::Clamped, End::Free])
}

/// The end of a cantilever goes by P·L³/3B towards each axis of its section, whichever way these are turned.
#[test]
fn cantilevers_bend_by_each_axis() {
    let (count, bend, aside) = (40, 4.0, 0.25);
    let force = 1e-3 * DVec3::new(0.0, 0.6, 0.8);
    for degrees in [0.0, 90.0, 30.0, -75.0_f64] {
        let (sine, cosine) = libm::sincos(degrees.to_radians());
        let (first, second) = (
            DVec3::new(0.0, cosine, sine),
            DVec3::new(0.0, -sine, cosine),
        );
        let mut rods = floating(0.2, Scheme::Euler);
        let stiff = material(1e5, bend, 1.0).with_bend_aside(aside);
        let beam = beam(count, stiff.with_drag(3.0), |_| DVec3::ZERO);
        put(&mut rods, beam.with_axis(2.0 * first + 0.7 * DVec3::X));
        rods.push(0, count as usize, force).expect("it is there");
        relax(&mut rods, 1e-12, 4000);
        let tip = positions(&rods)[count as usize];
        let along = |axis: DVec3, stiffness: f64| axis * (force.dot(axis) / (3.0 * stiffness));
        let expected = along(first, bend) + along(second, aside);
        let error = (tip - tip.x * DVec3::X - expected).length() / expected.length();
        println!("cantilever turned by {degrees}°: {error:.1e}");
        assert!(error < 1e-3, "{degrees}: {tip} is not {expected}");
    }
}

/// Free of forces a strip is as curved as it is by nature, towards either axis.
#[test]
fn strips_curl_towards_either_axis() {
    let count = 40;
    for (curvature, towards) in [([0.8, 0.0], DVec3::Y), ([0.0, 0.8], DVec3::Z)] {
        let mut rods = floating(0.2, Scheme::Euler);
        let strip = material(1e5, 3.0, 1.0).with_bend_aside(0.5).with_drag(3.0);
        let natural = Natural::Curved {
            curvature,
            twist: 0.0,
        };
        let strip = beam(count, strip, |_| DVec3::ZERO).with_natural(natural);
        put(&mut rods, strip.with_axis(DVec3::Y));
        relax(&mut rods, 1e-10, 4000);
        let tip = positions(&rods)[count as usize];
        let (sine, cosine) = libm::sincos(0.8);
        let expected = DVec3::X * sine / 0.8 + towards * (1.0 - cosine) / 0.8;
        let error = (tip - expected).length();
        println!("strip curled by {curvature:?}: {error:.1e}");
        assert!(error < 3e-4, "{tip} is not {expected}");
    }
}

/// Prandtl and Michell, 1899: a tall strip that is clamped on one side and loaded at the other tips over sideways from P = 4.0126·√(B·C)/L² on.
#[test]
fn tall_strips_tip_over() {
    let (count, twist) = (40, 0.6);
    let is_lost = |load: f64| {
        let mut rods = floating(0.15, Scheme::Euler);
        let strip = material(1e7, 1e4, twist).with_bend_aside(1.0);
        let beam = beam(count, strip, |s| 1e-6 * s * s * DVec3::Y);
        put(&mut rods, beam.with_axis(DVec3::Z));
        let down = load * DVec3::NEG_Z;
        rods.push(0, count as usize, down).expect("it is there");
        grows(&mut rods, 1500, |points| {
            points.iter().map(|p| p.y.abs()).sum()
        })
    };
    let expected = 4.012_599 * f64::sqrt(twist);
    check("tall strip of 40", expected, 1e-2, is_lost);
}

/// Saint-Venant's stiffness of a square and of a thin strip against twist, from tables: 0.1406·Gs⁴ and ab³/3·(1 − 0.63·b/a)·G.
#[test]
fn strips_twist_as_tables_say() {
    let poisson = 0.25;
    let shear = 1.0 / (2.0 * (1.0 + poisson));
    let square = RodMaterial::strip(1.0, poisson, 1.0, [2.0, 2.0]);
    assert!((square.twist / (shear * 0.140_577 * 16.0) - 1.0).abs() < 1e-4);
    for sides in [[0.1, 2.0], [2.0, 0.1]] {
        let strip = RodMaterial::strip(1.0, poisson, 1.0, sides);
        let expected = shear * 2.0 * 1e-3 / 3.0 * (1.0 - 0.630_25 * 0.05);
        assert!((strip.twist / expected - 1.0).abs() < 1e-4);
        let [a, b] = sides;
        assert!((strip.bend * 12.0 / (a * a * a * b) - 1.0).abs() < 1e-12);
        assert!((strip.bend_aside * 12.0 / (a * b * b * b) - 1.0).abs() < 1e-12);
    }
}
