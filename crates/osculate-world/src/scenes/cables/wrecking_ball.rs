//! A ball on a rope, and a wall of boxes.

use super::{line, scene};
use crate::body::Body;
use crate::cabled::CablePlan;
use crate::rods::{Cable, End, RodMaterial};
use crate::scenes::{BuiltScene, VALID};
use glam::DVec3;
use osculate::{HalfSpace, Hull, Placement};

const HALF: f64 = 0.1;
const BALL: f64 = 0.12;
const ROPE: f64 = 8e-3;

/// A ball of 5 kg is fastened to a rope, and swings into nine boxes.
pub(in crate::scenes) fn wrecking_ball() -> BuiltScene {
    let mut scene = scene(2.5);
    let floor = HalfSpace::new(DVec3::Z, 0.0).expect(VALID);
    scene.add("floor", Body::fixed(floor));
    let cube = Hull::cuboid(DVec3::splat(HALF)).expect(VALID);
    for row in 0..3 {
        for column in 0..3 {
            let aside = 2.05 * HALF * (f64::from(column) - 1.0);
            let height = (2.0 * f64::from(row) + 1.0) * HALF + 5e-4 * f64::from(row + 1);
            let at = Placement::at(DVec3::new(0.0, aside, height));
            let body = Body::dynamic(cube.clone()).at(at).with_mass(0.5);
            scene.add(format!("crate {row} {column}"), body);
        }
    }
    let top = DVec3::new(-0.1, 0.0, 2.0);
    let end = top + 1.5 * DVec3::new(-0.8, 0.0, -0.6);
    let away = (end - top).normalize();
    let centre = end + (1.1 * BALL + ROPE) * away;
    let ball = Hull::ball(BALL).expect(VALID);
    let ball = Body::dynamic(ball).at(Placement::at(centre)).with_mass(5.0);
    scene.add("ball", ball);
    let rope = RodMaterial::rope(ROPE).with_stiffness(2e4, 1e-3, 1e-3);
    let rope = Cable::new("rope", line(top, end, 30), rope);
    let mut plan = CablePlan::from(rope.with_ends([End::Pinned, End::Free]));
    plan.fastened = vec![(30, "ball".to_string())];
    scene.cables.push(plan);
    scene
}
