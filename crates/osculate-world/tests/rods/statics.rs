//! Shapes in which cables hang and bend.

use super::{floating, material, positions, put, relax};
use osculate::glam::DVec3;
use osculate_judge::seeded::setting;
use osculate_world::rods::{Cable, Contacts, End, Natural, RodSettings, Rods, Scheme};

/// The root of a function that rises.
fn root(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        match function(middle) > 0.0 {
            true => high = middle,
            false => low = middle,
        }
    }
    0.5 * (low + high)
}

/// How far a chain of `count` edges with span 1 and length 1.5 hangs from the catenary.
fn catenary_error(count: u32) -> f64 {
    let gravity = RodSettings::default().with_scheme(Scheme::Euler);
    let gravity = gravity.with_contacts(Contacts::Ignored);
    let mut rods = Rods::new(gravity.with_step(0.2, 1)).expect("settings are valid");
    // A V of the right length.
    let depth = (0.75_f64 * 0.75 - 0.25).sqrt();
    let at = |i: u32| {
        let s = f64::from(i) / f64::from(count);
        DVec3::new(s, 0.0, -2.0 * depth * s.min(1.0 - s))
    };
    let points = (0..=count).map(at).collect();
    let material = material(1e8, 1e-9, 1e-9).with_drag(8.0);
    let cable = Cable::new("chain", points, material).with_ends([End::Pinned; 2]);
    put(&mut rods, cable);
    relax(&mut rods, 1e-9, 4000);
    // z = a·cosh((x − ½)/a) + c with 2a·sinh(1/2a) = 1.5.
    let inverse = root(1.0, 9.0, |b| 2.0 / b * libm::sinh(0.5 * b) - 1.5);
    let a = 1.0 / inverse;
    let found = positions(&rods);
    let error = |i: u32| {
        let along = 1.5 * (f64::from(i) / f64::from(count) - 0.5);
        let x = 0.5 + a * libm::asinh(along / a);
        let z = a * (libm::cosh((x - 0.5) / a) - libm::cosh(0.5 / a));
        (found[i as usize] - DVec3::new(x, 0.0, z)).length()
    };
    (0..=count).map(error).fold(0.0, f64::max)
}

#[test]
fn chains_hang_as_catenaries() {
    let counts: &[u32] = match setting("OSCULATE_CASES") {
        Some(_) => &[16, 32, 64, 128],
        None => &[32, 64],
    };
    let errors: Vec<f64> = counts.iter().map(|&count| catenary_error(count)).collect();
    println!("catenary, edges {counts:?}: errors {errors:.6?}");
    for (pair, &count) in errors.windows(2).zip(&counts[1..]) {
        let order = (pair[0] / pair[1]).log2();
        println!("  up to {count}: order {order:.2}");
        assert!(count > 64 || order >= 1.7, "order {order}");
    }
    let at_64 = counts.iter().position(|&count| count == 64).expect("64");
    assert!(errors[at_64] < 1e-4);
}

/// The end of a rod of length 1 that is clamped along x and pulled down with a force of `load`·B: Runge and Kutta's method.
fn elastica(load: f64) -> [f64; 2] {
    let steps = 4000;
    let shoot = |curvature: f64| {
        let h = 1.0 / f64::from(steps);
        let [mut angle, mut bent, mut x, mut z] = [0.0, curvature, 0.0, 0.0];
        let rates = |angle: f64, bent: f64| {
            let (sine, cosine) = libm::sincos(angle);
            [bent, -load * cosine, cosine, -sine]
        };
        for _ in 0..steps {
            let k1 = rates(angle, bent);
            let k2 = rates(angle + 0.5 * h * k1[0], bent + 0.5 * h * k1[1]);
            let k3 = rates(angle + 0.5 * h * k2[0], bent + 0.5 * h * k2[1]);
            let k4 = rates(angle + h * k3[0], bent + h * k3[1]);
            let sum = |i: usize| h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            angle += sum(0);
            bent += sum(1);
            x += sum(2);
            z += sum(3);
        }
        (bent, [x, z])
    };
    let curvature = root(0.0, 2.0 * load, |c| shoot(c).0);
    shoot(curvature).1
}

fn elastica_error(load: f64, count: u32) -> f64 {
    let mut rods = floating(1.0, Scheme::Euler);
    // A clamp holds an edge, and bending begins in its middle.
    let length = 1.0 / (f64::from(count) - 0.5);
    let points = (0..=count)
        .map(|i| (f64::from(i) - 0.5) * length * DVec3::X)
        .collect();
    let material = material(1e7, 1.0, 1.0).with_drag(2.0);
    let cable = Cable::new("beam", points, material).with_ends([End::Clamped, End::Free]);
    put(&mut rods, cable);
    rods.push(0, count as usize, -load * DVec3::Z)
        .expect("it is there");
    relax(&mut rods, 1e-9, 4000);
    let [x, z] = elastica(load);
    (positions(&rods)[count as usize] - DVec3::new(x, 0.0, z)).length()
}

#[test]
fn loaded_beams_bend_as_elasticas() {
    let counts: &[u32] = match setting("OSCULATE_CASES") {
        Some(_) => &[20, 40, 80],
        None => &[80],
    };
    for load in [1.0, 10.0] {
        let errors: Vec<f64> = counts.iter().map(|&n| elastica_error(load, n)).collect();
        println!("elastica, PL²/B = {load}, edges {counts:?}: errors {errors:.6?}");
        assert!(errors[counts.len() - 1] < 3e-4);
    }
}

/// A rod that is naturally a helix, and placed straight.
#[test]
fn helices_rest_as_they_are_naturally() {
    let (curvature, twist) = (4.0, 2.0);
    let count = 400;
    let length = 2.0 / f64::from(count);
    let mut rods = floating(0.1, Scheme::Euler);
    let points = (0..=count)
        .map(|i| f64::from(i) * length * DVec3::X)
        .collect();
    let cable = Cable::new("spring", points, material(1e5, 1.0, 0.8).with_drag(1.0));
    let natural = Natural::Curved {
        curvature: [curvature, 0.0],
        twist,
    };
    put(&mut rods, cable.with_natural(natural));
    let steps = relax(&mut rods, 1e-7, 6000);
    // Chords of a helix over so many edges: 2r·sin(½ωs) across, and p·s along its axis.
    let square: f64 = curvature * curvature + twist * twist;
    let rate = square.sqrt();
    let (radius, climb) = (curvature / square, twist / rate);
    let found = positions(&rods);
    let mut worst = 0.0_f64;
    for apart in [count / 10, count / 4, count / 2, count] {
        let along = f64::from(apart) * length;
        let across = 2.0 * radius * libm::sin(0.5 * rate * along);
        let chord = libm::hypot(across, climb * along);
        for first in 0..=(count - apart) {
            let measured = (found[(first + apart) as usize] - found[first as usize]).length();
            worst = worst.max((measured / chord - 1.0).abs());
        }
    }
    println!("helix, {count} edges, after {steps} steps: chords off by {worst:.2e}");
    assert!(worst < 1e-4);
}
