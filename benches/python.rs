//! What `peers/python_overhead.py` asks in Python, asked here: the same numbers, from the file that it writes. Least of several runs, in
//! microseconds of CPU per query, on one core.

use glam::DVec3;
use osculate::motion::{Ballistic, LinearPath};
use osculate::query::points::LinearPair;
use osculate::{
    ConstantVelocity, Hull, Limits, Moving, Placement, Shape, Span, Workspace, first_contact_with,
};
use osculate_io::MaxSize;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// How often each is run.
const RUNS: usize = 7;
/// Queries that are asked one by one in Python.
const ONE_BY_ONE: usize = 20_000;

/// The program of the file that follows its name: 24 numbers a pair of points, then 32 a pair of matrices, with their counts before.
fn main() -> Result<(), Box<dyn Error>> {
    let Some(path) = std::env::args().skip(1).find(|word| !word.starts_with('-')) else {
        println!("benches/peers/python_overhead.py runs this");
        return Ok(());
    };
    let bytes = std::fs::read(path)?;
    let numbers = bytes.as_chunks::<8>().0.iter();
    let numbers: Vec<f64> = numbers.map(|&number| f64::from_le_bytes(number)).collect();
    let ([pairs, matrices], rest) = numbers.split_first_chunk().ok_or("no counts")?;
    let (points, rest) = rest.split_at(24 * *pairs as usize);
    let points = points.as_chunks::<24>().0;
    let matrices = &rest.as_chunks::<32>().0[..*matrices as usize];
    let batch = least(points.len(), || points.iter().map(contact).collect());
    let one = vec![points[0]; ONE_BY_ONE];
    let single = least(one.len(), || one.iter().map(contact).collect());
    println!("vertex_face {batch} {single}");
    println!("boxes {}", boxes()?);
    println!("meshes {}", meshes(matrices)?);
    Ok(())
}

/// Microseconds for one of `count` queries.
fn least<T>(count: usize, ask: impl Fn() -> Vec<T>) -> f64 {
    let clock = Instant::now();
    let run = |_| {
        let began = spent(&clock);
        black_box(ask());
        spent(&clock) - began
    };
    let times = (0..RUNS).map(run);
    1e6 * times.fold(f64::INFINITY, f64::min) / count as f64
}

/// Seconds of CPU that this thread has spent, where the system tells; else those on the clock.
fn spent(clock: &Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told
        .split(' ')
        .next()
        .and_then(|word| word.parse::<f64>().ok());
    nanoseconds.map_or_else(|| clock.elapsed().as_secs_f64(), |number| 1e-9 * number)
}

fn contact(points: &[f64; 24]) -> impl Sized {
    let at = |point: usize| DVec3::from_slice(&points[3 * point..]);
    let path = |point: usize| LinearPath::new(at(point), at(point + 4)).expect("finite numbers");
    LinearPair::vertex_face(path(0), [path(1), path(2), path(3)]).first_contact()
}

fn boxes() -> Result<f64, Box<dyn Error>> {
    let shape = Shape::from(Hull::cuboid(DVec3::new(0.5, 0.4, 0.3))?);
    let spin = DVec3::new(1.0, 2.0, 3.0);
    let start = Placement::at(3.0 * DVec3::X);
    let throw = Ballistic::new(start, -4.0 * DVec3::X, spin, DVec3::ZERO)?;
    let rest = Ballistic::new(Placement::IDENTITY, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO)?;
    let ask = || {
        let (mut workspace, limits) = (Workspace::new(), Limits::default());
        let mut one = |_| {
            let (a, b) = (Moving::new(&shape, &throw), Moving::new(&shape, &rest));
            first_contact_with(a, b, Span::UNIT, &limits, &mut workspace)
        };
        (0..ONE_BY_ONE).map(&mut one).collect()
    };
    Ok(least(ONE_BY_ONE, ask))
}

fn meshes(matrices: &[[f64; 32]]) -> Result<f64, Box<dyn Error>> {
    let knot = "builtin:torus-knot?p=2&q=3&triangles=2000";
    let knot = Shape::from(osculate_io::load(knot, Path::new(""), MaxSize::default())?);
    let rest = Ballistic::new(Placement::IDENTITY, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO)?;
    let placement = |rows: &[f64]| {
        let column = |column: usize| [0, 4, 8, 12].map(|row| rows[row + column]);
        Placement::from_matrix([0, 1, 2, 3].map(column)).expect("a rotation")
    };
    let ask = || {
        let (mut workspace, limits) = (Workspace::new(), Limits::default());
        let mut one = |ends: &[f64; 32]| {
            let motion = ConstantVelocity::between(placement(&ends[..16]), placement(&ends[16..]));
            let motion = Ballistic::from(motion.expect("placements"));
            let (a, b) = (Moving::new(&knot, &motion), Moving::new(&knot, &rest));
            first_contact_with(a, b, Span::UNIT, &limits, &mut workspace)
        };
        matrices.iter().map(&mut one).collect()
    };
    Ok(least(matrices.len(), ask))
}
