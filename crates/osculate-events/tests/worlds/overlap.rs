//! How deep bodies are in each other and in walls, by looking at all pairs.

use osculate_events::{Boundary, Scene, World};

/// The deepest overlap of two bodies, or of one and an end of the domain, in radii of the smaller one.
pub fn overlap<const D: usize>(world: &World<D>, scene: &Scene<D>) -> f64 {
    let mut deepest = f64::NEG_INFINITY;
    let balls = scene.balls();
    let domain = scene.domain();
    for i in 0..balls.len() {
        let p = world.state(i as u32, world.now()).0;
        for (axis, &x) in p.iter().enumerate() {
            if domain.boundary[axis] == Boundary::Walls {
                let room = (x - domain.low[axis]).min(domain.high[axis] - x);
                deepest = deepest.max((balls[i].radius - room) / balls[i].radius);
            }
        }
        for j in 0..i {
            let q = world.state(j as u32, world.now()).0;
            let square: f64 = (0..D).map(|k| (p[k] - q[k]) * (p[k] - q[k])).sum();
            let depth = balls[i].radius + balls[j].radius - square.sqrt();
            deepest = deepest.max(depth / balls[i].radius.min(balls[j].radius));
        }
    }
    deepest
}
