//! A die is thrown on a mesh and comes to rest there: frame after frame it moves only where that is proven free.
use osculate::glam::{DQuat, DVec3};
use osculate::query::instant::{Manifolds, Within, manifolds};
use osculate::{ConstantVelocity, Hull, Limits, Motion, Moving, Placement, Resting, Shape, Span};
use osculate::{Verdict, Workspace, first_contact_with, mesh::cuboid_with};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (step, skin) = (1.0 / 60.0, 1e-3);
    let die = Shape::from(Hull::cuboid(DVec3::splat(0.5))?);
    let floor = Shape::from(cuboid_with(DVec3::new(9.0, 9.0, 0.5), 800)?);
    let inverse_inertia = 6.0; // Of a cube of mass 1, about any axis.
    let (limits, mut workspace) = (Limits::default().with_skin(skin)?, Workspace::new());
    let (rest, mut found) = (Resting::default(), Manifolds::new());
    let b = Moving::new(&floor, &rest);
    let mut placement = Placement::new(3.0 * DVec3::Z, DQuat::from_rotation_x(0.5));
    let (mut velocity, mut spin) = (DVec3::new(0.3, 0.2, 0.0), DVec3::new(1.0, 2.0, 3.0));
    for frame in 0..600 {
        velocity.z -= 9.81 * step;
        let mut left = step;
        for _round in 0..4 {
            let motion = ConstantVelocity::new(placement, velocity, spin)?;
            let (a, span) = (Moving::new(&die, &motion), Span::new(0.0, left)?);
            let until = match first_contact_with(a, b, span, &limits, &mut workspace).verdict {
                Verdict::Contact(contact) => contact.lower,
                verdict if !verdict.blocks() => left,
                verdict => return Err(format!("frame {frame}: {verdict}").into()),
            };
            (placement, left) = (motion.placement(until), left - until);
            if left == 0.0 {
                break;
            }
            // Impulses at all points that are near, so that none of them comes closer.
            let (here, near) = (Resting::at(placement)?, Within::new(2.0 * skin)?);
            let a = Moving::new(&die, &here);
            manifolds(a, b, 0.0, near, &mut found, &mut workspace);
            let clusters = found.clusters().iter();
            let points: Vec<_> = clusters.flat_map(|cluster| cluster.points()).collect();
            let mut pushed = vec![0.0; points.len()];
            for number in (0..10).flat_map(|_| 0..points.len()) {
                let point = points[number];
                let lever = point.point_a - placement.position;
                let (n, turn) = (point.normal, lever.cross(point.normal));
                let speed = n.dot(velocity + spin.cross(lever));
                let wanted = f64::max(0.0, (0.6 * skin - point.separation) / step);
                let push = (wanted - speed) / (1.0 + inverse_inertia * turn.dot(turn));
                let push = push.max(-pushed[number]); // No more is taken back than was pushed.
                pushed[number] += push;
                (velocity, spin) = (velocity + push * n, spin + push * inverse_inertia * turn);
            }
        }
    }
    let above = (placement.position.z - 1.0) / skin;
    println!("after ten seconds the die is {above:.2} skins above the mesh");
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
