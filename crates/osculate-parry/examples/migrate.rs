//! From parry's `cast_shapes_nonlinear` to `first_contact`: the same shapes and motions, and an answer with a proof.

use osculate::{Limits, Moving, Span, Verdict, Workspace, first_contact_with};
use osculate_parry::f32::{motion, shape};
use parry3d::math::{Pose, Vector};
use parry3d::query::{NonlinearRigidMotion, cast_shapes_nonlinear};
use parry3d::shape::{Cuboid, Cylinder};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let plank = Cuboid::new(Vector::new(2.0, 0.1, 0.3));
    let log = Cylinder::new(1.0, 0.4);
    let (start, pivot) = (Pose::translation(4.0, 0.5, 0.0), Vector::ZERO);
    let spin = Vector::new(0.0, 0.0, 9.0);
    let flight = NonlinearRigidMotion::new(start, pivot, Vector::new(-2.0, 0.0, 0.0), spin);
    let rest = NonlinearRigidMotion::constant_position(Pose::identity());

    // Before: a time, or nothing, and no word about what is between.
    let hit = cast_shapes_nonlinear(&flight, &plank, &rest, &log, 0.0, 2.0, true)?;
    println!("parry: {:?}", hit.map(|hit| hit.time_of_impact));

    // After: convert once, ask as often as needed.
    let (plank, log) = (shape(&plank)?, shape(&log)?);
    let (flight, rest) = (motion(&flight)?, motion(&rest)?);
    let (a, b) = (Moving::new(&plank, &flight), Moving::new(&log, &rest));
    let limits = Limits::default().with_tolerance(1e-6)?;
    let outcome = first_contact_with(a, b, Span::new(0.0, 2.0)?, &limits, &mut Workspace::new());
    match outcome.verdict {
        Verdict::Free => println!("apart for all of the two seconds, proven"),
        Verdict::Contact(c) => println!("apart up to {}, {:?} by {}", c.lower, c.evidence, c.upper),
        other => println!("{other}"),
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
