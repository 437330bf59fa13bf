//! Bodies that land on half-spaces, far from the point of the plane that is nearest its origin: when they must.

use glam::{DQuat, DVec3};
use osculate::{
    Compound, ConstantVelocity, Evidence, HalfSpace, Hull, Limits, MeshBvh, Moving, Placement,
    Shape, Span, TriMesh, Verdict, Workspace, first_contact_with,
};
use osculate_judge::seeded::Seeded;

#[test]
fn bodies_land_when_they_must_wherever_they_land() {
    let rng = &mut Seeded::new(1);
    let corners = [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::ONE];
    let faces = vec![[0, 1, 2], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let mesh = TriMesh::new(corners.to_vec(), faces).unwrap();
    let shapes = [
        Shape::from(Hull::polytope(&corners).unwrap()),
        Shape::from(MeshBvh::new(mesh)),
        Shape::from(Compound::new(vec![Hull::polytope(&corners).unwrap()]).unwrap()),
        Shape::from(Hull::ball(0.5).unwrap()),
    ];
    for _ in 0..500 {
        let (normal, offset) = (rng.vector(1.0).normalize(), 3.0 * rng.real(-1.0, 1.0));
        let floor = Shape::from(HalfSpace::new(normal, offset).unwrap());
        let (speed, height) = (4.0 + rng.real(-1.0, 1.0), 2.5 + 0.5 * rng.real(-1.0, 1.0));
        let aside = 20.0 * normal.cross(rng.vector(1.0));
        // The spin of a ball does not change when it lands; the others do not spin.
        let spin = 6.0 * rng.vector(1.0);
        let start = normal * (offset + height) + 5.0 * normal.cross(rng.vector(1.0));
        let velocity = aside - speed * normal;
        let turn = DQuat::from_scaled_axis(rng.vector(1.0));
        for (index, shape) in shapes.iter().enumerate() {
            let is_ball = index == 3;
            let spin = if is_ball { spin } else { DVec3::ZERO };
            let lowest = if is_ball {
                -0.5
            } else {
                let along = corners.map(|corner| normal.dot(turn * corner));
                along.into_iter().fold(f64::INFINITY, f64::min)
            };
            let expected = (height + lowest) / speed;
            let placement = Placement {
                position: start,
                rotation: turn,
            };
            let motion = ConstantVelocity::new(placement, velocity, spin).unwrap();
            let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
            let (a, b) = (Moving::new(shape, &motion), Moving::new(&floor, &rest));
            for exchanged in [false, true] {
                let (limits, workspace) = (&Limits::default(), &mut Workspace::new());
                let outcome = if exchanged {
                    first_contact_with(b, a, Span::UNIT, limits, workspace)
                } else {
                    first_contact_with(a, b, Span::UNIT, limits, workspace)
                };
                let Verdict::Contact(contact) = outcome.verdict else {
                    panic!(
                        "{index}: {:?}, not a contact at {expected}",
                        outcome.verdict
                    );
                };
                assert_eq!(contact.evidence, Evidence::Crossing);
                let slack = 1e-12;
                assert!(
                    contact.lower < expected + slack
                        && expected - slack < contact.upper
                        && (expected - contact.lower) * speed < outcome.tolerance + slack,
                    "{index}: {contact:?}, not at {expected}"
                );
                let up = if exchanged {
                    -contact.normal
                } else {
                    contact.normal
                };
                assert!(up.dot(normal) > 1.0 - 1e-9, "{index}: {contact:?}");
            }
        }
    }
}
