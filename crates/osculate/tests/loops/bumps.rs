//! Bodies on a hilly mesh, held against distances of a judge.

use super::body::Stepper;
use super::scenes::{bodies, sheet};
use super::{GRAVITY, SKIN, STEP, Seen, any_turn, frames};
use glam::{DMat3, DQuat, DVec3};
use osculate::{Placement, Shape};
use osculate_judge::hulls::bodies::{Body as JudgedBody, Posed};
use osculate_judge::hulls::distance::{Accuracy, distance};
use osculate_judge::hulls::motion::Turn;
use osculate_judge::seeded::{self, Seeded};

/// A bowl with hills in it.
fn hills(x: f64, y: f64) -> f64 {
    0.2 * libm::sin(1.3 * x) * libm::cos(1.1 * y) + 0.03 * (x * x + y * y)
}

fn turn(rotation: DQuat) -> Turn {
    let matrix = DMat3::from_quat(rotation);
    Turn([matrix.x_axis, matrix.y_axis, matrix.z_axis])
}

/// How far a body is from the triangles near it, by the judge.
fn separation(
    body: &JudgedBody,
    margin: f64,
    at: &Placement,
    triangles: &[(DVec3, JudgedBody)],
) -> f64 {
    let posed = Posed::new(body, at.position, turn(at.rotation));
    let accuracy = Accuracy {
        absolute: 1e-9,
        relative: 1e-6,
        margins: margin,
        touch: 0.0,
    };
    let near = triangles
        .iter()
        .filter(|(middle, _)| middle.distance(at.position) < 2.0);
    near.map(|(middle, flat)| {
        let other = Posed::new(flat, DVec3::ZERO, turn(DQuat::IDENTITY));
        let guess = at.position - *middle;
        distance(&posed, &other, guess, accuracy).lower - margin
    })
    .fold(f64::INFINITY, f64::min)
}

#[test]
fn bodies_roll_about_in_hills() {
    let mut rng = Seeded::new(seeded::seed(11));
    let mesh = sheet(20, 16.0, hills);
    let triangles: Vec<(DVec3, JudgedBody)> = (0..mesh.triangles().len())
        .map(|number| {
            let corners = mesh.triangles()[number].map(|i| mesh.vertices()[i as usize]);
            let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
            (middle, JudgedBody::polytope(corners.to_vec()))
        })
        .collect();
    let ground = [Shape::from(mesh)];
    for known in bodies(320).into_iter().take(2) {
        let judged = JudgedBody::polytope(known.points.clone());
        let mut body = known.at(Placement::new(
            DVec3::new(2.0, -1.5, 2.0),
            any_turn(&mut rng),
        ));
        body.spin = 3.0 * DVec3::from_array(std::array::from_fn(|_| rng.real(-1.0, 1.0)));
        let mut stepper = Stepper::new(GRAVITY, STEP, SKIN);
        let mut seen = Seen::new();
        for number in 0..frames() {
            let frame = stepper.frame(&mut body, &ground);
            let apart = if number % 10 == 0 {
                separation(&judged, known.radius, &body.placement, &triangles)
            } else {
                f64::INFINITY
            };
            seen.count(&frame, apart);
            body.velocity *= 0.998;
            body.spin *= 0.99;
        }
        seen.check(&format!("{} in hills", known.name));
        assert!(seen.least < 2.0 * SKIN, "{}: never near", known.name);
    }
}
