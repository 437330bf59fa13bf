//! A cat's cradle: loops of string that fingers hold and draw apart.

use super::scene;
use crate::cabled::CablePlan;
use crate::rods::{Cable, RodMaterial};
use crate::scenes::BuiltScene;
use glam::DVec3;

/// Edges along each side.
const EDGES: u32 = 24;

/// Two loops of rubber, each through the other twice, each over two pairs of fingers that draw apart: they cross in the middle and hold.
pub(in crate::scenes) fn cats_cradle() -> BuiltScene {
    let mut scene = scene(4.0);
    let material = RodMaterial::rubber(2.5e-3)
        .with_surface(0.3, 0.0)
        .with_drag(2.0);
    // The first loop lies along x; the second, along y, goes over one side of the first and under the other.
    for (name, turn) in [("first", false), ("second", true)] {
        let place = |p: DVec3| if turn { DVec3::new(-p.y, p.x, p.z) } else { p };
        let corner = |x: f64, y: f64| DVec3::new(0.3 * x, 0.08 * y, 0.0);
        let corners = [
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ];
        let mut points = Vec::new();
        let mut fingers = Vec::new();
        for side in 0..4 {
            let (from, to) = (corners[side], corners[(side + 1) % 4]);
            let count = if side % 2 == 0 { EDGES } else { EDGES / 4 };
            fingers.push((points.len(), from));
            for i in 0..count {
                let p = from.lerp(to, f64::from(i) / f64::from(count));
                points.push(place(p + weave(p, turn) * DVec3::Z));
            }
        }
        let mut plan = CablePlan::from(Cable::new(name, points, material).closed());
        plan.drives = (fingers.iter())
            .map(|&(at, p)| {
                (
                    at,
                    place(DVec3::new(0.05 * p.x.signum(), 0.02 * p.y.signum(), 0.0)),
                )
            })
            .collect();
        scene.cables.push(plan);
    }
    scene
}

/// How high the second loop goes over the first, by its place along x: over one side, under the other.
fn weave(p: DVec3, is_second: bool) -> f64 {
    if !is_second {
        return 0.0;
    }
    let way = p.x / 0.08;
    let over = (1.0 - (way - 1.0).abs()).max(0.0) - (1.0 - (way + 1.0).abs()).max(0.0);
    0.02 * over * p.y.signum()
}
