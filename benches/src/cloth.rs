//! A generated cloth over a ball.

use glam::DVec3;
use osculate::{mesh::icosphere, motion::DeformingMesh};

/// A square sheet that sinks over a ball at rest, with folds; a fifth of the faces are the ball's.
pub fn cloth_over_ball(faces: usize) -> Result<DeformingMesh, Box<dyn std::error::Error>> {
    let ball = icosphere(1.0, faces / 5)?;
    let side = ((faces - ball.triangles().len()) as f64 / 2.0).sqrt() as u32;
    let frame = |gap: f64, touching: f64| -> Vec<DVec3> {
        let at = |i: u32| 3.6 * f64::from(i) / f64::from(side) - 1.8;
        (0..=side)
            .flat_map(|i| (0..=side).map(move |j| (at(i), at(j))))
            .map(|(x, y)| draped(x, y, gap, touching))
            .collect()
    };
    let mut triangles = Vec::new();
    for i in 0..side {
        for j in 0..side {
            let corner = i * (side + 1) + j;
            let (right, up) = (corner + side + 1, corner + 1);
            triangles.extend([[corner, right, up], [right, right + 1, up]]);
        }
    }
    let cloth = DeformingMesh::new(&frame(0.03, 1.0), &frame(-0.002, 1.1), &triangles)?;
    Ok(DeformingMesh::join(&[
        DeformingMesh::between(&ball, &ball)?,
        cloth,
    ])?)
}

/// Where the point `(x, y)` of a sheet is that follows a ball at a `gap` as far as an angle, and hangs in folds from there.
fn draped(x: f64, y: f64, gap: f64, touching: f64) -> DVec3 {
    let (length, turn) = (x.hypot(y), y.atan2(x));
    let angle = length.min(touching);
    let free = length - angle;
    let across = (1.0 + gap) * angle.sin() + free * angle.cos();
    let height = (1.0 + gap) * angle.cos() - free * angle.sin();
    // Outward only: the sheet and the ball are apart at the start.
    let fold = 1.0 + 0.3 * free * (1.0 + (9.0 * turn).cos());
    DVec3::new(
        across * fold * turn.cos(),
        across * fold * turn.sin(),
        height,
    )
}
