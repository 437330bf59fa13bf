//! Attacks on the queries of convex bodies: single queries aimed at one line of the proofs each.

use glam::{DMat3, DQuat, DVec3};
use osculate::*;

fn rest() -> ConstantVelocity {
    ConstantVelocity::at_rest(Placement::default()).unwrap()
}

fn flight(position: DVec3, linear: DVec3, angular: DVec3) -> ConstantVelocity {
    ConstantVelocity::new(Placement::at(position), linear, angular).unwrap()
}

fn both(
    a: (&Hull, &dyn Motion),
    b: (&Hull, &dyn Motion),
    span: Span,
    limits: &Limits,
) -> [Outcome; 4] {
    let mut workspace = Workspace::new();
    let mut ask = |a: (&Hull, &dyn Motion), b: (&Hull, &dyn Motion)| {
        let (a, b) = (Moving::new(a.0, a.1), Moving::new(b.0, b.1));
        [
            attached_axes(a, b, span, limits, &mut workspace),
            conservative_advancement(a, b, span, limits, &mut workspace),
        ]
    };
    let ([p, q], [r, s]) = (ask(a, b), ask(b, a));
    [p, q, r, s]
}

/// The last instant up to which an answer says that the bodies are apart.
fn free_until(outcome: &Outcome, span: Span) -> f64 {
    match outcome.verdict {
        Verdict::Free => span.end(),
        Verdict::Contact(contact) => contact.lower,
        Verdict::Undecided { free_until, .. } => free_until.unwrap_or(f64::NEG_INFINITY),
        Verdict::Overlapping { .. } => f64::NEG_INFINITY,
    }
}

/// The width of a needle is lost beside its length where both are squared.
#[test]
fn a_needle_has_a_width() {
    for width in [7e-9, 5e-9, 1e-9, 1e-11] {
        let needle = Hull::cuboid(DVec3::new(width, width, 1.0)).unwrap();
        let plate = Hull::cuboid(DVec3::new(0.5, 1.0, 1.0)).unwrap();
        let spin = flight(DVec3::ZERO, DVec3::ZERO, DVec3::Z);
        // Turned by an eighth, the needle's edge reaches the plate; meet when w·(cos t + sin t) = distance.
        let distance = 1.2 * width;
        let still =
            ConstantVelocity::at_rest(Placement::at(DVec3::new(0.5 + distance, 0.0, 0.0))).unwrap();
        let _ = still;
        // Placed in the body, so that no rounding of 0.5 + distance blurs it.
        let plate = plate
            .placed(DVec3::new(0.5, 0.0, 0.0), DQuat::IDENTITY)
            .unwrap();
        let still =
            ConstantVelocity::at_rest(Placement::at(DVec3::new(distance, 0.0, 0.0))).unwrap();
        let limits = Limits::default().with_tolerance(1e-2 * width).unwrap();
        for outcome in both((&needle, &spin), (&plate, &still), Span::UNIT, &limits) {
            println!(
                "{width:e} {:?} {:?}",
                outcome.verdict,
                outcome.stats.steps()
            );
        }
    }
}

#[test]
fn empty_spans() {
    let die = Hull::cuboid(DVec3::ONE).unwrap();
    for gap in [1.0, 1e-3, 1e-6, 1e-9] {
        let spin = flight(DVec3::new(2.0 + gap, 0.0, 0.0), DVec3::ZERO, DVec3::Z);
        for t in [0.0, 0.001 * gap] {
            let span = Span::new(t, t).unwrap();
            for outcome in both((&die, &spin), (&die, &rest()), span, &Limits::default()) {
                println!("{gap:e} {:?} {:?}", outcome.verdict, outcome.stats.steps());
            }
        }
    }
}

#[test]
fn scales() {
    for scale in [
        1e-59, 1e-57, 1e-55, 1e-52, 1e-50, 1e50, 1e51, 1e53, 1e55, 1e58,
    ] {
        let die = Hull::cuboid(DVec3::ONE * scale).unwrap();
        let spin = flight(
            DVec3::new(1.0 * scale, 0.3 * scale, 0.1 * scale),
            DVec3::ZERO,
            DVec3::Z,
        );
        let outcome = &both(
            (&die, &spin),
            (&die, &rest()),
            Span::UNIT,
            &Limits::default(),
        )[0];
        println!(
            "{scale:e} {:?} {:?}",
            outcome.verdict,
            outcome.stats.steps()
        );
        let spin = flight(
            DVec3::new(5.0 * scale, 0.3 * scale, 0.1 * scale),
            DVec3::new(-4.0 * scale, 0.0, 0.0),
            DVec3::Z,
        );
        let outcome = &both(
            (&die, &spin),
            (&die, &rest()),
            Span::UNIT,
            &Limits::default(),
        )[0];
        println!(
            "{scale:e} {:?} {:?}",
            outcome.verdict,
            outcome.stats.steps()
        );
    }
    for scale in [1e-80, 1e-150, 1e-160, 1e-170, 1e-300] {
        let p = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) * scale;
        // Half a unit wide from 0 to 3, spinning about z, and a corner in its way.
        let bar = Hull::polytope(&[
            p(0., 0., -1.),
            p(0., 0.5, -1.),
            p(3., 0., -1.),
            p(3., 0.5, -1.),
            p(0., 0., 1.),
            p(0., 0.5, 1.),
            p(3., 0., 1.),
            p(3., 0.5, 1.),
        ]);
        let post = Hull::polytope(&[p(1.0, 1.0, -1.), p(1.0, 1.0, 1.), p(1.1, 1.4, 0.)]);
        let (Ok(bar), Ok(post)) = (bar, post) else {
            continue;
        };
        let spin = flight(DVec3::ZERO, DVec3::ZERO, DVec3::Z);
        for outcome in both(
            (&bar, &spin),
            (&post, &rest()),
            Span::UNIT,
            &Limits::default(),
        ) {
            println!(
                "{scale:e} {:?} {:?}",
                outcome.verdict,
                outcome.stats.steps()
            );
        }
    }
}

#[test]
fn far_times() {
    let die = Hull::cuboid(DVec3::ONE).unwrap();
    for (start, speed) in [(-1e35, 1e60), (-1e30, 1e55), (-1e20, 1e50)] {
        let fall = flight(
            DVec3::new(3.0, 0.0, 0.0),
            DVec3::new(speed, 0.0, 0.0),
            DVec3::ZERO,
        );
        for end in [1.0, -start] {
            let span = Span::new(start, end).unwrap();
            for outcome in both((&die, &fall), (&die, &rest()), span, &Limits::default()) {
                println!(
                    "{start:e} {speed:e} {:?} {:?} free until {}",
                    outcome.verdict,
                    outcome.stats.steps(),
                    free_until(&outcome, span)
                );
            }
        }
    }
}

/// Spins about x at a constant rate; poses are off by a stated error, in a way that flatters.
struct Tilted {
    error: f64,
    rate: f64,
}

impl Motion for Tilted {
    fn pose(&self, t: f64) -> Pose {
        // Really: about z by rate·t after a tilt about y by 0.9·error. Said: no tilt.
        Pose {
            rotation: DMat3::from_rotation_z(self.rate * t),
            offset: DVec3::ZERO,
            rotation_error: self.error,
            offset_error: 0.0,
        }
    }
    fn rates(&self, _: Span) -> Rates {
        Rates {
            spin: self.rate * DVec3::Z,
            spin_error: 1e-14,
            ..Rates::default()
        }
    }
}
impl Tilted {
    fn really(&self, t: f64) -> DMat3 {
        DMat3::from_rotation_z(self.rate * t) * DMat3::from_rotation_y(0.9 * self.error)
    }
}

#[test]
fn tilted_floor() {
    for error in [1e-9, 1e-6, 1e-3, 1e-2] {
        let floor = Tilted { error, rate: 2.0 };
        let plane = Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
        let ball = Shape::from(Hull::ball(0.1).unwrap());
        let mut worst = f64::INFINITY;
        for k in 0..400 {
            let height = 0.1 + error * 10.0 * (0.5 + 0.01 * f64::from(k));
            let place =
                ConstantVelocity::at_rest(Placement::at(DVec3::new(10.0, 0.0, height))).unwrap();
            let span = Span::new(0.0, 6.0).unwrap();
            let limits = Limits::default().with_tolerance(1e-3 * error).unwrap();
            let outcome = first_contact(
                Moving::new(&ball, &place),
                Moving::new(&plane, &floor),
                span,
                &limits,
                &mut Workspace::new(),
            );
            let until = free_until(&outcome, span);
            for i in 0..=600 {
                let t = 0.01 * f64::from(i);
                let n = floor.really(t) * DVec3::Z;
                let gap = n.dot(DVec3::new(10.0, 0.0, height)) - 0.1;
                if gap <= 0.0 && t <= until {
                    worst = worst.min(gap);
                }
            }
        }
        println!("{error:e} worst {worst:e}");
    }
}

/// Stretched by a stated error.
struct Loose {
    stretch: f64,
    error: f64,
    at: DVec3,
    velocity: DVec3,
    acceleration: f64,
}

impl Motion for Loose {
    fn pose(&self, t: f64) -> Pose {
        Pose {
            rotation: (1.0 + self.stretch) * DMat3::IDENTITY,
            offset: self.at + t * self.velocity,
            rotation_error: self.error,
            offset_error: 1e-15,
        }
    }
    fn rates(&self, _: Span) -> Rates {
        Rates {
            velocity: self.velocity,
            velocity_error: 1e-15 + self.acceleration,
            ..Rates::default()
        }
    }
}

#[test]
fn stretched() {
    // Both bodies about one pivot: a small ball at 10 from it, b's margin large.
    for error in [0.01_f64, 0.1, 0.3, 0.9] {
        for stretch in [0.999 * error, -0.999 * error] {
            for kind in 0..2 {
                let mut worst = f64::INFINITY;
                for k in 0..2000 {
                    let gap = 20.0 * error * (f64::from(k) / 500.0);
                    let apart = 10.0 - gap;
                    if apart <= 0.0 {
                        continue;
                    }
                    // b: a ball of radius `apart` at distance 10 in the body; a: a point at the pivot.
                    let (near, far) = (
                        Hull::ball(0.0).unwrap(),
                        Hull::ball(0.999 * apart)
                            .unwrap()
                            .placed(DVec3::new(10.0, 0.0, 0.0), DQuat::IDENTITY)
                            .unwrap(),
                    );
                    let still = Loose {
                        stretch: if kind == 0 { stretch } else { 0.0 },
                        error,
                        at: DVec3::ZERO,
                        velocity: DVec3::ZERO,
                        acceleration: 0.0,
                    };
                    // Approaches: really at gap(t) = 10 − apart − t.
                    let come = Loose {
                        stretch,
                        error,
                        at: DVec3::ZERO,
                        velocity: -DVec3::X,
                        acceleration: 0.0,
                    };
                    let span = Span::new(0.0, 10.0).unwrap();
                    let limits = Limits::default();
                    for outcome in both((&near, &still), (&far, &come), span, &limits) {
                        let until = free_until(&outcome, span);
                        worst = worst.min(10.0 - until - 0.999 * apart);
                    }
                }
                println!("{error:e} {stretch:e} {kind} worst {worst:e}");
            }
        }
    }
}
