//! A wall of fifty bricks.

use super::{BuiltScene, cuboid, resting};
use crate::body::Body;
use crate::material::Material;
use glam::DVec3;
use osculate::Placement;

/// Half the sides of a brick; some are half as long.
const HALF: DVec3 = DVec3::new(0.25, 0.12, 0.1);
/// The width of the joints between the bricks of a row.
const JOINT: f64 = 0.01;

/// Nine rows: five of them of four bricks and a half one at each end, four of five bricks.
pub(super) fn brick_wall() -> BuiltScene {
    let mut scene = BuiltScene::new(10.0);
    scene.add_floor();
    let whole = cuboid(HALF.x, HALF.y, HALF.z);
    let half = cuboid(0.5 * (HALF.x - 0.5 * JOINT), HALF.y, HALF.z);
    // The joints of rows that rest on halves only differ, and the smaller gap holds for both.
    let apart = resting(&half);
    let pitch = 2.0 * HALF.x + JOINT;
    let mut count = 0;
    for row in 0..9 {
        let height = HALF.z + apart + f64::from(row) * (2.0 * HALF.z + apart);
        let mut put = |shape: &osculate::Hull, x: f64| {
            count += 1;
            let body = Body::dynamic(shape.clone())
                .with_material(Material::new(0.6, 0.0))
                .with_density(1800.0)
                .at(Placement::at(DVec3::new(x, 0.0, height)));
            scene.add(format!("brick {count}"), body);
        };
        if row % 2 == 1 {
            for column in -2..=2 {
                put(&whole, pitch * f64::from(column));
            }
            continue;
        }
        // Halves end where the whole bricks of the rows between do.
        let end = 2.0 * pitch + HALF.x - 0.5 * (HALF.x - 0.5 * JOINT);
        put(&half, -end);
        for column in 0..4 {
            put(&whole, pitch * (f64::from(column) - 1.5));
        }
        put(&half, end);
    }
    scene
}
