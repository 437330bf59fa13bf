//! Two torus knots fly at each other: when, where and how do they touch?
//!
//! `cargo run --release --example first_contact`

use glam::DVec3;
use osculate::{ConstantVelocity, Motion, Moving, Placement, Shape, Span, Verdict};
use osculate::{first_contact, mesh::torus_knot};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The hierarchy is built once a mesh; bodies may share it.
    let knot = Shape::from(torus_knot(2, 3, 10_000)?);
    let left = Placement::at(DVec3::new(-4.0, 0.0, 0.0));
    let right = Placement::at(DVec3::new(4.0, 0.5, 0.2));
    let flight = ConstantVelocity::new(left, DVec3::new(5.0, 0.0, 0.0), DVec3::new(0.0, 2.0, 1.0))?;
    let tumble =
        ConstantVelocity::new(right, DVec3::new(-3.0, 0.0, 0.0), DVec3::new(3.0, 0.0, 0.0))?;

    let (a, b) = (Moving::new(&knot, &flight), Moving::new(&knot, &tumble));
    let outcome = first_contact(a, b, Span::UNIT);
    match outcome.verdict {
        Verdict::Free => println!("they never touch"),
        Verdict::Overlapping { proven, .. } => {
            println!("they overlap at the start (proven: {proven})")
        }
        Verdict::Undecided { free_until, reason } => {
            println!("apart until {free_until:?}: {reason:?}")
        }
        Verdict::Contact(contact) => {
            println!("apart up to t = {}", contact.lower);
            println!("{:?} by  t = {}", contact.evidence, contact.upper);
            println!("at {} with normal {}", contact.point_a, contact.normal);
            println!(
                "there, a is at {}",
                flight.placement(contact.lower).position
            );
        }
    }
    println!("{:?}", outcome.stats);
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
