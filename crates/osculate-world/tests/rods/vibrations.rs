//! How rods and strings swing.

use super::{floating, material, positions, put};
use osculate::glam::DVec3;
use osculate_world::rods::{Cable, End, Scheme};
use std::f64::consts::{PI, TAU};

/// The mean period of samples that swing about zero, and by which share a peak is smaller than the one a period before.
fn swings(samples: &[f64], step: f64) -> (f64, f64) {
    let mut zeros = Vec::new();
    let mut peaks = Vec::new();
    for (i, three) in samples.windows(3).enumerate() {
        let [a, b, c] = [three[0], three[1], three[2]];
        if a < 0.0 && b >= 0.0 {
            zeros.push((i as f64 + a / (a - b)) * step);
        }
        if b > a && b >= c && b > 0.0 {
            // The top of the parabola through three samples.
            let bend = a - 2.0 * b + c;
            peaks.push(b - (c - a) * (c - a) / (8.0 * bend));
        }
    }
    let of = |list: &[f64]| (list[0], list[list.len() - 1], (list.len() - 1) as f64);
    let (first, last, periods) = of(&zeros);
    let (high, low, between) = of(&peaks);
    (
        (last - first) / periods,
        libm::pow(low / high, 1.0 / between),
    )
}

/// ω = (1.8751/L)²·√(B/ρA), at 2 Hz.
#[test]
fn cantilevers_keep_time() {
    let count = 40;
    let wave = 1.875_104_068_711_961;
    // ω for B = ρA = L = 1 is wave²: time is measured so that this is 2 Hz.
    let omega = wave * wave;
    let step = TAU / omega / 120.0;
    let mut rods = floating(step, Scheme::Bdf2);
    let length = 1.0 / (f64::from(count) - 0.5);
    let shape = |s: f64| {
        let (k, ratio) = (wave * s, 0.734_095_513_758_5);
        1e-3 * (libm::cosh(k) - libm::cos(k) - ratio * (libm::sinh(k) - libm::sin(k)))
    };
    let at = |i: u32| {
        let s = (f64::from(i) - 0.5) * length;
        let height = if i < 2 { 0.0 } else { shape(s) };
        DVec3::new(s, 0.0, height)
    };
    let points = (0..=count).map(at).collect();
    let beam = Cable::new("beam", points, material(1e4, 1.0, 1.0));
    put(&mut rods, beam.with_ends([End::Clamped, End::Free]));
    let tip = |_| {
        rods.step();
        positions(&rods)[count as usize].z
    };
    let samples: Vec<f64> = (0..720).map(tip).collect();
    let (period, kept) = swings(&samples, step);
    let error = TAU / omega / period - 1.0;
    println!(
        "cantilever of {count}, 1/240 s at 2 Hz: frequency {:+.3} %, amplitude kept a period {kept:.5}",
        100.0 * error
    );
    assert!(error.abs() < 2e-3 && kept > 0.999 && kept < 1.0001);
}

/// The pitch ½·√(T/ρA)/L of a string, at 64 steps a period.
#[test]
fn strings_keep_their_pitch() {
    let count: u32 = 32;
    let (stiff, tight) = (1e4, 0.99);
    // Tension EA(1/0.99 − 1), and as much mass as the length at rest has.
    let tension: f64 = stiff * (1.0 / tight - 1.0);
    let pitch = 0.5 * (tension / tight).sqrt();
    let step = 1.0 / (64.0 * pitch);
    let mut rods = floating(step, Scheme::Bdf2);
    let at = |i: u32| {
        let s = f64::from(i) / f64::from(count);
        let height = if i == count {
            0.0
        } else {
            1e-4 * libm::sin(PI * s)
        };
        DVec3::new(s, 0.0, height)
    };
    let points = (0..=count).map(at).collect();
    let string = Cable::new("string", points, material(stiff, 1e-9, 1e-9));
    let string = string.with_ends([End::Pinned; 2]).with_rest_scale(tight);
    put(&mut rods, string);
    let middle = |_| {
        rods.step();
        positions(&rods)[count as usize / 2].z
    };
    let samples: Vec<f64> = (0..640).map(middle).collect();
    let (period, kept) = swings(&samples, step);
    let error = 1.0 / (pitch * period) - 1.0;
    println!(
        "string of {count}, 64 steps a period: pitch {:+.3} %, amplitude kept a period {kept:.5}",
        100.0 * error
    );
    assert!(error.abs() < 5e-3 && kept > 0.99);
}
