//! Heavy bodies on light ones.

use crate::fastest;
use osculate::glam::DVec3;
use osculate::{HalfSpace, Hull, Placement};
use osculate_world::{Body, Settings, World};

/// A box that is so many times as heavy as the one below it rests on it without a stall, from the first step on.
fn rests(ratio: f64) {
    let settings = Settings::default().with_sleeping(None);
    let mut world = World::new(settings).expect("settings are valid");
    let floor = HalfSpace::new(DVec3::Z, 0.0).expect("normals have a length");
    world.insert(Body::fixed(floor)).expect("a floor is valid");
    let shape = Hull::cuboid(DVec3::splat(0.5)).expect("boxes have sides");
    let apart = 0.7 * 0.0046 * 0.75_f64.sqrt();
    let boxes = [1.0, ratio].map(|mass| Body::dynamic(shape.clone()).with_mass(mass));
    let mut height = -0.5;
    let mut handles = Vec::new();
    for body in boxes {
        height += 1.0 + apart;
        let body = body.at(Placement::at(height * DVec3::Z));
        handles.push(world.insert(body).expect("boxes are valid"));
    }
    let (mut stalls, mut substeps, mut lowest) = (0, 0, f64::INFINITY);
    for _ in 0..64 * 10 {
        let report = world.step();
        stalls += report.stalls;
        substeps = substeps.max(report.substeps);
        let height = world.placement(handles[0]).expect("it is there").position.z;
        lowest = lowest.min(height - 0.5);
    }
    let speed = fastest(&world);
    let heights: Vec<f64> = handles
        .iter()
        .map(|body| world.placement(*body).expect("it is there").position.z)
        .collect();
    println!(
        "1:{ratio}: {stalls} stalls, {substeps} substeps, speed {speed:e} after 10 s, lowest gap {lowest:e}, {heights:?}"
    );
    assert_eq!(stalls, 0, "1:{ratio}");
    assert!(speed < 1e-7 * ratio, "1:{ratio}: still {speed} fast");
    assert!(heights[1] - heights[0] < 1.005, "1:{ratio}: {heights:?}");
}

#[test]
fn a_hundredfold_load_rests() {
    rests(100.0);
}

#[test]
fn a_thousandfold_load_rests() {
    rests(1000.0);
}

/// A step has as many parts as the loads of an island at rest ask for: what is pushed hard elsewhere changes no bit of a stack.
#[test]
fn loads_elsewhere_change_nothing() {
    let stack_beside = |load: f64| {
        let settings = Settings::default().with_sleeping(None);
        let mut world = World::new(settings).expect("settings are valid");
        let floor = HalfSpace::new(DVec3::Z, 0.0).expect("normals have a length");
        world.insert(Body::fixed(floor)).expect("a floor is valid");
        let shape = Hull::cuboid(DVec3::splat(0.5)).expect("boxes have sides");
        let mut add = |x: f64, level: f64, mass: f64| {
            let apart = 0.7 * 0.0046 * 0.75_f64.sqrt();
            let height = (1.0 + apart) * (level + 1.0) - 0.5;
            let at = Placement::at(DVec3::new(x, 0.0, height));
            let body = Body::dynamic(shape.clone()).with_mass(mass).at(at);
            world.insert(body).expect("boxes are valid")
        };
        let stack = [0.0, 1.0, 2.0, 3.0].map(|level| add(0.0, level, 1.0));
        add(5.0, 0.0, 1.0);
        add(5.0, 1.0, load);
        let mut parts = 0;
        for _ in 0..128 {
            parts = parts.max(world.step().substeps);
        }
        let places = stack.map(|body| world.placement(body).expect("it is there"));
        (parts, places)
    };
    let ((few, alone), (many, beside)) = (stack_beside(1.0), stack_beside(500.0));
    println!("{few} and {many} parts");
    assert!(few < 12 && many > 16, "{few} and {many} parts");
    assert_eq!(alone, beside);
}
