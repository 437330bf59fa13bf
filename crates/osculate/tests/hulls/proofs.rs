//! Attacks on the queries of convex bodies: single queries aimed at one line of the proofs each.

use glam::{DMat3, DQuat, DVec3};
use osculate::{
    ConstantVelocity, Evidence, HalfSpace, Hull, Limits, Motion, Moving, Outcome, Placement, Shape,
    Span, Verdict, Workspace, first_contact_with,
    motion::{Pose, Rates},
    query::hulls::{attached_axes, conservative_advancement},
};

type Body<'b> = (&'b Hull, &'b (dyn Motion + 'b));

fn rest() -> ConstantVelocity {
    ConstantVelocity::at_rest(Placement::default()).unwrap()
}

fn flight(position: DVec3, linear: DVec3, angular: DVec3) -> ConstantVelocity {
    ConstantVelocity::new(Placement::at(position), linear, angular).unwrap()
}

/// Both methods, the bodies in either order.
fn ask(a: Body, b: Body, span: Span, limits: &Limits) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for (a, b) in [(a, b), (b, a)] {
        let (a, b) = (Moving::new(a.0, a.1), Moving::new(b.0, b.1));
        let mut workspace = Workspace::new();
        outcomes.push(attached_axes(a, b, span, limits, &mut workspace));
        outcomes.push(conservative_advancement(a, b, span, limits, &mut workspace));
    }
    outcomes
}

/// The last instant up to which an answer says that the bodies are apart; `None` if at none.
fn free_until(outcome: &Outcome, span: Span) -> Option<f64> {
    match outcome.verdict {
        Verdict::Free => Some(span.end()),
        Verdict::Contact(contact) => Some(contact.lower),
        Verdict::Undecided { free_until, .. } => free_until,
        Verdict::Overlapping { .. } => None,
    }
}

/// The width of a needle is lost beside its length where both are squared and added.
#[test]
fn a_needle_has_a_width() {
    for width in [7e-9, 5e-9, 1e-9, 1e-11] {
        let needle = Hull::cuboid(DVec3::new(width, width, 1.0)).unwrap();
        let plate = Hull::cuboid(DVec3::new(0.5, 1.0, 1.0))
            .and_then(|plate| plate.placed(DVec3::new(0.5, 0.0, 0.0), DQuat::IDENTITY))
            .unwrap();
        let spin = flight(DVec3::ZERO, DVec3::ZERO, DVec3::Z);
        let still = flight(DVec3::new(1.2 * width, 0.0, 0.0), DVec3::ZERO, DVec3::ZERO);
        // The needle's edge is √2 widths from its axis, and reaches the plate at cos t + sin t = 1.2.
        let meet = std::f64::consts::FRAC_PI_4 - libm::acos(1.2 / std::f64::consts::SQRT_2);
        let limits = Limits::default().with_tolerance(0.01 * width).unwrap();
        for outcome in ask((&needle, &spin), (&plate, &still), Span::UNIT, &limits) {
            let until = free_until(&outcome, Span::UNIT).unwrap();
            assert!(until < meet + 1e-9, "{width:e}: {until} {meet} {outcome:?}");
            assert!(
                width < 1e-10 || until > meet - 0.03,
                "{width:e}: {until} {meet} {outcome:?}"
            );
        }
    }
}

/// Squares of coordinates must not vanish, nor volumes' squares overflow.
#[test]
fn the_scale_does_not_matter() {
    for scale in [1e-58, 1e-55, 1e-50, 1.0, 1e50, 1e55, 1e58] {
        let die = Hull::cuboid(DVec3::splat(scale)).unwrap();
        let at = |x: f64| scale * DVec3::new(x, 0.3, 0.1);
        let limits = Limits::default().with_tolerance(1e-2 * scale).unwrap();
        let inside = flight(at(1.0), DVec3::ZERO, DVec3::Z);
        for outcome in ask((&die, &inside), (&die, &rest()), Span::UNIT, &limits) {
            assert!(
                matches!(outcome.verdict, Verdict::Overlapping { proven: true, .. }),
                "{scale:e}"
            );
        }
        let come = flight(at(5.0), DVec3::new(-4.0 * scale, 0.0, 0.0), DVec3::Z);
        for outcome in ask((&die, &come), (&die, &rest()), Span::UNIT, &limits) {
            let contact = *outcome.verdict.contact().unwrap();
            assert_eq!(contact.evidence, Evidence::Crossing, "{scale:e}");
            assert!(contact.lower > 0.64 && contact.lower < 0.65, "{scale:e}");
        }
    }
    for tiny in [1e-61, 1e-150, 1e-170, 1e-300] {
        let points = [DVec3::ZERO, DVec3::new(tiny, 0.0, 0.0)];
        assert!(Hull::polytope(&points).is_err());
        let ball = Hull::ball(1.0).unwrap();
        assert!(ball.placed(points[1], DQuat::IDENTITY).is_err());
    }
}

/// Where squares of distances and speeds overflow, the time in which bodies are near each other is not known.
#[test]
fn far_and_fast_bodies_meet() {
    let die = Hull::cuboid(DVec3::ONE).unwrap();
    for (start, speed) in [(-1e35, 1e60), (-1e40, 1e60), (-1e55, 1e60), (-1e20, 1e50)] {
        let pass = flight(DVec3::X, DVec3::new(speed, 0.0, 0.0), DVec3::ZERO);
        for end in [1.0, -start] {
            let span = Span::new(start, end).unwrap();
            for outcome in ask((&die, &pass), (&die, &rest()), span, &Limits::default()) {
                let until = free_until(&outcome, span).unwrap_or(start);
                assert!(until < 0.0, "{start:e} {speed:e}: {outcome:?}");
            }
        }
    }
}

/// Comes along x, its poses stretched by a stated error.
struct Stretched {
    error: f64,
    speed: f64,
    /// How far the velocity may be off, and is.
    faster: f64,
}

impl Motion for Stretched {
    fn pose(&self, t: f64) -> Pose {
        Pose::new(
            (1.0 + 0.999 * self.error) * DMat3::IDENTITY,
            -t * (self.speed + self.faster) * DVec3::X,
        )
        .with_errors(self.error, 1e-14)
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::new(-self.speed * DVec3::X, DVec3::ZERO).with_errors(1.0000001 * self.faster, 0.0)
    }
}

/// Two rotations that are too long by a share make a product that is too long by more than both shares, and an axis that
/// is too long takes more off for margins, and moves faster.
#[test]
fn errors_of_rotations_multiply() {
    let span = Span::new(0.0, 10.0).unwrap();
    for error in [1e-6, 1e-3, 0.01, 0.1, 0.3, 0.9] {
        let still = Stretched {
            error,
            speed: 0.0,
            faster: 0.0,
        };
        for faster in [0.0, 1.0] {
            let come = Stretched {
                error,
                speed: 1.0,
                faster,
            };
            for step in 0..400 {
                let radius = 10.0 * (1.0 + error * error) - 0.1 * error * f64::from(step);
                // A point on the pivot, and a ball that is 10 from it.
                let point = Hull::ball(0.0).unwrap();
                let Ok(ball) = Hull::ball(radius)
                    .and_then(|ball| ball.placed(DVec3::new(10.0, 0.0, 0.0), DQuat::IDENTITY))
                else {
                    continue;
                };
                let limits = Limits::default();
                for outcome in ask((&point, &still), (&ball, &come), span, &limits) {
                    let meet = (10.0 - radius) / (1.0 + faster);
                    let until = free_until(&outcome, span);
                    assert!(
                        until.is_none_or(|until| until < meet),
                        "{error:e} {radius} {faster}: {until:?} {meet} {outcome:?}"
                    );
                }
            }
        }
    }
}

/// Spins about z at a constant rate, tilted, and its poses say less of the tilt, or more, as the caller's luck has it.
struct Tilted {
    rate: f64,
    error: f64,
    /// Across z: how it is tilted at time 0, and how it is said to be at the start and later.
    tilt: DVec3,
    said: [DVec3; 2],
}

fn turn(vector: DVec3) -> DMat3 {
    let angle = vector.length();
    if angle > 0.0 {
        DMat3::from_axis_angle(vector / angle, angle)
    } else {
        DMat3::IDENTITY
    }
}

impl Tilted {
    fn normal(&self, t: f64) -> DVec3 {
        DMat3::from_rotation_z(self.rate * t) * turn(self.tilt) * DVec3::Z
    }
}

impl Motion for Tilted {
    fn pose(&self, t: f64) -> Pose {
        let said = self.said[usize::from(t > 0.0)];
        Pose::new(
            DMat3::from_rotation_z(self.rate * t) * turn(said),
            DVec3::ZERO,
        )
        .with_errors(self.error + 1e-15, 0.0)
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::new(DVec3::ZERO, self.rate * DVec3::Z).with_errors(0.0, 1e-15 * self.rate)
    }
}

/// A floor's normal circles about its spin, even if the pose says that it is along it.
#[test]
fn a_loose_rotation_hides_no_swing() {
    let floor = Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
    let ball = Shape::from(Hull::ball(0.1).unwrap());
    let error = 1e-3;
    let mut asked = 0_u32;
    for quarter in 0..8 {
        let way = DMat3::from_rotation_z(f64::from(quarter) * std::f64::consts::FRAC_PI_4);
        for (tilt, said) in [(1.2, 0.42), (0.9, 0.0), (1.0, 0.1), (0.5, -0.4)] {
            let motion = Tilted {
                rate: 2.0,
                error,
                tilt: way * (tilt * error * DVec3::X),
                said: [
                    way * (said * error * DVec3::new(0.7, 0.7, 0.0)),
                    way * (0.5 * tilt * error * DVec3::X),
                ],
            };
            for step in 0..60 {
                let height = 0.1 + 10.0 * error * (0.05 * f64::from(step));
                let at = DVec3::new(10.0, 0.0, height);
                let place = flight(at, DVec3::ZERO, DVec3::ZERO);
                let span = Span::new(0.0, 6.0).unwrap();
                let limits = Limits::default().with_tolerance(1e-3 * error).unwrap();
                let (a, b) = (Moving::new(&ball, &place), Moving::new(&floor, &motion));
                let outcome = first_contact_with(a, b, span, &limits, &mut Workspace::new());
                let Some(until) = free_until(&outcome, span) else {
                    continue;
                };
                asked += 1;
                for sample in 0..=600 {
                    let t = until * f64::from(sample) / 600.0;
                    let gap = motion.normal(t).dot(at) - 0.1;
                    assert!(gap > -1e-12, "{tilt} {said} {height}: {gap:e} at {t}");
                }
            }
        }
    }
    assert!(asked > 300, "{asked}");
}

/// A cone that spins about its own line stands still, but the edge that a query finds on it does not.
#[test]
fn edges_of_a_spinning_cone_are_not_followed() {
    let cone = Hull::cone(0.6, 0.7).unwrap();
    let bar = Hull::cuboid(DVec3::new(1.5, 0.1, 0.1)).unwrap();
    for spin in [1.0, 30.0, 1e3, 1e4] {
        let turning = flight(DVec3::ZERO, DVec3::ZERO, spin * DVec3::Z);
        for step in 0..40 {
            let off = 0.02 * f64::from(step);
            let come = ConstantVelocity::new(
                Placement::new(
                    DVec3::new(off, 1.1, 0.3 - off),
                    DQuat::from_rotation_z(0.3 * off),
                ),
                DVec3::new(0.0, -0.5, 0.1),
                DVec3::new(0.4, 0.9, -0.6 + off),
            )
            .unwrap();
            let still = rest();
            let limits = Limits::default().with_tolerance(1e-9).unwrap();
            let ask = |motion: &ConstantVelocity| {
                let (a, b) = (Moving::new(&cone, motion), Moving::new(&bar, &come));
                attached_axes(a, b, Span::UNIT, &limits, &mut Workspace::new())
            };
            let (spun, stood) = (ask(&turning), ask(&still));
            assert!(spun.stats.steps() < 1000, "{spin} {off}: {spun:?}");
            match (spun.verdict, stood.verdict) {
                (Verdict::Contact(p), Verdict::Contact(q)) => {
                    assert!(
                        (p.lower - q.lower).abs() < 1e-6,
                        "{spin} {off}: {p:?} {q:?}"
                    );
                }
                (p, q) => assert_eq!(p, q, "{spin} {off}"),
            }
        }
    }
}

/// Slides down and up again without turning: at time t it is `(1 + cos 2πt)/2` of its way above the lowest place.
struct Dip {
    lowest: f64,
    way: f64,
}

impl Motion for Dip {
    fn pose(&self, t: f64) -> Pose {
        let up = 0.5 * (1.0 + libm::cos(std::f64::consts::TAU * t));
        let offset = DVec3::Z * (self.lowest + self.way * up);
        Pose::new(DMat3::IDENTITY, offset).with_errors(0.0, 1e-15 * (self.lowest + self.way))
    }

    fn rates(&self, span: Span) -> Rates {
        let turn = std::f64::consts::TAU;
        let sin = libm::sin(turn * span.start());
        Rates::new(-0.5 * self.way * turn * sin * DVec3::Z, DVec3::ZERO)
            .with_errors(1e-14 * self.way, 0.0)
            .with_accelerations(0.5 * self.way * turn * turn * (1.0 + 1e-12), 0.0)
    }
}

/// Bodies that do not turn bend as much as they are accelerated, also where their gap is tiny: one that comes down, meets another and
/// goes back up is seen to.
#[test]
fn what_does_not_turn_may_be_accelerated() {
    let box_ = Hull::cuboid(DVec3::splat(0.5)).unwrap();
    let capsule = Hull::capsule(0.2, 0.5).unwrap();
    let ball = Hull::ball(0.25).unwrap();
    let still = rest();
    let rng = &mut osculate_judge::seeded::Seeded::new(77);
    for _ in 0..400 {
        let (hull, half) = rng.one_of(&[(&box_, 0.5), (&capsule, 0.7), (&ball, 0.25)]);
        let depth = rng.magnitude(-7.0, -1.0);
        let way = depth + rng.magnitude(-3.0, 0.5);
        let dip = Dip {
            lowest: half + 0.5 - depth,
            way,
        };
        let meet = libm::acos(2.0 * depth / way - 1.0) / std::f64::consts::TAU;
        let limits = Limits::default().with_tolerance(rng.magnitude(-8.0, -5.0));
        let outcomes = ask((hull, &dip), (&box_, &still), Span::UNIT, &limits.unwrap());
        for outcome in outcomes {
            let until = free_until(&outcome, Span::UNIT).unwrap();
            assert!(until < meet + 1e-9, "{until} {meet} {depth} {outcome:?}");
            assert!(outcome.verdict.contact().is_some(), "{outcome:?}");
        }
    }
}
