//! A motion of your own: a gate that swings to and fro while its post sways, and a ball that flies at it.
//!
//! `cargo run --release --example own_motion`

use glam::{DMat3, DVec3};
use osculate::{
    ConstantVelocity, Hull, Limits, Motion, Moving, Placement, Shape, Span, Verdict, Workspace,
    first_contact_with,
    motion::{Pose, Rates, check_motion},
};

/// The post sways along x as `sway·sin(rate·t)`; the gate turns about z by `angle·sin(rate·t)`.
struct Gate {
    sway: f64,
    angle: f64,
    rate: f64,
}

impl Motion for Gate {
    fn pose(&self, t: f64) -> Pose {
        let phase = libm::sin(self.rate * t);
        let (sin, cos) = libm::sincos(self.angle * phase);
        Pose::new(
            DMat3::from_cols(
                DVec3::new(cos, sin, 0.0),
                DVec3::new(-sin, cos, 0.0),
                DVec3::Z,
            ),
            DVec3::new(self.sway * phase, 0.0, 0.0),
        )
        .with_errors(0.0, 1e-15 * self.sway.abs() * (2.0 + (self.rate * t).abs()))
    }

    // The velocities at the start of the span, and bounds on how they change during it.
    fn rates(&self, span: Span) -> Rates {
        let pace = self.rate * libm::cos(self.rate * span.start());
        let change = self.rate * self.rate;
        Rates::new(
            DVec3::new(self.sway * pace, 0.0, 0.0),
            DVec3::new(0.0, 0.0, self.angle * pace),
        )
        .with_errors(
            1e-14 * (self.sway * self.rate).abs(),
            1e-14 * (self.angle * self.rate).abs(),
        )
        .with_accelerations(
            (self.sway * change).abs() * (1.0 + 1e-14),
            (self.angle * change).abs() * (1.0 + 1e-14),
        )
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gate = Gate {
        sway: 0.2,
        angle: 1.2,
        rate: 9.0,
    };
    // Samples the promises above. It cannot prove them, but it finds most slips.
    check_motion(&gate, Span::UNIT, 2.0, 10_000)?;
    let understated = Understated(Gate { ..gate });
    let slip = check_motion(&understated, Span::UNIT, 2.0, 10_000).unwrap_err();
    println!("an understated motion is found out: {slip}");

    let bar = Shape::from(Hull::cuboid(DVec3::new(1.0, 0.05, 0.5))?);
    let ball = Shape::from(Hull::ball(0.1)?);
    let flight = ConstantVelocity::new(
        Placement::at(DVec3::new(0.6, -2.0, 0.1)),
        DVec3::new(0.0, 4.0, 0.0),
        DVec3::Z,
    )?;
    // By `dyn`, so that the query is not compiled for these two kinds of motion: that is for what is asked millions of times.
    let outcome = first_contact_with(
        Moving::new(&ball, &flight),
        Moving::new(&bar, &gate),
        Span::UNIT,
        &Limits::default(),
        &mut Workspace::new(),
    );
    let Verdict::Contact(contact) = outcome.verdict else {
        return Err(format!("{outcome:?}").into());
    };
    println!(
        "the ball meets the gate at t = {} at {}",
        contact.lower, contact.point_a
    );
    Ok(())
}

/// Claims half the acceleration: every proof that used it would be worthless.
struct Understated(Gate);

impl Motion for Understated {
    fn pose(&self, t: f64) -> Pose {
        self.0.pose(t)
    }

    fn rates(&self, span: Span) -> Rates {
        let rates = self.0.rates(span);
        {
            let mut changed = rates;
            changed.spin_acceleration = 0.5 * rates.spin_acceleration;
            changed
        }
    }
}

#[test]
fn runs() {
    main().unwrap();
}
